package hostbridge

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

// Searches made by hand, each of which one branch of the machine's program decides, find what the
// reference's find.
func TestEqualCases(t *testing.T) { onMachines(t, testEqualCases) }

func testEqualCases(t testing.TB, m *rig) {
	type change = func(p *goengine.Profile)
	noMateTest := func(p *goengine.Profile) { p.Switches &^= goengine.MateTest }
	scout := func(p *goengine.Profile) { p.Switches |= goengine.Scout }
	noStep := func(p *goengine.Profile) { p.Step = 0 }
	noEvasions := func(p *goengine.Profile) { p.Price[goengine.Evasion] = 0 }
	dearForward := func(p *goengine.Profile) { p.Price[goengine.Forward], p.Start = 200, 20 }
	parity := func(p *goengine.Profile) { p.Switches, p.Parity = p.Switches|goengine.ParityPrices, [2]int8{6, -4} }
	scoutAlone := func(p *goengine.Profile) { p.Switches = p.Switches&0xFF | goengine.Scout }
	noPhase := func(p *goengine.Profile) { p.Switches &^= goengine.PhasePrices }
	cheapKillers := func(p *goengine.Profile) { p.Price[goengine.Killer], p.KillerBonus = 1, 40 }
	shift64 := func(p *goengine.Profile) { p.ScoreShift = 64 }
	halves := func(p *goengine.Profile) {
		*p = *cheap(255, goengine.HalfFrontier|goengine.Killers|goengine.MateTest)
	}
	sorted := func(p *goengine.Profile) {
		q := *profile(t, "cyrus86,above=20,futility=102,killer-bonus=34,pass=112,price.attack=6,price.backward=6,price.capture=16,price.check=13,price.evasion=30,price.first-check=31,price.forward=6,price.killer=20,price.losing=12,price.losing-capture=12,price.promotion=12,price.threat=21,score-cap=30,score-shift=4,start=7,parity.even=-2,parity.odd=1,phase.0=-8,phase.1=8,phase.2=-7,phase.3=-3,phase.4=8,phase.5=10,phase.6=-8,phase.7=-10,switch.cache=on,switch.half-frontier=off,switch.mate-test=off,switch.parity-prices=on,switch.score-prices=off,switch.scout=on,switch.staged=on,switch.swap-sort=on,switch.two-budgets=on,switch.window-prices=on")
		*p = q
	}
	single := func(p *goengine.Profile) { p.Start, p.Single = 34, 3 }
	start8 := func(p *goengine.Profile) { p.Start = 8 }
	deep := func(p *goengine.Profile) { p.Start = 46 }
	threats := func(p *goengine.Profile) {
		deep(p)
		p.Switches |= goengine.MateThreats
	}
	atOnce := func(p *goengine.Profile) { p.Start = 34 }
	behindAlways := func(p *goengine.Profile) { p.Tempo = -40 }
	dearCheck := func(p *goengine.Profile) {
		p.Price[goengine.FirstCheck], p.Price[goengine.Check], p.CheckBonus, p.Start = 200, 200, 0, 16
	}
	staged := func(p *goengine.Profile) { p.Switches, p.Start = p.Switches|goengine.Staged, 16 }
	for _, c := range []struct {
		what, fen, played, profile string
		change                     change
		limits                     goengine.Limits
		only                       string // root moves
	}{
		{what: "a knight mates where moves end", fen: "6rk/6pp/8/6N1/8/8/8/K7 w - - 0 1", profile: "uniform", limits: goengine.Limits{Depth: 1}},
		{what: "a knight that steps aside mates where moves end", fen: "6rk/6p1/8/8/7N/8/8/K6R w - - 0 1", profile: "uniform", limits: goengine.Limits{Depth: 1}, only: "h4f5"},
		{what: "mate without a look for it", fen: "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", profile: "uniform", change: noMateTest, limits: goengine.Limits{Depth: 1}},
		{what: "castling alone, and it leaves no move", fen: "k7/8/1Q6/8/8/8/8/4K2R w K - 0 1", profile: "uniform", limits: goengine.Limits{Depth: 1}, only: "e1g1"},
		{what: "castling mates", fen: "8/8/8/8/8/8/1R6/R3K1k1 w Q - 0 1", profile: "uniform", limits: goengine.Limits{Depth: 1}, only: "e1c1"},
		{what: "castling mates, without a look for it", fen: "8/8/8/8/8/8/1R6/R3K1k1 w Q - 0 1", profile: "uniform", change: noMateTest, limits: goengine.Limits{Depth: 1}, only: "e1c1"},
		{what: "castling is no check", fen: "4k3/8/8/8/8/8/7P/4K2R w K - 0 1", profile: "sx81", limits: goengine.Limits{SX: 90, SXSet: true, Nodes: 1500}, only: "e1g1"},
		{what: "en passant that checks is a capture", fen: "8/4k3/8/3pP3/8/8/8/4K3 w - d6 0 1", profile: "sx81", limits: goengine.Limits{SX: 12, Nodes: 500}},
		{what: "fifty moves before a capture", fen: "4k3/8/8/3p4/8/2N5/8/4K3 b - - 99 80", profile: "uniform", limits: goengine.Limits{Depth: 2, Draw: 30}},
		{what: "a losing answer to a check that is no evasion", fen: "4r2k/8/8/8/3p4/8/3B4/4K3 w - - 0 1", profile: "sx81", change: noEvasions, limits: goengine.Limits{SX: 30, Nodes: 600}},
		{what: "the same, and all moves at one price", fen: "4r2k/8/8/8/3p4/8/3B4/4K3 w - - 0 1", profile: "uniform", limits: goengine.Limits{SX: 16, Nodes: 600}},
		{what: "an old rook and a new queen", fen: "r3k3/8/8/8/8/7R/2p3K1/8 b - - 0 1", played: "c2c1q", profile: "sx81", limits: goengine.Limits{SX: 10, Nodes: 500}},
		{what: "a rook before a queen made on the line, where all moves are listed", fen: "r3k3/8/8/8/8/7R/2p3K1/8 b - - 0 1", profile: "sx81", change: atOnce, limits: goengine.Limits{SX: 34, Nodes: 1500}, only: "c2c1q"},
		{what: "in check with a right to castle, and all moves at one price", fen: "4r1k1/8/8/8/8/8/8/4K2R w K - 0 1", profile: "uniform", limits: goengine.Limits{SX: 16, Nodes: 600}},
		{what: "scouts, and nothing else beside prices", fen: "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", profile: "uniform", change: scout, limits: goengine.Limits{SX: 16, Nodes: 3000}},
		{what: "scouts, and no other switch of their byte", fen: "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", profile: "uniform", change: scoutAlone, limits: goengine.Limits{SX: 16, Nodes: 2000}},
		{what: "rows of prices, and nothing else beside prices", fen: "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", profile: "uniform", change: parity, limits: goengine.Limits{SX: 24, Nodes: 3000}},
		{what: "two budgets, and no prices by phase", fen: "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", profile: "sex88", change: noPhase, limits: goengine.Limits{SX: 40, Nodes: 2000}},
		{what: "a difference shifted by more than 63 bits", fen: "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", profile: "cyrus86", change: shift64, limits: goengine.Limits{SX: 26, Nodes: 1500}},
		// On the 68000 e1's ways end in the byte that marks a pawn's moves.
		{what: "a knight goes back to a guarded square, and a target is on e1", fen: "3q1rk1/ppp2ppp/3p1n2/1B2p3/4P3/8/PPPP1PPP/3QR1K1 b - - 0 1", profile: "sx81", change: atOnce, limits: goengine.Limits{SX: 34, Nodes: 600}},
		{what: "a knight goes back to a guarded square, and a target is on e1, the queen", fen: "3q1rk1/ppp2ppp/3p1n2/1B2p3/4P3/8/PPPP1PPP/3RQ1K1 b - - 0 1", profile: "sx81", change: atOnce, limits: goengine.Limits{SX: 34, Nodes: 600}},
		{what: "a knight goes back to a guarded square, and a target is on e1, one of three", fen: "3q1rk1/ppp2ppp/3p1n2/1B2p3/4P3/8/PPPP1PPP/R2QR1K1 b - - 0 1", profile: "sx81", change: atOnce, limits: goengine.Limits{SX: 34, Nodes: 600}},
		// Of the targets of a knight or rook the last one counts too.
		{what: "a knight attacks the last of four targets", fen: "q3k3/q7/r4r2/8/8/4N3/8/4K3 w - - 0 1", profile: "sx81", change: atOnce, limits: goengine.Limits{SX: 34, Nodes: 8000}},
		{what: "a rook attacks the queen", fen: "3q3k/8/8/8/8/8/7P/R3K3 w - - 0 1", profile: "sx81", change: atOnce, limits: goengine.Limits{SX: 34, Nodes: 600}},
		{what: "a rook attacks the second of two queens", fen: "q2q3k/8/8/8/8/8/7P/1R2K3 w - - 0 1", profile: "sx81", change: atOnce, limits: goengine.Limits{SX: 34, Nodes: 600}},
		{what: "a rook attacks a new queen, behind an old rook in the list, with a bishop on the first square", fen: "r3k3/8/8/8/8/7R/2p3K1/B7 b - - 0 1", played: "c2c1q", profile: "sx81", change: atOnce, limits: goengine.Limits{SX: 34, Nodes: 600}},
		{what: "the same where moves are listed by halves", fen: "r3k3/8/8/8/8/7R/2p3K1/B7 b - - 0 1", played: "c2c1q", profile: "sx81", limits: goengine.Limits{SX: 10, Nodes: 500}},
		{what: "the last of four targets where moves are listed by halves", fen: "q3k3/q7/r4r2/8/8/4N3/8/4K3 w - - 0 1", profile: "sx81", limits: goengine.Limits{SX: 10, Nodes: 500}},
		{what: "the second of two queens where moves are listed by halves", fen: "q2q3k/8/8/8/8/8/7P/1R2K3 w - - 0 1", profile: "sx81", limits: goengine.Limits{SX: 10, Nodes: 500}},
		// On the 68000 no killers would be the move from a1 to e1 at ply 1.
		{what: "no killers, and a rook goes from the first square to the fifth", fen: "7k/p7/8/8/8/8/7P/R5K1 b - - 0 1", profile: "uniform", change: cheapKillers, limits: goengine.Limits{SX: 24, Nodes: 1500}},
		{what: "no mate in two before the limit", fen: "6k1/q7/1R6/8/8/4K1Q1/8/8 b - - 0 1", profile: "sex88", limits: goengine.Limits{SX: 16, Nodes: 22, MateIn: 2}},
		{what: "a limit where all that was searched is mated", fen: "1q1n2b1/1Q6/1p6/2r2p2/N2P2K1/n3P3/2R5/4k1q1 w - - 0 1", profile: "uniform", change: noMateTest, limits: goengine.Limits{SX: 28, Nodes: 437}},
		// The first move tried is terminal and not above alpha: limits count from there on.
		{what: "a root move too dear to follow, and a limit of one node", fen: "k7/7p/8/8/8/3N4/3K3P/8 w - - 0 1", profile: "uniform", change: dearForward, limits: goengine.Limits{MateIn: 2, SX: 20, SXSet: true, Nodes: 1}},
		{what: "no mate in one", fen: "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", profile: "uniform", limits: goengine.Limits{MateIn: 1, SX: 16, SXSet: true}},
		{what: "mate in two that a later iteration finds", fen: "7k/8/8/8/8/8/R7/1R5K w - - 0 1", profile: "uniform", limits: goengine.Limits{MateIn: 2, Nodes: 4000}},
		{what: "a mate ends the search", fen: "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", profile: "sx81", limits: goengine.Limits{SX: 30, Nodes: 2000}},
		{what: "being mated ends the search", fen: "7k/R7/1R6/8/8/8/8/7K b - - 0 1", profile: "uniform", limits: goengine.Limits{SX: 40, Nodes: 4000}},
		{what: "stalemate ends the search", fen: "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", profile: "sx81", limits: goengine.Limits{SX: 30}},
		{what: "a discovered check, and the king on the first square", fen: "7k/8/7p/8/3N4/8/1B6/K7 w - - 0 1", profile: "sx81", limits: goengine.Limits{SX: 30, Nodes: 600}},
		{what: "both castlings where moves end", fen: "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1", profile: "uniform", limits: goengine.Limits{Depth: 2}},
		{what: "bare kings at the root", fen: "8/8/8/3k4/8/3K4/8/8 w - - 0 1", profile: "uniform", limits: goengine.Limits{SX: 16}},
		{what: "a repetition below the root", fen: "4k3/8/8/8/8/8/4P3/4K3 w - - 3 40", played: "e1d1 e8d8 d1e1 d8e8 e1d1 e8d8", profile: "uniform", limits: goengine.Limits{SX: 16, Nodes: 1000, Draw: 50}},
		{what: "one iteration where no step is added", fen: "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", profile: "sx81", change: noStep, limits: goengine.Limits{SX: 30, Nodes: 600}},
		{what: "stalemate at a half-frontier", fen: "8/8/8/8/8/1K6/5Q2/k7 w - - 0 1", profile: "sx81", limits: goengine.Limits{SX: 42, SXSet: true, Nodes: 2500, Draw: 30}},
		{what: "stalemate under a scout", fen: "8/8/8/8/8/1K6/5Q2/k7 w - - 0 1", profile: "uniform", change: scout, limits: goengine.Limits{SX: 24, Nodes: 2500, Draw: -60}},
		{what: "losing captures alone, in stages", fen: "4k3/8/8/2b5/p7/1p5p/2p4P/N6K b - - 0 1", profile: "tuned", limits: goengine.Limits{SX: 48, Nodes: 3000}},
		// Its square's number, 0, is that of the root's first move that waits.
		{what: "waiting moves, and the last of sixteen pieces on the first square", fen: "rrrrrrrk/rrrbbnq1/8/8/8/8/7P/n6K w - - 0 1", profile: "sx81", limits: goengine.Limits{SX: 10}},
		{what: "many promotions, and a cached capture behind them", fen: "1n1rbr1b/PPPP1PP1/8/8/6k1/8/4qQ2/7K b - - 0 1", profile: "tuned", limits: goengine.Limits{Nodes: 2500}},
		// Eight men are left, and one of them is black's ninth.
		{what: "a ninth man is attacked when most of the others are gone", fen: "8/2pp4/1p6/1p4K1/3pp3/1k2pp2/8/8 w - - 0 1", profile: "sx81", limits: goengine.Limits{Nodes: 1500}},
		{what: "a promotion mates where moves end", fen: "6k1/3P1ppp/8/8/8/8/8/K7 w - - 0 1", profile: "uniform", limits: goengine.Limits{Depth: 1}},
		{what: "a knight of a pawn mates there", fen: "8/8/8/8/8/4b3/p1N5/K1k5 b - - 0 1", profile: "uniform", limits: goengine.Limits{Depth: 2}},
		// Behind the end of the line no move goes first: not a rook's from the first
		// square to the next, whose bytes are 0 and 1, nor one of an older, longer line.
		{what: "a rook on the first square where the line ends", fen: "4k3/8/8/8/8/8/4K3/r7 b - - 0 1", profile: "sex88", limits: goengine.Limits{Nodes: 3000}},
		{what: "a line shorter than the one before", fen: "1rb1r1k1/3pn2R/4pp2/pP3PpQ/3PP3/2Pn2N1/1B6/RN2KB2 w - - 0 1", profile: "cyrus86", limits: goengine.Limits{Nodes: 2000}},
		// The game goes on though the clock stands at a hundred: at a frontier, at a
		// half-frontier and at a whole node, with a capture and without.
		{what: "a hundred half-moves at the root, frontier", fen: "4k3/8/8/3p4/4P3/8/8/4K3 w - - 100 80", profile: "sx81", limits: goengine.Limits{SX: 2, SXSet: true}},
		{what: "a hundred half-moves at the root, half-frontier", fen: "4k3/8/8/3p4/4P3/8/8/4K3 w - - 100 80", profile: "sx81", limits: goengine.Limits{SX: 10}},
		{what: "a hundred half-moves at the root, whole node", fen: "4k3/8/8/3p4/4P3/8/8/4K3 w - - 100 80", profile: "sx81", change: noStep, limits: goengine.Limits{SX: 30}},
		{what: "a hundred half-moves at the root, frontier, no capture", fen: "4k3/8/8/8/4P3/8/8/4K3 w - - 100 80", profile: "sx81", limits: goengine.Limits{SX: 2, SXSet: true}},
		{what: "a hundred half-moves at the root, half-frontier, no capture", fen: "4k3/8/8/8/4P3/8/8/4K3 w - - 100 80", profile: "sx81", limits: goengine.Limits{SX: 10}},
		// The low byte of the limit stands behind the tempo on the 6502.
		{what: "a tempo below zero, and a limit whose low byte is 0", fen: "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", profile: "sx81", change: behindAlways, limits: goengine.Limits{SX: 26, Nodes: 1024}},
		{what: "a mate too dear to follow, behind a capture that is followed", fen: "6k1/5ppp/4p3/3p4/8/8/8/R2Q2K1 w - - 0 1", profile: "uniform", change: dearCheck, limits: goengine.Limits{SX: 16, Nodes: 2000, Moves: []goengine.Move{0x7000, 0x4303}}},
		{what: "the second stage in check by a pawn", fen: "7r/2pk1p2/8/4P3/8/3n4/8/K6R w - - 0 1", profile: "uniform", change: staged, limits: goengine.Limits{SX: 16, Nodes: 3000}, only: "e5e6"},
		{what: "the second stage in check by a pawn, black's", fen: "k6r/8/3N4/8/4p3/8/2PK1P2/7R b - - 0 1", profile: "uniform", change: staged, limits: goengine.Limits{SX: 16, Nodes: 3000}, only: "e4e3"},
		{what: "a pawn mates where moves end", fen: "7n/8/7R/k7/2K5/1P6/8/3B4 w - - 0 1", profile: "uniform", limits: goengine.Limits{Depth: 1}, only: "b3b4"},
		{what: "a rook of a pawn uncovers a knight", fen: "8/NP5r/8/8/8/8/8/K6k w - - 0 1", profile: "uniform", limits: goengine.Limits{Depth: 1}, only: "b7b8r"},
		// Against a pass the second exchange is better than the first, which is enough.
		{what: "a pass at beta and two exchanges", fen: "k1rnN1n1/6P1/n5n1/P2PpP1p/2N5/r6r/4R3/4K3 w - e6 0 60", profile: "cyrus86", limits: goengine.Limits{SX: 10, SXSet: true, Depth: 5, Nodes: 100}},
		{what: "more than 127 sorted moves", fen: "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", profile: "uniform", change: start8, limits: goengine.Limits{Nodes: 700}},
		{what: "99 half-moves at a node in stages", fen: "4k2r/8/8/8/8/8/8/R3K3 w - - 98 80", profile: "tuned", change: deep, limits: goengine.Limits{Nodes: 1500}},
		{what: "threats in the last stage", fen: "r1bq1rk1/ppp2ppp/2n2n2/3p4/3P4/2N2N2/PPP2PPP/R1BQ1RK1 w - - 0 1", profile: "tuned", change: threats, limits: goengine.Limits{Nodes: 2000}},
		{what: "a limit behind the best move, to a1, which is worse now", fen: "1r2k3/p7/8/8/7b/2B5/P4P2/n5K1 w - - 0 1", profile: "uniform", limits: goengine.Limits{Nodes: 42}},
		{what: "a limit behind the best move, a promotion, which is worse now, and others", fen: "r1n4k/1P6/8/8/8/8/7p/K7 w - - 0 1", profile: "uniform", limits: goengine.Limits{Nodes: 15}, only: "b7a8r b7a8b b7a8n"},
		// The list of targets begins with the rook. The byte before it is white's colour, a5.
		{what: "a queen made on the line goes to a5, and a rook attacks her", fen: "8/P3r1k1/3p4/n7/6p1/7P/8/5R1K w - - 0 1", profile: "uniform", change: halves, limits: goengine.Limits{Nodes: 600}, only: "a7a8q"},
		{what: "captures sorted by what they lose, and the map is another node's", fen: "r3k2r/2Pp4/P2P4/5PPp/4pp2/pPP1p2p/1P6/R3K2R w Kkq h6 0 60", profile: "cyrus86", change: sorted, limits: goengine.Limits{SX: 53, SXSet: true, Nodes: 200}},
		{what: "the only move out of check has a price, and nothing else counts beside the table", fen: "3r2k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", profile: "sx81", change: single, limits: goengine.Limits{Nodes: 1000}},
		{what: "a right to castle ends where the rook is taken on h1", fen: "4k3/8/8/8/8/8/6b1/R3K2R b KQ - 0 1", profile: "uniform", limits: goengine.Limits{Depth: 3}, only: "g2h1"},
		{what: "a right to castle ends where the rook is taken on h8", fen: "r3k2r/6B1/8/8/8/8/8/4K3 w kq - 0 1", profile: "uniform", limits: goengine.Limits{Depth: 3}, only: "g7h8"},
	} {
		p := position(t, c.fen)
		g := goengine.NewGame(p)
		for _, mv := range strings.Fields(c.played) {
			require.NoError(t, g.Play(mv))
		}
		prof := profile(t, c.profile)
		if c.change != nil {
			c.change(prof)
		}
		for _, mv := range g.Position().LegalMoves() {
			if slices.Contains(strings.Fields(c.only), g.Position().UCI(mv)) {
				c.limits.Moves = append(c.limits.Moves, mv)
			}
		}
		sameAsReference(t, m, "case: "+c.what, g, prof, c.limits)
	}
}

