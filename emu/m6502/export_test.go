package m6502

import (
	beevik "github.com/beevik/go6502/cpu"

	"github.com/searchex/searchex/emu"
)

// Spec opens the machine's specification to tests.
var Spec = spec

// CopyInstructionSet is a copy of the instruction set, with its cycles.
func CopyInstructionSet() *beevik.InstructionSet {
	set := *instructionSet
	return &set
}

// NewWithInstructionSet is New with a set of the test's own.
func NewWithInstructionSet(p *emu.Program, set *beevik.InstructionSet) (Machine, error) {
	m, err := New(p)
	if err == nil {
		m.cpu.m6502.InstSet = set
	}
	return m, err
}

// StepAnyOpcode executes one instruction, which may be one that the machine
// refuses, and returns its cycles.
func (m Machine) StepAnyOpcode() uint64 {
	before := m.cpu.m6502.Cycles
	m.cpu.m6502.Step()
	return m.cpu.m6502.Cycles - before
}

// Undocumented returns the bytes and the name of undocumented code.
func Undocumented(code []byte) string { return undocumented(code) }
