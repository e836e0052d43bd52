// Package playertest has players for tests: programs that play or fail in a chosen
// manner, and players of random moves.
package playertest

import (
	"bufio"
	"fmt"
	"hash/fnv"
	"math/rand"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/cmd/internal/match/player"
	"github.com/searchex/searchex/goengine"
)

// Main runs the tests of a package whose test program is used as an engine. Started as
// "PROGRAM -uci MANNER" or "PROGRAM -xboard MANNER", it plays badly in that manner, and
// writes its process id to the file that PidsVariable names.
func Main(m *testing.M) {
	if len(os.Args) == 3 && (os.Args[1] == "-uci" || os.Args[1] == "-xboard") {
		if path := os.Getenv(PidsVariable); path != "" {
			f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
			if err != nil {
				panic(err)
			}
			fmt.Fprintln(f, os.Getpid())
			f.Close()
		}
		if os.Args[1] == "-uci" {
			playUCI(os.Args[2])
		} else {
			playXBoard(os.Args[2])
		}
		return
	}
	os.Exit(m.Run())
}

// PidsVariable is the environment variable with the path of the file for process ids.
const PidsVariable = "PLAYER_TEST_PIDS"

// playUCI is a UCI engine that answers with a random legal move, or
//
//	mute      never says uciok
//	silent    gets stuck at go
//	crash     ends with a message at go
//	crash3    as crash, but only at the third go
//	illegal   answers a move that isn't one
//	bare      answers "bestmove" without a move
//	deaf      ignores quit and the end of its input
//	chatty    writes 3,000 long info lines before each move
//	endless   writes megabytes without a newline before each move
//	flood     writes garbage without end, and no move
//	shut      closes its output at go and lives on
//	orphan    starts a child that holds its output, and ends, at go
//	twice     answers each go with a good and an illegal move
//	slow      takes 80 ms for a move
//	sleep     does nothing at all
//	despair   says that it is 9 pawns behind
//	unsteady  ends at every second start, at once, and else at go
//	mayfly    ends when the second game begins
func playUCI(manner string) {
	if manner == "sleep" {
		time.Sleep(10 * time.Minute)
	}
	if manner == "unsteady" && startedBefore() {
		os.Exit(1)
	}
	in := bufio.NewScanner(os.Stdin)
	var fen string
	var moves []string
	goes, games := 0, 0
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
		case "ucinewgame":
			if games++; games == 2 && manner == "mayfly" {
				return
			}
		case "isready":
			fmt.Println("readyok")
		case "position":
			head, tail, _ := strings.Cut(in.Text(), " moves ")
			moves = strings.Fields(tail)
			fen = goengine.StartFEN
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
			case "crash", "unsteady":
				fmt.Fprintln(os.Stderr, "out of\ncheese")
				os.Exit(3)
			case "illegal":
				fmt.Println("bestmove e1e5")
				continue
			case "bare":
				fmt.Println("bestmove")
				continue
			case "endless":
				for range 40 {
					os.Stdout.WriteString(strings.Repeat("x", 100_000))
				}
				fmt.Println()
			case "flood":
				for {
					if _, err := os.Stdout.WriteString("garbage\x00\x1b[2J\xff\n"); err != nil {
						os.Exit(1)
					}
				}
			case "shut":
				os.Stdout.Close()
				time.Sleep(10 * time.Minute)
			case "orphan":
				child := exec.Command(os.Args[0], "-uci", "sleep")
				child.Stdout, child.Stderr = os.Stdout, os.Stderr
				if err := child.Start(); err != nil {
					panic(err)
				}
				for { // until it has written its pid
					b, _ := os.ReadFile(os.Getenv(PidsVariable))
					if strings.Count(string(b), "\n") == 2 {
						os.Exit(0)
					}
					time.Sleep(time.Millisecond)
				}
			case "slow":
				time.Sleep(80 * time.Millisecond)
			case "despair":
				fmt.Println("info depth 1 score cp -900 nodes 77 pv a2a3")
			case "chatty":
				for range 3000 {
					fmt.Println("info string", strings.Repeat("chess ", 40))
				}
			}
			move, err := RandomMove(1, fen, moves)
			if err != nil {
				panic(err)
			}
			fmt.Println("bestmove", move)
			if manner == "twice" {
				fmt.Println("bestmove e1e5")
			}
		case "quit":
			if manner != "deaf" {
				return
			}
		}
	}
	if manner == "deaf" {
		time.Sleep(10 * time.Minute)
	}
}

// startedBefore reports whether the program was started an odd number of times before,
// according to the file of process ids.
func startedBefore() bool {
	b, err := os.ReadFile(os.Getenv(PidsVariable))
	if err != nil {
		panic(err)
	}
	return strings.Count(string(b), "\n")%2 == 0
}

