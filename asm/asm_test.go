package asm

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

// The ROMs are built from the sources as they are.
func TestROMIsFresh(t *testing.T) {
	for _, cpu := range CPUs {
		img, err := cpu.Load()
		require.NoError(t, err)
		require.NoError(t, img.Manifest.Check(os.DirFS(cpu.Folder)), "%s: %s", cpu.Name, rebuild)
	}
}

// The check above can fail: it names the file that was changed, added or removed.
func TestStaleSourceIsNamed(t *testing.T) {
	var fresh Manifest // of the folder as it is, so that this test doesn't fail with the one above
	names, err := Sources(os.DirFS("z80"))
	require.NoError(t, err)
	for _, name := range append(names, "z80.rom", "z80book.rom", "z80.sym", "z80.lines") {
		b, err := os.ReadFile(filepath.Join("z80", name))
		require.NoError(t, err)
		fresh = append(fresh, Hash(name, b))
	}
	for _, c := range []struct {
		name, file string
		spoil      func(path string) error
	}{
		{"source changed", "start.s", appendByte},
		{"include changed", "constants_gen.inc", appendByte},
		{"binary table changed", "weights_gen.bin", appendByte},
		{"binary table cut", "weights_gen.bin", func(path string) error { return os.Truncate(path, 7000) }},
		{"binary table removed", "weights_gen.bin", os.Remove},
		{"binary table added", "unheard_of.bin", func(path string) error { return os.WriteFile(path, nil, 0o644) }},
		{"linker script changed", "z80.ld", appendByte},
		{"ROM changed", "z80.rom", appendByte},
		{"book's ROM changed", "z80book.rom", appendByte},
		{"symbols changed", "z80.sym", appendByte},
		{"lines changed", "z80.lines", appendByte},
		{"source removed", "start.s", os.Remove},
		{"source added", "unheard_of.s", func(path string) error { return os.WriteFile(path, nil, 0o644) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			require.NoError(t, os.CopyFS(dir, os.DirFS("z80")))
			require.NoError(t, fresh.Check(os.DirFS(dir)))
			require.NoError(t, c.spoil(filepath.Join(dir, c.file)))
			require.ErrorContains(t, fresh.Check(os.DirFS(dir)), c.file+":")
		})
	}
}

func appendByte(path string) error {
	b, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(b, '\n'), 0o644)
}

func TestImageIsConsistent(t *testing.T) {
	img, err := Load("z80")
	require.NoError(t, err)
	s := img.Sizes()
	require.Equal(t, 16384, s.ROMLimit)
	require.Equal(t, 16384, s.RAMLimit)
	require.LessOrEqual(t, s.ROM, s.ROMLimit)
	require.LessOrEqual(t, s.RAM, s.RAMLimit)
	require.GreaterOrEqual(t, s.Fill(), 0)
	require.NotZero(t, s.Text)
	require.Equal(t, 4096, s.Code2Limit)
	require.Equal(t, int(img.Symbols["book_end"]-img.Symbols["book_start"]), s.Code2)
	require.Contains(t, s.String(), fmt.Sprintf("\nROM %5d of 4096 bytes beside the book's table; %d free\n", s.Code2, 4096-s.Code2))

	require.Zero(t, img.Symbols["start"], "the CPU begins at $0000")

	lines := map[uint32]bool{}
	for _, l := range img.Lines {
		lines[l.Addr] = true
		text, err := img.SourceText(l)
		require.NoError(t, err)
		require.NotEmpty(t, text, "%v", l)
	}
	for name, kind := range img.Kinds {
		addr := img.Symbols[name]
		within := func(section string) bool {
			return addr >= img.Symbols[section+"_start"] && addr < img.Symbols[section+"_end"]
		}
		switch kind {
		case Text:
			require.True(t, within("text") || within("book") || within("module"), name)
			require.True(t, lines[addr], "%s: a line begins there", name)
		case Rodata:
			inModule := addr >= img.Symbols["module_end"] && addr < img.Symbols["module_limit"]
			require.True(t, within("rodata") || inModule, name)
		case BSS:
			require.GreaterOrEqual(t, addr, img.Symbols["bss_start"], name)
			require.LessOrEqual(t, addr, img.Symbols["bss_end"], name)
		}
	}
}

// Callers get one image of a name, also when they load at the same time, and an unknown name is an
// error that lists the names.
func TestLoadByName(t *testing.T) {
	images := make(chan *Image)
	for range 8 {
		go func() {
			img, _ := Load("z80")
			images <- img
		}()
	}
	first := <-images
	require.NotNil(t, first)
	for range 7 {
		require.Same(t, first, <-images)
	}
	for _, name := range []string{"", "8080", "Z80", "m6502", "../asm/z80", "z80/"} {
		_, err := Load(name)
		require.EqualError(t, err, fmt.Sprintf("asm: no engine for the CPU %q: want one of z80, 6502, 68000", name))
	}
}

