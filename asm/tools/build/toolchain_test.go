package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/searchex/searchex/asm"
	"github.com/stretchr/testify/require"
)

// The 6502 has RAM below its ROM. The symbols, lines and bytes from ca65 and ld65 are where the
// linker script puts them.
func TestBuildM6502(t *testing.T) {
	m6502 := cpuNamed(t, "6502")
	files, err := build(m6502, "testdata/m6502", false)
	require.NoError(t, err)
	img := read(t, m6502, files)
	require.Equal(t, `8000 far.s:16
8003 far.s:17
8005 far.s:18
8006 start.s:11
8009 start.s:12
800B start.s:12
800D start.s:13
800E start.s:14
8010 start.s:16
8011 start.s:16
8012 start.s:16
8013 more.inc:1
8014 more.inc:5
8017 start.s:19
801A start.s:20
`, addresses(img))
	require.ElementsMatch(t, []string{
		"0000 bss pointer", "0200 bss state", "0203 bss state_end",
		"8003 text far", "8006 text start", "801A text last", "8100 rodata table",
		"0007 abs K", "FFFE abs MINUS", // PRIVATE is not in an include file
		"0000 abs ram_start", "4000 abs ram_limit", "0000 abs bss_start", "0203 abs bss_end",
		"8000 abs rom_start", "10000 abs rom_limit", "8000 abs text_start", "801D abs text_end",
		"8100 abs rodata_start", "8104 abs rodata_end",
	}, strings.Split(strings.TrimSpace(symbols(img)), "\n"))
	require.Len(t, img.ROM, 0x8000)
	require.Equal(t, []byte{
		1, 2, 3, 0xA9, 0xFE, 0x60, // far: lda #<MINUS, rts
		0xAD, 0x00, 0x02, // lda state
		0xA9, 7, 0xA9, 7, // TWICE K
		0xCA, 0xD0, 0xFD, // dex, bne back to it
		0xE8, 0xE8, 0xE8, 0xC8, // inx three times, iny
		0x8C, 0x02, 0x02, // sty state+2
		0x20, 0x03, 0x80, 0x6C, 0x00, 0x00, // jsr far, jmp (pointer)
		0xFF, // the gap before the next page
	}, img.ROM[:0x1E])
	require.Equal(t, []byte{0x03, 0x80, 0x34, 0x12, 0xFF}, img.ROM[0x100:0x105], "table: low byte first")
	require.Equal(t, []byte{0xFF, 0xFF, 0x06, 0x80, 0x06, 0x80, 0x06, 0x80}, img.ROM[0x7FF8:], "vectors")
	require.Nil(t, img.Book)
	sizes := img.Sizes()
	require.Zero(t, sizes.Code2Limit)
	require.NotContains(t, sizes.String(), "book")
	require.Equal(t, [3]int{0x1D, 4 + 6, 0x203}, [3]int{sizes.Text, sizes.Rodata, sizes.BSS}, "vectors are tables")
	require.Equal(t, [3]int{0x104 + 6, 0x8000, 0x100 - 0x1D}, [3]int{sizes.ROM, sizes.ROMLimit, sizes.Fill()}, "the gap before the vectors is free")
}

// The room for the book is in the ROM, between tables and vectors, and is not counted as free for
// the engine.
func TestBuildM6502WithBook(t *testing.T) {
	m6502 := cpuNamed(t, "6502")
	dir := edited(t, m6502, "")
	script, err := os.ReadFile(filepath.Join(dir, "m6502.cfg"))
	require.NoError(t, err)
	text := strings.Replace(string(script), "SYMBOLS {", `SYMBOLS {
  book_start: type = export, value = $D000;
  book_table: type = export, value = $D000;
  book_limit: type = export, value = $FFFA;`, 1)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "m6502.cfg"), []byte(text), 0o644))
	files, err := build(m6502, dir, false)
	require.NoError(t, err)
	img := read(t, m6502, files)
	require.Len(t, img.ROM, 0x8000)
	require.Empty(t, img.Book)
	require.NotNil(t, img.Book)
	sizes := img.Sizes()
	require.Equal(t, [3]int{0x104 + 6, 0x5000 + 6, 0}, [3]int{sizes.ROM, sizes.ROMLimit, sizes.Code2Limit})
	book, err := img.BookROM(make([]byte, 0x2FFA))
	require.NoError(t, err)
	require.Len(t, book, 0x2FFA)
	_, err = img.BookROM(make([]byte, 0x2FFB))
	require.ErrorContains(t, err, "12283 bytes, its ROM has room for 12282")
}

