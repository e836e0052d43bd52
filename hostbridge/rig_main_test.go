package hostbridge

import (
	"flag"
	"fmt"
	"os"
	"runtime/debug"
	"testing"
)

// TestMain lets garbage grow: the 6502's package makes some with every instruction, and collecting it
// seldom saves a twentieth of the time. After the first failure no other test begins, unless -failfast=false
// says so: the tests of a broken ROM take minutes, and what they add to the first message is its consequences.
func TestMain(m *testing.M) {
	debug.SetGCPercent(800)
	flag.Parse()
	chosen := false
	flag.Visit(func(f *flag.Flag) { chosen = chosen || f.Name == "test.failfast" })
	if !chosen {
		_ = flag.Set("test.failfast", "true")
	}
	if *mutantROM != "" {
		if err := plant(*mutantROM); err != nil {
			fmt.Fprintln(os.Stderr, "-mutant-rom:", err)
			os.Exit(2)
		}
	}
	os.Exit(m.Run())
}