// The best move goes to the first square, whose number is 0, and the next iteration
// is stopped anywhere.
func TestStoppedBehindAMoveToTheFirstSquare(t *testing.T) {
	onMachines(t, testStoppedBehindAMoveToTheFirstSquare)
}

func testStoppedBehindAMoveToTheFirstSquare(t testing.TB, m *rig) {
	p := position(t, "6k1/5ppp/8/8/3b4/8/5PPP/R5K1 b - - 0 1")
	first := 0
	for nodes := uint64(30); nodes < 160; nodes += 5 {
		key, l := fmt.Sprint("first square ", nodes), goengine.Limits{Nodes: nodes}
		sameAsReference(t, m, key, goengine.NewGame(p), profile(t, "uniform"), l)
		if r := references.of(key, nil, nil, l).result; r.Best.To() == 0 {
			first++
		}
	}
	require.Greater(t, first, 10)
}

// betterBefore makes a move at the root better than the last iteration's best
// one, which is tried after it, and stops at the move behind that.
type betterBefore struct {
	bestAtFirst, better goengine.Move
	iterations          int
	tried               bool // bestAtFirst in the second iteration
}

// Event implements Callbacks.
func (x *betterBefore) Event(n Node, ev *goengine.Event) {
	switch ev.Kind {
	case goengine.EventPriced:
		if n.Ply() == 0 && x.tried {
			n.Stop()
		}
		x.tried = x.tried || x.iterations > 0 && n.Ply() == 0 && ev.Move == x.bestAtFirst
	case goengine.EventBeta:
		switch {
		case n.Ply() > 0:
			return
		case x.iterations > 0 && ev.Move == x.better:
			ev.Value = 0
			return
		case x.iterations == 0 && ev.Move == x.bestAtFirst:
			ev.Value = 100
			return
		}
		ev.Value = -3000
	case goengine.EventIteration:
		if ev.Value == 100 && ev.Move == x.bestAtFirst {
			x.iterations++
		}
	}
}

