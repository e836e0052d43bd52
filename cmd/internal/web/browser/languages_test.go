package browser

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// strangers is what of the English table is seen, or said, while the page speaks another language; and
// which keys and buttons are too narrow for their words.
const strangers = `(() => {
	const own = new Set([...Object.values(window.own), ...Object.values(window.program)]), formats = Object.keys(window.program).map((x) => x.replace(/%(\.\d+)?[a-z]/g, "{0}"));
	const known = [...Object.values(window.english), ...formats].filter((x) => !own.has(x) && /[a-z]{3}/.test(x));
	const plain = new Set(known.filter((x) => !x.includes("{"))), letters = (x) => x.replace(/\{\d\}/g, "").replace(/[^a-zA-Z]/g, "").length;
	const frames = known.filter((x) => x.includes("{") && letters(x) > 7).map((x) => new RegExp("^" + x.split(/\{\d\}/).map((y) => y.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(".*") + "$"));
	const seen = new Set(), found = [];
	for (const e of document.querySelectorAll("body *:not(script)")) {
		if (!e.checkVisibility?.() && e.tagName !== "OPTION") continue;
		for (const n of e.childNodes) if (n.nodeType === 3) seen.add(n.textContent.trim());
		for (const a of ["aria-label", "title", "placeholder", "aria-valuetext", "alt"]) if (e.hasAttribute(a)) seen.add(e.getAttribute(a).trim());
		if ((e.matches("button, .key, summary, h2, .card > label > span, .status span")) && (e.scrollWidth > e.clientWidth + 1) && e.clientWidth && getComputedStyle(e).display !== "inline" && !e.closest(".unseen")) found.push("cut off: " + e.textContent);
	}
	for (const x of seen) if (plain.has(x) || frames.some((f) => f.test(x))) found.push(x);
	if (document.documentElement.scrollWidth > innerWidth) found.push("wide: " + document.documentElement.scrollWidth);
	return found;
})()`

// table has the page's own and the English table for strangers.
const table = `Promise.all([import("./english.js"), import({ de: "./german.js", fr: "./french.js" }[document.documentElement.lang])])
	.then(([a, b]) => Object.assign(window, { english: a.english, own: b.texts, program: b.program }))`

// unsaid is what the program could say that does not come out as its format's translation: each format
// is filled with values.
const unsaid = `import("./said.js").then(({ said }) => { window.said = said; window.unsaid = Object.entries(window.program).flatMap(([format, own]) => {
	const values = [], text = format.replace(/%(?:\.\d+)?([a-z])/g, (_, v) => {
		values.push({ d: "7", g: "2.5", f: "1.5", c: "S" }[v] || "Qd" + (values.length + 1));
		return v === "q" ? '"' + values.at(-1) + '"' : values.at(-1);
	});
	const want = own.replace(/\{(\d)\}/g, (_, i) => values[i]);
	return said(text) === want ? [] : [text + " | " + said(text)];
}) })`

// sentences are what the program says in some cases, with formats in formats, in German.
var sentences = map[string]string{
	"e5: pawn on e2: pawns go straight ahead, one square or two at first, and take one square diagonally": "e5: Bauer auf e2: Bauern gehen geradeaus, ein Feld oder anfangs zwei, und schlagen schräg ein Feld weit",
	"Ke2: into check from the rook on e8 and the queen on h5":                                             "Ke2: dort stünde der König im Schach: der Turm auf e8 und die Dame auf h5",
	"level TOURN 40/120 30: 40 moves in 120 minutes, then the rest in 30 minutes of the machine's time":   "Stufe TOURN 40/120 30: 40 Züge in 120 Minuten, dann der Rest in 30 Minuten Maschinenzeit",
	"checkmate: 0-1, you win": "Schachmatt: 0-1, der Mensch gewinnt",
	"Why not h5? 1...h5: followed up, and refuted by Qxh5, worth +3.00 to the other side, which wants +1.00.": "Warum nicht h5? 1...h5: weiterverfolgt und widerlegt durch Qxh5, der anderen Seite +3.00 wert, die +1.00 verlangt.",
	"nothing of this is known": "nothing of this is known",
}

