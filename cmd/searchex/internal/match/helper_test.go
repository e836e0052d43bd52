package match

import (
	"bufio"
	"fmt"
	"hash/fnv"
	"math/rand"
	"os"
	"strings"
	"testing"
	"time"
)

// TestMain lets the test program stand in for a UCI engine: started as
// "match.test -uci MANNER" it plays badly in that manner.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "-uci" {
		playEngine(os.Args[2])
		return
	}
	os.Exit(m.Run())
}

// playEngine is a UCI engine that answers with a random legal move, or
//
//	mute      never says uciok
//	silent    gets stuck at go
//	crash     ends with a message at go
//	crash3    as crash, but only at the third go
//	illegal   answers a move that isn't one
//	bare      answers "bestmove" without a move
//	deaf      ignores quit and the end of its input
//	chatty    writes 3,000 long info lines before each move
func playEngine(manner string) {
	in := bufio.NewScanner(os.Stdin)
	var fen string
	var moves []string
	goes := 0
	for in.Scan() {
		f := strings.Fields(in.Text())
		if len(f) == 0 {
			continue
		}
		switch f[0] {
		case "uci":
			if manner == "mute" {
				continue
			}
			fmt.Println("id name helper\noption name UCI_Elo type spin default 1350 min 1350 max 2850")
			fmt.Println("option name Clear Hash type button\nuciok")
		case "isready":
			fmt.Println("readyok")
		case "position":
			head, tail, _ := strings.Cut(in.Text(), " moves ")
			moves = strings.Fields(tail)
			fen = StartFEN
			if f[1] == "fen" {
				fen = strings.TrimPrefix(head, "position fen ")
			}
		case "go":
			goes++
			switch manner {
			case "silent":
				continue
			case "crash3":
				if goes < 3 {
					break
				}
				fallthrough
			case "crash":
				fmt.Fprintln(os.Stderr, "out of\ncheese")
				os.Exit(3)
			case "illegal":
				fmt.Println("bestmove e1e5")
				continue
			case "bare":
				fmt.Println("bestmove")
				continue
			case "chatty":
				for range 3000 {
					fmt.Println("info string", strings.Repeat("chess ", 40))
				}
			}
			move, err := randomMove(1, fen, moves)
			if err != nil {
				panic(err)
			}
			fmt.Println("bestmove", move)
		case "quit":
			if manner != "deaf" {
				return
			}
		}
	}
	if manner == "deaf" {
		time.Sleep(time.Minute)
	}
}

// helper returns a player that runs playEngine.
func helper(t *testing.T, manner string) *UCI {
	t.Helper()
	u := NewUCI(os.Args[0], []string{"-uci", manner}, nil, "go movetime 1")
	u.Label = manner
	u.MoveTimeout = 300 * time.Millisecond
	u.StartTimeout = 5 * time.Second
	t.Cleanup(func() { u.Close() })
	return u
}

// randomMove chooses a legal move by a hash of the game so far, so that the
// choice doesn't depend on which games were played before or beside it.
func randomMove(seed int64, fen string, moves []string) (string, error) {
	r, err := newReferee(Opening{FEN: fen, Moves: moves})
	if err != nil {
		return "", err
	}
	h := fnv.New64a()
	fmt.Fprint(h, seed, fen, moves)
	legal := r.pos.ValidMoves()
	return legal[rand.New(rand.NewSource(int64(h.Sum64()))).Intn(len(legal))].String(), nil
}

func random(name string, seed int64) FuncPlayer {
	return FuncPlayer{name, func(fen string, moves []string) (string, error) {
		return randomMove(seed, fen, moves)
	}}
}

func maker(p Player) Maker { return func() Player { return p } }