// The last best move is worse now, and what was tried before it is better: that
// counts, although no move has been tried after it.
func TestStoppedBehindABetterCapture(t *testing.T) { onMachines(t, testStoppedBehindABetterCapture) }

func testStoppedBehindABetterCapture(t testing.TB, m *rig) {
	const bishops = "rr4k1/8/6p1/8/7N/8/8/1BK3B1 w - - 0 1"
	for _, c := range []struct{ fen, bestAtFirst, better string }{
		{bishops, "b1e4", "h4g6"},
		{bishops, "b1e4", "b1g6"},                               // from the same square
		{"8/1P4k1/N1r5/8/8/8/8/6K1 w - - 0 1", "a6b8", "b7b8q"}, // to the same square
	} {
		p := position(t, c.fen)
		bestAtFirst, err := p.ParseMove(c.bestAtFirst)
		require.NoError(t, err)
		better, err := p.ParseMove(c.better)
		require.NoError(t, err)
		for _, e := range []Engine{newGo(t), m} {
			x := betterBefore{bestAtFirst: bestAtFirst, better: better}
			e.Attach(&x)
			r, err := e.Search(context.Background(), goengine.NewGame(p), profile(t, "sx81"), goengine.Limits{SX: 18, SXSet: true})
			e.Attach(nil)
			require.NoError(t, err)
			require.Equal(t, 1, x.iterations)
			require.True(t, r.Stopped)
			require.False(t, r.Complete, "%s %v", e.Name(), c)
			require.Equal(t, better, r.Best, "%s %v", e.Name(), c)
			require.Zero(t, r.Score, "%s %v", e.Name(), c)
		}
	}
}

