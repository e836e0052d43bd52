package window

import (
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/guest"
	"github.com/searchex/searchex/testdata/switches"
)

var guestFolder = filepath.Join("..", "..", "asm", "guests")

// guests are the programs in the tree.
var guests = []string{"mini6502", "miniz80"}

// described is the name of a guest as an engine.
func described(name string) string { return "guest:" + filepath.Join(guestFolder, name, name+".toml") }

// sargons are the five models of the text.
func sargons(t *testing.T) (models []*Model) {
	for n := range 5 {
		m, err := Builtin(fmt.Sprint(n + 1))
		require.NoError(t, err)
		models = append(models, m)
	}
	return models
}

// programOf1978 returns the description of the program of 1978. Its image and its symbols are in the folder of
// SEARCHEX_TESTS=guests=FOLDER; the repository has neither.
func programOf1978(t *testing.T) (description string) {
	t.Helper()
	folder := switches.Value("guests")
	if folder == "" {
		t.Skip("SEARCHEX_TESTS=guests=FOLDER runs it, with sargon4.bin and sargon4.nm in the folder: asm/guests/sargon1978/sargon1978.toml")
	}
	description = filepath.Join(t.TempDir(), "sargon1978.toml")
	for name, from := range map[string]string{filepath.Base(description): filepath.Join(guestFolder, "sargon1978"), "sargon4.bin": folder, "sargon4.nm": folder} {
		b, err := os.ReadFile(filepath.Join(from, name))
		if os.IsNotExist(err) && from == folder {
			t.Skipf("%s is not in %s", name, folder)
		}
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(filepath.Dir(description), name), b, 0o600))
	}
	return description
}

// Nothing that the description of the program of 1978 says fails: its list has all legal moves, and others that leave the
// king in check.
func TestTheDescriptionOf1978(t *testing.T) {
	d, err := guest.Read(programOf1978(t))
	require.NoError(t, err)
	r, err := guest.Check(t.Context(), d)
	require.NoError(t, err)
	assert.Zero(t, r.Failed(), "%+v", r.Rows)
	const list = "28546 legal moves in 1000 random positions, and 2696 that leave the king in check"
	assert.Contains(t, r.Rows, guest.Row{What: "list", State: guest.Works, Result: list})
}

// The program whose author's logs the five models are makes them.
func TestTheProgramOf1978MakesItsLogs(t *testing.T) {
	description := programOf1978(t)
	for _, m := range sargons(t) {
		r, err := m.Run(engine(t, "guest:"+description), &m.Runs[0])
		require.NoError(t, err)
		want, err := os.ReadFile(recorded(r))
		require.NoError(t, err)
		assert.Equal(t, string(want), strings.Join(r.Log(), "\n")+"\n", m.Name)
		nodes := uint64(strings.Count(string(want), "created")) - 1 // the root has no value
		assert.Equal(t, nodes, r.Result.Nodes, m.Name)
		t.Logf("%s: %d evaluations, %d T-states, %d an evaluation", m.Name, nodes, r.Result.Cycles, r.Result.Cycles/nodes)
	}
}

// The guests' logs of the five models are the recorded ones. Their best lines and the value of the
// root are Sargon's; the rest differs, since they do not sort moves by static values, and report a
// move that a reply refuted.
func TestGuestsMakeTheirRecordedLogs(t *testing.T) {
	for _, name := range guests {
		for _, m := range sargons(t) {
			ours, err := m.Run(engine(t, "go"), &m.Runs[0])
			require.NoError(t, err)
			r, err := m.Run(engine(t, described(name)), &m.Runs[0])
			require.NoError(t, err)
			file := filepath.Join(guestFolder, name, m.Name+".log")
			log := strings.Join(r.Log(), "\n") + "\n"
			if *update {
				require.NoError(t, os.WriteFile(file, []byte(log), 0o600))
			}
			want, err := os.ReadFile(file)
			require.NoError(t, err, "go test ./hostbridge/window -run Guests -update writes it")
			assert.Equal(t, string(want), log, file)
			assert.Equal(t, ours.PV, r.PV, file)
			assert.Equal(t, ours.Result.PV, r.Result.PV, file)
			assert.Equal(t, ours.Visits[ours.PV[0]].Value, r.Visits[r.PV[0]].Value, file)
		}
	}
}

