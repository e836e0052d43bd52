package uci

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/chess/books"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// reader is an engine with a book of only the first move, or with table.
type reader struct {
	hostbridge.Engine
	table []byte
	wrong bool
}

func (r *reader) BookMove(g *goengine.Game, random byte) (goengine.Move, bool, uint64, error) {
	p := g.Position()
	if p.FEN() != goengine.StartFEN {
		return 0, false, 0, nil
	}
	if r.wrong {
		return goengine.Move(0x7700), true, 0, nil
	}
	text := []string{"a2a3", "h2h3", "b2b3", "g2g3"}[random/64]
	if r.table != nil {
		text = string(r.table)
	}
	m, err := p.ParseMove(text)
	return m, err == nil, 1000, err
}

func (r *reader) SetBook(table []byte) error {
	if string(table) == "bad" {
		return errors.New("not a book")
	}
	r.table = table
	return nil
}

func withBook(t *testing.T, wrong bool) *gui {
	return begin(t, Config{
		Engines: []string{"reader"},
		New: func(string) (hostbridge.Engine, error) {
			e, err := hostbridge.New("go")
			return &reader{Engine: e, wrong: wrong}, err
		},
		LoadBook: func(_ context.Context, path, _ string) (*books.Held, error) {
			b, err := os.ReadFile(path)
			return &books.Held{Table: b}, err
		},
	})
}

func TestABookMoveIsAnsweredAtOnce(t *testing.T) {
	g := withBook(t, false)
	assert.NotContains(t, []string{"a2a3", "h2h3", "b2b3", "g2g3"}, g.best("go nodes 2000"), "off by default")
	g.best("setoption name OwnBook value true", "go wtime 100000 btime 100000")
	assert.Equal(t, "info string book", g.said[0])
	assert.Regexp(t, "^bestmove (a2a3|h2h3|b2b3|g2g3)$", g.said[1])
	g.best("go nodes 100 searchmoves e2e4")
	assert.NotContains(t, strings.Join(g.said, "\n"), "string book", "not one of the moves asked for")
	first := g.best("go wtime 1000 btime 1000")
	assert.NotEqual(t, first, g.best("setoption name NextBest", "go wtime 1000 btime 1000"))
	g.best("ucinewgame", "position startpos moves e2e4", "go nodes 100")
	assert.NotContains(t, strings.Join(g.said, "\n"), "string book")
	g.send("position startpos", "go infinite")
	g.sync()
	g.best("stop")
	assert.NotContains(t, strings.Join(g.all[len(g.all)-3:], "\n"), "string book", "analysis searches")
}

func TestASeedRepeatsTheBooksChoiceAndZeroDoesNot(t *testing.T) {
	games := func(seed string) map[string]int {
		seen := map[string]int{}
		g := withBook(t, false)
		g.send("setoption name OwnBook value true", "setoption name BookSeed value "+seed)
		for range 40 {
			seen[g.best("ucinewgame", "position startpos", "go nodes 100")]++
		}
		return seen
	}
	assert.Len(t, games("7"), 1)
	assert.Equal(t, games("7"), games("7"))
	assert.Len(t, games("0"), 4, "four moves of equal weight in forty games")
	all := map[string]bool{}
	for _, seed := range strings.Fields("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20") {
		for m := range games(seed) {
			all[m] = true
		}
	}
	assert.Len(t, all, 4, "seeds differ")
}

func TestABookFileReplacesTheBook(t *testing.T) {
	path := filepath.Join(t.TempDir(), "my book.sxb")
	require.NoError(t, os.WriteFile(path, []byte("c2c3"), 0o600))
	bad := filepath.Join(t.TempDir(), "bad")
	require.NoError(t, os.WriteFile(bad, []byte("bad"), 0o600))
	g := withBook(t, false)
	g.send("setoption name OwnBook value true", "setoption name BookFile value "+path)
	assert.Equal(t, "c2c3", g.best("go nodes 100"))
	g.send("setoption name BookFile value " + bad)
	assert.Contains(t, g.sync(), "option BookFile: not a book")
	assert.Equal(t, "c2c3", g.best("go nodes 100"), "the book before stays")
	g.send("setoption name Engine value reader")
	assert.Equal(t, "c2c3", g.best("go nodes 100"), "another engine gets the book")
	g.send("setoption name BookFile value <empty>")
	assert.Regexp(t, "a2a3|h2h3|b2b3|g2g3", g.best("go nodes 100"))
}

func TestABookThatLiesIsNotBelieved(t *testing.T) {
	g := withBook(t, true)
	m := g.best("setoption name OwnBook value true", "go nodes 100")
	legal(t, goengine.StartFEN, nil, []string{m})
	assert.Contains(t, strings.Join(g.said, "\n"), "is not legal: searching")
}

// broken is a machine with a fault.
type broken struct{ hostbridge.Engine }

func (broken) Search(context.Context, *goengine.Game, *goengine.Profile, goengine.Limits) (hostbridge.Result, error) {
	return hostbridge.Result{}, errors.New("write to ROM\nat $0123")
}

func (broken) BookMove(*goengine.Game, byte) (goengine.Move, bool, uint64, error) {
	return goengine.NoMove, false, 0, errors.New("read outside the map")
}

func TestAFaultOfTheMachineIsToldAndTheGameGoesOn(t *testing.T) {
	g := begin(t, Config{Engines: []string{"broken"}, New: func(string) (hostbridge.Engine, error) {
		e, err := hostbridge.New("go")
		return broken{e}, err
	}})
	g.send("setoption name OwnBook value true")
	for _, words := range []string{"go nodes 10", "go mate 2", "go wtime 10 btime 10"} {
		m := g.best("position startpos", words)
		legal(t, goengine.StartFEN, nil, []string{m})
		assert.Contains(t, strings.Join(g.said, "\n"), "info string write to ROM at $0123")
	}
	g.best("setoption name MultiPV value 3", "go depth 5")
	assert.Equal(t, 1, strings.Count(strings.Join(g.said, "\n"), "write to ROM"), "it is not tried again and again")
}
