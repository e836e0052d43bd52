//go:build nocores

package z80

// Run executes instructions until the run ends. With the tag nocores, which is for linters that
// take minutes and gigabytes for the generated function, the package does all the work.
func (c *cpu) Run() { c.RunPackage() }

var baseForms, cbForms, edForms, ddForms, fdForms, ddcbForms, fdcbForms [256]form

var _ = []any{
	(*cpu).bounds, (*cpu).byPackage, (*cpu).registers, (*cpu).set, (*cpu).refresh, (*core).begin, (*core).cycles, exchange,
	arith, sum16, arith16, tested, moved, szp, szxy, incremented, decremented, none, inCode, target, mask, displacementAndMask,
}
