package guest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// guests are the programs that the project has.
var guests = []string{"mini6502", "miniz80"}

// describe returns the description of a guest, with edits: pairs of a text that is in it and what replaces it.
func describe(t *testing.T, name string, edits ...string) (*Description, error) {
	t.Helper()
	path := filepath.Join("..", "..", "asm", "guests", name, name+".toml")
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	text := string(b)
	for i := 0; i < len(edits); i += 2 {
		require.Contains(t, text, edits[i])
		text = strings.Replace(text, edits[i], edits[i+1], 1)
	}
	return parseOn(path, []byte(text))
}

// parseOn reads a description as if it were a file of the disk.
func parseOn(path string, text []byte) (*Description, error) {
	return parse(folder(filepath.Dir(path)), path, text)
}

// openGuest opens a guest with edits of its description.
func openGuest(t *testing.T, name string, edits ...string) *Engine {
	t.Helper()
	d, err := describe(t, name, edits...)
	require.NoError(t, err)
	e, err := open(name, d)
	require.NoError(t, err)
	require.NoError(t, e.unplayable())
	return e
}

// toyText describes a program of the tests, whose image is at $8000 and whose cells are at $10 to $1F.
const toyText = `[program]
name = "toy"
cpu = "6502"
clock = 1_000_000
images = [{ file = "toy.bin", at = 0x8000 }]
[memory]
ram = "$0000-$03FF"
[labels]
first = 0x8000
again = 0x8003
[board]
at = "$0200"
squares = "0x88"
men = { empty = 0, P = 1, N = 2, B = 3, R = 4, Q = 5, K = 6, black = 0x80 }
[search]
call = "first"
cycles = 10_000
[answer]
from = "byte($10)"
to = "byte($11)"
`

// toy writes an image with its description, with edits, and returns the description's name.
func toy(t *testing.T, code string, edits ...string) string {
	t.Helper()
	dir := t.TempDir()
	text := toyText
	for i := 0; i < len(edits); i += 2 {
		require.Contains(t, text, edits[i])
		text = strings.Replace(text, edits[i], edits[i+1], 1)
	}
	path := filepath.Join(dir, "toy.toml")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "toy.bin"), []byte(code), 0o600))
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

// openToy opens a program of the tests.
func openToy(t *testing.T, code string, edits ...string) *Engine {
	t.Helper()
	d, err := Read(toy(t, code, edits...))
	require.NoError(t, err)
	e, err := open("toy", d)
	require.NoError(t, err)
	return e
}

// from is a game that begins at a position.
func from(t *testing.T, fen string) *goengine.Game {
	t.Helper()
	p, err := goengine.ParseFEN(fen)
	require.NoError(t, err)
	return goengine.NewGame(p)
}

// depth searches to a number of plies.
func depth(t *testing.T, e *Engine, g *goengine.Game, plies int) hostbridge.Result {
	t.Helper()
	r, err := e.Search(t.Context(), g, uniform, goengine.Limits{Depth: plies})
	require.NoError(t, err)
	return r
}

// An engine is made by its name, with what the description lets a host do.
func TestEngineByName(t *testing.T) {
	for _, name := range guests {
		full := "guest:../../asm/guests/" + name + "/" + name + ".toml"
		k, err := hostbridge.KindOf(full)
		require.NoError(t, err)
		assert.Equal(t, hostbridge.Everything|hostbridge.CountsCycles, k.Can|hostbridge.SameTree)
		assert.Error(t, k.Lacks("this", hostbridge.SameTree))
		e, err := hostbridge.New(full)
		require.NoError(t, err)
		assert.Equal(t, full, e.Name())
		assert.Equal(t, k.Clock, e.Clock())
		_, _, err = e.Perft(initial().Position(), 1)
		assert.Error(t, err)
		assert.NoError(t, e.SetBook(nil))
		assert.Error(t, e.SetBook([]byte{0}))
	}
}

// What a description leaves out, an engine of it cannot do.
func TestAbilitiesFollowFromTheDescription(t *testing.T) {
	without := func(edits ...string) hostbridge.Ability { return openGuest(t, "mini6502", edits...).can() }
	all := without()
	assert.Equal(t, all&^hostbridge.Suppresses, without(`suppress = "pc = &dropped"`, ""))
	assert.Equal(t, all&^hostbridge.Bests, without("[events.best]\nat = \"improved\"", ""))
	assert.Equal(t, all&^hostbridge.Replaces, without(`replace = "word(&value) = event.value"`, ""))
	assert.Equal(t, all&^hostbridge.Alphas, without("[events.alpha]\nat = \"at_alpha\"\nvalue = \"signed(word(&value))\"\nagainst = \"signed(word(&alpha))\"", ""))
}

// Engines of a kind have the image with which it was made, whatever happens to the file.
func TestAnImageIsReadOncePerKind(t *testing.T) {
	path := toy(t, "\x60", "[search]", "[search]\nset = [\"byte($10) = $14\", \"byte($11) = $34\"]")
	k, err := hostbridge.KindOf(Prefix + path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(filepath.Dir(path), "toy.bin"), []byte("\x02"), 0o600))
	e, err := k.Make(hostbridge.Options{})
	require.NoError(t, err)
	r, err := e.Search(t.Context(), initial(), uniform, goengine.Limits{Depth: 1})
	require.NoError(t, err)
	assert.Equal(t, "e2e4", initial().Position().UCI(r.Best))
}

// A file without kinds of symbols names routines where one with kinds has no label.
func TestRoutinesOfTwoSymbolFiles(t *testing.T) {
	typed := filepath.Join(t.TempDir(), "typed.nm")
	require.NoError(t, os.WriteFile(typed, []byte("00008386 T ascend\n00008130 r typed_data\n"), 0o600))
	alone := openGuest(t, "mini6502").program
	assert.Nil(t, alone.Routines)
	for _, files := range []string{fmt.Sprintf("[%q, \"mini6502.lbl\"]", typed), fmt.Sprintf("[\"mini6502.lbl\", %q]", typed)} {
		p := openGuest(t, "mini6502", `"mini6502.lbl"`, files).program
		for name, addr := range alone.Symbols {
			label, offset := p.RoutineAt(addr)
			switch want, at := alone.RoutineAt(addr); {
			case addr == 0x8130: // typed.nm has it as data
				assert.NotZero(t, offset, name)
			case at == 0:
				assert.Equal(t, want, label, name)
				assert.Zero(t, offset, name)
			}
		}
		assert.Contains(t, p.Routines, "ascend")
		assert.NotContains(t, p.Routines, "typed_data")
	}
}
