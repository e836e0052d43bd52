package cost

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/internal/work"
)

// few is how many of the searches held back the test measures, and fewNodes
// how many nodes each of them has at most.
const (
	few      = 60
	fewNodes = 3000
)

// The models are within their bars of the assembly and the counted work as they are; one command
// fits a model again. A few searches scatter more than the four hundred of the fit, so they get
// half as much again.
func TestModelsAreNotStale(t *testing.T) {
	trials, err := Trials()
	require.NoError(t, err)
	reference, err := hostbridge.New("go")
	require.NoError(t, err)
	for _, k := range hostbridge.MachineKinds() {
		m, err := k.Model()
		require.NoError(t, err)
		machine, err := hostbridge.New(k.Name)
		require.NoError(t, err)
		var samples []Sample
		for _, trial := range trials {
			if !trial.Held || trial.Nodes > fewNodes || len(samples) == few {
				continue
			}
			s, err := Measure(machine, reference, trial)
			require.NoError(t, err)
			samples = append(samples, s)
		}
		require.Len(t, samples, few)
		e := Errors(m.Costs(), samples)
		t.Logf("%s: %+v", k.Name, e)
		const anew = "%s: the model of its cycles is stale: go run ./cmd/lab fit cycles --write"
		assert.LessOrEqual(t, e.Mean, 1.5*MeanBar, anew, k.Name)
		assert.LessOrEqual(t, e.Most95, 1.5*Most95Bar, anew, k.Name)
	}
}

// What a file says of its model's errors is within the bars, which go run ./cmd/lab fit cycles
// holds it to, and it knows all kinds of work and no others.
func TestModelsAreWithinTheBars(t *testing.T) {
	for _, k := range hostbridge.MachineKinds() {
		m, err := k.Model()
		require.NoError(t, err)
		assert.Equal(t, k.Name, m.Engine)
		assert.LessOrEqual(t, m.Mean, MeanBar, k.Name)
		assert.LessOrEqual(t, m.Most95, Most95Bar, k.Name)
		assert.Greater(t, m.Mean, 0.0)
		assert.Greater(t, m.Fitted, 1000)
		assert.Greater(t, m.HeldBack, 300)
		assert.Len(t, m.Cycles, len(hostbridge.WorkKinds()))
		for _, name := range hostbridge.WorkKinds() {
			assert.Contains(t, m.Cycles, name)
		}
	}
}

// The sample is the same each time: all profiles, about a fifth held back, and no
// position on both sides.
func TestTrials(t *testing.T) {
	trials, err := Trials()
	require.NoError(t, err)
	again, err := Trials()
	require.NoError(t, err)
	require.Equal(t, trials, again)
	held, fitted, profiles := map[string]bool{}, map[string]bool{}, map[string]int{}
	n := 0
	for _, trial := range trials {
		g, err := trial.game()
		require.NoError(t, err)
		require.NotEmpty(t, g.Position().LegalMoves(), trial.FEN)
		profiles[trial.Profile]++
		if trial.Held {
			n++
			held[g.Position().FEN()] = true
		} else {
			fitted[g.Position().FEN()] = true
		}
	}
	require.Len(t, profiles, len(goengine.ProfileNames))
	for fen := range held {
		assert.False(t, fitted[fen], "%s is fitted and held back", fen)
	}
	assert.InDelta(t, len(trials)/heldOneIn, n, 10)
	assert.Greater(t, len(held)+len(fitted), 300)
}

// A machine that takes what a table says, to within a percent, is fitted by that
// table, work that never comes by nothing, and what would have to be less than
// nothing is nothing.
func TestFitFindsWhatAMachineTakes(t *testing.T) {
	truth := map[work.Kind]float64{work.Visits: 900, work.Quiets: 64.5, work.MapMen: 120, work.Searches: 5000}
	r := rand.New(rand.NewSource(2))
	var samples []Sample
	for i := range 400 {
		s := Sample{Trial: Trial{Held: i%5 == 0}}
		cycles := 0.0
		for _, w := range work.Kinds { // not by the map, which has no order
			if c := truth[w]; c > 0 {
				s.Work[w] = uint64(100 + r.Intn(5000))
				cycles += c * float64(s.Work[w])
			}
		}
		s.Work[work.Listed] = uint64(r.Intn(100))
		cycles -= 3 * float64(s.Work[work.Listed])
		s.Cycles = uint64(cycles * (0.99 + 0.02*r.Float64()))
		samples = append(samples, s)
	}
	m := Fit("toy", samples)
	for _, w := range work.Kinds {
		if c := truth[w]; c > 0 {
			assert.InEpsilon(t, c, m.Cycles[w.String()], 0.05, w)
		} else {
			assert.Zero(t, m.Cycles[w.String()], w)
		}
	}
	assert.Equal(t, []int{320, 80}, []int{m.Fitted, m.HeldBack})
	assert.InDelta(t, 0.5, m.Mean, 0.15)
	assert.Less(t, m.Worst, 1.5)
}

// A fit of some kinds of work leaves the costs of the others, and gives the new ones their own.
func TestFitOnlySomeKinds(t *testing.T) {
	visits, nets, men := work.Visits.String(), work.Nets.String(), work.NetMen.String()
	old := &hostbridge.Model{Engine: "toy", Fitted: 7, Cycles: map[string]float64{visits: 900, work.Caches.String(): 5, men: 1}}
	r := rand.New(rand.NewSource(3))
	var samples []Sample
	for range 50 {
		var s Sample
		s.Work[work.Visits], s.Work[work.Nets], s.Work[work.NetMen] = uint64(50+r.Intn(100)), 1, uint64(2+r.Intn(31))
		s.Cycles = 900*s.Work[work.Visits] + 30_000 + 1_500*s.Work[work.NetMen]
		samples = append(samples, s)
	}
	m := FitOnly(old, []string{nets, men}, samples)
	assert.InEpsilon(t, 30_000, m.Cycles[nets], 0.01)
	assert.InEpsilon(t, 1_500, m.Cycles[men], 0.01)
	assert.Equal(t, []float64{900, 5}, []float64{m.Cycles[visits], m.Cycles[work.Caches.String()]})
	assert.Equal(t, 7, m.Fitted)
	assert.Equal(t, 1.0, old.Cycles[men], "the old model stays")
	old.Cycles[visits] = 800 // which the samples would change
	assert.Equal(t, 800.0, FitOnly(old, []string{nets, men}, samples).Cycles[visits])
}

func TestErrorsByHand(t *testing.T) {
	c := &work.Costs{}
	c.Each[work.Visits] = work.Unit
	var samples []Sample
	for _, x := range []struct{ model, exact uint64 }{{100, 100}, {98, 100}, {410, 400}, {90, 100}} {
		samples = append(samples, Sample{Work: work.Counts{work.Visits: x.model}, Cycles: x.exact})
	}
	// 0, 2, 2.5 and 10 percent; 698 for 700 in all.
	e := Errors(c, samples)
	assert.Equal(t, 4, e.Searches)
	assert.InDelta(t, 3.625, e.Mean, 1e-9)
	assert.InDelta(t, 10, e.Most95, 1e-9)
	assert.InDelta(t, 10, e.Worst, 1e-9)
	assert.InDelta(t, -100*2/700.0, e.Total, 1e-9)
	assert.Equal(t, Error{}, Errors(c, nil))
}
