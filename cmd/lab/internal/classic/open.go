package classic

import (
	"github.com/searchex/searchex/cmd/internal/classic"
	"github.com/searchex/searchex/cmd/internal/explain/tree"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/lab/internal/lab"
	"github.com/searchex/searchex/goengine"
)

// claims writes the section on claims of "AI Chess Algorithms" that other sections don't measure.
func (p *Plan) claims(page *lab.Page, r Records, played []settled) error {
	page.Heading("More of the text's claims")
	page.Text("\"The bigger the ply, the better the chosen move will be\", the text says, and at the limit only captures that the last move made possible may count, or a hanging bishop makes a good capture look bad. Matches as above; both have the search `%s` "+
		"with a limit of plies or nodes. *Nodes a move* are the first's and the second's. "+
		"Played on 28 November 2026 with the searches of commit %s.", quiet, claimsCommit)
	t := page.Table(&lab.Table{Name: "claims", Columns: lab.Columns(
		"<match", "<limit|first", "?<second", "nodes a move|nodes_first", "nodes|nodes_second", "games", "?won", "?drawn", "?lost",
		"?score %||%.1f", "Elo||%+.0f", "from|elo_from|%+.0f", "to|elo_to|%+.0f", "?<stronger")})
	for i := range played {
		s := &played[i]
		if !s.open {
			continue
		}
		y := s.tally(r)
		if y.games == 0 {
			continue
		}
		elo, low, high := y.pairs.Elo()
		t.Add(s.about, s.limit(0), s.limit(1), int(y.nodes[0]), int(y.nodes[1]), y.games, y.score[0], y.score[1], y.score[2], 100*y.pairs.Fraction(), elo, low, high, stronger(low, high))
	}
	if err := p.quietBoard(page); err != nil {
		return err
	}
	page.Text("To save space and time \"its optimal not to have separate board instance at each branch\". One leaf of a tree of three plies "+
		"takes 30 ns if each move is made and unmade on one board, 45 ns if the position (1,136 bytes) is first copied to a board of its ply, and 430 ns if each move gets a new board: the least of 15 runs of `go test ./goengine -run - -bench Boards` at commit %s "+
		"on a busy computer. So the claim holds; new boards cost most by making objects, not by copying.", claimsCommit)
	return nil
}

// stronger returns the player whom an interval of Elo shows to be stronger.
func stronger(low, high float64) string {
	switch is := lab.Verdict(low, high); is {
	case lab.Held:
		return "the first"
	case lab.Fails:
		return "the second"
	default:
		return is
	}
}

// claimsCommit is the commit at which the figures of the section were measured.
const claimsCommit = "5533ee2"

// limit returns the limit of a player in words.
func (s *settled) limit(i int) string {
	switch d := s.plies[i]; d {
	case 0:
	case 1:
		return "1 ply"
	default:
		return report.Int(d) + " plies"
	}
	return report.Plural(int(s.specs[i].Limits.Nodes), "node")
}

// quietFEN is the text's second example of quiescence, whose picture is lost.
const quietFEN = "7k/8/8/4p3/3B3n/6P1/8/7K w - - 0 1"

// quietBoard draws the example of quiescence, and says what each way of searching makes of it.
func (p *Plan) quietBoard(page *lab.Page) error {
	at, err := goengine.ParseFEN(quietFEN)
	if err != nil {
		return err
	}
	const title = "A pawn takes a knight while a bishop hangs"
	page.Picture(&lab.Picture{Name: page.Name + "-quiescence", Title: title, SVG: tree.BoardSVG(at, title)})
	page.Text("The text's example of quiescence, rebuilt from its words because the picture is lost: `%s`. Searched to one ply:", quietFEN)
	t := page.Table(&lab.Table{Name: "quiescence", Columns: lab.Columns("<captures at the limit|captures", "<best", "score")})
	for _, way := range []struct {
		name string
		classic.Search
	}{{"none", classic.Search{}}, {"new ones", classic.Search{Quiescence: true}}, {"all", classic.Search{Quiescence: true, AllCaptures: true}}} {
		way.Weights, way.Depth = classic.Default, 1
		r := way.Run(at)
		t.Add(way.name, at.UCI(r.Best), r.Score)
	}
	return nil
}
