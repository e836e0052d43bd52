package browser

import (
	"context"
	"fmt"
	"net"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/web"
)

func mouseType(kind string) input.DispatchMouseEventType { return input.DispatchMouseEventType(kind) }

// A game is played by clicks, by dragging, by typing and by the keyboard alone; an illegal
// move has its reason; the display shows the moves.
func TestAGame(t *testing.T) {
	b := open(t, launch(t), serve(t), 1280, 900)
	t.Logf("usable %.0f ms after the address was opened", value[float64](b, `performance.getEntriesByName("playable")[0].startTime`))
	b.picture("first")
	b.enter("level 1")
	b.enter("speed max")
	b.until(`document.getElementById("about").textContent.includes("1 second a move")`)
	b.square("e2")
	b.until(`document.querySelectorAll(".target").length === 2`)
	b.picture("picked")
	b.square("e4")
	b.until(plies + ` === 2 && ` + idle)
	assert.Regexp(t, `^ +1 +[A-H][1-8]-[A-H][1-8]`, value[string](b, lcd))
	b.drag("a1", "a5")
	b.until(message + `.includes("in the way")`)
	b.picture("illegal")
	b.drag("g1", "f3")
	b.until(plies + ` === 4 && ` + idle)
	b.key("hint")
	b.until(lcd + `.startsWith("HINT")`)
	b.picture("hint")

	// By the keyboard alone: from the square with the focus with arrows to d2 and d3.
	b.run(`document.querySelector('#board [tabindex="0"]').focus()`)
	at := value[string](b, `document.activeElement.dataset.square`)
	for ; at[0] > 'd'; at = string(at[0]-1) + at[1:] {
		b.do(chromedp.KeyEvent(kb.ArrowLeft))
	}
	for ; at[0] < 'd'; at = string(at[0]+1) + at[1:] {
		b.do(chromedp.KeyEvent(kb.ArrowRight))
	}
	for ; at[1] > '2'; at = at[:1] + string(at[1]-1) {
		b.do(chromedp.KeyEvent(kb.ArrowDown))
	}
	for ; at[1] < '2'; at = at[:1] + string(at[1]+1) {
		b.do(chromedp.KeyEvent(kb.ArrowUp))
	}
	b.do(chromedp.KeyEvent(kb.Enter), chromedp.KeyEvent(kb.ArrowUp), chromedp.KeyEvent(kb.Enter))
	b.until(plies + ` === 6 && ` + idle)
	assert.Contains(t, value[string](b, `document.getElementById("live").textContent`), "6502 plays", "a screen reader is told")

	// The machine's own keys: A 2 A 3.
	b.enter("new")
	b.enter("yes")
	b.until(plies + ` === 0`)
	for _, k := range []string{"A", "B", "A", "C"} {
		b.click(`.key[data-pad="` + k + `"]`)
	}
	b.until(plies + ` === 2 && ` + idle)
	b.picture("game")

	// Mode, and a number.
	b.key("mode")
	b.until(lcd + `.startsWith("PROBLEM")`)
	b.click(`.key[data-pad="C"]`)
	b.click(`.key[data-pad="Enter"]`)
	b.until(`document.getElementById("level").value === "PROBLEM 3"`)
	b.enter("level 1")

	// New Game asks; the game comes back after a reload.
	b.key("new")
	b.until(lcd + `.startsWith("NEW GAME ?")`)
	b.click(`.key[data-pad="No"]`)
	b.until(`!` + lcd + `.startsWith("NEW GAME ?")`)
	b.clean()
}

func TestKeptGames(t *testing.T) {
	url := serve(t)
	browser := launch(t)
	b := open(t, browser, url, 1280, 900)
	b.key("two")
	b.enter("d4")
	b.enter("d5")
	b.until(plies + ` === 2`)
	b.load(url + "?again")
	b.until(plies + ` === 2`)
	// A second tab does not disturb the games of the first.
	other := open(t, browser, url, 1280, 900)
	other.until(`document.getElementById("notice").textContent.includes("Another tab")`)
	assert.Equal(t, 0, value[int](other, plies))
	other.enter("e4")
	other.until(plies + ` >= 1`)
	other.clean()
	// Storage that is forbidden.
	b.run(`Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError") }`)
	b.enter("c4")
	b.until(plies + ` === 3 && document.getElementById("notice").textContent.includes("does not keep your games")`)
	b.clean()
}

