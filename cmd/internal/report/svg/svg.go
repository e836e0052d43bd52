// Package svg writes pictures in SVG, which need no other file. Text is monospaced,
// so that its width is known without its font.
package svg

import (
	"encoding/xml"
	"fmt"
	"strings"
	"unicode/utf8"
)

const (
	FontSize  = 12  // pixels
	CharWidth = 7.3 // pixels at FontSize; no common monospaced font is wider
)

// Picture collects the elements of a picture.
type Picture struct{ body strings.Builder }

// Add writes an element on a line of its own.
func (p *Picture) Add(format string, args ...any) {
	fmt.Fprintf(&p.body, format, args...)
	p.body.WriteByte('\n')
}

// Text writes a line of text. Further attributes begin with a space.
func (p *Picture) Text(x, y float64, s, attributes string) {
	p.Add(`<text x="%.1f" y="%.1f"%s>%s</text>`, x, y, attributes, Escape(s))
}

// Bytes returns the picture on a white ground. Screen readers read title and
// description.
func (p *Picture) Bytes(width, height float64, title, description string) []byte {
	var out strings.Builder
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %.0f %.0f" role="img" font-family="monospace" font-size="%d" fill="#111111">`+"\n",
		width, height, width, height, FontSize)
	fmt.Fprintf(&out, "<title>%s</title>\n<desc>%s</desc>\n", Escape(title), Escape(description))
	out.WriteString(`<rect width="100%" height="100%" fill="#ffffff"/>` + "\n")
	out.WriteString(p.body.String())
	out.WriteString("</svg>\n")
	return []byte(out.String())
}

// Escape makes any text safe in XML.
func Escape(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a Builder's Write never fails
	return b.String()
}

// Width returns the width of a text at FontSize.
func Width(s string) float64 { return CharWidth * float64(utf8.RuneCountInString(s)) }
