package cli

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/searchex/searchex/cmd/internal/chess/openings"
	"github.com/searchex/searchex/cmd/internal/match"
	"github.com/searchex/searchex/cmd/internal/match/player"
	"github.com/searchex/searchex/cmd/internal/match/stats"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
)

// MatchFlags are the flags of a contest of engines and programs.
type MatchFlags struct {
	Players []string `arg:"" name:"player" sep:"none" help:"Two players, with --against one or more, with --round-robin two or more: a built-in engine (go:sx81, 6502:tuned, go:all for each profile; classic, the baseline program; guest:FILE, a foreign program by its description) or a UCI or xboard program (stockfish, /path/to/program), then settings after commas: nodes= depth= sx= cycles= movetime= tc= elo= option.NAME= price.CATEGORY= … (docs/manual/match.md)."`
	Against string   `sep:"none" placeholder:"PLAYER" help:"Each player plays a match against this one."`

	RoundRobin bool    `help:"All players play matches against each other; print a rating list too."`
	Anchor     *string `sep:"none" placeholder:"PLAYER=ELO" help:"With --round-robin: the rating of a player in the list. Default: the mean of all is 0."`

	Games int `default:"100" placeholder:"N" help:"Games of a match, two from each opening with colours reversed. Default 100."`

	Nodes    *uint64 `placeholder:"N" help:"Nodes a move, for built-in engines without a limit of their own. Default 20000."`
	SX       *int    `name:"sx" placeholder:"N" help:"SX of the last iteration, for the same engines."`
	Depth    *int    `placeholder:"N" help:"Plies, for the same engines."`
	Cycles   *uint64 `placeholder:"N" help:"Clock cycles a move, for the same engines. For go and go@NAME a model estimates them (go run ./cmd/lab fit cycles)."`
	MoveTime *uint64 `name:"movetime" placeholder:"MS" help:"Time a move, for players that have no limit yet. Default 50 for UCI programs."`
	TC       *string `name:"tc" placeholder:"TC" help:"Time control, for players that have no limit yet: moves/seconds+increment, such as 40/7200, 60+0.6 or 40/7200:1800+30 (docs/manual/match.md)."`
	Time     string  `enum:"emulated,wall" default:"emulated" placeholder:"CLOCK" help:"The clock of movetime and tc for built-in engines: emulated (the machine's) or wall (this computer's). Default emulated."`

	Openings *string `placeholder:"FILE" help:"Openings: a line of moves each, EPD, PGN, or the source of a book; - is standard input. Default the 390 of testdata/openings.txt."`
	Plies    int     `default:"16" placeholder:"N" help:"Plies of a PGN game that are its opening; 0 is the whole game. Default 16."`
	Order    string  `enum:"random,sequential" default:"random" placeholder:"ORDER" help:"Order of the openings: random, by --seed, or sequential, as the file has them. Default random."`
	Seed     uint64  `default:"1" placeholder:"N" help:"The seed of the random order. Default 1."`
	Start    int     `default:"1" placeholder:"N" help:"The opening of that order to begin with. Default 1."`

	SPRT      *string `name:"sprt" sep:"none" placeholder:"E0,E1[,A,B]" help:"Stop when a sequential probability ratio test of the pairs decides between Elo E0 and E1, with error rates A and B (0.05). End it with ,normalized for normalised Elo."`
	DrawAfter *int    `placeholder:"N" help:"Call a game drawn after N plies. Default never."`
	Resign    *string `sep:"none" placeholder:"CP,MOVES" help:"Call a game lost for a player whose own score was CP centipawns behind for MOVES moves in a row. Default never."`
	Win       *string `sep:"none" placeholder:"CP,MOVES" help:"Call a game won when both players' scores had the same one CP centipawns ahead for MOVES moves in a row. Default never."`
	Draw      *string `sep:"none" placeholder:"CP,MOVES[,FROM]" help:"Call a game drawn when both players' scores were within CP centipawns of 0 for MOVES moves in a row, at move FROM (1) at the earliest. Default never."`

	PGN    *string `name:"pgn" placeholder:"FILE" help:"Append each game to a PGN file."`
	Out    *string `placeholder:"FILE" help:"Write each game to a state file, a JSON object a line."`
	Resume bool    `help:"Continue the match of the state file."`
	JSON   bool    `name:"json" help:"Print one JSON object a line."`
}

// Live returns the display of the contest's progress.
func (c *MatchFlags) Live(a *App, t *match.Contest) *match.Live {
	w, terminal := a.Err, false
	if f, ok := a.Err.(*os.File); ok && IsTerminal(f) {
		w, terminal = report.NewScreen(f, f, os.Getenv), true
	}
	matches, before := t.Matches()
	return match.NewLive(w, terminal, t.SPRT, matches, c.Games, before)
}

// Conclude prints the results, and returns the error with which the command ends. err is
// that with which the last match ended.
func (c *MatchFlags) Conclude(a *App, t *match.Contest, results []match.Result, err error) error {
	// If the first game failed there is nothing to show.
	if games := match.Played(results); games > 0 || err == nil || a.Ctx.Err() != nil {
		if writeErr := c.write(a, t, results, err == nil); writeErr != nil {
			return writeErr
		}
	}
	if a.Ctx.Err() != nil {
		matches, _ := t.Matches()
		return Interrupted{Done: match.Played(results), Of: c.Games * matches}
	}
	if err != nil {
		return prefixed{err}
	}
	return match.FaultError(results)
}

// prefixed is an error of package match, without the name of the package.
type prefixed struct{ error }

func (p prefixed) Error() string { return strings.TrimPrefix(p.error.Error(), "match: ") }
func (p prefixed) Unwrap() error { return p.error }

