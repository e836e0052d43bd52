package browser

import (
	"context"
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

// A person's own programs are chosen or dropped as files, have cards and answer moves. What is wrong with a
// description is said in a line. On the server's page: another screen says that they are not on it,
// and one is forgotten. On the static page: a game is kept while the program that reads them is
// loaded, and after a reload they are there again.
func TestGuestsOnThePage(t *testing.T) {
	inParts(t, []part{{"serve", guestsOfTheServer}, {"site", guestsOfTheSite}})
}

func guestsOfTheServer(t *testing.T, browser context.Context) {
	b := open(t, browser, serve(t), 1280, 900)
	b.bringGuests()
	b.meet("mini6502", "e4")
	assert.Equal(t, "depth 1", value[string](b, `document.getElementById("budget").textContent`))
	b.click("#tab-tree")
	b.until(notices + `.includes("mini6502 plays on the board alone")`)
	b.click("#tab-computer")
	b.until(notices + ` === ""`)
	b.run(`document.querySelector('[aria-label="Forget mini6502"]').click()`)
	b.until(programs + ` === "miniz80"`)
	assert.Contains(t, b.accessible(), "button: Forget miniz80")
	b.clean()
}

func guestsOfTheSite(t *testing.T, browser context.Context) {
	url, _ := site(t)
	b := open(t, browser, url, 1280, 900)
	b.enter("two")
	b.enter("e4")
	b.until(plies + ` === 1`)
	b.bringGuests()
	require.Equal(t, 1, value[int](b, plies))
	b.meet("miniz80", "swap")
	b.reload()
	b.until(programs + ` === "mini6502,miniz80" && ` + facing + ` === "miniz80"`)
	b.enter("d4")
	b.until(plies + ` === 4 && ` + idle)
	b.clean()
}

// bringGuests chooses files that are refused, then those of two programs.
func (b *tab) bringGuests() {
	b.Helper()
	b.drop("broken.toml", "[program]\nnam = 1\n")
	b.until(said + ` === "broken.toml:2: program.nam: there is no key nam: the nearest is name"`)
	b.choose("../../../../asm/guests/mini6502/mini6502.bin")
	b.until(said + `.includes("There is no description among the files")`)
	b.choose(guestFiles("mini6502", ".lbl")[:2]...)
	b.until(said + `.includes("mini6502.lbl: it was not loaded with the description")`)
	assert.Empty(b, value[string](b, programs))
	b.choose(append(guestFiles("mini6502", ".lbl"), guestFiles("miniz80", ".nm")...)...)
	b.until(programs + ` === "mini6502,miniz80"`)
	b.picture("guests-" + filepath.Base(b.Name()))
}

// meet has a program answer 1. e4, after a word.
func (b *tab) meet(name, word string) {
	b.Helper()
	b.run(`[...document.querySelectorAll(".guest .opponent")].find((e) => e.textContent.startsWith("` + name + `")).click()`)
	b.until(facing + ` === "` + name + `"`)
	b.enter("level 1")
	b.enter("speed max")
	b.enter(word)
	b.until(plies + ` === 2 && ` + idle)
	assert.Equal(b, name, value[string](b, `document.getElementById("model").textContent`))
	assert.Equal(b, name, value[string](b, `document.getElementById("engine").selectedOptions[0].textContent`))
}