func TestSetUpPGNAndLinks(t *testing.T) {
	url := serve(t)
	b := open(t, launch(t), url, 1280, 900)
	b.key(":setup")
	b.until(`!document.getElementById("palette").hidden`)
	b.picture("setup")
	b.run(`const f = document.getElementById("fen"); f.value = "8/8/8/8/8/8/8/K7 w - - 0 1"; f.form.requestSubmit()`)
	b.until(`document.getElementById("setup-wrong").textContent.includes("king")`)
	b.run(`const f = document.getElementById("fen"); f.value = "k7/8/2K5/8/8/8/8/7R w - - 0 1"; f.form.requestSubmit()`)
	b.until(lcd + `.startsWith("POSITION SET UP") || ` + lcd + `.startsWith("POSITION")`)
	b.run(`const s = document.getElementById("level"); s.value = "PROBLEM 2"; s.dispatchEvent(new Event("change"))`)
	b.enter("speed max")
	b.key("go")
	b.until(lcd + `.startsWith("MATE IN 2") || ` + message + `.startsWith("mate in 2")`)
	b.picture("problem")

	b.run(`document.getElementById("pgn").value = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *"; document.getElementById("pgn-load").click()`)
	b.until(plies + ` === 6`)
	b.run(`document.getElementById("pgn").value = "1. e4 Qh1 *"; document.getElementById("pgn-load").click()`)
	b.until(message + `.includes("Qh1")`)
	b.clean()

	fen := "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1"
	b.load(url + "?l#fen=" + strings.ReplaceAll(fen, " ", "+") + "&e=z80&p=tuned&l=10&x=20&s=computer")
	b.until(`document.querySelector('[data-square="f3"]').getAttribute("aria-label").startsWith("f3, white queen")`)
	b.until(`document.getElementById("engine").value === "z80" && document.getElementById("profile").value === "tuned" && document.getElementById("level").value === "10"`)
	b.picture("link")
	// The link that the page makes leads to the same.
	b.click("#tab-tree")
	b.until(`document.querySelectorAll(".move").length > 5`)
	b.run(`[...document.querySelectorAll("#decision button")].find((x) => x.textContent === "Go deeper").click()`)
	b.until(`document.querySelectorAll(".crumbs button").length === 2`)
	b.click("#link")
	b.until(`location.hash.includes("s=tree")`)
	hash, crumbs := value[string](b, `location.hash`), value[string](b, `document.querySelector(".crumbs").textContent`)
	b.load(url + "?own" + hash)
	b.until(`document.querySelector(".crumbs").textContent === ` + fmt.Sprintf("%q", crumbs))

	b.load(url + "?w#fen=8/8+w&zz=1")
	b.until(`document.getElementById("notice").textContent.includes("not possible")`)
	b.clean()
}

// A pawn's piece is chosen by mouse, keys and Esc; the dialog has a name.
func TestPromotion(t *testing.T) {
	b := open(t, launch(t), serve(t), 1280, 900)
	setup := func() {
		b.key(":setup")
		b.run(`const f = document.getElementById("fen"); f.value = "7k/P7/8/8/8/8/8/K7 w - - 0 1"; f.form.requestSubmit()`)
		b.until(`document.getElementById("palette").hidden && document.querySelector('[data-square="a7"]').getAttribute("aria-label").startsWith("a7, white pawn")`)
	}
	b.enter("two")
	for piece, choose := range map[string]func(){
		"a8=N": func() { b.click(`#promotion-pieces button[value="n"]`) },
		"a8=R": func() { b.do(chromedp.KeyEvent("r")) },
		"a8=Q": func() { b.do(chromedp.KeyEvent(kb.Enter)) },
		"none": func() { b.do(chromedp.KeyEvent(kb.Escape)) },
	} {
		setup()
		b.square("a7")
		b.square("a8")
		b.until(`document.getElementById("promotion").open`)
		b.picture("promotion")
		choose()
		b.until(`!document.getElementById("promotion").open`)
		assert.Empty(t, value[string](b, `document.getElementById("typed").value`), "a letter for the dialog is not typed")
		if piece == "none" {
			b.until(message + `.includes("stays where it is")`)
			assert.Equal(t, 0, value[int](b, plies))
			continue
		}
		b.until(plies + ` === 1 && document.getElementById("moves").textContent.includes("` + piece + `")`)
	}
	b.clean()
}

// A screen reader is given the board, the moves and the value.
func TestTheAccessibilityTree(t *testing.T) {
	b := open(t, launch(t), serve(t), 1280, 900)
	b.enter("level 1")
	b.enter("speed max")
	b.enter("setup 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1") // no book
	b.until(`document.querySelector('[data-square="d8"]').getAttribute("aria-label") === "d8, empty"`)
	b.enter("e4")
	b.until(plies + ` === 2 && ` + idle)
	for _, want := range []string{"grid: Chess board", "gridcell: e4, white pawn", "black king, last move", "tab: Play", "group: Keys of the machine", "list: Moves"} {
		assert.Contains(t, b.accessible(), want)
	}
	assert.Regexp(t, `6502 plays king to [a-h][78], value `, value[string](b, `document.getElementById("live").textContent`))
	b.clean()
}

