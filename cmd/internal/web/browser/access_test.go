package browser

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// accessFaults returns what a person with a screen reader, or with weak eyes, would stumble over on the
// screen that is shown: headings that skip a level, names without the text that is to be seen, text
// whose contrast with what is below it is less than 4.5.
const accessFaults = `(() => {
	const faults = [], seen = (e) => e.checkVisibility() && !e.closest("[aria-hidden=true], .unseen");
	let level = 0;
	for (const h of document.querySelectorAll("h1, h2, h3, h4")) {
		if (!seen(h)) continue;
		const n = Number(h.tagName[1]);
		if (n > level + 1) faults.push("heading " + h.tagName + ": " + h.textContent);
		level = n;
	}
	const words = (s) => s.replace(/[^\p{L}\p{N}]+/gu, " ").trim().toLowerCase();
	for (const e of document.querySelectorAll("button[aria-label], [role=treeitem], [role=tab][aria-label], a[aria-label]")) {
		if (seen(e) && !words(e.getAttribute("aria-label") || e.textContent).includes(words(e.textContent))) faults.push("name: " + e.getAttribute("aria-label") + " lacks " + e.textContent);
	}
	const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
	const rgba = (c) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = c; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
	const over = (top, below, opacity) => { const a = top[3] / 255 * opacity; return [0, 1, 2].map((i) => top[i] * a + below[i] * (1 - a)); };
	const light = (c) => { const [r, g, b] = c.map((v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
	for (const e of document.querySelectorAll("main *")) {
		const own = [...e.childNodes].find((n) => n.nodeType === 3 && n.data.trim());
		if (!own || !seen(e) || e.closest("svg, [disabled], option, .source, .face")) continue;
		const range = document.createRange();
		range.selectNodeContents(own);
		const r = range.getClientRects()[0];
		if (!r || r.width < 2) continue;
		e.scrollIntoView({ block: "center" });
		const q = range.getClientRects()[0], stack = document.elementsFromPoint(q.left + 2, q.top + q.height / 2);
		if (!stack.includes(e)) continue;
		let below = rgba(getComputedStyle(document.documentElement).backgroundColor), image = false;
		for (const s of stack.slice(stack.indexOf(e)).concat(stack.slice(0, stack.indexOf(e))).reverse()) {
			const style = getComputedStyle(s);
			image ||= style.backgroundImage !== "none";
			below = over(rgba(style.backgroundColor), below, Number(style.opacity));
		}
		if (image) continue;
		let opacity = 1;
		for (let up = e; up; up = up.parentElement) opacity *= Number(getComputedStyle(up).opacity);
		const text = over(rgba(getComputedStyle(e).color), below, opacity), [a, b] = [light(text), light(below)].sort((x, y) => y - x), ratio = (a + 0.05) / (b + 0.05);
		if (ratio < 4.5) faults.push("contrast " + ratio.toFixed(2) + ": " + own.data.trim().slice(0, 40) + " in " + e.tagName + "." + e.className);
	}
	return faults;
})()`

// The three screens have headings in order, names with what is to be seen, and enough contrast, in
// light and dark, on a laptop and a phone; on a phone the picture comes before its settings.
func TestTheScreensForEverybody(t *testing.T) {
	browser, url := launch(t), serve(t)
	for _, width := range []int64{1280, 390} {
		b := open(t, browser, url+"#fen="+"r1bq1rk1/pp1nbppp/2p1pn2/3p4/2PP4/2N1PN2/PPQ1BPPP/R1B2RK1+w+-+-+0+9", width, 844)
		for _, x := range []struct{ screen, picture string }{{"lanes", ".course"}, {"tree", ".stage"}, {"cycles", ".doing"}} {
			b.click("#tab-" + x.screen)
			switch x.screen {
			case "lanes":
				b.until(`document.querySelectorAll(".lane.begun").length === 4`)
				b.click("#lanes-stop")
			case "tree":
				b.until(`document.querySelectorAll("#tree .move").length > 5`)
			case "cycles":
				b.until(`document.querySelectorAll("#kinds .bar").length > 3 && document.querySelector("#listing .now")`)
				b.click("#crawl")
			}
			for _, theme := range []string{"light", "dark"} {
				b.run(`document.documentElement.dataset.theme = "` + theme + `"`)
				assert.Empty(t, value[[]string](b, accessFaults), "%s %s %d", x.screen, theme, width)
			}
			b.picture("screens-" + x.screen + "-" + num(float64(width)))
			if width < 500 {
				section := map[string]string{"cycles": "cycles-screen"}[x.screen]
				if section == "" {
					section = x.screen
				}
				assert.True(t, value[bool](b, `(() => { const s = document.getElementById("`+section+`"); return s.querySelector("`+x.picture+`").getBoundingClientRect().top < s.querySelector(".controls").getBoundingClientRect().top })()`), x.screen)
			}
			assert.Less(t, value[float64](b, `document.querySelector("section:not([hidden]) .intro").getBoundingClientRect().height`), map[bool]float64{true: 80, false: 30}[width < 500], "one line: "+x.screen)
		}
		b.clean()
	}
}
