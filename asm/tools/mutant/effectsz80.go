package mutant

import (
	"slices"
	"strings"
)

// The registers and flags of the Z80. cf is C, f all other flags together, af' and alt the registers
// that ex af,af' and exx exchange with the others.
const (
	namesZ80 = "a b c d e h l ixh ixl iyh iyl sp cf f af' alt"
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

// tableZ80 has for each mnemonic what it reads and what it writes, beside its operands, and the
// flags among them that it may leave.
var tableZ80 = map[string][3]string{
	"add": {"", "cf f", ""}, "adc": {"cf", "cf f", ""}, "sub": {"", "cf f", ""}, "sbc": {"cf", "cf f", ""},
	"and": {"", "cf f", ""}, "xor": {"", "cf f", ""}, "or": {"", "cf f", ""}, "cp": {"a", "cf f", ""}, "neg": {"a", "a cf f", ""},
	"inc": {"", "f", ""}, "dec": {"", "f", ""}, "bit": {"", "f", "f"}, "set": {}, "res": {}, "ld": {}, "nop": {},
	"rlc": {"", "cf f", ""}, "rrc": {"", "cf f", ""}, "sla": {"", "cf f", ""}, "sra": {"", "cf f", ""}, "srl": {"", "cf f", ""},
	"rl": {"cf", "cf f", ""}, "rr": {"cf", "cf f", ""},
	"rlca": {"a", "a cf f", "f"}, "rrca": {"a", "a cf f", "f"}, "rla": {"a cf", "a cf f", "f"}, "rra": {"a cf", "a cf f", "f"},
	"cpl": {"a", "a f", "f"}, "scf": {"a", "cf f", "f"}, "ccf": {"a cf", "cf f", "f"}, // two flags are bits of A
	"push": {"sp", "sp", ""}, "pop": {"sp", "sp", ""}, "exx": {"b c d e h l alt", "b c d e h l alt", ""}, "ex": {},
	"jp": {}, "jr": {}, "call": {"sp", "sp", ""}, "ret": {"sp", "sp", ""}, "djnz": {"b", "b", ""},
}

// effectsZ80 fills in the effects of an instruction of the Z80.
func effectsZ80(a *analyst, e *effects, name string, operands []string) (known bool) {
	row, ok := tableZ80[name]
	if !ok || slices.Contains(operands, "i") || slices.Contains(operands, "r") {
		return false
	}
	e.reads, e.writes = a.set(row[0]), a.set(row[1])
	e.kills = e.writes & a.flags &^ a.set(row[2])
	first, last := ends(operands)
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
		if size == 1 && last[0] != '(' {
			e.copies(last, size)
		}
	case "ex":
		for _, o := range operands {
			a.valueZ80(e, o, false, 2)
			a.valueZ80(e, o, true, 2)
		}
	case "push", "pop":
		e.mem = append(e.mem, access{write: name == "push", base: "?", size: 2})
		a.valueZ80(e, first, name == "pop", 2)
		e.kills = e.writes & a.flags
	case "bit", "cp":
		a.valueZ80(e, last, false, 1)
	case "inc", "dec", "rlc", "rrc", "sla", "sra", "srl", "rl", "rr", "set", "res":
		if wide {
			e.writes, e.kills = 0, 0
		}
		a.valueZ80(e, last, false, 1)
		a.valueZ80(e, last, true, 1)
		switch name {
		case "inc", "dec":
			e.changes("add", a.setZ80(last), 0, false)
		case "set", "res":
			e.changes(name, a.setZ80(last), 0, false)
		}
	case "add", "adc", "sbc", "sub", "and", "xor", "or":
		to := "a"
		if wide {
			if to = first; name == "add" {
				e.kills = a.set("cf")
			}
		}
		e.reads |= a.setZ80(to)
		e.writes |= a.setZ80(to)
		before := e.reads
		e.reads = 0
		a.valueZ80(e, last, false, 1)
		switch name {
		case "add", "sub":
			e.changes("add", a.setZ80(to), e.reads, false)
		case "and", "xor", "or":
			e.changes(name, a.setZ80(to), e.reads, true)
		}
		e.reads |= before
	}
	return true
}

// flowZ80 adds what an instruction that goes elsewhere asks, and where it goes.
func (a *analyst) flowZ80(e *effects, name string, operands []string) {
	condition, target := ends(operands)
	if len(operands) < 2 && name != "ret" {
		condition = ""
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
