package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/chess/books"
	"github.com/searchex/searchex/cmd/internal/chess/epd"
	"github.com/searchex/searchex/cmd/internal/chess/openings"
	"github.com/searchex/searchex/cmd/internal/chess/pgn"
	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/cmd/internal/chess/tactics"
	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/play/thinker"
	pagesession "github.com/searchex/searchex/cmd/internal/session"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/goengine/book"
)

// written are legal moves in the forms in which people write them: what leads to the
// position, the move in UCI notation, and its forms.
var written = []struct{ before, uci, forms string }{
	{"e4 e5 Nf3 Nc6 Bc4 Nf6", "e1g1", "O-O 0-0 o-o OO e1g1 Ke1-g1 O–O 0–0 O-O!"},
	{"e4 e5 Nf3 Nc6 Bc4 Nf6", "f3e5", "Nxe5 N:e5 Nf3:e5 Nf3xe5 Nf3-e5 f3e5 Ne5 Ne5: ♘xe5 N×e5 Nxe5$1 Nxe5?! nxe5"},
	{"e4 e5 Nf3 Nc6 Bc4 Nf6", "c4f7", "Bxf7 B:f7+ Bf7 Bxf7+ c4f7"},
	{"e4 e5 Nf3 Nc6 Bc4 Nf6", "d2d4", "d4 d2-d4 Pd4 d2–d4 Pd2-d4"},
	{"e4 d5", "e4d5", "exd5 ed5 e:d5 e.d5 e4d5 e4xd5"},
	{"e4 a6 e5 d5", "e5d6", "exd6 exd6ep exd6e.p. ed6"},
	{"e4 d5 exd5 Nf6 d6 c6 dxe7 Nd5", "e7f8q", "exf8=Q exf8Q exf8=q exf8(Q) exf8/Q e7f8q e7f8Q e7xf8=Q ef8Q"},
}

// nonsense are words that are no move in any notation.
var nonsense = []string{"#2x", "Qe4+,Nd8+", "xyzzy", "e9", "Nf9", "--x", "O-O-O-O"}

// door reads a move after others that lead to its position, and returns it in UCI notation.
type door func(t *testing.T, before, uciBefore, move string) (uci string, err error)

// playedAfter returns the moves in UCI notation, and the game after them.
func playedAfter(t *testing.T, before string) (string, *rules.Game) {
	g, err := rules.New(goengine.StartFEN)
	require.NoError(t, err)
	for _, m := range strings.Fields(before) {
		require.NoError(t, g.Play(g.UCI(m)))
	}
	return strings.Join(g.Moves(), " "), g
}

// last returns the last of some moves.
func last(moves []string, n int) (string, error) {
	if len(moves) != n+1 {
		return "", fmt.Errorf("%d moves, not %d", len(moves), n+1)
	}
	return moves[n], nil
}

// numbered returns moves with their numbers.
func numbered(before, move string) string {
	var b strings.Builder
	for i, m := range append(strings.Fields(before), move) {
		if i%2 == 0 {
			fmt.Fprintf(&b, "%d. ", i/2+1)
		}
		b.WriteString(m + " ")
	}
	return strings.TrimSpace(b.String())
}

func fromOpenings(text string, n int) (string, error) {
	var skipped error
	all, err := openings.Games{Skipped: func(err error) { skipped = err }}.Read(strings.NewReader(text), "x")
	if err = cmp.Or(err, skipped); err != nil {
		return "", err
	}
	return last(all[0].Moves, n)
}

