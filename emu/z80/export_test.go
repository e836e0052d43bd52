package z80

import "github.com/searchex/searchex/emu"

// Timing opens the timing tables to tests.
type Timing = timing

// CopyTiming is a copy of the documented timing.
func CopyTiming() *Timing {
	t := *documented
	return &t
}

// The tables of a Timing.

func (t *timing) Base() *[256]uint8  { return &t.base }
func (t *timing) CB() *[256]uint8    { return &t.cb }
func (t *timing) ED() *[256]uint8    { return &t.ed }
func (t *timing) IX() *[256]uint8    { return &t.ix }
func (t *timing) IXCB() *[256]uint8  { return &t.ixcb }
func (t *timing) Taken() *[256]uint8 { return &t.taken }
func (t *timing) Again() *[256]uint8 { return &t.again }

// NewWithTiming is New with timing tables of the test's own.
func NewWithTiming(p *emu.Program, t *Timing) (Machine, error) { return newMachine(p, t) }

// Spec opens the machine's specification to tests.
var Spec = spec

// Unsupported returns the documented instruction that some code begins with and that the
// machine refuses, with the reason, or "".
func Unsupported(code []byte) string { return unsupported(code) }

// Length returns the number of bytes of an instruction.
func Length(b [4]byte) int { return length(b) }

// Undocumented returns the bytes and the name of undocumented code.
func Undocumented(code []byte) string { return undocumented(code) }