// sameSquare makes a promotion worse than the last iteration's best move, the
// knight's to the same square, and stops before that is searched again.
type sameSquare struct {
	iterations, promotions int
	best                   goengine.Move
}

// Event implements Callbacks.
func (x *sameSquare) Event(n Node, ev *goengine.Event) {
	switch ev.Kind {
	case goengine.EventPriced:
		if n.Ply() == 0 && x.promotions > 0 {
			n.Stop()
		}
	case goengine.EventBeta:
		switch {
		case n.Ply() > 0:
			return
		case ev.Move == x.best:
			ev.Value = 100
			return
		case x.iterations > 0 && ev.Move.To() == x.best.To():
			x.promotions++
		}
		ev.Value = -3000
	case goengine.EventIteration:
		x.iterations++
	}
}

// A promotion to the square where the last best move goes isn't that move: what
// is worse before that has been searched does not count.
func TestStoppedBehindAMoveToTheSameSquare(t *testing.T) {
	onMachines(t, testStoppedBehindAMoveToTheSameSquare)
}

func testStoppedBehindAMoveToTheSameSquare(t testing.TB, m *rig) {
	p := position(t, "8/1P4k1/N1r5/8/8/8/8/6K1 w - - 0 1")
	best, err := p.ParseMove("a6b8") // attacks the rook
	require.NoError(t, err)
	for _, e := range []Engine{newGo(t), m} {
		x := sameSquare{best: best}
		e.Attach(&x)
		r, err := e.Search(context.Background(), goengine.NewGame(p), profile(t, "sx81"), goengine.Limits{SX: 18, SXSet: true})
		e.Attach(nil)
		require.NoError(t, err)
		require.Equal(t, 1, x.iterations, e.Name())
		require.Positive(t, x.promotions, e.Name())
		require.True(t, r.Stopped, e.Name())
		require.True(t, r.Complete, e.Name())
		require.Equal(t, best, r.Best, e.Name())
		require.EqualValues(t, 100, r.Score, e.Name())
	}
}

