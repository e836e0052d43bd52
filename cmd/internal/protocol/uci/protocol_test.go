package uci

import (
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// Positions of the checks.
const (
	middlegame = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 9"
	mateInOne  = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"
	mateInTwo  = "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1"
	mated      = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"
	stalemated = "7k/8/6Q1/8/8/8/8/K7 b - - 0 1"
	gettingHit = "7k/8/5K2/8/8/8/8/6Q1 b - - 0 1"
)

// check is a check of an engine.
type check struct {
	name string
	run  func(t *testing.T, g *gui)
}

// checks has the checks of a strict chess program. Each begins a session with the engine set.
var checks = []check{
	{"uci is answered with name, author, options and uciok", func(t *testing.T, g *gui) {
		g.send("uci")
		g.until("^uciok$")
		said := strings.Join(g.said, "\n")
		assert.Regexp(t, `^id name \S+\nid author \S`, said)
		for _, o := range []string{"Engine", "Profile", "Clock", "Speed", "Time", "Level", "OwnBook", "BookFile", "BookSeed",
			"Contempt", "UCI_LimitStrength", "UCI_Elo", "LogFile", "Ponder", "MultiPV", "NextBest", "Move Overhead", "Hash", "Threads"} {
			assert.Equal(t, 1, strings.Count(said, "option name "+o+" type "), o)
		}
	}},
	{"every option takes its own default", func(t *testing.T, g *gui) {
		g.send("uci")
		g.until("^uciok$")
		for _, line := range g.said {
			if m := regexp.MustCompile(`^option name (.+) type \S+ default (\S+)`).FindStringSubmatch(line); m != nil && m[1] != "Engine" {
				g.send("setoption name " + m[1] + " value " + m[2])
				assert.Equal(t, "readyok", g.sync(), line)
			}
		}
	}},
	{"isready while idle is answered once", func(t *testing.T, g *gui) {
		assert.Equal(t, "readyok", g.sync())
	}},
	{"isready while thinking is answered at once and the search goes on", func(t *testing.T, g *gui) {
		g.send("go infinite")
		began := time.Now()
		for range 20 {
			g.sync()
		}
		assert.Zero(t, time.Since(began))
		g.best("stop")
	}},
	{"a go gives one best move", func(t *testing.T, g *gui) {
		for _, limit := range []string{"nodes 500", "depth 2", "movetime 20", "wtime 500 btime 500", "mate 1", "searchmoves a2a3 nodes 100"} {
			g.send("position startpos moves e2e4 e7e5", "go "+limit)
			g.until("^bestmove [a-h][1-8][a-h][1-8]( |$)")
			g.silent(10 * time.Millisecond)
			assert.Equal(t, 1, strings.Count(strings.Join(g.said, "\n"), "bestmove"), limit)
		}
	}},
	{"a go without limits is answered", func(t *testing.T, g *gui) {
		g.send("setoption name Clock value 20")
		assert.NotEqual(t, "0000", g.best("go"))
	}},
	{"infinite waits for stop though the search has ended", func(t *testing.T, g *gui) {
		g.send("position fen "+mateInOne, "go infinite")
		g.until("score mate 1 ")
		g.silent(100 * time.Millisecond)
		assert.Equal(t, "a1a8", g.best("stop"))
	}},
	{"infinite with a limit waits for stop too", func(t *testing.T, g *gui) {
		g.send("go infinite nodes 50 movetime 1")
		g.silent(100 * time.Millisecond)
		g.best("stop")
	}},
	{"infinite waits in a mated position", func(t *testing.T, g *gui) {
		g.send("position fen "+mated, "go infinite")
		g.silent(50 * time.Millisecond)
		assert.Equal(t, "0000", g.best("stop"))
	}},
	{"stop is answered at once", func(t *testing.T, g *gui) {
		g.send("position fen "+middlegame, "go infinite")
		g.silent(100 * time.Millisecond)
		began := time.Now()
		g.best("stop")
		assert.Less(t, time.Since(began), 5*time.Millisecond)
	}},
	{"stop right after go is answered by a legal move", func(t *testing.T, g *gui) {
		for range 10 {
			legal(t, middlegame, nil, []string{g.best("position fen "+middlegame, "go infinite", "stop")})
		}
	}},
	{"stop and ponderhit while idle say nothing", func(t *testing.T, g *gui) {
		g.send("stop", "ponderhit", "stop")
		assert.Equal(t, "readyok", g.sync())
	}},
	{"ponder waits for ponderhit, then answers in time", func(t *testing.T, g *gui) {
		g.send("position startpos moves e2e4 e7e5", "go ponder wtime 1000 btime 1000")
		g.silent(150 * time.Millisecond)
		began := time.Now()
		g.best("ponderhit")
		assert.InDelta(t, 27, time.Since(began).Milliseconds(), 5, "a thirtieth, less the overhead")
	}},
	{"ponder on machine time is bounded from ponderhit on", func(t *testing.T, g *gui) {
		g.send("setoption name Time value emulated", "go ponder movetime 2000")
		g.silent(100 * time.Millisecond)
		g.best("ponderhit")
	}},
	{"ponder waits though the search has ended", func(t *testing.T, g *gui) {
		g.send("position fen "+mateInOne, "go ponder wtime 1000 btime 1000")
		g.silent(100 * time.Millisecond)
		assert.Equal(t, "a1a8", g.best("ponderhit"))
	}},
	{"ponder is ended by stop", func(t *testing.T, g *gui) {
		g.send("go ponder wtime 1000 btime 1000")
		g.silent(50 * time.Millisecond)
		g.best("stop")
	}},
	{"a move to ponder is named where pondering is on, and is legal", func(t *testing.T, g *gui) {
		g.send("setoption name Ponder value true", "position startpos", "go nodes 3000")
		f := strings.Fields(g.until("^bestmove "))
		require.Len(t, f, 4)
		legal(t, goengine.StartFEN, nil, []string{f[1], f[3]})
		g.send("setoption name Ponder value false", "go nodes 3000")
		assert.Len(t, strings.Fields(g.until("^bestmove ")), 2)
	}},
	{"lines are legal, begin with the best move, and numbers grow", func(t *testing.T, g *gui) {
		for _, fen := range []string{goengine.StartFEN, middlegame, mateInTwo, gettingHit} {
			best := g.best("position fen "+fen, "go nodes 5000")
			lines := depths(g.said)
			require.NotEmpty(t, lines)
			var depth, nodes, ms float64
			for _, line := range lines {
				require.NotEmpty(t, pv(line), line)
				legal(t, fen, nil, pv(line))
				assert.GreaterOrEqual(t, field(t, line, "depth"), depth, line)
				assert.GreaterOrEqual(t, field(t, line, "nodes"), nodes, line)
				assert.GreaterOrEqual(t, field(t, line, "time"), ms, line)
				assert.GreaterOrEqual(t, field(t, line, "seldepth"), float64(len(pv(line))), line)
				depth, nodes, ms = field(t, line, "depth"), field(t, line, "nodes"), field(t, line, "time")
			}
			assert.Equal(t, best, pv(lines[len(lines)-1])[0], fen)
		}
	}},
	{"an info string tells SX, cycles, seconds and cycles per node of each iteration", func(t *testing.T, g *gui) {
		g.best("go nodes 2000")
		for i, line := range g.said {
			if strings.HasPrefix(line, "info depth") {
				assert.Regexp(t, `^info string sx \d+ cycles [1-9]\d* seconds \d+\.\d+ cycles_per_node [1-9]\d*$`, g.said[i+1])
			}
		}
	}},
	{"depth n ends with iteration n", func(t *testing.T, g *gui) {
		for n := 1; n <= 4; n++ {
			g.best("position fen "+middlegame, fmt.Sprint("go depth ", n))
			lines := depths(g.said)
			assert.Equal(t, float64(n), field(t, lines[len(lines)-1], "depth"))
		}
	}},
	{"nodes are kept", func(t *testing.T, g *gui) {
		g.best("position fen "+middlegame, "go nodes 1000")
		lines := depths(g.said)
		n := field(t, lines[len(lines)-1], "nodes")
		assert.GreaterOrEqual(t, n, 1000.0)
		assert.Less(t, n, 1000.0+2*218)
	}},
	{"movetime is kept", func(t *testing.T, g *gui) {
		began := time.Now()
		g.best("position fen "+middlegame, "go movetime 300")
		took := time.Since(began)
		assert.InDelta(t, 250, took.Milliseconds(), 5, "300 less the overhead")
	}},
	{"searchmoves restricts, in any place and with illegal ones among them", func(t *testing.T, g *gui) {
		g.send("position startpos")
		for _, words := range []string{"searchmoves a2a3 nodes 200", "nodes 200 searchmoves a2a3", "searchmoves e7e5 a2a3 a2a3 nodes 200"} {
			assert.Equal(t, "a2a3", g.best("go "+words), words)
		}
		assert.Contains(t, []string{"a2a3", "h2h4"}, g.best("go depth 2 searchmoves a2a3 h2h4"))
	}},
	{"mated and stalemated roots are answered by 0000", func(t *testing.T, g *gui) {
		for _, limit := range []string{"nodes 100", "depth 3", "wtime 1000 btime 1000", "mate 2", "movetime 10", "searchmoves e2e4 depth 1"} {
			assert.Equal(t, "0000", g.best("position fen "+mated, "go "+limit), limit)
			assert.Equal(t, "0000", g.best("position fen "+stalemated, "go "+limit), limit)
		}
		g.best("position fen "+mated, "go depth 1")
		assert.Contains(t, strings.Join(g.said, "\n"), "info depth 0 seldepth 0 score mate 0 ")
		g.best("position fen "+stalemated, "go depth 1")
		assert.Contains(t, strings.Join(g.said, "\n"), "info depth 0 seldepth 0 score cp 0 ")
	}},
	{"mates are counted in moves, with the sign of the side to move", func(t *testing.T, g *gui) {
		for fen, want := range map[string]string{mateInOne: "mate 1", mateInTwo: "mate 2", gettingHit: "mate -1"} {
			g.best("position fen "+fen, "setoption name Profile value uniform", "go depth 4")
			assert.Contains(t, strings.Join(g.said, "\n"), "score "+want+" ", fen)
		}
	}},
	{"castling, promotion and en passant are written and read as UCI has them", func(t *testing.T, g *gui) {
		for fen, m := range map[string]string{
			"4k3/8/8/8/8/8/8/4K2R w K - 0 1": "e1g1", "r3k3/8/8/8/8/8/8/4K3 b q - 0 1": "e8c8",
			"8/P6k/8/8/8/8/8/K7 w - - 0 1": "a7a8q", "8/8/8/8/8/7K/p7/7k b - - 0 1": "a2a1n",
			"7k/8/8/3pP3/8/8/8/K7 w - d6 0 1": "e5d6",
		} {
			assert.Equal(t, m, g.best("position fen "+fen, "go depth 1 searchmoves "+m), fen)
			g.send("position fen " + fen + " moves " + m)
			assert.Equal(t, "readyok", g.sync(), fen)
		}
		g.send("position fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves a7a8Q")
		assert.Equal(t, "readyok", g.sync(), "a capital Q")
	}},
	{"a repetition through the move list is a draw", func(t *testing.T, g *gui) {
		const fen = "7k/8/8/8/8/8/1q6/7K w - - 10 20"
		g.best("position fen "+fen+" moves h1g1 b2c2 g1h1 c2b2 h1g1 b2c2", "go depth 2 searchmoves g1h1")
		assert.Regexp(t, `score (cp -\d\d\d|mate -)`, strings.Join(g.said, "\n"), "black need not repeat")
		g.best("position fen "+fen+" moves h1g1 b2c2 g1h1 c2b2 h1g1", "go depth 4 searchmoves b2c2")
		assert.Contains(t, strings.Join(g.said, "\n"), "score cp 0 ", "the queen's move repeats")
	}},
	{"any white space, CRLF and empty lines are accepted", func(t *testing.T, g *gui) {
		g.send("", "   ", "\r", "\t position \t startpos   moves\te2e4 \r", "  go \t nodes   100\r")
		legal(t, goengine.StartFEN, []string{"e2e4"}, []string{strings.Fields(g.until("^bestmove "))[1]})
	}},
	{"a second go stops the first and each is answered", func(t *testing.T, g *gui) {
		g.send("position fen "+middlegame, "go infinite", "position startpos", "go nodes 100")
		legal(t, middlegame, nil, []string{strings.Fields(g.until("^bestmove "))[1]})
		legal(t, goengine.StartFEN, nil, []string{strings.Fields(g.until("^bestmove "))[1]})
		g.silent(20 * time.Millisecond)
	}},
	{"a script that waits for nothing gets each search whole", func(t *testing.T, g *gui) {
		g.send("position fen "+mateInOne, "go nodes 300", "position fen "+mateInTwo, "go depth 5", "setoption name MultiPV value 2",
			"position startpos", "go depth 1", "isready", "go infinite", "position fen "+mateInOne, "go depth 1")
		g.in.Close()
		said := strings.Join(g.end(), "\n")
		moves := regexp.MustCompile(`(?m)^bestmove (\S+)`).FindAllStringSubmatch(said, -1)
		require.Len(t, moves, 5, said)
		assert.Equal(t, "a1a8", moves[0][1])
		assert.Contains(t, said, "score mate 2 ")
		assert.Contains(t, said, "multipv 2 ")
		assert.Equal(t, "a1a8", moves[4][1])
	}},
	{"quit in the middle of a search ends at once without an answer", func(t *testing.T, g *gui) {
		g.send("position fen "+middlegame, "go infinite")
		g.silent(50 * time.Millisecond)
		began := time.Now()
		assert.NotContains(t, strings.Join(g.quit(), "\n"), "bestmove")
		assert.Less(t, time.Since(began), 5*time.Millisecond)
	}},
	{"quit right after a short search lets it answer", func(t *testing.T, g *gui) {
		g.send("position fen "+mateInTwo, "go nodes 300", "quit")
		assert.Equal(t, 1, strings.Count(strings.Join(g.end(), "\n"), "bestmove "))
		g = on(t, desk, "go")
		g.send("position fen "+middlegame, "go movetime 60000", "quit")
		began := time.Now()
		assert.Equal(t, 1, strings.Count(strings.Join(g.end(), "\n"), "bestmove "))
		assert.InDelta(t, 50, time.Since(began).Milliseconds(), 5, "it has 50 ms")
	}},
	{"quit while pondering or at the machine's pace ends at once", func(t *testing.T, g *gui) {
		g.send("setoption name Speed value 1", "go ponder movetime 5000")
		g.silent(50 * time.Millisecond)
		began := time.Now()
		g.quit()
		assert.Less(t, time.Since(began), 5*time.Millisecond)
	}},
	{"the end of input waits for a search that ends by itself", func(t *testing.T, g *gui) {
		g.send("position startpos", "go nodes 3000")
		g.in.Close()
		assert.Equal(t, 1, strings.Count(strings.Join(g.end(), "\n"), "bestmove "))
	}},
	{"the end of input stops a search that does not", func(t *testing.T, g *gui) {
		for _, words := range []string{"go infinite", "go ponder wtime 100 btime 100"} {
			g := on(t, desk, "go")
			g.send(words)
			g.in.Close()
			assert.Equal(t, 1, strings.Count(strings.Join(g.end(), "\n"), "bestmove "), words)
		}
	}},
	{"a last line without a newline is obeyed", func(t *testing.T, g *gui) {
		_, err := g.in.Write([]byte("go nodes 100"))
		require.NoError(t, err)
		g.in.Close()
		assert.Equal(t, 1, strings.Count(strings.Join(g.end(), "\n"), "bestmove "))
	}},
	{"a game of 500 half-moves is read, and lines beyond 64 KB", func(t *testing.T, g *gui) {
		moves := strings.Fields(strings.Repeat("g1f3 g8f6 f3g1 f6g8 ", 125))
		m := g.best("position startpos moves "+strings.Join(moves, " "), "go nodes 200")
		legal(t, goengine.StartFEN, moves, []string{m})
		long := randomGame(t, 600)
		m = g.best("position startpos "+strings.Repeat(" ", 70_000)+" moves "+strings.Join(long, " "), "go nodes 200")
		legal(t, goengine.StartFEN, long, []string{m})
		g.send(strings.Repeat("joho ", 100_000) + "isready")
		g.until("^readyok$")
	}},
	{"MultiPV gives different lines, best first", func(t *testing.T, g *gui) {
		// In net's search the second of these lines is better than the first.
		best := g.best("setoption name Profile value tuned", "setoption name MultiPV value 3", "position fen "+middlegame, "go depth 3")
		lines := depths(g.said)
		require.Len(t, lines, 9)
		seen := map[string]bool{}
		for i, line := range lines[6:] {
			assert.Equal(t, float64(i+1), field(t, line, "multipv"))
			assert.Equal(t, 3.0, field(t, line, "depth"))
			legal(t, middlegame, nil, pv(line))
			seen[pv(line)[0]] = true
			if i > 0 {
				assert.LessOrEqual(t, field(t, line, "cp"), field(t, lines[6+i-1], "cp"))
			}
		}
		assert.Len(t, seen, 3)
		assert.Equal(t, best, pv(lines[6])[0])
		single := g.best("setoption name MultiPV value 1", "go depth 3")
		assert.Equal(t, single, best)
		last := depths(g.said)
		assert.Equal(t, field(t, last[len(last)-1], "cp"), field(t, lines[6], "cp"), "the first line is the single search's")
	}},
	{"MultiPV keeps limits and copes with few moves", func(t *testing.T, g *gui) {
		g.send("setoption name MultiPV value 64", "position fen "+middlegame)
		for _, limit := range []string{"nodes 1", "nodes 1500", "movetime 50", "depth 1", "wtime 500 btime 500"} {
			legal(t, middlegame, nil, []string{g.best("go " + limit)})
		}
		g.send("go infinite")
		g.silent(50 * time.Millisecond)
		g.best("stop")
		assert.Equal(t, "0000", g.best("position fen "+mated, "go depth 2"))
		g.best("position fen "+mateInOne, "go depth 2")
		assert.Equal(t, "a1a8", g.best("go depth 2 searchmoves a1a8"))
	}},
	{"NextBest leaves out the moves given in this position only", func(t *testing.T, g *gui) {
		first := g.best("position fen "+middlegame, "go nodes 500")
		second := g.best("setoption name NextBest", "go nodes 500")
		third := g.best("setoption name NextBest", "go")
		assert.Len(t, map[string]bool{first: true, second: true, third: true}, 3)
		assert.Less(t, field(t, depths(g.said)[0], "nodes"), 2000.0, "a bare go repeats the limits")
		g.best("position startpos", "go nodes 500")
		assert.Equal(t, first, g.best("position fen "+middlegame, "go nodes 500"))
		g.best("position fen 7k/8/8/8/8/8/8/K7 b - - 0 1", "go nodes 50")
		for range 2 {
			g.best("setoption name NextBest", "go nodes 50")
		}
		g.best("setoption name NextBest", "go nodes 50")
		assert.Contains(t, strings.Join(g.said, "\n"), "every move has been given")
	}},
	{"Contempt moves the value of a draw", func(t *testing.T, g *gui) {
		bare := "8/8/4k3/8/8/3K4/8/8 w - - 0 1"
		for contempt, want := range map[string]string{"0": "cp 0 ", "50": "cp -50 ", "-50": "cp 50 "} {
			g.best("setoption name Contempt value "+contempt, "position fen "+bare, "go depth 3")
			assert.Contains(t, strings.Join(g.said, "\n"), "score "+want, contempt)
		}
	}},
	{"LogFile holds both sides of the conversation with times", func(t *testing.T, g *gui) {
		path := filepath.Join(t.TempDir(), "a log.txt")
		g.send("setoption name LogFile value " + path)
		best := g.best("go nodes 50")
		g.send("setoption name LogFile value <empty>")
		g.sync()
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		stamp := `(?m)^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} `
		assert.Regexp(t, stamp+`> go nodes 50$`, string(text))
		assert.Regexp(t, stamp+`< bestmove `+best, string(text))
		assert.NotContains(t, string(text), "readyok")
	}},
}

func TestStrictProtocol(t *testing.T) {
	for _, engine := range hostbridge.Names {
		for _, c := range slices.Concat(checks, oddChecks) {
			t.Run(engine+"/"+c.name, func(t *testing.T) {
				bubble(t, func(t *testing.T) { c.run(t, on(t, desk, engine)) })
			})
		}
	}
}

// randomGame returns the legal moves of a game that is not over.
func randomGame(t *testing.T, plies int) (moves []string) {
	t.Helper()
	p, err := goengine.ParseFEN(goengine.StartFEN)
	require.NoError(t, err)
	g := goengine.NewGame(p)
	rnd := rand.New(rand.NewSource(3))
	for len(moves) < plies {
		list := g.Position().LegalMoves()
		for {
			m := g.Position().UCI(list[rnd.Intn(len(list))])
			next := *g.Position()
			mv, err := next.ParseMove(m)
			require.NoError(t, err)
			next.Play(mv)
			if len(next.LegalMoves()) > 0 {
				require.NoError(t, g.Play(m))
				moves = append(moves, m)
				break
			}
		}
	}
	return moves
}
