package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/asm/tools/internal/tree"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// cpuNamed returns a CPU, or skips the test if its assembler is not installed.
func cpuNamed(t *testing.T, name string) *asm.CPU {
	t.Helper()
	cpu, err := asm.FindCPU(name)
	require.NoError(t, err)
	if _, err := exec.LookPath(cpu.Toolchain.Assembler()); err != nil {
		t.Skipf("%s is not installed: apt-get install %s", cpu.Toolchain.Assembler(), cpu.Toolchain.Package)
	}
	return cpu
}

// The committed sources build the committed ROMs, byte for byte.
func TestRebuildIsIdentical(t *testing.T) {
	for _, name := range asm.Names() {
		t.Run(name, func(t *testing.T) {
			cpu := cpuNamed(t, name)
			folder := filepath.Join("../..", cpu.Folder)
			files, err := build(cpu, folder, false)
			require.NoError(t, err)
			for _, f := range files {
				committed, err := os.ReadFile(filepath.Join(folder, f.Name))
				require.NoError(t, err)
				require.True(t, string(committed) == string(f.Content), "%s differs from the committed file: run make asm", f.Name)
			}
		})
	}
}

// smallEngine writes a small engine, the committed linker script with it, and returns the folder.
func smallEngine(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	ld, err := os.ReadFile("../../z80/z80.ld")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "z80.ld"), ld, 0o644))
	for name, text := range files {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	return dir
}

// read loads what was built.
func read(t *testing.T, cpu *asm.CPU, files []tree.File) *asm.Image {
	t.Helper()
	dir := fstest.MapFS{}
	for _, f := range files {
		dir[f.Name] = &fstest.MapFile{Data: f.Content}
	}
	img, err := asm.Read(dir, cpu)
	require.NoError(t, err)
	return img
}

// addresses returns an image's line table, one entry a line; symbols does the same for its symbols.
func addresses(img *asm.Image) string {
	var s strings.Builder
	for _, l := range img.Lines {
		fmt.Fprintf(&s, "%04X %s\n", l.Addr, l)
	}
	return s.String()
}

func symbols(img *asm.Image) string {
	var s strings.Builder
	for name, value := range img.Symbols {
		fmt.Fprintf(&s, "%04X %s %s\n", value, img.Kinds[name], name)
	}
	return s.String()
}

// Lines are followed through include files, macros, sections and numeric labels; constants come from include files;
// addresses and their bytes relocate across units.
func TestBuildSmallProgram(t *testing.T) {
	z80 := cpuNamed(t, "z80")
	dir := smallEngine(t, map[string]string{
		"start.s": `        .include "defs.inc"
        .global start, page
        .text
start:  ld      hl, state
        .include "code.inc"
1:      djnz    1b
        jr      1f
        TWICE   K
1:      call    far
        ld      a, page >> 8
        .section .page, "r"
        .balign 256
page:   .byte   1
`,
		"defs.inc": `        .equ    K, 7
        .equ    MINUS, -2
        .macro  TWICE n
        .rept   2
        ld      a, \n
        .endr
        .if     \n
        .exitm
        .endif
        nop
        .endm
`,
		"code.inc": "        inc     hl\n        .if 0\n        nop\n        .endif\n        inc     de\n",
		"far.s": `        .global far, state, word
        .section .rodata, "r"
word:   .word   far
        .bss
        .balign 256
state:  .space  3
        .text
far:    .byte   1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
        ret
`,
		"book.s": `        .global other, in_book
        .text
other:  call    in_book
        .section .book, "x"
        nop
in_book:
        jp      other
`,
	})
	files, err := build(z80, dir, false)
	require.NoError(t, err)
	img := read(t, z80, files)
	require.Equal(t, `0000 start.s:4
0003 code.inc:1
0004 code.inc:5
0005 start.s:6
0007 start.s:7
0009 start.s:8
000B start.s:8
000D start.s:9
0010 start.s:10
0012 book.s:3
0015 far.s:8
0021 far.s:9
8000 book.s:5
8001 book.s:7
`, addresses(img))
	for _, want := range []string{"0007 abs K", "FFFE abs MINUS", "0015 text far", "8001 text in_book", "8004 abs book_end", "0200 rodata word",
		"0100 rodata page", "4000 bss state", "4003 abs bss_end"} {
		require.Contains(t, symbols(img), want+"\n")
	}
	rom := img.ROM
	require.Equal(t, []byte{0x21, 0x00, 0x40, 0x23, 0x13, 0x10, 0xFE, 0x18, 0x04, 0x3E, 7, 0x3E, 7, 0xCD, 0x15, 0x00, 0x3E, 0x01, 0xCD, 0x01, 0x80}, rom[:21])
	require.Equal(t, []byte{0x00, 0xC3, 0x12, 0x00}, img.Book)
	require.Equal(t, []byte{0xC9, 0xFF}, rom[0x21:0x23], "end of code, gap")
	require.EqualValues(t, 1, rom[0x100], "page")
	require.Equal(t, []byte{0x15, 0x00}, rom[0x200:], "word")
}

