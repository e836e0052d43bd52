package mutant

import (
	"math/bits"
	"slices"
	"strings"
)

// The registers and flags of the 68000. nzvc are the flags but X.
const (
	names68000 = "d0 d1 d2 d3 d4 d5 d6 d7 a0 a1 a2 a3 a4 a5 a6 a7 nzvc x"
	flags68000 = "nzvc x"
)

// ways68000 has for each mnemonic, without its size, how it uses its last operand: r, w, or
// rw; the flags that it reads, those that it writes, and those of them that it may leave. The operands before
// the last are read.
var ways68000 = map[string][4]string{
	"move": {"w", "", "nzvc", ""}, "movea": {"w"}, "moveq": {"w", "", "nzvc", ""}, "lea": {"w"},
	"add": {"rw", "", "nzvc x", ""}, "sub": {"rw", "", "nzvc x", ""}, "addi": {"rw", "", "nzvc x", ""}, "subi": {"rw", "", "nzvc x", ""},
	"addq": {"rw", "", "nzvc x", ""}, "subq": {"rw", "", "nzvc x", ""}, "adda": {"rw"}, "suba": {"rw"},
	"addx": {"rw", "x", "nzvc x", "nzvc"}, "subx": {"rw", "x", "nzvc x", "nzvc"}, "neg": {"rw", "", "nzvc x", ""}, "negx": {"rw", "x", "nzvc x", "nzvc"},
	"cmp": {"r", "", "nzvc", ""}, "cmpi": {"r", "", "nzvc", ""}, "cmpa": {"r", "", "nzvc", ""}, "cmpm": {"r", "", "nzvc", ""}, "tst": {"r", "", "nzvc", ""},
	"and": {"rw", "", "nzvc", ""}, "or": {"rw", "", "nzvc", ""}, "eor": {"rw", "", "nzvc", ""}, "not": {"rw", "", "nzvc", ""},
	"andi": {"rw", "", "nzvc", ""}, "ori": {"rw", "", "nzvc", ""}, "eori": {"rw", "", "nzvc", ""},
	"ext": {"rw", "", "nzvc", ""}, "swap": {"rw", "", "nzvc", ""}, "clr": {"rw", "", "nzvc", ""},
	"mulu": {"rw", "", "nzvc", ""}, "muls": {"rw", "", "nzvc", ""},
	"btst": {"r", "", "nzvc", "nzvc"}, "bset": {"rw", "", "nzvc", "nzvc"}, "bclr": {"rw", "", "nzvc", "nzvc"}, "bchg": {"rw", "", "nzvc", "nzvc"},
	"lsl": {"rw", "", "nzvc x", "x"}, "lsr": {"rw", "", "nzvc x", "x"}, "asl": {"rw", "", "nzvc x", "x"}, "asr": {"rw", "", "nzvc x", "x"},
	"rol": {"rw", "", "nzvc", ""}, "ror": {"rw", "", "nzvc", ""}, "roxl": {"rw", "x", "nzvc x", "x"}, "roxr": {"rw", "x", "nzvc x", "x"},
	"exg": {"rw"}, "nop": {"r"},
}

// changes68000 has for some mnemonics how they change a data register; the flags of those of the
// first three are those of the result.
var changes68000 = map[string]string{
	"and": "and", "andi": "and", "or": "or", "ori": "or", "eor": "xor", "eori": "xor",
	"add": "add", "addi": "add", "addq": "add", "sub": "add", "subi": "add", "subq": "add",
	"bset": "bset", "bclr": "bclr", "bchg": "bchg",
}

