package match

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/searchex/searchex/cmd/internal/match/journal"
	"github.com/searchex/searchex/cmd/internal/match/player"
	"github.com/searchex/searchex/cmd/internal/match/stats"
	"github.com/searchex/searchex/cmd/internal/protocol/uci"
)

// Seat has the players of a pairing, for games that are played one at a time and
// recorded elsewhere.
type Seat struct {
	contest *Contest
	pairing int
	m       *match
	players pair
}

// Seat returns a seat for the games of match i.
func (c *Contest) Seat(i int) *Seat {
	first, second := c.makers(i)
	p := pair{first(), second()}
	return &Seat{c, i, newMatch(Config{}, p), p}
}

// makers returns the functions that create the players of match i.
func (c *Contest) makers(i int) (first, second player.Maker) {
	a, b := &c.Players[c.pairings[i][0]], &c.Players[c.pairings[i][1]]
	return a.Maker(c.Emulated, uci.Run), b.Maker(c.Emulated, uci.Run)
}

// Play plays a game and returns its line in a state file, without the day and the host's
// time, so that the line is the same wherever it is played. The error is an invalid
// opening, or the end of ctx, after which the seat can't be used.
func (s *Seat) Play(ctx context.Context, game int) ([]byte, error) {
	defer context.AfterFunc(ctx, func() {
		s.players.first.Close()
		s.players.second.Close()
	})()
	opening := s.contest.Openings[game/2%len(s.contest.Openings)]
	g, err := s.m.game(ctx, s.players, game, opening, s.contest.Rules)
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", game+1, err)
	}
	if g.End == EndInterruption {
		return nil, ctx.Err()
	}
	g.withoutHostTime()
	return journal.Line(newRecord(s.pairing, g))
}

// withoutHostTime removes what depends on the computer on which the game was played.
func (g *Game) withoutHostTime() {
	g.Date, g.Elapsed = "", 0
	for i := range g.Spent {
		g.Spent[i].Time = 0
	}
	for i, c := range g.Comments {
		g.Comments[i] = withoutTime(c)
	}
}

// withoutTime returns the comment of a move without the time, its last word.
func withoutTime(c string) string {
	if c == bookComment {
		return c
	}
	return c[:max(strings.LastIndexByte(c, ' '), 0)]
}

// Read decodes the line of a game that a Seat has played. It returns an error if the line
// isn't that of the game.
func (c *Contest) Read(pairing, game int, line []byte) (g Game, err error) {
	var r record
	if err = json.Unmarshal(line, &r); err != nil {
		return g, fmt.Errorf("not a game: %w", err)
	}
	if r.Pairing != pairing || r.Game != game+1 {
		return g, fmt.Errorf("game %d of pairing %d where game %d of %d was asked for", r.Game, r.Pairing, game+1, pairing)
	}
	if g, err = r.game(c.Openings); err != nil {
		return g, err
	}
	if want, err := journal.Line(r); err != nil || !bytes.Equal(line, want) {
		return g, errors.New("not the line of a game as it is written")
	}
	return g, nil
}

// Count keeps a game, of which line is the line, with those of the contest.
func (c *Contest) Count(pairing int, g Game, line []byte) error {
	if c.state != nil {
		if err := c.state.AddLines(line); err != nil {
			return err
		}
	}
	if c.pgn != nil {
		return c.pgn.Add(c.event(pairing), g)
	}
	return nil
}

// Played returns the games of match i that the state file held when it was opened.
func (c *Contest) Played(i int) []Game { return c.played(i) }

// PlayedLine returns the line of a game of the state file.
func PlayedLine(pairing int, g Game) ([]byte, error) { return journal.Line(newRecord(pairing, g)) }

// Result returns the result of match i from the records of its games.
func (c *Contest) Result(i int, games []Game) Result {
	first, second := c.makers(i)
	m := newMatch(Config{}, pair{first(), second()})
	return Tally(m.first, m.second, games)
}

// Counter counts the games of a match as they come.
type Counter struct{ tally *tally }

// Counter returns a counter for match i.
func (c *Contest) Counter(i int) *Counter {
	r := c.Result(i, nil)
	return &Counter{newTally(r.First, r.Second)}
}

// Add counts a game.
func (c *Counter) Add(g Game) { c.tally.add(g) }

// SoFar returns the result without the games.
func (c *Counter) SoFar() Result { return c.tally.soFar() }

// Verdict returns that of an SPRT, 0 for none yet or without a test.
func (c *Counter) Verdict(t *stats.SPRT) int {
	if t == nil {
		return 0
	}
	return int(t.Verdict(c.tally.Pairs))
}
