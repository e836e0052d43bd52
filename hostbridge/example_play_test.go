package hostbridge_test

import (
	"context"
	"fmt"
	"log"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// A move is searched on the Z80, and played.
func ExampleEngine() {
	position, err := goengine.ParseFEN("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4")
	if err != nil {
		log.Fatal(err)
	}
	game := goengine.NewGame(position)
	engine, err := hostbridge.New("z80")
	if err != nil {
		log.Fatal(err)
	}
	profile, _ := goengine.ProfileByName("sx81")
	result, err := engine.Search(context.Background(), game, &profile, goengine.Limits{SX: 10})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s after %.1f million cycles\n", position.UCI(result.Best), float64(result.Cycles)/1e6)
	if err := game.Play(position.UCI(result.Best)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(game.Position().FEN())
	// Output:
	// h5f7 after 0.2 million cycles
	// r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4
}
