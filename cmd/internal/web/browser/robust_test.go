package browser

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// reach presses Tab until an element that a JavaScript expression describes has the focus.
func (b *tab) reach(what string) {
	b.Helper()
	for range 120 {
		if value[bool](b, "Boolean("+what+")") {
			return
		}
		b.do(chromedp.KeyEvent(kb.Tab))
	}
	require.Fail(b, "Tab does not lead to "+what)
}

// A game to mate by keys alone: no mouse, and nothing that gets the focus by a script.
func TestAGameByKeysOnly(t *testing.T) {
	b := open(t, launch(t), serve(t), 1280, 900)
	b.do(chromedp.KeyEvent("two\r"))
	b.until(`document.activeElement.id === "typed" && ` + message + `.toLowerCase().includes("two")`)
	b.do(chromedp.KeyEvent("e4\r"), chromedp.KeyEvent("undo\r"))
	b.until(plies + ` === 1 && document.querySelector("#moves .ahead")`)
	b.reach(`document.activeElement.dataset.square`)
	for i, m := range []string{"f2f3", "e7e5", "g2g4", "d8h4"} {
		b.walk(m[:2])
		b.walk(m[2:])
		b.until(fmt.Sprintf(`document.querySelectorAll("#moves .now").length === 1 && [...document.querySelectorAll("#moves button")].indexOf(document.querySelector("#moves .now")) === %d`, i))
	}
	b.until(`document.querySelector("#moves .end").textContent.startsWith("0-1")`)
	assert.Contains(t, value[string](b, `document.getElementById("live").textContent`), "queen to h4, checkmate")

	// The other screens, and a control of one.
	b.do(chromedp.KeyEvent(kb.Tab, chromedp.KeyModifiers(chromedp.ModifierShift)))
	for range 3 {
		b.reachBack(`document.activeElement.getAttribute("role") === "tab"`)
	}
	b.do(chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight))
	b.until(`document.body.dataset.screen === "tree"`)
	b.reach(`document.activeElement.id === "tree-watch"`)
	b.clean()
}

// reachBack is reach backwards.
func (b *tab) reachBack(what string) {
	b.Helper()
	for range 120 {
		if value[bool](b, "Boolean("+what+")") {
			return
		}
		b.do(chromedp.KeyEvent(kb.Tab, chromedp.KeyModifiers(chromedp.ModifierShift)))
	}
	require.Fail(b, "Shift-Tab does not lead to "+what)
}

// san is a move as people write it.
var san = regexp.MustCompile(`^(O-O(-O)?|[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](=[QRBN])?)[+#]?$`)

// What the machine thinks is shown in words while it thinks, and it moves at once on request.
func TestWhatItThinksAndMoveNow(t *testing.T) {
	b := open(t, launch(t), serve(t), 1280, 900)
	assert.True(t, value[bool](b, `document.getElementById("thoughts").hidden && !document.getElementById("no-thoughts").hidden`), "no dashes before it thinks")
	for _, now := range [][2]func(){
		{func() { b.enter("now") }, func() { b.enter("yes") }},
		{func() { b.key("go") }, func() { b.key("go") }}, // it asks first
	} {
		b.enter("level 600") // ten minutes, at true speed
		b.enter("setup 4k3/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1")
		b.until(plies + ` === 0`)
		b.enter("e4")
		b.until(`document.getElementById("now").textContent.length > 1 && document.getElementById("line").textContent.length > 1 && !document.getElementById("thoughts").hidden`)
		assert.Regexp(t, san, value[string](b, `document.getElementById("now").textContent`))
		for _, move := range strings.Fields(value[string](b, `document.getElementById("line").textContent`)) {
			assert.Regexp(t, san, move)
		}
		assert.Regexp(t, `^([+-]\d+\.\d\d: (about even|(White|Black) is .* better)|(White|Black) mates in \d+)$`, value[string](b, `document.getElementById("value").textContent`))
		assert.Equal(t, 1, value[int](b, plies), "it thinks still")
		now[0]()
		b.until(message + `.includes("move now?")`)
		now[1]()
		b.until(plies + ` === 2 && ` + idle)
		assert.Equal(t, "-", value[string](b, `document.getElementById("now").textContent`))
	}
	b.clean()
}

