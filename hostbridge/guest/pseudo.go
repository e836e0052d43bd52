package guest

import (
	"cmp"
	"strings"

	"github.com/searchex/searchex/goengine"
)

// pseudoLegal reports whether a move is made as men move, whether or not the own king is attacked after it, or on his way
// if he castles.
func pseudoLegal(p *goengine.Position, m goengine.Move) bool {
	from, to := m.From(), m.To()
	side, kind, is := p.PieceAt(from)
	other, _, takes := p.PieceAt(to)
	files, ranks := int(to&7)-int(from&7), int(to>>4)-int(from>>4)
	straight, diagonal := files == 0 || ranks == 0, files*files == ranks*ranks
	switch {
	case !is || side != p.Side() || from == to || takes && other == side:
		return false
	case kinds[kind] == 'P':
		return pawnMoves(p, m, files, ranks, takes)
	case m.ToQueen() != m:
		return false
	}
	switch kinds[kind] {
	case 'N':
		return files*files+ranks*ranks == 5
	case 'K':
		return files*files <= 1 && ranks*ranks <= 1 || mayCastle(p, from, files, ranks)
	case 'B':
		return diagonal && isFree(p, from, to)
	case 'R':
		return straight && isFree(p, from, to)
	}
	return (straight || diagonal) && isFree(p, from, to)
}

// pawnMoves reports whether a move of a pawn is pseudo-legal.
func pawnMoves(p *goengine.Position, m goengine.Move, files, ranks int, takes bool) bool {
	rank, to := int(m.From()>>4), m.To()
	if p.Side() != goengine.White {
		rank, ranks = 7-rank, -ranks
	}
	f := fieldsOf(p)
	switch {
	case m.ToQueen() != m && rank != 6:
		return false
	case files == 0:
		return !takes && (ranks == 1 || ranks == 2 && rank == 1 && isFree(p, m.From(), to))
	}
	return files*files == 1 && ranks == 1 && (takes || f.hasEP && f.ep == to)
}

// mayCastle reports whether a king has the right to go two files aside, and nothing stands between him and his rook.
func mayCastle(p *goengine.Position, king goengine.Square, files, ranks int) bool {
	right, rook := 'K', king|7
	if files < 0 {
		right, rook = 'Q', king&^7
	}
	if p.Side() != goengine.White {
		right = swapCase(right)
	}
	return ranks == 0 && files*files == 4 && strings.ContainsRune(fieldsOf(p).rights, right) && isFree(p, king, rook)
}

// isFree reports whether nothing stands between two squares of a line.
func isFree(p *goengine.Position, from, to goengine.Square) bool {
	step := goengine.Square(16*cmp.Compare(to>>4, from>>4) + cmp.Compare(to&7, from&7))
	for at := from + step; at != to; at += step {
		if _, _, is := p.PieceAt(at); is {
			return false
		}
	}
	return true
}
