package browser

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// walk goes with arrow keys from the square with the focus to another, and presses Enter there.
func (b *tab) walk(to string) {
	b.Helper()
	b.walkTo(to)
	b.do(chromedp.KeyEvent(kb.Enter))
}

func (b *tab) walkTo(to string) {
	b.Helper()
	for at := value[string](b, `document.activeElement.dataset.square`); at != to; at = value[string](b, `document.activeElement.dataset.square`) {
		switch {
		case at[0] > to[0]:
			b.do(chromedp.KeyEvent(kb.ArrowLeft))
		case at[0] < to[0]:
			b.do(chromedp.KeyEvent(kb.ArrowRight))
		case at[1] > to[1]:
			b.do(chromedp.KeyEvent(kb.ArrowDown))
		default:
			b.do(chromedp.KeyEvent(kb.ArrowUp))
		}
	}
}

// touch touches points one after another with one finger, and lifts it.
func (b *tab) touch(points ...[2]float64) {
	b.Helper()
	send := func(kind input.DispatchTouchEventType, points []*input.TouchPoint) {
		_, err := chromedp.Call(b.ctx, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
		require.NoError(b, err)
	}
	for i, p := range points {
		kind := input.DispatchTouchEventType("touchMove")
		if i == 0 {
			kind = "touchStart"
		}
		send(kind, []*input.TouchPoint{{X: p[0], Y: p[1]}})
	}
	send("touchEnd", []*input.TouchPoint{})
}

// drawn waits until what has changed is on the screen: only then does a finger meet it.
func (b *tab) drawn() {
	b.Helper()
	b.run(`window.drawn = false; requestAnimationFrame(() => requestAnimationFrame(() => { window.drawn = true }))`)
	b.until(`window.drawn`)
}

// right presses the right button on a square, and releases it on another.
func (b *tab) right(from, to string, options ...chromedp.MouseOption) {
	b.Helper()
	x, y := b.middle(from)
	u, v := b.middle(to)
	for _, e := range []struct {
		kind string
		x, y float64
	}{{"mousePressed", x, y}, {"mouseMoved", u, v}, {"mouseReleased", u, v}} {
		b.do(chromedp.MouseEvent(mouseType(e.kind), e.x, e.y, append([]chromedp.MouseOption{chromedp.ButtonRight, chromedp.ClickCount(1)}, options...)...))
	}
}

// set sets a position up for two persons.
func (b *tab) set(fen string) {
	b.Helper()
	b.place(fen)
	b.enter("two")
	b.until(message + `.toLowerCase().includes("two")`)
}

// place sets a position up; the machine has the side that is not to move.
func (b *tab) place(fen string) {
	b.Helper()
	b.enter("setup " + fen)
	b.until(plies + ` === 0 && [...document.querySelectorAll("#board .square")].filter((s) => !s.getAttribute("aria-label").includes("empty")).length === ` +
		fmt.Sprint(strings.Count(strings.ToLower(strings.Fields(fen)[0]), "k")+men(fen)))
}

// men counts the men of a FEN that are no kings.
func men(fen string) int {
	n := 0
	for _, c := range strings.Fields(fen)[0] {
		if strings.ContainsRune("qrbnpQRBNP", c) {
			n++
		}
	}
	return n
}

// label is the name of a square for a screen reader.
func (b *tab) label(square string) string {
	b.Helper()
	return value[string](b, `document.querySelector('#board [data-square="`+square+`"]').getAttribute("aria-label")`)
}

// labelled waits until the name of a square has a text.
func (b *tab) labelled(square, text string) {
	b.Helper()
	b.until(`document.querySelector('#board [data-square="` + square + `"]').getAttribute("aria-label").includes("` + text + `")`)
}

// The moves of a game to mate, with a capture en passant, castling by a move of the king onto
// his rook, and two promotions.
var wholeGame = strings.Fields("e2e4 a7a6 e4e5 d7d5 e5d6 a6a5 g1f3 a5a4 f1c4 a4a3 e1h1 a3b2 d6e7 b2a1q d2d3 h7h5 c1g5 h5h4 e7d8q")

// A game is played to mate by clicks, by dragging, by taps and drags of a finger, and by keys.
func wholeGamesByHand(t *testing.T, browser context.Context) {
	url := serve(t)
	tap := func(b *tab, square string) {
		x, y := b.middle(square)
		b.touch([2]float64{x, y})
	}
	drag := func(b *tab, from, to string) {
		x, y := b.middle(from)
		u, v := b.middle(to)
		b.touch([2]float64{x, y}, [2]float64{(x + u) / 2, (y + v) / 2}, [2]float64{u, v})
	}
	for _, hand := range []struct {
		name          string
		width, height int64
		move          func(b *tab, i int, from, to string)
		choose        func(b *tab)
	}{
		{"mouse", 1280, 900, func(b *tab, i int, from, to string) {
			if i%2 == 0 {
				b.square(from)
				b.square(to)
			} else {
				b.drag(from, to)
			}
		}, func(b *tab) { b.click(`#promotion-pieces button[value="q"]`) }},
		{"touch", 390, 844, func(b *tab, i int, from, to string) {
			if i%2 == 1 {
				tap(b, from)
				tap(b, to)
			} else {
				drag(b, from, to)
			}
		}, func(b *tab) {
			p := value[[]float64](b, `(() => { const r = document.querySelector('#promotion-pieces button[value="q"]').getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2] })()`)
			b.touch([2]float64(p))
		}},
		{"keyboard", 1280, 900, func(b *tab, _ int, from, to string) {
			b.walk(from)
			b.walk(to)
		}, func(b *tab) { b.do(chromedp.KeyEvent("q")) }},
	} {
		b := open(t, browser, url, hand.width, hand.height)
		b.enter("new")
		b.enter("yes")
		b.enter("two")
		b.until(plies + ` === 0 && ` + message + `.toLowerCase().includes("two")`)
		if hand.name == "touch" {
			_, err := chromedp.Call(b.ctx, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true})
			require.NoError(t, err)
		}
		b.run(`document.querySelector('#board [tabindex="0"]').focus()`)
		for i, m := range wholeGame {
			hand.move(b, i, m[:2], m[2:4])
			if len(m) == 5 {
				b.until(`document.getElementById("promotion").open`)
				b.picture("promotion-" + hand.name)
				hand.choose(b)
			}
			b.until(plies + fmt.Sprintf(` === %d`, i+1))
			if len(m) == 5 {
				b.drawn()
			}
		}
		b.until(`document.querySelector("#moves .end").textContent.startsWith("1-0")`)
		list := value[string](b, `document.getElementById("moves").textContent`)
		for _, san := range []string{"exd6", "O-O", "bxa1=Q", "exd8=Q#"} {
			assert.Contains(t, list, san, hand.name)
		}
		assert.Contains(t, value[string](b, `document.getElementById("captured-white").getAttribute("aria-label")`), "White has taken: queen, 2 pawns", hand.name)
		b.picture("whole-" + hand.name)
		b.clean()
	}
}

