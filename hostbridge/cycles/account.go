package cycles

import (
	"cmp"
	"math"
	"slices"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/internal/number"
)

// Account is where the cycles of one engine with one profile went.
type Account struct {
	Engine    string  `json:"engine"`
	Profile   string  `json:"profile"`
	SX        int     `json:"sx"`
	Plies     int     `json:"plies,omitempty"` // the most of a guest's searches, 0 for other engines
	Positions int     `json:"positions"`
	Nodes     uint64  `json:"nodes"` // moves evaluated
	Cycles    uint64  `json:"cycles"`
	PerNode   float64 `json:"cycles_per_node"`
	// Mean is the mean of the positions' cycles per node, Least and Most
	// their bounds.
	Mean     float64 `json:"mean_cycles_per_node"`
	Least    float64 `json:"least_cycles_per_node"`
	Most     float64 `json:"most_cycles_per_node"`
	Seconds  float64 `json:"seconds"`
	SwapOffs uint64  `json:"swap_offs"`
	PerSwap  float64 `json:"swap_offs_per_node"`
	ROM      int     `json:"rom_bytes"`
	Code2    int     `json:"second_rom_code_bytes"`
	RAM      int     `json:"ram_bytes"`
	// RAMWritten is the most bytes of RAM that a search wrote, StackUsed the
	// deepest stack.
	RAMWritten int `json:"ram_written"`
	StackUsed  int `json:"stack_used"`
	// Limit is the limit of nodes, 0 for none.
	Limit      uint64        `json:"node_limit,omitempty"`
	ByPosition []Spent       `json:"by_position"`
	Kinds      []KindCost    `json:"kinds"`
	Outside    uint64        `json:"outside_nodes"`
	Routines   []RoutineCost `json:"routines"`

	// Clock is the clock of the engine's machine.
	Clock emu.Clock `json:"-"`

	means  float64
	visits hostbridge.Visits
	lines  map[sourceLine]LineCost
}

// KindCost is what the nodes of one kind took. The cycles of all kinds and
// those outside nodes are all of the search.
type KindCost struct {
	Kind   string `json:"kind"` // the name of a hostbridge.NodeKind
	Visits uint64 `json:"visits"`
	Cycles uint64 `json:"cycles"`
	Scored uint64 `json:"scored"` // moves evaluated
}

// RoutineCost is a routine's share, as in emu.RoutineCycles.
type RoutineCost struct {
	Label  string `json:"label"`
	Calls  uint64 `json:"calls"`
	Self   uint64 `json:"self"`
	Total  uint64 `json:"total"`
	Called uint64 `json:"called"`
}

// LineCost is how often a source line ran, and its cycles. The cycles of a
// macro belong to the line that invokes it.
type LineCost struct{ Count, Cycles uint64 }

// sourceLine is a line of a machine's source.
type sourceLine struct {
	file string
	line int
}

// NewAccount returns an empty account for an engine and tasks like t: with its
// profile and its limits.
func NewAccount(engine string, t *hostbridge.Task) *Account {
	return &Account{
		Engine: engine, Profile: t.ProfileName, SX: t.Limits.SX, Limit: t.Limits.Nodes,
		lines: map[sourceLine]LineCost{},
	}
}

// Add adds a measurement.
func (x *Account) Add(s Spent) {
	for _, l := range s.lines {
		at := sourceLine{l.File, l.Line.Line}
		sum := x.lines[at]
		x.lines[at] = LineCost{sum.Count + l.Count, sum.Cycles + l.Cycles}
	}
	x.visits.Add(&s.visits)
	for _, r := range s.routines {
		i := slices.IndexFunc(x.Routines, func(c RoutineCost) bool { return c.Label == r.Label })
		if i < 0 {
			x.Routines = append(x.Routines, RoutineCost{Label: r.Label})
			i = len(x.Routines) - 1
		}
		x.Routines[i].Calls += r.Calls
		x.Routines[i].Self += r.Self
		x.Routines[i].Total += r.Total
		x.Routines[i].Called += r.Called
	}
	if x.Positions == 0 || s.PerNode < x.Least {
		x.Least = s.PerNode
	}
	x.Most = max(x.Most, s.PerNode)
	x.Positions++
	x.Nodes += s.Nodes
	x.Cycles += s.Cycles
	x.SwapOffs += s.swapOffs
	x.means += s.PerNode
	x.Plies = max(x.Plies, s.Plies)
	x.Clock = s.clock
	x.RAMWritten = max(x.RAMWritten, s.usage.Written)
	x.StackUsed = max(x.StackUsed, s.usage.Stack)
	s.lines, s.routines = nil, nil // summed
	x.ByPosition = append(x.ByPosition, s)
}

