package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/chess/openings"
	"github.com/searchex/searchex/cmd/internal/chess/pgn"
	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/play"
	"github.com/searchex/searchex/cmd/internal/play/level"
	"github.com/searchex/searchex/goengine"
)

// fenReader reads a FEN and returns the position, empty if the reader shows none, or the
// text of the refusal.
type fenReader func(t *testing.T, fen string) (position, refusal string)

// fenReaders are the ways by which positions come in.
var fenReaders = map[string]fenReader{
	"--fen": func(t *testing.T, fen string) (string, string) {
		return searched(t, "", "--fen", fen)
	},
	"--epd": func(t *testing.T, fen string) (string, string) {
		return searched(t, "", "--epd", fileOf(t, fen+"\n"))
	},
	"--epd -": func(t *testing.T, fen string) (string, string) {
		return searched(t, fen+"\n", "--epd", "-")
	},
	"book show --fen": func(t *testing.T, fen string) (string, string) {
		out, ok := command(t, "", "book", "show", "--fen", fen)
		return answer(strings.Split(out+"\n\n", "\n")[1], out, ok)
	},
	"tag of PGN": func(t *testing.T, fen string) (string, string) {
		text := "[FEN \"" + strings.ReplaceAll(fen, `"`, `\"`) + "\"]\n\n*\n"
		out, ok := command(t, "", "annotate", fileOf(t, text), "--nodes", "1")
		raw, err := pgn.NewReader(strings.NewReader(text), "x").Next()
		require.NoError(t, err)
		game, _, _ := raw.Game()
		return answer(game.FEN, out, ok)
	},
	"openings": func(_ *testing.T, fen string) (string, string) {
		all, err := openings.Read(strings.NewReader(fen+"\n"), "o.epd")
		if err != nil {
			return "", err.Error()
		}
		return all[0].FEN, ""
	},
	"play": func(_ *testing.T, fen string) (string, string) {
		g, err := play.NewGame(fen, [2]play.Seat{}, level.Level{})
		if err != nil {
			return "", err.Error()
		}
		return g.Start, ""
	},
	"set-up": func(_ *testing.T, fen string) (string, string) {
		table := play.New(play.Options{Clock: noClock{}})
		if err := table.UseSetup(fen); err != nil {
			return "", err.Error()
		}
		return table.Game().Start, ""
	},
	"UCI": func(t *testing.T, fen string) (string, string) {
		out, _ := command(t, "position fen "+fen+"\ngo nodes 1\nquit\n", "uci")
		return answer("", out, !strings.Contains(out, "info string position"))
	},
	"XBoard": func(t *testing.T, fen string) (string, string) {
		out, _ := command(t, "xboard\nprotover 2\nforce\nsetboard "+fen+"\nquit\n", "xboard")
		return answer("", out, !strings.Contains(out, "tellusererror"))
	},
	"referee": func(_ *testing.T, fen string) (string, string) {
		p, err := rules.ParsePosition(fen)
		if err != nil {
			return "", err.Error()
		}
		return p.FEN(), ""
	},
}

// noClock is a clock that stands still.
type noClock struct{}

func (noClock) Now() time.Time                       { return time.Time{} }
func (noClock) Sleep(time.Duration, <-chan struct{}) {}

