package symbols

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
)

// real are files that tools wrote: testdata/make, and the makefiles of the guests. written are those of tools that are not here,
// written by hand after the tools' documentation: z88dk (the tests of its -debug and -m), sjasmplus (its chapter on
// SLD, --sym) and pasmo.
var (
	real    = []string{"ld65.dbg", "ld65.lbl", "sdcc.map", "sdcc.noi", "z80.nm", "m68k.nm", "m68k.elf", mini6502, miniz80}
	written = []string{"z88dk.map", "sjasmplus.sld", "sjasmplus.sym", "pasmo.sym"}
)

const (
	mini6502 = "../../../asm/guests/mini6502/mini6502.lbl"
	miniz80  = "../../../asm/guests/miniz80/miniz80.nm"
)

func sample(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	require.NoError(t, err)
	return data
}

func read(t testing.TB, name string) *Table {
	t.Helper()
	table, err := Read(name, sample(t, name))
	require.NoError(t, err)
	return table
}

// Each sample has these labels, constants, routines and lines. The addresses are those of the linkers' maps and of the hand-written
// files, the lines those of testdata/src.
func TestSamples(t *testing.T) {
	for name, want := range map[string]struct {
		format              string
		labels, constants   map[string]uint32
		routines, lines     string
		withoutRoutineTable bool
	}{
		"ld65.dbg": {
			format: "ld65 debug file",
			labels: map[string]uint32{
				"_main": 0x8025, "_add": 0x8017, "other::_add": 0x8043, "_turn": 0x205, "other::_turn": 0x207,
				"draw": 0x800B, "draw@loop": 0x800B, "draw::done": 0x8010, "text::draw": 0x8011, "again": 0x8052,
			},
			constants: map[string]uint32{"speed": 7, "__STARTUP__": 1},
			routines:  "_add _exit _main _other draw other::_add stop",
			// 800B and 800D: the macro's use, not its lines
			lines: "800b start6502.s:19, 800d start6502.s:20, 8017 main.c:9, 8043 other.c:7, 8054 :0",
		},
		"ld65.lbl": {
			format:              "VICE labels",
			labels:              map[string]uint32{"_main": 0x8025, "_add": 0x8017, "_add@8043": 0x8043, "speed": 7, "@loop": 0x800B},
			withoutRoutineTable: true,
		},
		"sdcc.map": {
			format: "SDCC map",
			labels: map[string]uint32{
				"start": 0x200, "_main": 0x218, "_add": 0x208, "other::_add": 0x235, "_turn": 0x8005, "other::_turn": 0x8007,
				"_add::_calls": 0x8006, "_total": 0x8004, "room": 0x8000,
			},
			constants: map[string]uint32{"speed": 7, "l__CODE": 0x44},
			routines:  "_add _main _other other::_add start",
			lines:     "208 main.c:9, 20f main.c:10, 218 main.c:13, 234 main.c:19, 235 other.c:7, 8000 :0",
		},
		"sdcc.noi": {
			format:              "NoICE commands",
			labels:              map[string]uint32{"start": 0x200, "_main": 0x218, "other::_add": 0x235, "speed": 7, "s__CODE": 0x200},
			constants:           map[string]uint32{"l__CODE": 0x44},
			lines:               "208 main.c:9, 20f main.c:10, 218 main.c:13, 234 main.c:19, 235 other.c:7, 8000 :0",
			withoutRoutineTable: true,
		},
		"z80.nm": {
			format:    "nm list",
			labels:    map[string]uint32{"main": 0x100, "loop": 0x102, "list": 0x8000, "room": 0x9000},
			constants: map[string]uint32{"speed": 7},
			routines:  "loop main",
		},
		"m68k.nm": {
			format:    "nm list",
			labels:    map[string]uint32{"main": 0x102A, "add": 0x1014, "add@1058": 0x1058, "total": 0xFF0108},
			constants: map[string]uint32{"speed": 7},
			routines:  "_start add add@1058 loop main other",
		},
		"m68k.elf": {
			format:    "ELF32 file",
			labels:    map[string]uint32{"main": 0x102A, "add": 0x1014, "other.c::add": 0x1058, "other.c::turn": 0xFF010C, "list": 0xFF0000},
			constants: map[string]uint32{"speed": 7},
			routines:  "_start add loop main other other.c::add",
			// 1012: two bytes that fill up to main.c
			lines: "1000 start68k.s:4, 100e start68k.s:7, 1012 :0, 1014 main.c:9, 1058 other.c:7, 1070 :0",
		},
		"z88dk.map": {
			format:    "z88dk map",
			labels:    map[string]uint32{"_main": 0x801E, "_add": 0x8010, "loop": 0x8004, "l_mult::loop": 0x8044, "_calls": 0x9001},
			constants: map[string]uint32{"speed": 7, "minus": 0xFFFFFFFF, "__code_compiler_size": 0x30},
			routines:  "_add _main crt0 l_mult",
			lines:     "8010 main.c:6, 8014 main.c:9, 801e main.c:13, 8022 main.c:15, 8040 :0", // and none at 8000, 8008, 8026
		},
		"sjasmplus.sld": {
			format:    "sjasmplus SLD",
			labels:    map[string]uint32{"main": 0x8000, "main.loop": 0x8002, "0>again": 0x8005, "sound.play": 0x8008, "sound.tune": 0x8009},
			constants: map[string]uint32{"speed": 7, "minus": 0xFFFFFFFB, "start": 0x8000},
			routines:  "first main second sound.play",
			// 8005 is in a macro, 8009 is data, C000 has two pages
			lines: "8000 game.asm:6, 8002 game.asm:7, 8005 game.asm:8, 8007 game.asm:9, 8008 game.asm:13, 8009 :0, c001 game.asm:25",
		},
		"sjasmplus.sym": {
			format:              "EQU list",
			labels:              map[string]uint32{"main": 0x8000, "main.loop": 0x8002, "minus": 0xFFFFFFFB},
			withoutRoutineTable: true,
		},
		"pasmo.sym": {
			format:              "EQU list",
			labels:              map[string]uint32{"MAIN": 0x8000, "ROOM": 0xC000},
			withoutRoutineTable: true,
		},
		mini6502: {
			format:              "VICE labels",
			labels:              map[string]uint32{"reset": 0x8000, "think": 0x8030, "ascend": 0x8386, "alpha": 0x18},
			withoutRoutineTable: true,
		},
		miniz80: {
			format: "nm list",
			labels: map[string]uint32{"centre": 0x4000, "search": 0x4483, "board": 0xC000},
		},
	} {
		t.Run(filepath.Base(name), func(t *testing.T) {
			got := read(t, name)
			assert.Equal(t, want.format, got.Format)
			for name, value := range want.labels {
				assert.Contains(t, got.Labels, name)
				assert.Equal(t, value, got.Labels[name], name)
			}
			for name, value := range want.constants {
				assert.Contains(t, got.Constants, name)
				assert.Equal(t, value, got.Constants[name], name)
				assert.NotContains(t, got.Labels, name)
			}
			assert.Equal(t, want.withoutRoutineTable, got.Routines == nil)
			if want.routines != "" {
				assert.Equal(t, want.routines, strings.Join(got.Routines, " "))
			}
			var lines []string
			for _, l := range got.Lines {
				lines = append(lines, fmt.Sprintf("%x %s", l.Addr, l))
			}
			assert.Equal(t, want.lines == "", lines == nil)
			for _, l := range strings.Split(want.lines, ", ") {
				assert.Contains(t, append(lines, ""), l)
			}
			consistent(t, got)
		})
	}
}

