package hostbridge

import "errors"

// UnitOf returns what the clock cycles of an engine's machine are called.
func UnitOf(engine string) string {
	if k, err := KindOf(engine); err == nil && k.Unit != "" {
		return k.Unit
	}
	return "cycles"
}

// GoEngineFor returns the name of the Go engine that models the time of a machine.
func GoEngineFor(machine string) (string, error) {
	for _, name := range AllNames() {
		if k, err := KindOf(name); err == nil && k.StandsFor == machine {
			return name, nil
		}
	}
	return "", errors.New("no engine stands for " + machine)
}
