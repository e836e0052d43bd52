// Package poke changes bytes of an emulated ROM, to show how a difference is found.
package poke

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/emu"
)

// Change is a new value for one byte of a ROM.
type Change struct {
	Addr uint32
	To   byte
}

// Parse reads ADDR=BYTE for a program's ROM. Numbers are hexadecimal with $ or 0x, or
// decimal; the address may be label or label+offset.
func Parse(s string, p *emu.Program) (Change, error) {
	where, what, ok := strings.Cut(s, "=")
	if !ok {
		return Change{}, fmt.Errorf("want ADDR=BYTE")
	}
	b, err := Number(what)
	if err != nil || b > 0xFF {
		return Change{}, fmt.Errorf("%q is not a byte", what)
	}
	addr, err := Address(where, p)
	if err != nil {
		return Change{}, err
	}
	if !p.InROM(addr) {
		return Change{}, fmt.Errorf("$%04x is not in the ROM, $%04x to $%04x", addr, p.Origin, int(p.Origin)+len(p.ROM)-1)
	}
	return Change{addr, byte(b)}, nil
}

// Address reads a number, a label or label+offset.
func Address(s string, p *emu.Program) (uint32, error) {
	if n, err := Number(s); err == nil {
		return n, nil
	}
	label, offset, plus := strings.Cut(s, "+")
	addr, ok := p.Symbols[label]
	if !ok {
		labels := slices.Sorted(maps.Keys(p.Symbols))
		return 0, fmt.Errorf("%q is neither a number nor a label: the nearest is %s", label, report.Nearest(label, labels))
	}
	if !plus {
		return addr, nil
	}
	n, err := Number(offset)
	if err != nil {
		return 0, fmt.Errorf("offset %q is not a number", offset)
	}
	return addr + n, nil
}

// Number reads a number of at most 24 bits: $12, 0x12 or 18.
func Number(s string) (uint32, error) {
	base := 10
	for _, prefix := range []string{"$", "0x", "0X"} {
		if rest, ok := strings.CutPrefix(s, prefix); ok {
			s, base = rest, 16
			break
		}
	}
	n, err := strconv.ParseUint(s, base, 24)
	return uint32(n), err
}