// A link has the moves of its game; wrong ones are named.
func TestALinkHoldsTheMoves(t *testing.T) {
	url := serve(t)
	b := open(t, launch(t), url, 1280, 900)
	b.enter("two")
	for i, m := range []string{"e4", "c5", "Nf3"} {
		b.enter(m)
		b.until(plies + fmt.Sprintf(" === %d", i+1))
	}
	b.click("#link")
	b.until(`location.hash.includes("m=e2e4c7c5g1f3")`)
	hash := value[string](b, `location.hash`)
	b.run(`localStorage.clear()`)
	b.load(url + "?own" + hash)
	b.until(plies + ` === 3 && document.querySelector("#moves .now").textContent === "Nf3"`)
	for moves, want := range map[string]string{"e2e4e7e5e1e5": "e1e5", "e2x": "not understood"} {
		b.load(url + "?" + moves + "#m=" + moves)
		b.until(`document.getElementById("notice").textContent.includes("` + want + `")`)
	}
	b.clean()
}

// Four searches race by themselves when the screen is shown, and end equal; a byte is broken in two
// clicks, and the first event that differs is said in words. With reduced motion nothing moves, and
// no box is empty.
func TestFourLanes(t *testing.T) {
	b := open(t, launch(t), serve(t), 1280, 1000)
	b.click("#tab-lanes")
	b.until(`document.querySelectorAll(".lane.begun").length === 4`)
	b.until(`document.getElementById("verdict").textContent.startsWith("All four made the same")`)
	b.click("#tab-computer")
	b.click("#tab-lanes")
	b.click("#lanes-break")
	b.until(`document.querySelector("#lane-6502").classList.contains("red")`)
	b.until(`/ went wrong\. Decision [\d,]+, (after .*|in the position on the board): Go .*; the 6502 .*\./.test(document.getElementById("verdict").textContent)`)
	b.picture("lanes-broken")
	t.Log(value[string](b, `document.getElementById("verdict").textContent`))
	b.click("#lanes-break")
	b.until(`document.getElementById("lanes-break").textContent === "Break one byte"`)
	b.still()
	b.load(value[string](b, `location.origin`) + "/?still")
	b.click("#tab-lanes")
	assert.Equal(t, 0, value[int](b, `document.querySelectorAll(".lane.begun").length`))
	assert.Equal(t, 4, value[int](b, `[...document.querySelectorAll(".lane")].filter((e) => e.querySelector(".pv").textContent.length > 30 && !e.querySelector(".figures").offsetHeight).length`))
	b.picture("lanes-still")
	b.run(`const s = document.querySelectorAll("#lanes .controls select"); s[1].value = "58"; s[2].value = "4"`)
	b.click("#lanes-start")
	b.until(`document.querySelector("#lane-z80 .state").textContent.startsWith("searches")`)
	b.until(`/searches: \d+ iterations? equal to Go/.test(document.querySelector("#lane-6502 .state").textContent)`)
	b.picture("lanes-running")
	b.until(`document.getElementById("verdict").textContent.startsWith("All four made the same")`)
	b.picture("lanes-equal")
	assert.Equal(t, 4, value[int](b, `new Set([...document.querySelectorAll(".lane .hash b")].map((e) => e.textContent)).size === 1 ? 4 : 0`))

	b.run(`document.getElementById("poke").value = "swap_values+1=9"`)
	b.click("#poke-start")
	b.until(`document.querySelector("#lane-6502").classList.contains("red") && document.querySelectorAll(".lane.equal").length === 2`)
	b.picture("lanes-red")
	assert.Contains(t, value[string](b, `document.querySelector("#lane-6502 .source").textContent`), ".s:")
	b.clean()
}

// An event is opened in words; the tree is stepped through, and left for a node deeper down;
// a move on the board is asked for.
func TestTheTree(t *testing.T) {
	fen := "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1"
	b := open(t, launch(t), serve(t)+"#s=tree&fen="+strings.ReplaceAll(fen, " ", "+"), 1280, 900)
	b.until(`document.getElementById("summary").textContent.includes("Qxf7#")`)
	assert.Contains(t, value[string](b, `document.getElementById("decision").textContent`), "first check, price 3")
	b.run(`document.querySelectorAll("#tree .controls select")[1].value = "34"; document.querySelectorAll("#tree .controls select")[2].value = "3"`)
	b.enter2("#tab-computer", "setup rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2")
	b.click("#tab-tree")
	b.until(`document.querySelectorAll(".move").length > 20`)
	b.picture("tree")
	b.click(`#tree [aria-label="next decision"]`)
	b.click(`#tree [aria-label="last decision"]`)
	b.click(`#tree [aria-label="first decision"]`)
	b.run(`document.querySelector(".move.selected").focus()`)
	b.do(chromedp.KeyEvent(kb.Home))
	b.run(`[...document.querySelectorAll("#decision button")].find((x) => x.textContent === "Go deeper").click()`)
	b.until(`document.querySelectorAll(".crumbs button").length === 2`)
	b.picture("tree-deeper")
	b.run(`document.querySelector(".crumbs button").click()`)
	b.until(`document.querySelectorAll(".crumbs button").length === 1`)
	b.click("#ask")
	for _, s := range []string{"h7", "h5"} {
		b.run(`document.querySelector('.boardlike [data-square="` + s + `"]').focus()`)
		b.do(chromedp.KeyEvent(kb.Enter))
	}
	b.until(`document.getElementById("why").textContent.includes("Why not h5?")`)
	b.picture("tree-why")
	b.clean()
}

