package guest

import (
	"context"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

// Each fault of a description is one line, with the line of the file and the key.
func TestWrongDescriptions(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		// The file.
		{"[program]", "[program", ":4: column 9: expected ']' to close table name"},
		{"[program]", "[Program]", ":4: Program: there is no key Program: the nearest is program"},
		{"cpu =", "CPU =", ":7: program.CPU: there is no key CPU: the nearest is cpu"},
		{"clock =", "clok =", ":8: program.clok: there is no key clok: the nearest is clock"},
		{"level =", "name =", ":11: column 1: key name is already defined"},
		{"at = 0x8000", "att = 0x8000", ":9: program.images.att: there is no key att: the nearest is at"},
		{"images = [{ file = \"mini6502.bin\", at = 0x8000 }]", "images = [\n  { file = \"mini6502.bin\",\n    att = 0x8000 }]", ":11: program.images.att: there is no key att: the nearest is at"},
		{"white = 0,", "whit = 0,", ":25: board.to_move.whit: there is no key whit: the nearest is white"},
		{"[events.best]", "[events.bets]", ":84: events.bets: there is no key bets: the nearest is best or beta"},
		{"[events.best]", "[event.best]", ":84: event: there is no key event: the nearest is events"},
		{"node = true", "node.x = true", ":69: events.scored.node.x: events.scored.node holds no keys"},
		{"least = 1", "least = \"1\"", ":36: search.least: want a whole number, found string"},
		{"least = 1", "least = nan", ":36: search.least: want a whole number, found float"},
		{"least = 1", "least = 99999999999999999999", ":36: search.least: decimal number is too large to fit in a 64-bit signed integer"},
		{"node = true", "node = 1", ":69: events.scored.node: want true or false, found integer"},
		{"symbols = \"mini6502.lbl\"", "symbols = { a = 1 }", ":10: program.symbols.a: program.symbols holds no keys"},
		{"name = \"mini6502\"", "name = 6502", ":5: program.name: want a text in quotes, found integer"},
		{"clock = 1_000_000", "clock = -1", ":8: program.clock: negative integer value -1 cannot be stored in uint64"},
		{"at = 0x8000", "at = 0x1FFFFFFFF", ":9: program.images: integer value 8589934591 cannot be stored in uint32"},
		// The program.
		{"cpu = \"6502\"", "cpu = \"6809\"", `:7: program.cpu: "6809" is unknown: want one of z80, 6502, 68000`},
		{"clock = 1_000_000\n", "", ":4: program.clock: want the clock in Hz, such as 1_000_000"},
		{"name = \"mini6502\"", "name = \"\"", ":5: program.name: want a name, such as the file's"},
		{"images = [{ file = \"mini6502.bin\", at = 0x8000 }]", "", `:4: program.images: want one with code first: images = [{ file = "program.bin", at = 0x8000 }]`},
		{"mini6502.bin", "none.bin", ":9: program.images: DIR/none.bin: no such file or directory"},
		{"mini6502.bin", ".", ":9: program.images: DIR: it is not a regular file"},
		{"at = 0x8000", "at = 0x8000, sha256 = \"abc\"", ":9: program.images: mini6502.bin has 1486 bytes and the SHA-256 11cf1ca4920a6118f928d354c0dd4732bba1e3d4fbeefbd065e64fae7cc14379: the description is of another, abc"},
		{"at = 0x8000", "at = 0x9000", ":13: memory: 6502 mini6502: image of 1486 bytes at $9000: want it in one ROM or RAM of the map"},
		{"\"mini6502.lbl\"", "\"none.lbl\"", ":10: program.symbols: DIR/none.lbl: no such file or directory"},
		{"\"mini6502.lbl\"", "\"mini6502.cfg\"", ":10: program.symbols: mini6502.cfg:3: \"MEMORY {\" begins none of the known symbol files: …"},
		{"level = \"ply\"", "level = \"plie\"", ":11: program.level: plie is no label of memory"},
		// Memory.
		{"$0000-$07FF", "$0000-$87FF", ":13: memory: 6502 mini6502: $8000 to $87ff and $0000 to $87ff overlap"},
		{"$0000-$07FF", "$0800-$07FF", `:14: memory.ram: "$0800-$07FF": want the first and the last address, such as $0000-$07FF`},
		{"ram = \"$0000-$07FF\"\n", "", `:13: memory.ram: want the addresses of RAM, such as "$0000-$07FF"`},
		{"$0000-$07FF", "$0000-$1FFFF", ":13: memory: 6502 mini6502: $20000 bytes at $0000: want 1 or more, below $10000"},
		// Addresses and expressions.
		{"call = \"think\"", "call = \"thin\"", `:34: search.call: "thin", column 1: thin is not a register, a label or a known number: the nearest is think`},
		{"call = \"think\"", "call = \"board\"", ":34: search.call: board is $0200, where the images have no code"},
		{"call = \"think\"", "call = \"$9000\"", ":34: search.call: $9000 is $9000, where there is no memory"},
		{"call = \"think\"\n", "", ":33: search: set without call"},
		{"at = \"board\"", "at = \"$07F0\"", ":22: board.at: a2 is at $0800, where there is no memory"},
		{"at = \"board\"", "at = \"$FFFFFFF0\"", ":22: board.at: a1 is at $fffffff0, where there is no memory"},
		{"from = \"best_from\"", "from = \"best_frm\"", `:41: answer.from: "best_frm", column 1: best_frm is not a register, a label or a known number: the nearest is best_from`},
		{"depth = search.plies", "depth = search.ply", `:35: search.set: "depth = search.ply", column 9: search.ply is not a register, a label or a known number: the nearest is search.plies`},
		{"depth = search.plies", "depth search.plies", `:35: search.set: "depth search.plies", column 7: want =, found search.plies`},
		{"at = \"side\"", "at = \"3\"", `:25: board.to_move.at: "3 = cell.value", column 1: what is before = is not a register, a flag, a label or byte(n), word(n), long(n)`},
		// The board.
		{"\"0x88\"", "\"0x89\"", `:23: board.squares: want "0x88", "8x8", "10x12", { a1 = 21, rank = 10, file = 1 }, or 64 numbers from a1 to h8`},
		{"\"0x88\"", "[1, 2]", `:23: board.squares: want "0x88", "8x8", "10x12", { a1 = 21, rank = 10, file = 1 }, or 64 numbers from a1 to h8`},
		{"\"0x88\"", "{ a1 = 0, rank = 1, file = 1 }", ":23: board.squares: a2 has the number 1: want 64 different ones from 0 to 65535"},
		{"\"0x88\"", "{ a1 = -1, rank = 8, file = 1 }", ":23: board.squares: a1 has the number -1: want 64 different ones from 0 to 65535"},
		{"Q = 5, ", "", ":24: board.men: it has no code of Q and q: want P, N, B, R, Q, K, and p, n, b, r, q, k or black"},
		{"Q = 5,", "Q = 4,", ":24: board.men: Q and R have one code, $04 in the bits that are read, $ff: want different ones"},
		{"empty = 0", "empty = 6", ":24: board.men: empty and K have one code, $06 in the bits that are read, $ff: want different ones"},
		{"black = 0x80", "black = 0x80, moved = 4", ":24: board.men: empty and R have one code, $00 in the bits that are read, $fb: want different ones"},
		{"squares = \"0x88\"", "squares = \"0x88\"\nmask = 0x7F", ":25: board.men: K and k have one code, $06 in the bits that are read, $7f: want different ones"},
		{"squares = \"0x88\"", "squares = \"0x88\"\nmask = 0x187", ":24: board.mask: 391: want bits of a byte"},
		{"K = 6, ", "K = 600, ", ":24: board.men: K = 600: want a byte"},
		{"K = 6, ", "K = 6, X = 7, ", `:24: board.men: "X" is no man: want one of empty, black, moved, K, k, Q, q, R, r, B, b, N, n, P, p`},
		{"k = 4,", "x = 4,", `:26: board.castling.rights: "x": want K, Q, k, q`},
		{"\"passed\"", "\"behind\"", `:27: board.en_passant.of: "behind": want passed, the square passed over, or pawn, the pawn's`},
		// The search.
		{"call = \"think\"\nset = \"depth = search.plies\"", "", ":33: search.call: want the routine that searches, or is to be run"},
		{"to = \"best_to\"\n", "", ":40: answer: want from and to, the squares of the move that was found"},
		{"most = 5", "most = 99", ":37: search.most: least = 1 and most = 99: want plies up to 32"},
		{"least = 1", "least = 7", ":37: search.most: least = 7 and most = 5: want plies up to 32"},
		{"plies = 3", "plies = 6", ":38: search.plies: 6: want 1 to 5"},
		{"pawn = 20", "", ":40: answer.pawn: 0: want how many units of the score a pawn has"},
		{"mate = 8000", "mate = -1", ":47: answer.mate: -1: want the score of a mate, without its plies"},
		{"at = \"board\"", "#", ":21: board.squares: want the program's numbers of the squares"},
		// Events.
		{"suppress = \"pc = &dropped\"", "replace = \"a = event.value\"", ":65: events.generated.replace: replace has no effect here"},
		{"[events.best]\nat = \"improved\"", "[events.best]\nvalue = \"a\"", ":85: events.best.value: value has no effect here"},
		{"at = \"scored\"\n", "", ":67: events.scored: want at, the addresses of the event"},
		{"ply = \"ply\"\nfrom", "from", ":62: events.generated: want ply, or events.ply: the distance from the root"},
		{"to = \"to\"\n", "", ":62: events.generated: want from and to, or events.from and events.to: the move at hand"},
		{"value = \"signed(word(&value))\"\nreplace", "replace", ":67: events.scored: want value"},
		{"at = \"improved\"", "at = [\"improved\", \"board\"]", ":85: events.best.at: board is $0200, where the images have no code"},
	} {
		edits := []string{c.old, c.new}
		if strings.HasSuffix(c.want, "the program's numbers of the squares") {
			edits = append(edits, "squares = \"0x88\"", "")
		}
		d, err := describe(t, "mini6502", edits...)
		if err == nil {
			var e *Engine
			if e, err = open("", d); err == nil {
				err = e.unplayable()
			}
		}
		dir := filepath.Join("..", "..", "asm", "guests", "mini6502")
		want := filepath.Join(dir, "mini6502.toml") + strings.ReplaceAll(c.want, "DIR", dir)
		if prefix, cut := strings.CutSuffix(want, "…"); cut {
			assert.ErrorContains(t, err, prefix)
		} else {
			assert.EqualError(t, err, want, "%s -> %s", c.old, c.new)
		}
		if err != nil {
			assert.NotContains(t, err.Error(), "\n")
		}
	}
}