// A program with a table's labels, routines and lines says where its code is: in a macro, by the line that uses it.
func TestProgramOfATable(t *testing.T) {
	table := read(t, "ld65.dbg")
	p := emu.Program{ROM: make([]byte, 0x100), Origin: 0x8000, Symbols: table.Labels, Routines: table.Routines, Lines: table.Lines}
	for addr, want := range map[uint32]string{
		0x800B: "draw (start6502.s:19)", 0x800C: "draw+$1 (start6502.s:19)", 0x8018: "_add+$1 (main.c:9)", 0x8060: "again+$e",
	} {
		assert.Equal(t, want, p.Where(addr))
	}
	assert.EqualValues(t, 0x8000, table.Lines[0].Addr, "no lines for BSS, at 0200")
	routine, _ := p.RoutineAt(0x8010)
	assert.Equal(t, "draw", routine)
	assert.NotContains(t, read(t, "z80.nm").Labels, ".text")
	p = emu.Program{ROM: make([]byte, 0x1000), Lines: read(t, "sdcc.map").Lines}
	assert.Equal(t, "(main.c:9)", p.Where(0x20C), "the line of C, not that of its assembly, main:67")
}

// The labels of each tool's file have the addresses that its linker's own map gives them.
func TestLabelsAreThoseOfTheLinkersMap(t *testing.T) {
	for _, c := range []struct {
		linkersMap, symbol string // the map; an expression that matches address and name
		files              []string
		least              int // as many symbols are compared
	}{
		{"ld65.map", `(?P<name>\w+) +(?P<value>[0-9A-F]{6}) +R?[LE]`, []string{"ld65.dbg", "ld65.lbl"}, 6},
		{"sdcc.map", `(?m)^ +(?P<value>[0-9A-F]{8})  (?P<name>\w+) `, []string{"sdcc.map", "sdcc.noi"}, 20},
		{"z80.map", `(?m)^ +0x(?P<value>[0-9a-f]+) +(?P<name>[A-Za-z_]\w*)$`, []string{"z80.nm"}, 1},
		{"m68k.map", `(?m)^ +0x(?P<value>[0-9a-f]+) +(?P<name>[A-Za-z_]\w*)$`, []string{"m68k.nm", "m68k.elf"}, 4},
	} {
		for _, file := range c.files {
			table := read(t, file)
			symbol := regexp.MustCompile(c.symbol)
			compared := map[string]bool{}
			for _, m := range symbol.FindAllStringSubmatch(string(sample(t, c.linkersMap)), -1) {
				name := m[symbol.SubexpIndex("name")]
				want, err := strconv.ParseUint(m[symbol.SubexpIndex("value")], 16, 32)
				require.NoError(t, err)
				got, ok := table.Labels[name]
				if !ok {
					got, ok = table.Constants[name]
				}
				assert.True(t, ok, "%s: %s", file, name)
				assert.Equal(t, uint32(want), got, "%s: %s", file, name)
				compared[name] = true
			}
			assert.GreaterOrEqual(t, len(compared), c.least, file)
			assert.True(t, compared["main"] || compared["_main"], file)
		}
	}
}

