package uci

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/chess/polyglot"
	"github.com/searchex/searchex/goengine"
)

func TestAPolyglotBookIsLookedUpByEveryEngine(t *testing.T) {
	dir := t.TempDir()
	p, err := goengine.ParseFEN(goengine.StartFEN)
	require.NoError(t, err)
	// a2a3, which is not in the built-in book: files and ranks count from 0.
	entry := binary.BigEndian.AppendUint64(nil, polyglot.Key(p))
	entry = append(entry, 0b0000_0010, 0b00_010_000, 0, 7, 0, 0, 0, 0)
	path := filepath.Join(dir, "a.BIN")
	require.NoError(t, os.WriteFile(path, entry, 0o600))
	torn := filepath.Join(dir, "torn.bin")
	require.NoError(t, os.WriteFile(torn, entry[:15], 0o600))
	compiled := filepath.Join(dir, "compiled.bin")
	table, err := os.ReadFile("../../../../goengine/book/book.bin")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(compiled, table, 0o600))
	for _, engine := range []string{"go", "z80", "6502"} {
		g := with(t, engine)
		g.send("setoption name OwnBook value true", "setoption name BookFile value "+path)
		assert.NotContains(t, g.sync(), "info string")
		assert.Equal(t, "a2a3", g.best("position startpos", "go nodes 50"))
		assert.NotEqual(t, "a2a3", g.best("go nodes 50 searchmoves e2e4"))
		g.send("setoption name BookFile value " + torn)
		assert.Contains(t, g.sync(), "info string option BookFile: "+torn+": is a damaged Polyglot book: it has 15 bytes, and entries have 16 each")
		g.send("setoption name BookFile value " + filepath.Join(dir, "none.bin"))
		assert.Contains(t, g.sync(), "no such file")
		assert.Equal(t, "a2a3", g.best("position startpos", "go nodes 50"), "the book before stays")
		g.send("setoption name BookFile value " + compiled)
		assert.NotContains(t, g.sync(), "info string", "a compiled book may have that name, too")
		g.send("setoption name BookFile value "+path, "setoption name BookFile value <empty>")
		assert.NotEqual(t, "a2a3", g.best("position startpos", "go nodes 50"), "the engine's own")
	}
}

// A move of the book that would repeat the position for the third time is not played.
func TestABookDoesNotRepeat(t *testing.T) {
	p, err := goengine.ParseFEN("rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 7 4")
	require.NoError(t, err)
	entry := binary.BigEndian.AppendUint64(nil, polyglot.Key(p))
	entry = append(entry, 0b0000_1011, 0b01_111_110, 0, 7, 0, 0, 0, 0) // f6g8
	path := filepath.Join(t.TempDir(), "back.bin")
	require.NoError(t, os.WriteFile(path, entry, 0o600))
	g := with(t, "go")
	g.send("setoption name OwnBook value true", "setoption name BookFile value "+path)
	assert.Equal(t, "f6g8", g.best("position startpos moves g1f3 g8f6 f3g1", "go nodes 50"), "the second time")
	g.best("position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1", "go nodes 50")
	assert.NotContains(t, g.sync(), "info string book")
}