// The 68000 has its vectors first, and words high byte first.
func TestBuildM68k(t *testing.T) {
	m68k := cpuNamed(t, "68000")
	files, err := build(m68k, "testdata/m68k", false)
	require.NoError(t, err)
	img := read(t, m68k, files)
	require.Equal(t, `0008 far.s:14
001C far.s:15
001E far.s:16
0020 start.s:12
0026 start.s:13
0028 start.s:13
002A start.s:14
002E more.inc:1
0030 more.inc:5
0038 start.s:16
003E start.s:17
0046 start.s:18
`, addresses(img))
	require.ElementsMatch(t, []string{
		"001C text far", "0020 text start", "0046 text last", "0100 rodata table", "10000 bss state", "10014 bss stack_top",
		"0007 abs K", "FFFFFFFE abs MINUS",
		"0000 abs rom_start", "10000 abs rom_limit", "10000 abs ram_start", "20000 abs ram_limit",
		"0008 abs text_start", "004A abs text_end", "0100 abs rodata_start", "0108 abs rodata_end",
		"10000 abs bss_start", "10014 abs bss_end",
	}, strings.Split(strings.TrimSpace(symbols(img)), "\n"))
	require.Equal(t, []byte{
		0x00, 0x01, 0x00, 0x14, 0x00, 0x00, 0x00, 0x20, // vectors: stack_top, start
		0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 8, 0, 9, 0, 10,
		0x70, 0xFE, 0x4E, 0x75, // far: moveq #-2,d0; rts
		0x41, 0xF9, 0x00, 0x01, 0x00, 0x00, // lea state,a0
		0x70, 7, 0x70, 7, // TWICE K
		0x51, 0xC8, 0xFF, 0xFE, // dbra d0 to itself
		0x4E, 0x71, // nop
		0x33, 0xFC, 0x00, 0x03, 0x00, 0x01, 0x00, 0x00, // move.w #PRIVATE,state
		0x4E, 0xB9, 0x00, 0x00, 0x00, 0x1C, // jsr far
		0x21, 0xBC, 0x12, 0x34, 0x56, 0x78, 0x10, 0x00, // move.l #$12345678,(a0,d1.w)
		0x60, 0x00, 0xFF, 0xD8, // bra start: $20 - $48
		0xFF, // the gap before the tables
	}, img.ROM[:0x4B])
	require.Equal(t, []byte{0xFE, 0xD4, 0x12, 0x34, 0x00, 0x00, 0x00, 0x1C}, img.ROM[0x100:], "table")
}

// edited copies a small program of testdata, with text added to far.s, and returns the folder.
func edited(t *testing.T, cpu *asm.CPU, added string) string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS("testdata/"+cpu.Folder)))
	f, err := os.OpenFile(filepath.Join(dir, "far.s"), os.O_APPEND|os.O_WRONLY, 0)
	require.NoError(t, err)
	_, err = f.WriteString(added)
	require.NoError(t, err)
	require.NoError(t, f.Close())
	return dir
}