// consistent checks what holds for each table.
func consistent(t testing.TB, table *Table) {
	if len(table.Labels)+len(table.Constants)+len(table.Lines) == 0 || !slices.IsSorted(table.Routines) {
		t.Errorf("no symbols, or routines that are not sorted: %v", table)
	}
	for _, name := range table.Routines {
		if _, ok := table.Labels[name]; !ok {
			t.Errorf("routine %s is no label", name)
		}
	}
	for i, l := range table.Lines {
		last := emu.Line{File: "none"}
		if i > 0 {
			last = table.Lines[i-1]
		}
		if l.Line < 0 || l.Line == 0 && l.File != "" || i > 0 && last.Addr >= l.Addr || last.String() == l.String() {
			t.Errorf("%v at %x behind %v at %x", l, l.Addr, last, last.Addr)
		}
	}
}

// A damaged file is read, or refused in one line that begins with its name. It panics never.
func TestDamagedFiles(t *testing.T) {
	random := rand.New(rand.NewPCG(19, 81))
	for _, name := range slices.Concat(real[:7], written) { // the guests' files are in formats of others
		data := sample(t, name)
		refused := 0
		for range 2000 {
			b := slices.Clone(data)
			for range 1 + random.IntN(3) {
				b[random.IntN(len(b))] = byte(random.Uint32())
			}
			if random.IntN(4) == 0 {
				b = b[:random.IntN(len(b))]
			}
			table, err := Read(name, b)
			if err == nil {
				consistent(t, table)
				continue
			}
			refused++
			if s := err.Error(); !strings.HasPrefix(s, name+":") || strings.Contains(s, "\n") || len(s) > 600 {
				t.Errorf("%q", s)
			}
		}
		assert.Positive(t, refused, name)
	}
}

