package browser

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	neturl "net/url"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	notices = `document.getElementById("notice").textContent`
	board   = `document.getElementById("game-number").textContent`
	now     = `(document.querySelector("#moves .now")?.firstChild.textContent || "")`
)

// reload loads the page again.
func (b *tab) reload() {
	b.Helper()
	b.do(chromedp.Reload())
	b.until(`document.body.dataset.ready === "yes"`)
}

// paste pastes a text into an element, as a browser does.
func (b *tab) paste(selector, text string) {
	b.Helper()
	b.run(fmt.Sprintf(`const data = new DataTransfer(); data.setData("text/plain", %q);
		document.querySelector(%q).dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }))`, text, selector))
}

// drop drops a file onto the page.
func (b *tab) drop(name, text string) {
	b.Helper()
	b.run(fmt.Sprintf(`const data = new DataTransfer(); data.items.add(new File([%q], %q));
		document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }))`, text, name))
}

// Back and Forward of the browser go through the screens; a reload stays on its screen.
func TestScreensMakeHistory(t *testing.T) {
	b := open(t, launch(t), serve(t), 1280, 900)
	b.click("#tab-lanes")
	b.click("#tab-cycles")
	for _, step := range [][2]string{{"back", "lanes"}, {"back", "computer"}, {"forward", "lanes"}} {
		b.run(`history.` + step[0] + `()`)
		b.until(`document.body.dataset.screen === "` + step[1] + `" && !document.getElementById("` + step[1] + `").hidden`)
	}
	b.reload()
	b.until(`document.body.dataset.screen === "lanes"`)
	b.clean()
}

// A link takes no game back and eats no board: neither the own one that is in the address when
// the page is loaded again, nor one that is opened twice. It holds the tree's program and place,
// and what is wrong with it is said.
func TestLinksLoseNothing(t *testing.T) {
	url := serve(t)
	b := open(t, launch(t), url, 1280, 900)
	b.enter("two")
	b.enter("e4")
	b.enter("a6")
	b.until(plies + ` === 2`)
	b.enter("level 10")
	b.until(`document.getElementById("level").value === "10"`)
	b.click("#link")
	b.until(`location.hash.includes("m=e2e4a7a6") && location.hash.includes("l=10")`)
	hash := value[string](b, `location.hash`)
	b.reload()
	b.until(plies + ` === 2 && ` + board + ` === "1"`)
	b.enter("Nf3")
	b.until(plies + ` === 3 && !location.hash`)
	b.reload()
	b.until(plies + ` === 3 && ` + board + ` === "1"`)

	// A link of another game, opened, played on, and opened again.
	for i, want := range []string{"link", "already"} {
		b.run(`location.hash = "#m=d2d4d7d5"`)
		b.until(message + `.includes("` + want + `") && !location.hash`)
		assert.Equal(t, "2", value[string](b, board))
		if i == 0 {
			b.enter("two")
			b.enter("c4")
			b.until(now + ` === "c4"`)
			b.reload()
			b.until(board + ` === "2"`)
		}
		assert.Equal(t, "c4", value[string](b, now))
	}
	b.run(`location.hash = "` + hash + `"`)
	b.until(board + ` === "1" && ` + plies + ` === 3`)

	for link, want := range map[string]string{"l=zz": "zz", "p=nix": "nix", "s=nowhere": "nowhere", "t=34.2.5.e9": "e9", "fen=8/8+w": "not possible"} {
		b.run(`document.getElementById("notice").textContent = ""; location.hash = "#` + link + `"`)
		b.until(notices + `.includes("` + want + `") && !location.hash`)
	}

	// The tree's program and place.
	b.click("#tab-tree")
	b.until(`document.querySelectorAll(".move").length > 5`)
	b.run(`const s = document.querySelectorAll("#tree .controls select")[0]; s.value = "tuned"; document.getElementById("summary").textContent = ""; document.getElementById("tree-start").click()`)
	b.until(`document.getElementById("summary").textContent.includes("moves evaluated")`)
	b.click(`#tree [aria-label="first decision"]`)
	chosen := value[string](b, `document.querySelector("#decision h2").textContent`)
	b.click("#link")
	b.until(`location.hash.includes("tp=tuned") && location.hash.includes("ta=")`)
	b.load(url + "?own" + value[string](b, `location.hash`))
	b.until(`document.querySelectorAll("#tree .controls select")[0].value === "tuned" && document.querySelector("#decision h2")?.textContent === ` + fmt.Sprintf("%q", chosen))
	b.clean()
}

// When the first tab is closed the second keeps the games, those that were played in it too.
func TestTheSecondTabTakesOver(t *testing.T) {
	url := serve(t)
	browser := launch(t)
	b := open(t, browser, url, 1280, 900)
	b.enter("two")
	b.enter("d4")
	b.until(plies + ` === 1`)
	other := open(t, browser, url, 1280, 900)
	other.until(notices + `.includes("Another tab")`)
	other.enter("two")
	other.enter("e4")
	other.until(plies + ` === 1`)
	require.NoError(t, chromedp.Cancel(b.ctx))
	other.until(notices + `.includes("on board 2") && ` + board + ` === "2" && ` + now + ` === "e4"`)
	other.enter("e5")
	other.until(plies + ` === 2`)
	other.reload()
	other.until(board + ` === "2" && ` + now + ` === "e5"`)
	other.enter("game 1")
	other.until(board + ` === "1" && ` + now + ` === "d4"`)
	other.clean()
}

