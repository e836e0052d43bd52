package asm

import (
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"

	beevik "github.com/beevik/go6502/cpu"
	"github.com/stretchr/testify/require"
)

// code6502 is the 6502's engine with its parts.
type code6502 struct {
	img   *Image
	parts []Part
}

func loadCode6502(t *testing.T) code6502 {
	img, err := Load("6502")
	require.NoError(t, err)
	read := func(name string) string {
		text, err := fs.ReadFile(img.source, name)
		require.NoError(t, err)
		return string(text)
	}
	parts, _, err := parseSymbols("m6502.sym", read("m6502.sym"))
	require.NoError(t, err)
	require.NoError(t, parseLines("m6502.lines", read("m6502.lines"), parts))
	return code6502{img, parts}
}

// bytes returns bytes of the ROM.
func (c code6502) bytes(addr, size uint32) []byte {
	at := addr - c.img.Symbols["rom_start"]
	return c.img.ROM[at : at+size]
}

// inPage0 returns the parts in page 0, by rising address.
func (c code6502) inPage0() []Part {
	return slices.DeleteFunc(slices.Clone(c.parts), func(p Part) bool { return p.Kind != BSS || p.Addr > 0xFF })
}

// data matches a source line that makes data.
var data = regexp.MustCompile(`^(\w+:|@\w+:)?\s*\.(byte|word|addr|lobytes|hibytes)\b`)

// onPage0 has, for each absolute mode, the mode that addresses page 0 with one byte less.
var onPage0 = map[beevik.Mode]beevik.Mode{beevik.ABS: beevik.ZPG, beevik.ABX: beevik.ZPX, beevik.ABY: beevik.ZPY}

// operands calls f with each instruction in the code of a line, and its operand.
func operands(set *beevik.InstructionSet, code []byte, f func(i *beevik.Instruction, operand []byte)) error {
	for len(code) > 0 {
		i := set.Lookup(code[0])
		if int(i.Length) > len(code) {
			return fmt.Errorf("%s takes %d bytes, its line made %d", i.Name, i.Length, len(code))
		}
		f(i, code[1:i.Length])
		code = code[i.Length:]
	}
	return nil
}

// long reports whether an instruction addresses page 0 by an absolute address though there is a shorter form.
func long(set *beevik.InstructionSet, i *beevik.Instruction, operand []byte) bool {
	short, absolute := onPage0[i.Mode]
	return absolute && operand[1] == 0 && slices.ContainsFunc(set.GetInstructions(i.Name), func(o *beevik.Instruction) bool { return o.Mode == short })
}

// each calls f with each instruction in the ROM.
func (c code6502) each(t *testing.T, f func(unit string, at fmt.Stringer, i *beevik.Instruction, operand []byte)) {
	set := beevik.GetInstructionSet(beevik.NMOS)
	instructions := 0
	for _, p := range c.parts {
		if p.Kind != Text || p.Section != "CODE" {
			continue
		}
		for _, l := range p.Lines {
			line := Line{p.Addr + l.Offset, l.File, l.Line}
			text, err := c.img.SourceText(line)
			require.NoError(t, err)
			if data.MatchString(text) {
				continue
			}
			require.NoError(t, operands(set, c.bytes(line.Addr, l.Size), func(i *beevik.Instruction, operand []byte) {
				f(p.Unit, line, i, operand)
				instructions++
			}), line)
		}
	}
	require.Greater(t, instructions, 3000)
}

// No instruction uses a three-byte form, which takes a cycle more, for an address in page 0.
func TestPage0IsAddressedAsPage0(t *testing.T) {
	set := beevik.GetInstructionSet(beevik.NMOS)
	loadCode6502(t).each(t, func(_ string, at fmt.Stringer, i *beevik.Instruction, operand []byte) {
		require.False(t, long(set, i, operand), "%v: %s % X", at, i.Name, operand)
	})
}