// Each faulty file is refused with its name, the line, what is wrong and what is expected.
func TestFaults(t *testing.T) {
	const dbg = "version\tmajor=2,minor=0\nscope\tid=0,name=\"\",mod=0\n"
	for _, c := range []struct{ data, want string }{
		{"", "x: no symbols, the file is empty; known symbol files: ELF32 file, sjasmplus SLD, ld65 debug file, VICE labels,"},
		{"\n ; a comment\n", "x: no symbols, the file is empty"},
		{"\n\nHello, world\n", `x:3: "Hello, world" begins none of the known symbol files: ELF32 file,`},
		{":10010000214601360121470136007EFE09D2190140\n", "begins none of the known"},
		{"\torg $8000\nspeed: equ 7\n", "begins none of the known"},
		{"watch the clock\n", "begins none of the known"},
		{"al 8000\x00", "x: a binary file of another kind; known symbol files: ELF32 file,"},
		{"al 8000 .a\u009b1m", "a binary file of another kind"},
		{"\x5a\x80\x03\x00\x00\x00", "a binary file of another kind"},
		{"\xff\xfea\x00l\x00", "x: text in UTF-16: save it as UTF-8"},
		{"\xfe\xff\x00a\x00l", "x: text in UTF-16"},
		{"al 8000 .a\nal 80G0 .b", `x:2: "al 80G0 .b": "80G0" is no address; want al ADDRESS .NAME`},
		{"al 8000 .a\nal 8000", `x:2: "al 8000": 2 fields; want al ADDRESS .NAME`},
		{"al 8000 .a\nhello", `x:2: "hello": unknown; want al ADDRESS .NAME, or another command`},
		{"al 100000000 .a", `"100000000" is no number of 32 bits to the base 16`},
		{"|SLD.data.version|1\na|1||0|-1|-1|Z|\n", "x: sjasmplus SLD without symbols and lines"},
		{"al 8:0400 .a", "x: VICE labels without symbols and lines"},
		{"a EQU 8000H\nb EQU 1FFFFFFFFH", `x:2: "b EQU 1FFFFFFFFH": "1ffffffff" is no number of 32 bits`},
		{"a EQU 8000H\nb EQU c", `"c" is no number of 32 bits to the base 10; want NAME: EQU 0x8000`},
		{"a EQU 8000H\n b equ\n", `x:2: " b equ": no EQU`},
		{"a = $8000 ; addr, public, , m, s, f:1\nb = 8000", `x:2: "b = 8000": no symbol; want NAME = $VALUE`},
		{"a = $FFFFFFFF00000000", "is no number of 32 bits"},
		{"a 8000\nb 800000000", "is no number of 32 bits"},
		{"00008000 T a\n00009000 Tb", `x:2: "00009000 Tb": no symbol; want ADDRESS CLASS NAME`},
		{"00000004 C a", "a common symbol has no address before the program is linked"},
		{"0000000100000000 T a", "is no number of 32 bits"},
		{"                 U a", "x: nm list without symbols and lines"},
		{"DEF a 0x8000\nDEF b 0x", `x:2: "DEF b 0x": "" is no number of 32 bits`},
		{"DEF a 0x8000\nGHI b 0x1", `x:2: "GHI b 0x1": unknown; want DEF NAME 0xVALUE`},
		{"DEF a 0x800000000", "is no number of 32 bits"},
		{"ASxxxx Linker V03.00\n      -----  -----\n     0000020G  _main\n", `x:3: "     0000020G  _main": "0000020G" is no number of 32 bits to the base 16; want VALUE GLOBAL`},
		{"|SLD.data.version|2", `x:1: "|SLD.data.version|2": another version`},
		{"|SLD.data.version|1\na|1||0|2|3|L", "x:2: \"a|1||0|2|3|L\": 7 fields; want FILE|LINE|"},
		{"|SLD.data.version|1\na|b||0|2|3|T|", `"b" is no line`},
		{"|SLD.data.version|1\na|1||0|2|3|X|", `"X" is no known type`},
		{"|SLD.data.version|1\na|1||0|2|4294967296|L|,a,", "is no number of 32 bits"},
		{"version\tmajor=1,minor=0\n", "another version than 2; want KIND"},
		{dbg + "sym\tid=0,name=\"a\",scope=0,val=0x1FFFFFFFF,type=lab\n", "is no number of 32 bits"},
		{dbg + "sym\tid=0,name=\"a\",scope=7,val=0x1,type=lab\n", `x:3: a scope of "a" is missing`},
		{dbg + "sym\tid=0,name=\"a\",parent=7,val=0x1,type=lab\n", `x:3: "a" has no label 7 as its parent`},
		{dbg + "sym\tid=0,name=\"a,scope=0,val=0x1,type=lab\n", "is no NAME=VALUE"},
		{dbg + "sym\tid=0,name=\"a\",val=0x1,type=lab\n", `scope= is no number of 32 bits`},
		{dbg + "scope\tid=1,name=\"b\",mod=0,parent=1\nsym\tid=0,name=\"a\",scope=1,val=0x1,type=lab\n", "lies in more than 32 scopes"},
		{dbg + "line\tid=0,file=3,line=1\n", "x:3: line of file 3, which is missing"},
		{dbg + "file\tid=3,name=\"f\"\nline\tid=0,file=3,line=1,span=4\n", "x:4: span 4 or its segment is missing"},
		{dbg + "hello\n", `"hello" is no kind of record`},
		{"text .text a 8000\nx a", `x:2: "x a": "x" is no number of bytes`},
		{"text .text a 8000\n4 a\n4 b c d e", `5 fields; want KIND SECTION UNIT ADDRESS`},
		{"text .text a FFFFFFFF\n2 a", "in 32 bits of addresses"},
		{"\x7fELF", "x: damaged ELF file: "},
	} {
		_, err := Read("x", []byte(c.data))
		require.Error(t, err, "%q", c.data)
		assert.Contains(t, err.Error(), c.want)
		assert.NotContains(t, err.Error(), "\n")
	}
}