// A tab that had the games has them again after a reload, even if the reload takes so long that
// the other tab has taken over, which then keeps nothing. No game is lost or stands twice.
func TestAReloadKeepsTheGames(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long")
	}
	s := serve(t)
	target, err := neturl.Parse(s)
	require.NoError(t, err)
	var held atomic.Bool
	release := make(chan struct{})
	proxy := httputil.NewSingleHostReverseProxy(target)
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if held.Load() && r.URL.Path == "/main.js" {
			<-release
		}
		r.Host = target.Host
		if r.Header.Get("Origin") != "" {
			r.Header.Set("Origin", "http://"+target.Host)
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(h.Close)
	browser := launch(t)
	b := open(t, browser, h.URL+"/", 1280, 900)
	b.enter("two")
	b.enter("d4")
	b.until(plies + ` === 1`)
	other := open(t, browser, h.URL+"/", 1280, 900)
	other.until(notices + `.includes("Another tab")`)
	other.enter("two")
	other.enter("e4")
	other.until(plies + ` === 1`)
	held.Store(true)
	b.run(`location.reload()`)
	other.until(notices + `.includes("on board 2")`)
	close(release)
	b.until(`document.body.dataset.ready === "yes"`)
	other.until(notices + `.includes("Another tab")`)
	assert.Empty(t, value[string](b, notices))
	b.until(board + ` === "2" && ` + now + ` === "e4"`)
	b.enter("game 1")
	b.until(board + ` === "1" && ` + now + ` === "d4"`)
	require.NoError(t, chromedp.Cancel(b.ctx))
	other.until(notices + `.includes("kept in this tab now") && ` + now + ` === "d4"`)
	assert.Equal(t, 2, value[int](other, `document.querySelectorAll("#boards .used").length`))
	other.clean()
}

// A position or a game is taken wherever it is pasted or dropped, or the reason is said.
func TestAnythingPasted(t *testing.T) {
	b := open(t, launch(t), serve(t), 1280, 900)
	fen := "k7/8/2K5/8/8/8/8/7R w - - 0 1"
	at := func(square, piece string) string {
		return `document.querySelector('#board [data-square="` + square + `"]').getAttribute("aria-label").startsWith("` + square + ", " + piece + `")`
	}
	b.paste("body", fen)
	b.until(at("h1", "white rook") + ` && ` + at("a8", "black king"))
	b.paste("#typed", strings.Replace(fen, "7R", "6R1", 1))
	b.until(at("g1", "white rook"))
	b.enter(strings.Replace(fen, "7R", "5R2", 1))
	b.until(at("f1", "white rook"))
	b.run(`document.getElementById("pgn").value = "` + strings.Replace(fen, "7R", "4R3", 1) + `"; document.getElementById("pgn-load").click()`)
	b.until(at("e1", "white rook"))
	b.paste("body", "1. e4 e5 2. Nf3 *")
	b.until(plies + ` === 3`)
	b.drop("game.pgn", "[Event \"x\"]\n\n1. d4 d5 *")
	b.until(plies + ` === 2 && ` + board + ` === "2"`)
	b.drop("position.fen", fen)
	b.until(at("h1", "white rook") + ` && ` + board + ` === "3"`)
	b.paste("body", "8/8/8/8/8/8/8/8 w - - 0 1")
	b.until(message + `.includes("king")`)
	b.paste("body", "a shopping list")
	b.until(message + `.includes("neither a position (FEN) nor a game (PGN): a shopping list")`)
	b.paste("body", "1. e4 Qh1 *")
	b.until(message + `.includes("Qh1")`)
	b.clean()
}

// Words that are the terminal's have an answer here, which stays; nothing speaks of files or of
// the terminal's keys.
func TestWordsAreAnswered(t *testing.T) {
	b := open(t, launch(t), serve(t), 1280, 900)
	b.enter("xyzzy")
	b.until(message + `.includes("neither a word")`)
	for word, want := range map[string]string{"?": "go, back 2", "list": "boards: 1", "siz": "size of the window", "quit": "Close the tab", "sound": "The sound is", "write": "saved as searchex-game-1.pgn"} {
		b.enter(word)
		b.until(message + `.includes("` + want + `")`)
	}
	b.enter("xyzzy")
	b.until(message + `.includes("neither a word")`)
	b.enter("level ELO 900")
	b.until(message + `.includes("about 900 on")`)
	assert.NotContains(t, value[string](b, `document.getElementById("about").textContent`), "docs/")
	b.enter("level 600")
	b.enter("setup 4k3/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1")
	b.until(message + `.includes("Go makes the machine move")`)
	b.enter("e4")
	b.until(`document.querySelector(".lamp.lit")`)
	b.enter("d4")
	b.until(message + `.includes("Press Go to make it move now, or Back to stop it")`)
	b.enter("new")
	b.until(message + `.includes("a new game?")`)
	assert.NotContains(t, value[string](b, message), "file")
	b.enter("no")
	b.clean()
}

