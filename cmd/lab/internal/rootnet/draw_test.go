package rootnet

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/chess/openings"
	"github.com/searchex/searchex/cmd/internal/match/player"
	"github.com/searchex/searchex/cmd/internal/userfile"
	"github.com/searchex/searchex/cmd/lab/internal/job"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/internal/probe"
)

// TestMain makes the test program a valuer if the environment says so.
func TestMain(m *testing.M) {
	if how := os.Getenv("ROOTNET_VALUER"); how != "" {
		playValuer(how)
		return
	}
	os.Exit(m.Run())
}

// playValuer is a UCI program whose scores depend on the position and on how many it has
// valued since ucinewgame. Every tenth is a mate. If how is "dies", it ends after 40.
func playValuer(how string) {
	in := bufio.NewScanner(os.Stdin)
	n, fen := 0, ""
	for in.Scan() {
		word, rest, _ := strings.Cut(in.Text(), " ")
		switch word {
		case "uci":
			fmt.Println("id name Valuer 1\nuciok")
		case "isready":
			fmt.Println("readyok")
		case "ucinewgame":
			n = 0
		case "position":
			fen = strings.TrimPrefix(rest, "fen ")
		case "go":
			if n++; how == "dies" && n > 40 {
				return
			}
			h := fnv.New32()
			fmt.Fprint(h, fen, n)
			fmt.Println("info depth 1 score cp 9999 lowerbound")
			if h.Sum32()%10 == 0 {
				fmt.Println("info depth 1 score mate 3")
			} else {
				fmt.Printf("info depth 1 score cp %d nodes 1\n", int(h.Sum32()%600)-300)
			}
			fmt.Println("bestmove a2a3")
		}
	}
}

// drawing returns a small drawing with the test program as its valuer.
func drawing(t *testing.T, how string) *Drawing {
	t.Setenv("ROOTNET_VALUER", how)
	path, err := os.Executable()
	require.NoError(t, err)
	book, err := openings.BuiltIn()
	require.NoError(t, err)
	return &Drawing{Openings: book, By: &player.Spec{Path: path, Label: "valuer", Limits: player.Limits{Depth: 1}}, Seed: 7}
}

// draw draws games first to last into a file.
func draw(t *testing.T, d *Drawing, workers int, path string, last int) {
	h, err := d.Header(t.Context())
	require.NoError(t, err)
	f, err := Open(path, h)
	require.NoError(t, err)
	require.NoError(t, run(t.Context(), d, workers, f.Games+1, last, f.AddResult))
	require.NoError(t, f.Close())
}

// run draws games first to last.
func run(ctx context.Context, d *Drawing, workers, first, last int, emit func(int, []byte) error) error {
	r := &job.Run{Open: d.Open, Gapless: true, Emit: emit}
	for n := first; n <= last; n++ {
		r.Need = append(r.Need, n)
	}
	return job.Local{Workers: workers}.Do(ctx, r)
}

// A file depends neither on the number of workers nor on whether its drawing was stopped.
func TestADrawingDependsOnItsSeedAlone(t *testing.T) {
	d := drawing(t, "lives")
	const games = 5
	whole := filepath.Join(t.TempDir(), "whole")
	draw(t, d, 1, whole, games)
	want, err := os.ReadFile(whole)
	require.NoError(t, err)
	many := filepath.Join(t.TempDir(), "many")
	draw(t, d, 4, many, games)
	have, err := os.ReadFile(many)
	require.NoError(t, err)
	require.Equal(t, want, have)
	// A kill may cut the file anywhere.
	for _, cut := range []int{0, 1, 50, len(want) / 3, len(want) / 2, len(want) - 1} {
		path := filepath.Join(t.TempDir(), "cut")
		require.NoError(t, os.WriteFile(path, want[:cut], 0o600))
		if cut == 1 || cut == 50 {
			h, err := d.Header(t.Context())
			require.NoError(t, err)
			_, err = Open(path, h)
			require.ErrorContains(t, err, "is no file of lab positions", "a header is written at once")
			continue
		}
		draw(t, d, 2, path, games)
		have, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, want, have, "cut at %d", cut)
	}
	// Games that are withdrawn are drawn again, and no others.
	h0, err := d.Header(t.Context())
	require.NoError(t, err)
	f, err := Open(many, h0)
	require.NoError(t, err)
	before := f.Count
	gone, err := f.Withdraw([]int{2, 4, 9})
	require.NoError(t, err)
	assert.Equal(t, []int{2, 4}, gone)
	assert.Equal(t, 1, f.Games)
	require.NoError(t, job.Local{Workers: 1}.Do(t.Context(), &job.Run{Open: d.Open, Need: gone, Emit: f.AddResult}))
	assert.Equal(t, before, f.Count)
	require.NoError(t, f.Close())
	have, err = os.ReadFile(many)
	require.NoError(t, err)
	require.Equal(t, want, have)
	search, err := Search()
	require.NoError(t, err)
	var c Count
	h, digest, err := Read(whole, search, 0, func(g *Game) error { c.Add(g); return nil })
	require.NoError(t, err)
	assert.Equal(t, "Valuer 1", h.Program)
	assert.Contains(t, digest, "5 games, crc ")
	assert.Greater(t, c.Roots, 20)
	assert.Greater(t, c.Near, c.Roots)
	assert.Greater(t, c.Terminals-c.Near, c.Roots)
	some := 0
	_, _, err = Read(whole, search, 3, func(*Game) error { some++; return nil })
	require.NoError(t, err)
	assert.Equal(t, 3, some)
	d.Seed = 8
	other := filepath.Join(t.TempDir(), "other")
	draw(t, d, 2, other, 1)
	have, err = os.ReadFile(other)
	require.NoError(t, err)
	assert.NotEqual(t, want[:len(have)][200:], have[200:], "another seed draws other games")
}

