package playing

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/searchex/searchex/cmd/internal/chess/openings"
	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/match"
	"github.com/searchex/searchex/cmd/internal/match/player"
	"github.com/searchex/searchex/cmd/internal/match/stats"
	"github.com/searchex/searchex/cmd/internal/protocol/uci"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
)

// Match plays engines and programs against each other.
type Match struct {
	Players []string `arg:"" name:"player" sep:"none" help:"Two players, with --against one or more, with --round-robin two or more: an engine here (go:sx81, 6502:tuned, go:all for each profile; classic, the plain program) or a UCI or xboard program (stockfish, /path/to/program), then settings after commas: nodes= depth= sx= cycles= movetime= tc= elo= option.NAME= price.CATEGORY= … (docs/manual/match.md)."`
	Against string   `sep:"none" placeholder:"PLAYER" help:"Each player plays a match against this one."`

	RoundRobin bool    `help:"All players play matches against each other; print a rating list too."`
	Anchor     *string `sep:"none" placeholder:"PLAYER=ELO" help:"With --round-robin: the rating of a player in the list. Default: the mean of all is 0."`

	Games int `default:"100" placeholder:"N" help:"Games of a match, two from each opening with colours reversed. Default 100."`

	Nodes    *uint64 `placeholder:"N" help:"Nodes a move, for engines here that name no limit. Default 20000."`
	SX       *int    `name:"sx" placeholder:"N" help:"SX of the last iteration, likewise."`
	Depth    *int    `placeholder:"N" help:"Plies, likewise."`
	Cycles   *uint64 `placeholder:"N" help:"Clock cycles a move, likewise; for go, and for go@6502, by the model of the machine that it stands for (go run ./cmd/lab fit cycles)."`
	MoveTime *uint64 `name:"movetime" placeholder:"MS" help:"Time a move, for players that name no limit and have none by now. Default 50 for UCI programs."`
	TC       *string `name:"tc" placeholder:"TC" help:"Time control, likewise: moves/seconds+increment, such as 40/7200 or 60+0.6."`
	Time     string  `enum:"emulated,wall" default:"emulated" placeholder:"CLOCK" help:"Whose seconds movetime and tc mean for the engines here: emulated (the machine's) or wall. Default emulated."`

	Openings *string `placeholder:"FILE" help:"Openings: a line of moves each, EPD, PGN, or the source of a book; - is standard input. Default the 390 of testdata/openings.txt."`
	Order    string  `enum:"random,sequential" default:"random" placeholder:"ORDER" help:"Order of the openings: random, by --seed, or sequential, as the file has them. Default random."`
	Seed     uint64  `default:"1" placeholder:"N" help:"Which random order. Default 1."`
	Start    int     `default:"1" placeholder:"N" help:"The opening of that order to begin with. Default 1."`
	Parallel *int    `placeholder:"N" help:"Games at a time. Default one for each processor."`

	SPRT      *string `name:"sprt" sep:"none" placeholder:"E0,E1[,A,B]" help:"Stop when a sequential test of the pairs tells Elo E1 from E0, at risks A and B (0.05); with ,normalized behind, normalised Elo."`
	DrawAfter *int    `placeholder:"N" help:"Call a game drawn after N plies. Default never."`
	Resign    *string `sep:"none" placeholder:"CP,MOVES" help:"Call a game lost for a player that saw itself CP centipawns behind for MOVES moves in a row. Default never."`
	Win       *string `sep:"none" placeholder:"CP,MOVES" help:"Call a game won when both players saw the same one CP centipawns ahead for MOVES moves in a row. Default never."`
	Draw      *string `sep:"none" placeholder:"CP,MOVES[,FROM]" help:"Call a game drawn when both players saw it within CP centipawns of equal for MOVES moves in a row, at move FROM (1) at the earliest. Default never."`

	PGN    *string `name:"pgn" placeholder:"FILE" help:"Append each game to a PGN file."`
	Out    *string `placeholder:"FILE" help:"Write each game to a state file, a JSON object a line."`
	Resume bool    `help:"Continue the match of the state file."`
	JSON   bool    `name:"json" help:"Print one JSON object a line."`
}

// contest is all that a match command plays.
type contest struct {
	players  []player.Spec
	pairings [][2]int
	anchor   match.Anchor
	openings []openings.Opening
	rules    match.Rules
	sprt     *stats.SPRT
	state    *match.State
	pgn      *match.PGNFile
	live     *match.Live
}

