package cost

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"math/rand"
	"slices"
	"strings"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/internal/probe"
	"github.com/searchex/searchex/internal/work"
	"github.com/searchex/searchex/testdata"
)

// Trial is a search to measure. It is named by values alone, so that the same
// seed gives the same trials.
type Trial struct {
	// FEN and the moves from there are the position to search.
	FEN   string
	Moves []goengine.Move

	Profile   string
	SX, Nodes int  // 0: no limit
	Held      bool // back from the fit
}

// Sample is a trial that has been measured.
type Sample struct {
	Trial
	Work          work.Counts
	Picked        work.Picked
	Searched      uint64 // nodes
	Cycles        uint64 // of the machine
	CyclesPerNode float64
}

// sources are the files of positions, and how many lines of each there are to
// one that is taken.
var sources = []struct {
	file  string
	every int
}{{"bench12.epd", 1}, {"own_perft200.epd", 5}, {"own_mates.epd", 4}, {"own_endgame3_dtm.epd", 8}}

// limits of the trials: from a second to half a minute of a Z80.
var limits = []struct{ sx, nodes int }{{0, 1000}, {0, 3000}, {30, 10000}, {0, 8000}, {0, 20000}}

// heldOneIn is the number of positions to one that is held out.
const heldOneIn = 5

// base are the profiles that the sample was drawn for first. Trials of net are drawn by
// themselves, so that the others are what they were.
var base = slices.DeleteFunc(slices.Clone(goengine.ProfileNames), func(name string) bool { return name == "net" })

// Trials returns the searches of the sample: each profile on each position, with a
// random limit. The positions are the project's own, and positions of games: some
// plies after each opening, played by the profiles with some random moves. They are
// shuffled, so that any part of them is a sample too.
func Trials() ([]Trial, error) {
	var positions []Trial
	for _, s := range sources {
		fens, err := read(s.file, s.every)
		if err != nil {
			return nil, err
		}
		for _, fen := range fens {
			positions = append(positions, Trial{FEN: fen})
		}
	}
	openings, err := read("openings.epd", 1)
	if err != nil {
		return nil, err
	}
	r := rand.New(rand.NewSource(1))
	for i, fen := range openings {
		if i%4 == 3 {
			continue
		}
		moves, err := played(fen, base[i%len(base)], r)
		if err != nil {
			return nil, err
		}
		positions = append(positions, Trial{FEN: fen, Moves: moves})
	}
	draw := func(r *rand.Rand, profiles []string) (all []Trial) {
		for i, t := range positions {
			for _, t.Profile = range profiles {
				l := limits[r.Intn(len(limits))]
				t.SX, t.Nodes, t.Held = l.sx, l.nodes, i%heldOneIn == 0
				all = append(all, t)
			}
		}
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		return all
	}
	return append(draw(r, base), draw(rand.New(rand.NewSource(2)), []string{"net"})...), nil
}

// read is every so-manieth position of a file of testdata.
func read(file string, every int) (fens []string, err error) {
	b, err := testdata.Files.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("positions: %w", err)
	}
	n := 0
	for s := bufio.NewScanner(bytes.NewReader(b)); s.Scan(); {
		fields := strings.Fields(s.Text())
		if len(fields) < 4 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		if n++; (n-1)%every == 0 {
			fens = append(fens, strings.TrimSuffix(strings.Join(fields[:4], " "), ";"))
		}
	}
	return fens, nil
}

// played are the moves of a game that goes on to at most 90 plies, every sixth
// by lot, and has not ended.
func played(fen, profile string, r *rand.Rand) (moves []goengine.Move, err error) {
	p, err := goengine.ParseFEN(fen)
	if err != nil {
		return nil, err
	}
	prof, _ := goengine.ProfileByName(profile)
	prof.Late = 0 // as where the sample was drawn first: decision 41
	e := goengine.NewEngine()
	for range r.Intn(90) {
		legal := p.LegalMoves()
		m := legal[r.Intn(len(legal))]
		if r.Intn(6) != 0 {
			m = probe.Of(p).Search(e, &prof, goengine.Limits{Nodes: 300}).Best
		}
		next := *p
		next.Play(m)
		if len(next.LegalMoves()) == 0 || next.HalfmoveClock() >= 98 {
			break
		}
		*p = next
		moves = append(moves, m)
	}
	return moves, nil
}

// game is a trial's game.
func (t *Trial) game() (*goengine.Game, error) {
	p, err := goengine.ParseFEN(t.FEN)
	if err != nil {
		return nil, err
	}
	g := goengine.NewGame(p)
	for _, m := range t.Moves {
		if err := g.Play(g.Position().UCI(m)); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// Measure makes a trial's search on a machine and in Go.
func Measure(machine, reference hostbridge.Engine, t Trial) (Sample, error) {
	s := Sample{Trial: t}
	g, err := t.game()
	if err != nil {
		return s, fmt.Errorf("fen %q: %w", t.FEN, err)
	}
	prof, ok := goengine.ProfileByName(t.Profile)
	if !ok {
		return s, fmt.Errorf("profile %q is unknown", t.Profile)
	}
	l := goengine.Limits{SX: t.SX, Nodes: uint64(t.Nodes)}
	a, err := machine.Search(context.Background(), g, &prof, l)
	if err != nil {
		return s, fmt.Errorf("engine %s: profile %s: fen %q: %w", machine.Name(), t.Profile, g.Position().FEN(), err)
	}
	b, err := reference.Search(context.Background(), g, &prof, l)
	if err != nil {
		return s, err
	}
	if a.Nodes != b.Nodes {
		return s, fmt.Errorf("profile %s: fen %q: %s counts %d nodes, %s %d: see searchex diff",
			t.Profile, g.Position().FEN(), machine.Name(), a.Nodes, reference.Name(), b.Nodes)
	}
	s.Work, s.Picked, s.Searched, s.Cycles, s.CyclesPerNode = b.Work, b.Picked, a.Nodes, a.Cycles, a.CyclesPerNode()
	return s, nil
}
