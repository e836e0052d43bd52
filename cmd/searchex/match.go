package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/searchex/searchex/cmd/searchex/internal/match"
	"github.com/searchex/searchex/cmd/searchex/internal/openings"
	"github.com/searchex/searchex/cmd/searchex/internal/player"
	"github.com/searchex/searchex/cmd/searchex/internal/report"
	"github.com/searchex/searchex/cmd/searchex/internal/stats"
	"github.com/searchex/searchex/cmd/searchex/internal/uci"
	"github.com/searchex/searchex/goengine"
)

// matchCmd plays engines and programs against each other.
type matchCmd struct {
	Players []string `arg:"" name:"player" sep:"none" help:"Two players, or with --against one or more: an engine here (go:sx81, 6502:tuned, go:all for each profile) or a UCI or xboard program (stockfish, /path/to/program), then settings after commas: nodes= depth= sx= cycles= movetime= tc= elo= option.NAME= price.CATEGORY= … (docs/match.md)."`
	Against string   `sep:"none" placeholder:"PLAYER" help:"Each player plays a match against this one."`
	Games   int      `default:"100" placeholder:"N" help:"Games of a match, two from each opening with colours reversed. Default 100."`

	Nodes    *uint64 `placeholder:"N" help:"Nodes a move, for engines here that name no limit. Default 20000."`
	SX       *int    `name:"sx" placeholder:"N" help:"SX of the last iteration, likewise."`
	Depth    *int    `placeholder:"N" help:"Plies, likewise."`
	Cycles   *uint64 `placeholder:"N" help:"Clock cycles a move, likewise; for go, and for go@6502, by the model of the machine that it stands for (searchex fit)."`
	MoveTime *uint64 `name:"movetime" placeholder:"MS" help:"Time a move, for players that name no limit and have none by now. Default 50 for UCI programs."`
	TC       *string `name:"tc" placeholder:"TC" help:"Time control, likewise: moves/seconds+increment, such as 40/7200 or 60+0.6."`
	Time     string  `enum:"emulated,wall" default:"emulated" placeholder:"CLOCK" help:"Whose seconds movetime and tc mean for the engines here: emulated (the machine's) or wall. Default emulated."`

	Openings *string `placeholder:"FILE" help:"Openings: a line of moves each, EPD, PGN, or the source of a book; - is standard input. Default the 390 of testdata/openings.txt."`
	Seed     uint64  `default:"1" placeholder:"N" help:"Order of the openings. Default 1."`
	Parallel *int    `placeholder:"N" help:"Games at a time. Default one for each processor."`

	SPRT      *string `name:"sprt" sep:"none" placeholder:"E0,E1[,A,B]" help:"Stop when a sequential test tells Elo E1 from E0, at risks A and B (0.05)."`
	DrawAfter *int    `placeholder:"N" help:"Call a game drawn after N plies. Default never."`
	Resign    *string `sep:"none" placeholder:"CP,MOVES" help:"Call a game lost for a player that saw itself CP centipawns behind for MOVES moves in a row. Default never."`

	PGN    *string `name:"pgn" placeholder:"FILE" help:"Append each game to a PGN file."`
	Out    *string `placeholder:"FILE" help:"Write each game to a state file, a JSON object a line."`
	Resume bool    `help:"Continue the match of the state file."`
	JSON   bool    `name:"json" help:"Print one JSON object a line."`
}

// contest is all that a match command plays.
type contest struct {
	firsts   []player.Spec
	second   player.Spec
	openings []openings.Opening
	rules    match.Rules
	sprt     *stats.SPRT
	state    *match.State
	pgn      *match.PGNFile
	live     *match.Live
}

// Run plays all pairings, one after the other.
func (c *matchCmd) Run(a *app) error {
	t, err := c.prepare(a)
	if err != nil {
		return usageError{err}
	}
	if err := c.open(a, t); err != nil {
		return err
	}
	defer t.close()
	var results []match.Result
	for i := range t.firsts {
		r, playErr := c.play(a, t, i)
		results = append(results, r)
		t.live.Finish(r)
		if playErr != nil {
			err = playErr
			break
		}
	}
	t.live.Clear()
	// A match that could not even begin has nothing to show.
	if games := total(results); games > 0 || err == nil || a.ctx.Err() != nil {
		if writeErr := c.write(a, t, results, err == nil); writeErr != nil {
			return writeErr
		}
	}
	return c.outcome(a, t, results, err)
}

