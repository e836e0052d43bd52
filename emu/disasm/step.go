package disasm

import (
	"strconv"
	"strings"
)

// branches are the conditional jumps of the three processors that have no operand with the
// condition. A dbcc of the 68000 begins with db.
var branches = map[string]bool{
	"djnz": true, "bcc": true, "bcs": true, "beq": true, "bne": true, "bmi": true, "bpl": true, "bvc": true, "bvs": true,
	"bhi": true, "bls": true, "bge": true, "blt": true, "bgt": true, "ble": true,
}

// Step is what an instruction does to the flow of control.
type Step struct {
	Jumps, GoesOn, Calls bool
	// Target is where it jumps or calls to, if Known.
	Target uint32
	Known  bool
}

// StepOf reads a disassembled instruction.
func StepOf(text string) Step {
	name, operands, _ := strings.Cut(text, " ")
	name, _, _ = strings.Cut(name, ".")
	all := strings.Split(operands, ",")
	target, known := uint32(0), false
	if digits, ok := strings.CutPrefix(all[len(all)-1], "$"); ok {
		digits, _, _ = strings.Cut(digits, ".")
		n, err := strconv.ParseUint(digits, 16, 32)
		target, known = uint32(n), err == nil
	}
	conditional := len(all) > 1 && known || branches[name] || strings.HasPrefix(name, "db")
	switch name {
	case "call", "rst", "jsr", "bsr":
		return Step{Calls: true, GoesOn: true, Target: target, Known: known}
	case "jp", "jr", "jmp", "bra":
		return Step{Jumps: true, GoesOn: conditional, Target: target, Known: known}
	case "ret", "rts", "rti", "rte", "rtr", "reti", "retn":
		return Step{GoesOn: operands != ""}
	}
	return Step{Jumps: conditional && (branches[name] || strings.HasPrefix(name, "db")), GoesOn: true, Target: target, Known: known}
}