// What is drawn is what a search has: values and scores of legal positions, without mates.
func TestWhatIsDrawnCanBeValuedAgain(t *testing.T) {
	d := drawing(t, "lives")
	near := 0
	require.NoError(t, run(t.Context(), d, 2, 1, 3, func(_ int, b []byte) error {
		g, err := readGame(b)
		require.NoError(t, err)
		for i := range g.Roots {
			seen := map[Board]bool{}
			for j := range g.Roots[i].Terminals {
				x := &g.Roots[i].Terminals[j]
				assert.False(t, seen[x.Board], "a terminal twice")
				seen[x.Board] = true
				assert.LessOrEqual(t, max(x.Score, -x.Score), int16(300))
				assert.GreaterOrEqual(t, x.Swap, int16(0))
				if x.Near {
					near++
				}
			}
		}
		return nil
	}))
	assert.Positive(t, near)
	// Static value, swap-off and mover of one by hand: Rxd5 of a guarded pawn loses a rook.
	p, err := goengine.ParseFEN("4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1")
	require.NoError(t, err)
	m, err := p.ParseMove("d1d5")
	require.NoError(t, err)
	tables := p.Probe().BuildTables()
	x, fen, ok := newTerminal(p, m, tables)
	require.True(t, ok)
	assert.Equal(t, "4k3/8/4p3/3R4/8/8/8/4K3 b - - 0 1", fen)
	assert.Equal(t, goengine.White, x.Mover)
	assert.Equal(t, int(probe.Of(nil).Tables().SwapValue[goengine.Rook])*goengine.SwapUnit, int(x.Swap))
	assert.Equal(t, x.Static, -at(t, fen).Probe().Static(tables))
	assert.Equal(t, int(x.Swap)-64, material(&x), "a rook against a pawn")
}

func at(t *testing.T, fen string) *goengine.Position {
	p, err := goengine.ParseFEN(fen)
	require.NoError(t, err)
	return p
}

// No game begins with a fresh opening.
func TestNoGameBeginsWithAFreshOpening(t *testing.T) {
	d := drawing(t, "lives")
	d.Openings = []openings.Opening{{FEN: "4k3/8/8/8/8/8/8/4K2R w K - 0 1", Moves: nil}}
	d.Fresh = []openings.Opening{{FEN: "4k3/8/8/8/8/8/8/4K2R w K - 0 1"}}
	starts := 0
	d.fresh = map[string]bool{}
	g, err := d.Fresh[0].Game()
	require.NoError(t, err)
	for fresh := range 2 {
		if fresh == 1 {
			d.fresh[g.Key()] = true
		}
		starts = 0
		for n := range 60 {
			game, err := d.begin(newRandom(d.Seed, 2*n+1), 2*n+1)
			require.NoError(t, err)
			if game.Position().FEN() == "4k3/8/8/8/8/8/8/4K2R w K - 0 1" {
				starts++
			}
		}
		if fresh == 0 {
			assert.Positive(t, starts)
		}
	}
	assert.Zero(t, starts)
}

