// Package match plays headless games between two players, each from an opening
// and with colours reversed, and says by how much one is the better.
//
// The referee goes by package rules. Nothing is adjudicated by score unless
// Rules asks for it. A player that makes an illegal move, fails, oversteps its
// time or stays silent loses the game, and the record names it.
package match

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/searchex/searchex/cmd/internal/chess/openings"
	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/cmd/internal/match/player"
	"github.com/searchex/searchex/cmd/internal/match/stats"
)

// Config describes a match.
type Config struct {
	// First and Second make the players; the score is the first one's.
	First, Second player.Maker
	// Openings are played in order, each twice with colours reversed, and from
	// the start again when they run out. Game i has opening i/2, and the first
	// player has White where i is even, however many games run in parallel.
	Openings []openings.Opening
	// Games is how many are played, at least 1.
	Games int
	// Played are games of this match that need not be played again.
	Played []Game
	// Parallel is how many run at a time; 0 means one for each processor.
	Parallel int
	// Rules are what ends a game beside the rules of chess.
	Rules Rules
	// SPRT, if not nil, ends the match when it has a verdict.
	SPRT *stats.SPRT
	// OnGame, if not nil, is called after each game that was played out, in the
	// order in which they end and never twice at a time. An error stops the match.
	OnGame func(Game) error
	// OnScore, if not nil, is called with the result so far: first of all, and
	// after each game, behind OnGame.
	OnScore func(Result)
}

// maxStartFailures is how many times in a row a player may fail to start
// before the match is given up.
const maxStartFailures = 3

// Result is the outcome of a match, from the first player's side.
type Result struct {
	First, Second string // names
	Score         stats.Score
	// Distinct counts the games that differ in their moves: players who always
	// answer alike replay games, and a replayed game proves nothing.
	Distinct int
	// Evidence is the score of the games that differ in moves or colours, each
	// counted once.
	Evidence stats.Score
	// Pairs are those of two games of Evidence that have one opening, colours
	// reversed: what Elo, its interval, LOS, SPRT and ratings are drawn from.
	Pairs stats.Pairs
	// Ends counts the games by how they ended.
	Ends map[rules.End]int
	// Faults are the details of the games lost by illegal move, timeout or
	// failure, in the order of the games.
	Faults []string
	// FaultsBy counts them by the player's name.
	FaultsBy map[string]int
	// Spent is what both players used, the first one's first.
	Spent [2]Spent
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
	outer := ctx
	ctx, cancel := context.WithCancel(outer)
	defer cancel()
	group, ctx := errgroup.WithContext(ctx)
	m := &match{config: c, games: slices.Clone(c.Played), failures: map[string]int{}, done: map[int]bool{}}
	for _, g := range c.Played {
		m.done[g.Index] = true
	}
	workers := c.Parallel
	if workers <= 0 {
		workers = runtime.NumCPU()
	}
	workers = max(min(workers, c.Games-len(c.Played)), 1)
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
	m.tally = newTally(m.first, m.second)
	for _, g := range m.games {
		m.tally.add(g)
	}
	m.report()
	if m.over() {
		return m.result(), ctx.Err()
	}
	// A program that can't be started at all is a mistake in the command, not
	// a match of forfeits.
	for _, p := range []player.Player{pairs[0].first, pairs[0].second} {
		if err := newGame(ctx, p); err != nil {
			if ctx.Err() != nil {
				return m.result(), ctx.Err()
			}
			return m.result(), fmt.Errorf("match: %s: %w", p.Name(), err)
		}
	}
	for _, p := range pairs {
		group.Go(func() error {
			for {
				i, ok := m.take(ctx)
				if !ok {
					return nil
				}
				if err := m.playOne(ctx, p, i); err != nil {
					return err
				}
			}
		})
	}
	if err := group.Wait(); err == nil && outer.Err() == nil {
		return m.result(), nil
	}
	return m.result(), context.Cause(ctx) // the first error, or the end of outer if that came first
}

// pair is the two players of one worker.
type pair struct{ first, second player.Player }

// match is the state of a match.
type match struct {
	config        Config
	first, second string

	mu       sync.Mutex
	next     int
	done     map[int]bool
	games    []Game
	tally    *tally
	decided  bool
	failures map[string]int // starts in a row, by player
}

// take hands out the games in order until the match is stopped or decided.
func (m *match) take(ctx context.Context) (i int, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for m.done[m.next] {
		m.next++
	}
	if ctx.Err() != nil || m.decided || m.next >= m.config.Games {
		return 0, false
	}
	m.next++
	return m.next - 1, true
}

// over reports whether there is nothing left to play.
func (m *match) over() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	for i := range m.config.Games {
		if !m.done[i] {
			return m.decided
		}
	}
	return true
}

