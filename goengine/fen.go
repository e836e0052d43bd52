package goengine

import (
	"fmt"
	"strconv"
	"strings"
)

// The initial position.
const (
	StartFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	// StartWord stands for StartFEN wherever a FEN is read.
	StartWord = "startpos"
)

const pieceLetters = "KQRBNPkqrbnp"

// ParseFEN reads a position in Forsyth-Edwards notation, or StartWord. Quotes around it
// are dropped, the two counters may be missing, castling rights may come in any order or
// as files of rooks (AHah). The error says why a position is impossible: its kings, its
// pieces, a check of the side that has moved, castling rights or an en passant square
// that the pieces contradict. An en passant square on which no pawn can take is dropped.
func ParseFEN(fen string) (*Position, error) {
	p, err := parseFEN(bareFEN(fen))
	if err != nil {
		if len(fen) > 100 {
			fen = fen[:100] + "…"
		}
		return nil, fmt.Errorf("fen %q: %w", fen, err)
	}
	return p, nil
}

// CompleteFEN reads a FEN as ParseFEN does, and returns it also with all six fields in
// the form of the standard. An en passant square stays as it is.
func CompleteFEN(fen string) (complete string, p *Position, err error) {
	if p, err = ParseFEN(fen); err != nil {
		return "", nil, err
	}
	given, f := strings.Fields(bareFEN(fen)), strings.Fields(p.FEN())
	f[3] = given[3]
	return strings.Join(f, " "), p, nil
}

// bareFEN returns a FEN without quotes around it, and StartFEN for StartWord.
func bareFEN(fen string) string {
	s := strings.TrimSpace(fen)
	if n := len(s); n > 1 && s[0] == s[n-1] && (s[0] == '"' || s[0] == '\'') {
		s = strings.TrimSpace(s[1 : n-1])
	}
	if s == StartWord {
		return StartFEN
	}
	return s
}

func parseFEN(fen string) (*Position, error) {
	f := strings.Fields(fen)
	if len(f) < 4 || len(f) > 6 {
		return nil, fmt.Errorf("want 4 to 6 fields, have %d", len(f))
	}
	p := new(Position)
	p.clear()
	if err := p.parseBoard(f[0]); err != nil {
		return nil, err
	}
	switch f[1] {
	case "w":
	case "b":
		p.side = Black
	default:
		return nil, fmt.Errorf("side to move %q: want w or b", f[1])
	}
	if err := p.parseCastling(f[2]); err != nil {
		return nil, err
	}
	if err := p.parseEnPassant(f[3]); err != nil {
		return nil, err
	}
	if len(f) > 4 {
		n, err := strconv.ParseUint(f[4], 10, 16)
		if err != nil || n > MaxClock {
			return nil, fmt.Errorf("half-move clock %q: want a number from 0 to %d", f[4], MaxClock)
		}
		p.half = uint8(n)
	}
	if len(f) > 5 {
		n, err := strconv.ParseUint(f[5], 10, 16)
		if err != nil {
			return nil, fmt.Errorf("move number %q: want a number from 0 to 65535", f[5])
		}
		p.full = uint16(n)
	}
	if other := p.side ^ 1; p.attacked(p.square[other<<4], p.side) {
		hint := ": wrong side to move?"
		if p.attacked(p.square[p.side<<4], other) {
			hint = ", as " + sideNames[p.side] + " is"
		}
		return nil, fmt.Errorf("%s is to move, but %s is in check%s", sideNames[p.side], sideNames[other], hint)
	}
	if n, sliders := p.checkers(); n > 2 || n == 2 && sliders == 0 {
		return nil, fmt.Errorf("%s is in check by %d pieces as no move can bring about", sideNames[p.side], n)
	}
	p.key = p.fullKey()
	return p, nil
}

// checkers returns the number of pieces that check the side to move, and how many
// of them are sliders: of two that check at once, one must be a discovered slider.
func (p *Position) checkers() (n, sliders int) {
	king := p.square[p.side<<4]
	for id := (p.side ^ 1) << 4; id < (p.side^1)<<4+p.slots[p.side^1]; id++ {
		from := p.square[id]
		code := p.board[from]
		switch way := attackTable[king-from] & code; {
		case way == 0:
		case way&(wayDiagonal|wayStraight) == 0:
			n++
		case p.bears(code, from, king):
			n++
			sliders++
		}
	}
	return n, sliders
}

