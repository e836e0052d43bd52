package browser

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
)

// decided is how many decisions of the iteration in sight the page has drawn.
const decided = `document.getElementById("tree-caption").textContent`

// The tree grows while the search runs, stops, is stepped forwards and backwards, and a ribbon
// leads to what ended it.
func TestATreeAsItIsSearched(t *testing.T) {
	fen := "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 0 1"
	b := open(t, launch(t), serve(t)+"#s=tree&fen="+strings.ReplaceAll(fen, " ", "+"), 1280, 900)
	b.until(`document.getElementById("summary").textContent.includes("moves evaluated")`)
	choose := func(n int, v string) {
		b.run(`const s = document.querySelectorAll("#tree .controls select")[` + string(rune('0'+n)) + `]; s.value = "` + v + `"; s.dispatchEvent(new Event("change"))`)
	}
	choose(1, "42")

	// One by one.
	choose(4, "0")
	b.click("#tree-watch")
	b.until(decided + `.startsWith("Decision 1 of 1 ")`)
	for n := range 3 {
		b.click("#tree-watch")
		b.until(decided + `.startsWith("Decision ` + string(rune('2'+n)) + ` of ` + string(rune('2'+n)) + ` ")`)
	}
	b.click(`#tree [aria-label="decision before"]`)
	b.until(decided + `.startsWith("Decision 3 of 4 ")`)
	b.click(`#tree [aria-label="next decision"]`)
	b.until(decided + `.startsWith("Decision 4 of 4 ")`)
	b.click(`#tree [aria-label="next decision"]`) // the search makes one more
	b.until(decided + `.startsWith("Decision 5 of 5 ")`)

	// By itself, halted in the middle, and on. The page is not blocked.
	choose(4, "30")
	b.until(`document.querySelectorAll(".move").length > 20`)
	b.click("#tree-watch")
	b.until(`document.getElementById("tree-watch").textContent === "Go on"`)
	rows := value[int](b, `document.querySelectorAll(".move").length`)
	b.picture("live-halted")
	assert.Equal(t, rows, value[int](b, `document.querySelectorAll(".move").length`), "nothing moves while it is halted")
	choose(4, "1000000")
	b.until(`document.getElementById("summary").textContent.includes("of up to 42")`)
	b.picture("live-end")
	assert.Equal(t, 5, value[int](b, `document.querySelectorAll("#tree .controls select")[5].options.length`), "iterations")

	// A ribbon leads to the decision that ended it.
	b.run(`const g = [...document.querySelectorAll(".move")].find((g) => g.querySelector(".sign").textContent === "✗" && g.querySelector(".through")); g.dispatchEvent(new MouseEvent("click"))`)
	b.until(`document.getElementById("decision").textContent.includes("is so good that this move is dropped")`)
	assert.Regexp(t, `static value, before any reply, is [+-]\d+\.\d\d pawns, (not )?above what is to be beaten|already as good as|nothing is to be beaten`,
		value[string](b, `document.getElementById("decision").textContent`), "the window of a refuted move")
	b.picture("live-refuted")
	b.click("#ended-by")
	b.until(`document.querySelector(".move.selected .sign").textContent === "✂"`)
	assert.Contains(t, value[string](b, `document.getElementById("decision").textContent`), "the rest of the moves here need no look")

	// One that ended deeper than is shown leads there.
	b.run(`document.querySelector(".scroll").scrollTop = 0`)
	b.until(`[...document.querySelectorAll(".move")].some((g) => g.querySelector(".sign").textContent === "✗" && !g.querySelector(".through"))`)
	b.run(`const g = [...document.querySelectorAll(".move")].find((g) => g.querySelector(".sign").textContent === "✗" && !g.querySelector(".through")); g.dispatchEvent(new MouseEvent("click"))`)
	b.until(`document.getElementById("ended-by").textContent.includes("one move deeper")`)
	reply := value[string](b, `document.getElementById("ended-by").textContent.match(/: (.*),/)[1]`)
	b.click("#ended-by")
	b.until(`document.querySelectorAll(".crumbs button").length === 3 && document.querySelector("#decision h2").textContent.includes("` + reply + ` ✂")`)
	b.run(`document.querySelector(".crumbs button").click()`)
	b.until(`document.querySelectorAll(".crumbs button").length === 1`)
	b.click("#tree-watch")
	b.until(`document.getElementById("tree-watch").textContent === "Pause"`)
	b.until(`document.getElementById("summary").textContent.includes("of up to 42")`)

	// Back to an earlier iteration, by keys.
	b.run(`document.querySelector(".move.selected").focus()`)
	b.do(chromedp.KeyEvent(kb.Home))
	b.until(decided + `.includes("with budget 42")`)
	b.run(`const s = document.querySelectorAll("#tree .controls select")[5]; s.selectedIndex = 1; s.dispatchEvent(new Event("change"))`)
	b.until(decided + `.includes("with budget 18")`)

	// Stopped in the middle: what was searched is kept.
	choose(4, "30")
	b.click("#tree-watch")
	b.until(decided + `.startsWith("Iteration ") && document.getElementById("tree-start").textContent === "Stop"`)
	b.click("#tree-start")
	b.until(`document.getElementById("summary").textContent.startsWith("Stopped")`)
	assert.Positive(t, value[int](b, `document.querySelectorAll(".move").length`))
	b.clean()
}