// Without the book its room is the engine's, the folder is one that --rom can read, and only the
// sources of its CPU are built so.
func TestBuildWithoutTheBook(t *testing.T) {
	m6502 := cpuNamed(t, "6502")
	src, out := t.TempDir(), t.TempDir()
	require.NoError(t, os.CopyFS(src, os.DirFS("../../m6502")))
	f, err := os.OpenFile(filepath.Join(src, "try.s"), os.O_APPEND|os.O_WRONLY, 0)
	require.NoError(t, err)
	_, err = f.WriteString("\n.segment \"CODE\"\nextra: .res 100\n")
	require.NoError(t, err)
	require.NoError(t, f.Close())
	_, err = write(m6502, src, out, false)
	require.ErrorContains(t, err, "ROM is too small: ")
	built, err := write(m6502, src, out, true)
	require.NoError(t, err)
	img, err := asm.Read(os.DirFS(out), m6502)
	require.NoError(t, err)
	require.Equal(t, built.Sizes(), img.Sizes())
	committed, err := m6502.Load()
	require.NoError(t, err)
	require.Equal(t, [2]int{committed.Sizes().Text + 100, 0x8000}, [2]int{img.Sizes().Text, img.Sizes().ROMLimit})
	require.Empty(t, img.Book)
	_, err = img.BookROM(make([]byte, 1))
	require.Error(t, err, "no room for a table")
	require.EqualError(t, run("z80", out, true), "-nobook: the book of the z80 is not in the engine's ROM")
}

// The page on assembly names the options of the assembler, and the figures of the room.
func TestThePageHasTheAssemblersOptions(t *testing.T) {
	page, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	has := func(want string) {
		assert.True(t, strings.Contains(string(page), want), "asm/README.md lacks %q: mend the page by hand", want)
	}
	for _, cpu := range asm.CPUs {
		for _, flag := range cpu.Toolchain.Flags {
			if strings.HasPrefix(flag, "-march=") || strings.HasPrefix(flag, "-no-pad") {
				has("`" + flag + "`")
			}
		}
		for _, flag := range regexp.MustCompile("`(-march=[^`]*)`").FindAllStringSubmatch(string(page), -1) {
			require.Contains(t, asm.CPUs[0].Toolchain.Flags, flag[1])
		}
	}
	z80, err := asm.CPUs[0].Load()
	require.NoError(t, err)
	sizes := z80.Sizes()
	has(fmt.Sprintf("%d bytes beside the code and %s beside the book on the Z80", sizes.ROMLimit-sizes.ROM, strings.Replace(fmt.Sprint(sizes.Code2Limit-sizes.Code2), "1", "1,", 1)))
}

// An error in a source is reported on one line, with the source's name.
func TestBuildRefuses(t *testing.T) {
	z80 := cpuNamed(t, "z80")
	const start = "        .global start\n        .text\nstart:  nop\n"
	for _, c := range []struct{ name, code, want string }{
		{"ROM overflow", "        .space  16384\n", "ROM is too small: 1 bytes too many"},
		{"ROM overflow by tables", "        .section .rodata\n        .space 17000\n", "ROM is too small: 617 bytes too many"},
		{"RAM overflow", "        .bss\n        .space  16385\n", "RAM is too small: 1 bytes too many"},
		{"book's code too large", "        .section .book, \"x\"\n        .space  4097\n", "the code in the book's ROM is too large: 4,096 bytes are left beside the table"},
		{"initialised RAM", "        .data\n        .byte   1\n", ".data is not empty"},
		{"immediate out of range", "        ld      a, 300\n", "start.s:4: Warning: 8-bit overflow (+300)"},
		{"binary file cut", "        .incbin \"z80.ld\", 4, 99999\n", "start.s:4: Error: skip (4) or count (99999) invalid"},
		{"label not global", "helper: ret\n", "start.s: label helper is not .global"},
		{"label undefined", "        jp      nowhere\n", "start.s:4: undefined symbol nowhere"},
		{"label undefined and ROM overflow", "        nop\n        jp      nowhere\n        .space  16384\n", "start.s:5: undefined symbol nowhere"},
		{"jump out of reach", "        .global there\n        .space 200\nthere:  jr      start\n", "start.s:6: "},
		{"section in a conditional", "        .if     1\n        .bss\n        .endif\n", "start.s:5: .bss: switch sections"},
		{"unknown section", "        .section .rom2, \"r\"\n        .byte   1\n", ".rom2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := build(z80, smallEngine(t, map[string]string{"start.s": start + c.code}), false)
			require.ErrorContains(t, err, c.want)
			if strings.HasSuffix(c.want, "too many") {
				require.Equal(t, c.want, err.Error(), "one line")
			}
		})
	}
	require.EqualError(t, run("8080", "", false), `asm: no engine for the CPU "8080": want one of z80, 6502, 68000`)
}
