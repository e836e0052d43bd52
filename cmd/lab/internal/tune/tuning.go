package tune

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
)

// Tuning is a tuning with its state file, if it has one.
type Tuning struct {
	Config Config
	SPSA   *SPSA
	Header Header

	state      *State // nil without a file
	iterations []Iteration
}

// KeepState creates the state file, or with resume repeats the iterations of an existing
// one. Run adds its iterations to the file.
func (t *Tuning) KeepState(path string, resume bool) (err error) {
	if !resume {
		t.state, err = CreateState(path, t.Header)
		return err
	}
	t.state, err = OpenState(path, t.Header, func(i Iteration) error { return t.Config.Replay(t.SPSA, i) })
	if err == nil {
		t.iterations = t.state.Iterations
	}
	return err
}

// Close closes the state file.
func (t *Tuning) Close() error {
	if t.state == nil {
		return nil
	}
	return t.state.Close()
}

// Kept reports whether iterations are kept in a state file.
func (t *Tuning) Kept() bool { return t.state != nil && t.SPSA.Done() > 0 }

// Run makes the iterations that are left, and shows the progress.
func (t *Tuning) Run(ctx context.Context, l *Live) error {
	l.begin(t)
	defer l.clear()
	t.Config.Warn = l.warn
	t.Config.OnIteration = func(i Iteration) error {
		t.iterations = append(t.iterations, i)
		l.show()
		if t.state != nil {
			return t.state.Add(i)
		}
		return nil
	}
	for {
		err := Run(ctx, &t.Config, t.SPSA)
		var e *earlier
		if !errors.As(err, &e) {
			return err
		}
		if err := t.rewind(e.from - 1); err != nil {
			return err
		}
	}
}

// rewind goes back to where n iterations have led: all later ones depend on that.
func (t *Tuning) rewind(n int) error {
	s := t.SPSA
	*s = *NewSPSA(s.Keys, s.Seed, s.Gain)
	t.iterations = t.iterations[:n:n]
	for _, i := range t.iterations {
		if err := t.Config.Replay(s, i); err != nil {
			return err
		}
	}
	if t.state == nil {
		return nil
	}
	return t.state.Rewrite(context.Background(), func(lines [][]byte) [][]byte { return lines[:n] })
}

// SVG draws the value of each key after each iteration.
func (t *Tuning) SVG() ([]byte, error) { return SVG(t.SPSA.Keys, t.iterations) }

// Player returns the player with the values so far, in the notation of match.
func (t *Tuning) Player() string {
	p := t.Config.Player
	profile, err := Profile(p.Profile, t.SPSA.Keys, t.SPSA.Values())
	if err != nil {
		panic(err) // ParseKey has tried the ends of each range
	}
	base, _ := goengine.ProfileByName(p.ProfileName)
	words := append([]string{p.Engine + ":" + p.ProfileName}, profile.Changes(base)...)
	return strings.Join(append(words, p.Limit()), ",")
}

// Result is where a tuning stands.
type Result struct {
	Player     string      `json:"player"`
	Iterations int         `json:"iterations"`
	Games      int         `json:"games"`
	Keys       []ResultKey `json:"keys"`
	// Scores are those of the first trials against the second ones, and of the first and
	// the second trials against the pool.
	Scores [3]Score `json:"self_plus_minus"`
}

// ResultKey is a key with its value after all iterations, exact and rounded.
type ResultKey struct {
	Key
	At    float64 `json:"at"`
	Value int     `json:"value"`
}

// Result sums up the iterations, those of an earlier run included.
func (t *Tuning) Result() Result {
	r := Result{Player: t.Player(), Iterations: t.SPSA.Done()}
	for _, i := range t.iterations {
		for k, s := range []Score{i.Self, i.PlusPool, i.MinusPool} {
			r.Games += s.Games()
			r.Scores[k].add(s)
		}
	}
	at, values := t.SPSA.At(), t.SPSA.Values()
	for i, k := range t.SPSA.Keys {
		r.Keys = append(r.Keys, ResultKey{k, at[i], values[i]})
	}
	return r
}

// Write prints a table of the keys, what was played, and the player.
func (t *Tuning) Write(out *report.Screen) error {
	r := t.Result()
	table := report.NewTable("<key", "from", "to", "first step", "start", "now", "rounded")
	for _, k := range r.Keys {
		table.Add(strings.Join(k.Names, "+"), strconv.Itoa(k.Low), strconv.Itoa(k.High), fmt.Sprintf("%g", k.Step), strconv.Itoa(k.Start),
			fmt.Sprintf("%.2f", k.At), strconv.Itoa(k.Value))
	}
	if err := table.Write(out); err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s, %s, seed %d, %s", report.Plural(r.Iterations, "iteration"), report.Plural(r.Games, "game"), t.SPSA.Seed, t.Header.Openings)
	if len(t.Config.Pool) > 0 {
		points := r.Scores[1].Points() + r.Scores[2].Points()
		fmt.Fprintf(&b, "; both trials against the opponents %.1f%%", 100*points/float64(max(r.Scores[1].Games()+r.Scores[2].Games(), 1)))
	}
	b.WriteString("\n")
	if err := out.Print(b.String()); err != nil {
		return err
	}
	_, err := fmt.Fprintln(out, r.Player)
	return err
}