// An ELF file for another processor, an object file and one without symbols are refused.
func TestOtherELF(t *testing.T) {
	data := sample(t, "m68k.elf")
	for _, c := range []struct {
		offset int
		value  byte
		want   string
	}{
		{17, 1, "x: an object file, whose symbols have no addresses; want the linked program"}, // e_type
		{19, 8, "x: an ELF file for EM_MIPS, ELFCLASS32; want 32 bits, and a 68000, Z80 or 6502"},
		{4, 2, "x: "}, // another class: all offsets differ
	} {
		b := slices.Clone(data)
		b[c.offset] = c.value
		_, err := Read("x", b)
		assert.ErrorContains(t, err, c.want)
	}
	b := slices.Clone(data)
	copy(b[0x30:], []byte{0, 0, 0, 0}) // e_shnum and e_shstrndx
	copy(b[0x20:], []byte{0, 0, 0, 0}) // e_shoff
	_, err := Read("x", b)
	assert.ErrorContains(t, err, "x: an ELF file without symbols; want one that was not stripped")
}

// Lines may end in any way, and a file in a control-Z; a mark of UTF-8 may begin it.
func TestEndsOfLines(t *testing.T) {
	for _, name := range slices.Concat(real, written) {
		if name == "m68k.elf" {
			continue
		}
		want := read(t, name)
		text := string(sample(t, name))
		for _, end := range []string{"\r\n", "\r"} {
			got, err := Read(name, []byte("\ufeff"+strings.ReplaceAll(text, "\n", end)+"\x1a"))
			require.NoError(t, err)
			assert.Equal(t, want, got, "%s %q", name, end)
		}
	}
	_, err := Read("x", []byte("al 1 .a\r\n\r\nal x .b\r\n"))
	assert.ErrorContains(t, err, "x:3:")
	_, err = Read("x", []byte("al 1 .a\r\ral x .b\r"))
	assert.ErrorContains(t, err, "x:3:")
}

// Of several addresses with one name, the global symbol's or the first keeps it. The others are qualified.
func TestOneNameForSeveralAddresses(t *testing.T) {
	for _, c := range []struct {
		data string
		want map[string]uint32
	}{
		{"al 8000 .a\nal 8010 .a\nal 8020 .a\nal 8010 .a", map[string]uint32{"a": 0x8000, "a@8010": 0x8010, "a@8020": 0x8020}},
		{"00008000 t a\n00008010 T a", map[string]uint32{"a": 0x8010, "a@8000": 0x8000}},
		{
			"a = $8000 ; addr, local, , one, code, f:1\na = $8010 ; addr, public, , two, code, f:1\na = $8020 ; addr, local, , one, code, f:1",
			map[string]uint32{"a": 0x8010, "one::a": 0x8000, "a@8020": 0x8020},
		},
		{
			"version\tmajor=2,minor=0\nmod\tid=0,name=\"one.o\"\nmod\tid=1,name=\"two.o\"\nscope\tid=0,name=\"\",mod=0\nscope\tid=1,name=\"\",mod=1\n" +
				"sym\tid=0,name=\"a\",scope=0,val=0x8000,type=lab\nsym\tid=1,name=\"a\",scope=1,val=0x8010,type=lab\nsym\tid=2,name=\"a\",scope=0,type=imp,exp=1\n",
			map[string]uint32{"a": 0x8010, "one::a": 0x8000},
		},
		{"00000007 A a\n00008010 T a", map[string]uint32{"a@8010": 0x8010}}, // a is the constant
	} {
		table, err := Read("x", []byte(c.data))
		require.NoError(t, err)
		assert.Equal(t, c.want, table.Labels)
	}
}