// playOne plays game i and records it unless it was interrupted.
func (m *match) playOne(ctx context.Context, p pair, i int) error {
	first, second := named{p.first, m.first}, named{p.second, m.second}
	var white, black player.Player = first, second
	if i%2 == 1 {
		white, black = second, first
	}
	opening := m.config.Openings[i/2%len(m.config.Openings)]
	g, err := Play(ctx, white, black, opening, m.config.Rules)
	if err != nil {
		return fmt.Errorf("match: game %d: %w", i+1, err)
	}
	if g.End == EndInterruption {
		return nil
	}
	g.Index, g.FirstIsWhite = i, i%2 == 0
	g.Date = time.Now().Format("2006.01.02")
	m.mu.Lock()
	defer m.mu.Unlock()
	m.games = append(m.games, g)
	m.tally.add(g)
	if m.config.OnGame != nil {
		if err := m.config.OnGame(g); err != nil {
			return fmt.Errorf("match: game %d: %w", i+1, err)
		}
	}
	m.reportLocked()
	if g.notStarted == "" {
		clear(m.failures)
		return nil
	}
	if m.failures[g.notStarted]++; m.failures[g.notStarted] >= maxStartFailures {
		return fmt.Errorf("match: %s: could not be started %d times in a row: %w", g.notStarted, maxStartFailures, g.startErr)
	}
	return nil
}

// report judges and shows the score so far.
func (m *match) report() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.reportLocked()
}

func (m *match) reportLocked() {
	if t := m.config.SPRT; t != nil && t.Verdict(m.tally.Pairs) != 0 {
		m.decided = true
	}
	if m.config.OnScore != nil {
		m.config.OnScore(m.tally.soFar())
	}
}

// named is a player under the name that it has in the match.
type named struct {
	player.Player
	name string
}

func (n named) Name() string { return n.name }

func (m *match) result() Result {
	m.mu.Lock()
	defer m.mu.Unlock()
	return Tally(m.first, m.second, m.games)
}

// Tally returns the result of a match from the records of its games.
func Tally(first, second string, games []Game) Result {
	t := newTally(first, second)
	t.Games = slices.Clone(games)
	slices.SortFunc(t.Games, func(a, b Game) int { return a.Index - b.Index })
	for _, g := range t.Games {
		t.add(g)
	}
	return t.Result
}

// tally counts games as they come, in whatever order.
type tally struct {
	Result
	seen map[string]bool
	// evident are the games by what they were, the first of equal ones; halves
	// are all games by index.
	evident map[string]int
	halves  map[int]half
}

// half is a game of a pair.
type half struct {
	key    string // what the game was
	points int    // the first player's half points
}

func newTally(first, second string) *tally {
	return &tally{
		Result: Result{First: first, Second: second, Ends: map[rules.End]int{}, FaultsBy: map[string]int{}},
		seen:   map[string]bool{}, evident: map[string]int{}, halves: map[int]half{},
	}
}

// pair counts the pair of a game so many times, if both its games are played
// and neither is a replay of a game with a lower index.
func (t *tally) pair(index, times int) {
	points := 0
	for _, i := range []int{index &^ 1, index | 1} {
		h, ok := t.halves[i]
		if !ok || t.evident[h.key] != i {
			return
		}
		points += h.points
	}
	t.Pairs[points] += times
}

func (t *tally) add(g Game) {
	points := count(&t.Score, g)
	key := g.Opening.FEN + " " + strings.Join(g.Moves, " ") + " " + g.Result
	if !t.seen[key] {
		t.seen[key] = true
		t.Distinct++
	}
	// With the colours reversed the same game tells the reverse of the players.
	if g.FirstIsWhite {
		key += " first"
	}
	t.halves[g.Index] = half{key, points}
	switch before, ok := t.evident[key]; {
	case !ok:
		count(&t.Evidence, g)
		t.evident[key] = g.Index
	case g.Index < before:
		t.pair(before, -1)
		t.evident[key] = g.Index
	}
	t.pair(g.Index, +1)
	t.Ends[g.End]++
	if isFault(g.End) {
		t.Faults = append(t.Faults, fmt.Sprintf("game %d: %s", g.Index+1, g.Detail))
		loser := g.White
		if g.Result == rules.WhiteWins {
			loser = g.Black
		}
		t.FaultsBy[loser]++
	}
	white, black := g.Spent[0], g.Spent[1]
	if !g.FirstIsWhite {
		white, black = black, white
	}
	t.Spent[0].join(white)
	t.Spent[1].join(black)
}

// soFar returns the result without the games.
func (t *tally) soFar() Result {
	r := t.Result
	r.Ends, r.FaultsBy = maps.Clone(r.Ends), maps.Clone(r.FaultsBy)
	r.Faults = slices.Clone(r.Faults)
	return r
}

// count adds a game's result to a score, and returns the first player's half
// points.
func count(s *stats.Score, g Game) (points int) {
	switch {
	case g.Result == rules.Draw:
		s.Draws++
		return 1
	case (g.Result == rules.WhiteWins) == g.FirstIsWhite:
		s.Wins++
		return 2
	}
	s.Losses++
	return 0
}

// join adds what was spent in another game.
func (s *Spent) join(o Spent) {
	s.Moves += o.Moves
	s.Nodes += o.Nodes
	s.Cycles += o.Cycles
	s.Time += o.Time
}
