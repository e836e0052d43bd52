package pgn

import (
	"cmp"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/searchex/searchex/goengine/book"
)

// maxTags is the number of tags of a game that are read. No real game has as many.
const maxTags = 1000

// readTags moves the tags from the tokens to Tags.
func (g *Raw) readTags() {
	kept, end := g.tokens[:0], len(g.tokens)
	for i, t := range g.tokens {
		if t.kind == comment { // between the tags
			kept = append(kept, t)
			continue
		}
		if t.kind != tag {
			end = i
			break
		}
		g.readTag(t)
	}
	g.tokens = append(kept, g.tokens[end:]...)
}

// readTag reads a tag. Of those that cannot be read, and of those beyond maxTags, FEN and
// Variant count: without them the moves would be others.
func (g *Raw) readTag(t token) {
	g.tagsEnd = int(t.to)
	name, value, complete := cutTag(plain(g.text[t.start:t.end]))
	if name == annotatorTag && complete && g.source != nil {
		g.readAnnotator(t)
	}
	if !complete {
		g.warnings = append(g.warnings, &Error{File: g.file, Game: g.Number, Line: int(t.line), Err: fmt.Errorf("tag [%s]: want [Name \"value\"]", clip(g.text[t.start:t.end]))})
	}
	if lower := strings.ToLower(name); (!complete || len(g.Tags) >= maxTags) && lower != "fen" && lower != "variant" {
		return
	}
	g.Tags = append(g.Tags, Tag{name, unescape(value)})
}

// readAnnotator notes where the tag Annotator is: of several the first that Insert has
// written to, otherwise the last.
func (g *Raw) readAnnotator(t token) {
	tag := g.source[t.from:t.to]
	if _, _, ok := quoted(tag); !ok {
		return
	}
	if g.annotatorEnd == 0 || ourPart(g.source[g.annotator:g.annotatorEnd]) == nil {
		g.annotator, g.annotatorEnd = int(t.from), int(t.to)
	}
}

// cutTag splits the text of a tag. It reports whether the value has quotes; those of
// word processors count too.
func cutTag(text string) (name, value string, quoted bool) {
	text = strings.TrimSpace(text)
	at := strings.IndexAny(text, " \"“„”")
	if at < 0 || !nameOfTag(text[:at]) {
		return "", "", false
	}
	name, value = text[:at], strings.TrimSpace(text[at:])
	if inner, ok := strings.CutSuffix(value, `"]`); ok { // the backslash before the quote was no escape
		value = inner + `"`
	}
	begin, n := utf8.DecodeRuneInString(value)
	end, m := utf8.DecodeLastRuneInString(value)
	if len(value) < n+m || !strings.ContainsRune(`"“„”`, begin) || !strings.ContainsRune(`"“”`, end) {
		return name, value, false
	}
	return name, value[n : len(value)-m], true
}

func nameOfTag(s string) bool {
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") == ""
}

// escapes replaces what stands for a quote or a backslash in a tag, quotes the reverse.
var (
	escapes = strings.NewReplacer(`\"`, `"`, `\\`, `\`)
	quotes  = strings.NewReplacer(`\`, `\\`, `"`, `\"`)
)

func unescape(s string) string { return escapes.Replace(s) }

// Tag returns the value of a tag, empty if there is no such tag.
func (g *Raw) Tag(name string) string {
	game := Game{Tags: g.Tags}
	return game.Tag(name)
}

// Players returns who played whom, ? for an unknown player.
func (g *Raw) Players() string {
	return cmp.Or(g.Tag("White"), "?") + " - " + cmp.Or(g.Tag("Black"), "?")
}

// plain returns a text without control characters.
func plain(b []byte) string {
	return strings.Map(func(c rune) rune {
		if c < ' ' || c >= 0x7F && c < 0xA0 {
			return ' '
		}
		return c
	}, book.Decode(b))
}

// clip shortens a text for a message.
func clip(b []byte) string {
	const most = 60
	s := plain(b[:min(len(b), 4*most)])
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return s
}
