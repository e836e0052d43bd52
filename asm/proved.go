package asm

import (
	"fmt"
	"hash/crc32"
	"slices"
	"strconv"
	"strings"
)

// Proved is what has been proved of the cycles of a call, for all inputs that the routine's contract allows.
type Proved struct {
	// Least and Most are exact: both occur, unless How is ByBounds.
	Least uint64 `json:"least_cycles"`
	Most  uint64 `json:"most_cycles"`
	How   string `json:"how"` // BySolver, ByBounds or ByRuns; empty if nothing is proved
	// Ran are the bytes of code that ran in the proof: runs of offsets from the routine's label, as "0-18,21-30". Sum is the
	// CRC-32 of these bytes: of others nothing is proved.
	Ran string `json:"ran"`
	Sum uint32 `json:"crc"`
}

// How a routine was proved: by a solver, by a solver where Least and Most need not occur, or by running all inputs.
const (
	BySolver = "z3"
	ByBounds = "bounds"
	ByRuns   = "runs"
)

// String returns the cycles in the words of a routine's header, such as "22 to 27 cycles for all inputs; both occur".
func (p Proved) String() string {
	cycles := grouped(p.Least) + " to " + grouped(p.Most)
	switch {
	case p.How == ByBounds:
		return "within " + cycles + " cycles for all inputs"
	case p.Least == p.Most:
		return grouped(p.Least) + " cycles for all inputs"
	}
	return cycles + " cycles for all inputs; both occur"
}

// NewProved returns what a proof about a routine of the image has found, given the addresses of the bytes that ran.
func (img *Image) NewProved(label string, least, most uint64, how string, ran map[uint32]bool) Proved {
	var offsets []int
	for at := range ran {
		offsets = append(offsets, int(at)-int(img.Symbols[label]))
	}
	slices.Sort(offsets)
	var runs []string
	for i := 0; i < len(offsets); {
		first := i
		for i++; i < len(offsets) && offsets[i] == offsets[i-1]+1; i++ {
		}
		runs = append(runs, fmt.Sprintf("%d-%d", offsets[first], offsets[i-1]))
	}
	p := Proved{Least: least, Most: most, How: how, Ran: strings.Join(runs, ",")}
	p.Sum = img.sum(label, p, img.ReadBytes)
	return p
}

// sum is the CRC-32 of the bytes that ran, as read reads them.
func (img *Image) sum(label string, p Proved, read func(addr uint32, b []byte)) (sum uint32) {
	p.runs(func(first, last int) {
		b := make([]byte, last-first+1)
		read(img.Symbols[label]+uint32(first), b)
		sum = crc32.Update(sum, crc32.IEEETable, b)
	})
	return sum
}

// ReadBytes reads bytes of the code or the tables, as many as lie in one image behind the address.
func (img *Image) ReadBytes(addr uint32, b []byte) {
	if image, start, _ := img.ImageAt(addr); image != nil {
		copy(b, image[addr-start:])
	}
}

// forgetChanged drops the proofs about bytes that the image has otherwise.
func (img *Image) forgetChanged() {
	for label, c := range img.Cycles {
		if c.Proved.How != "" && img.sum(label, c.Proved, img.ReadBytes) != c.Proved.Sum {
			c.Proved = Proved{}
			img.Cycles[label] = c
		}
	}
}

// ProvedBytes returns the addresses of the bytes that ran in proofs, of those routines whose bytes are, as read reads them,
// those that were proved.
func (img *Image) ProvedBytes(read func(addr uint32, b []byte)) map[uint32]bool {
	all := map[uint32]bool{}
	for label, c := range img.Cycles {
		if img.sum(label, c.Proved, read) != c.Proved.Sum {
			continue
		}
		c.Proved.Bytes(func(offset int) { all[img.Symbols[label]+uint32(offset)] = true })
	}
	return all
}

// runs calls f with the first and the last offset of each run.
func (p Proved) runs(f func(first, last int)) {
	if p.How == "" {
		return
	}
	for run := range strings.SplitSeq(p.Ran, ",") {
		first, last, _ := parseRun(run) // parseProved has read it
		f(first, last)
	}
}

// Bytes calls f with the offset of each byte that ran, from the routine's label.
func (p Proved) Bytes(f func(offset int)) {
	p.runs(func(first, last int) {
		for i := first; i <= last; i++ {
			f(i)
		}
	})
}

// Size is the number of bytes that ran.
func (p Proved) Size() (n int) {
	p.Bytes(func(int) { n++ })
	return n
}

// parseRun reads a run of offsets, which may be negative.
func parseRun(run string) (first, last int, err error) {
	if i := strings.LastIndexByte(run, '-'); i > 0 {
		i = max(1, strings.IndexByte(run[1:], '-')+1)
		first, err = strconv.Atoi(run[:i])
		if err == nil {
			last, err = strconv.Atoi(run[i+1:])
		}
		if err == nil && first <= last && last-first < 1<<16 {
			return first, last, nil
		}
	}
	return 0, 0, fmt.Errorf("%q is not a run of offsets", run)
}

// parseProved reads what FormatCycles writes behind "proved".
func parseProved(text string) (p Proved, err error) {
	f := strings.Split(text, " ")
	if len(f) != 5 {
		return p, fmt.Errorf("%q is not least, most, how, bytes and their sum", text)
	}
	sum, err := strconv.ParseUint(f[4], 16, 32)
	if err != nil {
		return p, fmt.Errorf("%q is not a sum of bytes", f[4])
	}
	p.Sum = uint32(sum)
	for i, n := range []*uint64{&p.Least, &p.Most} {
		if *n, err = strconv.ParseUint(f[i], 10, 64); err != nil {
			return p, fmt.Errorf("%q is not a number of cycles", f[i])
		}
	}
	p.How, p.Ran = f[2], f[3]
	if !slices.Contains([]string{BySolver, ByBounds, ByRuns}, p.How) {
		return p, fmt.Errorf("%q is no way to prove", p.How)
	}
	for run := range strings.SplitSeq(p.Ran, ",") {
		if _, _, err := parseRun(run); err != nil {
			return p, err
		}
	}
	if p.Least > p.Most {
		return p, fmt.Errorf("%d cycles are more than %d", p.Least, p.Most)
	}
	return p, nil
}
