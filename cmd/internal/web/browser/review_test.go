package browser

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A game that was pasted is reviewed: the moves that lost are marked in the list of moves and
// listed with what was better, a click goes to the position before one, and the review goes
// when the game does.
func TestReview(t *testing.T) {
	b := open(t, launch(t), serve(t), 1280, 900)
	b.run(`document.getElementById("pgn").value = "1. f3 e5 2. g4 Qh4# 0-1"; document.getElementById("pgn-load").click()`)
	b.until(plies + ` === 4`)
	b.run(`document.querySelector("#review .row button").click()`)
	b.until(`document.querySelectorAll("#review .slips li").length > 0`)
	b.picture("review")
	const worst = `document.querySelector("#review .slips li:last-child")`
	assert.Equal(t, "2. g4??", value[string](b, worst+`.querySelector("button").textContent`))
	assert.Equal(t, "g4??", value[string](b, `[...document.querySelectorAll("#moves button")][2].textContent.slice(0, 4)`))
	assert.Regexp(t, `better [a-hKQRBNO]`, value[string](b, worst+`.querySelector("span").textContent`))
	b.run(worst + `.querySelector("button").click()`)
	b.until(`document.querySelector("#moves [aria-current]")?.textContent.startsWith("e5")`)
	b.run(`document.getElementById("pgn").value = "1. e4 e5 *"; document.getElementById("pgn-load").click()`)
	b.until(`document.querySelector("#review .slips").hidden`)
	b.clean()
}