// The cycles of a search by routine, and the source while the machine crawls.
func TestCycles(t *testing.T) {
	b := open(t, launch(t), serve(t), 1280, 900)
	b.click("#tab-cycles")
	b.until(`document.querySelectorAll("#routines .bar").length > 10 && document.querySelectorAll("#kinds .bar").length > 3`)
	b.until(`document.querySelector("#listing .now") && document.querySelector(".doing li.now")`) // it runs by itself
	b.until(`document.getElementById("does").textContent.includes(": ")`)
	b.run(`const s = document.getElementById("clock-hz"); s.value = s.min; s.dispatchEvent(new Event("input"))`)
	line := value[string](b, `document.querySelector("#listing .now").textContent`)
	b.until(`document.querySelector("#listing .now").textContent !== ` + fmt.Sprintf("%q", line))
	b.picture("cycles")
	b.click("#crawl")
	b.until(`document.getElementById("crawl").textContent === "Watch it run"`)
	b.clean()
}

func TestPhone(t *testing.T) {
	browser := launch(t)
	b := open(t, browser, serve(t), 390, 844)
	b.picture("phone")
	assert.LessOrEqual(t, value[int](b, `document.documentElement.scrollWidth`), 390, "nothing sticks out")
	b.enter("level 0")
	b.square("d2")
	b.square("d4")
	b.until(plies + ` === 2 && ` + idle)
	b.click("#tab-lanes")
	assert.LessOrEqual(t, value[int](b, `document.documentElement.scrollWidth`), 390)
	b.picture("phone-lanes")
	b.click("#tab-tree")
	b.until(`document.querySelectorAll(".move").length > 5`)
	assert.LessOrEqual(t, value[int](b, `document.documentElement.scrollWidth`), 390)
	b.picture("phone-tree")
	b.click("#tab-cycles")
	b.until(`document.querySelectorAll("#routines .bar").length > 10`)
	assert.LessOrEqual(t, value[int](b, `document.documentElement.scrollWidth`), 390)
	b.picture("phone-cycles")
	b.clean()
}

// The server goes away in the middle of a search: the page says so, keeps the game, and goes
// on when the server is back.
func TestAServerThatGoesAway(t *testing.T) {
	browser := launch(t)
	first := httptest.NewUnstartedServer(nil)
	address := first.Listener.Addr().String()
	ctx, cancel := context.WithCancel(context.Background())
	s, err := web.New(ctx, "")
	require.NoError(t, err)
	first.Config.Handler = s
	first.Start()
	b := open(t, browser, first.URL+"/", 1280, 900)
	b.expected = []string{"WebSocket connection", "ERR_CONNECTION_REFUSED"}
	b.key("two")
	b.enter("e4")
	b.until(plies + ` === 1`)
	b.click("#tab-lanes")
	b.click("#lanes-start")
	b.until(`document.querySelector("#lane-6502 .state").textContent.startsWith("searches")`)
	cancel()
	s.Wait()
	first.Close()
	b.until(`document.getElementById("notice").textContent.includes("does not answer") && document.getElementById("lanes-start").textContent === "Start"`)
	b.picture("gone")

	l, err := net.Listen("tcp", address)
	require.NoError(t, err)
	ctx, cancel = context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- web.Run(ctx, l, "", "", nil) }()
	b.until(`document.body.dataset.ready === "yes" && document.getElementById("notice").hidden`)
	b.click("#tab-computer")
	b.until(plies + ` === 1`)
	b.enter("e5")
	b.until(plies + ` === 2`)
	b.clean()
	cancel()
	require.NoError(t, <-ended)
}

// Dark and light, as the picture shows.
func TestDarkAndLight(t *testing.T) {
	b := open(t, launch(t), serve(t), 1280, 900)
	b.run(`document.documentElement.dataset.theme = "dark"`)
	b.picture("dark")
	b.click("#tab-lanes")
	b.picture("dark-lanes")
	b.click("#tab-tree")
	b.until(`document.querySelectorAll(".move").length > 5`)
	b.picture("dark-tree")
	require.NotEmpty(t, fmt.Sprint(value[string](b, `getComputedStyle(document.body).color`)))
	b.clean()
}