// The check above can fail.
func TestALongOperandIsFound(t *testing.T) {
	set := beevik.GetInstructionSet(beevik.NMOS)
	for _, c := range []struct {
		what string
		code []byte
		long int // of its instructions
		err  string
	}{
		{"lda $12", []byte{0xA5, 0x12}, 0, ""},
		{"lda $0012", []byte{0xAD, 0x12, 0x00}, 1, ""},
		{"inx, then sta $0012,x", []byte{0xE8, 0x9D, 0x12, 0x00}, 1, ""},
		{"ldx $0012,y", []byte{0xBE, 0x12, 0x00}, 1, ""},
		{"lda $0012,y: page 0 has no such instruction", []byte{0xB9, 0x12, 0x00}, 0, ""},
		{"lda $0112", []byte{0xAD, 0x12, 0x01}, 0, ""},
		{"jsr $0012: neither", []byte{0x20, 0x12, 0x00}, 0, ""},
		{"half an lda", []byte{0xE8, 0xAD, 0x12}, 0, "LDA takes 3 bytes, its line made 2"},
	} {
		found := 0
		err := operands(set, c.code, func(i *beevik.Instruction, operand []byte) {
			if long(set, i, operand) {
				found++
			}
		})
		if c.err != "" {
			require.EqualError(t, err, c.err, c.what)
			continue
		}
		require.NoError(t, err, c.what)
		require.Equal(t, c.long, found, c.what)
	}
}

// labelsAt returns the last labels up to an address, none before the part's first.
func (p Part) labelsAt(addr uint32) (names []string) {
	last := uint32(0)
	for _, l := range p.Labels {
		if at := p.Addr + l.Offset; at <= addr {
			if at != last {
				names, last = nil, at
			}
			names = append(names, l.Name)
		}
	}
	return names
}

// includes matches the directive that includes a file.
var includes = regexp.MustCompile(`\.include "(\w+\.inc)"`)

// source returns the text of a source and of all files that it includes.
func (c code6502) source(t *testing.T, name string) string {
	text, err := fs.ReadFile(c.img.source, name)
	require.NoError(t, err)
	all := string(text)
	for _, m := range includes.FindAllStringSubmatch(all, -1) {
		all += c.source(t, m[1])
	}
	return all
}

// No unit uses bytes of page 0 that belong to another unit alone.
func TestAUnitKeepsToItsPage0(t *testing.T) {
	c := loadCode6502(t)
	plan := c.inPage0()
	sources := map[string]string{}
	c.each(t, func(unit string, at fmt.Stringer, i *beevik.Instruction, operand []byte) {
		if !slices.Contains([]beevik.Mode{beevik.ZPG, beevik.ZPX, beevik.ZPY, beevik.IDX, beevik.IDY}, i.Mode) {
			return
		}
		addr := uint32(operand[0])
		n := slices.IndexFunc(plan, func(p Part) bool { return p.Addr <= addr && addr < p.end() })
		require.GreaterOrEqual(t, n, 0, "%v: %s $%02X: nothing is planned there", at, i.Name, addr)
		if plan[n].Unit == unit || plan[n].Unit == "memory" {
			return
		}
		if sources[unit] == "" {
			sources[unit] = c.source(t, unit+".s")
		}
		require.True(t, slices.ContainsFunc(plan[n].labelsAt(addr), func(label string) bool {
			return regexp.MustCompile(`\.(import|global)zp .*\b` + label + `\b`).MatchString(sources[unit])
		}), "%v: %s $%02X is of %s.s", at, i.Name, addr, plan[n].Unit)
	})
}

// The parts of page 0 have no gaps, do not overlap, and fit. With -v the test prints the map of
// page 0.
func TestPage0IsPlanned(t *testing.T) {
	var plan strings.Builder
	end := uint32(0)
	for _, p := range loadCode6502(t).inPage0() {
		require.Equal(t, end, p.Addr, "%v begins where the part before ends", p)
		require.Equal(t, "ZEROPAGE", p.Section)
		end = p.end()
		fmt.Fprintf(&plan, "$%02X %3d bytes of %s.s\n", p.Addr, p.Size, p.Unit)
		for i, l := range p.Labels {
			fmt.Fprintf(&plan, "    $%02X %3d %s\n", p.Addr+l.Offset, p.bytesBefore(i+1)-l.Offset, l.Name)
		}
	}
	t.Logf("page 0, label by label; of names that begin with _ the bytes go to the label before:\n%s$%02X %3d bytes free", &plan, end, 0x100-end)
	require.LessOrEqual(t, end, uint32(0x100))
}
