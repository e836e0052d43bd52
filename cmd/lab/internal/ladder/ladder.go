// Package ladder makes a rating list of our engines and of other programs. All are limited by
// nodes, depth or emulated cycles, so that no clock decides. It plays the games, keeps the results,
// and writes the page.
package ladder

import (
	"fmt"
	"slices"

	"github.com/searchex/searchex/cmd/internal/match/player"
	"github.com/searchex/searchex/goengine"
)

// Name is the name of the experiment on the command line.
const Name = "ladder"

// Player is a player of the list.
type Player struct {
	Name string
	// Rung reports that the player is another program. Otherwise Clock is an index of Clocks.
	Rung  bool
	Clock int
	Spec  player.Spec
	// Missing is the reason why a program can't play on this computer.
	Missing error
}

// fingerprint identifies the searches of the player, by program and cost model.
func (w *Player) fingerprint() (string, error) {
	print, err := w.Spec.Fingerprint()
	if err != nil {
		return "", fmt.Errorf("%s: %w", w.Name, err)
	}
	return print, nil
}

// Clock is the number of cycles of a 6502 for a move of our engines, with its meaning.
type Clock struct {
	Cycles uint64
	Name   string // in tables
	About  string
}

// rung is another program with its limit of nodes or plies.
type rung struct {
	name, program string
	nodes, depth  int
}

// Plan says who plays whom.
type Plan struct {
	Players []Player
	// All reports that all players meet. Otherwise our engines meet only the rungs.
	All    bool
	Clocks []Clock
}

// clocks are the clocks of the list: three minutes at the MK V's 1.96608 MHz, and three minutes at
// the 5 MHz of its last successors.
var clocks = []Clock{
	{353_894_400, "MK V", "353,894,400 cycles a move, three minutes of an MK V"},
	{900_000_000, "5 MHz", "900,000,000 cycles a move, three minutes of a 6502 at 5 MHz"},
}

// engine is our engine: Go, limited by the cost model of the 6502.
const engine = "go@6502"

// anchorRung is the player with the rating 0, if it is in the list.
const anchorRung = "Stockfish 1000"

// rungs are the other programs, the most informative ones first.
var rungs = slices.Concat(stockfish(1000), []rung{{name: "GNU Chess", program: "gnuchess", depth: 4}}, stockfish(3000, 300),
	[]rung{{name: "Phalanx", program: "phalanx", depth: 4}, {name: "Fairy-Max", program: "fairymax", depth: 5}}, stockfish(100))

// stockfish returns a rung for each number of nodes a move.
func stockfish(nodes ...int) (all []rung) {
	for _, n := range nodes {
		all = append(all, rung{name: fmt.Sprintf("Stockfish %d", n), program: "stockfish", nodes: n})
	}
	return all
}

// player returns the rung as a player. Results can be shown even if the program is not installed.
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

// Quick returns a plan that takes seconds: all players meet, so that it needs no other program.
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

// Missing returns a line about each program that can't play on this computer.
func (p *Plan) Missing() (all []string) {
	for i := range p.Players {
		if w := &p.Players[i]; w.Missing != nil {
			all = append(all, fmt.Sprintf("%s is left out: %v", w.Name, w.Missing))
		}
	}
	return all
}

// pairings returns the pairs of players that meet: the programs first, whose games are short, then
// our engines against one program after the other.
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