// playXBoard is an engine of the xboard protocol that answers with a random
// legal move, or
//
//	old       knows no features and needs no usermove
//	depth     calls sd depth
//	deafen    knows neither
//	refuse    calls the opponent's third move illegal
//	claim     claims a draw instead of its second move
//	late      claims a draw, then makes its move
//	resign    resigns instead of its second move
//	san       answers in standard algebraic notation
//	once      plays one game only (reuse=0)
//	silent    gets stuck at its move
//
// It says that it is 1.23 pawns behind at depth 7.
func playXBoard(manner string) {
	in := bufio.NewScanner(os.Stdin)
	fen, played := goengine.StartFEN, []string(nil)
	thinking, posts, moves, games := false, false, 0, 0
	think := func() {
		if posts {
			fmt.Println("7 -123 5 4711 e2e4 e7e5")
		}
		moves++
		move, err := RandomMove(1, fen, played)
		if err != nil {
			panic(err)
		}
		switch {
		case manner == "silent":
			return
		case manner == "claim" && moves == 2:
			fmt.Println("1/2-1/2 {I say so}")
			return
		case manner == "resign" && moves == 2:
			fmt.Println("resign")
			return
		case manner == "late":
			fmt.Println("1/2-1/2 {Draw by repetition}")
		case manner == "san":
			g, err := rules.New(fen, played...)
			if err != nil {
				panic(err)
			}
			fmt.Println("move", g.SAN(move))
			played = append(played, move)
			return
		}
		fmt.Println("# thinking")
		fmt.Println("move", move)
		played = append(played, move)
	}
	for in.Scan() {
		f := strings.Fields(in.Text())
		if len(f) == 0 {
			continue
		}
		switch f[0] {
		case "protover":
			if manner != "old" {
				fmt.Println(`feature done=0`)
				fmt.Println(`feature myname="help er 1.0" ping=1 setboard=1 usermove=1`)
				if manner == "once" {
					fmt.Println("feature reuse=0")
				}
				fmt.Println("feature done=1")
			}
		case "ping":
			fmt.Println("pong", f[1])
		case "new":
			if games++; manner == "once" && games > 1 {
				os.Exit(1)
			}
			fen, played, thinking, moves = goengine.StartFEN, nil, false, 0
		case "sd":
			if manner == "depth" || manner == "deafen" {
				fmt.Println("Illegal move:", in.Text())
			}
		case "depth":
			if manner != "depth" {
				fmt.Println("Error (unknown command): depth")
			}
		case "setboard":
			fen = strings.TrimPrefix(in.Text(), "setboard ")
		case "post":
			posts = true
		case "go":
			thinking = true
			think()
		case "quit":
			return
		case "xboard", "easy", "force", "st", "level", "time", "otim":
		default:
			move := f[len(f)-1]
			if played = append(played, move); manner == "refuse" && len(played) >= 3 {
				fmt.Println("Illegal move:", move)
				continue
			}
			if (f[0] == "usermove") == (manner == "old") {
				panic(in.Text())
			}
			if thinking {
				think()
			}
		}
	}
}

// Tests must not depend on the speed of the computer: they wait as long as necessary for
// what comes, and a short time only for what never comes.
const (
	Long  = time.Hour
	short = 300 * time.Millisecond
)

// wait returns the time limit for a program that never answers in some manners.
func wait(manner string, never ...string) time.Duration {
	if slices.Contains(never, manner) {
		return short
	}
	return Long
}

// UCI returns a player for a UCI engine that plays in a manner.
func UCI(t *testing.T, manner string) *player.UCI {
	t.Helper()
	u := player.NewUCI(manner, os.Args[0], []string{"-uci", manner}, nil, "go movetime 1")
	u.StartTimeout = Long
	u.MoveTimeout = wait(manner, "silent", "flood")
	u.EndWait = wait(manner, "shut", "orphan")
	t.Cleanup(func() { u.Close() })
	return u
}

// XBoard returns a player for an engine of the xboard protocol that plays in a
// manner.
func XBoard(t *testing.T, manner string) *player.XBoard {
	t.Helper()
	x := player.NewXBoard(manner, os.Args[0], []string{"-xboard", manner})
	x.StartTimeout, x.EndWait = Long, Long
	x.MoveTimeout = wait(manner, "silent")
	x.FeatureWait = wait(manner, "old")
	x.ClaimWait = wait(manner, "claim")
	t.Cleanup(func() { x.Close() })
	return x
}

// Func is a player whose moves come from a function.
type Func struct {
	Label string
	Fn    func(player.Turn) (player.Reply, error)
}

// Name returns Label.
func (f Func) Name() string { return f.Label }

// TimeControl returns the zero time control, which means none.
func (f Func) TimeControl() player.TimeControl { return player.TimeControl{} }

// NewGame does nothing.
func (f Func) NewGame() error { return nil }

// Move calls Fn.
func (f Func) Move(t player.Turn) (player.Reply, error) { return f.Fn(t) }

// Close does nothing.
func (f Func) Close() error { return nil }

// Random returns a player that makes random moves.
func Random(name string, seed int64) Func {
	return Func{name, func(t player.Turn) (r player.Reply, err error) {
		r.Move, err = RandomMove(seed, t.FEN, t.Moves)
		return r, err
	}}
}

// RandomMove chooses a legal move by a hash of the game so far, so that the choice doesn't
// depend on earlier or parallel games.
func RandomMove(seed int64, fen string, moves []string) (string, error) {
	g, err := rules.New(fen, moves...)
	if err != nil {
		return "", err
	}
	h := fnv.New64a()
	fmt.Fprint(h, seed, fen, moves)
	legal := g.LegalMoves()
	return legal[rand.New(rand.NewSource(int64(h.Sum64()))).Intn(len(legal))], nil
}
