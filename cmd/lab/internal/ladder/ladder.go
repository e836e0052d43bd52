// Package ladder places the engines here on one list with programs limited by
// nodes or depth, so that no clock decides: it plays the games, keeps their results, and draws the
// page from them.
package ladder

import (
	"fmt"
	"slices"

	"github.com/searchex/searchex/cmd/internal/match/player"
	"github.com/searchex/searchex/goengine"
)

// Name is the experiment's on the command line.
const Name = "ladder"

// Player is who has a place on the ladder.
type Player struct {
	Name string
	// Rung says that it is one of the programs; else Clock is an index of Clocks.
	Rung  bool
	Clock int
	Spec  player.Spec
	// Missing tells why a program can't be played here.
	Missing error
}

// fingerprint tells searches of the player apart, by program and by model.
func (w *Player) fingerprint() (string, error) {
	print, err := w.Spec.Fingerprint()
	if err != nil {
		return "", fmt.Errorf("%s: %w", w.Name, err)
	}
	return print, nil
}

// Clock is how many cycles of a 6502 a move of ours takes, and what they stand for.
type Clock struct {
	Cycles uint64
	Name   string // in tables
	About  string
}

// rung is a program with its limit, nodes or plies.
type rung struct {
	name, program string
	nodes, depth  int
}

// Plan is who plays whom.
type Plan struct {
	Players []Player
	// All says that everybody meets, else ours meet no one but the rungs.
	All    bool
	Clocks []Clock
}

// clocks are those of the list: three minutes of the MK V's 1.96608 MHz, and three
// minutes at the 5 MHz of its last successors.
var clocks = []Clock{
	{353_894_400, "MK V", "353,894,400 cycles a move, three minutes of an MK V"},
	{900_000_000, "5 MHz", "900,000,000 cycles a move, three minutes of a 6502 at 5 MHz"},
}

// engine is ours: Go that stops where the model of the 6502 says.
const engine = "go@6502"

// anchorRung is the zero of the list where there is one.
const anchorRung = "Stockfish 1000"

// rungs are the programs, those first that tell most of ours.
var rungs = slices.Concat(stockfish(1000), []rung{{name: "GNU Chess", program: "gnuchess", depth: 4}}, stockfish(3000, 300),
	[]rung{{name: "Phalanx", program: "phalanx", depth: 4}, {name: "Fairy-Max", program: "fairymax", depth: 5}}, stockfish(100))

// stockfish returns rungs of so many nodes a move.
func stockfish(nodes ...int) (all []rung) {
	for _, n := range nodes {
		all = append(all, rung{name: fmt.Sprintf("Stockfish %d", n), program: "stockfish", nodes: n})
	}
	return all
}

// player returns the rung as a player. Results of a program can be shown where it is
// not installed.
func (r *rung) player() Player {
	p := Player{Name: r.name, Rung: true}
	text := fmt.Sprintf("%s,depth=%d", r.program, r.depth)
	if r.nodes > 0 {
		text = fmt.Sprintf("%s,nodes=%d,option.Threads=1,option.Hash=16", r.program, r.nodes)
	}
	specs, err := player.ParseSpec(text, player.Defaults{})
	if err != nil {
		p.Missing = fmt.Errorf("%s is not installed", r.program)
		p.Spec.Limits = player.Limits{Nodes: uint64(r.nodes), Depth: r.depth}
	} else {
		p.Spec = specs[0]
	}
	p.Spec.Label = r.name
	return p
}

// Full returns the plan of the page: all profiles on both clocks against all rungs.
func Full() (*Plan, error) { return plan(rungs, clocks, goengine.ProfileNames, false) }

// Quick returns a plan of seconds: everybody meets, so that it needs no program.
func Quick() (*Plan, error) {
	return plan(stockfish(100, 300), []Clock{{7_000_000, "quick", "7,000,000 cycles a move, a fiftieth of three minutes of an MK V"}},
		[]string{"uniform", "sx81", "tuned"}, true)
}

func plan(rungs []rung, clocks []Clock, profiles []string, all bool) (*Plan, error) {
	p := &Plan{All: all, Clocks: clocks}
	for i := range rungs {
		p.Players = append(p.Players, rungs[i].player())
	}
	for i, c := range clocks {
		for _, profile := range profiles {
			specs, err := player.ParseSpec(fmt.Sprintf("%s:%s,cycles=%d", engine, profile, c.Cycles), player.Defaults{})
			if err != nil {
				return nil, err
			}
			name := profile + ", " + c.Name
			specs[0].Label = name
			p.Players = append(p.Players, Player{Name: name, Clock: i, Spec: specs[0]})
		}
	}
	return p, nil
}

// Missing tells of each program that can't be played here.
func (p *Plan) Missing() (all []string) {
	for i := range p.Players {
		if w := &p.Players[i]; w.Missing != nil {
			all = append(all, fmt.Sprintf("%s is left out: %v", w.Name, w.Missing))
		}
	}
	return all
}

// pairings returns who meets whom: the programs each other, which takes little time,
// and then ours one program after the other.
func (p *Plan) pairings() (all [][2]int) {
	for _, ours := range []bool{false, true} {
		for i := range p.Players {
			for j := i + 1; j < len(p.Players); j++ {
				a, b := &p.Players[i], &p.Players[j]
				if (p.All || a.Rung) && ours == !(a.Rung && b.Rung) {
					all = append(all, [2]int{j, i})
				}
			}
		}
	}
	return all
}