// negamax is alpha-beta by the rules of the guests, without a program: moves in the order in which
// a log has them, the values of all moves reported, that of a node without a better move alpha.
func (x *plain) negamax(p *Position, order func(*Position) []*Position, alpha, beta int16) int16 {
	for _, c := range order(p) {
		value := x.pretended(c, 0)
		if len(c.Children) > 0 {
			value = -x.negamax(c, order, -beta, -alpha)
		}
		x.add(Evaluated, c, 0, 0)
		if value >= beta {
			x.add(Cutoff, c, value, beta)
			return value
		}
		x.add(NoCutoff, c, value, beta)
		if value <= alpha {
			x.add(NotBest, c, -value, -alpha)
			continue
		}
		x.add(Best, c, -value, -alpha)
		x.add(Confirmed, c, 0, 0)
		alpha = value
	}
	return alpha
}

// ordered returns the order in which a run begins the moves of each position.
func ordered(r *Run) func(*Position) []*Position {
	first := func(c *Position) int {
		return slices.IndexFunc(r.Events, func(e Event) bool {
			return e.Kind != Created && strings.HasPrefix(e.Position.Key, c.Key)
		})
	}
	return func(p *Position) []*Position {
		begun := slices.DeleteFunc(slices.Clone(p.Children), func(c *Position) bool { return first(c) < 0 })
		slices.SortFunc(begun, func(a, b *Position) int { return first(a) - first(b) })
		return begun
	}
}

// decisions are the lines of a log without the positions that were created: a guest in check at the
// end of the tree gives no value there.
func decisions(log []string) []string {
	return slices.DeleteFunc(log, func(line string) bool { return strings.HasPrefix(line, string(Created)) })
}

// Whatever the model, each line of a guest's log is what alpha-beta does with the moves in the
// guest's order, and the value of the root is the reference's.
func TestGuestsFollowTheRulesOnRandomModels(t *testing.T) {
	starts := randomStarts(t)
	r := rand.New(rand.NewSource(6))
	reference := engine(t, "go")
	events, cutoffs := 0, 0
	for _, name := range guests {
		e := engine(t, described(name))
		for i := range 12 {
			text := randomModel(r, starts[i%len(starts)])
			m, err := Parse("random.json", strings.NewReader(text))
			if err != nil {
				require.ErrorContains(t, err, "is a draw by", text)
				continue
			}
			got, err := m.Run(e, &m.Runs[0])
			require.NoError(t, err, text)
			x := &plain{recorder: recorder{Run: &Run{Model: m, Setting: &m.Runs[0]}}}
			value := x.negamax(m.Root, ordered(got), -goengine.Infinity, goengine.Infinity)
			log := decisions(got.Log())
			require.Equal(t, decisions(x.Log()), log, "%s on %s", text, name)
			ours, err := m.Run(reference, &m.Runs[0])
			require.NoError(t, err, text)
			require.Equal(t, ours.Result.Score, value, "%s on %s", text, name)
			require.Equal(t, m.Root.Children[0].Parent.find(got.PV[0]).Move, got.Result.Best, "%s on %s", text, name)
			events += len(log)
			cutoffs += strings.Count(strings.Join(log, "\n"), "\ncutoff")
		}
	}
	assert.Greater(t, events, 600)
	assert.Greater(t, cutoffs, 20)
}

// A guest that can't search as deep as a model is refused.
func TestAModelMayBeTooDeepForAGuest(t *testing.T) {
	m := sargons(t)[0]
	s := m.Runs[0]
	s.SetDepth(6)
	for _, name := range guests {
		_, err := m.Run(engine(t, described(name)), &s)
		require.ErrorContains(t, err, "model sargon1: it is to be searched to 6 plies, and guest:")
		require.ErrorContains(t, err, name+".toml searches 5")
	}
	_, err := m.Run(engine(t, hostbridge.Names[0]), &s)
	require.NoError(t, err)
}
