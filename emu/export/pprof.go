package export

import (
	"cmp"
	"compress/gzip"
	"io"
	"math/bits"
	"slices"
	"time"

	"github.com/google/pprof/profile"

	"github.com/searchex/searchex/emu"
)

// Pprof writes a profile for go tool pprof: gzipped profile.proto, with the sample
// types cycles and instructions. The title is a comment, which -comments shows.
func Pprof(w io.Writer, from *emu.Profile, o Options) error {
	a := newAtlas(from)
	program := from.Program
	levels := o.Levels && program.Level != ""
	p := &profile.Profile{
		SampleType:        []*profile.ValueType{{Type: "cycles", Unit: "count"}, {Type: "instructions", Unit: "count"}},
		DefaultSampleType: "cycles",
		PeriodType:        &profile.ValueType{Type: "cycles", Unit: "count"},
		Period:            1,
		DurationNanos:     nanoseconds(from.Cycles, from.Clock),
		Comments:          []string{o.Title},
	}
	file := program.File
	if file == "" {
		file = program.Name + ".rom"
	}
	// The ROM has all functions and lines: pprof need not look for a file of it.
	rom := &profile.Mapping{
		ID: 1, Start: uint64(program.Origin), Limit: uint64(program.Origin) + uint64(len(program.ROM)), File: file,
		HasFunctions: true, HasFilenames: true, HasLineNumbers: true,
	}
	p.Mapping = []*profile.Mapping{rom}
	all := chains(from, func(addr uint32) int { return a.number[addr] }, levels)
	ids := locationIDs(all, len(a.places))
	functions := map[[2]string]*profile.Function{}
	for i, at := range a.places {
		key := [2]string{at.routine, at.line.File}
		f := functions[key]
		if f == nil {
			f = &profile.Function{ID: uint64(len(functions) + 1), Name: at.routine, SystemName: at.routine, Filename: at.line.File}
			if at.declaration.File == at.line.File {
				f.StartLine = int64(at.declaration.Line)
			}
			functions[key] = f
			p.Function = append(p.Function, f)
		}
		l := &profile.Location{ID: ids[i], Mapping: rom, Line: []profile.Line{{Function: f, Line: int64(at.line.Line)}}}
		if at.line.Line == 0 {
			l.Address = uint64(at.addr) // otherwise the line identifies it
		}
		p.Location = append(p.Location, l)
	}
	for _, c := range packed(all, ids) {
		s := &profile.Sample{Value: []int64{int64(c.cycles), int64(c.instructions)}}
		for _, i := range c.numbers {
			s.Location = append(s.Location, p.Location[i])
		}
		if levels {
			s.NumLabel = map[string][]int64{program.Level: {int64(c.level)}}
			s.NumUnit = map[string][]string{program.Level: {program.Level}}
		}
		p.Sample = append(p.Sample, s)
	}
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	if err := p.WriteUncompressed(z); err != nil {
		return err
	}
	return z.Close()
}

// locationIDs are the numbers of the places in the file. Those that most samples have
// for a caller get the least, which take one byte.
func locationIDs(all []chain, places int) []uint64 {
	callers := make([]int, places)
	for _, c := range all {
		for _, i := range c.numbers[1:] {
			callers[i]++
		}
	}
	order := make([]int, places)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(callers[b], callers[a]) })
	ids := make([]uint64, places)
	for i, place := range order {
		ids[place] = uint64(i + 1)
	}
	return ids
}

// packed orders samples so that gzip finds most of one in the one before: after those
// of the same length in the file come the same callers, and then the same costs.
func packed(all []chain, ids []uint64) []chain {
	type keyed struct {
		chain
		callers      []uint64
		stack, value int // bytes in the file
	}
	varint := func(x uint64) int { return (bits.Len64(x|1) + 6) / 7 }
	keys := make([]keyed, len(all))
	for i, c := range all {
		k := keyed{chain: c, stack: varint(ids[c.numbers[0]]), value: varint(c.cycles) + varint(c.instructions)}
		for _, n := range c.numbers[1:] {
			k.callers = append(k.callers, ids[n])
			k.stack += varint(ids[n])
		}
		keys[i] = k
	}
	slices.SortStableFunc(keys, func(a, b keyed) int {
		return cmp.Or(
			cmp.Compare(a.stack, b.stack), cmp.Compare(a.value, b.value), slices.Compare(a.callers, b.callers), cmp.Compare(a.level, b.level),
			cmp.Compare(a.cycles, b.cycles), cmp.Compare(a.instructions, b.instructions),
		)
	})
	sorted := make([]chain, len(keys))
	for i, k := range keys {
		sorted[i] = k.chain
	}
	return sorted
}

// nanoseconds is how long some cycles of a clock are.
func nanoseconds(cycles uint64, clock emu.Clock) int64 {
	if clock == 0 {
		return 0
	}
	return int64(float64(cycles) / float64(clock) * float64(time.Second))
}
