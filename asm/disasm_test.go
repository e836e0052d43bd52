package asm_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/emu/disasm"
)

// hexadecimal matches the numbers that a disassembly has in hexadecimal.
var hexadecimal = regexp.MustCompile(`\$([0-9A-F]+)`)

// source returns the disassembly of an image's code as a source text for its assembler,
// and the code itself. Lines of data are bytes; instructions counts the others.
func source(img *asm.Image) (text string, code []byte, instructions int) {
	start := img.Symbols["rom_start"]
	end := min(img.Symbols["text_end"], start+uint32(len(img.ROM)))
	gnu := img.CPU.Toolchain.Dialect == asm.GNU
	var s strings.Builder
	// as can reach a label by a displacement, but not a number.
	name := func(addr uint32) string {
		if !gnu || addr < start || addr-start >= uint32(len(img.ROM)) {
			return ""
		}
		label := fmt.Sprintf("L%X", addr)
		fmt.Fprintf(&s, "\t.set %s, first+0x%X\n", label, addr-start)
		return label
	}
	if gnu {
		s.WriteString("\t.text\nfirst:\n")
	} else {
		fmt.Fprintf(&s, "\t.org $%X\n", start)
	}
	at := start
	bytesTo := func(to uint32) {
		for ; at < to; at++ {
			fmt.Fprintf(&s, "\t.byte %d\n", img.ROM[at-start])
		}
	}
	for i, l := range img.Lines {
		if l.Addr < start || l.Addr >= end {
			continue // of the book's ROM
		}
		bytesTo(l.Addr)
		next := end
		if i+1 < len(img.Lines) {
			next = min(end, img.Lines[i+1].Addr)
		}
		in := disasm.Decode(img.CPU.Name, img.ROM[at-start:end-start], at, name)
		if text, err := img.SourceText(l); err != nil || img.CPU.IsData(text) || at+uint32(in.Size) > next {
			continue
		}
		instructions++
		line := in.Text
		if gnu {
			line = hexadecimal.ReplaceAllString(line, "0x$1")
		}
		s.WriteString("\t" + line + "\n")
		at += uint32(in.Size)
	}
	bytesTo(end)
	return s.String(), img.ROM[:end-start], instructions
}

// assemble returns the bytes of a source text, at the beginning of the ROM.
func assemble(t *testing.T, cpu *asm.CPU, start uint32, text string) []byte {
	t.Helper()
	dir := t.TempDir()
	run := func(name string, args ...string) {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("%s is not installed (Debian package %s)", name, cpu.Toolchain.Package)
		}
		c := exec.Command(name, args...)
		c.Dir = dir
		out, err := c.CombinedOutput()
		require.NoError(t, err, "%.2000s", out)
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "in.s"), []byte(text), 0o600))
	if cpu.Toolchain.Dialect == asm.CA65 {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "in.cfg"), []byte("MEMORY { ROM: start = 0, size = $10000; }\nSEGMENTS { CODE: load = ROM, type = ro; }\n"), 0o600))
		run("ca65", "--cpu", "6502", "-o", "in.o", "in.s")
		run("ld65", "-C", "in.cfg", "-o", "in.bin", "in.o")
	} else {
		run(cpu.Toolchain.Prefix+"as", append(cpu.Toolchain.Flags, "-o", "in.o", "in.s")...)
		run(cpu.Toolchain.Prefix+"ld", "-Ttext", fmt.Sprintf("0x%X", start), "-e", "0", "-o", "in.elf", "in.o")
		run(cpu.Toolchain.Prefix+"objcopy", "-j", ".text", "-O", "binary", "in.elf", "in.bin")
	}
	b, err := os.ReadFile(filepath.Join(dir, "in.bin"))
	require.NoError(t, err)
	return b
}

// The assembler makes of each disassembled instruction the bytes that the ROM has.
func TestDisassemblyAssemblesToTheSameROM(t *testing.T) {
	for _, cpu := range asm.CPUs {
		t.Run(cpu.Name, func(t *testing.T) {
			img, err := cpu.Load()
			require.NoError(t, err)
			text, code, instructions := source(img)
			require.Greater(t, instructions, 7000)
			got := assemble(t, cpu, img.Symbols["rom_start"], text)
			require.GreaterOrEqual(t, len(got), len(code))
			at := 0
			for at < len(code) && got[at] == code[at] {
				at++
			}
			require.True(t, bytes.Equal(code, got[:len(code)]), "at offset $%X: % X, was % X", at, got[max(0, at-4):min(len(got), at+8)], code[max(0, at-4):min(len(code), at+8)])
			t.Logf("%d instructions, %d bytes", instructions, len(code))
		})
	}
}
