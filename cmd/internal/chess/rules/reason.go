package rules

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/corentings/chess/v2"

	"github.com/searchex/searchex/goengine/book"
)

// WhyNot returns the reason why a move in UCI notation is illegal, in words that can
// follow the move and a colon. It returns "" for a legal move.
func (g *Game) WhyNot(uci string) string {
	w, ok := book.ReadWord(uci)
	if !ok || w.Castle != 0 || w.Piece != 0 {
		return notAMove
	}
	return look(g.pos, g.moves).reason(squareAt(w.From), squareAt(w.To), w.Promotion).text
}

// Read reads a move in standard algebraic or UCI notation, as people write it, and
// returns it in UCI notation. The error of an illegal move is the reason in words.
func (g *Game) Read(text string) (uci string, err error) { return look(g.pos, g.moves).read(text) }

// read implements Game.Read.
func (b *board) read(text string) (uci string, err error) {
	w, ok := book.ReadWord(text)
	switch {
	case !ok:
		return "", notAMoveBecause(strings.TrimSpace(book.PlainWord([]byte(text))))
	case w.Castle != 0:
		king, to := b.home(), b.home()+2
		if w.Castle == book.QueenSide {
			to = king - 2
		}
		return name(king) + name(to), b.castling(king, to).err()
	case w.Piece == 0:
		return w.From + w.To + w.Promotion, b.reason(squareAt(w.From), squareAt(w.To), w.Promotion).err()
	}
	return b.named(&w)
}

// inCheck reports whether the side to move is in check.
func (b *board) inCheck() bool {
	king := slices.Index(b.at[:], chess.NewPiece(chess.King, b.turn))
	return king >= 0 && len(b.attackers(king)) > 0
}

const notAMove = "not a move: want one such as e4, Nf3, O-O or e2e4"

// board is a position in the form in which reasons are found. Squares count from a1
// to h8.
type board struct {
	at     [64]chess.Piece
	turn   chess.Color
	rights chess.CastleRights
	ep     int // -1 if none
	moves  []string
}

// look returns the board of a position. The moves that led to it show which pieces
// have moved.
func look(pos *chess.Position, moves []string) *board {
	b := &board{turn: pos.Turn(), rights: pos.CastleRights(), ep: int(pos.EnPassantSquare()), moves: moves}
	for sq := range b.at {
		b.at[sq] = pos.Board().Piece(chess.Square(sq))
	}
	return b
}

func squareAt(name string) int { return int(name[0]-'a') + 8*int(name[1]-'1') }

func name(sq int) string { return string([]byte{byte('a' + sq&7), byte('1' + sq>>3)}) }

func abs(x int) int { return max(x, -x) }