// doors are the places where the program reads moves.
var doors = map[string]door{
	"play and its like": func(t *testing.T, before, _, move string) (string, error) {
		_, g := playedAfter(t, before)
		return g.Read(move)
	},
	"PGN": func(t *testing.T, before, _, move string) (string, error) {
		raw, err := pgn.NewReader(strings.NewReader("[Event \"x\"]\n\n"+numbered(before, move)+" *\n"), "x").Next()
		require.NoError(t, err)
		game, _, err := raw.Game()
		if err != nil {
			return "", err
		}
		return game.Moves[len(game.Moves)-1].UCI, nil
	},
	"source of a book": func(t *testing.T, before, _, move string) (string, error) {
		tree := book.NewTree()
		if err := books.Read(tree, []byte(numbered(before, move)), "x", 0); err != nil {
			return "", err
		}
		_, g := playedAfter(t, before)
		p, err := goengine.ParseFEN(g.FEN())
		require.NoError(t, err)
		return p.UCI(tree.Node(p).Moves[0].Move), nil
	},
	"line of openings": func(t *testing.T, before, _, move string) (string, error) {
		return fromOpenings("Name: "+numbered(before, move), len(strings.Fields(before)))
	},
	"line of openings without a name": func(t *testing.T, before, _, move string) (string, error) {
		return fromOpenings(strings.TrimSpace(before+" "+move), len(strings.Fields(before)))
	},
	"openings in PGN": func(t *testing.T, before, _, move string) (string, error) {
		return fromOpenings("[Event \"x\"]\n\n"+numbered(before, move)+" *\n", len(strings.Fields(before)))
	},
	"table of openings": func(t *testing.T, before, _, move string) (string, error) {
		return fromOpenings("C50\tName\t"+numbered(before, move)+"\n", len(strings.Fields(before)))
	},
	"EPD": func(t *testing.T, before, _, move string) (string, error) {
		uci, g := playedAfter(t, before)
		for _, code := range []string{"am", "pm", "bm"} {
			line := fmt.Sprintf("%s %s %s;", strings.Join(strings.Fields(g.FEN())[:4], " "), code, move)
			all, err := epd.Read(strings.NewReader(line), "x")
			require.NoError(t, err)
			task, err := tactics.New(all[0])
			if err != nil {
				return "", err
			}
			for _, m := range g.LegalMoves() {
				if task.Solved(m, 0) == (code != "am") {
					uci = m
				}
			}
		}
		return uci, nil
	},
	"--moves": func(t *testing.T, before, _, move string) (string, error) {
		var out, complaint bytes.Buffer
		status := run(cli.NewApp(t.Context(), nil, &out, &complaint), []string{"book", "show", "--json", "--moves", numbered(before, move)})
		if status != cli.ExitFine {
			return "", fmt.Errorf("%s", complaint.String())
		}
		var found struct{ FEN string }
		require.NoError(t, json.Unmarshal(out.Bytes(), &found))
		return moveTo(t, before, found.FEN)
	},
	"UCI": func(t *testing.T, before, uciBefore, move string) (string, error) {
		var out bytes.Buffer
		in := fmt.Sprintf("position startpos moves %s\ngo nodes 1 searchmoves %s\n", uciBefore, move)
		require.Equal(t, cli.ExitFine, run(cli.NewApp(t.Context(), strings.NewReader(in), &out, io.Discard), []string{"uci"}))
		if _, why, bad := strings.Cut(out.String(), "info string searchmoves"); bad || !strings.Contains(move, "f7") && !strings.Contains(out.String(), "bestmove") {
			return "", fmt.Errorf("%s", why)
		}
		_, best, _ := strings.Cut(out.String(), "bestmove ")
		return strings.Fields(best)[0], nil
	},
	"the page": func(t *testing.T, before, _, move string) (string, error) {
		messages := make(chan map[string]any, 1000)
		s := pagesession.New(t.Context(), pagesession.Options{Clock: thinker.HostClock{}}, func(b []byte) {
			m := map[string]any{}
			assert.NoError(t, json.Unmarshal(b, &m))
			messages <- m
		})
		defer s.Close()
		say := func(message string) (game map[string]any, err error) {
			s.Receive([]byte(message))
			for m := range messages {
				switch m["type"] {
				case "game":
					game = m
				case "error":
					return nil, fmt.Errorf("%s", m["text"])
				case "done":
					return game, nil
				}
			}
			return nil, io.EOF
		}
		var game map[string]any
		var err error
		for _, message := range append([]string{`{"type":"hello"}`, `{"type":"say","text":"two"}`}, eachMove(before, move)...) {
			if game, err = say(message); err != nil {
				return "", err
			}
		}
		all := game["moves"].([]any)
		return all[len(all)-1].(map[string]any)["uci"].(string), nil
	},
}

// eachMove returns the messages of moves.
func eachMove(before, move string) (all []string) {
	for _, m := range append(strings.Fields(before), move) {
		all = append(all, fmt.Sprintf(`{"type":"move","move":%q}`, m))
	}
	return all
}

// moveTo returns the move that leads to a position.
func moveTo(t *testing.T, before, fen string) (string, error) {
	_, g := playedAfter(t, before)
	for _, m := range g.LegalMoves() {
		next := g.Clone()
		require.NoError(t, next.Play(m))
		if strings.HasPrefix(fen, strings.Join(strings.Fields(next.FEN())[:2], " ")) {
			return m, nil
		}
	}
	return "", fmt.Errorf("no move leads to %s", fen)
}

// Every place where the program reads moves reads them in all forms, as the same move.
func TestEachDoorReadsEachFormOfAMove(t *testing.T) {
	n := 0
	for name, read := range doors {
		for _, w := range written {
			uciBefore, _ := playedAfter(t, w.before)
			for _, form := range strings.Fields(w.forms) {
				n++
				uci, err := read(t, w.before, uciBefore, form)
				if assert.NoError(t, err, "%s: %s %s", name, w.before, form) {
					assert.Equal(t, w.uci, uci, "%s: %s %s", name, w.before, form)
				}
			}
		}
	}
	assert.GreaterOrEqual(t, n, 45*len(doors))
}

// A word that is no move in any notation is called not a move, never not legal.
func TestEachDoorKnowsWhatIsNoMove(t *testing.T) {
	for name, read := range doors {
		for _, word := range nonsense {
			_, err := read(t, "e4 e5", "e2e4 e7e5", word)
			switch {
			case name == "UCI" && err == nil:
				continue // the word ends searchmoves
			case strings.Contains(name, "PGN") && strings.Contains(word, ","):
				continue // two words in PGN
			}
			if assert.Error(t, err, "%s: %s", name, word) {
				assert.NotContains(t, err.Error(), "legal", "%s: %s", name, word)
				assert.Contains(t, err.Error(), "not a move", "%s: %s", name, word)
			}
		}
	}
}
