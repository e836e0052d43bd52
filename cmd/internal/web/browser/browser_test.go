// Package browser tests the page in a browser: Debian's chromium, if it is there.
package browser

import (
	"context"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/web"
	"github.com/searchex/searchex/testdata/switches"
)

// patience bounds each step of a test. The computer may be busy.
const patience = 2 * time.Minute

// tab is a tab of a browser.
type tab struct {
	*testing.T
	ctx context.Context

	lock sync.Mutex
	// wrong are errors on the console and requests to other hosts, except for those that
	// contain one of expected.
	wrong    []string
	expected []string
}

// launch starts a browser, or skips the test.
func launch(t *testing.T) context.Context {
	t.Helper()
	switches.Need(t, "browser")
	path, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no chromium")
	}
	options := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(path), chromedp.NoFirstRun, chromedp.NoDefaultBrowserCheck, chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true), chromedp.Flag("disable-dev-shm-usage", true), chromedp.UserDataDir(t.TempDir()), chromedp.WSURLReadTimeout(patience),
	}
	allocator, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, cancel := chromedp.NewContext(allocator)
	t.Cleanup(func() { _ = chromedp.Cancel(ctx); cancel() })
	require.NoError(t, chromedp.Do(ctx, chromedp.Navigate("about:blank")))
	return ctx
}

// part is a part of a test, which shares its browser.
type part struct {
	name string
	test func(*testing.T, context.Context)
}

// inParts runs a test's parts in one browser.
func inParts(t *testing.T, parts []part) {
	browser := launch(t)
	for _, p := range parts {
		t.Run(p.name, func(t *testing.T) { p.test(t, browser) })
	}
}

// open opens a tab of a size, and the page in it.
func open(t *testing.T, browser context.Context, url string, width, height int64) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browser)
	t.Cleanup(cancel)
	b := &tab{T: t, ctx: ctx}
	require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(width, height)))
	host := strings.SplitN(url, "/", 4)[2]
	console, requests := chromedp.Console(ctx), chromedp.Events(ctx, network.RequestWillBeSent)
	go func() {
		for m, err := range console {
			if err == nil && (m.Type == chromedp.ConsoleError || m.Type == chromedp.ConsoleWarning || m.Type == chromedp.ConsoleException) {
				b.mistake(fmt.Sprintf("%s: %s %s", m.Type, m.Text, m.URL))
			}
		}
	}()
	go func() {
		for e, err := range requests {
			if err == nil && !strings.Contains(e.Request.URL, "//"+host+"/") && !strings.HasPrefix(e.Request.URL, "blob:") && !strings.HasPrefix(e.Request.URL, "data:") {
				b.mistake("request to " + e.Request.URL)
			}
		}
	}()
	b.load(url)
	return b
}

// load loads the page.
func (b *tab) load(url string) {
	b.Helper()
	b.do(chromedp.Navigate(url))
	b.until(`document.body.dataset.ready === "yes"`)
}

func (b *tab) mistake(text string) {
	b.lock.Lock()
	defer b.lock.Unlock()
	for _, e := range b.expected {
		if strings.Contains(text, e) {
			return
		}
	}
	b.wrong = append(b.wrong, text)
}

// clean reports errors on the console and requests to other hosts.
func (b *tab) clean() {
	b.Helper()
	b.lock.Lock()
	defer b.lock.Unlock()
	assert.Empty(b, b.wrong)
}

// do carries out actions.
func (b *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	require.NoError(b, chromedp.Do(ctx, actions...))
}

// value returns the value of a JavaScript expression.
func value[T any](b *tab, expression string) T {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	require.NoError(b, err, expression)
	return v
}

// run runs JavaScript.
func (b *tab) run(code string) {
	b.Helper()
	value[bool](b, "(() => { "+code+"; return true })()")
}

