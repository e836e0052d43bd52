package browser

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/roms"
)

// The picture of a game has its size and is a PNG; its text names the result, the machine and the
// level. It is offered when a game has ended.
func TestShareCard(t *testing.T) {
	b := open(t, launch(t), serve(t), 1280, 900)
	b.enter("level 2")
	b.enter("machine z80:tuned")
	b.until(`document.getElementById("model").textContent === "Z80"`)
	assert.Equal(t, "Picture of this position", value[string](b, `document.getElementById("share").textContent`))
	b.run(`document.getElementById("pgn").value = "1. f3 e5 2. g4 Qh4# 0-1"; document.getElementById("pgn-load").click()`)
	b.until(plies + ` === 4`)
	b.enter("forward 4")
	b.until(`document.getElementById("share").textContent === "Picture of this game" && document.querySelector("#share.offered")`)
	b.click("#share")
	b.until(`document.getElementById("share-dialog").open`)
	text := value[string](b, `document.getElementById("share-picture").alt`)
	for _, want := range []string{"0-1", "checkmate", "Level 2", "Qh4#"} {
		assert.Contains(t, text, want)
	}
	assert.Regexp(t, `(?i)z80 with tuned|person`, text)
	address := value[string](b, `document.getElementById("share-picture").src`)
	content, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(address, "data:image/png;base64,"))
	require.NoError(t, err)
	p, err := png.Decode(bytes.NewReader(content))
	require.NoError(t, err)
	assert.Equal(t, "1200x630", fmt.Sprintf("%dx%d", p.Bounds().Dx(), p.Bounds().Dy()))
	colours := map[string]bool{}
	for y := range 63 {
		for x := range 120 {
			r, g, b, _ := p.At(10*x, 10*y).RGBA()
			colours[fmt.Sprint(r>>8, g>>8, b>>8)] = true
		}
	}
	assert.Greater(t, len(colours), 8, "there is something on it")
	assert.Equal(t, "searchex-game-1.png", value[string](b, `document.getElementById("share-save").download`))
	b.picture("share-card")
	b.run(`document.getElementById("share-close").click()`)
	b.until(`!document.getElementById("share-dialog").open`)
	b.clean()
}

// The images of real machines that the page offers have the bytes of searchex export, from serve and
// from the static page, and their commands are those of the manual.
func TestROMsOfThePage(t *testing.T) {
	static, _ := site(t)
	want, err := roms.Downloads()
	require.NoError(t, err)
	manual, err := os.ReadFile("../../../../docs/manual/machines.md")
	require.NoError(t, err)
	commands := regexp.MustCompile(`(^|\s)(msx|md)/`).ReplaceAllString(string(manual), "$1")
	browser := launch(t)
	for _, url := range []string{serve(t), static} {
		b := open(t, browser, url, 1280, 900)
		links := value[[]string](b, `[...document.querySelectorAll(".roms a[download]")].map((a) => a.getAttribute("href"))`)
		require.Len(t, links, len(roms.Machines))
		for _, name := range links {
			r, err := http.Get(url + name)
			require.NoError(t, err)
			content, err := io.ReadAll(r.Body)
			require.NoError(t, err)
			r.Body.Close()
			assert.True(t, bytes.Equal(want[name], content) && len(content) > 1000, "%s%s: %d bytes", url, name, len(content))
		}
		for _, c := range value[[]string](b, `[...document.querySelectorAll(".roms code")].map((c) => c.textContent)`) {
			assert.Contains(t, commands, "    "+c+"\n", "the command of docs/manual/machines.md")
		}
		b.clean()
	}
}

// The static page can be installed: its manifest has no errors, and chromium lacks nothing. The page
// from serve has a manifest without errors too.
func TestThePageCanBeInstalled(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long")
	}
	static, _ := site(t)
	browser := launch(t)
	for _, url := range []string{static, serve(t)} {
		b := open(t, browser, url, 1280, 900)
		ctx, cancel := context.WithTimeout(b.ctx, patience)
		m, err := chromedp.Call(ctx, page.GetAppManifest, page.GetAppManifestParams{})
		require.NoError(t, err)
		assert.Empty(t, m.Errors)
		assert.Contains(t, m.Data, "searchex")
		lacks, err := chromedp.Call(ctx, page.GetInstallabilityErrors, cdp.Empty{})
		require.NoError(t, err)
		for _, e := range lacks.InstallabilityErrors {
			if e.ErrorID != "in-incognito" { // a test's profile is one
				assert.Fail(t, "not installable", "%s: %s %v", url, e.ErrorID, e.ErrorArguments)
			}
		}
		cancel()
	}
}

