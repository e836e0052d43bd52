package hostbridge

import (
	"embed"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/internal/work"
)

// costFiles are the fitted models, a file for each machine. They are written
// by go run ./cmd/lab fit cycles --write.
//
//go:embed costs/*.json
var costFiles embed.FS

// Model says how many cycles of a machine's clock the work of the Go engine
// would take on it. It is fitted to the machine's own cycles (package cost).
type Model struct {
	Engine string `json:"engine"`
	// Fitted and HeldBack are how many searches it was fitted to and tried on.
	// Of the latter Mean is the mean error, Most95 the error that 95 of 100
	// stay below, Worst the greatest, in percent of the cycles.
	Fitted   int     `json:"fitted_searches"`
	HeldBack int     `json:"held_back_searches"`
	Mean     float64 `json:"mean_error_percent"`
	Most95   float64 `json:"error_of_95_in_100_percent"`
	Worst    float64 `json:"worst_error_percent"`
	// Cycles are what each kind of work takes, by its name.
	Cycles map[string]float64 `json:"cycles"`
}

// maxCost bounds what one piece of work may take, in cycles.
const maxCost = math.MaxUint32 / work.Unit

// ParseModel reads a model. Work that it does not know costs nothing, and what
// is no work (any more) means nothing.
func ParseModel(b []byte) (*Model, error) {
	m := &Model{}
	if err := json.Unmarshal(b, m); err != nil {
		return nil, fmt.Errorf("model: %w", err)
	}
	for name, c := range m.Cycles {
		if !(c >= 0 && c <= maxCost) {
			return nil, fmt.Errorf("model of %s: %s take %g cycles: want 0 to %d", m.Engine, name, c, maxCost)
		}
	}
	return m, nil
}

// Costs returns the model in the form that the Go engine takes.
func (m *Model) Costs() *work.Costs {
	c := &work.Costs{}
	for _, w := range work.Kinds {
		c.Each[w] = m.units(w.String())
	}
	for n := range c.Pick {
		for place := range c.Pick[n] {
			c.Pick[n][place] = uint64(m.units(rescanned)) * rescans(n, place)
		}
	}
	return c
}

// units returns the cost of a kind of work in parts of a cycle, 1 to
// work.Unit.
func (m *Model) units(kind string) uint32 {
	return uint32(math.Round(m.Cycles[kind] * work.Unit))
}

// Units returns the costs of the kinds of work that a profile's searches may do, in parts
// of a cycle, in the order of WorkKinds. Fingerprints of searches that the model limits
// contain them.
func (m *Model) Units(prof *goengine.Profile) (all []uint32) {
	for _, kind := range WorkKinds() {
		if prof.Switches&goengine.RootNet != 0 || !slices.Contains(NetKinds, kind) {
			all = append(all, m.units(kind))
		}
	}
	return all
}

// NetKinds are the kinds of work of the network of the root tables.
var NetKinds = []string{work.Nets.String(), work.NetMen.String(), work.NetLit.String()}

// model is the embedded model of a machine.
func model(name string) func() (*Model, error) {
	return sync.OnceValues(func() (*Model, error) {
		b, err := costFiles.ReadFile("costs/" + name + ".json")
		if err != nil {
			return nil, fmt.Errorf("engine %s has no fitted model of its cycles: write one by go run ./cmd/lab fit cycles --engine %s --write", name, name)
		}
		return ParseModel(b)
	})
}
