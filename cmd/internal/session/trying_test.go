package session

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

const middlegame = "r1bq1rk1/pp1nbppp/2p1pn2/3p4/2PP4/2N1PN2/PPQ1BPPP/R1B2RK1 w - - 0 9"

// linesOf returns all lines of the tree that Go searches within a number of nodes: of each move
// the UCI notation, the price and the SX left, as pages are sent them.
func linesOf(t *testing.T, fen string, nodes uint64) map[string]bool {
	start, err := goengine.ParseFEN(fen)
	require.NoError(t, err)
	prof, _ := goengine.ProfileByName("sx81")
	e, err := hostbridge.New("go")
	require.NoError(t, err)
	var own [goengine.MaxPly + 2]int
	all := map[string]bool{}
	add := func(moves []goengine.Move, left int) {
		text := ""
		for i, uci := range start.UCILine(moves) {
			after := left
			if i+1 < len(moves) {
				after = own[i+1]
			}
			text += fmt.Sprintf(" %s %d %d", uci, own[i]-after, after)
		}
		all[text] = true
	}
	e.Attach(goengine.CallbackFunc(func(n hostbridge.Node, ev *goengine.Event) {
		sx, _ := n.Budget()
		own[n.Ply()] = int(sx)
		add(n.Path(nil), int(sx))
		if ev.Kind == goengine.EventPriced && ev.Price <= sx {
			add(append(n.Path(nil), ev.Move), int(sx-ev.Price))
		}
	}))
	_, err = e.Search(t.Context(), goengine.NewGame(start), &prof, goengine.Limits{Nodes: nodes})
	require.NoError(t, err)
	return all
}

// beatClock is a clock that stands still, and delivers a beat whenever somebody sleeps.
type beatClock struct {
	stillClock
	beat chan time.Time
}

func (c *beatClock) Sleep(d time.Duration, wake <-chan struct{}) {
	c.stillClock.Sleep(d, wake)
	select {
	case c.beat <- c.Now():
	case <-wake:
	}
}

// The line that a page is sent while the machine thinks is one of the tree of that search, with its
// prices; after the search there is none.
func TestTheLineThatIsTriedIsInTheTree(t *testing.T) {
	for _, engine := range []string{"6502", "go"} {
		clock := &beatClock{beat: make(chan time.Time)}
		p := &page{T: t, inbox: make(chan map[string]any, 1000)}
		p.Session = New(t.Context(), Options{Clock: clock, Beat: clock.beat}, func(message []byte) {
			m := map[string]any{}
			assert.NoError(t, json.Unmarshal(message, &m))
			p.inbox <- m
		})
		t.Cleanup(p.Close)
		p.say(`{"type":"hello"}`)
		p.want(typeDone)
		for _, text := range []string{"machine " + engine + ":sx81", "level 3", "setup " + middlegame, "go"} {
			p.say(`{"type":"say","text":%q}`, text)
		}
		sent, longest, nodes := map[string]bool{}, 0, 0.0
		for m := range p.inbox {
			if g, ok := m["moves"].([]any); ok && len(g) == 1 {
				break
			}
			if m["type"] != typeDisplay {
				continue
			}
			line, _ := m["trying"].([]any)
			text := ""
			for _, x := range line {
				x := x.(map[string]any)
				text += fmt.Sprintf(" %v %v %v", x["move"], x["price"], x["sx_left"])
			}
			sent[text], longest, nodes = true, max(longest, len(line)), max(nodes, m["nodes"].(float64))
		}
		m := p.want(typeDisplay)
		assert.Equal(t, []any{false, nil}, []any{m["thinking"], m["trying"]}, "after the search")
		tree := linesOf(t, middlegame, uint64(nodes)+1000)
		for line := range sent {
			assert.True(t, tree[line], "%s: %s", engine, line)
		}
		assert.Greater(t, len(sent), 20, engine)
		assert.Greater(t, longest, 2, engine)
	}
}
