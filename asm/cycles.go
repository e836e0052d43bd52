package asm

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Workload is what an engine ran while the cycles of its routines were measured.
type Workload string

// The workloads, in the order in which they are measured. A routine's cycles are from the first workload that calls it.
const (
	OnBenchmark Workload = "benchmark" // searches of the benchmark positions
	InPerft     Workload = "perft"     // perft of these positions
	InBook      Workload = "book"      // look-ups in the opening book
	Unmeasured  Workload = "-"         // none of them calls the routine
)

// Cycles is the number of clock cycles that a call of a routine takes, the return and everything that it calls included.
// The numbers are rounded to three digits. The cycles of a recursive call are not part of those of the outer call.
type Cycles struct {
	Workload          Workload
	Mean, Least, Most uint64
	Proved            Proved
}

// MeasuredCycles returns the cycles of a number of calls that took total cycles together, the shortest least, the longest most.
func MeasuredCycles(w Workload, calls, total, least, most uint64) Cycles {
	return Cycles{Workload: w, Mean: rounded((total + calls/2) / calls), Least: rounded(least), Most: rounded(most)}
}

// rounded returns n, rounded to three digits.
func rounded(n uint64) uint64 {
	unit := uint64(1)
	for n/unit >= 1000 {
		unit *= 10
	}
	return (n + unit/2) / unit * unit
}

// String returns the cycles in the words of a routine's header, such as "mean 51 on the benchmark, 51 to 60".
func (c Cycles) String() string {
	where := ""
	switch c.Workload {
	case OnBenchmark:
		where = "on the benchmark"
	case InPerft:
		where = "in perft"
	case InBook:
		where = "in the book"
	default:
		return "not on the benchmark"
	}
	if c.Least == c.Most {
		return grouped(c.Least) + " " + where
	}
	return fmt.Sprintf("mean %s %s, %s to %s", grouped(c.Mean), where, grouped(c.Least), grouped(c.Most))
}

// grouped returns n with commas between the thousands.
func grouped(n uint64) string {
	s := strconv.FormatUint(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// FormatCycles returns the text of a .cycles file, given the cycles by label.
func FormatCycles(cycles map[string]Cycles) string {
	var s strings.Builder
	s.WriteString("# Cycles of a call of each routine: workload, mean, least and most, measured by make golden; and for all inputs, by the\n" +
		"# tests of hostbridge/contracts: least and most, how they were proved, and the bytes that ran, from the label, with their CRC-32\n")
	for _, label := range slices.Sorted(maps.Keys(cycles)) {
		c := cycles[label]
		fmt.Fprintf(&s, "%s %s", label, c.Workload)
		if c.Workload != Unmeasured {
			fmt.Fprintf(&s, " %d %d %d", c.Mean, c.Least, c.Most)
		}
		if p := c.Proved; p.How != "" {
			fmt.Fprintf(&s, " proved %d %d %s %s %08x", p.Least, p.Most, p.How, p.Ran, p.Sum)
		}
		s.WriteByte('\n')
	}
	return s.String()
}

// parseCycles reads the text of a .cycles file; the file's name is for errors.
func parseCycles(file, text string) (map[string]Cycles, error) {
	cycles := map[string]Cycles{}
	r := reader{file: file, rest: text}
	for r.next() {
		measured, proved, is := strings.Cut(r.line, " proved ")
		f := strings.Split(measured, " ")
		if len(f) < 2 {
			return nil, r.errorf("%q is not a label and a workload", r.line)
		}
		label, c := f[0], Cycles{Workload: Workload(f[1])}
		if is {
			var err error
			if c.Proved, err = parseProved(proved); err != nil {
				return nil, r.errorf("%s", err)
			}
		}
		numbers := []*uint64{&c.Mean, &c.Least, &c.Most}
		switch c.Workload {
		case OnBenchmark, InPerft, InBook:
		case Unmeasured:
			numbers = nil
		default:
			return nil, r.errorf("%q is not a workload", f[1])
		}
		if len(f) != 2+len(numbers) {
			return nil, r.errorf("%d numbers follow %s, not %d", len(f)-2, f[1], len(numbers))
		}
		for i, n := range numbers {
			var err error
			if *n, err = strconv.ParseUint(f[2+i], 10, 64); err != nil {
				return nil, r.errorf("%q is not a number of cycles", f[2+i])
			}
		}
		if c.Mean < c.Least || c.Mean > c.Most {
			return nil, r.errorf("the mean %d is not between %d and %d", c.Mean, c.Least, c.Most)
		}
		if _, twice := cycles[label]; twice {
			return nil, r.errorf("%s appears twice", label)
		}
		cycles[label] = c
	}
	return cycles, nil
}
