package browser

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Each station of the page for schools shows a search of its own, and what it says to try
// changes what is seen: a greater budget the move and the nodes, the guards the price of a
// capture, one price for all the move, a smaller budget the killers; the program runs at a crawl.
func TestSchool(t *testing.T) {
	b := open(t, launch(t), serve(t)+"school.html", 1280, 900)
	text := func(css string) string { return value[string](b, `document.querySelector("`+css+`").textContent`) }
	for _, s := range []string{"budget", "swap", "window", "killer"} {
		b.until(`document.querySelectorAll("#` + s + ` .tries li").length > 0`)
	}
	before := text("#budget .found")
	b.run(`{ const r = document.querySelector("#budget input"); r.value = 4; r.dispatchEvent(new Event("input")); }`)
	b.until(`document.querySelector("#budget .found").textContent.includes("a budget of 26")`)
	assert.Contains(t, before, "It plays Nd5")
	assert.Contains(t, text("#budget .found"), "It plays Bxf6")

	const take = `[...document.querySelectorAll("#swap .tries button")].find((e) => e.textContent.startsWith("Qxd6")).querySelector(".price").textContent`
	assert.Contains(t, value[string](b, take), "price 34,")
	b.run(`document.querySelector("#swap .row button").click()`)
	b.until(take + ` !== "price 34, 0 left"`)
	assert.Contains(t, value[string](b, take), "price 7,")

	b.run(`document.querySelector("#killer .tries button").click()`)
	b.until(`document.querySelector("#killer .words").textContent.includes("killer")`)
	b.picture("school")
	for _, s := range []string{"window", "killer"} {
		before := text("#" + s + " .found")
		b.run(`document.querySelector("#` + s + ` .row button").click()`)
		b.until(`document.querySelector("#` + s + ` .found").textContent !== ` + "`" + before + "`")
	}
	b.run(`document.querySelector("#assembly .row button").click()`)
	b.until(`document.querySelector("#assembly .now")?.textContent.trim().length > 0`)
	b.run(`document.querySelector("#assembly .row button").click()`)
	b.until(`document.querySelector("#assembly .row button").textContent === "Let it crawl"`)
	b.clean()
}