// A description of another system's line ends is the same, with the same lines.
func TestLinesThatEndInCRLF(t *testing.T) {
	path := filepath.Join("..", "..", "asm", "guests", "mini6502", "mini6502.toml")
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	d, err := parseOn(path, b)
	require.NoError(t, err)
	crlf, err := parseOn(path, []byte(strings.ReplaceAll(string(b), "\n", "\r\n")))
	require.NoError(t, err)
	assert.Equal(t, d, crlf)
	assert.Equal(t, 25, crlf.lines["board.to_move.black"])
}

// What is no regular file, or too large, is refused without being read.
func TestFilesThatAreNotRead(t *testing.T) {
	dir := t.TempDir()
	pipe, large := filepath.Join(dir, "pipe"), filepath.Join(dir, "large")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	require.NoError(t, os.WriteFile(large, nil, 0o600))
	require.NoError(t, os.Truncate(large, 1<<40))
	for path, want := range map[string]string{
		dir: "it is not a regular file", pipe: "it is not a regular file", filepath.Join(dir, "none"): "no such file or directory",
		large: "it has 1099511627776 bytes: want at most 1048576", "a\x00b": "invalid argument",
	} {
		_, err := Read(path)
		assert.EqualError(t, err, path+": "+want)
	}
	_, err := find(Prefix)
	assert.EqualError(t, err, "a guest without a description: want guest:FILE")
	for _, path := range []string{pipe, large, dir} {
		d, err := Read(toy(t, "\x60", "toy.bin", filepath.ToSlash(path)))
		require.NoError(t, err)
		_, err = open("", d)
		assert.ErrorContains(t, err, "toy.toml:5: program.images: "+path+": it ")
	}
}

