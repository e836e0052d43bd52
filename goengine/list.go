package goengine

import (
	"github.com/searchex/searchex/internal/insides"
	"github.com/searchex/searchex/internal/work"
)

// selection is which moves of the buffer a list takes.
type selection = insides.Selection

const (
	everything     = insides.Everything
	sound          = insides.Sound
	losingAndQuiet = insides.LosingAndQuiet
	worthy         = insides.Worthy
)

// listed is a move in a node's list.
type listed struct {
	move     Move
	flags    uint8
	category Category
	score    int16 // static value after the move, mover's view
	order    int16 // what the list is sorted by
}

// list gives each move in the buffer a category, a static value and an order, and
// puts it into the node's list. Quiet moves that are not worthy wait without them.
func (e *Engine) list(ply, tactical int, which selection) {
	f := &e.frames[ply]
	p := &e.pos
	evasion := f.info.checkers != 0 && e.evasive
	own := colourBit[p.side]
	var pvMove Move
	if f.following && ply < len(e.line) {
		pvMove = e.line[ply]
	}
	e.listTargets(f)
	e.meter.listed(e.buffer.n, tactical, which, evasion, f.info.bares > 0)
	f.flights = flightsUnknown
	for i := 0; i < e.buffer.n; i++ {
		r := e.buffer.moves[i]
		killer := i >= tactical && e.killer(ply, r.move)
		from, to := r.move.From(), r.move.To()
		code := p.board[from]
		if r.flags&flagPromotion != 0 {
			code = codeOf[own>>7][r.move.Promotion()]
		}
		if r.flags&flagCheck == 0 {
			check, steps := p.givesCheck(&f.info, code, from, to)
			e.meter.add(work.CheckSteps, int(steps))
			if check {
				r.flags |= flagCheck
			}
		}
		// En passant and castling only may check; they are priced as what they
		// are.
		sure := r.flags&(flagEnPassant|flagCastle) == 0
		var c Category
		order := int16(0)
		switch {
		case evasion:
			c = Evasion
		case r.flags&flagCheck != 0 && sure:
			c = Check
			if f.checked>>p.side&1 == 0 {
				c = FirstCheck
			}
		case i < tactical:
			c = e.tacticalCategory(ply, r)
		default:
			if killer {
				order = int16(e.prof.KillerBonus)
			}
			if which == worthy {
				switch {
				case killer:
					c = Killer
				case e.attacks(f, code, to):
					c = Attack
				default:
					e.waiting[e.nWaiting] = r
					e.nWaiting++
					continue
				}
				if r.flags&flagCastle == 0 && e.loses(ply, r.move) {
					e.waiting[e.nWaiting] = r
					e.nWaiting++
					continue
				}
				break
			}
			switch {
			case r.flags&flagCastle == 0 && e.loses(ply, r.move):
				c = Losing
			case killer:
				c = Killer
			case e.prof.Switches&MateThreats != 0 && e.threatensMate(ply, r.move, code):
				c = Threat
			case e.attacks(f, code, to):
				c = Attack
			case r.flags&flagCastle != 0 || forward(own, from, to):
				c = Forward
			default:
				c = Backward
			}
		}
		switch {
		case which == sound && c == LosingCapture:
			f.losingLeft = true
			e.meter.count(work.PassedOver)
			continue
		case which == losingAndQuiet && i < tactical && c != LosingCapture:
			e.meter.count(work.PassedOver)
			continue
		}
		e.meter.count(work.Listed)
		score := p.after(&e.tables, f.static, r.move, r.flags)
		e.nodes++
		if e.Callbacks != nil {
			score = e.scored(ply, r.move, score)
		}
		order += score
		if r.flags&flagCheck != 0 {
			order += int16(e.prof.CheckBonus)
		}
		if e.prof.Switches&SwapSort != 0 && r.flags&flagCapture != 0 {
			order -= e.exchangeLoss(ply, r)
		}
		if r.move == pvMove && pvMove != NoMove {
			order = Infinity
			f.following = true
		}
		e.sorted[e.nSorted] = listed{r.move, r.flags, c, score, order}
		e.nSorted++
	}
}

// forward reports whether a move goes towards the enemy's side of the board.
func forward(own uint8, from, to Square) bool {
	if own == whiteBit {
		return to>>4 > from>>4
	}
	return to>>4 < from>>4
}

// tacticalCategory returns the category of a capture or promotion.
func (e *Engine) tacticalCategory(ply int, r raw) Category {
	if r.flags&flagPromotion != 0 {
		if r.move.Promotion() == Queen {
			return Promotion
		}
		return Losing
	}
	if r.flags&flagEnPassant != 0 {
		return Capture
	}
	p := &e.pos
	mover := swapValue[kindOf[p.board[r.move.From()]&wayMask]]
	victim := swapValue[kindOf[p.board[r.move.To()]&wayMask]]
	switch {
	case victim >= mover:
		return Capture
	case e.losesToPawn(r.move):
		// The mover is lost for a pawn at most, and its value exceeds the victim's
		// by more than a pawn's.
		return LosingCapture
	case e.exchangeLoss(ply, r) <= int16(victim)*SwapUnit:
		return Capture
	}
	return LosingCapture
}
