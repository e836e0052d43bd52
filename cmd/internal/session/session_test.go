package session

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/chess/books"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/equal"
	_ "github.com/searchex/searchex/hostbridge/guest" // whose files a page must not name
	"github.com/searchex/searchex/testdata"
)

// stillClock is a clock that only moves when somebody sleeps.
type stillClock struct {
	lock sync.Mutex
	now  time.Time
	// slept is the sum of all sleeps.
	slept time.Duration
}

func (c *stillClock) Now() time.Time {
	c.lock.Lock()
	defer c.lock.Unlock()
	return c.now
}

func (c *stillClock) Sleep(d time.Duration, _ <-chan struct{}) {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.now, c.slept = c.now.Add(d), c.slept+d
}

// page is the other end of a session.
type page struct {
	*testing.T
	*Session
	clock *stillClock
	inbox chan map[string]any
	// yields counts how often searches have let messages arrive.
	yields atomic.Int64
	// progress is the last progress that want has skipped.
	progress map[string]any
}

// open begins a session.
func open(t *testing.T, o Options) *page {
	t.Helper()
	p := &page{T: t, clock: &stillClock{now: time.Unix(1e9, 0)}, inbox: make(chan map[string]any, 1000)}
	o.Clock = p.clock
	if o.Yield == nil {
		o.Yield = func() { p.yields.Add(1) }
	}
	p.Session = New(t.Context(), o, func(message []byte) {
		m := map[string]any{}
		assert.NoError(t, json.Unmarshal(message, &m))
		p.inbox <- m
	})
	t.Cleanup(p.Close)
	return p
}

// say sends a message.
func (p *page) say(format string, args ...any) {
	p.Receive([]byte(fmt.Sprintf(format, args...)))
}

// want returns the next message of a type. Other types are skipped.
func (p *page) want(kind string) map[string]any {
	p.Helper()
	for {
		m := <-p.inbox // if nothing comes, the time limit of all tests ends it
		switch m["type"] {
		case kind:
			return m
		case typeProgress:
			p.progress = m
		}
		require.False(p, m["type"] == typeError && kind != typeError, "%v", m)
	}
}

// game plays until a game has a number of moves.
func (p *page) game(moves int) map[string]any {
	p.Helper()
	for {
		if m := p.want(typeGame); len(m["moves"].([]any)) == moves {
			return m
		}
	}
}

func TestAMoveIsAnswered(t *testing.T) {
	p := open(t, Options{})
	p.say(`{"type":"hello","id":"1"}`)
	w := p.want(typeWelcome)
	assert.Equal(t, []any{"1", 1.0}, []any{w["id"], w["protocol"]})
	assert.Len(t, w["engines"], 4)
	g := p.want(typeGame)
	assert.Len(t, g["legal"], 20)
	assert.Equal(t, "white", g["turn"])
	assert.Len(t, p.want(typeDisplay)["lcd"], 16)
	p.want(typeDone)

	p.say(`{"type":"say","id":"2","text":"level 1"}`)
	p.want(typeDone)
	p.say(`{"type":"move","id":"3","move":"e4"}`)
	g = p.game(2)
	assert.Equal(t, "e2e4", g["moves"].([]any)[0].(map[string]any)["uci"])
	p.say(`{"type":"say","text":"undo"}`)
	for g["at"].(float64) != 0 {
		g = p.want(typeGame)
	}
	assert.Len(t, g["moves"], 2, "what is taken back can be played again")
}

// An illegal move has a reason, and changes nothing.
func TestAnIllegalMoveHasAReason(t *testing.T) {
	p := open(t, Options{})
	p.say(`{"type":"hello"}`)
	p.want(typeDone)
	for move, want := range map[string]string{
		"Rh3":  "Rh3: rook on h1: the pawn on h2 is in the way",
		"e2e5": "e2e5: pawn on e2: a pawn doesn't reach e5",
		"zz":   "zz",
	} {
		p.say(`{"type":"move","id":"x","move":%q}`, move)
		m := p.want(typeError)
		assert.Equal(t, "x", m["id"])
		if move == "Rh3" {
			assert.Equal(t, want, m["text"])
		}
		assert.Contains(t, m["text"], move)
	}
	assert.Empty(t, p.table.Game().Moves())
}