// An error in a source of another CPU is reported on one line, with the source's name.
func TestBuildOthersRefuse(t *testing.T) {
	for _, c := range []struct{ name, cpu, code, want string }{
		{"ROM overflow", "6502", " .res 40000\n", "ROM is too small: "},
		{"RAM overflow", "6502", " .bss\n .res 15870\n", "RAM is too small: 1 bytes too many"},
		{"initialised RAM", "6502", " .bss\n .byte 1\n", "Segment 'BSS' with type 'bss' contains initialized data"},
		{"unknown segment", "6502", " .data\n .byte 1\n", "segment 'DATA'"},
		{"out of range", "6502", " lda #300\n", "far.s(19): Error: Range error"},
		{"binary file cut", "6502", " .incbin \"more.inc\", 4, 9999\n", "far.s(19): Error: Range error"},
		{"warning", "6502", " .warning \"look\"\n", "far.s(19): Warning: User warning: look"},
		{"undefined", "6502", " jmp nowhere\n", "far.s:19: undefined symbol nowhere"},
		{"undefined and ROM overflow", "6502", " nop\n jmp nowhere\n .res 40000\n", "far.s:20: undefined symbol nowhere"},
		{"label in two units", "6502", "last: rts\n", "label last is in far.s and in start.s"},
		{"constant differs", "6502", " .include \"k.inc\"\n", "K is both"},
		{"ROM overflow", "68000", " .space 70000\n", "ROM is too small: "},
		{"RAM overflow", "68000", " .bss\n .space 65520\n", "RAM is too small: 4 bytes too many"},
		{"initialised RAM", "68000", " .data\n .byte 1\n", ".data is not empty"},
		{"out of range", "68000", " moveq #300,%d0\n", "far.s:17: "},
		{"binary file cut", "68000", " .incbin \"more.inc\", 4, 9999\n", "far.s:17: Error: skip (4) or count (9999) invalid"},
		{"label not global", "68000", "helper: rts\n", "far.s: label helper is not .global"},
		{"undefined", "68000", " jmp nowhere\n", "far.s:17: undefined symbol nowhere"},
		{"undefined and ROM overflow", "68000", " nop\n jmp nowhere\n .space 70000\n", "far.s:18: undefined symbol nowhere"},
		{"two places", "68000", " jmp nowhere\n nop\n jsr elsewhere\n", "far.s:17: undefined symbol nowhere\nfar.s:19: undefined symbol elsewhere"},
		{"out of reach of a word", "68000", " .bss\n .space 40000\n .global away\naway: .space 4\n .text\n move.w away(%pc),%d0\n", "far.s:22: relocation truncated to fit"},
	} {
		t.Run(c.cpu+" "+c.name, func(t *testing.T) {
			cpu := cpuNamed(t, c.cpu)
			dir := edited(t, cpu, c.code)
			if strings.Contains(c.code, "k.inc") {
				// far.s has 8, start.s 7, by one name.
				require.NoError(t, os.WriteFile(filepath.Join(dir, "k.inc"), []byte("K = 8\n"), 0o644))
				far, err := os.ReadFile(filepath.Join(dir, "far.s"))
				require.NoError(t, err)
				text := strings.Replace(string(far), "        .include \"defs.inc\"\n", "MINUS = -2\n", 1)
				require.NoError(t, os.WriteFile(filepath.Join(dir, "far.s"), []byte(text), 0o644))
			}
			_, err := build(cpu, dir, false)
			require.ErrorContains(t, err, c.want)
			if strings.HasSuffix(c.want, "too many") {
				require.Equal(t, c.want, err.Error(), "one line")
			}
		})
	}
}

// A debug file with a mistake is refused, with its line.
func TestReadDebugInfoRefuses(t *testing.T) {
	const version = "version\tmajor=2,minor=0\n"
	for _, c := range []struct{ name, text, want string }{
		{"version", "version\tmajor=3,minor=1\n", "image.dbg:1: version 3.1 of the debug file, 2 can be read"},
		{"order", version + "file\tid=1,name=\"a.s\"\n", "image.dbg:2: file 1 comes as number 0"},
		{"number", version + "span\tid=0,seg=0,start=x,size=1\n", `image.dbg:2: start="x" is not a number`},
		{"list", version + "scope\tid=0,name=\"\",mod=0,span=1+x\n", `image.dbg:2: span="1+x" is not a list of numbers`},
		{"segment", version + "span\tid=0,seg=1,start=0,size=1\n", "image.dbg: there is no segment 1"},
		{"span", version + "file\tid=0,name=\"a.s\"\nline\tid=0,file=0,line=3,span=0\n", "image.dbg: there is no span 0"},
		{"file", version + "line\tid=0,file=2,line=3\n", "image.dbg: there is no file 2"},
		{"module", version + "scope\tid=0,name=\"\",mod=4\n", "image.dbg: there is no module 4"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := readDebugInfo(c.text)
			require.ErrorContains(t, err, c.want)
		})
	}
}