// Run plays all pairings, one after the other.
func (c *Match) Run(a *cli.App) error {
	t, err := c.prepare(a)
	if err != nil {
		return cli.UsageError{Err: err}
	}
	if err := c.open(a, t); err != nil {
		return err
	}
	defer t.close()
	var results []match.Result
	for i := range t.pairings {
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
	if games := total(results); games > 0 || err == nil || a.Ctx.Err() != nil {
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
func (c *Match) outcome(a *cli.App, t *contest, results []match.Result, err error) error {
	by := map[string]int{}
	for _, r := range results {
		for name, n := range r.FaultsBy {
			by[name] += n
		}
	}
	switch {
	case a.Ctx.Err() != nil:
		return cli.Interrupted{Done: total(results), Of: c.Games * len(t.pairings)}
	case err != nil:
		return errors.New(strings.TrimPrefix(err.Error(), "match: "))
	case len(by) == 0:
		return nil
	}
	var words []string
	for name, n := range by {
		words = append(words, fmt.Sprintf("%s lost %s by fault", name, report.Plural(n, "game")))
	}
	slices.Sort(words)
	return errors.New(strings.Join(words, ", "))
}

// prepare reads everything that the command line says.
func (c *Match) prepare(a *cli.App) (*contest, error) {
	t := &contest{}
	var err error
	if c.Games < 1 || c.Games > 1_000_000 {
		return nil, fmt.Errorf("--games %d: want 1 to 1000000", c.Games)
	}
	if err := cli.CheckGames(c.Parallel, c.DrawAfter, c.Resume, c.Out, cli.FileFlag{Name: "openings", File: c.Openings}, cli.FileFlag{Name: "pgn", File: c.PGN}); err != nil {
		return nil, err
	}
	t.rules.MaxPlies = cli.Given(c.DrawAfter)
	if err := c.adjudication(&t.rules); err != nil {
		return nil, err
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
	switch t.openings, err = cli.ReadOpenings(a, c.Openings); {
	case errors.Is(err, context.Canceled):
		return nil, cli.Interrupted{}
	case err != nil:
		return nil, fmt.Errorf("openings: %w", err)
	}
	if c.Start < 1 || c.Start > len(t.openings) {
		return nil, fmt.Errorf("--start %d: want 1 to %d, the number of openings", c.Start, len(t.openings))
	}
	if c.Order == "random" {
		t.openings = openings.Shuffle(t.openings, c.Seed)
	}
	t.openings = append(slices.Clone(t.openings[c.Start-1:]), t.openings[:c.Start-1]...)
	return t, nil
}

// adjudication reads the rules by which scores end a game.
func (c *Match) adjudication(rules *match.Rules) error {
	var err error
	if c.Resign != nil {
		if err = cli.ScoreRule("resign", *c.Resign, "600,4", 1, &rules.ResignScore, &rules.ResignMoves); err != nil {
			return err
		}
	}
	if c.Win != nil {
		if err = cli.ScoreRule("win", *c.Win, "800,4", 1, &rules.WinScore, &rules.WinMoves); err != nil {
			return err
		}
	}
	if c.Draw != nil {
		text := *c.Draw
		rules.DrawFrom = 1
		if strings.Count(text, ",") == 2 {
			at := strings.LastIndexByte(text, ',')
			if rules.DrawFrom, err = strconv.Atoi(text[at+1:]); err != nil || rules.DrawFrom < 1 || rules.DrawFrom > 1000 {
				return fmt.Errorf("--draw %s: want the first move as a number from 1 to 1000, such as 10,8,34", text)
			}
			text = text[:at]
		}
		return cli.ScoreRule("draw", text, "10,8", 0, &rules.DrawScore, &rules.DrawMoves)
	}
	return nil
}

// players reads the specs, and says who meets whom.
func (c *Match) players(t *contest) error {
	d, err := c.defaults()
	if err != nil {
		return err
	}
	all, last := c.Players, c.Against
	switch {
	case c.RoundRobin && last != "":
		return errors.New("--round-robin and --against: want one of them")
	case c.RoundRobin && t.sprt != nil:
		return errors.New("--round-robin and --sprt: want one of them: matches that stop early would bend the list")
	case !c.RoundRobin && c.Anchor != nil:
		return errors.New("--anchor: want --round-robin too, whose list it is for")
	case c.RoundRobin || last != "":
	case len(all) == 2:
		all, last = all[:1], all[1]
	default:
		return fmt.Errorf("%s: want two, or --against PLAYER, or --round-robin", report.Plural(len(all), "player"))
	}
	for _, text := range all {
		some, err := player.ParseSpec(text, d)
		if err != nil {
			return err
		}
		t.players = append(t.players, some...)
	}
	if !c.RoundRobin {
		some, err := player.ParseSpec(last, d)
		if err != nil {
			return err
		}
		if len(some) != 1 {
			return fmt.Errorf("player %q: an opponent must be one", last)
		}
		t.players = append(t.players, some[0])
	}
	if n := len(t.players); n < 2 || n > maxPlayers {
		return fmt.Errorf("%s: want 2 to %d", report.Plural(n, "player"), maxPlayers)
	}
	t.pairings = match.Pairings(len(t.players), c.RoundRobin)
	if err := c.tellApart(t); err != nil {
		return err
	}
	return c.readAnchor(t)
}

// maxPlayers keeps the number of matches of a round robin below 20,000.
const maxPlayers = 200

// readAnchor reads whose rating is given.
func (c *Match) readAnchor(t *contest) error {
	t.anchor = match.Anchor{Player: -1}
	if c.Anchor == nil {
		return nil
	}
	at := strings.LastIndexByte(*c.Anchor, '=')
	if at < 0 {
		return fmt.Errorf("--anchor %s: want PLAYER=ELO", *c.Anchor)
	}
	name := (*c.Anchor)[:at]
	elo, err := strconv.ParseFloat((*c.Anchor)[at+1:], 64)
	if err != nil || !(elo >= -10_000 && elo <= 10_000) {
		return fmt.Errorf("--anchor %s: want a rating from -10000 to 10000", *c.Anchor)
	}
	for i, s := range t.players {
		if s.Label == name {
			t.anchor = match.Anchor{Player: i, Elo: elo}
			return nil
		}
	}
	return fmt.Errorf("--anchor %s: no player is called %q: want one of %s", *c.Anchor, name, strings.Join(t.names(), ", "))
}

// names are the players' in tables.
func (t *contest) names() (all []string) {
	for _, s := range t.players {
		all = append(all, s.Label)
	}
	return all
}

// defaults are the limits for players that name none.
func (c *Match) defaults() (d player.Defaults, err error) {
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
		Nodes: cli.Given(c.Nodes), Depth: cli.Given(c.Depth), SX: cli.Given(c.SX), SXSet: c.SX != nil,
		Cycles: cli.Given(c.Cycles),
	}
	d.MoveTime = time.Duration(cli.Given(c.MoveTime)) * time.Millisecond
	return d, nil
}

// tellApart adds its limit to a name that another player has too. The opponent
// of a match may be the same player as another.
func (c *Match) tellApart(t *contest) error {
	count := map[string]int{}
	for _, s := range t.players {
		count[s.Label]++
	}
	for i := range t.players {
		s := &t.players[i]
		if count[s.Label] > 1 {
			if limit := s.Limit(); limit != "" {
				s.Label += "," + limit
			}
		}
	}
	apart := t.players
	if !c.RoundRobin {
		apart = apart[:len(apart)-1]
	}
	seen := map[string]bool{}
	for _, s := range apart {
		if seen[s.Label] {
			return fmt.Errorf("player %q stands twice", s.Label)
		}
		seen[s.Label] = true
	}
	return nil
}

// open opens the files, and shows what of the match has been played already.
func (c *Match) open(a *cli.App, t *contest) error {
	if err := c.openFiles(t); err != nil {
		t.close()
		return err
	}
	before := 0
	for i := range t.pairings {
		played := t.played(i)
		before += len(played)
		if t.pgn != nil {
			if err := t.pgn.Complete(t.event(i), played); err != nil {
				t.close()
				return err
			}
		}
	}
	w, terminal := a.Err, false
	if f, ok := a.Err.(*os.File); ok && cli.IsTerminal(f) {
		w, terminal = report.NewScreen(f, f, os.Getenv), true
	}
	t.live = match.NewLive(w, terminal, t.sprt, len(t.pairings), c.Games, before)
	return nil
}

// openFiles opens the state file and the PGN, which must be files of their own:
// what is appended to one would spoil another.
func (c *Match) openFiles(t *contest) error {
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
			return cli.UsageError{Err: err}
		}
	}
	for i := range t.pairings {
		for _, g := range t.played(i) {
			if g.Index >= c.Games {
				return cli.Usagef("--games %d: %s holds game %d already: want at least as many as before", c.Games, *c.Out, g.Index+1)
			}
		}
	}
	if c.PGN == nil {
		return nil
	}
	var err error
	if t.pgn, err = match.OpenPGN(*c.PGN); err != nil {
		return cli.UsageError{Err: err}
	}
	for flag, file := range map[string]*string{"--out": c.Out, "--openings": c.Openings} {
		if file != nil && t.pgn.Is(*file) {
			return cli.Usagef("--pgn %s: is the file of %s %s: want one of its own", *c.PGN, flag, *file)
		}
	}
	return nil
}

// header says which match this is.
func (c *Match) header(t *contest) (match.Header, error) {
	h := match.Header{RoundRobin: c.RoundRobin, Openings: openings.Digest(t.openings), Seed: c.Seed, Rules: t.rules, Time: c.Time}
	for _, s := range t.players {
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
func (t *contest) event(i int) string { return t.first(i).Label + " - " + t.second(i).Label }

// first and second are the players of a pairing.
func (t *contest) first(i int) *player.Spec  { return &t.players[t.pairings[i][0]] }
func (t *contest) second(i int) *player.Spec { return &t.players[t.pairings[i][1]] }

func (t *contest) close() {
	if t.state != nil {
		t.state.Close()
	}
	if t.pgn != nil {
		t.pgn.Close()
	}
}

// play plays one pairing.
func (c *Match) play(a *cli.App, t *contest, i int) (match.Result, error) {
	emulated := c.Time == "emulated"
	return match.Run(a.Ctx, match.Config{
		First:    t.first(i).Maker(emulated, uci.Run),
		Second:   t.second(i).Maker(emulated, uci.Run),
		Openings: t.openings,
		Games:    c.Games,
		Played:   t.played(i),
		Parallel: cli.Given(c.Parallel),
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

// write prints the tables, or their rows as JSON.
func (c *Match) write(a *cli.App, t *contest, results []match.Result, finished bool) error {
	var list []match.Standing
	var noList error
	if c.RoundRobin {
		list, noList = match.Standings(t.names(), t.pairings, results, t.anchor)
	}
	if c.JSON {
		for i, r := range results {
			if err := report.JSON(a.Out, match.NewRow(r, t.sprt, finished || i < len(results)-1)); err != nil {
				return err
			}
		}
		for _, s := range list {
			if err := report.JSON(a.Out, s); err != nil {
				return err
			}
		}
		return nil
	}
	if list != nil {
		if err := match.WriteStandings(a.Out, list); err != nil {
			return err
		}
		if _, err := fmt.Fprintln(a.Out); err != nil {
			return err
		}
	}
	if err := match.WriteTable(a.Out, t.sprt, results...); err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s, ", openings.Digest(t.openings))
	if c.Order == "random" {
		fmt.Fprintf(&b, "seed %d; ", c.Seed)
	} else {
		b.WriteString("in order; ")
	}
	for i, s := range t.players {
		if i > 0 {
			b.WriteString("; ")
		}
		b.WriteString(s.Label)
		if l := s.Limit(); l != "" && !strings.HasSuffix(s.Label, l) {
			b.WriteString(" " + l)
		}
	}
	b.WriteString("\n")
	if noList != nil {
		fmt.Fprintf(&b, "warning: no rating list: %v\n", noList)
	}
	for _, note := range append(match.StandingNotes(list), match.Notes(results...)...) {
		b.WriteString(note + "\n")
	}
	_, err := a.Out.Write([]byte(a.Out.Fold(b.String())))
	return err
}

const matchManual = "docs/manual/match.md"

func (*Match) Help() string {
	return cli.Detail("Prints for each match won, drawn and lost games, the score, the Elo difference with its 95% interval, and faults. Every game begins with "+
		"another opening, so that no two are the same.",
		"searchex match go:sx81 go:cyrus86 --against go:uniform --nodes 5000 --games 40", matchManual)
}
