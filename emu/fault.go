package emu

import (
	"fmt"
	"strings"
)

// FaultKind is the guard that tripped.
type FaultKind int

// The faults. What an address in Fault.Addr means depends on them.
const (
	// WriteROM: the program wrote to ROM, at Addr.
	WriteROM FaultKind = iota + 1
	// Unmapped: the program read or wrote outside the map, at Addr.
	Unmapped
	// Unaligned: the program read or wrote a word at Addr, where the CPU can
	// read only bytes.
	Unaligned
	// Unwritten: the program read RAM that was not written before, at Addr.
	Unwritten
	// Stack: the stack pointer, Addr, left its bounds, or a routine
	// returned with another stack than it was called with.
	Stack
	// Undefined: the manual of the CPU does not have the opcode at Addr.
	Undefined
	// Execute: the PC, Addr, left the program's ROM.
	Execute
	// Runaway: the routine did not return within its budget of cycles.
	Runaway
	// Division: the program divided by zero, at Addr, the PC.
	Division
	// Unsupported: the CPU has the instruction at Addr, but the machine has no
	// use for it, see Fault.Instruction.
	Unsupported
)

var faultText = map[FaultKind]string{
	WriteROM:  "write to ROM",
	Unmapped:  "access outside the map",
	Unaligned: "word at an odd address",
	Unwritten: "read of RAM that nobody wrote",
	Stack:     "stack out of bounds",
	Undefined: "undefined opcode",
	Execute:   "code outside the ROM",
	Runaway:   "runaway, no return within the budget",
	Division:  "division by zero",

	Unsupported: "instruction that this machine refuses",
}

// String says in words which guard tripped.
func (k FaultKind) String() string {
	if s, ok := faultText[k]; ok {
		return s
	}
	return fmt.Sprintf("fault %d", int(k))
}

// NameBytes returns bytes and what they are called, as "$A7 $12 (lax $12)".
func NameBytes(b []byte, name string) string {
	var all strings.Builder
	for _, v := range b {
		fmt.Fprintf(&all, "$%02X ", v)
	}
	return fmt.Sprintf("%s(%s)", &all, name)
}

// Fault is the error of a run that a guard ended.
type Fault struct {
	Kind FaultKind
	// Machine and Program name what ran.
	Machine, Program string
	// Addr is the address concerned, see the kinds.
	Addr uint32
	// Instruction is the unsupported instruction, a colon and the reason. Of an
	// undefined opcode it is the bytes and, in parentheses, the unofficial name: "$A7
	// $12 (lax $12)". Otherwise it is "".
	Instruction string
	// PC is the address of the instruction.
	PC uint32
	// Label and Offset name PC, as by Program.LabelAt.
	Label  string
	Offset uint32
	// File and Line are the instruction's source, if known.
	File string
	Line int
	// Chain is where the routines will return to, innermost first, each
	// as label+$offset.
	Chain []string
	// Cycles is the count after the instruction.
	Cycles uint64
}

// name fills in what the program calls the fault's PC and where the routines
// will return to, innermost first.
func (f *Fault) name(p *Program, returns []Return) {
	f.Label, f.Offset = p.LabelAt(f.PC)
	if line, ok := p.LineAt(f.PC); ok {
		f.File, f.Line = line.File, line.Line
	}
	for _, r := range returns {
		name, offset := p.RoutineAt(r.Addr)
		if name == "" {
			f.Chain = append(f.Chain, fmt.Sprintf("$%04x", r.Addr))
			continue
		}
		f.Chain = append(f.Chain, at(name, offset))
	}
}

// Error is one line: what, where, in which source line, called from where.
func (f *Fault) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s", f.Machine)
	if f.Program != "" {
		fmt.Fprintf(&b, " %s", f.Program)
	}
	fmt.Fprintf(&b, ": %v", f.Kind)
	switch f.Kind {
	case Execute, Runaway, Division: // Addr is the PC
	case Undefined:
		fmt.Fprintf(&b, " %s", f.Instruction)
	case Unsupported:
		fmt.Fprintf(&b, ", %s", f.Instruction)
	case Stack:
		fmt.Fprintf(&b, ", sp $%04x", f.Addr)
	default:
		fmt.Fprintf(&b, " at $%04x", f.Addr)
	}
	fmt.Fprintf(&b, ", instruction at $%04x", f.PC)
	if f.Label != "" {
		fmt.Fprintf(&b, " %s", at(f.Label, f.Offset))
	}
	if f.File != "" {
		fmt.Fprintf(&b, " (%s:%d)", f.File, f.Line)
	}
	if len(f.Chain) > 0 {
		fmt.Fprintf(&b, ", called from %s", strings.Join(f.Chain, " < "))
	}
	fmt.Fprintf(&b, ", cycle %d", f.Cycles)
	return b.String()
}
