// Package lab has the parts that experiments share: records of raw results, statistics, and
// pages of text, tables and plots that are printed, or written as Markdown or JSON.
package lab

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/searchex/searchex/cmd/internal/report"
)

// Page is the report of an experiment.
type Page struct {
	// Name is the name of the experiment on the command line, and of its files.
	Name, Title string
	// Command is the command that writes the page of the documents.
	Command string
	// Short reports that Files leaves out details: parts of Detail, and rows and columns of tables that
	// are marked so. Write and WriteJSON print them.
	Short bool
	parts []entry
	// detail is set while Detail adds parts.
	detail bool
}

// entry is a part of a page.
type entry struct {
	part
	detail bool
}

// part is a heading, a paragraph, a table or a plot.
type part interface {
	text(w io.Writer) error
	// markdown writes the part, without details if short is set.
	markdown(b *bytes.Buffer, short bool)
}

type heading string

type paragraph string

// Detail calls add; the parts that it adds to the page are details.
func (p *Page) Detail(add func()) {
	before := p.detail
	p.detail = true
	add()
	p.detail = before
}

func (p *Page) add(part part) { p.parts = append(p.parts, entry{part, p.detail}) }

// Heading begins a section.
func (p *Page) Heading(title string) { p.add(heading(title)) }

// Text adds a paragraph, formatted by fmt.Sprintf.
func (p *Page) Text(format string, args ...any) {
	p.add(paragraph(fmt.Sprintf(format, args...)))
}

// Table adds a table and returns it. Rows can be added later.
func (p *Page) Table(t *Table) *Table {
	p.add(t)
	return t
}

// Plot adds a plot, unless it has no lines.
func (p *Page) Plot(plot *Plot) {
	if len(plot.Lines) > 0 {
		p.add(plot)
	}
}

// Picture is a picture that is drawn elsewhere.
type Picture struct {
	// Name is the name of its file without .svg.
	Name, Title string
	SVG         []byte
}

// Picture adds a picture.
func (p *Page) Picture(picture *Picture) { p.add(picture) }

func (p *Picture) text(io.Writer) error { return nil }

func (p *Picture) markdown(b *bytes.Buffer, _ bool) {
	fmt.Fprintf(b, "![%s](%s.svg)\n", p.Title, p.Name)
}

func (p *Picture) file() (name string, content []byte, err error) { return p.Name, p.SVG, nil }

// drawn is a part with a file of its own, which is not printed.
type drawn interface {
	file() (name string, content []byte, err error)
}

// textWidth is the greatest width of paragraphs on a screen, lineWidth in a file.
const (
	textWidth = 100
	lineWidth = 120
)

// Write prints the page for people, without plots.
func (p *Page) Write(w io.Writer) error {
	if _, err := fmt.Fprintf(w, "%s\n%s\n", p.Title, strings.Repeat("=", min(len(p.Title), report.ScreenOf(w).Limit(textWidth)))); err != nil {
		return err
	}
	for _, e := range p.parts {
		if _, ok := e.part.(drawn); ok {
			continue
		}
		if _, err := io.WriteString(w, "\n"); err != nil {
			return err
		}
		if err := e.text(w); err != nil {
			return err
		}
	}
	return nil
}

// WriteJSON prints the rows of the tables, one JSON object a line.
func (p *Page) WriteJSON(w io.Writer) error {
	for _, e := range p.parts {
		if t, ok := e.part.(*Table); ok {
			if err := t.json(w); err != nil {
				return err
			}
		}
	}
	return nil
}

// File is a file of a document: its name within the folder, and its content.
type File struct {
	Name    string
	Content []byte
}

// Files returns the page as Markdown, its plots and its pictures.
func (p *Page) Files() ([]File, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "<!-- Written by %s. -->\n\n# %s\n", p.Command, p.Title)
	var plots []File
	for _, e := range p.parts {
		if p.Short && e.detail {
			continue
		}
		b.WriteString("\n")
		e.markdown(&b, p.Short)
		if d, ok := e.part.(drawn); ok {
			name, content, err := d.file()
			if err != nil {
				return nil, fmt.Errorf("plot %s: %w", name, err)
			}
			plots = append(plots, File{name + ".svg", content})
		}
	}
	return append([]File{{p.Name + ".md", b.Bytes()}}, plots...), nil
}

func (h heading) text(w io.Writer) error {
	_, err := fmt.Fprintf(w, "%s\n%s\n", string(h), strings.Repeat("-", min(len(h), report.ScreenOf(w).Limit(textWidth))))
	return err
}

func (h heading) markdown(b *bytes.Buffer, _ bool) { fmt.Fprintf(b, "## %s\n", string(h)) }

func (t paragraph) text(w io.Writer) error {
	_, err := io.WriteString(w, fold(plain(string(t)), report.ScreenOf(w).Limit(textWidth)))
	return err
}

func (t paragraph) markdown(b *bytes.Buffer, _ bool) { b.WriteString(fold(string(t), lineWidth)) }

// plain removes the marks of Markdown from a text.
func plain(s string) string { return strings.NewReplacer("*", "", "`", "").Replace(s) }

// fold breaks a text into lines at spaces. A line indented by four spaces stays as it is.
func fold(text string, width int) string {
	var b strings.Builder
	for line := range strings.Lines(text + "\n") {
		if strings.HasPrefix(line, "    ") {
			b.WriteString(line)
			continue
		}
		at := 0
		for i, word := range strings.Fields(line) {
			n := len([]rune(word))
			switch {
			case i == 0:
			case at+1+n > width:
				b.WriteString("\n")
				at = 0
			default:
				b.WriteString(" ")
				at++
			}
			b.WriteString(word)
			at += n
		}
		b.WriteString("\n")
	}
	return b.String()
}
