package prove

import (
	"go/ast"
	"strconv"

	"github.com/searchex/searchex/emu/internal/instructions"
)

// load reads an operand at an address, store writes it.
func (c *m68k) load(at *Term) *Term {
	var all []*Term
	for i := range uint64(instructions.Sizes68k[c.f.Size].Bits / 8) {
		all = append(all, c.m.load(c.s, c.byteAt(at, i)))
	}
	return Zext(big(all), 32)
}

func (c *m68k) store(at, v *Term) {
	n := instructions.Sizes68k[c.f.Size].Bits / 8
	for i := range n {
		c.m.store(c.s, c.byteAt(at, uint64(i)), Extract(v, 8*(n-i)-1, 8*(n-i-1)))
	}
}

// byteAt is the address of a byte of an operand, which must be even if it has several.
func (c *m68k) byteAt(at *Term, i uint64) *Term {
	if i == 1 {
		c.m.fault(c.s, Eq(Extract(at, 0, 0), Const(1, 1)))
	}
	return Extract(Bin("bvadd", at, Const(i, 32)), 23, 0)
}

// low is the part of a register that the size takes.
func (c *m68k) low(n int) *Term {
	return Zext(Extract(c.reg(n), instructions.Sizes68k[c.f.Size].Bits-1, 0), 32)
}

// operand is the value of the operand that the modes name.
func (c *m68k) operand() *Term {
	if v := c.values["ea"]; v != nil {
		return v
	}
	v := c.low(int(c.op & 7))
	switch {
	case c.f.Mode == "an":
		v = c.low(int(c.op&7) + 8)
	case c.f.Mode != "dn":
		v = c.load(c.at)
	}
	c.values["ea"] = v
	return v
}

// y is the number of the register y.
func (c *m68k) y() int {
	n := int(c.op >> 9 & 7)
	if c.f.Destination == "an" {
		n += 8
	}
	return n
}

func (c *m68k) ident(name string) (Value, bool) {
	word := func(t *Term) (Value, bool) { return valueOf(t, "uint32"), true }
	switch name {
	case "S":
		if c.values["S"] == nil {
			v := c.number
			switch {
			case c.f.Source == "ea":
				v = c.operand()
			case c.f.Source == "dn":
				v = c.low(c.y())
			}
			if c.f.Destination == "an" && c.f.Size == 'w' {
				v = Sext(Extract(v, 15, 0), 32)
			}
			c.values["S"] = v
		}
		return word(c.values["S"])
	case "D":
		if c.values["D"] == nil {
			switch {
			case c.f.Destination == "an":
				c.values["D"] = c.reg(c.y())
			case c.f.Destination == "dn":
				c.values["D"] = c.low(c.y())
			default:
				c.values["D"] = c.operand()
			}
		}
		return word(c.values["D"])
	case "A":
		return word(c.at)
	case "pc":
		return word(c.s.next)
	case "e.t", "e.s":
		return word(c.number)
	case "e.x":
		n := int64(c.op & 7)
		if c.f.Mode == "an" {
			n += 8
		}
		return number(n), true
	case "e.y":
		return number(int64(c.y())), true
	case "BITS":
		return number(int64(instructions.Sizes68k[c.f.Size].Bits)), true
	case "PULL":
		var all []*Term
		for i := range uint64(4) {
			all = append(all, c.m.read(c.s, uint64(c.s.sp)+i))
		}
		c.s.pulled = big(all)
		return Value{}, true
	case "pulled":
		return word(c.s.pulled)
	case "nf", "zf", "vf", "cf", "xf":
		return word(c.s.reg[name])
	}
	return Value{}, false
}

func (c *m68k) assign(name string, v Value) bool {
	switch name {
	case "pc":
		c.s.next = v.as("uint32").t
	case "nf", "zf", "vf", "cf", "xf":
		c.s.reg[name] = Ite(c.in.guard, v.as("uint32").t, c.s.reg[name])
	default:
		return false
	}
	return true
}

// indexed is a register r[i].
func (c *m68k) indexed(name string, i Value, v *Value) (Value, bool) {
	n := i.as("int").t
	if name != "r" || !n.isConst() {
		return Value{}, false
	}
	if v != nil {
		c.setReg(int(n.val), v.as("uint32").t)
		return Value{}, true
	}
	return valueOf(c.reg(int(n.val)), "uint32"), true
}

func (c *m68k) macro(e *env, name string, args []ast.Expr) (Value, bool) {
	arg := func(kind string) *Term { return c.in.expr(e, args[0]).as(kind).t }
	switch name {
	case "SET":
		c.set(arg("uint32"))
	case "SIGNED":
		bits := instructions.Sizes68k[c.f.Size].Bits
		return c.in.expr(e, args[0]).as("uint32").convert("int" + strconv.Itoa(bits)), true
	case "TAKES":
		c.s.spend(Ite(c.in.guard, Extract(arg("int64"), cycleBits-1, 0), Const(0, cycleBits)))
	case "ONES":
		v, sum := arg("uint16"), Const(0, 64)
		for i := range 16 {
			sum = Bin("bvadd", sum, Zext(Extract(v, i, i), 64))
		}
		return valueOf(sum, "int64"), true
	case "PUSH":
		c.push(c.m, c.s, arg("uint32"))
	case "JUMP":
		v := arg("uint32")
		c.m.fault(c.s, Eq(Extract(v, 0, 0), Const(1, 1)))
		return valueOf(v, "uint32"), true
	default:
		return Value{}, false
	}
	return Value{}, true
}

// set writes the destination.
func (c *m68k) set(v *Term) {
	n := int(c.op & 7)
	switch {
	case c.f.Destination == "an":
		c.setReg(c.y(), v)
		return
	case c.to != nil:
		c.store(c.to, v)
		return
	case c.f.Destination == "dn" || c.f.To == "dn":
		n = c.y()
	case c.f.Mode != "dn":
		c.store(c.at, v)
		return
	}
	bits := instructions.Sizes68k[c.f.Size].Bits
	if bits < 32 {
		v = Concat(Extract(c.reg(n), 31, bits), Extract(v, bits-1, 0))
	}
	c.setReg(n, v)
}
