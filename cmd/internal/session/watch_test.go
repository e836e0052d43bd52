package session

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

// decisions collects the rows of decisions that are reported until done says that they are
// enough, and returns the last message.
func (p *page) decisions(rows map[int]map[string]any, enough func(m map[string]any) bool) map[string]any {
	p.Helper()
	for {
		m := p.want(typeGrown)
		if m["iteration"].(float64) > rows[-1]["iteration"].(float64) {
			clear(rows)
		}
		rows[-1] = m
		for _, r := range m["rows"].([]any) {
			r := r.(map[string]any)
			n, up := int(r["n"].(float64)), int(r["up"].(float64))
			require.True(p, up == -1 || rows[up] != nil, "a move comes before the one that leads there: %v", r)
			rows[n] = r
		}
		if enough(m) {
			return m
		}
	}
}

// done is the number of rows that have a verdict.
func done(rows map[int]map[string]any) (n int) {
	for _, r := range rows {
		if r["done"] == true {
			n++
		}
	}
	return n
}

const scholar = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1"

// A search that is watched stops at each decision, takes no slot while it waits, and its last
// iteration is the tree that is shown afterwards.
func TestASearchThatIsWatched(t *testing.T) {
	p := open(t, Options{Slots: NewSlots(1)})
	p.say(`{"type":"watch","id":"w","engine":"go","profile":"sx81","fen":%q,"sx":18,"plies":2,"decisions":1}`, scholar)
	rows := map[int]map[string]any{-1: {"iteration": 0.0}}
	p.decisions(rows, func(map[string]any) bool { return done(rows) == 1 })
	p.say(`{"type":"tree","id":"t","profile":"sx81","fen":%q,"sx":18,"plies":2,"top":20}`, scholar)
	tree := p.want(typeTree) // the search waits, so that there is room
	assert.Equal(t, 1, done(rows))
	for n := 2; n < 5; n++ {
		p.say(`{"type":"more","id":"w","decisions":1}`)
		p.decisions(rows, func(map[string]any) bool { return done(rows) == n })
	}
	p.say(`{"type":"more","id":"w","decisions":10000}`)
	p.decisions(rows, func(m map[string]any) bool {
		assert.LessOrEqual(t, len(m["rows"].([]any)), mostRows)
		return m["nodes"] == tree["nodes"] // the last one
	})
	w := p.want(typeWatched)
	for _, key := range []string{"summary", "nodes", "score", "san", "value"} {
		assert.Equal(t, tree[key], w[key], key)
	}
	assert.Equal(t, "f3f7", w["pv"].([]any)[0])
	shown := 0
	for _, m := range tree["moves"].([]any) {
		m := m.(map[string]any)
		if m["number"] == 0.0 {
			continue // not tried
		}
		shown++
		found := false
		for n, r := range rows {
			if n >= 0 && assert.ObjectsAreEqual(m["line"], r["line"]) {
				found = true
				for _, key := range []string{"san", "category", "price", "sx_left", "static", "value", "verdict", "end", "nodes"} {
					assert.Equal(t, m[key], r[key], "%v %s", m["line"], key)
				}
				if m["alpha"] != nil {
					assert.Equal(t, []any{m["alpha"], m["beta"]}, []any{r["alpha"], r["beta"]}, m["line"])
				}
				if r["price"] != nil {
					assert.NotNil(t, r["alpha"], "the window of a move that was refuted: %v", m["line"])
				}
			}
		}
		assert.True(t, found, m["line"])
	}
	assert.Greater(t, shown, 20)
}

// A search that is watched goes on when there is room for it.
func TestASearchThatIsWatchedTakesASlotAgain(t *testing.T) {
	slots := NewSlots(1)
	p := open(t, Options{Slots: slots})
	p.say(`{"type":"watch","id":"w","profile":"sx81","fen":%q,"sx":18,"plies":2,"decisions":1}`, scholar)
	rows := map[int]map[string]any{-1: {"iteration": 0.0}}
	p.decisions(rows, func(map[string]any) bool { return done(rows) == 1 })
	for slots.Busy() {
		runtime.Gosched()
	}
	p.say(`{"type":"search","id":"s","engine":"go","profile":"sx81","fen":%q}`, goengine.StartFEN) // without end
	for !slots.Busy() {
		runtime.Gosched()
	}
	p.say(`{"type":"more","id":"w","decisions":1}`)
	for waiting := 0; waiting == 0; runtime.Gosched() {
		slots.lock.Lock()
		waiting = len(slots.waiting)
		slots.lock.Unlock()
	}
	p.say(`{"type":"stop","id":"s"}`)
	p.decisions(rows, func(map[string]any) bool { return done(rows) == 2 })
}

// A search that waits can be stopped, and bad input is refused.
func TestASearchThatWaitsIsStopped(t *testing.T) {
	p := open(t, Options{Slots: NewSlots(1)})
	for _, engine := range []string{"go", "6502"} {
		p.say(`{"type":"watch","id":"w","engine":%q,"profile":"sx81","fen":%q,"sx":34,"plies":2,"decisions":3}`, engine, scholar)
		rows := map[int]map[string]any{-1: {"iteration": 0.0}}
		p.decisions(rows, func(map[string]any) bool { return done(rows) == 3 })
		p.say(`{"type":"stop","id":"w"}`)
		assert.Equal(t, "w", p.want(typeStopped)["id"])
	}
	for message, want := range map[string]string{
		`"id":"w","plies":9,"decisions":1`: "plies 9", `"id":"w","plies":1,"decisions":0`: "decisions 0",
		`"id":"w","plies":1,"decisions":10001`: "decisions 10001", `"plies":1,"decisions":1`: "wants an id",
	} {
		p.say(`{"type":"watch","profile":"sx81","fen":%q,"sx":18,%s}`, scholar, message)
		assert.Contains(t, p.want(typeError)["text"], want)
	}
	p.say(`{"type":"more","id":"w","decisions":-1}`)
	assert.Contains(t, p.want(typeError)["text"], "decisions -1")
	p.say(`{"type":"more","id":"nobody","decisions":1}`) // has ended just now: no error
	p.say(`{"type":"hello","id":"h"}`)
	assert.Equal(t, "h", p.want(typeWelcome)["id"])
}
