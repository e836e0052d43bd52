package cli

import "github.com/searchex/searchex/emu"

// CoreFlag chooses what executes the machines' instructions.
type CoreFlag struct {
	Core string `enum:"predecoded,package" default:"predecoded" placeholder:"CORE" help:"What executes the machines' instructions: predecoded, or package, its witness, which is slower. Default predecoded."`
}

// AfterApply makes the engines of a use the core.
func (f *CoreFlag) AfterApply(a *App) error {
	if f.Core == "package" {
		a.core = emu.Package
	}
	return nil
}
