package listing

import (
	"fmt"

	"github.com/searchex/searchex/cmd/internal/report"
)

// Routine returns the entries of the routine that the code at an address belongs to,
// from that address on: the first, and the one behind the last.
func (l *Listing) Routine(addr uint32) (from, to int) {
	name, _ := l.program.RoutineAt(addr)
	from = l.Index(addr)
	for to = from + 1; to < l.Len(); to++ {
		if other, _ := l.program.RoutineAt(l.Addr(to)); other != name {
			break
		}
	}
	return from, to
}

// shown is the number of bytes of data that a row of a table shows.
const shown = 8

// row returns the bytes and the text of the entry as a table has them: of long data only
// the beginning, and the number of bytes.
func (e *Entry) row() (bytes, text string) {
	first := e.Bytes[:min(len(e.Bytes), shown)]
	if bytes, text = fmt.Sprintf("% X", first), e.Text; len(first) < len(e.Bytes) {
		text = fmt.Sprintf("%s,… (%d)", data(first), len(e.Bytes))
	}
	return bytes, text
}

// place returns file:line, or nothing if the source is not known.
func (e *Entry) place() string {
	if e.File == "" {
		return ""
	}
	return fmt.Sprintf("%s:%d", e.File, e.Line)
}

// Write prints entries as a table, or as JSON, which has all bytes.
func Write(out *report.Screen, all []Entry, asJSON bool) error {
	t := report.NewTable("<address", "<bytes", "cycles", "<label", "<instruction", "<line", "<source").Keys(1).Abbreviate("source", 12).Later("bytes", "label", "line", "source")
	for i := range all {
		e := &all[i]
		bytes, text := e.row()
		if err := t.Put(out, asJSON, e.object(), fmt.Sprintf("$%04X", e.Addr), bytes, e.Cycles.String(), e.Label, text, e.place(), e.Source); err != nil {
			return err
		}
	}
	if asJSON {
		return nil
	}
	return t.Write(out)
}

// object returns the entry as --json prints it.
func (e *Entry) object() any {
	return struct {
		Addr   uint32 `json:"addr"`
		Bytes  string `json:"bytes"`
		Label  string `json:"label,omitempty"`
		Text   string `json:"text"`
		Data   bool   `json:"data,omitempty"`
		Least  uint64 `json:"cycles_least,omitempty"`
		Most   uint64 `json:"cycles_most,omitempty"`
		File   string `json:"file"`
		Line   int    `json:"line"`
		Source string `json:"source"`
	}{e.Addr, fmt.Sprintf("%x", e.Bytes), e.Label, e.Text, e.Data, e.Cycles.Least, e.Cycles.Most, e.File, e.Line, e.Source}
}
