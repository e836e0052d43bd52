// Package report writes what the program has found: tables for people, JSON
// lines for programs.
package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
	"unicode/utf8"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
)

// Table is rows of cells under titles. Columns are aligned to the right, but
// those whose title begins with < to the left.
type Table struct {
	titles []string
	left   []bool
	rows   [][]string
}

// NewTable is an empty table.
func NewTable(titles ...string) *Table {
	t := &Table{}
	for _, title := range titles {
		t.titles = append(t.titles, strings.TrimPrefix(title, "<"))
		t.left = append(t.left, strings.HasPrefix(title, "<"))
	}
	return t
}

// Add appends a row. Cells are printed as by fmt.Sprint, uint64 and int with
// their thousands apart.
func (t *Table) Add(cells ...any) {
	row := make([]string, len(t.titles))
	for i, c := range cells {
		switch v := c.(type) {
		case uint64:
			row[i] = Count(v)
		case int:
			row[i] = Int(v)
		default:
			row[i] = fmt.Sprint(v)
		}
	}
	t.rows = append(t.rows, row)
}

// Empty tells whether the table has no rows.
func (t *Table) Empty() bool { return len(t.rows) == 0 }

// Write writes the table in one piece. A tabwriter aligns all columns to one
// side: cells of left columns are filled up before it sees them.
func (t *Table) Write(w io.Writer) error {
	all := append([][]string{t.titles}, t.rows...)
	width := make([]int, len(t.titles))
	for _, row := range all {
		for i, c := range row {
			width[i] = max(width[i], utf8.RuneCountInString(c))
		}
	}
	var b bytes.Buffer
	tw := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, row := range all {
		for i, c := range row {
			if t.left[i] {
				c += strings.Repeat(" ", width[i]-utf8.RuneCountInString(c))
			}
			fmt.Fprint(tw, c, "\t")
		}
		fmt.Fprintln(tw)
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	var out bytes.Buffer
	for line := range strings.Lines(b.String()) {
		out.WriteString(strings.TrimRight(strings.TrimPrefix(line, "  "), " \n") + "\n")
	}
	_, err := w.Write(out.Bytes())
	return err
}

// JSON writes an object on a line of its own, in one piece.
func JSON(w io.Writer, v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}

// Int is a number with its thousands apart.
func Int(n int) string {
	if n < 0 {
		return "-" + Count(uint64(-n))
	}
	return Count(uint64(n))
}

// Count is a number with its thousands apart: 1,234,567.
func Count(n uint64) string {
	s := strconv.FormatUint(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Hash is an event hash as the program prints it.
func Hash(sum uint64) string { return fmt.Sprintf("%016x", sum) }

// Pawns is a score, in units of 64 to a pawn, for people: +1.25, or #3 for a
// mate in three moves, #-3 for being mated.
func Pawns(score int16) string {
	switch {
	case score >= goengine.MateBound:
		return fmt.Sprintf("#%d", (goengine.Mate-score+1)/2)
	case score <= -goengine.MateBound:
		return fmt.Sprintf("#-%d", (goengine.Mate+score)/2)
	}
	return fmt.Sprintf("%+.2f", float64(score)/64)
}

// Seconds is the time that cycles take on a clock: 12.3 s, 4 min 05 s.
func Seconds(cycles uint64, clock emu.Clock) string {
	if clock == 0 {
		return "-"
	}
	return Duration(clock.Time(cycles))
}

// Duration is a time for people, to about three digits.
func Duration(d time.Duration) string {
	switch s := d.Seconds(); {
	case s < 1:
		return fmt.Sprintf("%.3f s", s)
	case s < 99.95:
		return fmt.Sprintf("%.1f s", s)
	case s < 5999.5:
		return fmt.Sprintf("%d min %02d s", int(s+0.5)/60, int(s+0.5)%60)
	default:
		return fmt.Sprintf("%d h %02d min", int(s+30)/3600, int(s+30)/60%60)
	}
}

// Short cuts a text to a number of characters.
func Short(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return strings.TrimRight(string(r[:n-1]), " ,") + "…"
}
