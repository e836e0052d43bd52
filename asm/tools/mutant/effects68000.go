package mutant

import (
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
	"addx": {"rw", "nzvc x", "nzvc x", ""}, "subx": {"rw", "nzvc x", "nzvc x", ""}, "neg": {"rw", "", "nzvc x", ""}, "negx": {"rw", "nzvc x", "nzvc x", ""},
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

// effects68000 fills in the effects of an instruction of the 68000.
func effects68000(a *analyst, e *effects, name string, operands []string) (known bool) {
	name, suffix, _ := strings.Cut(name, ".")
	_, last := ends(operands)
	way, ok := ways68000[name]
	switch {
	case ok:
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
		way, suffix = [4]string{"rw", "nzvc"}, "b"
	case name == "st" || name == "sf":
		way, suffix = [4]string{"rw"}, "b"
	default:
		return false
	}
	size := map[string]int{"b": 1, "w": 2, "l": 4, "": 4}[suffix]
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
		a.value68000(e, o, how, size, name == "lea" && i == 0)
	}
	return true
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