func TestBadMessagesAreRefused(t *testing.T) {
	p := open(t, Options{})
	for message, want := range map[string]string{
		``:                          "not a JSON object",
		`[]`:                        "not a JSON object",
		`{"type":"sing","id":"7"}`:  `type "sing" is unknown: want one of bring, cycles, guest, hello, list, load, more, move, pace, resume, review, save, say, search, setup, stop, tree, watch`,
		`{"type":"move","mvoe":1}`:  `unknown field "mvoe"`,
		`{"type":"say","text":" "}`: "want 1 to 300",
		`{"type":"setup","fen":"8/8/8/8/8/8/8/8 w - - 0 1"}`: "king",
		`{"type":"load","pgn":"1. e4 e9"}`:                   "e9",
		`{"type":"list","pgn":""}`:                           "no game in it",
		`{"type":"search","engine":"go"}`:                    "wants an id",
		`{"type":"search","id":"a","engine":"pdp","profile":"sx81","fen":"` + goengine.StartFEN + `"}`:                         `engine "pdp" is unknown`,
		`{"type":"search","id":"a","engine":"go","profile":"sx99","fen":"` + goengine.StartFEN + `"}`:                          "sx99",
		`{"type":"search","id":"a","engine":"go","profile":"sx81","fen":"x"}`:                                                  "x",
		`{"type":"search","id":"a","engine":"go","profile":"sx81","fen":"` + goengine.StartFEN + `","poke":["1=2"]}`:           "has no ROM",
		`{"type":"search","id":"a","engine":"z80","profile":"sx81","fen":"` + goengine.StartFEN + `","sx":2,"poke":["nix=2"]}`: "nix",
		`{"type":"search","id":"a","engine":"z80","profile":"sx81","fen":"` + goengine.StartFEN + `","sx":256}`:                "want 0 to 255",
		`{"type":"search","id":"a","engine":"z80","profile":"sx81","fen":"` + goengine.StartFEN + `","moves":["e2e4","e2e4"]}`: "e2e4",
		`{"type":"resume","games":[{"board":99}]}`:                                                                             "want a board from 1 to 12",
		`{"type":"resume","games":[{"board":1,"pgn":"1. e4 *","seats":[{"engine":"x"},{"engine":"y"}]}]}`:                      `engine "x" is unknown`,
		`{"type":"search","id":"a","engine":"guest:/etc/passwd","profile":"sx81","fen":"` + goengine.StartFEN + `"}`:           `engine "guest:/etc/passwd": a page has no guests`,
		`{"type":"resume","games":[{"board":1,"pgn":"1. e4 *","seats":[{"engine":"guest:/etc/passwd"},{"engine":"y"}]}]}`:      `engine "guest:/etc/passwd": a page has no guests`,
		`{"type":"bring","name":"/etc/passwd","data":""}`:                                                                      `file "/etc/passwd": want a name of 1 to 120 bytes, without a folder`,
		`{"type":"bring","name":"../x","data":""}`:                                                                             `file "../x": want a name`,
		`{"type":"bring","name":"..","data":""}`:                                                                               `file "..": want a name`,
		`{"type":"bring","name":"a\\b","data":""}`:                                                                             "want a name",
		`{"type":"bring","name":"x","at":3,"data":""}`:                                                                         "file x: a part at 3: want it at 0, where the last one ends",
		`{"type":"bring","name":"x","data":"-"}`:                                                                               "illegal base64",
		`{"type":"guest","name":"x.toml"}`:                                                                                     "this program reads no descriptions",
		`{"type":"resume","games":[{"board":1,"seats":[{"engine":"guest:x"}]}]}`:                                               `engine "guest:x": a page has no guests`,
		`{"type":"hello"} {}`:                                "after top-level value",
		`{"type":"` + strings.Repeat("x", MaxMessage) + `"}`: "want at most 1048576",
	} {
		p.say("%s", message)
		assert.Contains(t, p.want(typeError)["text"], want, short(message))
	}
}

