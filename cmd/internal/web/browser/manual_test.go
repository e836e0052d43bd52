package browser

import (
	"context"
	"flag"
	"os"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "take the pictures of the manual again")

// The pictures of README.md and docs/manual/browser.md: a game, a broken ROM, a tree and a
// program at a crawl.
func TestPicturesOfTheManual(t *testing.T) {
	if !*update {
		t.Skip("-update takes them")
	}
	b := open(t, launch(t), serve(t), 1120, 900)
	b.run(`document.documentElement.dataset.theme = "light"`)
	b.run(`document.getElementById("pgn").value = "1. e4 c5 2. Nf3 Nc6 3. d4 cxd4 4. Nxd4 g6 5. Nc3 Bg7 6. Be3 Nf6 7. Bc4 O-O 8. Bb3 d6 9. f3 Bd7 10. h4 Qa5 11. g4 *"; document.getElementById("pgn-load").click()`)
	b.until(plies + ` === 21`)
	b.enter("forward 21")
	b.enter("level 60")
	b.enter("speed 4")
	b.enter("go")
	b.until(`document.getElementById("budget").textContent.includes("iteration 5")`)
	b.enter("display line")
	take := func(name string) {
		ctx, cancel := context.WithTimeout(b.ctx, patience)
		defer cancel()
		picture, err := chromedp.Run(ctx, chromedp.FullScreenshot(82))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile("../../../../docs/manual/"+name, picture, 0o644))
	}
	take("browser.jpg")
	b.click("#tab-lanes")
	b.run(`const s = document.querySelectorAll("#lanes .controls select"); s[1].value = "50"; s[2].value = "4"; document.getElementById("poke").value = "swap_values+1=9"`)
	b.click("#poke-start")
	b.until(`document.querySelector("#lane-6502").classList.contains("red") && document.querySelectorAll(".lane.equal").length === 2`)
	take("browser-lanes.jpg")

	// The search as it is drawn, with what ended a move that a reply refuted.
	b.click("#tab-tree")
	b.until(`document.getElementById("summary").textContent.includes("moves evaluated")`)
	b.run(`document.querySelectorAll("#tree .controls select")[1].value = "42"; document.getElementById("tree-pace").value = "1000000"`)
	b.click("#tree-watch")
	b.until(`document.getElementById("tree-watch").textContent === "Pause"`)
	b.until(`document.getElementById("tree-watch").textContent === "Watch it search"`)
	b.run(`const g = [...document.querySelectorAll(".move")].find((g) => g.querySelector(".sign").textContent === "✗" && g.querySelector(".through")); g.dispatchEvent(new MouseEvent("click"))`)
	b.until(`document.querySelector(".move.decider")`)
	take("browser-tree.jpg")
	b.click("#tab-cycles")
	b.until(`document.querySelectorAll("#routines .bar").length > 10`)
	// At first it builds its tables, which takes minutes at a crawl and is no routine of the list.
	b.run(`const s = document.getElementById("clock-hz"); s.value = 70; s.dispatchEvent(new Event("input"))`)
	b.until(`document.querySelector("#listing .now") && document.querySelector("#routines .now")`)
	take("browser-cycles.jpg")
}
