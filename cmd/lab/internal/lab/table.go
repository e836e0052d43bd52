package lab

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/searchex/searchex/cmd/internal/report"
)

// Table is a table with a caption.
type Table struct {
	// Name is the name of the table in JSON.
	Name    string
	Caption string
	Columns []Column
	// Key, if set, reports whether a row is a key row; the others are details of the page.
	Key func(row []any) bool
	// KeyRows says in words which those are.
	KeyRows string
	rows    [][]any
}

// Column is a column of a table.
type Column struct {
	// Title is a title for report.NewTable, where < at the beginning means left-aligned.
	Title string
	// Key is the column's name in JSON.
	Key string
	// Format is the format of a number with a fraction; the default is "%.2f".
	Format string
	// Detail reports that the column is a detail of the page.
	Detail bool
}

// Columns returns columns, each given as TITLE|KEY|FORMAT, with ? before it if it is a detail. An absent key is the title in
// lower case, with _ for a space and percent for %.
func Columns(all ...string) (columns []Column) {
	for _, text := range all {
		text, detail := strings.CutPrefix(text, "?")
		title, rest, _ := strings.Cut(text, "|")
		key, format, _ := strings.Cut(rest, "|")
		columns = append(columns, Column{title, cmp.Or(key, keys.Replace(strings.ToLower(strings.TrimLeft(title, "<+~")))), format, detail})
	}
	return columns
}

// keys makes a key of a title in lower case.
var keys = strings.NewReplacer(" ", "_", "%", "percent")

// Add appends a row of strings, integers, and numbers with a fraction. nil and NaN are empty cells.
func (t *Table) Add(cells ...any) {
	if len(cells) != len(t.Columns) {
		panic(fmt.Sprintf("table %s: a row of %d cells for %d columns", t.Name, len(cells), len(t.Columns)))
	}
	t.rows = append(t.rows, cells)
}

// cell formats a cell for people.
func (c *Column) cell(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case int:
		return report.Int(v)
	case uint64:
		return report.Count(v)
	case float64:
		switch {
		case math.IsNaN(v) || math.IsInf(v, 0):
			return ""
		case c.Format == "":
			return fmt.Sprintf("%.2f", v)
		}
		return fmt.Sprintf(c.Format, v)
	}
	return fmt.Sprint(v)
}

func (t *Table) text(w io.Writer) error {
	if t.Caption != "" {
		if _, err := io.WriteString(w, fold(plain(t.Caption), report.ScreenOf(w).Limit(textWidth))+"\n"); err != nil {
			return err
		}
	}
	var titles []string
	for _, c := range t.Columns {
		titles = append(titles, c.Title)
	}
	screen := report.NewTable(titles...)
	for _, r := range t.rows {
		var cells []any
		for i := range r {
			cells = append(cells, t.Columns[i].cell(r[i]))
		}
		screen.Add(cells...)
	}
	return screen.Write(w)
}

func (t *Table) markdown(b *bytes.Buffer, short bool) {
	if t.Caption != "" {
		b.WriteString(fold(t.Caption, lineWidth) + "\n")
	}
	var head, rule strings.Builder
	for _, c := range t.Columns {
		if short && c.Detail {
			continue
		}
		head.WriteString("| " + strings.TrimLeft(c.Title, "<+~") + " ")
		if strings.HasPrefix(c.Title, "<") {
			rule.WriteString("|---")
		} else {
			rule.WriteString("|---:")
		}
	}
	b.WriteString(head.String() + "|\n" + rule.String() + "|\n")
	written := 0
	for _, r := range t.rows {
		if short && t.Key != nil && !t.Key(r) {
			continue
		}
		written++
		for i, c := range t.Columns {
			if !short || !c.Detail {
				b.WriteString("| " + c.cell(r[i]) + " ")
			}
		}
		b.WriteString("|\n")
	}
	if written < len(t.rows) {
		fmt.Fprintf(b, "\n%d of %d rows: %s.\n", written, len(t.rows), t.KeyRows)
	}
}

// json writes the rows, each with the table's name followed by its cells in order.
func (t *Table) json(w io.Writer) error {
	for _, r := range t.rows {
		name, err := json.Marshal(t.Name)
		if err != nil {
			return err
		}
		object := append([]byte(`{"table":`), name...)
		for i, v := range r {
			if f, ok := v.(float64); ok && (math.IsNaN(f) || math.IsInf(f, 0)) {
				v = nil
			}
			value, err := json.Marshal(v)
			if err != nil {
				return err
			}
			object = append(fmt.Appendf(object, ",%q:", t.Columns[i].Key), value...)
		}
		if err := report.JSON(w, json.RawMessage(append(object, '}'))); err != nil {
			return err
		}
	}
	return nil
}