// fake is a toolchain that has linked a routine of two instructions, and a variable.
type fake struct {
	chunks  []chunk
	labels  []symbol
	written []codeLine
}

func (fake) assemble(string) error { return nil }
func (fake) link([]string) error   { return nil }
func (f fake) sections() ([]asm.Part, error) {
	return []asm.Part{
		{Kind: asm.BSS, Section: "BSS", Unit: "a", Addr: 0x200, Size: 2},
		{Kind: asm.Text, Section: "CODE", Unit: "a", Addr: 0x8000, Size: 3},
	}, nil
}
func (f fake) rom() ([]chunk, error) { return f.chunks, nil }
func (f fake) symbols() ([]symbol, error) {
	return append([]symbol{{"rom_start", 0x8000, ""}, {"rom_limit", 0x10000, ""}}, f.labels...), nil
}
func (f fake) lines() ([]codeLine, error) { return f.written, nil }

func newFake() fake {
	return fake{
		chunks:  []chunk{{0x8000, []byte{0xA2, 1, 0x60}}},
		labels:  []symbol{{"begin", 0x8000, "a"}, {"end", 0x8003, "a"}, {"state", 0x200, "a"}},
		written: []codeLine{{"a", "CODE", 2, "a.s", 5, 0x60}, {"a", "CODE", 0, "a.s", 4, 0xA2}},
	}
}

func TestReadProgram(t *testing.T) {
	p, err := readProgram(newFake())
	require.NoError(t, err)
	require.Equal(t, []byte{0xA2, 1, 0x60}, p.rom)
	require.Nil(t, p.book)
	require.Equal(t, []asm.Label{{Name: "begin"}, {Name: "end", Offset: 3}}, p.parts[1].Labels)
	require.Equal(t, []asm.OfLine{{Offset: 0, Size: 2, File: "a.s", Line: 4}, {Offset: 2, Size: 1, File: "a.s", Line: 5}}, p.parts[1].Lines)
	_, ok := p.byteAt(0x200)
	require.False(t, ok, "RAM below the ROM is no code")

	for _, c := range []struct {
		name, want string
		spoil      func(f *fake)
	}{
		{"other byte", "a.s:5: listing and ROM differ at 8002", func(f *fake) { f.written[0].opcode = 0x40 }},
		{"beyond the ROM", "a.s:5: listing and ROM differ at 8009", func(f *fake) { f.written[0].offset = 9 }},
		{"no such part", "a.s:5: made code, but nothing of the unit was linked in BOOK", func(f *fake) { f.written[0].section = "BOOK" }},
		{"no line at the beginning", "a CODE: no source line for its first 2 bytes", func(f *fake) { f.written = f.written[:1] }},
		{"label elsewhere", "a.s: label end at 8004 is in none of the unit's sections", func(f *fake) { f.labels[1].value++ }},
		{"label twice", "label begin is in a.s and in b.s", func(f *fake) { f.labels = append(f.labels, symbol{"begin", 0x8000, "b"}) }},
		{"label and constant", "state is a label and a constant", func(f *fake) { f.labels = append(f.labels, symbol{"state", 1, ""}) }},
		{"two values", "rom_start is both 8000 and 8001", func(f *fake) { f.labels = append(f.labels, symbol{"rom_start", 0x8001, ""}) }},
		{"overlap", "1 bytes at 8002 don't fit behind 8003", func(f *fake) { f.chunks = append(f.chunks, chunk{0x8002, []byte{0}}) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := newFake()
			c.spoil(&f)
			_, err := readProgram(f)
			require.EqualError(t, err, c.want)
		})
	}
}
