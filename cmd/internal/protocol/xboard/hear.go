package xboard

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/goengine"
)

// ignored has the commands without effect.
var ignored = map[string]bool{
	"xboard": true, "accepted": true, "rejected": true, "random": true, "computer": true, "name": true, "rating": true, "ics": true,
	"hard": true, "easy": true, "draw": true, "bk": true, "": true,
}

// hear handles a line.
func (t *talk) hear(line string) (quit bool) {
	line = strings.TrimSpace(strings.TrimPrefix(line, "\uFEFF"))
	name, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	switch name {
	case "quit":
		return true
	case "protover":
		t.greetings()
	case "new":
		t.newGame()
	case "variant":
		if rest != "normal" {
			t.tell("Error (unknown variant): %s", line)
		}
	case "force":
		t.stop()
		t.forced = true
	case "result":
		t.stop()
		t.forced, t.over = true, true
	case "go", "playother":
		t.stop()
		t.forced, t.analysed = false, false
		if t.engine = t.game.WhiteToMove(); name == "playother" {
			t.engine = !t.engine
		}
		t.over = false
		if _, end := t.game.Verdict(); end == rules.Checkmate || end == rules.Stalemate {
			t.conclude()
		}
		t.goOn()
	case "usermove":
		t.play(rest)
	case "setboard":
		t.setBoard(rest)
	case "undo":
		t.takeBack(1)
	case "remove":
		t.takeBack(2)
	case "?":
		if t.thinking() {
			t.say("stop")
		}
	case "ping":
		t.pings = append(t.pings, rest)
		if !t.thinking() {
			t.release()
		}
	case "hint":
		if t.expected != "" && t.game.WhiteToMove() != t.engine {
			t.tell("Hint: %s", t.expected)
		}
	case "post", "nopost":
		t.post = name == "post"
	case "analyze":
		t.stop()
		t.analysed, t.forced = true, true
		t.goOn()
	case "exit":
		t.stop()
		t.analysed = false
	case ".":
		if t.analysed {
			t.tell("stat01: %d %d %d 0 0", t.thought.time, t.thought.nodes, t.thought.depth)
		}
	case "option":
		t.setOption(rest)
	default:
		t.other(line, name, rest)
	}
	return false
}

// looksLikeAMove matches a move in the coordinates of this protocol.
var looksLikeAMove = regexp.MustCompile(`^[a-h][1-8][a-h][1-8][qrbnQRBN]?$`)

// other handles a command about the clocks, a move without usermove, or an unknown command.
func (t *talk) other(line, name, rest string) {
	switch known, err := t.clock.hear(name, rest); {
	case err != nil:
		t.tell("Error (%v): %s", err, line)
	case known && name == "level":
		t.clock.from = len(t.game.Moves())
	case known || ignored[name]:
	case looksLikeAMove.MatchString(line):
		t.play(line)
	default:
		t.tell("Error (unknown command): %.80s", line)
	}
}

// play makes a move of the opponent, or in force mode of either side.
func (t *talk) play(text string) {
	uci, err := t.game.Read(text)
	if t.thinking() {
		err = fmt.Errorf("it is the engine's move")
	}
	if err == nil {
		err = t.game.Play(uci)
	}
	if err != nil {
		t.tell("Illegal move (%v): %s", err, text)
		return
	}
	t.expected = ""
	t.conclude()
	t.goOn()
}

// setBoard sets up a position.
func (t *talk) setBoard(fen string) {
	fen, _, err := goengine.CompleteFEN(fen)
	if err != nil {
		t.tell("tellusererror Illegal position: %v", err)
		return
	}
	t.stop()
	t.setUp(fen)
	if t.analysed {
		t.goOn()
	}
}

// takeBack takes moves back. The engine moves only after go.
func (t *talk) takeBack(n int) {
	moves := t.game.Moves()
	if len(moves) < n {
		t.tell("Error (no move to take back): %d", n)
		return
	}
	t.stop()
	t.game, _ = rules.New(t.fen, moves[:len(moves)-n]...) // they have been played
	t.expected, t.over = "", false
	if n == 1 && !t.analysed {
		t.forced = true
	}
	if t.analysed {
		t.goOn()
	}
}