// until waits until a JavaScript expression is true.
func (b *tab) until(expression string) {
	b.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(30 * time.Millisecond) {
		if value[bool](b, "Boolean("+expression+")") {
			return
		}
	}
	b.picture("failed-" + strings.ReplaceAll(b.Name(), "/", "-"))
	state := value[string](b, `JSON.stringify({ notice: document.getElementById("notice").textContent, message: document.getElementById("message").textContent,
		lcd: document.getElementById("lcd").dataset.text, verdict: document.getElementById("verdict")?.textContent })`)
	b.lock.Lock()
	defer b.lock.Unlock()
	require.Fail(b, "never true: "+expression, "%s %v", state, b.wrong)
}

// picture takes a picture of the screen into the folder of SEARCHEX_TESTS=pictures=FOLDER.
func (b *tab) picture(name string) {
	b.Helper()
	dir := switches.Value("pictures")
	if dir == "" {
		return
	}
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	png, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
	require.NoError(b, err)
	require.NoError(b, os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644))
}

// square clicks a square.
func (b *tab) square(name string) {
	b.Helper()
	x, y := b.middle(name)
	b.do(mouse("mousePressed", x, y), mouse("mouseReleased", x, y))
}

func mouse(kind string, x, y float64) chromedp.Action[chromedp.Void] {
	return chromedp.MouseEvent(mouseType(kind), x, y, chromedp.ButtonLeft, chromedp.ClickCount(1))
}

// middle returns the middle of a square on the screen.
func (b *tab) middle(name string) (x, y float64) {
	b.Helper()
	p := value[[]float64](b, `(() => {
		const s = document.querySelector('#board [data-square="`+name+`"]');
		s.scrollIntoView({ block: "nearest" });
		const r = s.getBoundingClientRect();
		return [r.x + r.width / 2, r.y + r.height / 2];
	})()`)
	return p[0], p[1]
}

// drag drags with the mouse from one square to another.
func (b *tab) drag(from, to string) {
	b.Helper()
	x, y := b.middle(from)
	u, v := b.middle(to)
	b.do(mouse("mousePressed", x, y), mouse("mouseMoved", (x+u)/2, (y+v)/2), mouse("mouseMoved", u, v), mouse("mouseReleased", u, v))
}

// key presses a key of the machine.
func (b *tab) key(word string) { b.click(`.key[data-word="` + word + `"]`) }

// click clicks an element, after it has opened the drawer of keys if the element lies in it.
func (b *tab) click(selector string) {
	b.Helper()
	if value[bool](b, fmt.Sprintf(`Boolean(document.querySelector(%q)?.closest("#drawer[hidden]"))`, selector)) {
		b.do(chromedp.Click(chromedp.CSS("#more-keys")))
	}
	b.do(chromedp.Click(chromedp.CSS(selector)))
}

// enter types a text into the field for moves, and Enter.
func (b *tab) enter(text string) {
	b.Helper()
	b.run(`document.getElementById("typed").value = ""`)
	b.do(chromedp.SendKeys(chromedp.CSS("#typed"), text+"\r"))
}

// enter2 clicks an element first.
func (b *tab) enter2(selector, text string) {
	b.Helper()
	b.click(selector)
	b.enter(text)
}

const (
	plies   = `document.querySelectorAll("#moves button").length`
	lcd     = `document.getElementById("lcd").dataset.text`
	message = `document.getElementById("message").textContent`
	idle    = `!document.querySelector(".lamp.lit")`
)

// serve serves the page.
func serve(t *testing.T) string {
	ctx, cancel := context.WithCancel(context.Background())
	s, err := web.New(ctx, "")
	require.NoError(t, err)
	h := httptest.NewServer(s)
	t.Cleanup(func() { cancel(); s.Wait(); h.Close() })
	return h.URL + "/"
}

// accessible returns the accessibility tree, a line "role: name" for each node.
func (b *tab) accessible() string {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	tree, err := chromedp.Run(ctx, func(ctx context.Context, _ *chromedp.Target) (accessibility.GetFullAXTreeResult, error) {
		return chromedp.Call(ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	})
	require.NoError(b, err)
	var s strings.Builder
	for _, n := range tree.Nodes {
		if !n.Ignored && n.Role != nil && n.Name != nil {
			fmt.Fprintf(&s, "%s: %s\n", strings.Trim(string(n.Role.Value), `"`), strings.Trim(string(n.Name.Value), `"`))
		}
	}
	return s.String()
}
