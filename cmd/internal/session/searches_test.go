package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// Answers have the id of their message, refusals too.
func TestAnswersHaveTheIDOfTheirMessage(t *testing.T) {
	p := open(t, Options{})
	for i, message := range []string{
		`"hello"`, `"setup","fen":"7k/8/8/8/8/8/8/KR6 w - - 0 1"`, `"save"`, `"say","text":"two"`, `"load","pgn":"1. e4 *"`,
	} {
		p.say(`{"id":"a%d","type":%s}`, i, message)
		assert.Equal(t, fmt.Sprintf("a%d", i), p.want(typeDone)["id"], message)
	}
	for i, message := range []string{`"setup","fen":"x"`, `"move","move":"Ke5"`, `"say","text":""`, `"sing"`, `"search"`, `"pace","hz":-1`, `"list"`} {
		p.say(`{"id":"e%d","type":%s}`, i, message)
		assert.Equal(t, fmt.Sprintf("e%d", i), p.want(typeError)["id"], message)
	}
}

// A page that says hello again gets all of it again.
func TestHelloBeginsAnew(t *testing.T) {
	p := open(t, Options{})
	for range 2 {
		p.say(`{"type":"hello"}`)
		for _, kind := range []string{typeWelcome, typeDisplay, typeDone} {
			p.want(kind)
		}
	}
}

// The game with a number is loaded.
func TestAGameIsLoadedByItsNumber(t *testing.T) {
	p := open(t, Options{})
	p.say(`{"type":"hello"}`)
	p.say(`{"type":"load","number":2,"pgn":"1. e4 *\n\n1. d4 d5 *"}`)
	assert.Equal(t, "d4", p.game(2)["moves"].([]any)[0].(map[string]any)["san"])
}

// Games come back to their boards, and the next game has the level and the first seat of the
// current one.
func TestGamesComeBackToTheirBoards(t *testing.T) {
	p := open(t, Options{})
	const seats = `"seats":[{"engine":"z80","profile":"tuned"},{"engine":"68000","profile":"sx81"}]`
	p.say(`{"type":"resume","current":3,"games":[{"board":3,"pgn":"1. e4 *","level":"7",%s},{"board":12,"pgn":"1. d4 d5 *","level":"5",%s}]}`, seats, seats)
	p.want(typeDone)
	read := make(chan string)
	p.onLoop(func() {
		t := p.table
		read <- fmt.Sprint(t.Engine, " ", t.Profile, " ", t.Level, " ", len(t.Game().Moves()))
	})
	assert.Equal(t, "z80 tuned 7 1", <-read)
}

// onLoop lets the session's own goroutine call a function.
func (p *page) onLoop(do func()) { p.Session.inbox <- do }

// The session's own goroutine carries out what concerns its games, in the order of the messages.
func TestMessagesAboutGamesComeOneAfterTheOther(t *testing.T) {
	p := open(t, Options{})
	free := make(chan struct{})
	p.onLoop(func() { <-free })
	for _, id := range []string{"1", "2"} {
		p.say(`{"type":"say","id":%q,"text":"two"}`, id)
	}
	assert.Empty(t, p.inbox)
	close(free)
	for _, id := range []string{"1", "2"} {
		assert.Equal(t, id, p.want(typeDone)["id"])
	}
}

// Stop ends the search of its id alone, whose id is free afterwards.
func TestOnlyTheSearchOfAnIDIsStopped(t *testing.T) {
	p := open(t, Options{})
	const search = `{"type":"search","id":%q,"engine":"go","profile":"sx81","fen":%q}`
	for _, id := range []string{"a", "b"} {
		p.say(search, id, goengine.StartFEN)
	}
	p.say(`{"type":"stop","id":"a"}`)
	assert.Equal(t, "a", p.want(typeStopped)["id"])
	p.say(search, "a", goengine.StartFEN)
	p.say(search, "b", goengine.StartFEN)
	assert.Contains(t, p.want(typeError)["text"], `a search "b" is under way`)
}

// Pace sets the clock of the search with its id.
func TestPaceIsThatOfASearch(t *testing.T) {
	p := open(t, Options{})
	a, b := &running{}, &running{}
	p.lock.Lock()
	p.searches["a"], p.searches["b"] = a, b
	p.lock.Unlock()
	p.say(`{"type":"pace","id":"a","hz":1e6}`)
	p.say(`{"type":"pace","id":"nobody","hz":2e6}`) // has ended just now: no error
	assert.Equal(t, []float64{1e6, 0}, []float64{a.hz(), b.hz()})
}

