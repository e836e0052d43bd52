// Command mutate changes an engine's ROM in one place at a time and runs checks on
// each mutant until one fails:
//
//	go run ./asm/tools/mutate                        all mutants of the Z80's ROM
//	go run ./asm/tools/mutate -n 100                 a hundred of these, chosen by the ROM's hash
//	go run ./asm/tools/mutate -journal z80.txt       all, resumable
//	go run ./asm/tools/mutate -file scan.s -v        one source file, each mutant with what killed it
//
// A conditional branch is inverted, never taken and always taken; a constant is one
// less and one more; an instruction is left out; a byte of a table is one more. With
// -journal, verdicts are appended to a file as they come, and a mutant that the file
// has is not tried again.
//
// It prints each mutant that survives all checks, with its source line. The exit
// status is 1 if a survivor is not listed in asm/tools/mutant/equivalent, or if a
// check kills a listed one. The checks are tests of package hostbridge, which
// mutants_test.go runs.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/asm/tools/internal/tree"
	"github.com/searchex/searchex/asm/tools/mutant"
)

func main() {
	cpu := flag.String("cpu", "z80", "the CPU whose ROM is changed: "+strings.Join(asm.Names(), ", "))
	n := flag.Int("n", -1, "number of mutants, chosen by the ROM's hash; -1: all")
	file := flag.String("file", "", "only mutants of this source file, such as scan.s")
	kinds := flag.String("kinds", "", "only these kinds, with commas between them: "+kindNames())
	match := flag.String("match", "", "only mutants whose line contains this, such as 'search.s:75 ' or 'search.s node: '")
	names := flag.String("names", "", "only mutants whose names are lines of this file")
	check := flag.String("check", "", "run only this check, such as 'perft, by hand', which is new")
	journal := flag.String("journal", "", "a file to append verdicts to; what it has is not tried again")
	open := flag.Bool("open", false, "only mutants that are not listed as equivalent: a listed one costs all checks")
	verbose := flag.Bool("v", false, "print each mutant and the check that killed it")
	flag.Parse()
	if flag.NArg() > 0 || *n < -1 || *n == 0 {
		flag.Usage()
		os.Exit(2)
	}
	if *names != "" {
		if abs, err := filepath.Abs(*names); err == nil { // the checks run in another folder
			*names = abs
		}
	}
	if err := run(*cpu, *kinds, *journal, []string{
		"-mutants=" + strconv.Itoa(*n), "-mutant-file=" + *file, "-mutant-match=" + *match,
		"-mutant-names=" + *names, "-mutant-check=" + *check,
		"-mutant-open=" + strconv.FormatBool(*open), "-mutant-verbose=" + strconv.FormatBool(*verbose),
	}); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

// kindNames returns the names of all kinds, with commas between them.
func kindNames() string {
	names := make([]string, len(mutant.Kinds))
	for i, k := range mutant.Kinds {
		names[i] = string(k)
	}
	return strings.Join(names, ",")
}

func run(cpu, kinds, journal string, flags []string) error {
	if _, err := asm.FindCPU(cpu); err != nil {
		return err
	}
	for kind := range strings.SplitSeq(kinds, ",") {
		if kind != "" && !slices.Contains(mutant.Kinds, mutant.Kind(kind)) {
			return fmt.Errorf("kind %q: want some of %s", kind, kindNames())
		}
	}
	if journal != "" {
		var err error
		if journal, err = filepath.Abs(journal); err != nil {
			return err
		}
	}
	folder, err := tree.Asm()
	if err != nil {
		return err
	}
	args := append([]string{
		"test", "./hostbridge", "-run", "^TestMutants$", "-count=1", "-timeout=0", "-v",
		"-mutant-engine=" + cpu, "-mutant-kinds=" + kinds, "-mutant-journal=" + journal,
	}, flags...)
	c := exec.Command("go", args...)
	c.Dir, c.Stdout, c.Stderr = filepath.Dir(folder), os.Stdout, os.Stderr
	return c.Run()
}