// A valuer that dies, or cannot be started, ends the drawing with one line; what was drawn is kept.
func TestAValuerThatDiesEndsTheDrawing(t *testing.T) {
	d := drawing(t, "dies")
	path := filepath.Join(t.TempDir(), "file")
	h, err := d.Header(t.Context())
	require.NoError(t, err)
	f, err := Create(path, h)
	require.NoError(t, err)
	err = run(t.Context(), d, 2, 1, 4, f.AddResult)
	require.ErrorContains(t, err, `it ended without "bestmove"`)
	assert.NotContains(t, err.Error(), "\n")
	d.By.Path = "/nowhere"
	_, err = d.Header(t.Context())
	require.Error(t, err)
}

// A program that says nothing is ended after a time.
func TestASilentValuerIsEnded(t *testing.T) {
	d := drawing(t, "lives")
	v, err := startValuer(t.Context(), d.By)
	require.NoError(t, err)
	defer v.Close()
	err = v.until("never", 20*time.Millisecond, func(string) {})
	require.EqualError(t, err, `it wrote nothing for 20ms, where "never" was wanted`)
	_, err = v.values([]string{goengine.StartFEN})
	require.Error(t, err)
}

// A program that has ended before it read is an error, other than a reader of our output that has
// enough.
func TestAValuerThatDoesNotReadIsAnError(t *testing.T) {
	assert.NotErrorIs(t, unread(syscall.EPIPE), syscall.EPIPE)
	d := drawing(t, "lives")
	v, err := startValuer(t.Context(), d.By)
	require.NoError(t, err)
	v.Close()
	_, err = v.values([]string{goengine.StartFEN})
	require.Error(t, err)
	assert.NotErrorIs(t, err, syscall.EPIPE)
}

// The search for openings ends with an error if the program calls none level.
func TestAValuerThatCallsNothingLevelIsRefused(t *testing.T) {
	d := drawing(t, "lives")
	_, err := Fresh(t.Context(), d.By, d.Openings, 1, -1, 1, func(int) {})
	require.EqualError(t, err, "valuer: it calls only 0 of 1000 positions level: want another")
}

// No game is added to a file that no name leads to any more.
func TestAFileThatIsGoneIsNoticed(t *testing.T) {
	for _, replaced := range []bool{false, true} {
		path := filepath.Join(t.TempDir(), "file")
		f, err := Create(path, Header{Search: "abc"})
		require.NoError(t, err)
		require.NoError(t, f.Add(&Game{Number: 1}))
		require.NoError(t, os.Rename(path, path+".away"))
		if replaced {
			require.NoError(t, os.WriteFile(path, []byte("new"), 0o600))
		}
		err = f.Add(&Game{Number: 2})
		require.ErrorIs(t, err, userfile.ErrGone)
		require.EqualError(t, err, "writing "+path+": the file was removed or replaced")
		require.NoError(t, f.Close())
		if replaced {
			b, err := os.ReadFile(path)
			require.NoError(t, err)
			assert.Equal(t, "new", string(b))
		}
	}
}

// Ctrl-C ends a drawing; the games before it are kept in order.
func TestADrawingIsStopped(t *testing.T) {
	d := drawing(t, "lives")
	ctx, cancel := context.WithCancel(t.Context())
	var numbers []int
	err := run(ctx, d, 3, 1, 100000, func(n int, _ []byte) error {
		if numbers = append(numbers, n); len(numbers) == 3 {
			cancel()
		}
		return nil
	})
	require.ErrorIs(t, err, context.Canceled)
	for i, n := range numbers {
		assert.Equal(t, i+1, n)
	}
}

