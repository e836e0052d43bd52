package browser

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/tracing"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/testdata/switches"
)

// timed reports whether figures that the load of the computer changes are required, and not
// only logged.
func timed() bool { return switches.Has("timed") }

// traced is an event of a trace of the browser: a task, or the name of a thread.
type traced struct {
	Name     string `json:"name"`
	Process  int    `json:"pid"`
	Thread   int    `json:"tid"`
	Duration int64  `json:"tdur"` // of the processor, in microseconds
	Args     struct {
		Name string `json:"name"`
	} `json:"args"`
}

// load is what the threads of a kind have done.
type load struct {
	tasks int
	// longest is the processor time of the longest task, busiest that of all tasks of one
	// thread, the busiest one.
	longest, busiest time.Duration
}

// loadOf returns the load of the threads of a name.
func loadOf(all []traced, name string) (w load) {
	type thread struct{ process, thread int }
	of := map[thread]bool{}
	for _, e := range all {
		if e.Name == "thread_name" && strings.HasPrefix(e.Args.Name, name) {
			of[thread{e.Process, e.Thread}] = true
		}
	}
	sum := map[thread]time.Duration{}
	for _, e := range all {
		if at := (thread{e.Process, e.Thread}); e.Name == "RunTask" && of[at] {
			d := time.Duration(e.Duration) * time.Microsecond
			w.tasks++
			w.longest = max(w.longest, d)
			sum[at] += d
			w.busiest = max(w.busiest, sum[at])
		}
	}
	return w
}

// observe measures how long the page is blocked, until the function that it returns is
// called, which reports it and returns the load of the page's workers. Tasks are measured in
// processor time, which a busy computer does not stretch.
func (b *tab) observe(while string) (report func() load) {
	b.Helper()
	b.run(`const run = window.blocked = { frame: 0, frames: 0 };
		let last = performance.now();
		const frame = (now) => {
			if (window.blocked !== run) return;
			run.frame = Math.max(run.frame, now - last); run.frames++; last = now;
			requestAnimationFrame(frame);
		};
		requestAnimationFrame(frame)`)
	ctx, cancel := context.WithTimeout(b.ctx, 2*patience)
	var all []traced
	done := make(chan struct{})
	require.NoError(b, chromedp.Listen(ctx, func(e any) {
		switch e := e.(type) {
		case *tracing.EventDataCollected:
			for _, text := range e.Value {
				var x traced
				if json.Unmarshal(text, &x) == nil {
					all = append(all, x)
				}
			}
		case *tracing.EventTracingComplete:
			close(done)
		}
	}))
	_, err := chromedp.Call(ctx, tracing.Start, tracing.StartParams{TraceConfig: &tracing.TraceConfig{
		IncludedCategories: []string{"disabled-by-default-devtools.timeline"}, ExcludedCategories: []string{"*"},
	}})
	require.NoError(b, err)
	return func() load {
		b.Helper()
		defer cancel()
		frames := value[map[string]float64](b, `window.blocked`)
		_, err := chromedp.Call(ctx, tracing.End, struct{}{})
		require.NoError(b, err)
		select {
		case <-done:
		case <-ctx.Done():
			require.NoError(b, ctx.Err())
		}
		page := loadOf(all, "CrRendererMain")
		b.Logf("%s: the longest of %d tasks took %v of the processor; %.0f frames, %.0f ms between two at most", while, page.tasks, page.longest, frames["frames"], frames["frame"])
		require.Positive(b, page.tasks)
		if timed() {
			assert.LessOrEqual(b, page.longest, 50*time.Millisecond, while)
		}
		return loadOf(all, "DedicatedWorker")
	}
}

// The page answers while four lanes run, while a tree grows as fast as it can, and while the 6502
// searches in WebAssembly.
func TestThePageIsNotBlocked(t *testing.T) {
	url, _ := site(t)
	b := open(t, launch(t), url, 1280, 900)
	b.click("#tab-lanes")
	b.run(`const s = document.querySelectorAll("#lanes .controls select"); s[1].value = "66"; s[2].value = "max"`)
	report := b.observe("four lanes")
	b.click("#lanes-start")
	b.until(`document.getElementById("verdict").textContent.startsWith("All four made the same")`)
	report()

	b.enter2("#tab-computer", "setup r2q1rk1/pp1bppbp/2np1np1/8/3NP2P/1BN1BP2/PPPQ2P1/R3K2R b KQ - 0 1")
	b.click("#tab-tree")
	b.until(`document.querySelectorAll(".move").length > 5`)
	b.run(`const s = document.querySelectorAll("#tree .controls select"); s[1].value = "42"; s[2].value = "4"; document.getElementById("tree-pace").value = "1000000"`)
	report = b.observe("a growing tree")
	b.click("#tree-watch")
	b.until(`document.getElementById("tree-watch").textContent === "Pause"`)
	b.until(`document.getElementById("tree-watch").textContent === "Watch it search"`)
	report()
	t.Log(value[string](b, `document.getElementById("tree-caption").textContent`))
	b.picture("live-large")

	report = b.observe("the 6502 alone")
	m := b.search(`{ engine: "6502", profile: "sx81", fen: "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 0 1", sx: 66 }`)
	worker := report()
	own := time.Duration(m["ms"].(float64)) * time.Millisecond
	speed := own.Seconds() / worker.busiest.Seconds()
	t.Logf("the 6502 in WebAssembly, every event hashed: %.1f times its speed, %v of its time in %v of the processor; %.1f times by the clock on the wall", speed, own, worker.busiest, m["ms"].(float64)/max(m["took_ms"].(float64), 1))
	assert.Greater(t, speed, 2.0)
	if timed() {
		assert.GreaterOrEqual(t, speed, 8.0)
	}
	b.clean()
}
