package mutant

import (
	"slices"
	"strings"
)

// The registers and flags of the Z80. cf is C, f all other flags together.
const (
	namesZ80 = "a b c d e h l ixh ixl iyh iyl sp cf f"
	flagsZ80 = "cf f"
)

// pairsZ80 are the names of several registers.
var pairsZ80 = map[string]string{"bc": "b c", "de": "d e", "hl": "h l", "ix": "ixh ixl", "iy": "iyh iyl", "af": "a cf f"}

// setZ80 returns the registers of an operand that is one.
func (a *analyst) setZ80(operand string) resources {
	if pair, ok := pairsZ80[operand]; ok {
		operand = pair
	}
	return a.set(operand)
}

// valueZ80 adds what it takes to read or to write an operand of some bytes.
func (a *analyst) valueZ80(e *effects, operand string, write bool, size int) {
	inner, memory := strings.CutPrefix(operand, "(")
	if !memory {
		if s := a.setZ80(operand); write {
			e.writes |= s
		} else {
			e.reads |= s
		}
		return
	}
	inner = strings.TrimSuffix(inner, ")")
	x := access{write: write, size: size}
	if at, ok := number(inner); ok {
		x.at = at
	} else if x.base = inner; len(inner) > 2 { // ix+3
		x.base = inner[:2]
		x.at, _ = number(strings.TrimPrefix(inner[2:], "+"))
	}
	e.reads |= a.setZ80(x.base)
	e.mem = append(e.mem, x)
}

// flagsOfZ80 has for each mnemonic the flags that it reads, those that it writes, and those of them that
// it may leave.
var flagsOfZ80 = map[string][3]string{
	"adc": {"cf", "cf f", ""}, "sbc": {"cf", "cf f", ""}, "sub": {"", "cf f", ""}, "and": {"", "cf f", ""},
	"xor": {"", "cf f", ""}, "or": {"", "cf f", ""}, "cp": {"", "cf f", ""}, "neg": {"", "cf f", ""},
	"inc": {"", "f", ""}, "dec": {"", "f", ""}, "bit": {"", "f", "f"}, "set": {}, "res": {}, "ld": {}, "push": {}, "pop": {}, "nop": {},
	"rlc": {"", "cf f", ""}, "rrc": {"", "cf f", ""}, "sla": {"", "cf f", ""}, "sra": {"", "cf f", ""}, "srl": {"", "cf f", ""},
	"rl": {"cf", "cf f", ""}, "rr": {"cf", "cf f", ""},
	"rlca": {"", "cf f", "f"}, "rrca": {"", "cf f", "f"}, "rla": {"cf", "cf f", "f"}, "rra": {"cf", "cf f", "f"},
	"cpl": {"", "f", "f"}, "scf": {"", "cf f", "f"}, "ccf": {"cf", "cf f", "f"},
	"jp": {}, "jr": {}, "call": {}, "ret": {}, "djnz": {}, "add": {"", "cf f", ""}, "ex": {},
}

// effectsZ80 fills in the effects of an instruction of the Z80.
func effectsZ80(a *analyst, e *effects, name string, operands []string) (known bool) {
	flags, ok := flagsOfZ80[name]
	if !ok || name == "ex" && operands[0] != "de" || slices.Contains(operands, "i") || slices.Contains(operands, "r") {
		return false
	}
	e.reads, e.writes = a.set(flags[0]), a.set(flags[1])
	e.kills = e.writes &^ a.set(flags[2])
	first := ""
	if len(operands) > 0 {
		first = operands[0]
	}
	last := first
	if len(operands) > 1 {
		last = operands[1]
	}
	_, wide := pairsZ80[first]
	wide = wide || first == "sp"
	switch name {
	case "jp", "jr", "call", "ret", "djnz":
		a.flowZ80(e, name, operands)
	case "ld":
		size := 1
		if _, pair := pairsZ80[last]; wide || pair || last == "sp" {
			size = 2
		}
		a.valueZ80(e, last, false, size)
		a.valueZ80(e, first, true, size)
	case "push", "pop":
		e.reads |= a.set("sp")
		e.writes |= a.set("sp")
		e.mem = append(e.mem, access{write: name == "push", base: "?", size: 2})
		a.valueZ80(e, first, name == "pop", 2)
		e.kills = e.writes & a.flags
	case "ex":
		e.reads, e.writes = a.set("d e h l"), a.set("d e h l")
	case "set", "res":
		a.valueZ80(e, last, false, 1)
		a.valueZ80(e, last, true, 1)
	case "bit", "cp":
		a.valueZ80(e, last, false, 1)
		if name == "cp" {
			e.reads |= a.set("a")
		}
	case "inc", "dec", "rlc", "rrc", "sla", "sra", "srl", "rl", "rr":
		if wide {
			e.writes, e.kills = 0, 0
		}
		a.valueZ80(e, first, false, 1)
		a.valueZ80(e, first, true, 1)
	case "add", "adc", "sbc", "sub", "and", "xor", "or":
		to := "a"
		if wide {
			if to = first; name == "add" {
				e.kills = a.set("cf")
			}
		}
		e.reads |= a.setZ80(to)
		e.writes |= a.setZ80(to)
		a.valueZ80(e, last, false, 1)
	case "nop":
	case "scf", "ccf":
		e.reads |= a.set("a") // the undocumented flags are of A
	default: // rlca, cpl, neg and the like
		e.reads |= a.set("a")
		e.writes |= a.set("a")
	}
	return true
}

// flowZ80 fills in the effects of an instruction that goes elsewhere.
func (a *analyst) flowZ80(e *effects, name string, operands []string) {
	target, condition := "", ""
	if len(operands) > 0 {
		target = operands[len(operands)-1]
	}
	if len(operands) == 2 || name == "ret" && len(operands) == 1 {
		condition = operands[0]
	}
	switch name {
	case "djnz":
		e.reads, e.writes = a.set("b"), a.set("b")
	case "call", "ret":
		e.reads, e.writes = a.set("sp"), a.set("sp")
	}
	switch condition {
	case "":
	case "c", "nc":
		e.reads |= a.set("cf")
	default:
		e.reads |= a.set("f")
	}
	if name == "ret" {
		e.fixed, e.ends = true, true
		return
	}
	e.jump(target, condition != "" || name == "djnz")
}
