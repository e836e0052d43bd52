package expr

import (
	"cmp"
	"math"
	"strings"

	"github.com/searchex/searchex/internal/number"
	"github.com/searchex/searchex/internal/words"
)

// Sizes are the numbers of bytes that are read at an address.
var Sizes = map[string]uint32{"byte": 1, "word": 2, "long": 4}

// name reads a name and what belongs to it.
func (p *Parser[C]) name() func(C) int64 {
	name, begin, changing := p.token, p.begin, p.changing
	lower := strings.ToLower(name)
	p.Next()
	if p.token == "(" {
		if v := p.call(name, lower, begin); v != nil {
			return v
		}
	}
	indexed := p.token == "[" // only a label, whatever else has its name
	if !indexed {
		if v := p.variable(name); v != nil {
			return v
		}
	}
	if addr, ok := p.label(name); ok {
		index := func(C) int64 { return 0 }
		if p.take("[") {
			index = p.or()
			p.want("]")
		}
		return p.memory(changing, begin, func(c C) int64 { return int64(addr) + index(c) }, 1)
	}
	if p.scope.Program != nil {
		if n, ok := p.scope.Program.Constants[name]; ok {
			return p.result(func(C) int64 { return int64(n) })
		}
	}
	if !indexed {
		if v := p.variable(lower); v != nil {
			return v
		}
	}
	p.begin = begin
	p.unknown(name)
	return nil
}

// call reads a function's number in parentheses, and returns the value of the function;
// nil, with nothing read, if no function has the name.
func (p *Parser[C]) call(name, lower string, begin int) func(C) int64 {
	changing := p.changing
	f := p.scope.Functions[name]
	if f == nil {
		f = p.scope.Functions[lower]
	}
	size := Sizes[lower]
	switch {
	case f == nil && size == 0 && lower != "signed":
		return nil
	case f == nil && size == 0:
		p.also += ","
		defer func() { p.also = strings.TrimSuffix(p.also, ",") }()
	}
	p.Next()
	n := p.or()
	switch {
	case f != nil:
		p.want(")")
		p.changing++
		return p.result(func(c C) int64 { return f(c, n(c)) })
	case size > 0:
		p.want(")")
		return p.memory(changing, begin, n, size)
	}
	bits := p.bits()
	p.want(")")
	return p.result(func(c C) int64 { return signed(n(c), bits) })
}

// bits reads the second argument of signed, or returns the size of what was read last.
func (p *Parser[C]) bits() int {
	const want = "want signed(x, 8), signed(x, 16) or signed(x, 32)"
	if p.take(",") {
		bits, _ := parseNumber(p.token)
		if bits != 8 && bits != 16 && bits != 32 {
			p.Fail(want+", found %s", words.Short(p.found(), 40))
		}
		p.Next()
		return int(bits)
	}
	if p.place == nil || p.place.bits < 8 {
		if p.token == ")" {
			p.Fail("the size of the number is not known: " + want)
		}
		p.want(")")
	}
	return p.place.bits
}

// variable returns the value of a number of the Scope, a register or a flag, nil if there
// is no such name.
func (p *Parser[C]) variable(name string) func(C) int64 {
	if v := p.scope.Numbers[name]; v != nil {
		p.changing++
		return p.result(v)
	}
	cpu, s := CPUOf(p.scope.CPU), p.scope
	at, ok := cpu.place(name)
	if !ok {
		return nil
	}
	p.changing++
	p.registers++
	p.place = &place[C]{func(C) Place { return at }, at.bits(cpu)}
	return func(c C) int64 { return s.read(c, at) }
}

// label returns the address of a label.
func (p *Parser[C]) label(name string) (addr uint32, ok bool) {
	s := p.scope
	if s.Program != nil {
		addr, ok = s.Program.Symbols[name]
	}
	if !ok && s.Label != nil {
		addr, ok = s.Label(name)
	}
	return addr, ok
}

// memory returns the number at an address. changing and begin are what they were at its
// beginning.
func (p *Parser[C]) memory(changing, begin int, addr func(C) int64, size uint32) func(C) int64 {
	s := p.scope
	at := func(c C) Place {
		n := addr(c)
		if n < 0 || n > math.MaxUint32 {
			NoValue("address %s is outside the memory of the %s", number.Hex(n), s.CPU)
		}
		return Place{Addr: uint32(n), Size: size}
	}
	p.folded(changing, begin, func(c C) int64 { // an address that is constant must be one
		if at := at(c); s.InMap != nil && !s.InMap(at.Addr, int(size)) {
			NoValue("%v", outside(at.Addr, s.CPU))
		}
		return 0
	})
	p.changing++
	p.place = &place[C]{at, 8 * int(size)}
	return func(c C) int64 { return s.read(c, at(c)) }
}

func (p *Parser[C]) unknown(name string) {
	p.Fail("%s is not a register, a label or %s: the nearest is %s", words.Short(name, 40), cmp.Or(p.scope.Called, "a known number"), words.Nearest(name, p.scope.Names()))
}