// At these limits the last node lies below the cached move of a half-frontier:
// the moves beside that are not listed any more.
func TestStoppedBelowACachedMove(t *testing.T) { onMachines(t, testStoppedBelowACachedMove) }

func testStoppedBelowACachedMove(t testing.TB, m *rig) {
	g := epd(t, "bench12.epd")[0]
	for _, nodes := range []uint64{477, 799, 1303} {
		sameAsReference(t, m, fmt.Sprint("below a cached move ", nodes), g, profile(t, "tuned"), goengine.Limits{Nodes: nodes})
	}
}

// emptiedLater leaves no node but the root a move, from the second iteration on,
// or no root.
type emptiedLater struct {
	goengine.EventHash
	root       bool
	iterations int
	best       goengine.Move // of the first iteration
}

// Event implements Callbacks.
func (x *emptiedLater) Event(n Node, ev *goengine.Event) {
	x.EventHash.Event(n, ev)
	switch ev.Kind {
	case goengine.EventIteration:
		if x.iterations++; x.iterations == 1 {
			x.best = ev.Move
		}
	case goengine.EventGenerated:
		if x.iterations > 0 && (n.Ply() == 0) == x.root {
			n.Keep(nil)
		}
	}
}

// A node whose cached move a callback takes away, and all others, is no stalemate.
func TestNothingIsLeftBesideACachedMove(t *testing.T) {
	onMachines(t, testNothingIsLeftBesideACachedMove)
}