func fileOf(t *testing.T, text string) string {
	path := filepath.Join(t.TempDir(), "x")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

// command runs a command and returns all that it prints, and whether it succeeded.
func command(t *testing.T, input string, args ...string) (string, bool) {
	var out, complaint bytes.Buffer
	a := cli.NewApp(t.Context(), strings.NewReader(input), &out, &complaint)
	status := run(a, args)
	return out.String() + complaint.String(), status == 0
}

func searched(t *testing.T, input string, args ...string) (string, string) {
	out, ok := command(t, input, append([]string{"search", "--engine", "go", "--nodes", "1", "--json"}, args...)...)
	var first struct{ FEN string }
	if ok {
		require.NoError(t, json.Unmarshal([]byte(strings.Split(out, "\n")[0]), &first))
	}
	return answer(first.FEN, out, ok)
}

func answer(position, out string, ok bool) (string, string) {
	if ok {
		return position, ""
	}
	return "", out
}

// samePosition compares positions whose en passant square may be left out where no pawn
// can take, and whose move number 0 may be 1.
func samePosition(t *testing.T, want, got, message string) {
	normal := func(fen string) string {
		p, err := goengine.ParseFEN(fen)
		require.NoError(t, err, message)
		s := p.FEN()
		if before, ok := strings.CutSuffix(s, " 0"); ok {
			s = before + " 1"
		}
		return s
	}
	assert.Len(t, strings.Fields(got), 6, message)
	assert.Equal(t, normal(want), normal(got), message)
}

// What one reader of positions accepts or refuses, all of them do, and for one reason.
func TestAllReadersOfPositionsAgree(t *testing.T) {
	const rooks = "r3k2r/8/8/8/8/8/8/R3K2R"
	for fen, want := range map[string]string{
		rooks + " w KQkq - 0 1":              rooks + " w KQkq - 0 1",
		rooks + " w KQkq - 0":                rooks + " w KQkq - 0 1",
		rooks + " w KQkq -":                  rooks + " w KQkq - 0 1",
		rooks + " w qkQK - 0 1":              rooks + " w KQkq - 0 1",
		rooks + " b HAha - 12 34":            rooks + " b KQkq - 12 34",
		rooks + " b hA -":                    rooks + " b Qk - 0 1",
		rooks + "  w   -   -  0  1":          rooks + " w - - 0 1",
		" " + rooks + "\tw\tKQ -":            rooks + " w KQ - 0 1",
		rooks + " w KQkq - 0 0":              rooks + " w KQkq - 0 0",
		rooks + " w KQkq - 99 65535":         rooks + " w KQkq - 99 65535",
		"'" + rooks + " w KQkq - 3 4'":       rooks + " w KQkq - 3 4",
		`"` + rooks + ` w kq -"`:             rooks + " w kq - 0 1",
		"startpos":                           goengine.StartFEN,
		"4k3/8/8/4p3/8/8/8/R3K3 w Q e6":      "4k3/8/8/4p3/8/8/8/R3K3 w Q - 0 1",
		"4k3/8/8/3Pp3/8/8/8/R3K3 w Q e6 0 9": "4k3/8/8/3Pp3/8/8/8/R3K3 w Q e6 0 9",
		"rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2": "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
	} {
		for name, reads := range fenReaders {
			got, refusal := reads(t, fen)
			message := fmt.Sprintf("%s %q", name, fen)
			if assert.Empty(t, refusal, message) && got != "" {
				samePosition(t, want, got, message)
			}
		}
	}
	for fen, want := range map[string]string{
		rooks + " w KQkq":                                           "fields, have 3",
		rooks + " w KQkq - 151 1":                                   `half-move clock "151": want a number from 0 to 150`,
		rooks + " w KQkq - 0 65536":                                 `move number "65536": want a number from 0 to 65535`,
		rooks + " x KQkq - 0 1":                                     `side to move "x": want w or b`,
		rooks + " w GBgb - 0 1":                                     `castling "GBgb": want letters of KQkq or -; Chess960 is not played`,
		rooks + " w KK - 0 1":                                       `castling "KK": 'K' stands twice`,
		rooks + " w KH - 0 1":                                       `castling "KH": 'H' stands twice`,
		rooks + " w KX - 0 1":                                       `castling "KX": want letters of KQkq or -`,
		"r3k2r/8/8/8/8/8/8/R3K3 w KQkq - 0 1":                       `castling "KQkq": king or rook for 'K' is not at home`,
		"bqnrkbrn/pppppppp/8/8/8/8/PPPPPPPP/BQNRKBRN w GDgd - 0 1":  "Chess960 is not played",
		"bqnrkbrn/pppppppp/8/8/8/8/PPPPPPPP/BQNRKBRN w KQkq - 0 1":  "king or rook for 'K' is not at home; Chess960 is not played",
		"r3k2r/8/8/8/8/8/8/R2KK2R w - - 0 1":                        "white has 2 kings",
		"r6r/8/8/8/8/8/8/R3K2R w - - 0 1":                           "black has no king",
		"r3k2r/8/8/8/8/8/R3K2R w KQkq - 0 1":                        "board has 7 ranks, want 8",
		"r3k2r/8/8/8/8/8/8/8/R3K2R w KQkq - 0 1":                    "board has 9 ranks, want 8",
		"r3k2r/8/8/9/8/8/8/R3K2R w KQkq - 0 1":                      "rank 5: '9' is not a piece",
		"r3k2r/8/8/pppp5/8/8/8/R3K2R w KQkq - 0 1":                  "rank 5 has more than 8 squares",
		"r3k2r/8/8/pppp3/8/8/8/R3K2R w KQkq - 0 1":                  "rank 5 has 7 squares, want 8",
		"r3k2r/8/8/ppXp4/8/8/8/R3K2R w KQkq - 0 1":                  "rank 5: 'X' is not a piece",
		"r3k2r/8/8/8/8/8/8/R3K2P w - - 0 1":                         "a pawn stands on h1",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e3 0 1": "en passant e3: no black pawn has just passed it",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq x9 0 1": `en passant "x9": want a square or -`,
		"4k3/8/8/8/8/8/4R3/4K3 w - - 0 1":                           "white is to move, but black is in check: wrong side to move?",
		"4k3/8/8/p1p5/1K6/8/8/8 w - - 0 1":                          "white is in check by 2 pieces as no move can bring about",
	} {
		for name, reads := range fenReaders {
			got, refusal := reads(t, fen)
			assert.Empty(t, got, "%s %q", name, fen)
			if assert.NotEmpty(t, refusal, "%s %q", name, fen) {
				assert.Contains(t, refusal, want, name)
				assert.NotContains(t, refusal, "not a move", "%s %q", name, fen)
			}
		}
	}
}