// A fault of the program ends the search with one line: what, where, and in which key's call.
func TestFaultsOfTheProgram(t *testing.T) {
	for _, c := range []struct{ what, code, want string }{
		{"a loop", "\xEA\xEA\xEA\x4C\x03\x80", "6502 toy: runaway, no return within the budget, instruction at $8003 again, cycle 10002: cycles permits more, until ends a routine that does not return"},
		{"its own code", "\xA9\x00\x8D\x00\x80\x60", "6502 toy: write to ROM at $8000, instruction at $8002 first+$2, cycle 6: memory.unguarded permits it"},
		{"outside the map", "\x8D\x00\x40\x60", "6502 toy: access outside the map at $4000, instruction at $8000 first, cycle 4: it is not in memory.ram or memory.rom"},
		{"memory that nobody wrote", "\xAD\x00\x03\x60", "6502 toy: read of RAM that nobody wrote at $0300, instruction at $8000 first, cycle 4: memory.unguarded permits it"},
		{"no instruction", "\x02", "6502 toy: undefined opcode $02 (jam), instruction at $8000 first, cycle 0"},
		{"outside the image", "\x4C\x00\x81", "6502 toy: code outside the ROM, instruction at $8100, cycle 3: memory.code_in_ram permits code in RAM"},
	} {
		e := openToy(t, c.code)
		_, err := e.Search(t.Context(), initial(), uniform, goengine.Limits{Depth: 1})
		require.Error(t, err, c.what)
		assert.Equal(t, e.d.path+":15: search: "+c.want, err.Error(), c.what)
	}
	for _, c := range []struct{ from, to, want string }{
		{"$14", "$44", "answer: the program's move is e2e5, which is no legal move in " + goengine.StartFEN},
		{"$14", "$88", "answer: the program's move is from 20 to 136, which are no squares"},
	} {
		e := openToy(t, "\x60", "[search]", fmt.Sprintf("[search]\nset = [\"byte($10) = %s\", \"byte($11) = %s\"]", c.from, c.to))
		_, err := e.Search(t.Context(), initial(), uniform, goengine.Limits{Depth: 1})
		assert.EqualError(t, err, e.d.path+":19: "+c.want)
	}
}