// The arrows, Home and End go through the game, unless the cursor on the board was reached by
// keyboard; < and > do so in the field too.
func TestKeysGoThroughTheGame(t *testing.T) {
	b := open(t, launch(t), serve(t), 1280, 900)
	b.paste("body", "1. e4 e5 2. Nf3 Nc6 *")
	b.until(plies + ` === 4`)
	b.run(`document.activeElement.blur()`)
	press := func(key, want string) {
		t.Helper()
		b.do(chromedp.KeyEvent(key))
		b.until(now + ` === "` + want + `"`)
	}
	press(kb.End, "Nc6")
	press(kb.ArrowLeft, "Nf3")
	press(kb.Home, "")
	press(kb.ArrowRight, "e4")
	b.square("d7")
	press(kb.ArrowRight, "e5")
	b.run(`document.getElementById("typed").focus()`)
	press(">", "Nf3")
	press("<", "e5")
	assert.Empty(t, value[string](b, `document.getElementById("typed").value`))
	b.run(`document.querySelector('#board [data-square="e2"]').focus()`)
	b.do(chromedp.KeyEvent(kb.ArrowLeft))
	b.until(`document.activeElement.dataset.square === "d2" && ` + now + ` === "e5"`)

	// What a new move replaces is said, and Take Back brings it back.
	b.enter("two")
	b.enter("d4")
	b.until(plies + ` === 3 && ` + message + `.includes("d4 replaces Nf3 and 1 move after it: Take Back")`)
	b.key("undo")
	b.until(plies + ` === 4 && ` + message + `.includes("back again: Nf3")`)
	b.clean()
}

// White's clock stands until the first move; a level with a limit shows what is left, and says
// when it is over.
func TestClocksRunDown(t *testing.T) {
	b := open(t, launch(t), serve(t), 1280, 900)
	clock := `document.getElementById("clock-white").textContent`
	b.enter("two")
	b.until(message + `.includes("two players")`)
	b.run(`window.seen = []; const f = searchex.handlers.display; searchex.on("display", (m) => { window.seen.push(m.clocks[0]); f(m) })`)
	b.enter("level SPEED 1")
	b.until(clock + ` === "White 0:01:00 left"`)
	b.enter("e4")
	b.until(plies + ` === 1`)
	assert.Equal(t, 0, value[int](b, `Math.max(0, ...window.seen)`), "the clock stood")
	b.enter("a6")
	b.until(clock + ` < "White 0:01:00"`)
	// The display that comes when the time is over.
	b.run(`const f = searchex.handlers.display;
		f({ lcd: " ".repeat(16), message: "", line: [], san: [], clocks: [59, 0], left: [0, 60], bells: 0 });
		f({ lcd: " ".repeat(16), message: "", line: [], san: [], clocks: [61, 0], left: [-1, 60], bells: 0 })`)
	b.until(`document.getElementById("live").textContent.includes("White's time is over")`)
	b.clean()
}

// What it thinks is that of the position shown, from White's side as in the list and the PGN,
// and gives way to the result; a problem does not turn the board.
func TestThoughtsOfThePositionShown(t *testing.T) {
	b := open(t, launch(t), serve(t), 1280, 900)
	b.enter("level 1")
	b.enter("speed max")
	b.enter("setup 6k1/5ppp/8/8/8/5q2/5PPP/4R1K1 w - - 0 1")
	b.until(`document.querySelector('#board [data-square="f3"]').getAttribute("aria-label").includes("queen")`)
	b.enter("h3")
	b.until(plies + ` === 2 && ` + idle + ` && !document.getElementById("thoughts").hidden`)
	words := value[string](b, `document.getElementById("value").textContent`)
	assert.Regexp(t, `^(-\d+\.\d\d: Black is|Black mates)`, words)
	short := value[string](b, `document.querySelectorAll("#moves button small")[0].textContent`)
	assert.Regexp(t, `^(-|#-)`, short)
	for _, move := range strings.Fields(value[string](b, `document.getElementById("line").textContent`)) {
		assert.Regexp(t, san, move)
	}
	b.run(`document.getElementById("pgn-copy").click()`)
	b.until(`/%eval (#?-)/.test(document.getElementById("pgn").value)`)
	b.key("undo")
	b.until(plies + ` === 2 && document.getElementById("thoughts").hidden && document.getElementById("no-thoughts").textContent.includes("another position")`)
	b.enter("Re8")
	b.until(message + `.includes("you win") && document.getElementById("no-thoughts").textContent.includes("you win")`)

	b.enter("level PROBLEM 2")
	b.enter("setup kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")
	b.until(`document.querySelector('#board [data-square="a1"]').getAttribute("aria-label").includes("white rook")`)
	b.key("go")
	b.until(message + `.startsWith("mate in 2")`)
	assert.Equal(t, "a8", value[string](b, `document.querySelector("#board [data-square]").dataset.square`), "White is below")
	b.clean()
}
