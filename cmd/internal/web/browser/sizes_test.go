package browser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
)

// sizes are those of laptops, tablets, phones upright and on their side, a page at 200%, and large screens.
var sizes = [][2]int64{{1280, 720}, {1366, 768}, {1024, 768}, {844, 390}, {390, 844}, {2560, 1440}, {1920, 1080}, {1400, 900}, {700, 450}, {768, 1024}, {360, 740}}

// outside returns what of the given elements the window does not show, and what sticks out of it sideways.
const outside = `((selectors) => {
	scrollTo(0, 0);
	const all = selectors.flatMap((s) => [...document.querySelectorAll(s)].map((e) => [s, e.getBoundingClientRect()]));
	const found = all.filter(([, r]) => !r.width || r.left < 0 || r.top < 0 || r.right > innerWidth + .5 || r.bottom > innerHeight + .5).map(([s, r]) => s + " " + [r.left, r.top, r.right, r.bottom].map(Math.round));
	for (const s of selectors) if (!document.querySelector(s)) found.push("no " + s);
	if (document.documentElement.scrollWidth > innerWidth) found.push("wide: " + document.documentElement.scrollWidth);
	const clipped = [...document.querySelectorAll("nav, nav button, .key")].filter((e) => e.offsetParent && (e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight));
	return [...found, ...clipped.map((e) => "cut off: " + e.textContent)];
})`

// quiet hides the notice that another tab has the games: a busy browser gives the page's lock late.
const quiet = `document.getElementById("notice").hidden = true`

// The window shows the whole board, the display, the last moves, four keys and the tabs without
// scrolling, at every size; no more than a gap is left beside or below the board.
func TestTheBoardFitsTheWindow(t *testing.T) {
	b := open(t, launch(t), serve(t), 1280, 720)
	b.run(quiet)
	b.run(`document.getElementById("pgn").value = "1. e4 c5 2. Nf3 Nc6 3. d4 cxd4 4. Nxd4 g6 5. Nc3 Bg7 6. Be3 Nf6 7. Bc4 O-O 8. Bb3 d6 9. f3 Bd7 10. h4 Qa5 11. g4 *"; document.getElementById("pgn-load").click()`)
	b.until(plies + ` === 21`)
	b.enter("forward 21")
	b.until(`document.querySelector("#moves .now")?.textContent.startsWith("g4")`)
	want := []string{"#board", "#lcd", "#message", "#clock-white", "#clock-black", "#moves .now", "nav button", "#more-keys"}
	for _, word := range []string{"new", "undo", "hint", "go"} {
		want = append(want, fmt.Sprintf(".key[data-word=%s]", word))
	}
	measure := outside + `(["` + strings.Join(want, `", "`) + `"])`
	least := map[[2]int64]int{{1280, 720}: 580, {1366, 768}: 620, {1024, 768}: 580, {844, 390}: 280, {390, 844}: 335, {2560, 1440}: 1250, {1920, 1080}: 920, {1400, 900}: 700, {700, 450}: 330, {768, 1024}: 560, {360, 740}: 300}
	for _, size := range sizes {
		b.do(chromedp.EmulateViewport(size[0], size[1]))
		b.until(fmt.Sprintf(`innerWidth === %d`, size[0]))
		b.until(`(({ top, bottom }, list) => top >= list.top - 1 && bottom <= list.bottom + 1)(document.querySelector("#moves .now").getBoundingClientRect(), document.getElementById("moves").getBoundingClientRect())`)
		assert.Empty(t, value[[]string](b, measure), "%v", size)
		board := value[[]float64](b, `[document.getElementById("board").clientWidth, document.getElementById("board").clientHeight, document.getElementById("moves").clientHeight]`)
		assert.InDelta(t, board[0], board[1], 1, "%v: the board is square", size)
		assert.GreaterOrEqual(t, int(board[0]), least[size], "%v", size)
		assert.GreaterOrEqual(t, board[2], 75.0, "%v: three moves are seen", size)
		b.picture(fmt.Sprintf("play-%dx%d", size[0], size[1]))
	}

	// The drawer: a key with a name and a state; it stays open when the page is loaded again.
	b.do(chromedp.EmulateViewport(1280, 720))
	assert.Equal(t, "false", value[string](b, `document.getElementById("more-keys").getAttribute("aria-expanded")`))
	assert.Contains(t, b.accessible(), "button: More keys")
	assert.NotContains(t, b.accessible(), "button: Resign")
	b.click("#more-keys")
	assert.Equal(t, "true", value[string](b, `document.getElementById("more-keys").getAttribute("aria-expanded")`))
	for _, name := range []string{"button: Resign", "group: Look", "group: Game", "group: Letters and digits"} {
		assert.Contains(t, b.accessible(), name)
	}
	assert.Empty(t, value[[]string](b, outside+`(["#board", "#drawer .key", "#moves .now"])`))
	b.picture("drawer")
	b.load(value[string](b, `location.origin`) + "/?again")
	assert.True(t, value[bool](b, `document.getElementById("more-keys").getAttribute("aria-expanded") === "true" && !document.getElementById("drawer").hidden`))
	b.run(quiet)
	for _, size := range [][2]int64{{390, 844}, {844, 390}, {360, 740}} {
		b.do(chromedp.EmulateViewport(size[0], size[1]))
		b.until(fmt.Sprintf(`innerWidth === %d`, size[0]))
		b.until(`document.documentElement.scrollWidth <= innerWidth`) // the board may follow the window a frame later
		assert.Empty(t, value[[]string](b, outside+`([])`), "%v, with the drawer open", size)
	}
	b.run(`document.querySelector('.key[data-word="resign"]').focus(); document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }))`)
	assert.True(t, value[bool](b, `document.getElementById("drawer").hidden && document.activeElement.id === "more-keys"`))

	// The other screens stay within the window's width, and show more than their controls.
	for screen, seen := range map[string]string{"lanes": "#lane-go", "tree": ".scroll", "cycles": ".doing"} {
		b.click("#tab-" + screen)
		for _, size := range [][2]int64{{390, 844}, {844, 390}, {700, 450}, {1024, 768}} {
			b.do(chromedp.EmulateViewport(size[0], size[1]))
			b.until(fmt.Sprintf(`innerWidth === %d`, size[0]))
			assert.Empty(t, value[[]string](b, outside+`(["nav button"])`), "%s %v", screen, size)
			assert.Less(t, value[float64](b, fmt.Sprintf(`document.querySelector(%q).getBoundingClientRect().top / innerHeight`, seen)), 0.75, "%s %v", screen, size)
		}
	}
	b.clean()
}
