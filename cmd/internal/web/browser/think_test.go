package browser

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
)

// position is one without a book, with many moves to think about.
const middlegame = "r1bq1rk1/pp1nbppp/2p1pn2/3p4/2PP4/2N1PN2/PPQ1BPPP/R1B2RK1 w - - 0 9"

// thinking has the machine think about middlegame for long.
func (b *tab) thinking() {
	b.Helper()
	b.enter("level 180")
	b.enter("speed 4")
	b.enter("setup " + middlegame)
	b.until(`document.querySelector('[data-square="c2"]').getAttribute("aria-label").startsWith("c2, white queen")`)
	b.enter("go")
	b.until(`document.querySelector(".lamp.lit")`)
}

// While the machine thinks, its line is drawn as arrows with a number, the best line in one colour;
// the arrows are those of the message, seldom change, and are turned off by a key. A click on one
// opens the tree at its node, and stays there when the machine moves.
func TestItThinksAloudOnTheBoard(t *testing.T) {
	b := open(t, launch(t), serve(t), 1280, 900)
	b.run(`globalThis.changes = 0; globalThis.pictures = 0`)
	b.thinking()
	b.until(`document.querySelectorAll(".think .try:not(.gone)").length > 1 && document.querySelector(".think .best:not(.gone)")`)
	b.until(`document.querySelector(".think .try:not(.gone) .left text")`)
	b.picture("think")

	// What is drawn is what was sent, move for move, at most some four pictures a second.
	b.run(`const svg = document.querySelector(".think"), shown = new Set(); globalThis.wrong = []; let last = 0, from = Infinity; // when the first picture of what was heard is due
		const on = searchex.handlers.display; globalThis.lines = new Set();
		searchex.on("display", (m) => { from = Math.min(from, performance.now() + 1000); for (let i = 1; i <= (m.trying || []).length; i++) lines.add(m.trying.slice(0, i).map((x) => x.move).join(" ")); on(m); });
		new MutationObserver((all) => { for (const r of all) for (const g of r.addedNodes) if (g.classList.contains("try")) { const key = g.arrow?.line.join(" "); if (key && !lines.has(key) && performance.now() > from) wrong.push(key); }
			const now = performance.now(); if (now - last > 50) pictures++; last = now; }).observe(svg, { childList: true });
		globalThis.since = performance.now()`)
	b.until(`performance.now() - since > 4000`)
	rate := value[float64](b, `1000 * pictures / (performance.now() - since)`)
	t.Logf("%.1f pictures a second", rate)
	assert.Less(t, rate, 8.0, "arrows come, and fade away later")
	assert.Empty(t, value[[]string](b, `wrong`))
	assert.Positive(t, value[int](b, `lines.size`))

	// The squares at an arrow's ends take clicks as before.
	x, y := b.middle("e2")
	assert.Equal(t, "e2", value[string](b, `(() => { const [x, y] = [`+num(x)+`, `+num(y)+`]; return document.elementFromPoint(x, y).closest(".square")?.dataset.square || "" })()`))

	b.do(chromedp.KeyEvent("\x1b"))
	b.run(`document.activeElement.blur()`)
	b.do(chromedp.KeyEvent("."))
	b.until(`document.getElementById("think").getAttribute("aria-pressed") === "false" && !document.querySelector(".think .arrow:not(.gone)")`)
	assert.Equal(t, "off", value[string](b, `localStorage.getItem("searchex.think")`))
	b.do(chromedp.KeyEvent("."))
	b.until(`document.querySelector(".think .try:not(.gone) .hit")`)

	// A click on an arrow.
	p := value[[]float64](b, `(() => {
		const g = document.querySelector(".think .try:not(.gone)"), h = g.querySelector(".hit"), m = h.getPointAtLength(h.getTotalLength() / 2).matrixTransform(h.getScreenCTM());
		globalThis.clicked = g.dataset.move;
		return [m.x, m.y];
	})()`)
	b.do(mouse("mousePressed", p[0], p[1]), mouse("mouseReleased", p[0], p[1]))
	b.until(`document.body.dataset.screen === "tree" && document.querySelectorAll(".crumbs button").length > 1`)
	b.until(`document.querySelectorAll("#tree .move").length > 0`)
	b.picture("think-tree")
	crumbs := value[string](b, `document.querySelector(".crumbs").textContent`)
	b.run(`document.querySelector("#tree").dataset.kept = "yes"; searchex.ask("say", { text: "go" }).then(() => searchex.ask("say", { text: "yes" }))`)
	b.until(`document.querySelectorAll("#moves button").length === 1`)
	assert.Equal(t, crumbs, value[string](b, `document.querySelector(".crumbs").textContent`), "the machine has moved")
	b.clean()
}

// With reduced motion the arrows change once a second, and nothing fades.
func TestThinkingAloudWithLittleMotion(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long")
	}
	b := open(t, launch(t), serve(t), 390, 844)
	b.still()
	b.thinking()
	b.until(`document.querySelector(".think .try")`)
	b.run(`globalThis.pictures = 0; let last = 0; new MutationObserver(() => { const now = performance.now(); if (now - last > 50) pictures++; last = now; }).observe(document.querySelector(".think"), { childList: true }); globalThis.since = performance.now()`)
	b.until(`performance.now() - since > 3500`)
	assert.LessOrEqual(t, value[int](b, `pictures`), 5)
	assert.Equal(t, 0, value[int](b, `document.querySelectorAll(".think .gone").length`))
	b.picture("think-phone")
	b.clean()
}

// A move that is made with Shift, or after the button, or typed after why, is explained in the tree by
// the words of searchex tree --why, and not played.
func TestWhyNotThisMove(t *testing.T) {
	b := open(t, launch(t), serve(t), 1280, 900)
	b.enter("setup r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1")
	b.until(`document.querySelector('[data-square="f3"]').getAttribute("aria-label").startsWith("f3, white queen")`)
	explained := func(move string) {
		b.until(`document.body.dataset.screen === "tree" && document.getElementById("why").textContent.startsWith("Why not ` + move + `? ")`)
		b.until(`document.querySelectorAll("#tree .move").length > 0`)
		b.click("#tab-computer")
		assert.Equal(t, 0, value[int](b, plies), "nothing was played")
	}
	b.click("#why-not")
	b.until(message + `.includes("explained, not played")`)
	b.square("f3")
	b.square("b3")
	explained("Qb3")

	x, y := b.middle("g1")
	u, v := b.middle("h3")
	for _, at := range [][2]float64{{x, y}, {u, v}} {
		b.do(shifted("mousePressed", at[0], at[1]), shifted("mouseReleased", at[0], at[1]))
	}
	explained("Nh3")
	b.enter("why not a3?")
	explained("a3")
	b.enter("why Rh5")
	b.until(`document.getElementById("why").textContent.includes("Rh5")`)
	b.clean()
}

func num(x float64) string { return fmt.Sprintf("%.1f", x) }

// shifted is mouse with the key Shift.
func shifted(kind string, x, y float64) chromedp.Action[chromedp.Void] {
	return chromedp.MouseEvent(mouseType(kind), x, y, chromedp.ButtonLeft, chromedp.ClickCount(1), chromedp.ButtonModifiers(chromedp.ModifierShift))
}