// total is the number of games played.
func total(results []match.Result) int {
	n := 0
	for _, r := range results {
		n += r.Score.Games()
	}
	return n
}

// outcome is the command's error: what went wrong, an interruption, or games
// lost by fault.
func (c *matchCmd) outcome(a *app, t *contest, results []match.Result, err error) error {
	by := map[string]int{}
	for _, r := range results {
		for name, n := range r.FaultsBy {
			by[name] += n
		}
	}
	switch {
	case a.ctx.Err() != nil:
		return interrupted{total(results), c.Games * len(t.firsts)}
	case err != nil:
		return errors.New(strings.TrimPrefix(err.Error(), "match: "))
	case len(by) == 0:
		return nil
	}
	var words []string
	for name, n := range by {
		words = append(words, fmt.Sprintf("%s lost %s by fault", name, plural(n, "game")))
	}
	slices.Sort(words)
	return errors.New(strings.Join(words, ", "))
}

// prepare reads everything that the command line says.
func (c *matchCmd) prepare(a *app) (*contest, error) {
	t := &contest{}
	var err error
	switch {
	case c.Games < 1 || c.Games > 1_000_000:
		return nil, fmt.Errorf("--games %d: want 1 to 1000000", c.Games)
	case c.Parallel != nil && (*c.Parallel < 1 || *c.Parallel > 1000):
		return nil, fmt.Errorf("--parallel %d: want 1 to 1000", *c.Parallel)
	case c.DrawAfter != nil && *c.DrawAfter < 1:
		return nil, fmt.Errorf("--draw-after %d: want at least 1", *c.DrawAfter)
	case c.Resume && c.Out == nil:
		return nil, errors.New("--resume: want --out FILE, the state to continue")
	}
	for _, f := range []struct {
		flag string
		file *string
	}{{"openings", c.Openings}, {"out", c.Out}, {"pgn", c.PGN}} {
		if f.file != nil && *f.file == "" {
			return nil, fmt.Errorf("--%s: want the name of a file", f.flag)
		}
	}
	if c.DrawAfter != nil {
		t.rules.MaxPlies = *c.DrawAfter
	}
	if c.Resign != nil {
		if err := parseResign(*c.Resign, &t.rules); err != nil {
			return nil, err
		}
	}
	if c.SPRT != nil {
		s, err := stats.ParseSPRT(*c.SPRT)
		if err != nil {
			return nil, fmt.Errorf("--sprt %w", err)
		}
		t.sprt = &s
	}
	if err := c.players(t); err != nil {
		return nil, err
	}
	switch t.openings, err = c.readOpenings(a); {
	case errors.Is(err, context.Canceled):
		return nil, interrupted{}
	case err != nil:
		return nil, fmt.Errorf("openings: %w", err)
	}
	t.openings = openings.Shuffle(t.openings, c.Seed)
	return t, nil
}

// readOpenings reads the file of openings, or the built-in ones.
func (c *matchCmd) readOpenings(a *app) ([]openings.Opening, error) {
	switch {
	case c.Openings == nil:
		return openings.BuiltIn()
	case *c.Openings == "-":
		return openings.Read(a.input(), "standard input")
	}
	return openings.Load(a.ctx, *c.Openings)
}

// parseResign reads "cp,moves".
func parseResign(s string, rules *match.Rules) error {
	score, moves, _ := strings.Cut(s, ",")
	cp, err1 := strconv.Atoi(score)
	n, err2 := strconv.Atoi(moves)
	if err1 != nil || err2 != nil || cp < 1 || cp > 100_000 || n < 1 || n > 1000 {
		return fmt.Errorf("--resign %s: want centipawns and moves, such as 600,4", s)
	}
	rules.ResignScore, rules.ResignMoves = cp, n
	return nil
}

