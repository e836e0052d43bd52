package sex

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/lab/internal/lab"
	"github.com/searchex/searchex/goengine"
)

// finds adds the positions that SX solves and uniform doesn't, and the reverse.
func (v *view) finds(page *lab.Page) error {
	page.Heading("What SX finds, and what it misses")
	page.Text("Positions of `testdata/own_mates.epd` (mates in 1 to 4) and `testdata/own_endgame3_dtm.epd` (king and queen, rook or pawn, with the best moves known), searched by `sx81` and by `uniform` at equal cycles. As in `searchex solve`, a position is solved if the best move is played, or a mate is proved; without a mate score the move was found for another reason.")
	t := page.Table(&lab.Table{Name: "found", Columns: lab.Columns("cycles", "<positions|group", "tried", "sx81", "uniform", "sx81 alone", "uniform alone")})
	for _, cycles := range v.cycles() {
		sx, uniform := v.solved("sx81", cycles), v.solved("uniform", cycles)
		if sx == nil || uniform == nil {
			continue
		}
		for _, g := range []string{"mate in 1", "mate in 2", "mate in 3", "mate in 4", endings} {
			alone := v.alone(sx, uniform, g)
			t.Add(cycles, g, sx.Groups[g][1], sx.Groups[g][0], uniform.Groups[g][0], len(alone[0]), len(alone[1]))
		}
	}
	var proved [2][]string
	for _, cycles := range v.cycles() {
		by := [2]*Solved{v.solved("sx81", cycles), v.solved("uniform", cycles)}
		if by[0] == nil || by[1] == nil {
			continue
		}
		alone := v.alone(by[0], by[1], "")
		for i, found := range []string{"`sx81` finds and `uniform` misses", "`uniform` finds and `sx81` misses"} {
			table, err := v.listed(alone[i], i, by)
			if err != nil {
				return err
			}
			with, all := v.quietMates(alone[i], by[i])
			proved[i] = append(proved[i], fmt.Sprintf("%d of %d in %s cycles", with, all, report.Count(cycles)))
			if len(alone[i]) > 0 {
				table.Caption = fmt.Sprintf("What %s in %s. *Quiet* counts the attacker's quiet moves in the line that found it.", found, budgetName(cycles))
				page.Detail(func() { page.Table(table) })
			}
		}
	}
	if len(proved[0]) > 0 {
		page.Text("A *quiet* move neither checks nor captures. Of the mates that one alone proves these have a quiet move of the attacker: `sx81` %s; `uniform` %s.", strings.Join(proved[0], ", "), strings.Join(proved[1], ", "))
	}
	page.Text("`searchex tree --fen … --profile uniform --why MOVE` says why one was missed.")
	return nil
}

// quietMates returns how many of the mates that a search has proved in positions have a quiet move of the attacker, and the
// number of those mates.
func (v *view) quietMates(places []int, by *Solved) (with, all int) {
	for _, i := range places {
		if by.Found[i].Score >= goengine.MateBound {
			if all++; quietMoves(*v.tactics[i].Pos.Board, by.Found[i].Line) > 0 {
				with++
			}
		}
	}
	return with, all
}

// alone returns the places of the positions that only the first has solved, and only the second, of
// one group or of all.
func (v *view) alone(a, b *Solved, of string) (alone [2][]int) {
	for i := range min(len(a.Found), len(b.Found), len(v.tactics)) {
		if of != "" && group(v.tactics[i]) != of || a.Found[i].OK == b.Found[i].OK {
			continue
		}
		if a.Found[i].OK {
			alone[0] = append(alone[0], i)
		} else {
			alone[1] = append(alone[1], i)
		}
	}
	return alone
}

// listed returns a table of positions with the lines of sx81 and uniform. finder is the one that solved them.
func (v *view) listed(places []int, finder int, by [2]*Solved) (*lab.Table, error) {
	t := &lab.Table{Name: "lines", Columns: lab.Columns("<position", "<FEN", "<sx81", "score|sx81_score", "<uniform", "score |uniform_score", "quiet")}
	for _, i := range places {
		pos := &v.tactics[i].Pos
		row := []any{pos.Name(), "`" + strings.Join(strings.Fields(pos.FEN)[:4], " ") + "`"}
		for _, s := range by {
			line, err := san(pos.FEN, s.Found[i].Line)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", pos.Name(), err)
			}
			row = append(row, line, report.PawnsInWords(int(s.Found[i].Score)))
		}
		t.Add(append(row, quietMoves(*pos.Board, by[finder].Found[i].Line))...)
	}
	return t, nil
}

// quietMoves returns the number of moves of a line's first side that neither check nor capture.
func quietMoves(at goengine.Position, line string) (n int) {
	for i, uci := range strings.Fields(line) {
		m, err := at.ParseMove(uci)
		if err != nil {
			return n
		}
		s := shape(at, []goengine.Move{m})
		at.Play(m)
		if i%2 == 0 && s[shapeChecks]+s[shapeCaptures] == 0 {
			n++
		}
	}
	return n
}

// san converts the first eight moves of a line from UCI to algebraic notation.
func san(fen, line string) (string, error) {
	g, err := rules.New(fen)
	if err != nil {
		return "", err
	}
	var words []string
	for i, m := range strings.Fields(line) {
		if i == 8 {
			words = append(words, "…")
			break
		}
		words = append(words, g.SAN(m))
		if err := g.Play(m); err != nil {
			return "", err
		}
	}
	return strings.Join(words, " "), nil
}

