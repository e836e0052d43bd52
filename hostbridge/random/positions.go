// Package random draws the searches on which engines are compared: positions from
// games and with pieces placed anywhere, games with a history, profiles and limits
// that no game would use. The same source of random numbers draws the same.
package random

import (
	"math/rand"
	"strconv"
	"strings"

	"github.com/searchex/searchex/goengine"
)

// Placed is a position of pieces set down anywhere, which no play leads to: full
// of pins, pawns about to promote, queens by the dozen. side is to move, 0 White.
func Placed(r *rand.Rand, side int) *goengine.Position {
	for {
		var board [64]byte
		for i, k := range r.Perm(64)[:2+r.Intn(16)] {
			c := "KkQqRrBbNnPpPpQqRrBb"[min(i, 2+r.Intn(18))]
			if i < 2 {
				c = "Kk"[i]
			}
			put(&board, c, k)
		}
		if p, err := goengine.ParseFEN(BoardFEN(&board) + " " + "wb"[side:side+1] + " - - 0 1"); err == nil {
			return p
		}
	}
}

// put sets a man down where the square is free, and no pawn on the first or last
// rank.
func put(board *[64]byte, c byte, at int) bool {
	if board[at] != 0 || (c|0x20) == 'p' && (at < 8 || at >= 56) {
		return false
	}
	board[at] = c
	return true
}

// BoardFEN returns the first field of a FEN for the letters of the pieces by square,
// a8 first, 0 for an empty square.
func BoardFEN(board *[64]byte) string {
	var fen strings.Builder
	for i, c := range board {
		if i > 0 && i%8 == 0 {
			fen.WriteByte('/')
		}
		if c == 0 {
			c = '.'
		}
		fen.WriteByte(c)
	}
	s := fen.String()
	for k := 8; k > 0; k-- {
		s = strings.ReplaceAll(s, strings.Repeat(".", k), string(rune('0'+k)))
	}
	return s
}

// Hostile is a position made to go wrong: kings on edges and in corners, up to
// nine queens a side and up to fifteen other men, castling rights where king and
// rook are at home, pawns to be taken en passant, clocks near a hundred, and
// everything pinned and in check as it comes.
func Hostile(r *rand.Rand) *goengine.Position {
	for {
		if p, err := goengine.ParseFEN(hostile(r)); err == nil {
			return p
		}
	}
}

// hostile is one that chess may not have.
func hostile(r *rand.Rand) (fen string) {
	var board [64]byte
	side := r.Intn(2)
	rights := kings(r, &board)
	ep := "-"
	if r.Intn(4) == 0 {
		ep = passed(r, &board, side)
	}
	men := []string{"QqRrBbNnPpPpPp", "QQQQQqqqqqRrPp", "PPPPpppp", "RrBbQqNn", "NNNNnnnnRrPp"}[r.Intn(5)]
	blocked := map[int]bool{}
	if ep != "-" {
		file, rank := int(ep[0]-'a'), int(ep[1]-'0')
		for _, x := range []int{-1, 0, 1} {
			blocked[8*(8-rank+x)+file] = true
		}
	}
	for range r.Intn(29) {
		if at := r.Intn(64); !blocked[at] {
			put(&board, men[r.Intn(len(men))], at)
		}
	}
	clock := []int{0, 0, 3, 97, 98, 99, 100, 101}[r.Intn(8)]
	if ep != "-" {
		clock = 0
	}
	return BoardFEN(&board) + " " + "wb"[side:side+1] + " " + rights + " " + ep + " " + strconv.Itoa(clock) + " 60"
}

// kings sets the kings down, one time in three at home with rooks, and says what
// they may castle.
func kings(r *rand.Rand, board *[64]byte) (rights string) {
	if r.Intn(3) == 0 {
		put(board, 'K', 60)
		put(board, 'k', 4)
		for i, at := range []int{63, 56, 7, 0} {
			if r.Intn(3) > 0 {
				put(board, "RRrr"[i], at)
				if r.Intn(4) > 0 {
					rights += "KQkq"[i : i+1]
				}
			}
		}
	} else {
		for _, c := range []byte("Kk") {
			for !put(board, c, []int{r.Intn(64), r.Intn(8), 56 + r.Intn(8), 8 * r.Intn(8), 7 + 8*r.Intn(8), []int{0, 7, 56, 63}[r.Intn(4)]}[r.Intn(6)]) {
			}
		}
	}
	if rights == "" {
		rights = "-"
	}
	return rights
}

// passed sets down a pawn that has just gone two steps, and one or two beside it
// that may take it: a side's to move. It names the square behind it, or none.
func passed(r *rand.Rand, board *[64]byte, side int) (ep string) {
	file := r.Intn(8)
	row, pawn, taker, behind := 3, byte('p'), byte('P'), -1
	if side == 1 {
		row, pawn, taker, behind = 4, 'P', 'p', 1
	}
	if board[8*(row+behind)+file] != 0 || board[8*(row+2*behind)+file] != 0 || !put(board, pawn, 8*row+file) {
		return "-"
	}
	if file > 0 {
		put(board, taker, 8*row+file-1)
	}
	if file < 7 && (file == 0 || r.Intn(2) == 0) {
		put(board, taker, 8*row+file+1)
	}
	return string(rune('a'+file)) + string(rune('0'+8-row-behind))
}

// Cornered is a position in which mates and stalemates are a move away: the king
// of the side not to move mostly on an edge, with few men or none beside him,
// against queens and rooks and something that may stand in their way. side is to
// move, 0 White.
func Cornered(r *rand.Rand, side int) *goengine.Position {
	own, enemy := "KQRBNP", "kqrbnp"
	if side == 1 {
		own, enemy = enemy, own
	}
	for {
		var board [64]byte
		king := r.Intn(64)
		if r.Intn(4) > 0 {
			king = [4]int{0, 56, 8 * r.Intn(8), r.Intn(8)}[r.Intn(4)]
		}
		if r.Intn(2) == 0 {
			king = 63 - king
		}
		put(&board, enemy[0], king)
		for !put(&board, own[0], r.Intn(64)) {
		}
		for range 1 + r.Intn([]int{2, 4, 12}[r.Intn(3)]) {
			put(&board, own[1+r.Intn(2)], r.Intn(64))
		}
		for range r.Intn(4) {
			put(&board, own[3+r.Intn(3)], r.Intn(64))
		}
		if r.Intn(2) == 0 {
			for range r.Intn(6) {
				put(&board, enemy[1+r.Intn(5)], r.Intn(64))
			}
		}
		if p, err := goengine.ParseFEN(BoardFEN(&board) + " " + "wb"[side:side+1] + " - - 0 1"); err == nil {
			return p
		}
	}
}