// players reads the specs.
func (c *matchCmd) players(t *contest) error {
	d, err := c.defaults()
	if err != nil {
		return err
	}
	firsts := c.Players
	second := c.Against
	switch {
	case second != "":
	case len(firsts) == 2:
		firsts, second = firsts[:1], firsts[1]
	default:
		return fmt.Errorf("%s: want two, or --against PLAYER", plural(len(firsts), "player"))
	}
	for _, text := range firsts {
		some, err := player.ParseSpec(text, d)
		if err != nil {
			return err
		}
		t.firsts = append(t.firsts, some...)
	}
	some, err := player.ParseSpec(second, d)
	if err != nil {
		return err
	}
	if len(some) != 1 {
		return fmt.Errorf("player %q: an opponent must be one", second)
	}
	t.second = some[0]
	return t.tellApart()
}

// defaults are the limits for players that name none.
func (c *matchCmd) defaults() (d player.Defaults, err error) {
	for _, f := range []struct {
		flag string
		n    *uint64
		most uint64
	}{
		{"nodes", c.Nodes, player.MaxNodes}, {"cycles", c.Cycles, player.MaxCycles},
		{"movetime", c.MoveTime, uint64(player.MaxTime / time.Millisecond)},
	} {
		if f.n != nil && (*f.n < 1 || *f.n > f.most) {
			return d, fmt.Errorf("--%s %d: want 1 to %d", f.flag, *f.n, f.most)
		}
	}
	switch {
	case c.Depth != nil && (*c.Depth < 1 || *c.Depth > goengine.MaxPly):
		return d, fmt.Errorf("--depth %d: want 1 to %d", *c.Depth, goengine.MaxPly)
	case c.SX != nil && (*c.SX < 0 || *c.SX > goengine.MaxSX):
		return d, fmt.Errorf("--sx %d: want 0 to %d", *c.SX, goengine.MaxSX)
	case c.MoveTime != nil && c.TC != nil:
		return d, errors.New("--movetime and --tc: want one of them")
	}
	if c.TC != nil {
		if d.Control, err = player.ParseTimeControl(*c.TC); err != nil {
			return d, fmt.Errorf("--tc: %w", err)
		}
	}
	d.Limits = player.Limits{
		Nodes: given(c.Nodes), Depth: given(c.Depth), SX: given(c.SX), SXSet: c.SX != nil,
		Cycles: given(c.Cycles),
	}
	d.MoveTime = time.Duration(given(c.MoveTime)) * time.Millisecond
	return d, nil
}

// given is the value of a flag, 0 where it was not given.
func given[T any](flag *T) (value T) {
	if flag != nil {
		value = *flag
	}
	return value
}

// tellApart adds its limit to a name that another player has too.
func (t *contest) tellApart() error {
	all := []*player.Spec{&t.second}
	for i := range t.firsts {
		all = append(all, &t.firsts[i])
	}
	count := map[string]int{}
	for _, s := range all {
		count[s.Label]++
	}
	for _, s := range all {
		if count[s.Label] > 1 {
			if limit := s.Limit(); limit != "" {
				s.Label += "," + limit
			}
		}
	}
	seen := map[string]bool{}
	for _, s := range t.firsts {
		if seen[s.Label] {
			return fmt.Errorf("player %q stands twice", s.Label)
		}
		seen[s.Label] = true
	}
	return nil
}

// open opens the files, and shows what of the match has been played already.
func (c *matchCmd) open(a *app, t *contest) error {
	if err := c.openFiles(t); err != nil {
		t.close()
		return err
	}
	before := 0
	for i := range t.firsts {
		played := t.played(i)
		before += len(played)
		if t.pgn != nil {
			if err := t.pgn.Complete(t.event(i), played); err != nil {
				t.close()
				return err
			}
		}
	}
	w, terminal := a.err, false
	if f, ok := a.err.(*os.File); ok && isTerminal(f) {
		w, terminal = report.NewScreen(f, f, os.Getenv), true
	}
	t.live = match.NewLive(w, terminal, t.sprt, len(t.firsts), c.Games, before)
	return nil
}

