package hostbridge_test

import (
	"context"
	"fmt"
	"log"
	"slices"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// forbid returns callbacks that take a move out of every list of moves.
func forbid(move goengine.Move) goengine.CallbackFunc {
	return func(n hostbridge.Node, e *goengine.Event) {
		if e.Kind == goengine.EventGenerated {
			n.Keep(slices.DeleteFunc(n.Moves(nil), func(m goengine.Move) bool { return m == move }))
		}
	}
}

// Forbidding a move: White has two ways to mate. When the first is forbidden,
// every engine finds the other.
func ExampleCallbacks_forbidMove() {
	p, err := goengine.ParseFEN("6k1/5ppp/8/8/8/8/8/R2Q2K1 w - - 0 1")
	if err != nil {
		log.Fatal(err)
	}
	profile, err := goengine.ParseProfile("sx81")
	if err != nil {
		log.Fatal(err)
	}
	for _, name := range hostbridge.Names {
		engine, err := hostbridge.New(name)
		if err != nil {
			log.Fatal(err)
		}
		first, err := engine.Search(context.Background(), goengine.NewGame(p), &profile, goengine.Limits{SX: 24})
		if err != nil {
			log.Fatal(err)
		}
		engine.Attach(forbid(first.Best))
		second, err := engine.Search(context.Background(), goengine.NewGame(p), &profile, goengine.Limits{SX: 24})
		if err != nil {
			log.Fatal(err)
		}
		if first.Score == goengine.Mate-1 && second.Score == goengine.Mate-1 {
			fmt.Printf("%s: %v mates, and without it %v does\n", name, first.Best, second.Best)
		}
	}
	// Output:
	// go: d1d8 mates, and without it a1a8 does
	// z80: d1d8 mates, and without it a1a8 does
	// 6502: d1d8 mates, and without it a1a8 does
	// 68000: d1d8 mates, and without it a1a8 does
}