// speaks chooses a language in its menu, and waits until the page is there again and speaks it.
func (b *tab) speaks(code string) {
	b.Helper()
	b.run(`const m = document.getElementById("language"); m.value = "` + code + `"; setTimeout(() => m.dispatchEvent(new Event("change")))`)
	there := chromedp.Evaluate[bool](`document.documentElement?.lang === "` + code + `" && document.body?.dataset.ready === "yes"`)
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(30 * time.Millisecond) {
		// While the page is loaded again there is nothing to evaluate in.
		if ok, err := chromedp.Run(b.ctx, there); err == nil && ok {
			return
		}
	}
	require.Fail(b, "the page does not speak "+code)
}

func (b *tab) tables() {
	b.Helper()
	b.run(table)
	b.until(`window.own`)
}

// tour goes through the screens, and calls at with the name of what is shown.
func (b *tab) tour(url string, at func(name string)) {
	b.enter("two")
	b.enter("f3")
	b.enter("e5")
	b.until(plies + ` >= 2`)
	b.run(`for (const d of document.querySelectorAll("details")) d.open = true`)
	b.click("#more-keys")
	at("drawer")
	b.click("#more-keys")
	b.click("#board-menu")
	at("menu")
	b.click("#board-menu")
	b.run(`document.querySelector("#review button").click()`)
	b.until(`!document.querySelector("#review .slips").hidden`)
	at("review")
	b.run(`document.querySelector('.key[data-word=":setup"]').click()`)
	at("setup")
	b.run(`document.querySelector('.key[data-word=":setup"]').click()`)
	b.click("#tab-lanes")
	b.run(`document.querySelectorAll("#lanes .controls select")[2].value = "max"; document.getElementById("lanes-start").click()`)
	b.until(`document.querySelectorAll(".lane.equal").length === 3`)
	at("lanes")
	b.click("#lanes-break")
	b.until(`document.querySelector(".lane .differ table")`)
	at("broken")
	b.click("#tab-tree")
	b.until(`document.querySelectorAll(".move").length > 5`)
	b.run(`document.querySelectorAll(".move")[3].dispatchEvent(new MouseEvent("click"))`)
	at("tree")
	b.click("#tab-cycles")
	b.until(`document.querySelectorAll("#kinds .bar").length > 2`)
	at("cycles")
	b.load(url + "school.html")
	b.until(`document.querySelectorAll("#killer .tries li, #killer .words p").length > 0`)
	b.tables()
	b.run(`document.querySelector("#budget .tries button").click()`)
	at("school")
}

// The page speaks German and French, once chosen and until another is: each screen, with its drawers and
// menus, has no text of the English table, and room for its words on a laptop and on a phone. Of French
// a short run looks at the first screen only.
func TestLanguages(t *testing.T) {
	url := serve(t)
	b := open(t, launch(t), url, 1280, 720)
	at := func(name string) {
		t.Helper()
		for _, size := range [][2]int64{{390, 844}, {1280, 720}} {
			b.do(chromedp.EmulateViewport(size[0], size[1]))
			b.until(fmt.Sprintf(`innerWidth === %d`, size[0]))
			b.run(`window.settled = false; requestAnimationFrame(() => requestAnimationFrame(() => { window.settled = true }))`)
			b.until(`window.settled`)
			lang := value[string](b, `document.documentElement.lang`)
			assert.Empty(t, value[[]string](b, strangers), "%s %s %v", lang, name, size)
			b.picture(fmt.Sprintf("%s-%s-%d", lang, name, size[0]))
		}
	}
	assert.Equal(t, "en", value[string](b, `document.documentElement.lang`))
	for _, lang := range []string{"de", "fr"} {
		b.speaks(lang)
		b.load(url + "?again=" + lang)
		b.until(`document.documentElement.lang === "` + lang + `"`)
		b.tables()
		b.run(quiet)
		at("begin")
		b.run(unsaid)
		b.until(`window.unsaid`)
		assert.Empty(t, value[[]string](b, `window.unsaid`), lang)
		if lang == "de" {
			for text, want := range sentences {
				assert.Equal(t, want, value[string](b, fmt.Sprintf(`window.said(%q)`, text)))
			}
		}
		if lang == "de" || !testing.Short() {
			b.tour(url, at)
			b.load(url)
		}
	}
	b.speaks("en")
	assert.Equal(t, "Play", value[string](b, `document.getElementById("tab-computer").textContent`))

	// A link says the language too.
	b.load(url + "?link#lang=fr")
	b.until(`document.documentElement.lang === "fr"`)
	b.load(url + "embed.html#lang=de")
	b.until(`document.documentElement.lang === "de" && document.querySelector(".key").textContent === "Zurück"`)
	b.clean()
}
