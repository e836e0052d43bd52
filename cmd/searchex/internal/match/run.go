package match

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
)

// Config describes a match.
type Config struct {
	// First and Second make the players; the score is the first one's.
	First, Second Maker
	// Openings are played in order, each twice with colours reversed, and from
	// the start again when they run out. Game i has opening i/2, and the first
	// player has White where i is even, however many games run in parallel.
	Openings []Opening
	// Games is how many are played, at least 1.
	Games int
	// Parallel is how many run at a time; 0 means one for each processor.
	Parallel int
	// MaxPlies ends a game as a draw, the opening's plies included; 0 means
	// by the rules only.
	MaxPlies int
	// OnGame, if not nil, is called after each game that was played out, in the
	// order in which they end and never twice at a time. An error stops the match.
	OnGame func(Game) error
	// Progress, if it is a terminal, shows the score so far.
	Progress io.Writer
}

// Result is the outcome of a match, from the first player's side.
type Result struct {
	First, Second string // names
	Score         Score
	// Distinct counts the games that differ in their moves: players who always
	// answer alike replay games, and a replayed game proves nothing.
	Distinct int
	// Ends counts the games by how they ended.
	Ends map[End]int
	// Faults are the details of the games lost by illegal move, timeout or
	// failure, in the order of the games.
	Faults []string
	// Games are the records of those played out, by index.
	Games []Game
}

// Run plays a match. When ctx is cancelled it closes the players, and returns
// the result of the games that were played out with ctx's error.
func Run(ctx context.Context, c Config) (Result, error) {
	if c.Games < 1 {
		return Result{}, fmt.Errorf("match: %d games: at least 1", c.Games)
	}
	if len(c.Openings) == 0 {
		return Result{}, errors.New("match: no openings")
	}
	workers := c.Parallel
	if workers <= 0 {
		workers = runtime.NumCPU()
	}
	workers = min(workers, c.Games)

	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	m := &running{config: c, todo: make(chan int)}
	pairs := make([]pair, workers)
	for i := range pairs {
		pairs[i] = pair{c.First(), c.Second()}
	}
	closeAll := sync.OnceFunc(func() {
		var wg sync.WaitGroup
		for _, p := range pairs {
			wg.Go(func() { p.first.Close() })
			wg.Go(func() { p.second.Close() })
		}
		wg.Wait()
	})
	defer closeAll()
	defer context.AfterFunc(ctx, closeAll)()

	m.first, m.second = pairs[0].first.Name(), pairs[0].second.Name()
	if m.first == m.second {
		m.second += " (2)"
	}
	// A program that can't be started at all is a mistake in the command, not
	// a match of forfeits.
	for _, p := range []Player{pairs[0].first, pairs[0].second} {
		if err := p.NewGame(); err != nil {
			if ctx.Err() != nil {
				err = ctx.Err()
			}
			return m.result(), fmt.Errorf("match: %w", err)
		}
	}

	var wg sync.WaitGroup
	for _, p := range pairs {
		wg.Go(func() {
			for i := range m.todo {
				if err := m.playOne(ctx, p, i); err != nil {
					cancel(err)
				}
			}
		})
	}
	m.show()
	m.deal(ctx)
	wg.Wait()
	m.clear()
	return m.result(), context.Cause(ctx)
}

// pair is the two players of one worker.
type pair struct{ first, second Player }

// running is the state of a match.
type running struct {
	config        Config
	first, second string
	todo          chan int
	mu            sync.Mutex
	games         []Game
}

// deal hands out the games in order until the match is stopped.
func (m *running) deal(ctx context.Context) {
	defer close(m.todo)
	for i := range m.config.Games {
		select {
		case m.todo <- i:
		case <-ctx.Done():
			return
		}
	}
}