func testNothingIsLeftBesideACachedMove(t testing.TB, m *rig) {
	prof := *profile(t, "sx81,switch.cache=on,pass=0")
	games := epd(t, "bench12.epd")
	second, err := goengine.ParseFEN("2bq1rk1/rp3p1p/pnpBpn1b/6p1/2P5/NPQPKP2/P3P1PP/R4BNR w - - 0 12") // a second killer
	require.NoError(t, err)
	for i, g := range append(games, goengine.NewGame(second)) {
		var hashes []goengine.EventHash
		for _, e := range []Engine{newGo(t), m} {
			var x emptiedLater
			e.Attach(&x)
			r, err := e.Search(context.Background(), g, &prof, goengine.Limits{SX: 34, Draw: 50})
			e.Attach(nil)
			require.NoError(t, err)
			require.Greater(t, x.iterations, 1, i)
			if x.iterations == 4 { // no mate ended the search
				// Every move is a stalemate then, worth what a draw is at the root.
				require.EqualValues(t, 50, r.Score, "%s %d", e.Name(), i)
			}
			hashes = append(hashes, x.EventHash)
		}
		require.Equal(t, hashes[0], hashes[1], i)
	}
}

// A root whose moves a callback takes away is a stalemate, and the best move stays
// that of the iteration before.
func TestNothingIsLeftAtTheRoot(t *testing.T) { onMachines(t, testNothingIsLeftAtTheRoot) }

