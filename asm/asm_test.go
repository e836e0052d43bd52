package asm

import (
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

// Sources and ROM belong together: fails when a source changed and make asm was not run.
func TestROMIsFresh(t *testing.T) {
	img, err := Z80()
	require.NoError(t, err)
	require.NoError(t, img.Manifest.Check(os.DirFS("z80")))
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
	img, err := Z80()
	require.NoError(t, err)
	s := img.Sizes()
	require.Equal(t, 16384, s.ROMLimit)
	require.Equal(t, 16384, s.RAMLimit)
	require.LessOrEqual(t, s.ROM, s.ROMLimit)
	require.LessOrEqual(t, s.RAM, s.RAMLimit)
	require.GreaterOrEqual(t, s.Fill(), 0)
	require.NotZero(t, s.Text)

	start, err := img.Addr("start")
	require.NoError(t, err)
	require.Zero(t, start, "the CPU begins at $0000")
	_, err = img.Addr("no_such_label")
	require.ErrorContains(t, err, "no_such_label")

	for name, kind := range img.Kinds {
		addr := img.Symbols[name]
		switch kind {
		case Text:
			require.True(t, img.inCode(addr), name)
			got, offset, ok := img.RoutineAt(addr)
			require.True(t, ok, name)
			require.Zero(t, offset, name)
			require.Equal(t, addr, img.Symbols[got], name)
			line, ok := img.LineAt(addr)
			require.True(t, ok, name)
			require.Equal(t, addr, line.Addr, name)
		case BSS:
			require.GreaterOrEqual(t, addr, img.Symbols["ram_start"], name)
			require.LessOrEqual(t, addr, img.Symbols["ram_limit"], name)
		}
	}
	for _, l := range img.Lines {
		text, err := img.SourceText(l)
		require.NoError(t, err)
		require.NotEmpty(t, text, "%v", l)
	}
	for _, end := range []string{"text_end", "book_end"} {
		_, _, ok := img.RoutineAt(img.Symbols[end])
		require.False(t, ok, "beyond the code")
		_, ok = img.LineAt(img.Symbols[end])
		require.False(t, ok, "beyond the code")
	}
}

// The book's ROM is code, then the table where the code looks for it, then nothing; a table too large is refused.
func TestBookROM(t *testing.T) {
	img, err := Z80()
	require.NoError(t, err)
	require.Len(t, img.Book, int(img.Symbols["book_end"]-img.Symbols["book_start"]))
	rom, err := img.BookROM([]byte{1, 2, 3})
	require.NoError(t, err)
	require.Len(t, rom, 16384)
	require.Equal(t, img.Book, rom[:len(img.Book)])
	require.Equal(t, []byte{0xFF, 1, 2, 3, 0xFF}, rom[383:388])

	_, err = img.BookROM(make([]byte, 16000))
	require.NoError(t, err)
	_, err = img.BookROM(make([]byte, 16001))
	require.ErrorContains(t, err, "16001 bytes, its ROM has room for 16000")

	without := *img
	without.Book = nil
	rom, err = without.BookROM(nil)
	require.NoError(t, err)
	require.Nil(t, rom)
}

// A damaged file is refused with its name and line.
func TestLoadRefuses(t *testing.T) {
	for _, c := range []struct{ name, file, content, want string }{
		{"no address", "z80.sym", "# x\nwxyz text a\n", `z80.sym:2: "wxyz" is not a hexadecimal address`},
		{"unknown kind", "z80.sym", "0000 code a\n", `z80.sym:1: "code" is not a kind`},
		{"symbol twice", "z80.sym", "0000 text a\n0001 text a\n", "z80.sym:2: a appears twice"},
		{"field missing", "z80.sym", "0000 a\n", "z80.sym:1: "},
		{"no section bounds", "z80.sym", "0000 text a\n", "no constant rom_start"},
		{"no line number", "z80.lines", "0000 start.s\n", `z80.lines:1: "start.s" is not file:line`},
		{"line zero", "z80.lines", "0000 start.s:0\n", `z80.lines:1: `},
		{"falling address", "z80.lines", "0002 a.s:1\n0001 a.s:2\n", "z80.lines:2: address 0001 doesn't rise"},
		{"no hash", "z80.manifest", "1234  start.s\n", `z80.manifest:1: "1234" is not a SHA-256 hash`},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := fstest.MapFS{}
			for _, ext := range []string{".rom", "book.rom", ".sym", ".lines", ".manifest"} {
				b, err := os.ReadFile("z80/z80" + ext)
				require.NoError(t, err)
				dir["z80"+ext] = &fstest.MapFile{Data: b}
			}
			_, err := Load(dir, "z80")
			require.NoError(t, err)
			dir[c.file] = &fstest.MapFile{Data: []byte(c.content)}
			_, err = Load(dir, "z80")
			require.ErrorContains(t, err, c.want)
			delete(dir, c.file)
			_, err = Load(dir, "z80")
			require.ErrorContains(t, err, c.file)
		})
	}
}
