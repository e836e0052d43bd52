//go:build nocores

package m6502

// execute leaves each instruction to the package, for linters that take minutes and gigabytes
// for the generated function.
func (c *cpu) execute(e uint32) (attend bool) { return e == attends }

var lengths [256]uint8

var sequences [256][]sequence
