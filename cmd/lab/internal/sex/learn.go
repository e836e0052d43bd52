package sex

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/searchex/searchex/cmd/internal/chess/pgn"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/internal/probe"
)

// selfGame is a game of uniform against itself from an opening.
type selfGame struct {
	start goengine.Position
	moves []goengine.Move
}

// Bounds of a self-play game: plies, and the score in 64ths of a pawn from which it is decided.
const (
	selfPlies   = 120
	selfDecided = 10 * 64
)

// playSelf plays the game from an opening, to a fixed depth.
func (p *Plan) playSelf(i int) (*selfGame, error) {
	o, err := p.openings[i].Game()
	if err != nil {
		return nil, err
	}
	pos, err := goengine.ParseFEN(o.FEN())
	if err != nil {
		return nil, fmt.Errorf("opening %s: %w", p.openings[i].Name, err)
	}
	prof, _ := goengine.ProfileByName("uniform")
	g, e := goengine.NewGame(pos), goengine.NewEngine()
	self := &selfGame{start: *pos}
	for range selfPlies {
		now := g.Position()
		if len(now.LegalMoves()) == 0 || now.Repeated() || now.Insufficient() || now.HalfmoveClock() >= 100 {
			break
		}
		r := probe.Of(now).Search(e, &prof, goengine.Limits{SX: plies(p.Shallow), SXSet: true})
		if r.Score > selfDecided || r.Score < -selfDecided {
			break
		}
		if err := g.Play(now.UCI(r.Best)); err != nil {
			return nil, err
		}
		self.moves = append(self.moves, r.Best)
	}
	return self, nil
}

// plies returns the SX with which uniform searches n plies.
func plies(n int) int { return 8 * (n - 1) }

// each calls f with each position of the game before a move, the move, and whether the side to move
// gave check with one of its last three moves.
func (g *selfGame) each(f func(ply int, now *goengine.Game, m goengine.Move, checked bool) error) error {
	now := goengine.NewGame(&g.start)
	var checks []bool
	for i, m := range g.moves {
		checked := false
		for j := i - 2; j >= max(i-6, 0); j -= 2 {
			checked = checked || checks[j]
		}
		if err := f(i, now, m, checked); err != nil {
			return err
		}
		if err := now.Play(now.Position().UCI(m)); err != nil {
			return err
		}
		checks = append(checks, now.Position().InCheck())
	}
	return nil
}

// played counts the moves that were played in a game from a ply on.
func (g *selfGame) played(prof *goengine.Profile, from int) (o Odds, err error) {
	err = g.each(func(ply int, now *goengine.Game, m goengine.Move, checked bool) error {
		if p := now.Position(); ply >= from {
			o.count(options(p, prof, checked), threats(p), m)
		}
		return nil
	})
	return o, err
}

// The indexes of the counts of a job of odds.
const (
	byPlay = iota // the moves that were played
	byDeep        // those that a search twice as deep prefers
	byLine        // those of that search's principal variation
	counts
)

// learnedFrom is the name of the records from which prices are learned.
const learnedFrom = "odds"

// planOdds plans the games from which the prices are learned, one for each job.
func (p *Plan) planOdds() {
	for i := range p.Openings {
		part := fmt.Sprintf("game %d of %d plies, each %dth to %d", i+1, p.Shallow, p.Every, p.Deep)
		p.add(learnedFrom, part, func(w *worker) (Record, error) {
			g, err := p.selves[i]()
			if err != nil {
				return Record{}, err
			}
			odds, err := p.learn(w, g)
			return Record{Odds: odds}, err
		}, sorter)
	}
}

// learn counts the moves of a game, and those that a deeper search chooses.
func (p *Plan) learn(w *worker, g *selfGame) ([]Odds, error) {
	prof := p.profile(sorter)
	played, err := g.played(prof, 0)
	if err != nil {
		return nil, err
	}
	all := make([]Odds, counts)
	all[byPlay] = played
	return all, g.each(func(ply int, now *goengine.Game, _ goengine.Move, _ bool) error {
		if ply%p.Every != 0 {
			return nil
		}
		watch := &pvWatch{}
		w.engine.Attach(watch)
		defer w.engine.Attach(nil)
		r, err := w.to(now, prof, plies(p.Deep))
		switch {
		case err != nil:
			return err
		case r.Stopped:
			return errStopped
		}
		countLine(all, *now.Position(), watch.last)
		return nil
	})
}