// style adds the style of principal variations, and how often searches agree with published games.
func (v *view) style(page *lab.Page) {
	page.Heading("Style")
	page.Text("Principal variations in positions of %d of the games above, each %dth ply, at %s. A *sacrifice* is a move by which swap-off gives more away than it takes. Shares are of all plies of a line, "+
		"*first* of the moves that are played, with 95%% intervals. These are a little too small, because positions of one game are not quite independent.", v.Styled, styleEvery, budgetName(v.styleCycles()))
	t := page.Table(&lab.Table{Name: "style", Columns: lab.Columns(
		"<profile", "positions", "plies||%.1f", "checks %|checks", "captures %|captures", "sacrifices %|sacrifices",
		"?first: checks %|first_checks", "?captures % |first_captures", "?sacrifices % |first_sacrifices")})
	for _, spec := range styled {
		for _, r := range v.of(styling(spec, v.styleCycles())) {
			row := []any{spec, len(r.Lines), shares(r.Lines, shapePlies, false).Mean()}
			for at := shapeChecks; at <= shapeSacrifices; at++ {
				row = append(row, percent(shares(r.Lines, at, true)))
			}
			for at := firstCheck; at <= firstSacrifice; at++ {
				row = append(row, percent(shares(r.Lines, at, false)))
			}
			t.Add(row...)
		}
	}
	v.styleApart(page)
	v.agreements(page)
}

// styleApart adds the differences between the lines of SX and of uniform in the same positions.
func (v *view) styleApart(page *lab.Page) {
	base := v.of(styling(styled[0], v.styleCycles()))
	if len(base) == 0 {
		return
	}
	for _, spec := range styled[1:] {
		for _, r := range v.of(styling(spec, v.styleCycles())) {
			var words []string
			for j, what := range []string{"checks", "captures", "sacrifices"} {
				a, b := shares(r.Lines, shapeChecks+j, true), shares(base[0].Lines, shapeChecks+j, true)
				for i := range a {
					a[i] -= b[i]
				}
				words = append(words, fmt.Sprintf("%+.1f ± %.1f %s", 100*a.Mean(), 100*a.Error95(), what))
			}
			page.Text("In 100 plies of a line `%s` has more than `%s` in the same positions: %s.", spec, styled[0], strings.Join(words, ", "))
		}
	}
}

// shares returns a number of each shape, relative to its plies if byPly is set.
func shares(all []Shape, at int, byPly bool) (s lab.Sample) {
	for _, x := range all {
		n := float64(x[at])
		if byPly {
			n /= float64(x[shapePlies])
		}
		s = append(s, n)
	}
	return s
}

// allPrograms is the name of the camp that has all but people.
const allPrograms = "all programs"

// camps has the players of published games whose moves are counted together.
var camps = []struct {
	name string
	has  func(s *Side) bool
}{
	{"Philidor, 1981 and 1982", func(s *Side) bool { return strings.HasPrefix(s.Player, "Philidor") }},
	{"other programs, 1981 and 1982", func(s *Side) bool {
		return !strings.HasPrefix(s.Player, "Philidor") && (s.Year == "1981" || s.Year == "1982")
	}},
	{"Cyrus and Intelligent Software, 1981 to 1986", func(s *Side) bool {
		return strings.Contains(s.Player, "Cyrus") || strings.Contains(s.Player, "Intelligent")
	}},
	{allPrograms, func(s *Side) bool { return !strings.Contains(s.Player, "Karpov") }},
}

// agreements adds how often searches play the moves that were played.
func (v *view) agreements(page *lab.Page) {
	if len(v.of(publishedOdds)) == 0 {
		page.Text("The published games are not here: with `--games FILE` their moves are compared with those of the profiles.")
		return
	}
	page.Text("How often a profile plays what was played in the published games, from the %dth ply on, where there was a choice. *More* is the profile's agreement less `uniform`'s in the same positions, in percent, by game and side, *±* "+
		"its 95%% interval. With so few games only a very large difference can be seen.", bookPlies+1)
	t := page.Table(&lab.Table{Name: "agreement", Key: func(row []any) bool { return row[0] == allPrograms }, KeyRows: allPrograms, Columns: lab.Columns(
		"<players", "cycles", "<profile", "games", "positions", "agrees %||%.1f", "more||%+.1f", "±|error|%.1f")})
	for _, camp := range camps {
		for _, cycles := range v.Published {
			var base []Side
			for _, spec := range styled {
				for _, r := range v.of(agreement(spec, cycles)) {
					sides := slices.DeleteFunc(slices.Clone(r.Sides), func(s Side) bool { return !camp.has(&s) || s.Positions == 0 })
					if spec == styled[0] {
						base = sides
					}
					same, positions := 0, 0
					for _, s := range sides {
						same, positions = same+s.Same, positions+s.Positions
					}
					more := differences(sides, base)
					row := []any{camp.name, cycles, spec, len(sides), positions, 100 * float64(same) / float64(positions)}
					if spec == styled[0] {
						row = append(row, math.NaN(), math.NaN())
					} else {
						row = append(row, 100*more.Mean(), 100*more.Error95())
					}
					t.Add(row...)
				}
			}
		}
	}
}

// differences returns the difference between two agreements, by game and side.
func differences(a, b []Side) (s lab.Sample) {
	for i := range min(len(a), len(b)) {
		s = append(s, float64(a[i].Same-b[i].Same)/float64(a[i].Positions))
	}
	return s
}
