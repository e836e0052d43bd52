package session

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/searchex/searchex/goengine"
)

// A game of a page has at most 20,000 half-moves, those of its variations among them, alone or
// with the others that are resumed; a longer one is refused in one line, and the page goes on.
func TestALongGameIsRefused(t *testing.T) {
	p := open(t, Options{})
	p.say(`{"type":"hello"}`)
	p.want(typeDone)
	const refused = "the game is too long: more than 20000 half-moves, those of variations among them"
	long := "1. e4 " + strings.Repeat("(d4 d5)", 10_000) + " *"
	p.say(`{"type":"load","pgn":%q}`, long)
	assert.Equal(t, "PGN:1: game 1: "+refused, p.want(typeError)["text"])
	const seats = `"level":"5","seats":[{"engine":"go","profile":"sx81"},{"engine":"go","profile":"sx81"}]`
	half := "1. e4 " + strings.Repeat("(d4 d5)", 5_000) + " *"
	p.say(`{"type":"resume","current":1,"games":[{"board":1,"pgn":%q,%s},{"board":2,"pgn":%q,%s}]}`, half, seats, half, seats)
	text := fmt.Sprint(p.want(typeError)["text"])
	assert.Contains(t, text, "not resumed: game 2: PGN:1: game 1: "+refused)
	assert.NotContains(t, text, "\n")
	p.say(`{"type":"load","pgn":"1. e4 *"}`)
	p.want(typeDone)
}

// The end of the context ends what a session does: it answers no more, and Close waits for
// nothing.
func TestTheEndOfTheContextEndsTheSession(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var sent atomic.Int64
	s := New(ctx, Options{Clock: &stillClock{now: time.Unix(1e9, 0)}}, func([]byte) { sent.Add(1) })
	cancel()
	for range 100 { // more than fit in the inbox
		s.Receive([]byte(`{"type":"load","pgn":"1. e4 *"}`))
	}
	s.Receive([]byte(`{"type":"search","id":"1","engine":"go","profile":"sx81","fen":"8/8/8/8/8/8/8/K1k5 w - - 0 1"}`))
	s.Close()
	assert.Zero(t, sent.Load())
}

// All messages that begin a search refuse the same wrong positions, in the same words.
func TestEverySearchRefusesAWrongPosition(t *testing.T) {
	p := open(t, Options{})
	const start = `"fen":"` + goengine.StartFEN + `"`
	for kind, rest := range map[string]string{
		"search": `"sx":8`, "cycles": `"sx":8`, "tree": `"plies":1,"top":1`, "watch": `"plies":1,"decisions":1`,
	} {
		for message, want := range map[string]string{
			`"engine":"z80","profile":"sx81",` + start:                                                                "wants an id, by which it is stopped",
			`"id":"x","engine":"pdp","profile":"sx81",` + start:                                                       `engine "pdp" is unknown`,
			`"id":"x","engine":"z80","profile":"sx99",` + start:                                                       "sx99",
			`"id":"x","engine":"z80","profile":"sx81","fen":"8/8"`:                                                    "8/8",
			`"id":"x","engine":"z80","profile":"sx81","moves":["e2e4","e2e4"],` + start:                               "e2e4",
			`"id":"x","engine":"z80","profile":"sx81","moves":["a"` + strings.Repeat(`,"a"`, maxMoves) + "]," + start: "6001 moves: want at most 6000",
			`"id":"x","engine":"z80","profile":"sx81","sx":256,` + start:                                              "sx 256: want 0 to 255",
			`"id":"x","engine":"z80","profile":"sx81","task":{},` + start:                                             `unknown field "task"`,
		} {
			p.say(`{"type":%q,%s,%s}`, kind, rest, message)
			assert.Contains(t, p.want(typeError)["text"], want, "%s: %s", kind, short(message))
		}
	}
}

// The answer to a message comes after what the message has changed.
func TestTheAnswerComesAfterTheChange(t *testing.T) {
	p := open(t, Options{})
	p.say(`{"type":"hello"}`)
	p.want(typeDone)
	p.say(`{"type":"setup","fen":"7k/8/8/8/8/8/8/KR6 w - - 0 1"}`)
	var kinds []string
	for !slices.Contains(kinds, typeDone) && !slices.Contains(kinds, typeError) {
		kinds = append(kinds, fmt.Sprint((<-p.inbox)["type"]))
	}
	assert.Contains(t, kinds, typeGame)
}