// A search that cannot be made, or panics, ends with an error that has its id.
func TestASearchThatFailsSaysSo(t *testing.T) {
	for want, fail := range map[string]func() error{
		"no memory":                         func() error { return errors.New("no memory") },
		"the search has failed: no machine": func() error { panic("no machine") },
	} {
		p := open(t, Options{Slots: NewSlots(1), NewEngine: func(string) (hostbridge.Engine, error) { return nil, fail() }})
		for _, rest := range []string{`"search"`, `"cycles","sx":8`, `"tree","plies":1,"top":1`, `"watch","plies":1,"decisions":1`} {
			p.say(`{"id":"x","engine":"z80","profile":"sx81","fen":%q,"type":%s}`, goengine.StartFEN, rest)
			m := p.want(typeError)
			assert.Equal(t, []any{"x", want}, []any{m["id"], m["text"]}, rest)
		}
	}
}

// failing is an engine whose second search fails.
type failing struct {
	hostbridge.Engine
	searches int
}

func (f *failing) Search(ctx context.Context, g *goengine.Game, p *goengine.Profile, l goengine.Limits) (hostbridge.Result, error) {
	if f.searches++; f.searches > 1 {
		return hostbridge.Result{}, errors.New("no power")
	}
	return f.Engine.Search(ctx, g, p, l)
}

// A tree whose move is not explained, since the search for that fails, is no answer.
func TestAnExplanationThatFailsSaysSo(t *testing.T) {
	p := open(t, Options{NewEngine: func(name string) (hostbridge.Engine, error) {
		e, err := hostbridge.New(name)
		return &failing{Engine: e}, err
	}})
	p.say(`{"type":"tree","id":"t","profile":"sx81","fen":%q,"sx":10,"plies":1,"top":1,"why":"a2a3"}`, goengine.StartFEN)
	assert.Contains(t, p.want(typeError)["text"], "no power")
}

// A search begins behind the moves of its position, and considers the moves of its root only.
func TestASearchBeginsBehindTheMoves(t *testing.T) {
	p := open(t, Options{})
	const position = `"id":"s","engine":"go","profile":"sx81","sx":8,"fen":"` + goengine.StartFEN + `","moves":["e2e4","e7e5","g1f3"]`
	p.say(`{"type":"search","root":["b8a6"],%s}`, position)
	f := p.want(typeFound)
	assert.Equal(t, "b8a6", f["result"].(map[string]any)["pv"].([]any)[0])
	text, err := json.Marshal(f)
	require.NoError(t, err)
	assert.Contains(t, string(text), `"Na6"`)
	p.say(`{"type":"tree","plies":1,"top":1,%s}`, position)
	tree := p.want(typeTree)
	assert.Contains(t, tree["fen"], "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq")
	assert.NotEmpty(t, tree["san"])
	p.say(`{"type":"watch","plies":1,"decisions":10000,%s}`, position)
	assert.Equal(t, tree["san"], p.want(typeWatched)["san"])
}

// The nodes of a search whose tree is shown are bounded, and cycles want a limit.
func TestSearchesThatAreShownEnd(t *testing.T) {
	sx := 200
	o := part{position: position{head: head{ID: "x"}, Profile: "sx81", FEN: goengine.StartFEN, SX: &sx}, Plies: 1}
	require.NoError(t, o.setUp("a tree"))
	assert.Equal(t, uint64(maxTreeNodes), o.task.Limits.Nodes)
	p := open(t, Options{})
	p.say(`{"type":"cycles","id":"c","engine":"z80","profile":"sx81","fen":%q}`, goengine.StartFEN)
	assert.Contains(t, p.want(typeError)["text"], "cycles without sx or nodes")
}

// A slot that is granted to a search just when that is stopped goes back if the search does not
// take it.
func TestASlotThatIsNotTakenGoesBack(t *testing.T) {
	slots := NewSlots(1)
	other, s := &Session{}, &Session{Options: Options{Slots: slots}}
	for range 50 {
		require.Nil(t, slots.take(other))
		x := &running{}
		x.Context, x.cancel = context.WithCancel(t.Context())
		s.enter(x, func() {
			slots.give(other)
			x.cancel()
		})
		s.leave(x)
		s.leave(x) // has none any more
		require.Equal(t, 1, slots.free)
		require.False(t, slots.Busy())
	}
}