// playOne plays game i and records it unless it was interrupted.
func (m *running) playOne(ctx context.Context, p pair, i int) error {
	if ctx.Err() != nil {
		return nil
	}
	first, second := named{p.first, m.first}, named{p.second, m.second}
	var white, black Player = first, second
	if i%2 == 1 {
		white, black = second, first
	}
	opening := m.config.Openings[i/2%len(m.config.Openings)]
	g, err := Play(ctx, white, black, opening, m.config.MaxPlies)
	if err != nil {
		return fmt.Errorf("match: game %d: %w", i+1, err)
	}
	if g.End == EndInterruption {
		return nil
	}
	g.Index, g.FirstIsWhite = i, i%2 == 0
	m.mu.Lock()
	defer m.mu.Unlock()
	m.games = append(m.games, g)
	m.show()
	if m.config.OnGame != nil {
		if err := m.config.OnGame(g); err != nil {
			return fmt.Errorf("match: game %d: %w", i+1, err)
		}
	}
	return nil
}

// named is a player under the name that it has in the match.
type named struct {
	Player
	name string
}

func (n named) Name() string { return n.name }

func (m *running) result() Result {
	m.mu.Lock()
	defer m.mu.Unlock()
	return Tally(m.first, m.second, m.games)
}

// Tally returns the result of a match from the records of its games.
func Tally(first, second string, games []Game) Result {
	r := Result{First: first, Second: second, Ends: map[End]int{}, Games: slices.Clone(games)}
	slices.SortFunc(r.Games, func(a, b Game) int { return a.Index - b.Index })
	seen := map[string]bool{}
	for _, g := range r.Games {
		switch {
		case g.Result == Draw:
			r.Score.Draws++
		case (g.Result == WhiteWins) == g.FirstIsWhite:
			r.Score.Wins++
		default:
			r.Score.Losses++
		}
		r.Ends[g.End]++
		if g.Detail != "" {
			r.Faults = append(r.Faults, fmt.Sprintf("game %d: %s", g.Index+1, g.Detail))
		}
		seen[g.Opening.FEN+" "+strings.Join(g.Moves, " ")] = true
	}
	r.Distinct = len(seen)
	return r
}

// show writes the score so far over the terminal's line.
func (m *running) show() {
	if !isTerminal(m.config.Progress) {
		return
	}
	s := Tally(m.first, m.second, m.games).Score
	fmt.Fprintf(m.config.Progress, "\r\x1b[K%s - %s: game %d of %d, +%d =%d -%d, %.1f%%",
		m.first, m.second, s.Games(), m.config.Games, s.Wins, s.Draws, s.Losses, 100*s.Fraction())
}

// clear removes what show has written.
func (m *running) clear() {
	if isTerminal(m.config.Progress) {
		fmt.Fprint(m.config.Progress, "\r\x1b[K")
	}
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// WriteTable writes results as a table, one match a line: games, how many of
// them different, wins, draws and losses of the first player, its score in
// percent, the Elo difference and its 95% interval (see Score.Elo), and how
// many games either side lost by fault.
func WriteTable(w io.Writer, results ...Result) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "first\tsecond\tgames\tdifferent\twin\tdraw\tloss\tscore\telo\t95%\tfaults")
	for _, r := range results {
		diff, low, high := r.Score.Elo()
		fmt.Fprintf(t, "%s\t%s\t%d\t%d\t%d\t%d\t%d\t%.1f%%\t%s\t%s .. %s\t%d\n",
			r.First, r.Second, r.Score.Games(), r.Distinct, r.Score.Wins, r.Score.Draws, r.Score.Losses,
			100*r.Score.Fraction(), formatElo(diff), formatElo(low), formatElo(high), len(r.Faults))
	}
	return t.Flush()
}

func formatElo(x float64) string {
	if math.IsInf(x, 0) {
		return map[bool]string{true: "+inf", false: "-inf"}[x > 0]
	}
	// Adding 0 turns a rounded -0 into +0.
	return fmt.Sprintf("%+.0f", math.Round(x)+0)
}
