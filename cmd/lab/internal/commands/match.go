package commands

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/match"
	"github.com/searchex/searchex/cmd/lab/internal/job"
	"github.com/searchex/searchex/cmd/lab/internal/kinds"
)

// Match plays built-in engines against each other, on any number of computers.
type Match struct {
	cli.MatchFlags
	carrierFlags
}

// Run plays the games that are missing.
func (c *Match) Run(a *cli.App) error {
	t, plan, err := c.prepare(a)
	if err != nil {
		return cli.UsageError{Err: err}
	}
	defer t.Close()
	if err := c.Keep(a, t); err != nil {
		return err
	}
	m, err := newGames(t, c.Live(a, t), c.Games)
	if err != nil {
		return err
	}
	err = c.carry(a, "match", c.Out, &job.Run{Plan: plan, Need: m.need(), Known: m.known, Emit: m.add, Piece: m.piece, Withdraw: m.withdraw, Order: t.OrderGames})
	m.live.Clear()
	return c.Conclude(a, t, m.results(), err)
}

// prepare reads the flags.
func (c *Match) prepare(a *cli.App) (*match.Contest, job.Plan, error) {
	var plan job.Plan
	if err := c.carrierFlags.check(); err != nil {
		return nil, plan, err
	}
	if c.Time == "wall" {
		return nil, plan, errors.New("--time wall: games by this computer's clock don't repeat: want searchex match")
	}
	t, err := c.Prepare(a, nil)
	if err != nil {
		return nil, plan, err
	}
	if err := kinds.Repeats(t.Players); err != nil {
		return nil, plan, err
	}
	d, err := c.Defaults()
	if err != nil {
		return nil, plan, err
	}
	if len(c.Players) == 2 && c.Against == "" && !c.RoundRobin {
		c.Players, c.Against = c.Players[:1], c.Players[1]
	}
	plan, err = job.NewPlan(kinds.MatchKind, kinds.Match{
		Players: c.Players, Opponent: c.Against, RoundRobin: c.RoundRobin, Defaults: d,
		Openings: kinds.NewOpenings(t.Openings), Rules: t.Rules, Games: c.Games,
	})
	return t, plan, err
}

// games collects the games of a contest in the order of their numbers.
type games struct {
	t     *match.Contest
	live  *match.Live
	games int
	// played has the games of each pairing, hashes those of the lines in the state file.
	played [][]match.Game
	hashes map[int][sha256.Size]byte
	counts []*match.Counter
	shown  int // pairings whose result is final
}

func newGames(t *match.Contest, live *match.Live, n int) (*games, error) {
	m := &games{t: t, live: live, games: n}
	matches, _ := t.Matches()
	m.played = make([][]match.Game, matches)
	for i := range matches {
		m.played[i] = slices.Clone(t.Played(i))
	}
	return m, m.count()
}

// count counts the games that were played.
func (m *games) count() error {
	m.counts, m.hashes = nil, map[int][sha256.Size]byte{}
	for i := range m.played {
		m.counts = append(m.counts, m.t.Counter(i))
		for _, g := range m.played[i] {
			m.counts[i].Add(g)
			line, err := match.PlayedLine(i, g)
			if err != nil {
				return err
			}
			// A game that searchex match has played has a day, which a late result of ours
			// would lack: it isn't compared.
			if g.Date == "" {
				m.hashes[i*m.games+g.Index] = sha256.Sum256(line)
			}
		}
	}
	return nil
}

// piece returns the name of a game: pairing and game, from 0.
func (m *games) piece(number int) string { return fmt.Sprintf("%d/%d", number/m.games, number%m.games) }

// withdraw removes games, and returns the jobs of those that are missing then.
func (m *games) withdraw(pieces []string) (need []int, err error) {
	gone := map[[2]int]bool{}
	for _, p := range pieces {
		var at [2]int
		if n, err := fmt.Sscanf(p, "%d/%d", &at[0], &at[1]); n != 2 {
			return nil, fmt.Errorf("game %q: %w", p, err)
		}
		gone[at] = true
	}
	if err := m.t.WithdrawGames(gone); err != nil {
		return nil, err
	}
	for i, all := range m.played {
		m.played[i] = slices.DeleteFunc(all, func(g match.Game) bool { return gone[[2]int{i, g.Index}] })
	}
	if err := m.count(); err != nil {
		return nil, err
	}
	return m.need(), nil
}

// need returns the jobs of the games that are missing.
func (m *games) need() (need []int) {
	for i := range m.played {
		if m.decided(i) {
			continue
		}
		have := map[int]bool{}
		for _, g := range m.played[i] {
			have[g.Index] = true
		}
		for k := range m.games {
			if !have[k] {
				need = append(need, i*m.games+k)
			}
		}
	}
	return need
}

// known returns the hash of a game of the state file.
func (m *games) known(number int) (hash [sha256.Size]byte, ok bool) {
	hash, ok = m.hashes[number]
	return hash, ok
}

// add keeps the game of a job.
func (m *games) add(number int, line []byte) error {
	i, k := number/m.games, number%m.games
	if m.decided(i) {
		return m.next(i)
	}
	g, err := m.t.Read(i, k, line)
	if err != nil {
		return &job.Malformed{Err: fmt.Errorf("job %d: %w", number, err)}
	}
	if err := m.t.Count(i, g, line); err != nil {
		return fmt.Errorf("job %d: %w", number, err)
	}
	m.played[i] = append(m.played[i], g)
	m.counts[i].Add(g)
	for ; m.shown < i; m.shown++ {
		m.live.Finish(m.result(m.shown))
	}
	m.live.Score(m.counts[i].SoFar())
	if m.decided(i) {
		return m.next(i)
	}
	return nil
}

// next returns job.ErrDone if pairing i, which is decided, is the last one.
func (m *games) next(i int) error {
	if i == len(m.played)-1 {
		return job.ErrDone
	}
	return nil
}

// decided reports whether the SPRT has ended a match.
func (m *games) decided(i int) bool {
	return m.counts[i].Verdict(m.t.SPRT) != 0
}

func (m *games) result(i int) match.Result { return m.t.Result(i, m.played[i]) }

func (m *games) results() (all []match.Result) {
	for i := range m.played {
		all = append(all, m.result(i))
	}
	return all
}

func (*Match) Help() string {
	return cli.Detail("Prints what searchex match prints, of built-in engines with limits other than time. A game is a job and depends on its number alone, so the state "+
		"file is the same to the byte however many workers there were; it has no days and no times of this computer.",
		"go run ./cmd/lab match go:sx81 go:uniform --nodes 5000 --games 40\ngo run ./cmd/lab match go:tuned go:sx81 --games 20000 --out match.jsonl --spread embedded", spreadManual)
}
