package goengine_test

import (
	"context"
	"fmt"
	"log"

	"github.com/searchex/searchex/goengine"
)

// A position is searched with a profile to a budget: the longest quiet line costs 34 SX.
func Example() {
	position, err := goengine.ParseFEN("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1")
	if err != nil {
		log.Fatal(err)
	}
	profile, err := goengine.ParseProfile("sx81")
	if err != nil {
		log.Fatal(err)
	}
	result, err := goengine.NewEngine().Search(context.Background(), goengine.NewGame(position), &profile, goengine.Limits{SX: 34})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Best, result.Score == goengine.Mate-1)
	// Output: h5f7 true
}

// A game keeps the moves that led to its position, so that the search finds repetitions. A
// number of nodes ends the search.
func ExampleEngine_Search() {
	start, err := goengine.ParseFEN(goengine.StartFEN)
	if err != nil {
		log.Fatal(err)
	}
	game := goengine.NewGame(start)
	for _, move := range []string{"e2e4", "e7e5", "d1h5", "g7g6"} {
		if err := game.Play(move); err != nil {
			log.Fatal(err)
		}
	}
	profile, _ := goengine.ProfileByName("sx81")
	result, err := goengine.NewEngine().Search(context.Background(), game, &profile, goengine.Limits{Nodes: 5000})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Best, result.Nodes >= 5000, result.Stopped)
	// Output: h5e5 true true
}

// Callbacks count the events of a search, and forbid a move.
func ExampleCallbacks() {
	position, err := goengine.ParseFEN("6k1/5ppp/8/8/8/8/8/R2Q2K1 w - - 0 1")
	if err != nil {
		log.Fatal(err)
	}
	profile, _ := goengine.ProfileByName("sx81")
	scored := 0
	engine := goengine.NewEngine()
	engine.Callbacks = goengine.CallbackFunc(func(node goengine.Node, e *goengine.Event) {
		switch e.Kind {
		case goengine.EventScored:
			scored++
		case goengine.EventGenerated:
			var keep []goengine.Move
			for _, move := range node.Moves(nil) {
				if move.String() != "d1d8" {
					keep = append(keep, move)
				}
			}
			node.Keep(keep)
		}
	})
	result, err := engine.Search(context.Background(), goengine.NewGame(position), &profile, goengine.Limits{SX: 10})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Best, uint64(scored) == result.Nodes)
	// Output: a1a8 true
}

// A profile is a name and what is changed in it. Its numbers are known by their keys.
func ExampleProfile() {
	profile, err := goengine.ParseProfile("sx81,price.forward=18,switch.killers=off")
	if err != nil {
		log.Fatal(err)
	}
	sx81, _ := goengine.ProfileByName("sx81")
	fmt.Println(profile.Changes(sx81))
	price, _ := profile.Get("price.forward")
	fmt.Println(price)
	// Output:
	// [price.forward=18 switch.killers=off]
	// 18
}