// The choice of a promotion covers its square, whichever way the board stands; a letter, Esc and
// a click beside it answer; a typed move of the pawn asks too.
func promotionAtItsSquare(t *testing.T, browser context.Context) {
	b := open(t, browser, serve(t), 1280, 900)
	b.enter("two")
	over := func(square string) {
		t.Helper()
		b.until(`document.getElementById("promotion").open`)
		assert.Less(t, value[float64](b, `(() => {
			const q = document.querySelector('#promotion-pieces button[value="q"]').getBoundingClientRect(), s = document.querySelector('#board [data-square="`+square+`"]').getBoundingClientRect();
			return Math.abs(q.x - s.x) + Math.abs(q.y - s.y) })()`), 3.0, square)
		assert.True(t, value[bool](b, `(() => { const f = document.querySelector("#promotion form").getBoundingClientRect(); return f.top >= 0 && f.bottom <= innerHeight + 1 })()`), "all of it is seen at %s", square)
	}
	shut := func() { b.until(`!document.getElementById("promotion").open`) }
	for _, flipped := range []bool{false, true} {
		if flipped {
			b.key(":flip")
		}
		b.set("7k/P7/8/8/8/8/p7/K7 w - - 0 1")
		b.enter("a8")
		over("a8")
		b.do(chromedp.KeyEvent(kb.Escape))
		shut()
		b.until(message + `.includes("stays where it is")`)
		assert.Zero(t, value[int](b, plies))
		b.drag("a7", "a8")
		over("a8")
		x, y := b.middle("e4")
		b.do(mouse("mousePressed", x, y), mouse("mouseReleased", x, y))
		shut()
		assert.Zero(t, value[int](b, plies), "a click beside it leaves the pawn")
		b.enter("a7a8")
		over("a8")
		b.do(chromedp.KeyEvent("n"))
		shut()
		b.until(plies + ` === 1 && document.getElementById("moves").textContent.includes("a8=N")`)
	}
	b.set("7k/8/8/8/8/8/3p4/2R4K b - - 0 1")
	b.enter("dxc1")
	over("c1")
	b.do(chromedp.KeyEvent("b"))
	b.until(plies + ` === 1 && document.getElementById("moves").textContent.includes("dxc1=B")`)
	b.clean()
}

