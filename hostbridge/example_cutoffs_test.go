package hostbridge_test

import (
	"context"
	"fmt"
	"log"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// logCutoffs prints each move whose value is at least beta, with the line to it.
func logCutoffs(n hostbridge.Node, e *goengine.Event) {
	if e.Kind == goengine.EventBeta && e.Value >= e.Beta {
		fmt.Println("after", n.Path(nil), e.Move, "cuts off")
	}
}

// Logging beta cutoffs, to two plies: the white knight stands attacked. It may
// stay or go, but after 1.Nf5, which attacks a pawn, one answer to each weaker
// move is enough to drop it.
func ExampleCallbacks_logCutoffs() {
	p, err := goengine.ParseFEN("6k1/8/8/4p3/3N4/6p1/6P1/7K w - - 0 1")
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
		engine.Attach(goengine.CallbackFunc(logCutoffs))
		r, err := engine.Search(context.Background(), goengine.NewGame(p), &profile, goengine.Limits{SX: 8})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(name, "plays", r.Best)
	}
	// Output:
	// after [h1g1] e5d4 cuts off
	// after [d4c6] e5e4 cuts off
	// after [d4b5] e5e4 cuts off
	// after [d4f3] e5e4 cuts off
	// after [d4b3] e5e4 cuts off
	// after [d4e2] e5e4 cuts off
	// after [d4c2] e5e4 cuts off
	// go plays d4f5
	// after [h1g1] e5d4 cuts off
	// after [d4c6] e5e4 cuts off
	// after [d4b5] e5e4 cuts off
	// after [d4f3] e5e4 cuts off
	// after [d4b3] e5e4 cuts off
	// after [d4e2] e5e4 cuts off
	// after [d4c2] e5e4 cuts off
	// z80 plays d4f5
	// after [h1g1] e5d4 cuts off
	// after [d4c6] e5e4 cuts off
	// after [d4b5] e5e4 cuts off
	// after [d4f3] e5e4 cuts off
	// after [d4b3] e5e4 cuts off
	// after [d4e2] e5e4 cuts off
	// after [d4c2] e5e4 cuts off
	// 6502 plays d4f5
	// after [h1g1] e5d4 cuts off
	// after [d4c6] e5e4 cuts off
	// after [d4b5] e5e4 cuts off
	// after [d4f3] e5e4 cuts off
	// after [d4b3] e5e4 cuts off
	// after [d4e2] e5e4 cuts off
	// after [d4c2] e5e4 cuts off
	// 68000 plays d4f5
}
