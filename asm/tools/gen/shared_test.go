package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/asm/tools/internal/tree"
	"github.com/searchex/searchex/goengine/book"
	"github.com/searchex/searchex/internal/probe"
	"github.com/stretchr/testify/require"
)

// assemble assembles x.s in a folder, and returns the bytes and where the exported labels are in them.
func assemble(t *testing.T, cpu *asm.CPU, dir string) ([]byte, map[string]int) {
	if cpu.Toolchain.Dialect == asm.CA65 {
		return cc65(t, dir)
	}
	return gnu(t, cpu.Toolchain.Prefix, dir)
}

// byteOrder returns the CPU's order of bytes in memory.
func byteOrder(cpu *asm.CPU) binary.AppendByteOrder {
	if cpu.BigEndian {
		return binary.BigEndian
	}
	return binary.LittleEndian
}

func call(t *testing.T, dir, program string, args ...string) string {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	require.NoError(t, err, said.String())
	require.Empty(t, said.String(), "no warnings")
	return string(out)
}

// gnu assembles x.s with the programs whose names begin with a prefix, and links its sections in a row from 0 on.
func gnu(t *testing.T, prefix, dir string) ([]byte, map[string]int) {
	script := "SECTIONS { . = 0; .all : { *(.page) *(.rodata) } }\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "x.ld"), []byte(script), 0o644))
	call(t, dir, prefix+"as", "-o", "x.o", "x.s")
	call(t, dir, prefix+"ld", "-T", "x.ld", "-o", "x", "x.o")
	call(t, dir, prefix+"objcopy", "-O", "binary", "-j", ".all", "x", "x.bin")
	image, err := os.ReadFile(filepath.Join(dir, "x.bin"))
	require.NoError(t, err)
	return image, positions(t, call(t, dir, prefix+"nm", "x"), `(?m)^([0-9a-f]+) [A-Z] (\w+)$`)
}

func cc65(t *testing.T, dir string) ([]byte, map[string]int) {
	script := `MEMORY { ROM: start = 0, size = $8000, type = ro, file = "x.bin"; }
SEGMENTS { PAGE: load = ROM, type = ro, align = $100, optional = yes; RODATA: load = ROM, type = ro, optional = yes; }
`
	require.NoError(t, os.WriteFile(filepath.Join(dir, "x.cfg"), []byte(script), 0o644))
	call(t, dir, "ca65", "-o", "x.o", "x.s")
	call(t, dir, "ld65", "-C", "x.cfg", "-Ln", "x.labels", "-o", "x", "x.o")
	image, err := os.ReadFile(filepath.Join(dir, "x.bin"))
	require.NoError(t, err)
	labels, err := os.ReadFile(filepath.Join(dir, "x.labels"))
	require.NoError(t, err)
	return image, positions(t, string(labels), `(?m)^al ([0-9A-F]+) \.(\w+)$`)
}

func positions(t *testing.T, text, pattern string) map[string]int {
	at := map[string]int{}
	for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
		n, err := strconv.ParseInt(m[1], 16, 64)
		require.NoError(t, err)
		at[m[2]] = int(n)
	}
	return at
}

