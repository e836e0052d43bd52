//go:build nocores

package z80

// execute leaves each instruction to the package, for linters that take minutes and gigabytes
// for the generated function.
func (c *cpu) execute(e uint32) (attend bool) { return e == attends }

var baseForms, cbForms, edForms, ddForms, fdForms, ddcbForms, fdcbForms [256]form

var _ = []any{carries, borrows, sz, szp, szxy, incremented, decremented, none, inCode, target, mask, displacementAndMask}

var sequences [0x400][]sequence
