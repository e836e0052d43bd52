package guest

import (
	"errors"
	"fmt"
	"math/rand"
	"slices"
	"strings"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// same returns an error if the program's position is not p. passed is the square that a pawn has passed over last: the
// program may have it en passant though no pawn can take there.
func (e *Engine) same(p *goengine.Position, passed goengine.Square) error {
	f := fieldsOf(p)
	have, err := e.diagram()
	if want, _, _ := strings.Cut(p.FEN(), " "); err != nil || have != want {
		if err == nil {
			err = fmt.Errorf("the board is %s", have)
		}
		return fmt.Errorf("%w: want %s", err, p.FEN())
	}
	might := f
	if might.hasEP = might.hasEP || passed != goengine.NoSquare; !f.hasEP {
		might.ep = passed
	}
	other := e.cells(p.Side(), might)
	for i, c := range e.cells(p.Side(), f) {
		if !c.is {
			continue
		}
		n, err := c.get.Value(e)
		if err != nil {
			return e.d.wrong(c.key, "%v", err)
		}
		is := func(want int64) bool { return n == want || want < 0 && (n-want)%0x100 == 0 }
		if !is(c.n) && !is(other[i].n) {
			return e.d.wrong(c.key, "it is %d: want %d in %s", n, c.n, p.FEN())
		}
	}
	return e.sameMoved(p, f)
}

// sameMoved compares which kings and rooks have moved.
func (e *Engine) sameMoved(p *goengine.Position, f fields) error {
	b := &e.board
	for i := range 64 {
		side, kind, ok := p.PieceAt(square(i))
		if b.moved == 0 || !ok || kinds[kind] != 'K' && kinds[kind] != 'R' {
			continue
		}
		home := kinds[kind] == 'R' && (i%8 == 0 || i%8 == 7) || kinds[kind] == 'K' && i%8 == 4
		if rank := i / 8; !home || rank != 7*int(side) {
			continue
		}
		want, have := hasMoved(side, kind, i, f.rights), int64(e.m.Read(b.at+uint32(b.square[i])))&b.moved != 0
		if want != have && (!want || castles(f.rights, side)) {
			return fmt.Errorf("moved of %s on %s is %t: want %t in %s", string(kinds[kind]), squareName(i), have, want, p.FEN())
		}
	}
	return nil
}

// castles reports whether a side has a castling right.
func castles(rights string, side goengine.Side) bool {
	return strings.ContainsAny(rights, [...]string{"KQ", "kq"}[side])
}

// exposed is what is wrong with a move that is pseudo-legal only, unless the description says that there may be some.
const exposed = "%s leaves the king in check in %s: want true if such moves are listed, too"

// legal returns the legal moves that the program lists, and how many others, which leave the king in check. Without
// list.promotion those of a pawn stand for all that it may become.
func (e *Engine) legal(p *goengine.Position) (moves []goengine.Move, others int, err error) {
	if err := e.run(&e.list); err != nil {
		return nil, 0, err
	}
	n, err := e.number("list.count", e.moves.count)
	if err == nil && (n < 0 || n > 256) {
		err = e.d.wrong("list.count", "%d moves in %s: want 0 to 256", n, p.FEN())
	}
	for e.now.index = 0; err == nil && e.now.index < n; e.now.index++ {
		is := int64(1)
		if e.moves.when != nil {
			if is, err = e.number("list.when", e.moves.when); is == 0 || err != nil {
				continue
			}
		}
		var m goengine.Move
		switch m, err = e.move(p, "list", e.moves.from, e.moves.to, e.moves.promotion); {
		case err == nil:
			moves = append(moves, m)
		case !errors.Is(err, hostbridge.ErrIllegal) || !pseudoLegal(p, m):
		case e.d.List.PseudoLegal:
			others, err = others+1, nil
		default:
			err = e.d.wrong("list.pseudo_legal", exposed, p.UCI(m), p.FEN())
		}
	}
	return moves, others, err
}

// sameMoves compares the moves that the program lists with the legal ones. others counts those that leave the king in check.
func (e *Engine) sameMoves(p *goengine.Position) (others int, err error) {
	have, others, err := e.legal(p)
	if err != nil {
		return 0, err
	}
	want := p.LegalMoves()
	if e.moves.promotion == nil {
		want = slices.DeleteFunc(slices.Clone(want), func(m goengine.Move) bool { return m&0x88 != 0 })
		slices.Sort(have)
		have = slices.Compact(have)
	}
	var wrong []string
	for _, m := range want {
		switch i := slices.Index(have, m); {
		case i < 0:
			wrong = append(wrong, p.UCI(m)+" is missing")
		default:
			have = slices.Delete(have, i, i+1)
		}
	}
	for _, m := range have {
		wrong = append(wrong, p.UCI(m)+" is listed twice")
	}
	if len(wrong) > 0 {
		err = e.d.wrong("list", "in %s %s", p.FEN(), strings.Join(wrong[:min(len(wrong), 4)], ", "))
	}
	return others, err
}

// pick picks a move, castling, a capture en passant or a promotion by preference.
func pick(r *rand.Rand, p *goengine.Position, moves []goengine.Move) goengine.Move {
	var special []goengine.Move
	for _, m := range moves {
		_, kind, _ := p.PieceAt(m.From())
		_, _, takes := p.PieceAt(m.To())
		files := int(m.From()&7) - int(m.To()&7)
		switch {
		case kinds[kind] == 'K' && files*files == 4, kinds[kind] == 'P' && files != 0 && !takes, len(p.UCI(m)) > 4:
			special = append(special, m)
		}
	}
	if len(special) > 0 && r.Intn(2) == 0 {
		moves = special
	}
	return moves[r.Intn(len(moves))]
}

// passedBy returns the square that a pawn's double step passes over, NoSquare of other moves.
func passedBy(p *goengine.Position, m goengine.Move) goengine.Square {
	if _, kind, _ := p.PieceAt(m.From()); kinds[kind] == 'P' && max(m.From(), m.To())-min(m.From(), m.To()) == 0x20 {
		return (m.From() + m.To()) / 2
	}
	return goengine.NoSquare
}

// initial is a game without moves.
func initial() *goengine.Game { return gameOf("") }

// gameOf is a game from the initial position.
func gameOf(moves string) *goengine.Game {
	p, err := goengine.ParseFEN(goengine.StartFEN)
	if err != nil {
		panic(err)
	}
	g := goengine.NewGame(p)
	for m := range strings.FieldsSeq(moves) {
		if err := g.Play(m); err != nil {
			panic(err)
		}
	}
	return g
}
