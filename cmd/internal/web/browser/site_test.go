package browser

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/searchex/searchex/cmd/internal/web"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/equal"
	"github.com/searchex/searchex/testdata"
	"github.com/searchex/searchex/testdata/switches"
)

// maxSite bounds the size of the static page on the wire, compressed, without what a browser does
// not load with it: the ROMs, the program that reads guests, the other languages and the picture of previews.
const maxSite = 2_700_000

// site writes the static page and serves it.
func site(t *testing.T) (url, dir string) {
	t.Helper()
	switches.Need(t, "browser")
	if dir = switches.Value("site"); dir == "" {
		var err error
		dir, err = written()
		require.NoError(t, err)
	}
	h := httptest.NewServer(http.FileServer(http.Dir(dir)))
	t.Cleanup(h.Close)
	return h.URL + "/", dir
}

// written writes the static page once, for its tests. TestMain removes it.
var written = sync.OnceValues(func() (dir string, err error) {
	if dir, err = os.MkdirTemp("", "searchex-site-"); err != nil {
		return "", err
	}
	folder = dir
	out, err := exec.Command("go", "run", "../site", "-root", "../../../..", "-out", dir).CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%w: %s", err, out)
	}
	return dir, err
})

// folder is where the static page was written, empty if it was not.
var folder string

func TestMain(m *testing.M) {
	code := m.Run()
	if folder != "" {
		os.RemoveAll(folder)
	}
	os.Exit(code)
}

// search runs a search in the page and returns its last message.
func (b *tab) search(order string) (last map[string]any) {
	b.Helper()
	b.run(`window.last = null; searchex.search("test", ` + order + `, (m) => { if (m.type !== "progress") window.last = m })`)
	b.until(`window.last`)
	require.NoError(b, json.Unmarshal([]byte(value[string](b, `JSON.stringify(window.last)`)), &last))
	return last
}

// What the page finds with WebAssembly is what the engines find here, for 50 positions, to the
// event hash.
func TestTheSiteFindsWhatSearchFinds(t *testing.T) {
	const positions, nodes = 50, 300
	url, _ := site(t)
	b := open(t, launch(t), url, 1280, 900)
	text, err := testdata.Files.ReadFile("own_perft200.epd")
	require.NoError(t, err)
	var engines []hostbridge.Engine
	for _, name := range hostbridge.Names {
		e := given.Engine(t, name)
		engines = append(engines, e)
	}
	for i, line := range strings.SplitN(string(text), "\n", positions+1)[:positions] {
		fen, _, _ := strings.Cut(line, " ;")
		profile := goengine.ProfileNames[i%len(goengine.ProfileNames)]
		p := given.Position(t, fen)
		prof := given.Profile(t, profile)
		task := &hostbridge.Task{FEN: fen, Game: goengine.NewGame(p), ProfileName: profile, Profile: prof, Limits: goengine.Limits{Nodes: nodes}}
		e := engines[i%len(engines)]
		f, err := equal.Search(t.Context(), e, task)
		require.NoError(t, err)
		want, err := json.Marshal(f)
		require.NoError(t, err)
		got := b.search(fmt.Sprintf(`{ engine: %q, profile: %q, fen: %q, nodes: %d }`, e.Name(), profile, fen, nodes))
		result, err := json.Marshal(got["result"])
		require.NoError(t, err)
		require.JSONEq(t, string(want), string(result), "%s %s", e.Name(), fen)
	}
	b.clean()
}

