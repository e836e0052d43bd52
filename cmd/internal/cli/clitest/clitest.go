// Package clitest runs transcripts of the programs.
package clitest

import (
	"errors"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// Run runs the transcripts of a program in the folder testdata. They have two commands
// more than those of testscript:
//
//	exits N command…
//	appears FILE
//
// The first runs a command that must exit with status N. If N is not 0, the command must
// print exactly one line on standard error, which begins with the program's name. The
// second waits until a file exists. The locale uses UTF-8, the width is unlimited.
// setup, if not nil, prepares the folder of each transcript.
func Run(t *testing.T, program string, setup func(folder string) error) {
	t.Helper()
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": func(ts *testscript.TestScript, neg bool, args []string) { exits(ts, program, neg, args) }, "appears": appears,
		},
		Setup: func(e *testscript.Env) error {
			e.Setenv("LC_ALL", "C.UTF-8")
			if setup == nil {
				return nil
			}
			return setup(e.WorkDir)
		},
	})
}

func exits(ts *testscript.TestScript, program string, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits N command…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var status *exec.ExitError
		if !errors.As(err, &status) {
			ts.Fatalf("%v", err)
		}
		got = status.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
	if text := ts.ReadFile("stderr"); want != 0 && (!strings.HasPrefix(text, program+": ") || strings.Count(text, "\n") != 1) {
		ts.Fatalf("want one line on stderr that begins with %s:", program)
	}
}

func appears(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: appears FILE")
	}
	for {
		if _, err := os.Stat(ts.MkAbs(args[0])); err == nil {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}
