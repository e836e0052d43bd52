//go:build nocores

package m6502

// Run executes instructions until the run ends. With the tag nocores, which is for linters that
// take minutes and gigabytes for the generated function, the package does all the work.
func (c *cpu) Run() { c.RunPackage() }

var lengths [256]uint8

var _ = []any{(*cpu).bounds, (*cpu).byPackage, (*cpu).registers, (*cpu).set, (*cpu).flags, (*core).begin, (*core).cycles}
