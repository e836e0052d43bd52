package classic

import (
	"fmt"
	"slices"
	"strings"

	"github.com/searchex/searchex/goengine"
)

// Protects is a reading of "piece protects", a set of the words below. The text asks how many of the own pieces protect
// a given piece, and its example does not say what was counted. The empty set counts each guard of each man, for the
// kind of the man guarded.
type Protects uint16

// The words of a reading.
const (
	By       Protects = 1 << iota // count for the kind of the guard, not of the man guarded
	Men                           // a man guarded counts once for a kind, however many guards it has
	Guards                        // a guard counts once for a kind, however many men it guards
	Attacked                      // only men that an enemy man attacks
	XRay                          // also through own men that slide along the same line
	Ahead                         // pawns guard the square ahead of them, not those beside it
	Unpinned                      // only guards that may leave their squares; a king always may
	NoKing                        // the king guards nothing
	NoPawns                       // pawns guard nothing
	Pieces                        // pawns are not guarded
	Mortal                        // the king is not guarded: it cannot be captured
	Empty                         // empty squares are guarded too; only with By
	protectsEnd
)

// protectsWords are the names of the words, in their order.
var protectsWords = [...]string{"by", "men", "guards", "attacked", "xray", "ahead", "unpinned", "noking", "nopawns", "pieces", "mortal", "empty"}

// String returns the reading in the notation of ParseProtects, such as "of" or "by+men".
func (p Protects) String() string {
	words := []string{"of"}
	if p&By != 0 {
		words = nil
	}
	for i, word := range protectsWords {
		if p>>i&1 != 0 {
			words = append(words, word)
		}
	}
	return strings.Join(words, "+")
}

// ParseProtects reads a reading: of or by, and other words, joined by "+".
func ParseProtects(text string) (Protects, error) {
	var p Protects
	of := false
	for word := range strings.SplitSeq(text, "+") {
		i := slices.Index(protectsWords[:], word)
		switch {
		case word == "of":
			of = true
		case i >= 0:
			p |= 1 << i
		default:
			return 0, fmt.Errorf("protects=%s: want of or by, and any of %s, joined by +", text, strings.Join(protectsWords[1:], ", "))
		}
	}
	for _, c := range []struct {
		bad  bool
		want string
	}{
		{of && p&By != 0, "of or by, not both"},
		{p&Men != 0 && p&Guards != 0, "men or guards, not both"},
		{p&Empty != 0 && p&By == 0, "by with empty: an empty square is of no kind"},
	} {
		if c.bad {
			return 0, fmt.Errorf("protects=%s: want %s", text, c.want)
		}
	}
	return p, nil
}

// Readings returns all readings that can differ in what they count, except for those that leave a kind without any count:
// by the guard if kings or pawns don't guard, of the man guarded if kings or pawns are not.
func Readings() (all []Protects) {
	for p := range protectsEnd {
		_, err := ParseProtects(p.String())
		silent := p&By != 0 && p&(NoKing|NoPawns) != 0 || p&By == 0 && p&(Pieces|Mortal) != 0
		idle := p&Ahead != 0 && p&NoPawns != 0 || p&Empty != 0 && p&(Pieces|Mortal) != 0
		if err == nil && !silent && !idle {
			all = append(all, p)
		}
	}
	return all
}

// relation is a man and a square that it guards or attacks.
type relation struct {
	from, to  goengine.Square
	kind, hit goengine.Kind // of the man, and of what stands on to
	// It counts in readings that have all words of needs and none of bars.
	needs, bars Protects
}

// Relations has what the men of a side guard and attack on a board.
type Relations struct {
	guards, threats []relation
}

// Relate returns the relations of a side.
func Relate(p *goengine.Position, side goengine.Side) *Relations {
	var b board
	b.read(p)
	r := &Relations{}
	b.relate(r, side)
	return r
}

// Protects returns the number of protections by kind, in a reading.
func (r *Relations) Protects(p Protects) [goengine.Pawn + 1]int { return sum(r.guards, p) }

// Threats returns the number of attacks on enemy men by kind. Of the words of the reading By, Men and Guards apply,
// with men attacked instead of men guarded.
func (r *Relations) Threats(p Protects) [goengine.Pawn + 1]int {
	return sum(r.threats, p) // no threat needs or bars a word
}