// task returns a search's order and the same as the command line makes it.
func task(t *testing.T, fen, profile string, nodes uint64) *hostbridge.Task {
	p, err := goengine.ParseFEN(fen)
	require.NoError(t, err)
	prof, err := goengine.ParseProfile(profile)
	require.NoError(t, err)
	return &hostbridge.Task{FEN: fen, Game: goengine.NewGame(p), ProfileName: profile, Profile: prof, Limits: goengine.Limits{Nodes: nodes}}
}

// What a page gets is what searchex search --json prints, to the event hash.
func TestSearchesEqualTheCommandLines(t *testing.T) {
	b, err := testdata.Files.ReadFile("bench12.epd")
	require.NoError(t, err)
	p := open(t, Options{Slots: NewSlots(2)})
	i := 0
	for line := range bytes.Lines(b) {
		fen := strings.Join(strings.Fields(string(line))[:4], " ") + " 0 1"
		name, profile := hostbridge.Names[i%4], goengine.ProfileNames[i%len(goengine.ProfileNames)]
		i++
		e, err := hostbridge.New(name)
		require.NoError(t, err)
		f, err := equal.Search(t.Context(), e, task(t, fen, profile, 1500))
		require.NoError(t, err)
		want, err := json.Marshal(f)
		require.NoError(t, err)
		p.say(`{"type":"search","id":"s","engine":%q,"profile":%q,"fen":%q,"nodes":1500}`, name, profile, fen)
		got, err := json.Marshal(p.want(typeFound)["result"])
		require.NoError(t, err)
		assert.JSONEq(t, string(want), string(got))
	}
	assert.Equal(t, 12, i)
}

// A result has the iterations of its own tree, also after a search that is too short for a message
// on its way.
func TestAResultHasTheIterations(t *testing.T) {
	p := open(t, Options{})
	p.say(`{"type":"hello"}`)
	var first []any
	for _, name := range hostbridge.Names {
		p.say(`{"type":"search","id":"s","engine":%q,"profile":"sx81","fen":%q,"sx":26}`, name, goengine.StartFEN)
		f := p.want(typeFound)
		its := f["iterations"].([]any)
		for _, it := range its {
			delete(it.(map[string]any), "cycles") // each machine's own
		}
		require.NotEmpty(t, its)
		if first == nil {
			first = its
		}
		assert.Equal(t, first, its, name)
		assert.Equal(t, f["result"].(map[string]any)["events"], its[len(its)-1].(map[string]any)["hash"])
	}
}

// A poked machine is caught at the event that searchex diff finds, with its source.
func TestAPokedMachineIsCaught(t *testing.T) {
	p := open(t, Options{})
	p.say(`{"type":"search","id":"s","engine":"6502","profile":"sx81","fen":%q,"sx":34,"poke":["swap_values+1=9"]}`, goengine.StartFEN)
	d := p.want(typeDiffers)["difference"].(map[string]any)
	assert.Equal(t, 2461.0, d["event_index"], "as searchex diff finds it")
	assert.Equal(t, 2461.0, p.progress["events"], "the machine stops there")
	last := -1.0
	for _, it := range p.progress["iterations"].([]any) { // of one search, though it is repeated
		sx := it.(map[string]any)["sx"].(float64)
		assert.Greater(t, sx, last)
		last = sx
	}
	assert.Positive(t, last)
	side := d["engines"].([]any)[1].(map[string]any)
	assert.Contains(t, side["source"], ".s:")
	assert.NotEmpty(t, side["source_text"])
	// A machine that hangs, and sends no events.
	p.say(`{"type":"search","id":"s","engine":"z80","profile":"sx81","fen":%q,"sx":26,"speed":100,"poke":["list_begin=$18","list_begin+1=$fe"]}`, goengine.StartFEN)
	assert.NotEmpty(t, p.want(typeDiffers)["text"])
	assert.Greater(t, p.progress["cycles"], 100e6)
	assert.InDelta(t, 1, p.clock.slept.Seconds(), 0.2, "it is slowed down while it may be alive")
	// A machine whose search ends at once, without an event.
	p.say(`{"type":"search","id":"s","engine":"z80","profile":"sx81","fen":%q,"sx":26,"poke":["search=$c9"]}`, goengine.StartFEN)
	assert.Equal(t, 0.0, p.want(typeDiffers)["difference"].(map[string]any)["event_index"])
	// A byte that nothing reads changes nothing.
	p.say(`{"type":"search","id":"s","engine":"z80","profile":"sx81","fen":%q,"sx":10,"poke":["perft=0"]}`, goengine.StartFEN)
	assert.NotEmpty(t, p.want(typeFound)["result"])
}