var sideNames = [2]string{"white", "black"}

// parseBoard reads the first field.
func (p *Position) parseBoard(field string) error {
	rows := strings.Split(field, "/")
	if len(rows) != 8 {
		return fmt.Errorf("board has %d ranks, want 8", len(rows))
	}
	var at ranks
	for r, row := range rows {
		file := 0
		digit := false
		for _, c := range row {
			if c >= '1' && c <= '8' {
				if digit {
					return fmt.Errorf("rank %d: two digits in a row", 8-r)
				}
				digit = true
				file += int(c - '0')
			} else {
				digit = false
				i := strings.IndexRune(pieceLetters, c)
				if i < 0 {
					return fmt.Errorf("rank %d: %q is not a piece", 8-r, c)
				}
				if file < 8 {
					at[(7-r)<<4|file] = i + 1
				}
				file++
			}
			if file > 8 {
				return fmt.Errorf("rank %d has more than 8 squares", 8-r)
			}
		}
		if file != 8 {
			return fmt.Errorf("rank %d has %d squares, want 8", 8-r, file)
		}
	}
	if err := at.check(); err != nil {
		return err
	}
	p.fill(func(sq Square) (Side, Kind, bool) {
		x := at[sq]
		return Side((x - 1) / 6), Kind((x - 1) % 6), x != 0
	})
	return nil
}

// ranks holds a piece for each square: 1 + its index in pieceLetters, or 0.
type ranks [128]int

// check returns an error if chess cannot have these pieces.
func (at *ranks) check() error {
	var count [2][6]int
	for i, x := range at {
		if x == 0 {
			continue
		}
		side, kind := (x-1)/6, Kind((x-1)%6)
		count[side][kind]++
		if kind == Pawn && (i>>4 == 0 || i>>4 == 7) {
			return fmt.Errorf("a pawn stands on %s", SquareName(Square(i)))
		}
	}
	for side, n := range count {
		total := 0
		for _, k := range n {
			total += k
		}
		promoted := max(0, n[Queen]-1) + max(0, n[Rook]-2) + max(0, n[Bishop]-2) + max(0, n[Knight]-2)
		switch {
		case n[King] == 0:
			return fmt.Errorf("%s has no king", sideNames[side])
		case n[King] > 1:
			return fmt.Errorf("%s has %d kings", sideNames[side], n[King])
		case n[Pawn] > 8:
			return fmt.Errorf("%s has %d pawns", sideNames[side], n[Pawn])
		case total > 16:
			return fmt.Errorf("%s has %d pieces, want at most 16", sideNames[side], total)
		case promoted > 8-n[Pawn]:
			return fmt.Errorf("%s has more promoted pieces than pawns are missing", sideNames[side])
		}
	}
	return nil
}

// fill puts pieces on an empty board, in the order of the lists of a position that
// is set up: kings first, then queens, rooks, bishops, knights and pawns, each
// kind from a8 to h1.
func (p *Position) fill(at func(Square) (Side, Kind, bool)) {
	for want := King; want <= Pawn; want++ {
		for r := 7; r >= 0; r-- {
			for file := 0; file < 8; file++ {
				sq := Square(r<<4 | file)
				if side, kind, ok := at(sq); ok && kind == want {
					p.put(side, kind, sq)
				}
			}
		}
	}
}

// normalized returns the position as ParseFEN would set it up: lists in order and
// no earlier positions.
func (p *Position) normalized() Position {
	var q Position
	q.clear()
	q.fill(p.PieceAt)
	q.side, q.castle, q.ep, q.half, q.full, q.key = p.side, p.castle, p.ep, p.half, p.full, p.key
	return q
}