// sum counts relations in a reading, by kind.
func sum(all []relation, p Protects) (count [goengine.Pawn + 1]int) {
	var seen [128]uint8 // the kinds for which a square has been counted
	for i := range all {
		x := &all[i]
		if p&x.needs != x.needs || p&x.bars != 0 {
			continue
		}
		kind := x.hit
		if p&By != 0 {
			kind = x.kind
		}
		if p&(Men|Guards) != 0 {
			at := x.to
			if p&Guards != 0 {
				at = x.from
			}
			if seen[at]>>kind&1 != 0 {
				continue
			}
			seen[at] |= 1 << kind
		}
		count[kind]++
	}
	return count
}

// relate sets r to the relations of a side.
func (b *board) relate(r *Relations, side goengine.Side) {
	r.guards, r.threats = r.guards[:0], r.threats[:0]
	attacked := b.attacked(side ^ 1)
	for from, kind := range b.men(side) {
		for _, step := range steps[side][kind] {
			b.look(r, relation{from: from, kind: kind}, step, &attacked)
		}
		if to := from + forward[side]; kind == goengine.Pawn && onBoard(to) {
			b.guard(r, relation{from: from, to: to, kind: goengine.Pawn, needs: Ahead}, &attacked)
		}
	}
}

// look adds the relations of a man along a line.
func (b *board) look(r *Relations, x relation, step goengine.Square, attacked *[128]bool) {
	side := b[x.from].side()
	if x.kind == goengine.Pawn {
		x.bars |= Ahead
	}
	for x.to = x.from + step; onBoard(x.to); x.to += step {
		hit := b[x.to]
		if hit != 0 && hit.side() != side {
			x.hit = hit.kind()
			if x.needs == 0 {
				r.threats = append(r.threats, relation{from: x.from, to: x.to, kind: x.kind, hit: x.hit})
			}
			return
		}
		b.guard(r, x, attacked)
		if !slides[x.kind] {
			return
		}
		if hit != 0 {
			if !slidesAlong(hit.kind(), step) {
				return
			}
			x.needs |= XRay
		}
	}
}

// guard adds a guard of an own man or an empty square.
func (b *board) guard(r *Relations, x relation, attacked *[128]bool) {
	c := b[x.to]
	if c != 0 && c.side() != b[x.from].side() {
		return
	}
	if c == 0 {
		x.needs |= Empty // and so By, so that hit does not matter
	} else {
		x.hit = c.kind()
		switch x.hit {
		case goengine.Pawn:
			x.bars |= Pieces
		case goengine.King:
			x.bars |= Mortal
		}
	}
	if !attacked[x.to] {
		x.bars |= Attacked
	}
	switch x.kind {
	case goengine.King:
		x.bars |= NoKing
	case goengine.Pawn:
		x.bars |= NoPawns
	}
	if x.kind != goengine.King && b.pinned(x.from, x.to) {
		x.bars |= Unpinned
	}
	r.guards = append(r.guards, x)
}

// slidesAlong reports whether a kind of man slides by a step.
func slidesAlong(kind goengine.Kind, step goengine.Square) bool {
	return slides[kind] && slices.Contains(steps[goengine.White][kind], step)
}

// attacked returns the squares that the men of a side attack, whatever stands there.
func (b *board) attacked(side goengine.Side) (hits [128]bool) {
	for from, kind := range b.men(side) {
		for _, step := range steps[side][kind] {
			for to := from + step; onBoard(to); to += step {
				hits[to] = true
				if !slides[kind] || b[to] != 0 {
					break
				}
			}
		}
	}
	return hits
}

// pinned reports whether a man that goes from a square to another leaves its king in an attack along a line through
// the square that it left.
func (b *board) pinned(from, to goengine.Square) bool {
	side := b[from].side()
	king := of(side, goengine.King)
	for _, step := range all {
		at := from + step
		for onBoard(at) && b[at] == 0 {
			at += step
		}
		if !onBoard(at) || b[at] != king {
			continue
		}
		for back := from - step; onBoard(back) && back != to; back -= step {
			if c := b[back]; c != 0 {
				if c.side() != side && slidesAlong(c.kind(), step) {
					return !reaches(from, at, step, to)
				}
				break
			}
		}
	}
	return false
}

// reaches reports whether a square is on the way from one square to another by a step, or is that square.
func reaches(from, end, step, sq goengine.Square) bool {
	for at := from; at != end; {
		if at += step; at == sq {
			return true
		}
	}
	return false
}