// A search at its machine's speed takes the time of its cycles.
func TestSpeed(t *testing.T) {
	for speed, want := range map[int]float64{100: 1, 400: 0.25} {
		p := open(t, Options{})
		p.say(`{"type":"search","id":"s","engine":"6502","profile":"sx81","fen":%q,"sx":26,"speed":%d}`, goengine.StartFEN, speed)
		ms := p.want(typeFound)["ms"].(float64)
		assert.Greater(t, ms, 100.0)
		assert.InDelta(t, ms*want, float64(p.clock.slept.Milliseconds()), 5)
	}
}

func TestAStoppedSearchEnds(t *testing.T) {
	ticks := make(chan struct{}, 1000)
	p := open(t, Options{Yield: func() {
		select {
		case ticks <- struct{}{}:
		default:
		}
	}})
	for _, engine := range []string{"go", "68000"} {
		p.say(`{"type":"search","id":"s","engine":%q,"profile":"sx81","fen":%q}`, engine, goengine.StartFEN)
		p.say(`{"type":"search","id":"s","engine":%q,"profile":"sx81","fen":%q}`, engine, goengine.StartFEN)
		assert.Contains(t, p.want(typeError)["text"], "is under way")
		<-ticks
		p.say(`{"type":"stop","id":"s"}`)
		p.want(typeStopped)
	}
	for i := range MaxSearches + 1 {
		p.say(`{"type":"search","id":"s%d","engine":"go","profile":"sx81","fen":%q}`, i, goengine.StartFEN)
	}
	assert.Contains(t, p.want(typeError)["text"], "8 searches are under way")
}

// A page gets back what it was asked to keep.
func TestKeptGamesComeBack(t *testing.T) {
	p := open(t, Options{})
	p.say(`{"type":"hello"}`)
	p.say(`{"type":"say","text":"two"}`)
	for _, m := range []string{"e4", "c5", "Nf3"} {
		p.say(`{"type":"move","move":%q}`, m)
	}
	p.say(`{"type":"say","text":"back"}`)
	var kept any
	for {
		k := p.want(typeKeep)["game"].(map[string]any)
		if k["at"].(float64) == 2 && strings.Contains(k["pgn"].(string), "Nf3") {
			kept = k
			break
		}
	}
	text, err := json.Marshal(kept)
	require.NoError(t, err)

	q := open(t, Options{})
	q.say(`{"type":"hello"}`)
	q.say(`{"type":"resume","current":1,"games":[%s]}`, text)
	g := q.game(3)
	assert.Equal(t, 2.0, g["at"])
	assert.Equal(t, false, g["seats"].([]any)[1].(map[string]any)["machine"])
	q.say(`{"type":"save"}`)
	assert.Contains(t, q.want(typePGN)["pgn"], "Nf3")
}

// The four modes of the machine's key.
func TestModeAndNumbers(t *testing.T) {
	p := open(t, Options{})
	p.say(`{"type":"hello"}`)
	for _, word := range []string{"mode", "3"} {
		p.say(`{"type":"say","id":%q,"text":%q}`, word, word)
	}
	for {
		if g := p.want(typeGame); g["level"] == "PROBLEM 3" {
			break
		}
	}
	p.say(`{"type":"say","text":"mode"}`)
	for p.want(typeDisplay)["entering"] != true {
	}
	p.say(`{"type":"say","text":"open /etc/passwd"}`)
	for !strings.Contains(p.want(typeDisplay)["message"].(string), "no file is opened") {
	}
}

// What the page needs compiles for a browser.
func TestItCompilesForABrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes a minute on a busy computer")
	}
	c := exec.Command("go", "build", "-o", t.TempDir()+"/searchex.wasm", "github.com/searchex/searchex/cmd/searchexwasm")
	c.Env = append(c.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err := c.CombinedOutput()
	require.NoError(t, err, "%s", out)
}