// assembled writes files, assembles x.s and returns the bytes and the labels. It skips the test without an assembler.
func assembled(t *testing.T, cpu *asm.CPU, files map[string]string) ([]byte, map[string]int) {
	t.Helper()
	if _, err := exec.LookPath(cpu.Toolchain.Assembler()); err != nil {
		t.Skipf("%s is not installed: apt-get install %s", cpu.Toolchain.Assembler(), cpu.Toolchain.Package)
	}
	dir := t.TempDir()
	for name, text := range files {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	return assemble(t, cpu, dir)
}

// The generated files assemble to the numbers that Go has, in the CPU's byte order.
func TestGeneratedFilesAssembleToTheNumbersOfGo(t *testing.T) {
	for _, cpu := range asm.CPUs {
		d, order := dialectOf(cpu), byteOrder(cpu)
		t.Run(cpu.Name+" tables", func(t *testing.T) {
			net, err := netTables(cpu)
			require.NoError(t, err)
			files := map[string]string{weightsFile: string(inFile(net, weightsFile))}
			all := append(append(tables(cpu), net...), table{name: "some_words", words: []int16{-300, 4660, -1, 0}, align: 2},
				table{name: "some_longs", longs: []uint32{0x12345678, 0xFFFFFFFE}})
			// With the first root table on page 1 the pages are the bytes that pstPages counts from 1.
			files["x.s"] = d.equ(pstFirst, 1, false) + "\n" + emitTables(d, all)
			image, at := assembled(t, cpu, files)
			for _, want := range all {
				require.Contains(t, at, want.name)
				b := append([]byte{}, want.bytes...)
				for _, w := range want.words {
					b = order.AppendUint16(b, uint16(w))
				}
				for _, l := range want.longs {
					b = order.AppendUint32(b, l)
				}
				from := at[want.name]
				require.Equal(t, b, image[from:from+len(b)], want.name)
				if n := max(want.align, 1); cpu.Pages || n <= 4 {
					require.Zero(t, from%n, "%s at %04X", want.name, from)
				}
			}
		})
		t.Run(cpu.Name+" constants", func(t *testing.T) {
			all := append(groups(cpu), probe.Constants{Title: "Negative.", List: []probe.Constant{{Name: "MINUS", Value: -2}}})
			include := "        .include \"x.inc\"\n"
			source := include + include // as an include file of another may do
			source += d.section(1) + "\n"
			var want []byte
			for _, g := range all {
				for _, c := range g.List {
					source += fmt.Sprintf("        .word   %s & 65535\n", c.Name)
					want = order.AppendUint16(want, uint16(c.Value))
				}
			}
			image, _ := assembled(t, cpu, map[string]string{"x.s": source, "x.inc": emitConstants(d, all)})
			require.Equal(t, want, image[:len(want)])
		})
	}
}

// The keys in the 68000's longwords are those of the other engines: the windows of the bytes in the
// Z80's ROM.
func TestKeysAreEqualOnByteAndWordMachines(t *testing.T) {
	img, err := asm.Load("z80")
	require.NoError(t, err)
	at := int(img.Symbols["key_bytes"] - img.Symbols["rom_start"])
	m68k, err := asm.FindCPU("68000")
	require.NoError(t, err)
	windows := keys(m68k)
	image, labels := assembled(t, m68k, map[string]string{"x.s": emitTables(dialectOf(m68k), []table{windows})})
	for i := range windows.longs {
		// As a 68000 reads it: four bytes at an address that is a multiple of four, high byte first.
		address := labels["key_windows"] + 4*i
		require.Zero(t, address%4)
		require.Equal(t, binary.LittleEndian.Uint32(img.ROM[at+i:]), binary.BigEndian.Uint32(image[address:]), "window %d", i)
	}
	last := int(img.Symbols["EP_KEY_AT"]) + 7 // file h
	require.Len(t, windows.longs, last+1)
}

// The generator and the linker scripts have the same number for the same thing.
func TestLayoutsAgree(t *testing.T) {
	for _, cpu := range asm.CPUs {
		img, err := cpu.Load()
		require.NoError(t, err)
		if cpu.RootTables != 0 {
			require.EqualValues(t, cpu.RootTables, img.Symbols["pst"], "%s: pst in memory.s, RootTables in asm/cpu.go", cpu.Name)
		}
		require.EqualValues(t, book.MaxSize, img.Symbols["book_limit"]-img.Symbols["book_table"], "%s: room for the book's table", cpu.Name)
	}
}

var defined = regexp.MustCompile(`(?m)^\s*(?:\.equ|\.set|\.equiv)\s+(\w+)\s*,|^(\w+)\s*=[^=]`)

// No source written by hand defines the name of a shared number again, which assemblers accept.
func TestSharedConstantsAreNotCopied(t *testing.T) {
	root, err := tree.Asm()
	require.NoError(t, err)
	checked := 0
	for _, cpu := range asm.CPUs {
		shared := map[string]bool{}
		for _, g := range groups(cpu) {
			for _, c := range g.List {
				shared[c.Name] = true
			}
		}
		names, err := asm.Sources(os.DirFS(filepath.Join(root, cpu.Folder)))
		require.NoError(t, err)
		for _, name := range names {
			if strings.Contains(name, "_gen.") || strings.HasSuffix(name, ".ld") || strings.HasSuffix(name, ".cfg") {
				continue
			}
			text, err := os.ReadFile(filepath.Join(root, cpu.Folder, name))
			require.NoError(t, err)
			for _, m := range defined.FindAllSubmatch(text, -1) {
				symbol := string(m[1]) + string(m[2])
				require.False(t, shared[symbol], "%s/%s defines %s, which constants_gen.inc has", cpu.Folder, name, symbol)
				checked++
			}
		}
	}
	require.Greater(t, checked, 20, "the hand-written constants of the Z80 are found")
}