// With reduced motion there are no transitions, and the tree does not flicker.
func TestReducedMotion(t *testing.T) {
	b := open(t, launch(t), serve(t), 1280, 900)
	transitions := `[...document.querySelectorAll("*")].filter((e) => getComputedStyle(e).transitionDuration !== "0s" || getComputedStyle(e).animationName !== "none").length`
	assert.Positive(t, value[int](b, transitions), "otherwise the test sees nothing")
	b.still()
	assert.Zero(t, value[int](b, transitions))
	b.click("#tab-tree")
	b.until(`document.querySelectorAll(".move").length > 5`)
	b.run(`window.times = []; new MutationObserver((l) => { if (l.some((m) => m.addedNodes.length)) window.times.push(performance.now()) }).observe(document.querySelector(".scroll svg"), { childList: true })`)
	b.click("#tree-watch")
	b.until(`window.times.length > 4`)
	gaps := value[[]float64](b, `window.times.slice(1, 5).map((t, i) => t - window.times[i])`)
	for _, gap := range gaps[1:] { // the first picture is empty
		assert.Greater(t, gap, 300.0, "a picture a second, not one a frame: %v", gaps)
	}
	b.click("#tree-start")
	b.clean()
}

// Storage whose mere reading is forbidden: the page says so, and the game is kept in memory.
func TestForbiddenStorage(t *testing.T) {
	url, _ := site(t)
	b := open(t, launch(t), url, 1280, 900)
	_, err := chromedp.Call(b.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `
			for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"])
				Object.defineProperty(window, name, { get() { throw new DOMException("no storage here", "SecurityError") } });
			Object.defineProperty(navigator, "locks", { value: { request: () => Promise.reject(new DOMException("no locks here", "SecurityError")) } })`})
	require.NoError(t, err)
	b.load(url + "?forbidden")
	b.until(`document.getElementById("notice").textContent.includes("does not keep your games (SecurityError")`)
	b.picture("forbidden")
	b.enter("two")
	b.enter("e4")
	b.until(plies + ` === 1`)
	b.expected = []string{"WebAssembly"}
	b.run(`delete document.body.dataset.ready; searchex.carrier.kill()`)
	b.until(`document.body.dataset.ready === "yes"`)
	b.until(plies + ` === 1`)
	b.enter("e5")
	b.until(plies + ` === 2`)
	b.clean()
}

// A worker dies in the middle of a search, by an error of its own: the page says so, the game
// is kept, and another worker makes the search.
func TestAWorkerThatDiesInMidSearch(t *testing.T) {
	url, _ := site(t)
	b := open(t, launch(t), url, 1280, 900)
	b.expected = []string{"WebAssembly"}
	b.enter("two")
	b.enter("e4")
	b.until(plies + ` === 1`)
	b.run(`window.notices = []; new MutationObserver(() => window.notices.push(document.getElementById("notice").textContent)).observe(document.getElementById("notice"), { childList: true })`)
	b.click("#tab-lanes")
	b.run(`const s = document.querySelectorAll("#lanes .controls select"); s[1].value = "122"; s[2].value = "1"`)
	b.click("#lanes-start")
	b.until(`document.querySelector("#lane-6502 .state").textContent.startsWith("searches")`)
	b.run(`searchex.carrier.kill("6502")`)
	b.until(`window.notices.some((n) => n.includes("has stopped") && n.includes("Your games are kept"))`)
	b.until(`document.body.dataset.ready === "yes" && document.getElementById("lanes-start").textContent === "Start"`)
	assert.Equal(t, 1, value[int](b, plies))
	b.run(`const s = document.querySelectorAll("#lanes .controls select"); s[1].value = "34"; s[2].value = "max"`)
	b.click("#lanes-start")
	b.until(`document.getElementById("verdict").textContent.startsWith("All four made the same")`)

	// A tree that is watched, too.
	b.click("#tab-tree")
	b.run(`document.getElementById("tree-pace").value = "4"; document.getElementById("tree-pace").dispatchEvent(new Event("change"))`)
	b.click("#tree-watch")
	b.until(`document.getElementById("tree-watch").textContent === "Pause" && document.querySelectorAll(".move").length > 2`)
	b.run(`searchex.carrier.kill("go")`)
	b.until(`document.getElementById("tree-watch").textContent === "Watch it search"`)
	b.until(`document.body.dataset.ready === "yes"`)
	b.click("#tab-computer")
	b.enter("e5")
	b.until(plies + ` === 2`)
	b.clean()
}

// still has the page prefer little motion.
func (b *tab) still() {
	b.Helper()
	_, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}}})
	require.NoError(b, err)
}
