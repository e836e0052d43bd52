package random

import (
	"bufio"
	"fmt"
	"math/rand"
	"strconv"
	"strings"
	"sync"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/testdata"
)

// Known are the positions of a file of testdata.
func Known(file string) (all []*goengine.Position, err error) {
	f, err := testdata.Files.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	for s.Scan() {
		fields := strings.Fields(s.Text())
		if len(fields) < 4 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		p, err := goengine.ParseFEN(strings.TrimSuffix(strings.Join(fields[:4], " "), ";"))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		all = append(all, p)
	}
	return all, s.Err()
}

// known are the positions of some files, which are embedded and so always the
// same.
func known(files ...string) func() []*goengine.Position {
	return sync.OnceValue(func() (all []*goengine.Position) {
		for _, file := range files {
			some, err := Known(file)
			if err != nil {
				panic(err)
			}
			all = append(all, some...)
		}
		return all
	})
}

var (
	starts = known("own_perft200.epd")
	own    = known("bench12.epd", "own_mates.epd", "own_endgame3_dtm.epd", "openings.epd")
)

// start is the initial position.
func start() *goengine.Position {
	p, err := goengine.ParseFEN(goengine.StartFEN)
	if err != nil {
		panic(err)
	}
	return p
}

// Game is up to 59 moves at random from a known position, one time in three from
// the initial one.
func Game(r *rand.Rand) *goengine.Game {
	p := starts()[r.Intn(len(starts()))]
	if r.Intn(3) == 0 {
		p = start()
	}
	g := goengine.NewGame(p)
	for range r.Intn(60) {
		moves := g.Position().LegalMoves()
		if len(moves) == 0 {
			break
		}
		play(g, moves[r.Intn(len(moves))])
	}
	return g
}

// play makes a legal move.
func play(g *goengine.Game, m goengine.Move) {
	if err := g.Play(g.Position().UCI(m)); err != nil {
		panic(err)
	}
}

// Repeating is a game in which nothing has been taken and no pawn moved for a
// while, at times for longer than the rules look back. Its sides have mostly
// moved to and fro, so that positions have been there before; in one game of two
// the clock has come near a hundred.
func Repeating(r *rand.Rand) *goengine.Game {
	g := goengine.NewGame(quiet(r))
	plies := 1 + r.Intn(24)
	if r.Intn(8) == 0 {
		plies = 80 + r.Intn(40)
	}
	var last [2]goengine.Move // of the side to move, of the other
	for range plies {
		moves := reversible(g.Position())
		if len(moves) == 0 {
			break
		}
		m := moves[r.Intn(len(moves))]
		if r.Intn(3) > 0 {
			for _, back := range moves {
				if back.From() == last[0].To() && back.To() == last[0].From() {
					m = back
				}
			}
		}
		play(g, m)
		last = [2]goengine.Move{last[1], m}
	}
	return g
}

// quiet is a position to begin a quiet stretch at, of a game or set down.
func quiet(r *rand.Rand) *goengine.Position {
	var p *goengine.Position
	switch r.Intn(4) {
	case 0:
		p = Placed(r, r.Intn(2))
	case 1:
		p = Hostile(r)
	case 2:
		p = own()[r.Intn(len(own()))]
	default:
		p = Game(r).Position()
	}
	fields := strings.Fields(p.FEN())
	fields[3], fields[4] = "-", "0"
	if r.Intn(2) == 0 {
		fields[4] = strconv.Itoa(70 + r.Intn(30))
	}
	if q, err := goengine.ParseFEN(strings.Join(fields, " ")); err == nil {
		return q
	}
	return p
}

// reversible are the legal moves that neither take nor move a pawn.
func reversible(p *goengine.Position) (moves []goengine.Move) {
	for _, m := range p.LegalMoves() {
		q := *p
		q.Play(m)
		if q.HalfmoveClock() > 0 {
			moves = append(moves, m)
		}
	}
	return moves
}