// Forms of lines that the samples do not have.
func TestForms(t *testing.T) {
	for _, c := range []struct {
		data string
		want map[string]uint32
	}{
		{"break 8000\nal C:8000 .a\nadd_label $8010 .b\nal 8:0400 .drive\nwatch store d020\nal c:0012 .c", map[string]uint32{"a": 0x8000, "b": 0x8010, "c": 0x12}},
		{"a: EQU 0x8000\nb equ $8001 ; c\nc: EQU #8002\nd EQU 32771\ne EQU 8004h", map[string]uint32{"a": 0x8000, "b": 0x8001, "c": 0x8002, "d": 0x8003, "e": 0x8004}},
		{"\ta\t= $8000\t; ?\nb=$12", map[string]uint32{"a": 0x8000, "b": 0x12}},
		{
			"         U u\n         w v\n00008000 00000010 T f(int, char)\n0000000000008010 T b\tsrc/b.c:12\n00000000 N n\n00008020 W w",
			map[string]uint32{"f(int, char)": 0x8000, "b": 0x8010, "w": 0x8020},
		},
		{"# written by make mk5\nanswer F1A1\nnow 00EA\n", map[string]uint32{"answer": 0xF1A1, "now": 0xEA}},
		{"text .text a 8000\n4 a\n2 b\ntext .text b\n3 -\n1 c\nbss .bss b C000\n1 d\nabs\n7FFF N\n", map[string]uint32{"a": 0x8000, "b": 0x8004, "c": 0x8009, "d": 0xC000}},
	} {
		table, err := Read("x", []byte(c.data))
		require.NoError(t, err)
		assert.Equal(t, c.want, table.Labels)
		if table.Format == "searchex symbols" {
			assert.Equal(t, []string{"a", "b", "c"}, table.Routines)
			assert.Equal(t, map[string]uint32{"N": 0x7FFF}, table.Constants)
		}
	}
}

// SDCC's linker cuts names in its map. A line whose number is cut is not known; of the rest as much is known as is there.
func TestCutNamesOfSDCC(t *testing.T) {
	const head = "ASxxxx Linker V03.00\n_CODE    00000200    0000003D =          61. bytes (REL,CON)\n      -----  ----\n"
	table, err := Read("x", []byte(head+`
     00000200  C$a_long_name_of_a_file.c$12$0_0
     00000210  C$a_very_long_name_of_a_file.c$1
     00000220  C$short.c$13$0_0$1
     00000230  A$a_very_long_name_of_a_module$1
     00000200  G$a_very_long_name_of_a_function
     00000200  _a_very_long_name_of_a_function$
     00000210  Fa_file$a_long_name_of_a_functio
     00000220  a$b
     00000240  A$low$7
`))
	require.NoError(t, err)
	assert.Equal(t, map[string]uint32{"_a_very_long_name_of_a_function$": 0x200, "a$b": 0x220}, table.Labels)
	assert.Equal(t, "[a_long_name_of_a_file.c:12 :0 short.c:13 :0 low:7]", fmt.Sprint(table.Lines))
}

// The symbols of one module, which z88dk does not name there, have its lines.
func TestModuleOfZ88dk(t *testing.T) {
	table, err := Read("x", []byte("__C_LINE_6_f = $8000 ; addr, local, , , code, f.c::add::0::1:6\n_add = $8000 ; addr, local, , , code, f.c::add::0::1:6"))
	require.NoError(t, err)
	assert.Equal(t, "[f.c:6]", fmt.Sprint(table.Lines))
	assert.Equal(t, []string{"_add"}, table.Routines)
}

