package export

import (
	"encoding/json"
	"io"

	"github.com/searchex/searchex/emu"
)

// The file format of speedscope, as far as it is used here: see
// https://www.speedscope.app/file-format-schema.json.
type (
	speedscopeFile struct {
		Schema   string             `json:"$schema"`
		Exporter string             `json:"exporter"`
		Name     string             `json:"name"`
		Active   int                `json:"activeProfileIndex"`
		Shared   speedscopeShared   `json:"shared"`
		Profiles []speedscopeSample `json:"profiles"`
	}
	speedscopeShared struct {
		Frames []speedscopeFrame `json:"frames"`
	}
	speedscopeFrame struct {
		Name string `json:"name"`
		File string `json:"file,omitempty"`
		Line int    `json:"line,omitempty"`
	}
	speedscopeSample struct {
		Type    string   `json:"type"`
		Name    string   `json:"name"`
		Unit    string   `json:"unit"`
		Start   uint64   `json:"startValue"`
		End     uint64   `json:"endValue"`
		Samples [][]int  `json:"samples"`
		Weights []uint64 `json:"weights"`
	}
)

// Speedscope writes a profile for https://www.speedscope.app, or a copy of it on
// the own computer: one profile of the cycles and one of the instructions. There
// is no order of time in it: each chain of routines stands there once.
func Speedscope(w io.Writer, p *emu.Profile, o Options) error {
	a := newAtlas(p)
	frames := []speedscopeFrame{}         // never null
	routine := make([]int, len(a.places)) // the frame of each place
	known := map[string]int{}
	for i, at := range a.places {
		n, ok := known[at.routine]
		if !ok {
			n = len(frames)
			known[at.routine] = n
			frames = append(frames, speedscopeFrame{at.routine, at.declaration.File, at.declaration.Line})
		}
		routine[i] = n
	}
	weighted := func(name string, sum uint64) speedscopeSample {
		return speedscopeSample{Type: "sampled", Name: name, Unit: "none", End: sum, Samples: [][]int{}, Weights: []uint64{}}
	}
	cycles, instructions := weighted("cycles", p.Cycles), weighted("instructions", p.Instructions)
	for _, c := range chains(p, func(addr uint32) int { return routine[a.number[addr]] }, false) {
		stack := make([]int, len(c.numbers))
		for i, n := range c.numbers {
			stack[len(stack)-1-i] = n
		}
		cycles.Samples = append(cycles.Samples, stack)
		cycles.Weights = append(cycles.Weights, c.cycles)
		instructions.Weights = append(instructions.Weights, c.instructions)
	}
	instructions.Samples = cycles.Samples
	return json.NewEncoder(w).Encode(speedscopeFile{
		Schema: "https://www.speedscope.app/file-format-schema.json", Exporter: "searchex", Name: o.Title,
		Shared: speedscopeShared{frames}, Profiles: []speedscopeSample{cycles, instructions},
	})
}