// effects68000 fills in the effects of an instruction of the 68000.
func effects68000(a *analyst, e *effects, name string, operands []string) (known bool) {
	name, suffix, _ := strings.Cut(name, ".")
	_, last := ends(operands)
	way, ok := ways68000[name]
	size := map[string]int{"b": 1, "w": 2, "l": 4, "": 4}[suffix]
	switch {
	case ok:
	case name == "movem" || name == "movep":
		a.moves68000(e, name, size, operands)
		return true
	case name == "rts":
		e.fixed, e.ends = true, true
		return true
	case name == "bra", name == "bsr", name == "jmp", name == "jsr":
		e.jump(strings.TrimSuffix(strings.TrimSuffix(last, ".l"), ".w"), false)
		return true
	case name[0] == 'b' && len(name) == 3:
		e.reads = a.set("nzvc")
		e.jump(last, true)
		return true
	case name[0] == 'd' && len(operands) == 2 && name[:2] == "db":
		e.reads, e.writes = a.set(operands[0][1:]), a.set(operands[0][1:])
		if name != "dbf" {
			e.reads |= a.set("nzvc")
		}
		e.jump(last, true)
		return true
	case name[0] == 's' && len(operands) == 1 && len(name) <= 3 && name != "st" && name != "sf":
		way, size = [4]string{"rw", "nzvc"}, 1
	case name == "st" || name == "sf":
		way, size = [4]string{"rw"}, 1
	default:
		return false
	}
	if strings.HasPrefix(last, "%a") { // no flags, but of a comparison
		if name != "cmpa" {
			way[2], way[3] = "", ""
		}
	}
	for _, special := range []string{"%ccr", "%sr", "%usp"} {
		if slices.Contains(operands, special) {
			return false
		}
	}
	e.reads, e.writes = a.set(way[1]), a.set(way[2])
	e.kills = e.writes &^ a.set(way[3])
	for i, o := range operands {
		how := "r"
		if i == len(operands)-1 {
			how = way[0]
		} else if name == "exg" {
			how = "rw"
		}
		if i == len(operands)-1 {
			a.change68000(e, name, suffix, last)
		}
		a.value68000(e, o, how, size, name == "lea" && i == 0)
	}
	switch name {
	case "move", "tst":
		e.copies(operands[0], size)
	case "moveq":
		e.copies(operands[0], 1)
	case "clr":
		e.copies("#0", size)
	}
	return true
}

// change68000 says how an instruction changes its last operand, if that is a register. The
// instruction has read its other operands. An address changes as a whole whatever the size.
func (a *analyst) change68000(e *effects, name, suffix, last string) {
	how := changes68000[name]
	switch {
	case last == "" || last[0] != '%':
	case last[1] == 'a' && (how == "add" || name == "adda" || name == "suba"):
		e.changes("add", a.set(last[1:]), e.reads, false)
	case last[1] == 'd' && how != "":
		e.changes(how+"."+suffix, a.set(last[1:]), e.reads, how == "and" || how == "or" || how == "xor")
	}
}

// moves68000 fills in the effects of movem, which moves several registers, and movep, which moves
// a register to or from every other byte.
func (a *analyst) moves68000(e *effects, name string, size int, operands []string) {
	list, place, how := operands[0], operands[1], "w"
	if place[0] == '%' {
		list, place, how = place, list, "r"
	}
	moved := a.list68000(list)
	if how == "w" {
		e.reads |= moved
	} else {
		e.writes |= moved
	}
	if name == "movem" {
		a.value68000(e, place, how, size*bits.OnesCount64(uint64(moved)), false)
		return
	}
	a.value68000(e, place, how, 1, false)
	for x := e.mem[0]; len(e.mem) < size; {
		x.at += 2
		e.mem = append(e.mem, x)
	}
}

// list68000 returns the registers of a list such as %d0-%d2/%a6.
func (a *analyst) list68000(list string) (all resources) {
	for part := range strings.SplitSeq(list, "/") {
		first, last, several := strings.Cut(part, "-")
		if !several {
			last = first
		}
		// The names are in the order of lists.
		all |= a.set(last[1:])<<1 - a.set(first[1:])
	}
	return all
}

// value68000 adds what it takes to use an operand: r, w or rw. Of address only the address is
// used.
func (a *analyst) value68000(e *effects, operand, how string, size int, address bool) {
	if strings.HasPrefix(operand, "#") || operand == "" {
		return
	}
	if strings.HasPrefix(operand, "%") {
		s := a.set(operand[1:])
		if strings.Contains(how, "r") {
			e.reads |= s
		}
		if strings.Contains(how, "w") {
			e.writes |= s
		}
		return
	}
	x := access{base: "?", size: size}
	before, inner, indirect := strings.Cut(operand, "(")
	inner = strings.TrimSuffix(strings.TrimSuffix(inner, "+"), ")")
	switch {
	case strings.Contains(operand, "%pc"):
		e.fixed = true
		return
	case !indirect:
		x.base = ""
		x.at, _ = number(strings.TrimSuffix(strings.TrimSuffix(operand, ".l"), ".w"))
	case strings.Contains(inner, ","):
		base, index, _ := strings.Cut(inner, ",")
		e.reads |= a.set(base[1:]) | a.set(index[1:3])
	case before == "-" || strings.HasSuffix(operand, "+"):
		e.reads |= a.set(inner[1:])
		e.writes |= a.set(inner[1:])
	default:
		e.reads |= a.set(inner[1:])
		x.base = inner
		x.at, _ = number(before)
	}
	if address {
		return
	}
	if strings.Contains(how, "r") {
		e.mem = append(e.mem, x)
	}
	if strings.Contains(how, "w") {
		x.write = true
		e.mem = append(e.mem, x)
	}
}