// The book's ROM is code, then the table where the code expects it, then $FF; a table that is too
// large is refused.
func TestBookROM(t *testing.T) {
	img, err := Load("z80")
	require.NoError(t, err)
	require.Len(t, img.Book, int(img.Symbols["book_end"]-img.Symbols["book_start"]))
	rom, err := img.BookROM([]byte{1, 2, 3})
	require.NoError(t, err)
	size := int(img.Symbols["book_limit"] - img.Symbols["book_start"])
	require.Len(t, rom, size)
	require.Equal(t, img.Book, rom[:len(img.Book)])
	table := int(img.Symbols["book_table"] - img.Symbols["book_start"])
	require.Equal(t, []byte{0xFF, 1, 2, 3, 0xFF}, rom[table-1:table+4])

	_, err = img.BookROM(make([]byte, size-table))
	require.NoError(t, err)
	_, err = img.BookROM(make([]byte, size-table+1))
	require.ErrorContains(t, err, "12283 bytes, its ROM has room for 12282")

	without := *img
	without.Book = nil
	rom, err = without.BookROM(nil)
	require.NoError(t, err)
	require.Nil(t, rom)
}

// A damaged file is refused, with its name and the line.
func TestReadRefuses(t *testing.T) {
	dir := fstest.MapFS{}
	for _, ext := range []string{".rom", "book.rom", "module.rom", ".sym", ".lines", ".cycles", ".manifest"} {
		b, err := os.ReadFile("z80/z80" + ext)
		require.NoError(t, err)
		dir["z80"+ext] = &fstest.MapFile{Data: b}
	}
	z80 := CPUs[0]
	_, err := Read(dir, z80)
	require.NoError(t, err)
	for _, c := range []struct{ name, file, content, want string }{
		{"symbols", "z80.sym", "# x\ncode .text a 0\n", `asm z80: z80.sym:2: "code" is not a kind of symbol`},
		{"no section bounds", "z80.sym", "abs\n1 rom_start\n", "asm z80: z80.sym: no constant rom_limit, which the linker script must define"},
		{"lines", "z80.lines", "start .text\nstart.s\n1 9999\n", `asm z80: z80.lines:3: 9999 bytes, 6 are left of start .text`},
		{"cycles", "z80.cycles", "idle 7\n", `asm z80: z80.cycles:1: "7" is not a workload`},
		{"no hash", "z80.manifest", "1234  start.s\n", `asm z80: z80.manifest:1: "1234  start.s" is not a SHA-256 hash and a name`},
		{"no name", "z80.manifest", strings.Repeat("0", 64) + "\n", `z80.manifest:1: "000`},
		{"file twice", "z80.manifest", strings.Repeat(strings.Repeat("0", 64)+"  start.s\n", 2), `z80.manifest:2: start.s appears twice`},
	} {
		t.Run(c.name, func(t *testing.T) {
			bad := maps.Clone(dir)
			bad[c.file] = &fstest.MapFile{Data: []byte(c.content)}
			_, err := Read(bad, z80)
			require.ErrorContains(t, err, c.want)
			delete(bad, c.file)
			img, err := Read(bad, z80)
			if c.file == "z80.cycles" { // make asm doesn't measure
				require.NoError(t, err)
				require.Empty(t, img.Cycles)
				return
			}
			require.ErrorContains(t, err, c.file)
		})
	}
}

// Each generated file is marked as such, for diffs and statistics, and each file that is hashed has
// the same line ends on every system.
func TestGitAttributes(t *testing.T) {
	generated := []string{
		"z80.rom", "z80book.rom", "z80.sym", "z80.lines", "z80.manifest", "z80.cycles", "constants_gen.inc", "tables_gen.s", "weights_gen.s",
		"weights_gen.bin",
	}
	attribute := func(attr, file string) string {
		out, err := exec.Command("git", "check-attr", attr, "--", filepath.Join("z80", file)).Output()
		if err != nil {
			t.Skipf("git check-attr: %v", err)
		}
		return strings.TrimSpace(string(out[bytes.LastIndexByte(out, ':')+1:]))
	}
	for _, file := range generated {
		require.Equal(t, "set", attribute("linguist-generated", file), file)
	}
	for _, file := range []string{"z80.rom", "z80book.rom", "weights_gen.bin"} {
		require.Equal(t, "set", attribute("binary", file), file)
	}
	require.Equal(t, "unspecified", attribute("linguist-generated", "search.s"))
	names, err := Sources(os.DirFS("z80"))
	require.NoError(t, err)
	for _, file := range append(names, "z80.sym", "z80.lines", "z80.manifest") {
		if !strings.HasSuffix(file, ".bin") {
			require.Equal(t, "lf", attribute("eol", file), file)
		}
	}
}

func BenchmarkRead(b *testing.B) {
	for b.Loop() {
		if _, err := Read(os.DirFS("z80"), CPUs[0]); err != nil {
			b.Fatal(err)
		}
	}
}
