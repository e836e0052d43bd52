package hostbridge_test

import (
	"context"
	"fmt"
	"log"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// confine returns an evaluation of its own: a position is the better, the fewer
// moves the other side has.
func confine(root *goengine.Position) goengine.CallbackFunc {
	return func(n hostbridge.Node, e *goengine.Event) {
		if e.Kind != goengine.EventScored {
			return
		}
		p := *root
		for _, m := range append(n.Path(nil), e.Move) {
			p.Play(m)
		}
		e.Value = int16(-len(p.LegalMoves()))
	}
}

// Replacing the evaluation: the queen goes where she leaves the king the
// fewest moves and can't be taken.
func ExampleCallbacks_replaceEvaluation() {
	p, err := goengine.ParseFEN("8/8/8/4k3/8/8/8/K5Q1 w - - 0 1")
	if err != nil {
		log.Fatal(err)
	}
	profile, err := goengine.ParseProfile("uniform")
	if err != nil {
		log.Fatal(err)
	}
	for _, name := range hostbridge.Names {
		engine, err := hostbridge.New(name)
		if err != nil {
			log.Fatal(err)
		}
		engine.Attach(confine(p))
		r, err := engine.Search(context.Background(), goengine.NewGame(p), &profile, goengine.Limits{Depth: 1})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(name, r.Best, "leaves", -r.Score, "moves")
	}
	// Output:
	// go g1g4 leaves 3 moves
	// z80 g1g4 leaves 3 moves
	// 6502 g1g4 leaves 3 moves
	// 68000 g1g4 leaves 3 moves
}