// No change of some bytes of a description makes its reader, or a search, panic or hang.
func TestNoDescriptionPanics(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	path := filepath.Join("..", "..", "asm", "guests", "mini6502", "mini6502.toml")
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	const letters = "0123456789$-=[]{}\",. &\nabcFx"
	opened := 0
	for range 2000 {
		b := append([]byte(nil), whole...)
		for range 1 + r.Intn(3) {
			i := r.Intn(len(b))
			switch r.Intn(4) {
			case 0:
				b[i] = byte(r.Intn(256))
			case 1:
				b[i] = letters[r.Intn(len(letters))]
			case 2:
				b = append(b[:i], b[min(i+1+r.Intn(8), len(b)):]...)
			default:
				j := r.Intn(len(b))
				b = append(b[:i:i], append(append([]byte(nil), b[j:min(j+r.Intn(20), len(b))]...), b[i:]...)...)
			}
		}
		d, err := parseOn(path, b)
		if err != nil {
			assert.NotContains(t, err.Error(), "\n")
			continue
		}
		e, err := open("", d)
		if err != nil {
			assert.NotContains(t, err.Error(), "\n")
			continue
		}
		opened++
		for _, c := range []*call{&e.start, &e.play, &e.search, &e.list} {
			c.budget = 3000
		}
		e.Attach(goengine.CallbackFunc(func(goengine.Node, *goengine.Event) {}))
		if _, err := e.Search(context.Background(), initial(), uniform, goengine.Limits{Depth: 1}); err != nil {
			assert.NotContains(t, err.Error(), "\n")
		}
	}
	assert.Greater(t, opened, 100)
}