// The site keeps to its size, and plays a game. TestThePageIsNotBlocked measures it.
func TestTheSite(t *testing.T) {
	url, dir := site(t)
	browser := launch(t)
	begun := time.Now()
	b := open(t, browser, url, 1280, 900)
	t.Logf("usable after %v", time.Since(begun))
	b.enter("level 1")
	b.enter("speed max")
	b.drag("e2", "e4")
	b.until(plies + ` === 2 && ` + idle)
	b.drag("a1", "a5")
	b.until(message + `.includes("in the way")`)
	b.run(`document.getElementById("pgn").value = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *"; document.getElementById("pgn-load").click()`)
	b.until(plies + ` === 6`)
	b.picture("site")

	b.click("#tab-lanes")
	b.run(`const s = document.querySelectorAll("#lanes .controls select"); s[1].value = "50"; s[2].value = "max"`)
	b.click("#lanes-start")
	b.until(`document.getElementById("verdict").textContent.startsWith("All four made the same")`)
	b.picture("site-lanes")
	b.run(`document.getElementById("poke").value = "swap_values+1=9"`)
	b.click("#poke-start")
	b.until(`document.querySelector("#lane-6502").classList.contains("red") && document.querySelectorAll(".lane.equal").length === 2`)
	assert.Contains(t, value[string](b, `document.querySelector("#lane-6502 .source").textContent`), "lda", "the source is there")
	b.clean()

	total := 0
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		isLanguage := slices.ContainsFunc(web.Languages, func(name string) bool { return strings.HasPrefix(e.Name(), name) })
		if isLanguage || e.Name() == "preview.png" || e.Name() == "searchex-guests.wasm.gz" || slices.Contains([]string{".zip", ".rom", ".bin"}, filepath.Ext(e.Name())) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		require.NoError(t, err)
		if filepath.Ext(e.Name()) == ".gz" { // a server sends it as it is
			total += len(text)
			continue
		}
		var small bytes.Buffer
		w := gzip.NewWriter(&small)
		_, err = w.Write(text)
		require.NoError(t, errors.Join(err, w.Close()))
		total += min(small.Len(), len(text))
	}
	t.Logf("%d bytes, compressed", total)
	assert.Less(t, total, maxSite)
}

// The program runs, too, where the server marks it as packed, so that the browser unpacks it.
func TestTheSiteUnpackedByTheBrowser(t *testing.T) {
	_, dir := site(t)
	files := http.FileServer(http.Dir(dir))
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if filepath.Ext(r.URL.Path) == ".gz" {
			w.Header().Set("Content-Encoding", "gzip")
		}
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(h.Close)
	b := open(t, launch(t), h.URL+"/", 1280, 900)
	b.enter("two")
	b.enter("e4")
	b.until(plies + ` === 1`)
	b.clean()
}

// Once loaded the site needs no server, in the language that was chosen; a worker that dies is said.
func TestTheSiteWithoutAServer(t *testing.T) {
	_, dir := site(t)
	h := httptest.NewServer(http.FileServer(http.Dir(dir)))
	url := h.URL + "/"
	b := open(t, launch(t), url, 1280, 900)
	b.until(`navigator.serviceWorker.controller`)
	b.enter("two")
	b.enter("e4")
	b.until(plies + ` === 1`)
	b.speaks("de")
	b.run(`window.has = 0; setInterval(() => caches.match("germanprogram.js").then((r) => { window.has = r ? 1 : 0 }), 50)`)
	b.until(`window.has`)
	h.CloseClientConnections()
	h.Close()
	b.load(url + "?offline")
	b.until(plies + ` === 1`)
	assert.Equal(t, "Spielen", value[string](b, `document.getElementById("tab-computer").textContent`))
	b.enter("e5")
	b.until(plies + ` === 2`)
	b.picture("offline")
	b.run(`window.kept = []; Promise.all(["embed.html", "searchex.webmanifest", "icon-192.png", "icon-512.png", "sendon.js"].map((name) => fetch(name).then((r) => window.kept.push(r.ok))))`)
	b.until(`window.kept.length === 5 && window.kept.every(Boolean)`)
}

// A worker that dies is replaced, and the game is kept.
func TestAWorkerThatDies(t *testing.T) {
	url, _ := site(t)
	b := open(t, launch(t), url, 1280, 900)
	b.enter("two")
	b.enter("e4")
	b.until(plies + ` === 1`)
	b.expected = []string{"out of reach"}
	b.run(`window.notices = []; new MutationObserver(() => window.notices.push(document.getElementById("notice").textContent)).observe(document.getElementById("notice"), { childList: true });
		searchex.carrier.kill()`)
	b.until(`window.notices.some((n) => n.includes("has stopped"))`)
	b.until(`document.body.dataset.ready === "yes"`)
	b.until(plies + ` === 1`)
	b.enter("e5")
	b.until(plies + ` === 2`)
	b.clean()
}