func testNothingIsLeftAtTheRoot(t testing.TB, m *rig) {
	p := epd(t, "bench12.epd")[1]
	for _, e := range []Engine{newGo(t), m} {
		x := emptiedLater{root: true}
		e.Attach(&x)
		r, err := e.Search(context.Background(), p, profile(t, "sx81"), goengine.Limits{SX: 18, SXSet: true, Draw: 50})
		e.Attach(nil)
		require.NoError(t, err)
		require.Equal(t, 2, x.iterations)
		require.NotEqual(t, goengine.NoMove, x.best)
		require.Equal(t, x.best, r.Best, e.Name())
		require.EqualValues(t, 50, r.Score, e.Name())
	}
}

// refusedFirst makes the first move at the root as bad as being mated.
type refusedFirst struct {
	first goengine.Move
}

// Event implements Callbacks.
func (x *refusedFirst) Event(n Node, ev *goengine.Event) {
	if ev.Kind != goengine.EventBeta {
		return
	}
	if x.first == goengine.NoMove {
		x.first = ev.Move
	}
	if ev.Move == x.first {
		ev.Value = -goengine.Mate
	}
}

// Four queens ahead, with alpha at what being mated is worth, is further apart
// than 16 bits hold: every other move is better all the same.
func TestAlphaFarBelow(t *testing.T) { onMachines(t, testAlphaFarBelow) }

