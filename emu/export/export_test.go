package export_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/pprof/profile"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/export"
	"github.com/searchex/searchex/emu/z80"
)

// trial is a program for the Z80 that recurs, and by what it calls too:
//
//	main:  ld   hl,$4000    10   a.s:2
//	       ld   (hl),0      10   a.s:3
//	       call down        17   a.s:4
//	       call leaf        17   a.s:5
//	       ret              10   a.s:5
//	down:  inc  (hl)        11   b.s:2
//	       call leaf        17   b.s:3
//	       ld   a,(hl)       7   b.s:4
//	       cp   2            7   b.s:4
//	       call nz,down  10/17   b.s:5
//	       ret              10   b.s:6
//	leaf:  ret              10   b.s:8
//
// The byte at $4000 is how deep down is, 1 and 2.
func trial(t *testing.T, lines bool) *emu.Profile {
	p := &emu.Program{
		Name: "trial",
		ROM: []byte{
			0x21, 0x00, 0x40, 0x36, 0x00, 0xCD, 0x0C, 0x00, 0xCD, 0x18, 0x00, 0xC9,
			0x34, 0xCD, 0x18, 0x00, 0x7E, 0xFE, 0x02, 0xC4, 0x0C, 0x00, 0xC9, 0x00,
			0xC9,
		},
		Symbols: map[string]uint32{"main": 0, "down": 0x0C, "leaf": 0x18, "depth": 0x4000},
		Level:   "depth",
	}
	if lines {
		p.Lines = []emu.Line{
			{Addr: 0, File: "a.s", Line: 2}, {Addr: 3, File: "a.s", Line: 3}, {Addr: 5, File: "a.s", Line: 4}, {Addr: 8, File: "a.s", Line: 5},
			{Addr: 0x0C, File: "b.s", Line: 2}, {Addr: 0x0D, File: "b.s", Line: 3}, {Addr: 0x10, File: "b.s", Line: 4},
			{Addr: 0x13, File: "b.s", Line: 5}, {Addr: 0x16, File: "b.s", Line: 6}, {Addr: 0x18, File: "b.s", Line: 8},
		}
	}
	m, err := z80.New(p)
	require.NoError(t, err)
	m.StartProfile()
	require.NoError(t, m.Call("main", 0))
	return m.StopProfile()
}

// The cycles of trial by routine, its own and all: a turn of down is 11+17+7+7 and
// the call of itself, made or not, and the return; and leaf's 10.
const (
	ownMain, ownDown, ownLeaf = 10 + 10 + 17 + 17 + 10, 2*(11+17+7+7+10) + 17 + 10, 3 * 10
	allDown                   = ownDown + 2*10
	all                       = ownMain + ownDown + ownLeaf
	instructions              = 5 + 2*6 + 3
)

func written(t *testing.T, write func(b *bytes.Buffer) error) *bytes.Buffer {
	var b bytes.Buffer
	require.NoError(t, write(&b))
	return &b
}

func parsed(t *testing.T, p *emu.Profile, o export.Options) *profile.Profile {
	got, err := profile.Parse(written(t, func(b *bytes.Buffer) error { return export.Pprof(b, p, o) }))
	require.NoError(t, err)
	require.NoError(t, got.CheckValid())
	return got
}

// text is a sample's chain from outside, as function:line.
func text(s *profile.Sample) string {
	var b strings.Builder
	for i := len(s.Location) - 1; i >= 0; i-- {
		l := s.Location[i].Line[0]
		b.WriteString(" " + l.Function.Name + ":" + string(rune('0'+l.Line)))
	}
	return b.String()[1:]
}

func TestPprof(t *testing.T) {
	got := parsed(t, trial(t, true), export.Options{Title: "a trial"})
	require.Equal(t, []string{"a trial"}, got.Comments)
	require.Equal(t, "cycles", got.SampleType[0].Type)
	require.Equal(t, "instructions", got.SampleType[1].Type)
	require.Equal(t, "trial.rom", got.Mapping[0].File)
	require.InDelta(t, float64(all)/4e6*float64(time.Second), float64(got.DurationNanos), 1)
	samples := map[string][]int64{}
	for _, s := range got.Sample {
		require.Empty(t, s.NumLabel)
		samples[text(s)] = s.Value
	}
	// The level is 1 where main calls leaf.
	require.Equal(t, map[string][]int64{
		"main:2": {10, 1}, "main:3": {10, 1}, "main:4": {17, 1}, "main:5": {17 + 10, 2},
		"main:5 leaf:8":        {10, 1},
		"main:4 down:2":        {2 * 11, 2},
		"main:4 down:3":        {2 * 17, 2},
		"main:4 down:3 leaf:8": {2 * 10, 2},
		"main:4 down:4":        {2 * 14, 4},
		"main:4 down:5":        {17 + 10, 2},
		"main:4 down:6":        {2 * 10, 2},
	}, samples)
	for _, f := range got.Function {
		require.Equal(t, map[string]string{"main": "a.s", "down": "b.s", "leaf": "b.s"}[f.Name], f.Filename)
		require.Equal(t, map[string]int64{"main": 2, "down": 2, "leaf": 8}[f.Name], f.StartLine)
	}
}

