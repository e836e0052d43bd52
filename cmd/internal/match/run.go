// Package match plays matches between two players: two games from each opening, with
// colours reversed. It estimates the difference in strength.
//
// Package rules decides when a game ends. Games are adjudicated by score only if Rules
// says so. A player that makes an illegal move, fails, runs out of time or doesn't
// answer loses the game, and the record names it.
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
	// First and Second create the players. The score is the first one's.
	First, Second player.Maker
	// Openings are played in order, each twice with colours reversed, and again from the
	// beginning after the last. Game i has opening i/2, and the first player has White if
	// i is even, regardless of Parallel.
	Openings []openings.Opening
	// Games is the number of games, at least 1.
	Games int
	// Played are the games of the match that were played in an earlier run.
	Played []Game
	// Parallel is the number of games at a time; 0 means one for each processor.
	Parallel int
	// Rules end games in addition to the rules of chess.
	Rules Rules
	// SPRT, if not nil, ends the match when it accepts a hypothesis.
	SPRT *stats.SPRT
	// OnGame, if not nil, is called after each game that was played to its end, in the
	// order in which games end. Calls don't overlap. An error stops the match.
	OnGame func(Game) error
	// OnScore, if not nil, is called with the result so far: before the first game, and
	// after each game, after OnGame.
	OnScore func(Result)
}

// maxStartFailures is the number of times in a row that a player fails to start after
// which the match is stopped.
const maxStartFailures = 3

// Result is the outcome of a match, from the first player's side.
type Result struct {
	First, Second string // names
	Score         stats.Score
	// Distinct counts the games that differ in their moves. Deterministic players can
	// repeat a game, and a repeated game proves nothing.
	Distinct int
	// Evidence is the score of the games that differ in moves or colours. Repeated games
	// count once.
	Evidence stats.Score
	// Pairs counts the pairs of games of Evidence from the same opening, with colours
	// reversed. Elo, its interval, LOS, SPRT and ratings are calculated from it.
	Pairs stats.Pairs
	// Ends counts the games by end.
	Ends map[rules.End]int
	// Faults describes the games lost by an illegal move, a timeout or a failure, in the
	// order of the games.
	Faults []string
	// FaultsBy counts the faults by the player's name.
	FaultsBy map[string]int
	// Spent is what each player used, the first player's first.
	Spent [2]Spent
	// Games has the records of the games played to their end, by index.
	Games []Game
}

// Run plays a match. When ctx is cancelled it closes the players, and returns the result
// of the games played to their end, with ctx's error.
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
	pairs := c.pairs()
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

	m := newMatch(c, pairs[0])
	m.report()
	if m.over() {
		return m.result(), ctx.Err()
	}
	// A program that can't be started is a mistake in the command, not a reason for a
	// match of lost games.
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

// pair has the two players of a worker.
type pair struct{ first, second player.Player }

// pairs creates the players of all workers.
func (c *Config) pairs() []pair {
	workers := c.Parallel
	if workers <= 0 {
		workers = runtime.NumCPU()
	}
	workers = max(min(workers, c.Games-len(c.Played)), 1)
	all := make([]pair, workers)
	for i := range all {
		all[i] = pair{c.First(), c.Second()}
	}
	return all
}

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
	failures map[string]int // failed starts in a row, by player
}

// newMatch returns a match with the games played in an earlier run. Players with the same
// name get different ones.
func newMatch(c Config, p pair) *match {
	m := &match{
		config: c, first: p.first.Name(), second: p.second.Name(),
		games: slices.Clone(c.Played), failures: map[string]int{}, done: map[int]bool{},
	}
	if m.first == m.second {
		m.second += " (2)"
	}
	m.tally = newTally(m.first, m.second)
	for _, g := range m.games {
		m.done[g.Index] = true
		m.tally.add(g)
	}
	return m
}

// take returns the next game to play. It reports false if there is none, or if the match
// is stopped or decided.
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

// over reports whether no game is left to play.
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
	g, err := m.game(ctx, p, i, m.config.Openings[i/2%len(m.config.Openings)], m.config.Rules)
	if err != nil {
		return fmt.Errorf("match: game %d: %w", i+1, err)
	}
	if g.End == EndInterruption {
		return nil
	}
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

// game plays game i.
func (m *match) game(ctx context.Context, p pair, i int, opening openings.Opening, extra Rules) (Game, error) {
	first, second := named{p.first, m.first}, named{p.second, m.second}
	var white, black player.Player = first, second
	if i%2 == 1 {
		white, black = second, first
	}
	g, err := Play(ctx, white, black, opening, extra)
	g.Index, g.FirstIsWhite = i, i%2 == 0
	return g, err
}

// report applies the SPRT to the score so far, and calls OnScore.
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

// named is a player with its name in the match.
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

// tally counts games in any order.
type tally struct {
	Result
	seen map[string]bool
	// evident maps the key of a game to its index, the lowest one of equal games.
	// halves has all games by index.
	evident map[string]int
	halves  map[int]half
}

// half is a game of a pair.
type half struct {
	key    string // opening, moves, result and colours
	points int    // the first player's half points
}

func newTally(first, second string) *tally {
	return &tally{
		Result: Result{First: first, Second: second, Ends: map[rules.End]int{}, FaultsBy: map[string]int{}},
		seen:   map[string]bool{}, evident: map[string]int{}, halves: map[int]half{},
	}
}

// pair adds times to the count of the pair of a game, if both games are played and
// neither repeats a game with a lower index.
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
	// With colours reversed, an equal game is evidence for the other player.
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

// count adds the result of a game to a score. It returns the first player's half points.
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

// join adds what was used in another game.
func (s *Spent) join(o Spent) {
	s.Moves += o.Moves
	s.Nodes += o.Nodes
	s.Cycles += o.Cycles
	s.Time += o.Time
}