func testAlphaFarBelow(t testing.TB, m *rig) {
	p := position(t, "5k2/8/8/8/8/8/QQQQ4/K7 w - - 0 1")
	var results []Result
	for _, e := range []Engine{newGo(t), m} {
		var x refusedFirst
		e.Attach(&x)
		r, err := e.Search(context.Background(), goengine.NewGame(p), profile(t, "uniform"), goengine.Limits{Depth: 1, SX: 2, SXSet: true})
		e.Attach(nil)
		require.NoError(t, err)
		require.NotEqual(t, x.first, r.Best, e.Name())
		require.Greater(t, int(r.Score), 4*640-200, e.Name())
		results = append(results, r)
	}
	require.Equal(t, results[0].Best, results[1].Best)
	require.Equal(t, results[0].Score, results[1].Score)
}

// stopAtPriced stops at one of the moves that are priced.
type stopAtPriced struct {
	goengine.EventHash
	at, priced int
}

// Event implements Callbacks.
func (x *stopAtPriced) Event(n Node, ev *goengine.Event) {
	if ev.Kind == goengine.EventPriced {
		if x.priced++; x.priced == x.at {
			n.Stop()
		}
	}
	x.EventHash.Event(n, ev)
}

// Whoever wants to stop is heard before a move that would pass.
func TestStoppedBeforeAPass(t *testing.T) { onMachines(t, testStoppedBeforeAPass) }

func testStoppedBeforeAPass(t testing.TB, m *rig) {
	g := epd(t, "bench12.epd")[0]
	for at := 50; at < 110; at += 3 {
		var hashes []goengine.EventHash
		for _, e := range []Engine{newGo(t), m} {
			x := stopAtPriced{at: at}
			e.Attach(&x)
			r, err := e.Search(context.Background(), g, profile(t, "sx81"), goengine.Limits{SX: 34})
			e.Attach(nil)
			require.NoError(t, err)
			require.True(t, r.Stopped, e.Name())
			hashes = append(hashes, x.EventHash)
		}
		require.Equal(t, hashes[0], hashes[1], "stopped at %d", at)
	}
}