// countLine counts the choices of a principal variation.
func countLine(all []Odds, at goengine.Position, line []pvStep) {
	for i, s := range line {
		if len(s.options) > 0 { // it was not a frontier
			threats := threats(&at)
			if i == 0 {
				all[byDeep].count(s.options, threats, s.move)
			}
			all[byLine].count(s.options, threats, s.move)
		}
		at.Play(s.move)
	}
}

// learned is the profile of the prices that follow from the principal variations of the recorded
// results. TestLearnedIsWhatWasRecorded checks it.
const learned = "sx81,price.attack=12,price.backward=23,price.capture=6,price.check=12,price.evasion=8,price.first-check=15,price.forward=20," +
	"price.losing=35,price.losing-capture=30,price.promotion=4"

// published is a published game.
type published struct {
	selfGame
	players [2]string
	year    string
}

// bookPlies is the number of plies at the beginning of published games that are left out, since they
// may be from a book.
const bookPlies = 10

// Games has published games.
type Games []published

// ReadGames reads a file of games in PGN; file is the name of the file in errors.
func ReadGames(text []byte, file string) (all Games, err error) {
	r := pgn.NewReader(bytes.NewReader(text), file)
	for {
		raw, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		g, _, err := raw.Game()
		if err != nil {
			return nil, err
		}
		one, err := newPublished(g)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: game %d: %w", file, raw.Line, raw.Number, err)
		}
		all = append(all, *one)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: there are no games: want PGN", file)
	}
	return all, nil
}

// newPublished converts a game.
func newPublished(g *pgn.Game) (*published, error) {
	pos, err := goengine.ParseFEN(g.FEN)
	if err != nil {
		return nil, err
	}
	one := &published{selfGame{start: *pos}, [2]string{g.Tag("White"), g.Tag("Black")}, (g.Tag("Date") + "????")[:4]}
	now := goengine.NewGame(pos)
	for _, m := range pgn.Playable(g.Moves) {
		move, err := now.Position().ParseMove(m.UCI)
		if err == nil {
			err = now.Play(m.UCI)
		}
		if err != nil {
			return nil, err
		}
		one.moves = append(one.moves, move)
	}
	return one, nil
}

// errNoGames is the error of a job that needs published games.
var errNoGames = errors.New("the published games are not here: want --games FILE")

// publishedOdds is the name of the records of published games.
const publishedOdds = "published"

func agreement(spec string, cycles uint64) string {
	return fmt.Sprintf("agreement of %s at %d cycles", spec, cycles)
}

// planPublished plans the counts in published games.
func (p *Plan) planPublished() {
	p.add(publishedOdds, "", func(*worker) (Record, error) {
		var all Odds
		for i := range p.games {
			o, err := p.games[i].played(p.profile(sorter), bookPlies)
			if err != nil {
				return Record{}, err
			}
			all.add(&o)
		}
		if all.Positions == 0 {
			return Record{}, errNoGames
		}
		return Record{Odds: []Odds{all}}, nil
	}, sorter)
	for _, cycles := range p.Published {
		for _, spec := range styled {
			p.add(agreement(spec, cycles), "", func(w *worker) (Record, error) { return p.agree(w, spec, cycles) }, spec)
		}
	}
}

// agree counts how often a profile plays the move that was played.
func (p *Plan) agree(w *worker, spec string, cycles uint64) (r Record, err error) {
	prof := p.profile(spec)
	for i := range p.games {
		g := &p.games[i]
		first := goengine.White
		sides := [2]Side{}
		for c := range sides {
			sides[c] = Side{Game: i + 1, Player: g.players[c], Year: g.year}
		}
		err := g.each(func(ply int, now *goengine.Game, m goengine.Move, _ bool) error {
			if ply < bookPlies || len(now.Position().LegalMoves()) < 2 {
				return nil
			}
			found, err := w.limited(now, prof, cycles)
			if err != nil {
				return err
			}
			if w.ctx.Err() != nil {
				return errStopped
			}
			s := &sides[0]
			if now.Position().Side() != first {
				s = &sides[1]
			}
			s.Positions++
			if found.Best == m {
				s.Same++
			}
			return nil
		})
		if err != nil {
			return r, err
		}
		r.Sides = append(r.Sides, sides[:]...)
	}
	if len(r.Sides) == 0 {
		return r, errNoGames
	}
	return r, nil
}