// A king that is put on his rook castles, by clicks and by dragging, to both sides; where that
// is not legal, the reason is said.
func castlingOntoTheRook(t *testing.T, browser context.Context) {
	b := open(t, browser, serve(t), 1280, 900)
	b.enter("two")
	const fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	for _, side := range []struct{ rook, san string }{{"h1", "O-O"}, {"a1", "O-O-O"}} {
		for _, move := range []func(){func() { b.square("e1"); b.square(side.rook) }, func() { b.drag("e1", side.rook) }} {
			b.set(fen)
			move()
			b.until(plies + ` === 1 && document.getElementById("moves").textContent === "1.` + side.san + `"`)
		}
	}
	b.set("r3kr2/8/8/8/8/8/8/R3K2R w KQq - 0 1")
	b.drag("e1", "h1")
	b.until(message + `.includes("f1")`)
	assert.Zero(t, value[int](b, plies))
	b.square("h1")
	b.labelled("h1", "picked")
	b.clean()
}

// A move is planned while the machine thinks, shown, replaced and cancelled; it is played after
// the machine's move if it is legal then. A typed move is refused.
func plannedMoves(t *testing.T, browser context.Context) {
	b := open(t, browser, serve(t), 1280, 900)
	b.enter("level 600")
	thinks := func() {
		t.Helper()
		b.place("4k3/p7/8/8/8/8/4P2P/4K3 w - - 0 1") // no book
		b.enter("e4")
		b.until(plies + ` === 1 && document.querySelector(".lamp.lit")`)
	}
	moves := func() {
		b.key("go")
		b.until(message + `.includes("move now?")`)
		b.key("go")
	}
	thinks()
	b.enter("e5")
	b.until(message + `.startsWith("e5 is not played: the machine is thinking")`)
	b.square("h2")
	b.until(`document.querySelectorAll(".target").length === 3`)
	b.square("h4")
	b.labelled("h4", "planned move")
	b.until(message + `.startsWith("Planned: h2 to h4")`)
	b.picture("planned")
	b.drag("e4", "e5") // replaces it
	b.labelled("e5", "planned move")
	assert.NotContains(t, b.label("h4"), "planned")
	b.do(chromedp.KeyEvent(kb.Escape))
	b.until(`!document.querySelector(".plan")`)
	b.drag("e4", "e5")
	b.right("a4", "a4")
	b.until(`!document.querySelector(".plan")`)
	assert.Zero(t, value[int](b, `document.querySelectorAll("[data-mark]").length`), "the right button only cancels")
	b.drag("e4", "a4")
	b.until(message + `.includes("can never move to a4")`)
	assert.Zero(t, value[int](b, `document.querySelectorAll(".plan").length`))
	b.drag("e1", "f2")
	b.labelled("f2", "planned move")
	moves()
	b.until(plies + ` === 3 && document.querySelector(".lamp.lit")`)
	assert.Contains(t, value[string](b, `document.getElementById("moves").textContent`), "Kf2")
	assert.Contains(t, b.label("f2"), "white king")

	// What is not legal then is dropped, and said; by keys.
	thinks()
	b.run(`document.querySelector('#board [tabindex="0"]').focus()`)
	b.walk("e4")
	b.walk("d5")
	b.labelled("d5", "planned move")
	moves()
	b.until(plies + ` === 2 && ` + idle)
	b.until(message + `.includes("e4 to d5, is not legal now: it is dropped")`)
	assert.False(t, value[bool](b, `Boolean(document.querySelector(".plan"))`))
	b.clean()
}

