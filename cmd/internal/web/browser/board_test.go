package browser

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// copied lets the page write to the clipboard, and keeps what it writes in window.copied.
const copied = `Object.defineProperty(navigator, "clipboard", { value: { writeText: (text) => { window.copied = text; return Promise.resolve() } } })`

// Enter Position has a box for each castling, which can be ticked where king and rook are at
// home; the FEN follows the boxes, the side and the men, and they follow the FEN.
func theBoxesOfEnterPosition(t *testing.T, browser context.Context) {
	b := open(t, browser, serve(t), 1280, 900)
	b.run(copied)
	fen := func(want string) { t.Helper(); b.until(`document.getElementById("fen").value === "` + want + `"`) }
	may := func(want string) {
		t.Helper()
		assert.Equal(t, want, value[string](b, `[..."KQkq"].map((c) => { const box = document.getElementById("castling-" + c); return box.disabled ? "-" : box.checked ? c : "o" }).join("")`))
	}
	b.key(":setup")
	b.until(`!document.getElementById("palette").hidden`)
	may("KQkq")
	b.click("#castling-K")
	fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Qkq - 0 1")
	may("oQkq")
	b.drag("a8", "a6")
	fen("1nbqkbnr/pppppppp/r7/8/8/8/PPPPPPPP/RNBQKBNR w Qk - 0 1")
	may("oQk-")
	b.do(chromedp.SendKeys(chromedp.CSS("#setup-side"), "B"))
	fen("1nbqkbnr/pppppppp/r7/8/8/8/PPPPPPPP/RNBQKBNR b Qk - 0 1")
	b.picture("setup-boxes")
	b.run(`[...document.querySelectorAll("#palette button")].find((x) => x.textContent === "Copy FEN").click()`)
	b.until(`window.copied === "1nbqkbnr/pppppppp/r7/8/8/8/PPPPPPPP/RNBQKBNR b Qk - 0 1"`)
	b.run(`[...document.querySelectorAll("#palette button")].find((x) => x.textContent === "Flip").click()`)
	b.until(`document.querySelector("#board .square").dataset.square === "h1"`)
	fen("1nbqkbnr/pppppppp/r7/8/8/8/PPPPPPPP/RNBQKBNR b Qk - 0 1")
	b.run(`const f = document.getElementById("fen"); f.value = "4k2r/8/8/3pP3/8/8/8/R3K3 w Q d6 0 9"; f.dispatchEvent(new Event("input"))`)
	may("-Qo-")
	assert.Equal(t, "w", value[string](b, `document.getElementById("setup-side").value`))
	fen("4k2r/8/8/3pP3/8/8/8/R3K3 w Q d6 0 9")
	b.click("#castling-k")
	fen("4k2r/8/8/3pP3/8/8/8/R3K3 w Qk d6 0 9")
	b.run(`document.getElementById("palette").requestSubmit()`)
	b.until(`document.getElementById("palette").hidden`)
	b.click("#board-menu")
	b.click("#copy-fen")
	b.until(`window.copied === "4k2r/8/8/3pP3/8/8/8/R3K3 w Qk d6 0 9"`)
	for _, want := range []string{"checkbox: White O-O-O", "checkbox: Black O-O", "textbox: Position as a FEN", "combobox: Side to move"} {
		b.run(`if (document.getElementById("palette").hidden) document.querySelector('.key[data-word=":setup"]').click()`)
		assert.Contains(t, b.accessible(), want)
	}
	b.clean()
}

// The menu chooses pieces and board, shows the evaluation bar, and is remembered; the captured
// men and the balance stand beside the clocks; f flips unless it begins a move.
func theBoardMenu(t *testing.T, browser context.Context) {
	url := serve(t)
	b := open(t, browser, url, 1280, 900)
	assert.True(t, value[bool](b, `document.getElementById("evalbar").hidden`), "off at first")
	b.run(`document.getElementById("pgn").value = "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qxg2 4. Bxg2 a5 { [%eval 9.5] } *"; document.getElementById("pgn-load").click()`)
	b.until(plies + ` === 8`)
	b.enter("forward 8")
	b.until(`document.getElementById("captured-white").getAttribute("aria-label") === "White has taken: queen, pawn; ahead by 8"`)
	assert.Equal(t, "Black has taken: 2 pawns", value[string](b, `document.getElementById("captured-black").getAttribute("aria-label")`))
	shape := `document.querySelector("#p-q path").getAttribute("d")`
	lcdQueen := value[string](b, shape)
	b.do(chromedp.Focus(chromedp.CSS("#board-menu")), chromedp.KeyEvent(kb.Enter))
	b.until(`document.activeElement.id === "choose-pieces"`)
	b.do(chromedp.KeyEvent("P"))
	b.until(shape + ` !== '` + lcdQueen + `'`)
	b.do(chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent("W"), chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(" "))
	b.until(`document.documentElement.dataset.board === "wood" && !document.getElementById("evalbar").hidden`)
	b.picture("menu")
	b.do(chromedp.KeyEvent(kb.Escape))
	b.until(`document.getElementById("board-choices").hidden && document.activeElement.id === "board-menu"`)
	b.picture("wood")
	b.load(url + "?again")
	assert.True(t, value[bool](b, `document.documentElement.dataset.board === "wood" && document.documentElement.dataset.pieces === "plain" && !document.getElementById("evalbar").hidden`), "remembered")

	// The bar shows the machine's value, for White.
	b.enter("level 0")
	b.enter("speed max")
	b.enter("setup 4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1")
	b.key("go")
	b.until(plies + ` >= 1 && ` + idle)
	b.until(`Number(document.getElementById("evalbar").getAttribute("aria-valuenow")) > 95`)
	assert.Contains(t, b.accessible(), "meter: Evaluation bar")

	b.enter("new")
	b.enter("yes")
	b.enter("two")
	b.until(plies + ` === 0`)
	b.run(`document.activeElement.blur()`)
	b.do(chromedp.KeyEvent("f"))
	first := `document.querySelector("#board .square").dataset.square`
	b.until(first + ` === "h1"`)
	b.do(chromedp.KeyEvent("f"))
	b.until(first + ` === "a8"`)
	b.do(chromedp.KeyEvent("f4\r"))
	b.until(plies + ` === 1 && document.getElementById("moves").textContent === "1.f4" && ` + first + ` === "a8"`)
	b.clean()
}