// A file of another kind, or of another search, is refused in one line and left as it is.
func TestForeignFilesAreRefused(t *testing.T) {
	h := Header{Search: "abc", Program: "Valuer 1", By: "valuer,depth 1", Openings: "o", Fresh: "f", Seed: 7}
	path := filepath.Join(t.TempDir(), "file")
	f, err := Create(path, h)
	require.NoError(t, err)
	b := Board{Taken: 3, Men: [16]uint8{0x60}}
	for n := range 3 {
		require.NoError(t, f.Add(&Game{Number: n + 1, Roots: []Root{{b, 0, []Terminal{{b, 1, true, -5, 16, 30}}}}}))
	}
	require.ErrorContains(t, f.Add(&Game{Number: 3}), "game 3 where 4 is next")
	_, err = Open(path, h)
	require.ErrorContains(t, err, "another drawing is writing to it")
	require.NoError(t, f.Close())
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	var got []Game
	_, _, err = Read(path, "abc", 0, func(g *Game) error { got = append(got, *g); return nil })
	require.NoError(t, err)
	assert.Equal(t, Game{2, []Root{{b, 0, []Terminal{{b, 1, true, -5, 16, 30}}}}}, got[1])

	_, err = Create(path, h)
	require.ErrorContains(t, err, "exists already: continue it with --resume")
	for what, change := range map[string]func(h *Header){
		"search (the engine has changed): \"abc\" there, \"x\" here": func(h *Header) { h.Search = "x" },
		"program: ": func(h *Header) { h.Program = "x" }, "by: ": func(h *Header) { h.By = "x" },
		"openings: ": func(h *Header) { h.Openings = "x" }, "fresh openings: ": func(h *Header) { h.Fresh = "x" },
		"seed: 7 there, 8 here": func(h *Header) { h.Seed = 8 },
	} {
		other := h
		change(&other)
		_, err := Open(path, other)
		require.ErrorContains(t, err, path+": has the positions of another drawing: "+what)
	}
	read := func(content []byte) error {
		p := filepath.Join(t.TempDir(), "damaged")
		require.NoError(t, os.WriteFile(p, content, 0o600))
		_, _, err := Read(p, "abc", 0, func(*Game) error { return nil })
		_, err2 := Open(p, h)
		if err != nil && !strings.Contains(err.Error(), "--resume drops it") {
			assert.Error(t, err2)
			after, e := os.ReadFile(p)
			require.NoError(t, e)
			assert.Equal(t, content, after, "it is not changed")
		}
		return err
	}
	_, _, err = Read(path, "abd", 0, func(*Game) error { return nil })
	require.ErrorContains(t, err, "has positions of other searches, abc there, abd here")
	require.ErrorContains(t, read([]byte("a diary\n")), "is no file of lab positions")
	require.ErrorContains(t, read([]byte(strings.Repeat("x", 100000))), "is no file of lab positions")
	require.ErrorContains(t, read([]byte(`{"searchex_positions":1}`)), "is no file of lab positions")
	require.ErrorContains(t, read(append([]byte(`{"searchex_positions":9,"search":"abc"}`+"\n"), 1)), "has version 9 of the format")
	require.ErrorContains(t, read(whole[:len(whole)-1]), "ends within game 3: lab positions --resume drops it")
	last := append([]byte{}, whole...)
	last[len(last)-1] ^= 1
	require.ErrorContains(t, read(last), "game 3: a game is damaged: --games 2 reads those before it")
	for i := strings.IndexByte(string(whole), '\n') + 1; i < len(whole); i++ {
		bad := append([]byte{}, whole...)
		bad[i] ^= 0x10
		assert.Error(t, read(bad), "byte %d", i)
	}
	_, _, err = Read(t.TempDir(), "abc", 0, nil)
	require.ErrorContains(t, err, "is a folder")
	_, _, err = Read(filepath.Join(t.TempDir(), "none"), "abc", 0, nil)
	require.ErrorIs(t, err, os.ErrNotExist)
	stop := errors.New("stop")
	_, _, err = Read(path, "abc", 0, func(*Game) error { return stop })
	require.ErrorIs(t, err, stop)
}

func TestScoresOfLines(t *testing.T) {
	for line, want := range map[string]struct {
		score
		has bool
	}{
		"info depth 4 seldepth 5 multipv 1 score cp -31 nodes 100 pv e2e4": {score{-31, true}, true},
		"info depth 4 score mate 2 pv e2e4":                                {score{}, true},
		"info depth 4 score cp 20 upperbound nodes 1":                      {score{}, false},
		"info depth 4 score cp 99999":                                      {score{maxScore, true}, true},
		"info depth 4 score cp x":                                          {score{}, true},
		"info depth 4 score":                                               {score{}, false},
		"info string nothing":                                              {score{}, false},
		"bestmove e2e4":                                                    {score{}, false},
	} {
		s, has := lineScore(line)
		assert.Equal(t, want.has, has, line)
		if has {
			assert.Equal(t, want.score, s, line)
		}
	}
}

// Fresh openings are level, different, and none is known.
func TestFreshOpenings(t *testing.T) {
	d := drawing(t, "lives")
	lines, err := Fresh(t.Context(), d.By, d.Openings, 7, 100, 1, func(int) {})
	require.NoError(t, err)
	require.Len(t, lines, 7)
	all, err := openings.Read(strings.NewReader(strings.Join(lines, "\n")), "x.epd")
	require.NoError(t, err)
	require.Len(t, all, 7)
	again, err := Fresh(t.Context(), d.By, d.Openings, 7, 100, 1, func(int) {})
	require.NoError(t, err)
	assert.Equal(t, lines, again)
	for _, line := range lines {
		_, ce, _ := strings.Cut(line, "; ce ")
		var v int
		_, err := fmt.Sscanf(ce, "%d", &v)
		require.NoError(t, err)
		assert.LessOrEqual(t, max(v, -v), 100)
	}
}
