// Command mutate changes an engine's ROM in one place at a time and runs checks on
// each mutant until one fails:
//
//	go run ./asm/tools/mutate                   all branches of the Z80's ROM, a tenth of its constants and tables
//	go run ./asm/tools/mutate -n 100            a hundred of these, chosen by the ROM's hash
//	go run ./asm/tools/mutate -file scan.s -v   one source file, each mutant with what killed it
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
)

func main() {
	cpu := flag.String("cpu", "z80", "the CPU whose ROM is changed: "+strings.Join(asm.Names(), ", "))
	n := flag.Int("n", -1, "number of mutants, chosen by the ROM's hash; -1: all")
	all := flag.Bool("all", false, "all constants and bytes of tables, not always the same tenth of them")
	file := flag.String("file", "", "only mutants of this source file, such as scan.s")
	what := flag.String("what", "", "branches, or operands: all other mutants; both if empty")
	match := flag.String("match", "", "only mutants whose line contains this, such as 'search.s:75 ' or 'search.s node: '")
	verbose := flag.Bool("v", false, "print each mutant and the check that killed it")
	flag.Parse()
	if flag.NArg() > 0 || *n < -1 || *n == 0 || !slices.Contains([]string{"", "branches", "operands"}, *what) {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(*cpu, *n, *all, *file, *what, *match, *verbose); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

func run(cpu string, n int, all bool, file, what, match string, verbose bool) error {
	if _, err := asm.FindCPU(cpu); err != nil {
		return err
	}
	folder, err := tree.Asm()
	if err != nil {
		return err
	}
	args := []string{
		"test", "./hostbridge", "-run", "^TestMutants$", "-count=1", "-timeout=0", "-v",
		"-mutants=" + strconv.Itoa(n), "-mutant-all=" + strconv.FormatBool(all), "-mutant-engine=" + cpu, "-mutant-file=" + file, "-mutant-what=" + what, "-mutant-match=" + match,
		"-mutant-verbose=" + strconv.FormatBool(verbose),
	}
	c := exec.Command("go", args...)
	c.Dir, c.Stdout, c.Stderr = filepath.Dir(folder), os.Stdout, os.Stderr
	return c.Run()
}