// The tree is that of searchex tree, and says why a move was not seen.
func TestTheTreeOfASearch(t *testing.T) {
	p := open(t, Options{})
	fen := "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1"
	p.say(`{"type":"tree","id":"t","profile":"sx81","fen":%q,"sx":18,"plies":2,"top":3,"why":"a4"}`, fen)
	m := p.want(typeTree)
	moves := m["moves"].([]any)
	first := moves[0].(map[string]any)
	assert.Equal(t, []any{"Qxf7#", true, "first check", 3.0, 7.0, "new best", "no moves"},
		[]any{first["san"], first["pv"], first["category"], first["price"], first["sx_left"], first["verdict"], first["end"]})
	assert.Contains(t, m["why"].([]any)[0], "Why not a4?")
	assert.Len(t, m["legal"], 42)
	assert.Equal(t, []any{[]any{"Qxf7#"}, "mate in 1"}, []any{m["san"], m["value"]})
	p.say(`{"type":"tree","id":"t","profile":"sx81","fen":%q,"sx":18,"plies":1,"top":3,"line":["c4f7"]}`, fen)
	m = p.want(typeTree)
	assert.Equal(t, "b", strings.Fields(m["fen"].(string))[1])
	for message, want := range map[string]string{
		`"sx":18,"plies":9,"top":3`: "plies 9", `"sx":18,"plies":1,"top":0`: "top 0", `"sx":999,"plies":1,"top":1`: "sx 999",
		`"sx":18,"plies":1,"top":1,"line":["a1a8"]`: "a1a8", `"sx":18,"plies":1,"top":1,"why":"Ka5"`: "Ka5",
	} {
		p.say(`{"type":"tree","id":"t","profile":"sx81","fen":%q,%s}`, fen, message)
		assert.Contains(t, p.want(typeError)["text"], want)
	}
}

// A search at a crawl shows where the machine stands, and obeys another pace.
func TestAMachineAtACrawl(t *testing.T) {
	p := open(t, Options{})
	p.say(`{"type":"search","id":"s","engine":"6502","profile":"sx81","fen":%q,"sx":10,"hz":100000,"places":true}`, goengine.StartFEN)
	for range 5 {
		m := p.want(typeProgress)["place"].(map[string]any)
		line, first := int(m["line"].(float64)), int(m["first"].(float64))
		assert.Contains(t, m["lines"].([]any)[line-first], "", "the line is there")
		assert.Regexp(t, `\.(s|inc)$`, m["file"])
		assert.NotEmpty(t, m["routine"])
	}
	p.say(`{"type":"pace","id":"s","hz":0}`) // at full speed the search may end before it has another progress
	p.want(typeFound)
	p.say(`{"type":"pace","id":"s","hz":-1}`)
	assert.Contains(t, p.want(typeError)["text"], "hz -1")
}

// The account adds up to the cycles.
func TestWhereTheCyclesGo(t *testing.T) {
	p := open(t, Options{})
	p.say(`{"type":"cycles","id":"c","engine":"z80","profile":"sx81","fen":%q,"sx":26}`, goengine.StartFEN)
	a := p.want(typeCycles)["account"].(map[string]any)
	self := 0.0
	for _, r := range a["routines"].([]any) {
		self += r.(map[string]any)["self"].(float64)
	}
	assert.InEpsilon(t, a["cycles"], self, 0.01)
	assert.NotEmpty(t, a["kinds"])
	p.say(`{"type":"cycles","id":"c","engine":"go","profile":"sx81","fen":%q,"sx":26}`, goengine.StartFEN)
	assert.Contains(t, p.want(typeError)["text"], "no machine")
}

// The display's best line is that of the position searched, in SAN, and so is the move that is
// thought about.
func TestTheLineIsInSAN(t *testing.T) {
	p := open(t, Options{})
	p.say(`{"type":"hello"}`)
	p.say(`{"type":"setup","fen":"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"}`)
	for _, word := range []string{"speed max", "level 2", "go"} {
		p.say(`{"type":"say","text":%q}`, word)
	}
	for {
		d := p.want(typeDisplay)
		if line := d["line"].([]any); len(line) > 0 && line[0] == "a1a8" {
			assert.Equal(t, []any{"Ra8#"}, d["san"])
			if d["thinking"] == false {
				break
			}
		}
	}
	p.say(`{"type":"setup","fen":"7k/8/8/8/8/8/8/K7 w - - 0 1"}`) // a line of the game before is none here
	for d := p.want(typeDisplay); len(d["san"].([]any)) > 0; d = p.want(typeDisplay) {
	}
}

