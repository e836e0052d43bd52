package hostbridge

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain lets garbage grow: the 6502's package makes some with every instruction, and collecting it
// seldom saves a twentieth of the time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(800)
	os.Exit(m.Run())
}