// openFiles opens the state file and the PGN, which must be files of their own:
// what is appended to one would spoil another.
func (c *matchCmd) openFiles(t *contest) error {
	if c.Out != nil {
		h, err := c.header(t)
		if err != nil {
			return err
		}
		if c.Resume {
			t.state, err = match.OpenState(*c.Out, h, t.openings)
		} else {
			t.state, err = match.CreateState(*c.Out, h)
		}
		if err != nil {
			return usageError{err}
		}
	}
	for i := range t.firsts {
		for _, g := range t.played(i) {
			if g.Index >= c.Games {
				return usagef("--games %d: %s holds game %d already: want at least as many as before", c.Games, *c.Out, g.Index+1)
			}
		}
	}
	if c.PGN == nil {
		return nil
	}
	var err error
	if t.pgn, err = match.OpenPGN(*c.PGN); err != nil {
		return usageError{err}
	}
	for flag, file := range map[string]*string{"--out": c.Out, "--openings": c.Openings} {
		if file != nil && t.pgn.Is(*file) {
			return usagef("--pgn %s: is the file of %s %s: want one of its own", *c.PGN, flag, *file)
		}
	}
	return nil
}

// header says which match this is.
func (c *matchCmd) header(t *contest) (match.Header, error) {
	h := match.Header{Openings: openings.Digest(t.openings), Seed: c.Seed, Rules: t.rules, Time: c.Time}
	for _, s := range append(slices.Clone(t.firsts), t.second) {
		h.Players = append(h.Players, s.String())
		h.Names = append(h.Names, s.Label)
		f, err := s.Fingerprint()
		if err != nil {
			return h, fmt.Errorf("%s: %w", s.Label, err)
		}
		h.Searches = append(h.Searches, f)
	}
	return h, nil
}

// played are the games of a pairing that the state file held.
func (t *contest) played(i int) []match.Game {
	if t.state == nil {
		return nil
	}
	return t.state.Played[i]
}

// event is what a pairing is called in a PGN.
func (t *contest) event(i int) string { return t.firsts[i].Label + " - " + t.second.Label }

func (t *contest) close() {
	if t.state != nil {
		t.state.Close()
	}
	if t.pgn != nil {
		t.pgn.Close()
	}
}

// play plays one pairing.
func (c *matchCmd) play(a *app, t *contest, i int) (match.Result, error) {
	emulated := c.Time == "emulated"
	return match.Run(a.ctx, match.Config{
		First:    t.firsts[i].Maker(emulated, uci.Run),
		Second:   t.second.Maker(emulated, uci.Run),
		Openings: t.openings,
		Games:    c.Games,
		Played:   t.played(i),
		Parallel: given(c.Parallel),
		Rules:    t.rules,
		SPRT:     t.sprt,
		OnScore:  t.live.Score,
		OnGame: func(g match.Game) error {
			if t.state != nil {
				if err := t.state.Add(i, g); err != nil {
					return err
				}
			}
			if t.pgn != nil {
				return t.pgn.Add(t.event(i), g)
			}
			return nil
		},
	})
}

// write prints the table, or its rows as JSON.
func (c *matchCmd) write(a *app, t *contest, results []match.Result, finished bool) error {
	if c.JSON {
		for i, r := range results {
			if err := report.JSON(a.out, match.NewRow(r, t.sprt, finished || i < len(results)-1)); err != nil {
				return err
			}
		}
		return nil
	}
	if err := match.WriteTable(a.out, t.sprt, results...); err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s, seed %d; ", openings.Digest(t.openings), c.Seed)
	for i, s := range append(slices.Clone(t.firsts), t.second) {
		if i > 0 {
			b.WriteString("; ")
		}
		b.WriteString(s.Label)
		if l := s.Limit(); l != "" && !strings.HasSuffix(s.Label, l) {
			b.WriteString(" " + l)
		}
	}
	b.WriteString("\n")
	for _, note := range match.Notes(results...) {
		b.WriteString(note + "\n")
	}
	_, err := a.out.Write([]byte(a.out.Fold(b.String())))
	return err
}