// A link to the static page has a preview: title, description, and a picture that exists and has the
// size that is said.
func TestPreviewsOfLinks(t *testing.T) {
	url, dir := site(t)
	b := open(t, launch(t), url, 1280, 900)
	have := value[map[string]string](b, `Object.fromEntries([...document.querySelectorAll("meta[property], meta[name]")].map((m) => [m.getAttribute("property") || m.name, m.content]))`)
	for _, name := range []string{"description", "og:title", "og:description", "og:type", "og:image", "og:image:alt", "twitter:card", "twitter:title", "twitter:description", "twitter:image"} {
		assert.NotEmpty(t, have[name], name)
	}
	assert.Equal(t, "summary_large_image", have["twitter:card"])
	content, err := os.ReadFile(filepath.Join(dir, filepath.Base(have["og:image"])))
	require.NoError(t, err)
	c, err := png.DecodeConfig(bytes.NewReader(content))
	require.NoError(t, err)
	assert.Equal(t, have["og:image:width"]+"x"+have["og:image:height"], fmt.Sprintf("%dx%d", c.Width, c.Height))
	assert.Equal(t, "1200x630", fmt.Sprintf("%dx%d", c.Width, c.Height))
}

// frameWorld returns the execution context of the only frame in the page, once it is of url.
func (b *tab) frameWorld(url string) runtime.ExecutionContextID {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	for ; ; time.Sleep(50 * time.Millisecond) {
		tree, err := chromedp.Call(ctx, page.GetFrameTree, cdp.Empty{})
		require.NoError(b, err)
		frames := tree.FrameTree.ChildFrames
		if len(frames) == 1 && strings.HasPrefix(frames[0].Frame.URL, url) {
			w, err := chromedp.Call(ctx, page.CreateIsolatedWorld, page.CreateIsolatedWorldParams{FrameID: frames[0].Frame.ID})
			require.NoError(b, err)
			return w.ExecutionContextID
		}
	}
}

// inFrame waits until an expression is true in a frame.
func (b *tab) inFrame(world runtime.ExecutionContextID, expression string) {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	last := ""
	for ; ctx.Err() == nil; time.Sleep(50 * time.Millisecond) {
		r, err := chromedp.Call(ctx, runtime.Evaluate, runtime.EvaluateParams{
			ContextID: world, Expression: `JSON.stringify([Boolean(` + expression + `), document.getElementById("message").textContent])`,
		})
		if err == nil && r.Result != nil {
			var text string
			require.NoError(b, json.Unmarshal(r.Result.Value, &text))
			if last = text; strings.HasPrefix(text, "[true") {
				return
			}
		}
	}
	b.picture("failed-" + b.Name())
	require.Fail(b, "never true in the frame: "+expression, last)
}

// The snippet of the static page shows the game in a frame of a page of another origin, where it is
// played on. The site's own pages, opened as files, show the position of their address and what plays
// it.
func TestEmbed(t *testing.T) {
	url, dir := site(t)
	browser := launch(t)
	b := open(t, browser, url, 1280, 900)
	b.run(`document.getElementById("pgn").value = "1. e4 e5 2. Nf3 *"; document.getElementById("pgn-load").click()`)
	b.until(plies + ` === 3`)
	b.enter("forward 3")
	b.until(`document.getElementById("frame").value.includes("m=e2e4e7e5g1f3")`)
	snippet := value[string](b, `document.getElementById("frame").value`)
	assert.Contains(t, snippet, `<iframe src="`+url+"embed.html#")
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<!doctype html><title>A page of somebody else</title><body data-ready="yes"><p id="notice"></p><p id="message"></p><p id="lcd"></p><h1>My game</h1>%s`, snippet)
	}))
	t.Cleanup(h.Close)
	other := open(t, browser, h.URL+"/", 700, 800)
	other.expected = []string{"request to " + url}
	world := other.frameWorld(url)
	other.inFrame(world, `document.body.dataset.ready === "yes"`)
	other.inFrame(world, `document.querySelector('[data-square="f3"]').getAttribute("aria-label").startsWith("f3, white knight")`)
	other.inFrame(world, `document.querySelectorAll("#keys .key").length === 5 && document.querySelector("#keys .go").click() === undefined`)
	other.inFrame(world, `document.querySelectorAll(".square.last").length === 2 && !document.querySelector('.square.last[data-square="f3"]')`)
	other.inFrame(world, `document.getElementById("board").getBoundingClientRect().top > document.getElementById("lcd").getBoundingClientRect().bottom`)
	other.picture("embed")

	for _, name := range []string{"embed", "index"} {
		disk := blank(t, browser, 700, 800)
		disk.do(chromedp.Navigate("file://" + filepath.Join(dir, name+".html") + "#m=e2e4e7e5g1f3"))
		disk.until(`document.querySelectorAll("#board .piece").length === 32 && document.querySelector("#board .rank:nth-child(6) .last:nth-child(6) .white")`)
		disk.until(`document.getElementById("disk").checkVisibility() && document.getElementById("disk").textContent.includes("web server")`)
		disk.picture("disk-" + name)
	}
}
