package export

import (
	"io"
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
	// The ROM has all functions and lines: pprof need not look for a file of it.
	rom := &profile.Mapping{
		ID: 1, Start: uint64(program.Origin), Limit: uint64(program.Origin) + uint64(len(program.ROM)), File: program.Name + ".rom",
		HasFunctions: true, HasFilenames: true, HasLineNumbers: true,
	}
	p.Mapping = []*profile.Mapping{rom}
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
		l := &profile.Location{ID: uint64(i + 1), Mapping: rom, Line: []profile.Line{{Function: f, Line: int64(at.line.Line)}}}
		if at.line.Line == 0 {
			l.Address = uint64(at.addr) // else the line tells as much
		}
		p.Location = append(p.Location, l)
	}
	for _, c := range chains(from, func(addr uint32) int { return a.number[addr] }, levels) {
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
	return p.Write(w)
}

// nanoseconds is how long some cycles of a clock are.
func nanoseconds(cycles uint64, clock emu.Clock) int64 {
	if clock == 0 {
		return 0
	}
	return int64(float64(cycles) / float64(clock) * float64(time.Second))
}
