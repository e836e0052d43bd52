//go:build nocores

package m68k

// execute leaves each instruction to the package, for linters that take minutes and gigabytes
// for the generated function.
func (c *cpu) execute(e *entry) exit {
	if e.number == attends {
		return attending
	}
	return leaving
}

var opcodeForms []opcodeForm

var _ = []any{
	(*cpu).inBounds, (*cpu).load, (*cpu).store, (*cpu).loadMany, (*cpu).storeMany, (*cpu).loadEvery, (*cpu).storeEvery,
	index, fromNothing, fromOperand, fromRegister,
}