// Prepare reads the flags. parallel is the value of --parallel, nil if it was not given.
func (c *MatchFlags) Prepare(a *App, parallel *int) (*match.Contest, error) {
	if c.Games < 1 || c.Games > 1_000_000 {
		return nil, fmt.Errorf("--games %d: want 1 to 1000000", c.Games)
	}
	if err := CheckGames(parallel, c.DrawAfter, c.Resume, c.Out, FileFlag{Name: "openings", File: c.Openings}, FileFlag{Name: "pgn", File: c.PGN}); err != nil {
		return nil, err
	}
	t := &match.Contest{
		RoundRobin: c.RoundRobin, Anchor: match.Anchor{Player: -1}, Seed: c.Seed,
		Games: c.Games, Parallel: Given(parallel), Emulated: c.Time == "emulated",
	}
	t.Rules.MaxPlies = Given(c.DrawAfter)
	if err := c.adjudication(&t.Rules); err != nil {
		return nil, err
	}
	if c.SPRT != nil {
		s, err := stats.ParseSPRT(*c.SPRT)
		if err != nil {
			return nil, fmt.Errorf("--sprt %w", err)
		}
		t.SPRT = &s
	}
	if err := c.players(t); err != nil {
		return nil, err
	}
	if c.Plies < 0 || c.Plies > maxPlies {
		return nil, fmt.Errorf("--plies %d: want 0 to %d", c.Plies, maxPlies)
	}
	var err error
	switch t.Openings, err = ReadOpenings(a, c.Openings, c.Plies); {
	case err != nil && a.Ctx.Err() != nil:
		return nil, err
	case err != nil:
		return nil, fmt.Errorf("openings: %w", err)
	}
	if c.Start < 1 || c.Start > len(t.Openings) {
		return nil, fmt.Errorf("--start %d: want 1 to %d, the number of openings", c.Start, len(t.Openings))
	}
	if c.Order == "random" {
		t.Openings = openings.Shuffle(t.Openings, c.Seed)
	}
	t.Openings = append(slices.Clone(t.Openings[c.Start-1:]), t.Openings[:c.Start-1]...)
	return t, nil
}

// adjudication reads the rules by which scores end a game.
func (c *MatchFlags) adjudication(rules *match.Rules) error {
	var err error
	if c.Resign != nil {
		if err = ScoreRule("resign", *c.Resign, "600,4", 1, &rules.ResignScore, &rules.ResignMoves); err != nil {
			return err
		}
	}
	if c.Win != nil {
		if err = ScoreRule("win", *c.Win, "800,4", 1, &rules.WinScore, &rules.WinMoves); err != nil {
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
		return ScoreRule("draw", text, "10,8", 0, &rules.DrawScore, &rules.DrawMoves)
	}
	return nil
}

// players reads the players and the anchor of the rating list.
func (c *MatchFlags) players(t *match.Contest) error {
	d, err := c.Defaults()
	if err != nil {
		return err
	}
	switch {
	case c.RoundRobin && c.Against != "":
		return errors.New("--round-robin and --against: want one of them")
	case c.RoundRobin && t.SPRT != nil:
		return errors.New("--round-robin and --sprt: want one of them: matches that stop early would bend the list")
	case !c.RoundRobin && c.Anchor != nil:
		return errors.New("--anchor: want --round-robin too, whose list it is for")
	}
	if err := t.Enter(c.Players, c.Against, d); err != nil || c.Anchor == nil {
		return err
	}
	if err := t.ReadAnchor(*c.Anchor); err != nil {
		return fmt.Errorf("--anchor %s: %w", *c.Anchor, err)
	}
	return nil
}

// Defaults returns the limits of players that give none.
func (c *MatchFlags) Defaults() (d player.Defaults, err error) {
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
		Nodes: Given(c.Nodes), Depth: Given(c.Depth), SX: Given(c.SX), SXSet: c.SX != nil,
		Cycles: Given(c.Cycles),
	}
	d.MoveTime = time.Duration(Given(c.MoveTime)) * time.Millisecond
	return d, nil
}

// Keep opens the state file and the PGN file. No two files of a command may be the same,
// because both are appended to.
func (c *MatchFlags) Keep(a *App, t *match.Contest) error {
	if c.Out != nil {
		h, err := t.Header()
		if err != nil {
			return err
		}
		if err := t.KeepState(*c.Out, h, c.Resume); err != nil {
			return UsageError{Err: err}
		}
	}
	if c.PGN == nil {
		return nil
	}
	if err := t.KeepPGN(a.Ctx, *c.PGN, map[string]*string{"--out": c.Out, "--openings": c.Openings}); err != nil {
		return UsageError{Err: err}
	}
	return t.CompletePGN()
}

// write prints the tables, or their rows as JSON.
func (c *MatchFlags) write(a *App, t *match.Contest, results []match.Result, finished bool) error {
	var list []match.Standing
	var noList error
	if c.RoundRobin {
		list, noList = t.Standings(results)
	}
	if c.JSON {
		for i, r := range results {
			if err := report.JSON(a.Out, match.NewRow(r, t.SPRT, finished || i < len(results)-1)); err != nil {
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
	if err := match.WriteTable(a.Out, t.SPRT, results...); err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s, ", openings.Digest(t.Openings))
	if c.Order == "random" {
		fmt.Fprintf(&b, "seed %d; ", c.Seed)
	} else {
		b.WriteString("in order; ")
	}
	b.WriteString(t.Describe() + "\n")
	if noList != nil {
		fmt.Fprintf(&b, "warning: no rating list: %v\n", noList)
	}
	for _, note := range append(match.StandingNotes(list), match.Notes(results...)...) {
		b.WriteString(note + "\n")
	}
	return a.Out.Print(b.String())
}

// maxPlies is the greatest length of an opening in plies.
const maxPlies = 1000