// The right button draws circles and arrows, with the colours of the modifier keys; the same
// again takes one away, a left click all, and so does a move. Shift+Enter draws them too.
func arrowsAndCircles(t *testing.T, browser context.Context) {
	b := open(t, browser, serve(t), 1280, 900)
	b.enter("two")
	marks := func(want ...string) {
		t.Helper()
		b.until(`JSON.stringify([...document.querySelectorAll("#board [data-mark]")].map((e) => e.dataset.mark + e.classList[1]).sort()) === '` + quoted(want) + `'`)
	}
	b.right("e2", "e4")
	b.right("d5", "d5")
	marks("d5d5green", "e2e4green")
	b.right("g1", "f3", chromedp.ButtonModifiers(chromedp.ModifierShift))
	b.right("b1", "c3", chromedp.ButtonModifiers(chromedp.ModifierAlt))
	marks("b1c3blue", "d5d5green", "e2e4green", "g1f3red")
	assert.Contains(t, b.label("e2"), "arrow to e4")
	assert.Contains(t, b.label("d5"), "circle")
	b.picture("arrows")
	x := `document.querySelector("#board [data-mark=e2e4]").getBoundingClientRect().x`
	before := value[float64](b, x)
	b.do(chromedp.KeyEvent("f"))
	b.until(`document.querySelector("#board .square").dataset.square === "h1" && ` + x + ` !== ` + fmt.Sprint(before))
	b.do(chromedp.KeyEvent("f"))
	b.right("e2", "e4")
	marks("b1c3blue", "d5d5green", "g1f3red")
	b.square("a4")
	marks()
	b.right("e2", "e4")
	b.enter("e4")
	b.until(plies + ` === 1`)
	marks()
	b.run(`document.querySelector('#board [tabindex="0"]').focus()`)
	for _, square := range []string{"e7", "e5", "d4", "d4"} {
		b.walkTo(square)
		b.do(chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(chromedp.ModifierShift)))
	}
	marks("d4d4green", "e7e5green")
	b.do(chromedp.KeyEvent(kb.Escape))
	marks()
	b.clean()
}

// quoted writes words as a JSON list.
func quoted(words []string) string {
	s := []string{}
	for _, w := range words {
		s = append(s, `"`+w+`"`)
	}
	return "[" + strings.Join(s, ",") + "]"
}

// What a hand expects of the board, in one browser.
func TestTheHand(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long")
	}
	inParts(t, []part{
		{"WholeGamesByHand", wholeGamesByHand}, {"PromotionAtItsSquare", promotionAtItsSquare}, {"CastlingOntoTheRook", castlingOntoTheRook}, {"PlannedMoves", plannedMoves}, {"ArrowsAndCircles", arrowsAndCircles},
	})
}
