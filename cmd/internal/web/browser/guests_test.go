package browser

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	programs = `[...document.querySelectorAll(".guest .opponent b")].map((e) => e.textContent).join()`
	facing   = `document.querySelector(".guest .opponent[aria-pressed=true] b")?.textContent`
	said     = `document.querySelector(".guests + .hint").textContent`
)

// choose chooses files for a program of one's own.
func (b *tab) choose(files ...string) {
	b.Helper()
	for i, f := range files {
		path, err := filepath.Abs(f)
		require.NoError(b, err)
		files[i] = path
	}
	b.do(chromedp.SetUploadFiles(chromedp.CSS("#guest-files"), files))
}

// guestFiles are the files of a guest of asm/guests.
func guestFiles(name, symbols string) []string {
	at := "../../../../asm/guests/" + name + "/" + name
	return []string{at + ".toml", at + ".bin", at + symbols}
}

// A person's own programs are chosen or dropped as files, have cards and answer moves; after a reload
// they are there again. What is wrong with a description is said in a line.
func TestGuestsOnThePage(t *testing.T) {
	inParts(t, []part{
		{"serve", func(t *testing.T, browser context.Context) { guestsOnThePage(t, open(t, browser, serve(t), 1280, 900)) }},
		{"site", func(t *testing.T, browser context.Context) {
			url, _ := site(t)
			b := open(t, browser, url, 1280, 900)
			b.enter("two") // a game goes on while the other program is loaded
			b.enter("e4")
			b.until(plies + ` === 1`)
			b.enter("undo")
			b.enter("auto")
			b.enter("auto")
			guestsOnThePage(t, b)
		}},
	})
}

func guestsOnThePage(t *testing.T, b *tab) {
	broken := filepath.Join(t.TempDir(), "broken.toml")
	require.NoError(t, os.WriteFile(broken, []byte("[program]\nnam = \"x\"\n"), 0o600))
	b.choose(broken)
	b.until(said + ` === "broken.toml:2: program.nam: there is no key nam: the nearest is name"`)
	b.choose("../../../../asm/guests/mini6502/mini6502.bin")
	b.until(said + `.includes("There is no description among the files")`)
	b.choose(guestFiles("mini6502", ".lbl")[:2]...)
	b.until(said + `.includes("mini6502.lbl: it was not loaded with the description")`)
	assert.Empty(t, value[string](b, programs))

	b.choose(append(guestFiles("mini6502", ".lbl"), guestFiles("miniz80", ".nm")...)...)
	b.until(programs + ` === "mini6502,miniz80"`)
	b.picture("guests-" + filepath.Base(t.Name()))
	for _, name := range []string{"mini6502", "miniz80"} {
		b.run(`[...document.querySelectorAll(".guest .opponent")].find((e) => e.textContent.startsWith("` + name + `")).click()`)
		b.until(facing + ` === "` + name + `"`)
		b.enter("new")
		b.until(message + `.includes("new game") || ` + plies + ` === 0`)
		b.enter("yes")
		b.enter("level 1")
		b.enter("speed max")
		b.enter("e4")
		b.until(plies + ` === 2 && ` + idle)
		assert.Equal(t, name, value[string](b, `document.getElementById("model").textContent`))
		assert.Equal(t, name, value[string](b, `document.getElementById("engine").selectedOptions[0].textContent`))
	}
	b.click("#tab-tree")
	b.until(notices + `.includes("miniz80 plays on the board alone")`)
	b.click("#tab-computer")
	b.until(notices + ` === ""`)

	b.reload()
	b.until(programs + ` === "mini6502,miniz80" && ` + facing + ` === "miniz80"`)
	b.enter("d4")
	b.until(plies + ` === 4 && ` + idle)
	b.run(`document.querySelector('[aria-label="Forget mini6502"]').click()`)
	b.until(programs + ` === "miniz80"`)
	assert.Contains(t, b.accessible(), "button: Forget miniz80")
	b.clean()
}
