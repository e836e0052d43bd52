package hostbridge_test

import (
	"context"
	"fmt"
	"log"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// Counting nodes by depth: a budget of 42 pays for two quiet moves or for six
// checks and captures. The first ply is the 33 moves of the root, listed for
// each of the budgets 10, 18, 26, 34 and 42; all plies together are the nodes
// that the search counts itself.
func ExampleCallbacks_countNodes() {
	p, err := goengine.ParseFEN("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4")
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
		var nodes [goengine.MaxPly + 2]int
		engine.Attach(goengine.CallbackFunc(func(_ hostbridge.Node, e *goengine.Event) {
			if e.Kind == goengine.EventScored { // a move has got its static value
				nodes[e.Ply+1]++
			}
		}))
		r, err := engine.Search(context.Background(), goengine.NewGame(p), &profile, goengine.Limits{SX: 42})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(name, "has searched", r.Nodes, "nodes")
		for ply, n := range nodes {
			if n > 0 {
				fmt.Printf("%5d at ply %d\n", n, ply)
			}
		}
	}
	// Output:
	// go has searched 1551 nodes
	//   165 at ply 1
	//   221 at ply 2
	//   818 at ply 3
	//   138 at ply 4
	//   208 at ply 5
	//     1 at ply 6
	// z80 has searched 1551 nodes
	//   165 at ply 1
	//   221 at ply 2
	//   818 at ply 3
	//   138 at ply 4
	//   208 at ply 5
	//     1 at ply 6
	// 6502 has searched 1551 nodes
	//   165 at ply 1
	//   221 at ply 2
	//   818 at ply 3
	//   138 at ply 4
	//   208 at ply 5
	//     1 at ply 6
	// 68000 has searched 1551 nodes
	//   165 at ply 1
	//   221 at ply 2
	//   818 at ply 3
	//   138 at ply 4
	//   208 at ply 5
	//     1 at ply 6
}
