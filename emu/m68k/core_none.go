//go:build nocores

package m68k

// execute executes instructions until the run ends. With the tag nocores, which is for linters that
// take minutes and gigabytes for the generated function, the package does all the work.
func (c *cpu) execute() { c.RunPackage() }

var opcodeForms []opcodeForm

var _ = []any{
	(*cpu).bounds, (*cpu).byPackage, (*cpu).load, (*cpu).store, (*cpu).loadMany, (*cpu).storeMany, (*cpu).loadEvery, (*cpu).storeEvery,
	(*core).begin, (*core).cycles, index, fromNothing, fromOperand, fromRegister,
}
