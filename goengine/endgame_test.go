package goengine

import (
	"bufio"
	"os"
	"strings"
	"testing"

	"github.com/searchex/searchex/testdata/switches"
)

// lone is the table of one ending, White with a queen or rook against the bare
// king: plies to mate by best play, by side to move and the squares of White's
// king, his piece and Black's king in 0..63; lost (0xFF) where it is no win or
// no position. It is worked out here, from the rules alone, so that Black can
// defend perfectly.
type lone struct {
	piece Kind
	dtm   [2][64 * 64 * 64]uint8
}

const noWin = 0xFF

func loneIndex(wk, wp, bk int) int { return wk<<12 | wp<<6 | bk }

func sq64(sq Square) int { return int(sq>>4)<<3 | int(sq&7) }
func sq88(s int) Square  { return Square(s>>3<<4 | s&7) }

// set puts the three men on a board.
func (l *lone) set(p *Position, side Side, wk, wp, bk int) {
	p.clear()
	p.side = side
	p.put(White, King, sq88(wk))
	p.put(White, l.piece, sq88(wp))
	p.put(Black, King, sq88(bk))
}

// solve fills the table by going over all positions until nothing changes.
func (l *lone) solve() {
	moves := [2][]([]int32){make([][]int32, 1<<18), make([][]int32, 1<<18)}
	var p Position
	for side := range l.dtm {
		for i := range l.dtm[side] {
			l.dtm[side][i] = noWin
		}
	}
	for wk := 0; wk < 64; wk++ {
		for wp := 0; wp < 64; wp++ {
			for bk := 0; bk < 64; bk++ {
				if wk == wp || wk == bk || wp == bk || steps(sq88(wk), sq88(bk)) < 2 {
					continue
				}
				i := loneIndex(wk, wp, bk)
				for side := White; side <= Black; side++ {
					l.set(&p, side, wk, wp, bk)
					if side == White && p.attacked(sq88(bk), White) {
						continue
					}
					next := []int32{}
					for _, m := range p.LegalMoves() {
						f, t := sq64(m.From()), sq64(m.To())
						switch f {
						case wk:
							next = append(next, int32(loneIndex(t, wp, bk)))
						case wp:
							next = append(next, int32(loneIndex(wk, t, bk)))
						case bk:
							if t == wp {
								next = append(next, -1) // the piece is lost
							} else {
								next = append(next, int32(loneIndex(wk, wp, t)))
							}
						}
					}
					moves[side][i] = next
					if len(next) == 0 && side == Black && p.InCheck() {
						l.dtm[Black][i] = 0
					}
				}
			}
		}
	}
	for ply := uint8(1); ; ply++ {
		changed := false
		side := White
		if ply%2 == 0 {
			side = Black
		}
		for i, next := range moves[side] {
			if len(next) == 0 || l.dtm[side][i] != noWin {
				continue
			}
			win := side == Black
			for _, n := range next {
				w := n >= 0 && l.dtm[side^1][n] < ply
				if side == White && w {
					win = true
					break
				}
				if side == Black && !w {
					win = false
					break
				}
			}
			if win {
				l.dtm[side][i] = ply
				changed = true
			}
		}
		if !changed && ply > 3 {
			return
		}
	}
}

// defend returns Black's longest defence.
func (l *lone) defend(p *Position) Move {
	best, longest := NoMove, -1
	wk, wp := sq64(p.square[0]), sq64(p.square[1])
	for _, m := range p.LegalMoves() {
		d := 1000
		if m.To() != p.square[1] {
			if v := l.dtm[White][loneIndex(wk, wp, sq64(m.To()))]; v != noWin {
				d = int(v)
			}
		}
		if d > longest {
			best, longest = m, d
		}
	}
	return best
}

// TestEndgamesAreWon plays queen and rook endings out against the best defence
// there is: every ninth, or all of them with SEARCHEX_TESTS=slow.
func TestEndgamesAreWon(t *testing.T) {
	if testing.Short() {
		t.Skip("it searches for ten seconds")
	}
	tables := map[string]*lone{"KQK": {piece: Queen}, "KRK": {piece: Rook}}
	for _, l := range tables {
		l.solve()
	}
	// The classic figures: the rook needs 16 moves at most, the queen 10.
	for name, want := range map[string]uint8{"KRK": 31, "KQK": 19} {
		longest := uint8(0)
		for _, v := range tables[name].dtm[White] {
			if v != noWin {
				longest = max(longest, v)
			}
		}
		if longest != want {
			t.Fatalf("%s: the longest win takes %d plies, want %d: the table is wrong", name, longest, want)
		}
	}
	file, err := os.Open("../testdata/own_endgame3_dtm.epd")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var lines []string
	for s, i := bufio.NewScanner(file), 0; s.Scan(); i++ {
		if i%9 == 0 || switches.Has("slow") {
			lines = append(lines, s.Text())
		}
	}
	for _, name := range ProfileNames {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			prof, _ := ProfileByName(name)
			e := NewEngine()
			longest := 0
			for _, line := range lines {
				fields := strings.Fields(line)
				var l *lone
				for kind, x := range tables {
					if strings.Contains(line, kind) {
						l = x
					}
				}
				if l == nil {
					continue
				}
				p, err := ParseFEN(strings.Join(fields[:4], " "))
				if err != nil {
					t.Fatal(err)
				}
				if p.square[16+1] != NoSquare {
					t.Fatalf("%s: White should be the stronger side", line)
				}
				side, wk, wp, bk := p.side, sq64(p.square[0]), sq64(p.square[1]), sq64(p.square[16])
				dtm := l.dtm[side][loneIndex(wk, wp, bk)]
				if dtm == noWin {
					if !strings.Contains(line, " dm 0;") {
						t.Errorf("%s: the table says it is no win", line)
					}
					continue // the piece is lost at once
				}
				plies := 0
				for len(p.LegalMoves()) > 0 && p.half < 100 && p.pieces == 3 {
					if p.side == Black {
						p.Play(l.defend(p))
					} else {
						p.Play(e.search(background, p, &prof, Limits{Nodes: 88000}).Best)
					}
					plies++
				}
				if !p.InCheck() || len(p.LegalMoves()) > 0 {
					t.Errorf("%s: not won: %s after %d plies", line, p.FEN(), plies)
				}
				longest = max(longest, plies)
			}
			t.Logf("longest win %d plies", longest)
		})
	}
}