func TestPprofTellsLevelsApart(t *testing.T) {
	got := parsed(t, trial(t, true), export.Options{Levels: true})
	levels := map[string][]int64{}
	for _, s := range got.Sample {
		require.Equal(t, []string{"depth"}, s.NumUnit["depth"])
		levels[text(s)] = append(levels[text(s)], s.NumLabel["depth"]...)
	}
	require.Equal(t, []int64{0}, levels["main:2"])
	require.Equal(t, []int64{1, 2}, levels["main:4 down:4"])
	require.Equal(t, []int64{2}, levels["main:5 leaf:8"])
}

// Without a line table, an instruction has its address for a place.
func TestPprofWithoutLines(t *testing.T) {
	got := parsed(t, trial(t, false), export.Options{})
	seen := map[uint64]int64{}
	for _, s := range got.Sample {
		require.Zero(t, s.Location[0].Line[0].Line)
		seen[s.Location[0].Address] += s.Value[0]
	}
	require.Equal(t, map[uint64]int64{
		0: 10, 3: 10, 5: 17, 8: 17, 11: 10,
		0x0C: 22, 0x0D: 34, 0x10: 14, 0x11: 14, 0x13: 27, 0x16: 20, 0x18: 30,
	}, seen)
}

func TestSpeedscope(t *testing.T) {
	var got struct {
		Shared struct {
			Frames []struct {
				Name, File string
				Line       int
			}
		}
		Profiles []struct {
			Name     string
			EndValue uint64
			Samples  [][]int
			Weights  []uint64
		}
	}
	b := written(t, func(b *bytes.Buffer) error {
		return export.Speedscope(b, trial(t, true), export.Options{Title: "a trial"})
	})
	require.Contains(t, b.String(), `"name":"a trial"`)
	require.NoError(t, json.Unmarshal(b.Bytes(), &got))
	want := []map[string]uint64{
		{"main": ownMain, "main down": ownDown, "main down leaf": 20, "main leaf": 10},
		{"main": 5, "main down": 12, "main down leaf": 2, "main leaf": 1},
	}
	for i, p := range got.Profiles {
		require.Equal(t, []string{"cycles", "instructions"}[i], p.Name)
		require.EqualValues(t, []int{all, instructions}[i], p.EndValue)
		weights := map[string]uint64{}
		for j, s := range p.Samples {
			var names []string
			for _, f := range s {
				names = append(names, got.Shared.Frames[f].Name)
			}
			weights[strings.Join(names, " ")] = p.Weights[j]
		}
		require.Equal(t, want[i], weights)
	}
	require.Equal(t, "down", got.Shared.Frames[1].Name)
	require.Equal(t, "b.s", got.Shared.Frames[1].File)
	require.Equal(t, 2, got.Shared.Frames[1].Line)
}

func TestCallgrind(t *testing.T) {
	got := written(t, func(b *bytes.Buffer) error {
		return export.Callgrind(b, trial(t, true), export.Options{Title: "a trial"})
	})
	require.Equal(t, `# callgrind format
version: 1
creator: searchex
cmd: a trial
positions: line
event: Cycles : clock cycles
event: Instructions
events: Cycles Instructions
summary: 225 20

fl=(1) a.s
fn=(1) main
2 10 1
3 10 1
4 17 1
5 27 2
cfi=(2) b.s
cfn=(2) down
calls=1 2
4 151 14
cfi=(2)
cfn=(3) leaf
calls=1 8
5 10 1

fl=(2)
fn=(2)
2 22 2
3 34 2
4 28 4
5 27 2
6 20 2
cfi=(2)
cfn=(3)
calls=2 8
3 20 2
cfi=(2)
cfn=(2)
calls=1 2
5 0 0

fl=(2)
fn=(3)
8 30 3

fl=(3) ???
fn=(4) (host)
cfi=(1)
cfn=(1)
calls=1 2
0 225 20
`, got.String())
}

type full struct{}

var errFull = errors.New("full")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestAWriterThatFails(t *testing.T) {
	p := trial(t, true)
	require.ErrorIs(t, export.Pprof(full{}, p, export.Options{}), errFull)
	require.ErrorIs(t, export.Speedscope(full{}, p, export.Options{}), errFull)
	require.ErrorIs(t, export.Callgrind(full{}, p, export.Options{}), errFull)
}

// A machine that has not run has a profile all the same.
func TestNothing(t *testing.T) {
	m, err := z80.New(trial(t, true).Program)
	require.NoError(t, err)
	m.StartProfile()
	p := m.StopProfile()
	require.Empty(t, parsed(t, p, export.Options{}).Sample)
	require.Contains(t, written(t, func(b *bytes.Buffer) error { return export.Speedscope(b, p, export.Options{}) }).String(), `"samples":[]`)
	require.Contains(t, written(t, func(b *bytes.Buffer) error { return export.Callgrind(b, p, export.Options{}) }).String(), "summary: 0 0\n")
}
