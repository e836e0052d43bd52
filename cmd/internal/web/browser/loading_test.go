package browser

import (
	"context"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// slowly makes the processor of the page slower by a factor.
func (b *tab) slowly(factor float64) {
	b.Helper()
	_, err := chromedp.Call(b.ctx, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: factor})
	require.NoError(b, err)
}

// blank opens a tab of a size, and no page in it.
func blank(t *testing.T, browser context.Context, width, height int64) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browser)
	t.Cleanup(cancel)
	require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(width, height)))
	return &tab{T: t, ctx: ctx}
}

// While the program is held back, the static page shows the board and how much has arrived, and
// takes a first move, which is played when the program is there. However late its lock comes, it is the first tab.
func TestThePageWhileItLoads(t *testing.T) {
	_, dir := site(t)
	files := http.FileServer(http.Dir(dir))
	rest := make(chan struct{})
	var programs atomic.Int32
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if filepath.Ext(r.URL.Path) != ".gz" {
			files.ServeHTTP(w, r)
			return
		}
		programs.Add(1)
		files.ServeHTTP(&held{ResponseWriter: w, free: 800_000, rest: rest}, r)
	}))
	t.Cleanup(h.Close)
	b := blank(t, launch(t), 1280, 900)
	_, err := chromedp.Call(b.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `
		const request = navigator.locks.request.bind(navigator.locks);
		navigator.locks.request = (...all) => new Promise((late) => setTimeout(late, 1500)).then(() => request(...all))`})
	require.NoError(t, err)
	b.do(chromedp.Navigate(h.URL + "/"))
	b.until(`document.querySelectorAll("#board .piece .white").length === 16`)
	b.until(`early === null`) // what early.js has started is the page's
	b.until(`!document.getElementById("loading").hidden && document.getElementById("loading").value > 300000`)
	assert.Regexp(t, `LOADING +[1-6][0-9] %`, value[string](b, lcd))
	b.square("e2")
	b.until(`document.querySelectorAll(".target").length === 2`)
	b.picture("loading")
	b.square("e4")
	b.until(`document.querySelector('[data-square="e4"]').getAttribute("aria-label").startsWith("e4, white pawn")`)
	b.until(message + `.includes("as soon as the program is there")`)
	assert.NotEqual(t, "yes", value[string](b, `document.body.dataset.ready || ""`))
	close(rest)
	b.until(`document.body.dataset.ready === "yes" && ` + plies + ` >= 1`)
	assert.EqualValues(t, 1, programs.Load(), "how often the program was fetched")
	assert.Equal(t, "e4", value[string](b, `document.querySelector("#moves button").firstChild.textContent`))
	b.until(`document.getElementById("loading").hidden`)

	// The page keeps its last position, to show it before the program is there.
	b.until(plies + ` === 2 && ` + idle)
	assert.Regexp(t, `/4P3/.* w `, value[string](b, `localStorage.getItem("searchex.shown")`))
	assert.Empty(t, value[string](b, `document.getElementById("notice").textContent`))
}

// held is an answer whose bytes after the first are held back until rest is closed.
type held struct {
	http.ResponseWriter
	free int
	rest chan struct{}
}

func (h *held) Write(p []byte) (int, error) {
	if h.free -= len(p); h.free < 0 {
		h.ResponseWriter.(http.Flusher).Flush()
		<-h.rest
	}
	return h.ResponseWriter.Write(p)
}

// With a processor six times slower the static page is playable within 6 s, and the page of serve,
// at full speed, within 1.5 s, each in a browser of its own: one goes on compiling a program when the
// page is ready. The times are required with SEARCHEX_TESTS=timed only.
func TestSiteIsPlayableSoon(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long")
	}
	url, _ := site(t)
	for _, c := range []struct {
		name, url string
		slower    float64
		most      time.Duration
	}{{"static page, 6 times slower", url, 6, 6 * time.Second}, {"serve", serve(t), 1, 1500 * time.Millisecond}} {
		t.Run(c.name, func(t *testing.T) {
			b := blank(t, launch(t), 390, 844)
			b.slowly(c.slower)
			b.do(chromedp.Navigate(c.url))
			b.until(`document.body.dataset.ready === "yes"`)
			marks := value[map[string]float64](b, `Object.fromEntries(performance.getEntriesByType("mark").map((m) => [m.name, Math.round(m.startTime)]))`)
			took := time.Duration(marks["playable"]) * time.Millisecond
			assert.Empty(t, value[string](b, `document.getElementById("notice").textContent`))
			t.Logf("playable after %v; ms: %v", took, marks)
			if timed() {
				assert.Less(t, took, c.most)
			}
		})
	}
}
