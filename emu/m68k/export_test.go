package m68k

import "io"

// Spec opens the machine's specification to tests.
var Spec = spec

// Bare takes the machine's corrections of the chip's cycles away.
func (m Machine) Bare() {
	for i := range m.cpu.code {
		m.cpu.code[i] &= watched | refused
	}
}

// Words is the length of the instruction with an opcode in words, 0 for one that
// the machine refuses.
func Words(op uint16) int { return int(formOf(op).words) }

// UnsupportedOpcode returns a documented instruction that the machine refuses and the reason,
// or "".
func UnsupportedOpcode(op uint16) string { return unsupported(op) }

// StepBare executes one instruction without the machine, and reports whether the
// chip halted.
func (m Machine) StepBare() (halted bool) {
	m.cpu.chip.Step()
	return m.cpu.chip.Halted()
}

// Muted is a log without the chip's lines.
func Muted(w io.Writer) io.Writer { return muted{w} }

// Later returns what an opcode is that the 68000 does not have, or "".
func Later(op uint16) string { return later(op) }
