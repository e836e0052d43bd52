package uci

import (
	"context"
	"errors"
	"io"
	"math/rand"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// oddChecks checks the handling of what no chess program should send.
var oddChecks = []check{
	{"unknown words and commands are skipped", func(t *testing.T, g *gui) {
		g.send("xyzzy", "joho debug on", "debug off", "register later", "joho go joho nodes 50 joho")
		g.until("^bestmove ")
		g.send("position joho startpos moves e2e4", "go joho searchmoves e7e5 joho depth 1")
		assert.Equal(t, "e7e5", strings.Fields(g.until("^bestmove "))[1])
	}},
	{"after a position that is refused a go gives no move until one is accepted", func(t *testing.T, g *gui) {
		for line, word := range map[string]string{
			"position":                                     "want startpos or fen",
			"position fen":                                 "want 4 to 6 fields",
			"position fen 8/8/8/8/8/8/8/8 w - - 0 1":       "no king",
			"position startpos moves e2e5":                 `position: move 1 of 1: move "e2e5" is not legal in rnbq`,
			"position startpos moves e2e4 e7e5 0000":       `move 3 of 3`,
			"position startpos e2e4":                       "e2e4: want the word moves before it",
			"position fen " + strings.Repeat("x", 100_000): "fen",
			"position startpos moves " + strings.Repeat("g1f3 g8f6 f3g1 f6g8 ", 10_000): "40000 moves: want at most 20000",
			// Chess960.
			"position fen bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1": "castling",
		} {
			g.best("position startpos moves e2e4", "go nodes 50")
			g.send(line)
			said := g.sync()
			assert.Contains(t, said, "info string ", "%.50s", line)
			assert.Contains(t, said, word)
			assert.Less(t, len(said), 400)
			assert.Equal(t, "0000", g.best("go nodes 50 searchmoves e7e5"), "%.50s", line)
			assert.Contains(t, g.said[0], "info string go: there is nothing to search until a position is accepted: ")
			assert.Contains(t, g.said[0], word)
			assert.Len(t, g.said, 2)
		}
		g.send("position fen 8/8/8/8/8/8/8/8 w - - 0 1")
		for _, words := range []string{"go", "go movetime 10", "go mate 2"} {
			assert.Equal(t, "0000", g.best("ucinewgame", words), words)
		}
		for words, end := range map[string]string{"go infinite": "stop", "go ponder wtime 100 btime 100": "ponderhit", "go ponder": "stop"} {
			g.send(words)
			g.silent(100 * time.Millisecond)
			assert.Equal(t, "0000", g.best(end), words)
		}
		g.send("setoption name NextBest")
		assert.Contains(t, g.sync(), "no move has been given in this position")
		g.send("setoption name Level value TOURN 40/1")
		g.best("go")
		g.best("position startpos moves e2e4", "go")
		assert.Contains(t, strings.Join(g.said, "\n"), "left for 40 moves", "what was not searched is not charged")
		g.send("setoption name Level value none")
		assert.Equal(t, "e7e5", g.best("go nodes 50 searchmoves e7e5"))
	}},
	{"a script's NextBest waits for the answer that it means", func(t *testing.T, g *gui) {
		g.send("position fen "+middlegame, "go nodes 3000", "setoption name NextBest", "go nodes 3000", "setoption name NextBest", "go")
		g.in.Close()
		given := bestmoves(g.end())
		require.Len(t, given, 3)
		assert.Len(t, map[string]bool{given[0]: true, given[1]: true, given[2]: true}, 3, "%v", given)
		assert.NotContains(t, strings.Join(g.all, "\n"), "NextBest")
	}},
	{"NextBest during an analysis means the answer to come", func(t *testing.T, g *gui) {
		g.send("position fen "+middlegame, "go infinite")
		g.silent(50 * time.Millisecond)
		g.send("setoption name NextBest")
		first := g.best("stop")
		second := g.best("go nodes 3000")
		assert.NotEqual(t, first, second)
		g.send("go infinite")
		g.silent(50 * time.Millisecond)
		third := g.best("setoption name NextBest", "setoption name NextBest", "stop")
		assert.NotEqual(t, first, third, "what was left out stays so")
		assert.NotContains(t, []string{first, third}, g.best("go nodes 3000"))
		// Nothing is remembered of the last game.
		g.send("go infinite", "setoption name NextBest", "ucinewgame")
		g.best("stop")
		g.send("setoption name NextBest")
		assert.Contains(t, g.sync(), "no move has been given in this position")
	}},
	{"options set while a search runs are those of the next one", func(t *testing.T, g *gui) {
		for _, limit := range []string{"nodes 3000", "infinite"} {
			g.send("setoption name MultiPV value 1", "setoption name Contempt value 0", "position fen "+mateInTwo, "go "+limit,
				"setoption name MultiPV value 2", "setoption name Contempt value 50", "position fen 8/8/4k3/8/8/3K4/8/8 w - - 0 1", "go depth 3")
			g.until("^bestmove ")
			assert.NotContains(t, strings.Join(g.said, "\n"), "multipv")
			g.said = nil
			g.until("^bestmove ")
			assert.Contains(t, strings.Join(g.said, "\n"), "multipv 2 score cp -50 ")
		}
	}},
	{"what waits for a search is answered behind its move", func(t *testing.T, g *gui) {
		g.best("position fen "+middlegame, "go nodes 3000", "setoption name Nothing", "position fen x")
		assert.NotContains(t, strings.Join(g.said, "\n"), "Nothing")
		said := g.sync()
		assert.Contains(t, said, `"Nothing" is unknown`)
		assert.Contains(t, said, "position: fen")
	}},
	{"quit lets what is short before it be answered", func(t *testing.T, g *gui) {
		g.send("setoption name BookFile value /dev/zero", "go nodes 50", "position x", "position fen "+mateInOne, "go nodes 50", "quit")
		said := strings.Join(g.end(), "\n")
		assert.Len(t, bestmoves(g.all), 2, said)
		assert.Contains(t, said, "option BookFile: ")
	}},
	{"stop ends all that was asked for before it", func(t *testing.T, g *gui) {
		g.send("position fen "+middlegame, "go nodes 1000000000", "position startpos", "go nodes 1000000000", "go infinite",
			"go ponder wtime 100 btime 100", "stop")
		for range 4 {
			g.until("^bestmove [a-h][1-8]")
		}
		g.said = nil
		g.silent(100 * time.Millisecond)
		assert.Equal(t, "readyok", g.sync(), "nothing runs and nothing waits")
		g.best("go nodes 50")
	}},
	{"ponderhit behind a go that waits is meant for that one", func(t *testing.T, g *gui) {
		g.send("position fen "+middlegame, "go movetime 200", "position fen "+mateInOne, "go ponder movetime 200", "ponderhit")
		g.until("^bestmove ")
		began := time.Now()
		assert.Equal(t, "a1a8", strings.Fields(g.until("^bestmove "))[1])
		assert.LessOrEqual(t, time.Since(began), 155*time.Millisecond)
	}},
	{"a promotion may have a capital in searchmoves too", func(t *testing.T, g *gui) {
		assert.Equal(t, "a7a8n", g.best("position fen 8/P6k/8/8/8/8/8/K7 w - - 0 1", "go depth 1 searchmoves a7a8N"))
	}},
	{"a byte order mark is no part of the first command", func(t *testing.T, g *gui) {
		g.send("\uFEFFposition startpos moves e2e4", "go nodes 50 searchmoves e7e5")
		assert.Equal(t, "e7e5", strings.Fields(g.until("^bestmove "))[1])
	}},
	{"the first iteration has its own SX, also where it is cut short", func(t *testing.T, g *gui) {
		for _, lines := range []string{"1", "3"} {
			g.best("setoption name MultiPV value "+lines, "position fen "+middlegame, "go infinite", "stop")
			assert.Contains(t, strings.Join(g.said, "\n"), "info string sx 6 ", lines)
		}
	}},
	{"absurd limits are answered", func(t *testing.T, g *gui) {
		g.send("setoption name Clock value 100") // so that three minutes are short
		huge := "99999999999999999999"
		for _, limit := range []string{
			"wtime -100 btime -100", "wtime 0 btime 0", "wtime 1 btime 1 movestogo 1", "movetime 0", "movetime -5", "nodes 0", "nodes -1",
			"depth 0", "depth -3", "depth 999", "depth " + huge, "nodes " + huge, "movetime " + huge, "wtime " + huge + " btime " + huge,
			"wtime 300", "btime 300", "wtime", "wtime btime 300", "nodes x", "movestogo 0 wtime 300 btime 300", "movestogo -7 wtime 300 btime 300",
			"winc 100 binc 100", "mate 999", "winc -100 wtime 300 btime 300", "mate 0", "searchmoves", "searchmoves e2e5 depth 1", "movestogo 5",
			"wtime 300 btime 300 movestogo " + huge, "wtime 0.5 btime 1e9",
		} {
			legal(t, goengine.StartFEN, nil, []string{g.best("position startpos", "go "+limit)})
		}
	}},
	{"absurd depths and mates are stopped", func(t *testing.T, g *gui) {
		for _, limit := range []string{"depth 60", "mate 16", "nodes 999999999999", "movetime 999999999999", "wtime 999999999999 btime 999999999999"} {
			g.send("position startpos", "go "+limit)
			g.silent(20 * time.Millisecond)
			legal(t, goengine.StartFEN, nil, []string{g.best("stop")})
		}
	}},
	{"setoption while thinking neither stops the search nor breaks it", func(t *testing.T, g *gui) {
		g.send("uci")
		g.until("^uciok$")
		g.send("position fen "+middlegame, "go infinite", "setoption name Engine value go", "setoption name Engine value z80",
			"setoption name Profile value sx81", "setoption name Clock value 1000", "setoption name Level value TOURN 40/120",
			"setoption name Level value", "setoption name MultiPV value 3", "setoption name MultiPV value 1", "setoption name NextBest",
			"setoption name Contempt value 20", "setoption name BookFile value /nowhere/book.txt", "setoption name OwnBook value true",
			"setoption name OwnBook value false", "ucinewgame", "position startpos")
		g.sync()
		g.silent(50 * time.Millisecond)
		legal(t, middlegame, nil, []string{g.best("stop")})
		legal(t, goengine.StartFEN, nil, []string{g.best("go nodes 100")})
	}},
	{"bad options are refused with a word", func(t *testing.T, g *gui) {
		for line, word := range map[string]string{
			"setoption":                                       "want name and value",
			"setoption name":                                  "want name and value",
			"setoption name Nothing value 3":                  `"Nothing" is unknown`,
			"setoption name Engine value z81":                 `"z81" is unknown: want one of ` + strings.Join(hostbridge.AllNames(), ", "),
			"setoption name Profile value x":                  `"x" is unknown: want one of auto, uniform`,
			"setoption name Profile":                          `"" is unknown`,
			"setoption name Speed value fast":                 `"fast" is no number`,
			"setoption name MultiPV value 0":                  "taken as 1",
			"setoption name MultiPV value 1000":               "taken as 64",
			"setoption name Clock value 99999999999999999999": "taken as 1000000",
			"setoption name OwnBook value maybe":              "want one of true, false",
			"setoption name Level value PROBLEM 9":            "TOURN moves/minutes",
			"setoption name BookFile value /no/such":          "/no/such",
			"setoption name LogFile value /no/such/x":         "/no/such/x",
			"setoption name NextBest":                         "no move has been given",
		} {
			g.send(line)
			assert.Contains(t, g.sync(), word, line)
		}
		g.send("setoption name MultiPV value 1", "setoption name Clock value 0")
		g.best("go nodes 50")
	}},
	{"a random conversation never breaks", func(t *testing.T, g *gui) {
		rnd := rand.New(rand.NewSource(7))
		words := strings.Fields("go stop isready position startpos fen moves e2e4 e7e5 infinite ponder ponderhit nodes 50 depth 2 wtime 100 btime -3 " +
			"mate 1 searchmoves setoption name value MultiPV Level SPEED 5 PROBLEM Contempt ucinewgame x 0 NextBest movetime uci Time emulated")
		for range 300 {
			line := make([]string, rnd.Intn(7))
			for i := range line {
				line[i] = words[rnd.Intn(len(words))]
			}
			g.send(strings.Join(line, " "))
		}
		g.send("setoption name Level value")
		g.best("stop", "ucinewgame", "position startpos", "go nodes 50")
		g.sync()
	}},
}

// fullDisk is a writer that fails after some lines.
type fullDisk struct{ lines int }

func (f *fullDisk) Write(b []byte) (int, error) {
	if f.lines--; f.lines < 0 {
		return 0, errors.New("no space left")
	}
	return len(b), nil
}

func TestOutputThatCannotBeWrittenEndsTheConversation(t *testing.T) {
	for _, script := range []string{"uci\n", "uci\nquit\n", "go infinite\n", "go nodes 1000\n"} {
		err := Run(context.Background(), strings.NewReader(script), &fullDisk{lines: 1})
		assert.ErrorContains(t, err, "no space left", script)
	}
	silent, w := io.Pipe()
	defer w.Close()
	go io.WriteString(w, "go infinite\n")
	err := Run(context.Background(), silent, &fullDisk{lines: 2})
	assert.ErrorContains(t, err, "no space left", "while the input is open")
}

func TestInputThatCannotBeReadIsAnError(t *testing.T) {
	err := Run(context.Background(), iotest.ErrReader(errors.New("torn cable")), io.Discard)
	assert.ErrorContains(t, err, "reading commands: torn cable")
}
