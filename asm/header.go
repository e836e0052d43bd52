package asm

import (
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
)

// Header is the comment above a routine. Its fields In, Out and Uses are joined to one line each.
type Header struct {
	Label         string
	File          string // in the CPU's folder
	Line          int    // of the comment's first line, from 1
	What          string // the text after the label, to the first empty line
	In, Out, Uses string
	// CyclesAt is the line of the file, from 1, before which a listing inserts the cycles: the one after the fields.
	CyclesAt int
}

// HeaderAt returns the header of the routine that a source line is in: the last one above it.
func (img *Image) HeaderAt(l Line) (h Header, ok bool) {
	text, err := img.SourceFile(l.File)
	if err != nil {
		return Header{}, false
	}
	all, err := img.CPU.headersOf(l.File, strings.Split(text, "\n"))
	for _, x := range all {
		if x.Line <= l.Line {
			h, ok = x, true
		}
	}
	return h, ok && err == nil
}

// headerField matches a line of a header that begins a field.
var headerField = regexp.MustCompile(`^; (In|Out|Uses|Cycles)(?: +(.*))?$`)

// Headers reads the headers of the CPU's sources in a folder, *.s in the order of their names. A header is a block of
// comment above a label, and begins with "; label - ", or with "| label - " on the 68000, where | begins a comment.
func (c *CPU) Headers(dir fs.FS) ([]Header, error) {
	files, err := fs.Glob(dir, "*.s")
	if err != nil {
		return nil, err
	}
	var all []Header
	for _, file := range files {
		text, err := fs.ReadFile(dir, file)
		if err != nil {
			return nil, err
		}
		found, err := c.headersOf(file, strings.Split(string(text), "\n"))
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

func (c *CPU) headersOf(file string, lines []string) (found []Header, err error) {
	lines = slices.Clone(lines)
	for i, l := range lines {
		if rest, ok := strings.CutPrefix(l, c.Comment); ok {
			lines[i] = ";" + rest
		}
	}
	labels := map[string]bool{}
	for _, l := range lines {
		if label, _, ok := strings.Cut(l, ":"); ok && !strings.ContainsAny(label, " \t;.") {
			labels[label] = true
		}
	}
	for i := 0; i < len(lines); i++ {
		name, _, ok := strings.Cut(strings.TrimPrefix(lines[i], "; "), " - ")
		if !ok || !strings.HasPrefix(lines[i], "; ") || i > 0 && strings.HasPrefix(lines[i-1], ";") || !labels[name] {
			continue
		}
		h := Header{Label: name, File: file, Line: i + 1, What: whatOf(lines[i:])}
		fields := map[string]*string{"In": &h.In, "Out": &h.Out, "Uses": &h.Uses}
		var field *string
		prose := false // behind the fields
		for ; i < len(lines) && strings.HasPrefix(lines[i], ";"); i++ {
			switch m := headerField.FindStringSubmatch(lines[i]); {
			case m != nil && !prose:
				if m[1] == "Cycles" {
					return nil, fmt.Errorf("%s:%d: the header of %s has a Cycles line: measured cycles belong in the .cycles file, which make golden writes", file, i+1, name)
				}
				field = fields[m[1]]
				if *field != "" {
					return nil, fmt.Errorf("%s:%d: %s has two lines %q", file, i+1, name, m[1])
				}
				*field = m[2]
			case field != nil && strings.HasPrefix(lines[i], ";   "):
				*field += " " + strings.TrimSpace(lines[i][1:])
			default:
				if field != nil && h.CyclesAt == 0 {
					h.CyclesAt = i + 1
				}
				prose = prose || field != nil
				field = nil
			}
		}
		if h.CyclesAt == 0 {
			h.CyclesAt = i + 1
		}
		if i == len(lines) || !strings.HasPrefix(lines[i], name+":") {
			return nil, fmt.Errorf("%s:%d: the header of %s is not right above its label", file, h.Line, name)
		}
		found = append(found, h)
	}
	return found, nil
}

// whatOf returns what a header says about the routine: the text before the first empty line or field.
func whatOf(lines []string) string {
	_, what, _ := strings.Cut(lines[0], " - ")
	for _, l := range lines[1:] {
		rest := strings.TrimPrefix(l, ";")
		if rest == l || strings.TrimSpace(rest) == "" || headerField.MatchString(l) {
			break
		}
		what += " " + strings.TrimSpace(rest)
	}
	return what
}

// Headers are the headers of the image's sources, by label.
func (img *Image) Headers() (map[string]Header, error) {
	all, err := img.CPU.Headers(img.source)
	if err != nil {
		return nil, fmt.Errorf("asm %s: %w", img.CPU.Name, err)
	}
	byLabel := map[string]Header{}
	for _, h := range all {
		byLabel[h.Label] = h
	}
	return byLabel, nil
}

// HeaderWords are the words of a header's field, without what stands between them.
func HeaderWords(field string) []string {
	return strings.FieldsFunc(field, func(r rune) bool { return strings.ContainsRune(" ,;:.", r) })
}