// parseCastling reads the castling rights.
func (p *Position) parseCastling(field string) error {
	if field == "-" {
		return nil
	}
	for _, c := range field {
		i := strings.IndexRune("KQkqHAha", c) % 4
		if i < 0 {
			return fmt.Errorf("castling %q: want letters of KQkq or -; Chess960 is not played", field)
		}
		right := uint8(1) << i
		if p.castle&right != 0 {
			return fmt.Errorf("castling %q: %q stands twice", field, c)
		}
		side := Side(i / 2)
		home := Square(0x70 * side)
		rook := home + 7*uint8(1-i%2)
		if p.board[home+4] != codeOf[side][King] || p.board[rook] != codeOf[side][Rook] {
			return fmt.Errorf("castling %q: king or rook for %q is not at home; Chess960 is not played", field, c)
		}
		p.castle |= right
	}
	return nil
}

// parseEnPassant reads the en passant square.
func (p *Position) parseEnPassant(field string) error {
	if field == "-" {
		return nil
	}
	if len(field) != 2 || field[0] < 'a' || field[0] > 'h' || field[1] < '1' || field[1] > '8' {
		return fmt.Errorf("en passant %q: want a square or -", field)
	}
	sq := Square(field[1]-'1')<<4 | Square(field[0]-'a')
	mover := p.side ^ 1
	step := pawnStep[mover]
	passed := func(mover Side) bool {
		step, want := pawnStep[mover], Square(0x20+0x30*mover)
		return sq&0x70 == want && p.board[sq] == 0 && p.board[sq-step] == 0 && p.board[sq+step] == codeOf[mover][Pawn]
	}
	switch {
	case passed(p.side):
		return fmt.Errorf("en passant %s: %s is to move, but a %s pawn has just passed it: wrong side to move?", field, sideNames[p.side], sideNames[p.side])
	case !passed(mover):
		return fmt.Errorf("en passant %s: no %s pawn has just passed it", field, sideNames[mover])
	}
	p.side ^= 1
	p.ep = p.epAfter(sq + step)
	p.side ^= 1
	return nil
}

// FEN returns the position in Forsyth-Edwards notation.
func (p *Position) FEN() string {
	var s strings.Builder
	for r := 7; r >= 0; r-- {
		empty := 0
		for f := 0; f < 8; f++ {
			side, kind, ok := p.PieceAt(Square(r<<4 | f))
			if !ok {
				empty++
				continue
			}
			if empty > 0 {
				s.WriteByte('0' + byte(empty))
				empty = 0
			}
			s.WriteByte(pieceLetters[side*6+kind])
		}
		if empty > 0 {
			s.WriteByte('0' + byte(empty))
		}
		if r > 0 {
			s.WriteByte('/')
		}
	}
	s.WriteString([2]string{" w ", " b "}[p.side])
	if p.castle == 0 {
		s.WriteByte('-')
	}
	for i, c := range "KQkq" {
		if p.castle>>i&1 != 0 {
			s.WriteRune(c)
		}
	}
	ep := "-"
	if p.ep != NoSquare {
		ep = SquareName(p.ep)
	}
	fmt.Fprintf(&s, " %s %d %d", ep, p.half, p.full)
	return s.String()
}

// UCI returns a move in the notation of the Universal Chess Interface, as e7e8q;
// 0000 for NoMove.
func (p *Position) UCI(m Move) string {
	if m == NoMove {
		return "0000"
	}
	s := SquareName(m.From()) + SquareName(m.To())
	_, kind, ok := p.PieceAt(m.From())
	if last := m.To()>>4 == 0 || m.To()>>4 == 7; ok && kind == Pawn && last {
		s += string("qrbn"[m.Promotion()-Queen])
	}
	return s
}

// UCILine returns a line of moves from here in UCI notation. It ends with the first
// move that is not legal.
func (p *Position) UCILine(line []Move) []string {
	q, names := *p, make([]string, 0, len(line))
	for _, m := range line {
		names = append(names, q.UCI(m))
		if !q.Play(m) {
			break
		}
	}
	return names
}

// ParseMove reads a legal move in UCI notation.
func (p *Position) ParseMove(s string) (Move, error) {
	for _, m := range p.LegalMoves() {
		if p.UCI(m) == s {
			return m, nil
		}
	}
	return NoMove, fmt.Errorf("move %q is not legal in %s", s, p.FEN())
}
