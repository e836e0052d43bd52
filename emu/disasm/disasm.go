// Package disasm disassembles code of the machines, and finds out how many clock
// cycles each instruction takes.
package disasm

import (
	"fmt"
	"strings"
)

// Instruction is a decoded instruction.
type Instruction struct {
	// Text is the instruction in the syntax of the project's assemblers, with
	// hexadecimal numbers as $1F. Bytes that are no instruction are .byte or, of the
	// 68000, .word.
	Text string
	// Size is its length in bytes, from 1 to the length of the code.
	Size int
}

// decoders are the disassemblers by CPU. They return "" for what is no instruction.
var decoders = map[string]func(c *code) string{"z80": decodeZ80, "6502": decode6502, "68000": decode68000}

// Decode decodes the instruction at the beginning of some code, which lies at addr and
// is not empty. cpu is the name of a machine. name returns what an address is called,
// or "" to show its number; it may be nil.
func Decode(cpu string, bytes []byte, addr uint32, name func(addr uint32) string) Instruction {
	c := &code{bytes: bytes, addr: addr, name: name}
	if decode := decoders[cpu]; decode != nil {
		if text := decode(c); text != "" && !c.cut {
			return Instruction{text, c.n}
		}
	}
	if cpu == "68000" && len(bytes) > 1 && addr%2 == 0 {
		return Instruction{fmt.Sprintf(".word $%02X%02X", bytes[0], bytes[1]), 2}
	}
	return Instruction{fmt.Sprintf(".byte $%02X", bytes[0]), 1}
}

// code is read from its beginning.
type code struct {
	bytes []byte
	addr  uint32
	name  func(addr uint32) string
	n     int  // bytes read
	cut   bool // it ended too early
}

// byte reads the next byte.
func (c *code) byte() byte {
	if c.n >= len(c.bytes) {
		c.cut = true
		return 0
	}
	c.n++
	return c.bytes[c.n-1]
}

// little reads the next word, its low byte first; big, its high byte first.
func (c *code) little() uint32 { low := c.byte(); return uint32(c.byte())<<8 | uint32(low) }
func (c *code) big() uint32    { high := c.byte(); return uint32(high)<<8 | uint32(c.byte()) }

// at returns an address by its name, or as a number of some digits.
func (c *code) at(addr uint32, digits int) string {
	if c.name != nil {
		if name := c.name(addr); name != "" {
			return name
		}
	}
	return fmt.Sprintf("$%0*X", digits, addr)
}

// relative returns the address that a signed displacement leads to from the end of
// what was read.
func (c *code) relative(d int) uint32 { return c.addr + uint32(c.n+d) }

// pick returns an entry of a list that is separated by blanks, "" for - and for none.
func pick(list string, i int) string {
	all := strings.Fields(list)
	if i >= len(all) || all[i] == "-" {
		return ""
	}
	return all[i]
}