// Men slide to their new squares, also when a move is taken back; a castling slides two, a man
// that was dropped none; with reduced motion nothing slides.
func menSlide(t *testing.T, browser context.Context) {
	b := open(t, browser, serve(t), 1280, 900)
	b.enter("two")
	b.run(`window.slid = []; const animate = Element.prototype.animate;
		Element.prototype.animate = function (...all) { window.slid.push(this.parentElement.dataset.square); return animate.apply(this, all) }`)
	slid := func(want string) {
		t.Helper()
		b.until(`JSON.stringify(window.slid.sort()) === '` + want + `'`)
		b.run(`window.slid = []`)
	}
	b.set("r3k2r/8/8/8/8/8/P7/R3K2R w KQkq - 0 1")
	b.run(`window.slid = []`)
	b.enter("O-O")
	slid(`["f1","g1"]`)
	b.enter("undo")
	slid(`["e1","h1"]`)
	b.square("a2")
	b.square("a4")
	slid(`["a4"]`)
	b.drag("e8", "e7")
	b.until(`document.querySelector('[data-square="e7"]').getAttribute("aria-label").includes("king")`)
	slid(`[]`)
	b.until(`document.querySelectorAll(".sliding").length === 0`)
	_, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}}})
	require.NoError(t, err)
	b.enter("Ra3")
	b.until(`document.querySelector('[data-square="a3"]').getAttribute("aria-label").includes("rook")`)
	slid(`[]`)
	b.clean()
}

// There is no sound until it is asked for; then a move, a capture, a check, the end and a key
// have one each.
func sounds(t *testing.T, browser context.Context) {
	url := serve(t)
	b := open(t, browser, url, 1280, 900)
	_, err := chromedp.Call(b.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `
		window.heard = []; const make = AudioContext.prototype.createOscillator;
		AudioContext.prototype.createOscillator = function () { const o = make.call(this), start = o.start; o.start = (at) => { window.heard.push(o.frequency.value); start.call(o, at) }; return o }`})
	require.NoError(t, err)
	b.load(url + "?heard")
	b.enter("two")
	b.enter("e4")
	b.until(plies + ` === 1`)
	assert.Zero(t, value[int](b, `window.heard.length`))
	b.click("#board-menu")
	b.click("#choose-sound")
	b.until(`window.heard.length === 2`)
	for _, move := range []struct{ text, heard string }{
		{"d5", "[190,900]"}, {"exd5", "[150,1300,210]"}, {"f5", "[190,900]"}, {"Qh5+", "[190,1400]"}, {"g6", "[190,900]"}, {"Qxg6+", "[190,1400]"},
	} {
		b.run(`window.heard = []`)
		b.enter(move.text)
		b.until(`JSON.stringify(window.heard) === "` + move.heard + `"`)
	}
	b.run(`window.heard = []`)
	b.enter("hxg6")
	b.until(`window.heard.length === 3`)
	b.enter("setup 7k/8/6K1/8/8/8/8/R7 w - - 0 1")
	b.until(plies + ` === 0`)
	b.run(`window.heard = []`)
	b.enter("Ra8")
	b.until(`JSON.stringify(window.heard) === "[1050,790,525]"`)
	b.click("#board-menu") // closes it
	b.click("#more-keys")
	b.run(`window.heard = []`)
	b.key(":flip")
	b.until(`JSON.stringify(window.heard) === "[2400]"`)
	b.load(url + "?again")
	assert.True(t, value[bool](b, `document.getElementById("choose-sound").checked`), "remembered")
	b.clean()
}

// How the board looks and sounds, in one browser.
func TestTheBoard(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long")
	}
	inParts(t, []part{
		{"TheBoxesOfEnterPosition", theBoxesOfEnterPosition}, {"TheBoardMenu", theBoardMenu}, {"MenSlide", menSlide}, {"Sounds", sounds},
	})
}