// Segments in several banks have labels, but no lines.
func TestBanksOfLD65(t *testing.T) {
	text := "version\tmajor=2,minor=0\nfile\tid=0,name=\"f\"\nmod\tid=0,name=\"f.o\"\nscope\tid=0,name=\"\",mod=0\n"
	for i, s := range []struct{ start, size int }{{0x8000, 0x40}, {0x8004, 4}, {0xC000, 2}, {0x8020, 0x40}, {0xFFFFFFF0, 0x10}} {
		text += fmt.Sprintf("seg\tid=%d,name=\"S\",start=0x%X,size=0x%X,oname=\"o\"\nspan\tid=%d,seg=%d,start=0,size=%d\n", i, s.start, s.size, i, i, s.size)
		text += fmt.Sprintf("line\tid=%d,file=0,line=%d,span=%d\nsym\tid=%d,name=\"l%d\",scope=0,val=0x%X,seg=%d,type=lab\n", i, i+1, i, i, i, s.start, i)
	}
	table, err := Read("x", []byte(text))
	require.NoError(t, err)
	assert.Equal(t, map[string]uint32{"l0": 0x8000, "l1": 0x8004, "l2": 0xC000, "l3": 0x8020, "l4": 0xFFFFFFF0}, table.Labels)
	assert.Equal(t, "[f:3 :0 f:5]", fmt.Sprint(table.Lines))
	assert.EqualValues(t, 0xC000, table.Lines[0].Addr)
}

// Where .org has moved code away from its segment, its lines would be at wrong addresses, and are left out.
func TestOrgOfLD65(t *testing.T) {
	for value, lines := range map[int]string{0x8001: "[f:3 f:4 :0]", 0xC001: "[]"} {
		table, err := Read("x", fmt.Appendf(nil, "version\tmajor=2,minor=0\nfile\tid=0,name=\"f\"\nmod\tid=0,name=\"f.o\"\nscope\tid=0,name=\"\",mod=0\n"+
			"seg\tid=0,name=\"S\",start=0x8000,size=0x20,oname=\"o\"\nspan\tid=0,seg=0,start=0,size=1\nspan\tid=1,seg=0,start=1,size=1\n"+
			"line\tid=0,file=0,line=3,span=0\nline\tid=1,file=0,line=4,span=1\nsym\tid=0,name=\"a\",scope=0,def=1,val=0x%X,type=lab\n", value))
		require.NoError(t, err)
		assert.Equal(t, map[string]uint32{"a": uint32(value)}, table.Labels)
		assert.Equal(t, lines, fmt.Sprint(table.Lines))
	}
}

// A long line, many symbols with one name and many nested spans are read; the names in messages are short.
func TestLongFiles(t *testing.T) {
	var s strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&s, "al %X .name\n", i)
	}
	table, err := Read("x", []byte(s.String()))
	require.NoError(t, err)
	assert.Len(t, table.Labels, 20_000)
	assert.EqualValues(t, 19_999, table.Labels["name@4E1F"])

	long := strings.Repeat("x", 1<<20)
	table, err = Read("x", []byte("al 8000 ."+long))
	require.NoError(t, err)
	assert.EqualValues(t, 0x8000, table.Labels[long])
	_, err = Read("x", []byte(long))
	require.Error(t, err)
	assert.Less(t, len(err.Error()), 400)

	s.Reset()
	s.WriteString("version\tmajor=2,minor=0\nfile\tid=0,name=\"f\"\nseg\tid=0,name=\"S\",start=0x0,size=0x20000,oname=\"o\"\n")
	s.WriteString("scope\tid=0,name=\"\",mod=0\nsym\tid=0,name=\"a\",scope=0,val=0x1,seg=0,type=lab\n")
	for i := range 5_000 {
		fmt.Fprintf(&s, "span\tid=%d,seg=0,start=%d,size=%d\nline\tid=%d,file=0,line=%d,span=%d\n", i, i, 2*(5_000-i), i, i+1, i)
	}
	table, err = Read("x", []byte(s.String()))
	require.NoError(t, err)
	assert.Len(t, table.Lines, 5_000+5_000) // each begins, and ends before the one around it
}

// The formats do not take each other's files: a sample is read the same under another name.
func TestNamesDoNotMatter(t *testing.T) {
	formats := map[string]bool{}
	for _, name := range slices.Concat(real, written) {
		table, err := Read("program.txt", sample(t, name))
		require.NoError(t, err)
		assert.Equal(t, read(t, name), table)
		formats[table.Format] = true
	}
	assert.Equal(t, "ELF32 file,EQU list,NoICE commands,SDCC map,VICE labels,ld65 debug file,nm list,sjasmplus SLD,z88dk map",
		strings.Join(slices.Sorted(maps.Keys(formats)), ","))
}