// Finish works out the means, and sorts the routines by their own cycles, the
// most first. Call it after the last Add. img is the engine's ROM, or nil.
func (x *Account) Finish(img *asm.Image) {
	x.PerNode = number.Tenths(float64(x.Cycles) / float64(max(x.Nodes, 1)))
	x.Mean = number.Tenths(x.means / float64(max(x.Positions, 1)))
	x.PerSwap = float64(x.SwapOffs*1000/max(x.Nodes, 1)) / 1000
	x.Seconds = number.Tenths(float64(x.Cycles) / float64(max(x.Clock, 1)))
	slices.SortStableFunc(x.Routines, func(a, b RoutineCost) int {
		return cmp.Or(cmp.Compare(b.Self, a.Self), cmp.Compare(a.Label, b.Label))
	})
	x.Outside, x.Kinds = x.visits.Outside, nil
	for k, v := range x.visits.Of {
		if v.Visits > 0 {
			x.Kinds = append(x.Kinds, KindCost{hostbridge.NodeKind(k).String(), v.Visits, v.Cycles, v.Scored})
		}
	}
	if img != nil {
		s := img.Sizes()
		x.ROM, x.Code2, x.RAM = s.ROM, s.Code2, s.RAM
	}
}

// Guest reports whether the engine is a guest: swap-offs, kinds of nodes and modelled cycles are not known.
func (x *Account) Guest() bool { return x.Plies > 0 }

// Percent returns a number of cycles in percent of all.
func (x *Account) Percent(cycles uint64) float64 {
	return 100 * float64(cycles) / float64(max(x.Cycles, 1))
}

// Kind returns what the nodes of a kind took, zero if there were none.
func (x *Account) Kind(name string) KindCost {
	for _, k := range x.Kinds {
		if k.Kind == name {
			return k
		}
	}
	return KindCost{Kind: name}
}

// Routine returns what a routine took, zero if it did not run.
func (x *Account) Routine(label string) RoutineCost {
	for _, r := range x.Routines {
		if r.Label == label {
			return r
		}
	}
	return RoutineCost{Label: label}
}

// Lines returns what each source line of a routine took, and their sum of
// cycles.
func (x *Account) Lines(r *asm.Routine) (lines []LineCost, cycles uint64) {
	for i := range r.Text {
		c := x.lines[sourceLine{r.File, r.Line + i}]
		lines = append(lines, c)
		cycles += c.Cycles
	}
	return lines, cycles
}

// Labels returns the labels of all routines, those with the largest shares over
// all accounts first.
func Labels(accounts []*Account) (all []string) {
	share := map[string]float64{}
	for _, x := range accounts {
		for _, r := range x.Routines {
			if _, seen := share[r.Label]; !seen {
				all = append(all, r.Label)
			}
			share[r.Label] += x.Percent(r.Self)
		}
	}
	slices.SortFunc(all, func(p, q string) int { return cmp.Or(cmp.Compare(share[q], share[p]), cmp.Compare(p, q)) })
	return all
}

// ByProfile groups accounts by profile, in the order of their first account.
func ByProfile(accounts []*Account) (all [][]*Account) {
	for _, x := range accounts {
		i := slices.IndexFunc(all, func(some []*Account) bool { return some[0].Profile == x.Profile })
		if i < 0 {
			all = append(all, nil)
			i = len(all) - 1
		}
		all[i] = append(all[i], x)
	}
	return all
}

// Figures is what a routine took in an account's searches.
type Figures struct {
	Nodes        uint64  `json:"nodes"`
	Calls        uint64  `json:"calls"`
	Self         uint64  `json:"self"`
	Total        uint64  `json:"total"`
	Called       uint64  `json:"called"`
	AllCycles    uint64  `json:"search_cycles"`
	CallsPerNode float64 `json:"calls_per_node"`
	PerCall      float64 `json:"cycles_per_call"`
	Microseconds float64 `json:"microseconds_per_call"`
	OwnPerNode   float64 `json:"own_cycles_per_node"`
}

// Figures returns what a routine took, with its means to three decimals.
func (x *Account) Figures(label string) *Figures {
	r := x.Routine(label)
	thousandths := func(x float64) float64 { return math.Round(x*1000) / 1000 }
	calls, nodes := float64(max(r.Calls, 1)), float64(max(x.Nodes, 1))
	f := &Figures{
		Nodes: x.Nodes, Calls: r.Calls, Self: r.Self, Total: r.Total, Called: r.Called, AllCycles: x.Cycles,
		CallsPerNode: thousandths(float64(r.Calls) / nodes), OwnPerNode: thousandths(float64(r.Self) / nodes),
		PerCall: thousandths(float64(r.Called) / calls),
	}
	if x.Clock > 0 {
		f.Microseconds = thousandths(float64(r.Called) / calls / x.Clock.MHz())
	}
	return f
}