// A page loads the moves of a link, which are in UCI notation.
func TestMovesInUCINotationAreLoaded(t *testing.T) {
	p := open(t, Options{})
	p.say(`{"type":"hello"}`)
	p.say(`{"type":"load","pgn":"[SetUp \"1\"]\n[FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 1\"]\n\na7a8q h8h7 *"}`)
	assert.Equal(t, "a8=Q+", p.game(2)["moves"].([]any)[0].(map[string]any)["san"])
}

// Of two pages that share a server's slots each gets its part, though the searches of the
// first one never end, and a search that waits says so.
func TestSearchesOfPagesShareTheSlots(t *testing.T) {
	slots := NewSlots(2)
	greedy, late := open(t, Options{Slots: slots}), open(t, Options{Slots: slots})
	for i := range MaxSearches {
		greedy.say(`{"type":"search","id":"g%d","engine":"go","profile":"sx81","fen":%q}`, i, goengine.StartFEN)
	}
	greedy.want(typeWaiting)
	go func() {
		for range greedy.inbox { // it reads what it gets
		}
	}()
	for i := range 3 {
		late.say(`{"type":"search","id":"l%d","engine":"6502","profile":"sx81","fen":%q,"nodes":3000}`, i, goengine.StartFEN)
		assert.Equal(t, fmt.Sprintf("l%d", i), late.want(typeFound)["id"])
	}
}

// Slots go to the session that has the fewest, and come back however a search ends.
func TestSlotsAreDividedFairly(t *testing.T) {
	s := NewSlots(2)
	a, b, c := &Session{}, &Session{}, &Session{}
	assert.Nil(t, s.take(a))
	assert.Nil(t, s.take(a))
	first, second, third := s.take(a), s.take(b), s.take(c)
	require.NotNil(t, third)
	assert.True(t, s.owes(a))
	s.give(a)
	<-second.granted
	s.give(a)
	<-first.granted // a has none either, and came before c
	assert.True(t, s.owes(a), "c has none")
	s.give(a)
	<-third.granted
	assert.False(t, s.owes(b), "nobody waits")
	s.give(b)
	s.give(c)
	assert.Equal(t, 2, s.free)
	assert.Empty(t, s.held)
	assert.Empty(t, s.waiting)
	assert.Nil(t, s.take(a))
	assert.Nil(t, s.take(a))
	w, gone := s.take(b), s.take(b)
	assert.False(t, s.cancel(gone), "it waits no more, and has no slot")
	s.give(a)
	assert.True(t, s.cancel(w), "granted before it was cancelled")
}

// A tree that would be too large for a message is cut at its end, and says by how much.
func TestALargeTreeIsCut(t *testing.T) {
	w := &treeShown{}
	for range 10 {
		w.Moves = append(w.Moves, make([]byte, mostTree/6))
	}
	w.cut()
	assert.Len(t, w.Moves, 5)
	assert.Equal(t, 5, w.Cut)
	w.cut()
	assert.Len(t, w.Moves, 5)
	assert.Equal(t, 5, w.Cut)
}

// The chess computer of a session shows the moves of its book, and answers from it.
func TestTheComputerPlaysFromTheBookOfItsSession(t *testing.T) {
	library, err := books.Hold("x", []byte("1. a3 h6 *\n1. h4*2 a5 *"), "tree")
	require.NoError(t, err)
	p := open(t, Options{Library: library})
	p.say(`{"type":"hello","id":"1"}`)
	assert.Equal(t, []any{"h4", "a3"}, p.want(typeGame)["book"])
	p.say(`{"type":"move","id":"2","move":"a3"}`)
	g := p.game(2)
	assert.Equal(t, "h6", g["moves"].([]any)[1].(map[string]any)["san"])
	assert.Equal(t, true, g["moves"].([]any)[1].(map[string]any)["book"])
}
