package browser

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// ring is whether the element with the focus has a ring round it.
const ring = `getComputedStyle(document.activeElement).outlineStyle !== "none"`

// Dots show where a piece can go, in the middle of every square; what was clicked or touched has no
// ring, what the keyboard reached has one; all empty squares look alike.
func TestMarksOfTheBoard(t *testing.T) {
	b := open(t, launch(t), serve(t), 1280, 720)
	b.enter("two")
	b.enter("setup 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")
	b.until(`document.querySelector('#board [data-square="a1"]').getAttribute("aria-label").startsWith("a1, white rook")`)
	b.square("a1")
	b.until(`document.querySelectorAll("#board .target").length === 10`)
	assert.Empty(t, value[[]string](b, `[...document.querySelectorAll("#board .target")].filter((s) => {
		const dot = getComputedStyle(s, "::before"), size = s.clientWidth;
		return dot.position !== "absolute" || dot.content === "none" || parseFloat(dot.width) < size / 6 || Math.abs(parseFloat(dot.left) - size / 2) > 1 || Math.abs(parseFloat(dot.top) - size / 2) > 1;
	}).map((s) => s.dataset.square)`), "squares without a dot in their middle")
	assert.Equal(t, "a1", value[string](b, `document.activeElement.dataset.square`))
	assert.False(t, value[bool](b, ring), "no ring after the mouse")
	b.do(chromedp.KeyEvent(kb.ArrowUp))
	assert.True(t, value[bool](b, ring), "a ring for the keyboard")
	b.square("c1")
	b.until(plies + ` === 1`)
	assert.False(t, value[bool](b, ring), "no ring after the keyboard and then the mouse")
	b.run(`const f = document.querySelector('#board [data-square="e8"]'), r = f.getBoundingClientRect();
		f.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, pointerType: "touch", clientX: r.x + 5, clientY: r.y + 5 })); dispatchEvent(new PointerEvent("pointerup", { clientX: r.x + 5, clientY: r.y + 5 }))`)
	assert.False(t, value[bool](b, ring), "no ring after a finger")
	for _, selector := range []string{"#more-keys", "#theme", "#moves button", "#tab-computer"} {
		b.click(selector)
		assert.False(t, value[bool](b, ring), selector)
	}
	// The frame of the last move is wider and darker than any mark but check.
	assert.Regexp(t, `rgba\(16, 24, 12, 0\.8\d*\) 0px 0px 0px [3-9](\.\d+)?px inset`, value[string](b, `getComputedStyle(document.querySelector("#board .last")).boxShadow`))
	assert.Equal(t, 1, value[int](b, `new Set([...document.querySelectorAll("#board .ghost")].map((g) => getComputedStyle(g).opacity)).size`))
	b.clean()
}

// The display lights all its segments when the page is opened for the first time, until a key or a
// moment later, and not for a game that goes on; the machine's move blinks on it and on the board.
func TestTheDisplayLives(t *testing.T) {
	url := serve(t)
	b := open(t, launch(t), url, 1280, 720)
	_, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "no-preference"}}})
	require.NoError(t, err)
	b.until(`!document.querySelector(".testing")`)
	assert.True(t, value[bool](b, `performance.getEntriesByName("power-on").length === 1`), "all segments were lit")
	assert.Positive(t, value[float64](b, `parseFloat(getComputedStyle(document.querySelector(".segment:not(.lit)")).transitionDuration) - parseFloat(getComputedStyle(document.querySelector(".segment.lit")).transitionDuration)`), "segments decay more slowly than they light")
	b.run(`import("./power.js").then((m) => { m.powerOn(document.getElementById("machine")); const lit = () => document.getElementById("machine").classList.contains("testing");
		const before = lit(); dispatchEvent(new KeyboardEvent("keydown", { key: "Shift" })); window.again = before + " " + lit() })`)
	b.until(`window.again !== undefined`)
	assert.Equal(t, "true false", value[string](b, `window.again`), "a key ends it")

	b.enter("level 1")
	b.enter("speed max")
	b.run(`window.blinked = new Set(); document.addEventListener("animationstart", (e) => window.blinked.add(e.target.dataset.square || e.animationName))`)
	b.enter("d4")
	b.until(plies + ` === 2 && ` + idle)
	b.until(`(() => { const last = [...document.querySelectorAll("#board .last")].map((s) => s.dataset.square); return last.length === 2 && last.every((s) => window.blinked.has(s)) && window.blinked.has("blink") })()`)
	assert.False(t, value[bool](b, `window.blinked.has("d2")`), "a person's own move does not blink")
	b.until(`document.querySelectorAll("#lcd .blink").length === 4`)

	b.load(url + "?again")
	for value[int](b, plies) != 2 { // a busy browser still holds the lock of the page before
		b.load(url + "?again")
	}
	assert.True(t, value[bool](b, `performance.getEntriesByName("power-on").length === 0`), "no test for a game that goes on")
	b.clean()
}
