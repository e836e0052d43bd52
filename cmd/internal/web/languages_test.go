package web

import (
	"cmp"
	"encoding/xml"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var entry = regexp.MustCompile(`^  ("(?:[^"\\]|\\.)+"): ("(?:[^"\\]|\\.)*"),$`)

// readTable reads a table of texts: a line has a key and a text, or it is a comment or blank.
func readTable(t *testing.T, name string) map[string]string {
	text, err := os.ReadFile(filepath.Join("page", name+".js"))
	require.NoError(t, err)
	_, body, ok := strings.Cut(string(text), " = {\n")
	require.True(t, ok, name)
	all := map[string]string{}
	for line := range strings.Lines(body) {
		line = strings.TrimSuffix(line, "\n")
		m := entry.FindStringSubmatch(line)
		if m == nil {
			assert.Regexp(t, `^(  //.*|};|)$`, line, "%s: want a key and a text", name)
			continue
		}
		key, err1 := strconv.Unquote(m[1])
		value, err2 := strconv.Unquote(m[2])
		require.NoError(t, errors.Join(err1, err2), line)
		assert.NotContains(t, all, key, "%s has it twice", name)
		all[key] = value
	}
	return all
}

var placeholder = regexp.MustCompile(`\{\d\}`)

// places are the placeholders of a text.
func places(text string) []string {
	all := placeholder.FindAllString(text, -1)
	slices.Sort(all)
	return slices.Compact(all)
}

// sameEverywhere are longer texts that are equal in several languages.
var sameEverywhere = []string{"opponents.mk5", "sendon.mk5", "lanes.about.6502", "play.typed.example"}

// letters counts the letters of a text.
func letters(text string) int {
	return len(regexp.MustCompile(`[A-Za-z]`).FindAllString(placeholder.ReplaceAllString(text, ""), -1))
}

// Each language has the keys of the English table, with the same placeholders, and no longer text of
// it is English.
func TestLanguagesHaveEachText(t *testing.T) {
	english := readTable(t, "english")
	for _, name := range Languages {
		own := readTable(t, name)
		assert.ElementsMatch(t, slices.Collect(maps.Keys(english)), slices.Collect(maps.Keys(own)), name)
		for key, text := range english {
			assert.Equal(t, places(text), places(own[key]), "%s: %s", name, key)
			if letters(text) > 12 && !slices.Contains(sameEverywhere, key) {
				assert.NotEqual(t, text, own[key], "%s: %s is not translated", name, key)
			}
		}
	}
}

// notTexts are names, which no language translates, and what is replaced before it is read.
var notTexts = []string{"searchex", "SEARCHEX", "MODEL", "PGN"}

// What HTML shows has a key, and is the English text of that key.
func TestElementsHaveKeys(t *testing.T) {
	english := readTable(t, "english")
	attributes := map[string]string{"aria-label": "data-t-label", "title": "data-t-title", "placeholder": "data-t-placeholder"}
	for _, name := range []string{"index.html", "school.html", "embed.html"} {
		f, err := os.Open(filepath.Join("page", name))
		require.NoError(t, err)
		defer f.Close()
		d := xml.NewDecoder(f)
		d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
		var keys, open []string
		for {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			require.NoError(t, err, name)
			switch e := token.(type) {
			case xml.StartElement:
				has := map[string]string{}
				for _, a := range e.Attr {
					has[a.Name.Local] = a.Value
				}
				for attribute, key := range attributes {
					if text, ok := has[attribute]; ok && !slices.Contains(notTexts, text) {
						assert.Equal(t, english[has[key]], text, "%s: %s of %s: want %s with its key", name, attribute, e.Name.Local, key)
					}
				}
				keys, open = append(keys, has["data-t"]), append(open, cmp.Or(has["id"], e.Name.Local))
			case xml.EndElement:
				keys, open = keys[:len(keys)-1], open[:len(open)-1]
			case xml.CharData:
				text := strings.TrimSpace(string(e))
				// Without scripts, and from disk, no table is read.
				if letters(text) < 2 || slices.Contains(notTexts, text) || slices.Contains(open, "noscript") || slices.Contains(open, "disk") {
					continue
				}
				assert.Equal(t, english[keys[len(keys)-1]], text, "%s: want data-t with the key of the text", name)
			}
		}
	}
}

var (
	// sinks match what begins the text of an element, an attribute, a message or an error.
	sinks = regexp.MustCompile(`\b(?:textContent|title|placeholder|alt|label) [?|]*= |(?:"aria-label"|"aria-valuetext"|"title"), |(?:aria-label": |textContent: |title: |text: )|\b(?:tell|announce|notice|refuse|Error|Option|button|label)\(|make\("\w+", "[^"]*", `)
	// fromTable matches what the table gives: a key, or what leads to one.
	fromTable = regexp.MustCompile(`\b(?:t|counted|tell)\((?:"[^"]*"|` + "`[^`]*`" + `)`)
	// makes matches an element with its class, quoted what stands in quotes, inserted the values in it,
	// and prose a text of two words or with a word that has a capital letter.
	makes    = regexp.MustCompile(`make\("\w+", "[^"]*"`)
	quoted   = regexp.MustCompile("\"(?:[^\"\\\\]|\\\\.)*\"|`(?:[^`\\\\]|\\\\.)*`")
	inserted = regexp.MustCompile(`\$\{[^}]*\}`)
	prose    = regexp.MustCompile(`[A-Za-z]{2}[^A-Za-z\s]{0,3} [a-z]{2}|[A-Z][a-z]{2}`)
	// Options and words for the machine, names of classes and keys of the keyboard, and what a developer alone sees.
	notProse = regexp.MustCompile("no text has the key|=== \"[^\"]*\"|\"KQkq\"|`game |`machine |`level |`speed |\"game \"|\"forward \"|\"back \"|\"level |\"machine |\"Escape\"|\"Enter\"|\"Home\"|\"End\"|\"TimeoutError\"|\"AbortError\"|\"Content-")
)

// strangers lists the lines of a module that give a sink a text which is neither from the table nor a
// key of it.
func strangers(module string, keys map[string]string) (found []string) {
	for line := range strings.Lines(module) {
		line = strings.TrimSpace(line)
		at := sinks.FindStringIndex(line)
		if at == nil || strings.HasPrefix(line, "//") {
			continue
		}
		rest := makes.ReplaceAllString(fromTable.ReplaceAllString(line[at[1]:], ""), "")
		for _, text := range quoted.FindAllString(notProse.ReplaceAllString(rest, ""), -1) {
			if _, isKey := keys[text[1:len(text)-1]]; !isKey && prose.MatchString(inserted.ReplaceAllString(text, "")) {
				found = append(found, line)
			}
		}
	}
	return found
}

// Modules take what they show from the table.
func TestModulesTakeTextsFromTheTable(t *testing.T) {
	english := readTable(t, "english")
	for _, line := range []string{
		`this.said.textContent = "Counting …";`, "$(\"about\").textContent = `Level ${m.level}: ${m.about}.`;", `b.setAttribute("aria-label", "Game " + n);`,
		`computer.tell("The game is copied.");`, `c.append(label("Moves ahead shown", tree.plies));`, `this.crawl = make("button", "primary", "Watch it run");`, `throw new Error("there is no text");`,
	} {
		assert.NotEmpty(t, strangers(line, english), line)
	}
	for _, carrier := range []string{"socket", "workers"} {
		files, err := Page(carrier)
		require.NoError(t, err)
		for name, text := range files {
			isTable := name == "english.js" || slices.ContainsFunc(Languages, func(o string) bool { return strings.HasPrefix(name, o) })
			if filepath.Ext(name) == ".js" && !isTable && name != "worker.js" {
				assert.Empty(t, strangers(string(text), english), "%s: want texts by t(key)", name)
			}
		}
	}
}