func sign(x int) int {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

// reason is the reason why a move is illegal.
type reason struct {
	text string // empty if it is legal
	near int
}

// How near a move is to a legal one. If several pieces can't make the move that a
// player writes, the reason of the nearest one is shown.
const (
	farOff     = iota // not a piece of the player's, or it does not move like that
	obstructed        // something stands in the way
	unsafe            // the king would be in check
	unnamed           // the piece of a promotion is missing or wrong
)

// err returns the reason as an error, nil for a legal move.
func (r reason) err() error {
	if r.text == "" {
		return nil
	}
	return errors.New(r.text)
}

func because(near int, format string, args ...any) reason {
	return reason{fmt.Sprintf(format, args...), near}
}

// letters maps the letters of notation to pieces.
var letters = map[string]chess.PieceType{
	"": chess.Pawn, "p": chess.Pawn, "n": chess.Knight, "b": chess.Bishop, "r": chess.Rook, "q": chess.Queen, "k": chess.King,
}

var words = map[chess.PieceType]string{
	chess.Pawn: "pawn", chess.Knight: "knight", chess.Bishop: "bishop", chess.Rook: "rook", chess.Queen: "queen", chess.King: "king",
}

// ways says how pieces move; pawn does so for pawns.
var ways = map[chess.PieceType]string{
	chess.Knight: "knights move two squares straight and one to the side",
	chess.Bishop: "bishops move on diagonals",
	chess.Rook:   "rooks move on ranks and files",
	chess.Queen:  "queens move on ranks, files and diagonals",
	chess.King:   "kings move one square",
}

// piece returns what stands on a square, in words.
func (b *board) piece(sq int) string { return words[b.at[sq].Type()] + " on " + name(sq) }

func side(c chess.Color) string {
	if c == chess.White {
		return "White"
	}
	return "Black"
}

// home returns the initial square of the king of the side to move.
func (b *board) home() int {
	if b.turn == chess.White {
		return 4
	}
	return 60
}

// reason returns why the side to move can't move from one square to another.
// promotion is the letter of the piece that a pawn becomes.
func (b *board) reason(from, to int, promotion string) reason {
	p := b.at[from]
	switch {
	case p == chess.NoPiece:
		return because(farOff, "no piece on %s", name(from))
	case p.Color() != b.turn:
		return because(farOff, "the %s is %s's, and %s is to move", b.piece(from), side(b.turn.Other()), side(b.turn))
	case from == to:
		return because(farOff, "a move must leave its square")
	case p.Type() == chess.King && from == b.home() && abs(to-from) == 2:
		if r := b.castling(from, to); r.text != "" {
			return r
		}
		return b.promotion(from, to, promotion)
	}
	if r := b.path(from, to); r.text != "" {
		return r
	}
	if r := b.exposed(from, to); r.text != "" {
		return r
	}
	return b.promotion(from, to, promotion)
}

// path returns why a piece can't reach a square, apart from the king's safety.
func (b *board) path(from, to int) reason {
	kind := b.at[from].Type()
	if kind == chess.Pawn {
		return b.pawn(from, to)
	}
	if !moves(kind, from, to) {
		return because(farOff, "%s", ways[kind])
	}
	if sq := b.between(from, to); sq >= 0 {
		return because(obstructed, "the %s is in the way", b.piece(sq))
	}
	return b.landing(to)
}

// landing returns why no piece can move to a square.
func (b *board) landing(to int) reason {
	switch p := b.at[to]; {
	case p == chess.NoPiece:
	case p.Color() == b.turn:
		return because(obstructed, "own %s", b.piece(to))
	case p.Type() == chess.King:
		return because(obstructed, "a king cannot be taken")
	}
	return reason{}
}

// moves reports whether a piece other than a pawn can make a move on an empty board.
func moves(kind chess.PieceType, from, to int) bool {
	dx, dy := abs(to&7-from&7), abs(to>>3-from>>3)
	straight, diagonal := dx == 0 || dy == 0, dx == dy
	switch kind {
	case chess.Knight:
		return dx*dy == 2
	case chess.Bishop:
		return diagonal
	case chess.Rook:
		return straight
	case chess.Queen:
		return straight || diagonal
	}
	return max(dx, dy) == 1
}

// between returns the first occupied square on the line between two squares, -1 if
// there is none or no straight line.
func (b *board) between(from, to int) int {
	dx, dy := to&7-from&7, to>>3-from>>3
	if dx != 0 && dy != 0 && abs(dx) != abs(dy) {
		return -1
	}
	step := sign(dx) + 8*sign(dy)
	for sq := from + step; sq != to; sq += step {
		if b.at[sq] != chess.NoPiece {
			return sq
		}
	}
	return -1
}

// pawn returns why a pawn can't reach a square.
func (b *board) pawn(from, to int) reason {
	forward, first := 1, 1
	if b.turn == chess.Black {
		forward, first = -1, 6
	}
	dx, dy := abs(to&7-from&7), forward*(to>>3-from>>3)
	switch {
	case dy < 0:
		return because(farOff, "a pawn on %s can't move backwards", name(from))
	case dy == 0:
		return because(farOff, "a pawn on %s can't move sideways", name(from))
	case dx == 0 && dy == 2 && from>>3 != first:
		return because(farOff, "only a pawn that has not moved goes two squares")
	case dx == 0 && dy <= 2:
		sq := b.between(from, to)
		if sq < 0 && b.at[to] != chess.NoPiece {
			sq = to
		}
		if sq >= 0 {
			return because(obstructed, "the %s is in the way", b.piece(sq))
		}
		return reason{}
	case dx == 1 && dy == 1 && b.at[to] == chess.NoPiece && to != b.ep:
		return b.noEnPassant(from, to, forward)
	case dx == 1 && dy == 1:
		return b.landing(to)
	}
	return because(farOff, "pawns go straight ahead, one square or two at first, and take one square diagonally")
}

// noEnPassant returns why a pawn can't capture on an empty square.
func (b *board) noEnPassant(from, to, forward int) reason {
	passed := from&^7 | to&7 // of the pawn to be captured
	p := b.at[passed]
	start := to + 8*forward
	if fifth := map[int]int{1: 4, -1: 3}[forward]; from>>3 != fifth || p == chess.NoPiece || p.Color() == b.turn || p.Type() != chess.Pawn {
		return because(farOff, "pawns take diagonally, and nothing is on %s", name(to))
	}
	if slices.Contains(b.moves, name(start)+name(passed)) {
		return because(obstructed, "too late to take en passant: that must answer %s%s at once", name(start), name(passed))
	}
	return because(obstructed, "the %s has not just gone two squares, so it can't be taken en passant", b.piece(passed))
}

// promotion returns what is wrong with the letter of a promotion.
func (b *board) promotion(from, to int, letter string) reason {
	last := b.at[from].Type() == chess.Pawn && (to>>3 == 0 || to>>3 == 7)
	switch {
	case !last && letter != "":
		return because(unnamed, "only a pawn that comes to the last rank becomes another piece")
	case last && letter == "":
		return because(unnamed, "promotion piece missing: add q, r, b or n for what the pawn becomes on %s", name(to))
	case last && (len(letter) != 1 || !strings.Contains("qrbn", letter)):
		return because(unnamed, "a pawn becomes q, r, b or n, not %q", letter)
	}
	return reason{}
}

// castling returns why the king can't castle from its initial square to another.
func (b *board) castling(king, to int) reason {
	long, corner, wing := to < king, king+3, chess.KingSide
	if long {
		corner, wing = king-4, chess.QueenSide
	}
	p := b.at[king]
	touched := func(sq int) bool {
		return slices.ContainsFunc(b.moves, func(m string) bool { return m[:2] == name(sq) || m[2:4] == name(sq) })
	}
	switch rook := b.at[corner]; {
	case p.Type() != chess.King || p.Color() != b.turn:
		return because(obstructed, "castling needs the king on %s", name(king))
	case b.rights.CanCastle(b.turn, wing):
	case touched(king):
		return because(obstructed, "castling after the king has moved")
	case rook.Type() != chess.Rook || rook.Color() != b.turn:
		return because(obstructed, "castling without a rook on %s", name(corner))
	case touched(corner):
		return because(obstructed, "castling after the rook on %s has moved", name(corner))
	default:
		return because(obstructed, "castling to %s was given up before this position", name(to))
	}
	if sq := b.between(king, corner); sq >= 0 {
		return because(obstructed, "castling: the %s is in the way", b.piece(sq))
	}
	if by := b.attackers(king); len(by) > 0 {
		return because(unsafe, "castling out of check from %s", b.list(by))
	}
	through := (king + to) / 2
	if by := b.attackers(through); len(by) > 0 {
		return because(unsafe, "castling through %s, which %s attack%s", name(through), b.list(by), s(by))
	}
	if by := b.attackers(to); len(by) > 0 {
		return because(unsafe, "castling into check from %s", b.list(by))
	}
	return reason{}
}

// s returns the ending of a verb: "s" for one subject, "" for several.
func s(subjects []int) string {
	if len(subjects) == 1 {
		return "s"
	}
	return ""
}

// list returns the names of pieces, joined for a sentence.
func (b *board) list(squares []int) string {
	var all []string
	for _, sq := range squares {
		all = append(all, "the "+b.piece(sq))
	}
	return and(all)
}

func and(all []string) string { return series(all, "and") }

// series joins words by commas, the last by another word.
func series(all []string, by string) string {
	n := len(all) - 1
	if n == 0 {
		return all[0]
	}
	return strings.Join(all[:n], ", ") + " " + by + " " + all[n]
}

// attackers returns the pieces of the side not to move that attack a square.
func (b *board) attackers(sq int) (from []int) {
	for at, p := range b.at {
		if p == chess.NoPiece || p.Color() == b.turn {
			continue
		}
		if p.Type() == chess.Pawn {
			ahead := -1
			if p.Color() == chess.White {
				ahead = 1
			}
			if sq>>3-at>>3 == ahead && abs(sq&7-at&7) == 1 {
				from = append(from, at)
			}
		} else if at != sq && moves(p.Type(), at, sq) && b.between(at, sq) < 0 {
			from = append(from, at)
		}
	}
	return from
}

// exposed returns the check that a move to a square would leave or expose the king
// to. The reason is empty if there is none.
func (b *board) exposed(from, to int) reason {
	king := slices.Index(b.at[:], chess.NewPiece(chess.King, b.turn))
	if king < 0 {
		return reason{}
	}
	after := *b
	after.at[to], after.at[from] = b.at[from], chess.NoPiece
	taken := to
	if b.at[from].Type() == chess.Pawn && to == b.ep && from&7 != to&7 {
		taken = from&^7 | to&7
		after.at[taken] = chess.NoPiece
	}
	if from == king {
		if by := after.attackers(to); len(by) > 0 {
			return because(unsafe, "into check from %s", b.list(by))
		}
		return reason{}
	}
	by := after.attackers(king)
	if len(by) == 0 {
		return reason{}
	}
	checks := b.attackers(king)
	if len(checks) > 1 {
		return because(unsafe, "the king is in check from %s: only he can move", b.list(checks))
	}
	if len(checks) == 1 && slices.Contains(by, checks[0]) {
		return because(unsafe, "the king is in check from %s", b.list(checks))
	}
	lifted := *b
	lifted.at[from] = chess.NoPiece
	if pins := lifted.attackers(king); taken != to && !slices.Contains(pins, by[0]) {
		return because(unsafe, "taking en passant opens the king to %s", b.list(by))
	}
	return because(unsafe, "pinned to the king by %s", b.list(by))
}

// named reads a move in standard algebraic notation. It tries the pieces of the kind
// that the notation allows.
func (b *board) named(w *book.Word) (uci string, err error) {
	kind, to, letter, hint := letters[strings.TrimPrefix(strings.ToLower(string(w.Piece)), "p")], squareAt(w.To), w.Promotion, w.From
	plain := kind == chess.Pawn && hint == "" // straight ahead
	var legal, nearest []int
	best := reason{near: -1}
	some := false
	for from, p := range b.at {
		if p == chess.NoPiece || p.Color() != b.turn || p.Type() != kind {
			continue
		}
		some = true
		if strings.Trim(hint, name(from)) != "" || plain && from&7 != to&7 {
			continue
		}
		switch r := b.reason(from, to, letter); {
		case r.text == "":
			legal = append(legal, from)
		case r.near > best.near:
			best, nearest = r, []int{from}
		case r.near == best.near:
			nearest = append(nearest, from)
		}
	}
	switch {
	case len(legal) == 1:
		return name(legal[0]) + name(to) + letter, nil
	case len(legal) > 1:
		var from []string
		for _, sq := range legal {
			from = append(from, name(sq))
		}
		all := "both"
		if len(from) > 2 {
			all = "all"
		}
		return "", fmt.Errorf("%ss on %s can %s go to %s", words[kind], and(from), all, name(to))
	case !some:
		return "", fmt.Errorf("%s has no %s", side(b.turn), words[kind])
	case len(nearest) == 0 && hint != "":
		return "", fmt.Errorf("%s has no %s on %s", side(b.turn), words[kind], place(hint))
	case len(nearest) == 0 || best.near == farOff && len(nearest) > 1:
		return "", fmt.Errorf("no %s can go to %s", words[kind], name(to))
	case best.near == unnamed:
		return "", best.err()
	}
	return "", fmt.Errorf("%s: %s", b.piece(nearest[0]), best.text)
}

// place describes a square, file or rank that the notation names.
func place(hint string) string {
	switch {
	case len(hint) == 2:
		return hint
	case hint >= "a":
		return "the " + hint + "-file"
	}
	return "rank " + hint
}
