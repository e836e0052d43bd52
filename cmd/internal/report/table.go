package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/searchex/searchex/internal/words"
)

// Table is a table with titles. If it is too wide for the screen, it becomes narrower
// in this order, and never cuts a number:
//
//  1. bars become shorter, and texts are abbreviated or broken where that is allowed;
//  2. bars are left out, since they only repeat figures; columns move to further
//     blocks below, the less important ones (Later) last; each block begins with the
//     columns that name the row (Keys);
//  3. if not even one column fits next to those, each row becomes a record with a
//     line for each cell.
type Table struct {
	columns []column
	keys    int
	rows    []row
}

type column struct {
	title string
	left  bool
	// glued reports that the column stays with the previous one, near that a single
	// space separates them.
	glued, near bool
	later       bool
	give        give
	least       int // width to which it may shrink
}

// give is the way in which a column may become narrower.
type give int

const (
	never  give = iota
	bars        // all bars are scaled
	cut         // ends in an ellipsis
	broken      // over several lines, at blanks
)

// row is a row of cells, followed by a note over the remaining columns.
type row struct {
	cells []string
	note  string
}

// NewTable returns an empty table. Columns are right-aligned; a title that begins with
// < makes the column left-aligned. A column whose title begins with + stays with the
// previous one; with ~ it does so, separated by a single space. The first column names
// the row, and so does the second if both are left-aligned.
func NewTable(titles ...string) *Table {
	t := &Table{keys: 1}
	for _, title := range titles {
		c := column{}
		for rest := title; rest != ""; {
			switch rest[0] {
			case '<':
				c.left = true
			case '+':
				c.glued = true
			case '~':
				c.glued, c.near = true, true
			default:
				c.title, rest = rest, " "
			}
			rest = rest[1:]
		}
		t.columns = append(t.columns, c)
	}
	if len(t.columns) > 1 && t.columns[0].left && t.columns[1].left {
		t.keys = 2
	}
	return t
}

// Keys sets the number of columns that name the row.
func (t *Table) Keys(n int) *Table {
	t.keys = n
	return t
}

// Later marks columns as less important than the others.
func (t *Table) Later(titles ...string) *Table {
	for _, title := range titles {
		t.named(title).later = true
	}
	return t
}

// Abbreviate allows the text of a column to be cut, with an ellipsis, down to a width.
func (t *Table) Abbreviate(title string, least int) *Table { return t.giving(title, cut, least) }

// Break allows the text of a column to be broken into lines, down to a width. A longer
// word stays whole.
func (t *Table) Break(title string, least int) *Table { return t.giving(title, broken, least) }

// Bars marks a column as one of bars (see Bar).
func (t *Table) Bars(title string, least int) *Table { return t.giving(title, bars, least) }

func (t *Table) giving(title string, how give, least int) *Table {
	c := t.named(title)
	c.give, c.least = how, least
	return t
}

// named returns the first column with a title.
func (t *Table) named(title string) *column {
	i := slices.IndexFunc(t.columns, func(c column) bool { return c.title == title })
	if i < 0 {
		panic(fmt.Sprintf("a table without a column %q", title))
	}
	return &t.columns[i]
}

// Add appends a row. Cells are formatted by fmt.Sprint, uint64 and int with commas.
func (t *Table) Add(cells ...any) {
	r := row{cells: make([]string, len(t.columns))}
	for i, c := range cells {
		r.cells[i] = text(c)
	}
	t.rows = append(t.rows, r)
}

// AddNote appends a row with a note in place of the last columns.
func (t *Table) AddNote(note string, cells ...any) {
	r := row{note: note}
	for _, c := range cells {
		r.cells = append(r.cells, text(c))
	}
	t.rows = append(t.rows, r)
}

func text(cell any) string {
	switch v := cell.(type) {
	case uint64:
		return Count(v)
	case int:
		return Int(v)
	}
	return fmt.Sprint(cell)
}

// Put writes an object as JSON, or else adds a row, as asJSON says.
func (t *Table) Put(w io.Writer, asJSON bool, object any, cells ...any) error {
	if asJSON {
		return JSON(w, object)
	}
	t.Add(cells...)
	return nil
}

// WriteAll writes tables that have rows, each with an empty line after it.
func WriteAll(w io.Writer, tables ...*Table) error {
	for _, t := range tables {
		if t.Empty() {
			continue
		}
		if err := t.Write(w); err != nil {
			return err
		}
		fmt.Fprintln(w)
	}
	return nil
}

// Empty reports whether the table has no rows.
func (t *Table) Empty() bool { return len(t.rows) == 0 }

// barUnit is the character of which bars are made.
const barUnit = "█"

// Bar returns a bar of length characters.
func Bar(length int) string { return strings.Repeat(barUnit, max(length, 0)) }

// Write writes the table in one call, fitted to w if that is a Screen.
func (t *Table) Write(w io.Writer) error {
	s := ScreenOf(w)
	p := newSheet(t, s.ASCII)
	var b strings.Builder
	p.write(&b, s.Width)
	_, err := io.WriteString(w, b.String())
	return err
}

// sheet is a table that is being written.
type sheet struct {
	columns []column
	keys    int
	rows    []row // the titles first
	// natural and least are the natural and the least widths of the columns.
	natural, least []int
	dots           string
	bar            string
}

func newSheet(t *Table, ascii bool) *sheet {
	p := &sheet{columns: t.columns, keys: min(t.keys, len(t.columns)), dots: "…", bar: barUnit}
	show := func(s string) string { return s }
	if ascii {
		show = ASCII
		p.dots, p.bar = ASCII(p.dots), ASCII(p.bar)
	}
	head := row{}
	for _, c := range t.columns {
		head.cells = append(head.cells, show(c.title))
	}
	p.rows = append(p.rows, head)
	for _, r := range t.rows {
		shown := row{note: show(r.note)}
		for _, c := range r.cells {
			shown.cells = append(shown.cells, show(c))
		}
		p.rows = append(p.rows, shown)
	}
	p.natural, p.least = make([]int, len(t.columns)), make([]int, len(t.columns))
	for i, c := range t.columns {
		for _, r := range p.rows {
			if i < len(r.cells) {
				p.natural[i] = max(p.natural[i], width(r.cells[i]))
			}
		}
		p.least[i] = p.natural[i]
		if c.give != never {
			p.least[i] = min(p.natural[i], max(c.least, width(p.rows[0].cells[i])))
		}
		for _, r := range p.rows {
			if c.give == broken && i < len(r.cells) {
				p.least[i] = max(p.least[i], longestWord(r.cells[i]))
			}
		}
	}
	return p
}

func width(s string) int { return utf8.RuneCountInString(s) }

func longestWord(text string) (longest int) {
	for word := range strings.FieldsSeq(text) {
		longest = max(longest, width(word))
	}
	return longest
}

// write writes the table in the first form that fits.
func (p *sheet) write(b *strings.Builder, limit int) {
	all := make([]int, len(p.columns))
	for i := range all {
		all[i] = i
	}
	if limit == 0 || p.total(all, p.natural) <= limit {
		p.block(b, all, p.natural, limit)
		return
	}
	if p.total(all, p.least) <= limit {
		p.block(b, all, p.fit(all, limit), limit)
		return
	}
	blocks, ok := p.blocks(limit)
	if !ok {
		p.records(b, limit)
		return
	}
	for i, columns := range blocks {
		if i > 0 {
			b.WriteString("\n")
		}
		p.block(b, columns, p.fit(columns, limit), limit)
	}
}

// gap returns the number of spaces before a column.
func (p *sheet) gap(column int) int {
	if p.columns[column].near {
		return 1
	}
	return 2
}

// total returns the width of some columns.
func (p *sheet) total(columns, widths []int) int {
	sum := 0
	for i, c := range columns {
		if i > 0 {
			sum += p.gap(c)
		}
		sum += widths[c]
	}
	return sum
}

// fit returns widths with which some columns fit. Bars shrink first, then texts that may
// be cut, then those that may be broken.
func (p *sheet) fit(columns []int, limit int) []int {
	widths := slices.Clone(p.natural)
	over := p.total(columns, widths) - limit
	for _, how := range []give{bars, cut, broken} {
		for _, c := range slices.Backward(columns) {
			if over > 0 && p.columns[c].give == how {
				by := min(over, widths[c]-p.least[c])
				widths[c] -= by
				over -= by
			}
		}
	}
	return widths
}

// blocks distributes the columns to blocks. It reports false if not even one column fits
// next to the keys.
func (p *sheet) blocks(limit int) (all [][]int, ok bool) {
	keys := make([]int, p.keys)
	for i := range keys {
		keys[i] = i
	}
	for _, unit := range p.units() {
		n := len(all) - 1
		if n >= 0 && p.total(append(slices.Clone(all[n]), unit...), p.least) <= limit {
			all[n] = append(all[n], unit...)
			continue
		}
		begun := append(slices.Clone(keys), unit...)
		if p.total(begun, p.least) > limit {
			return nil, false
		}
		all = append(all, begun)
	}
	for _, columns := range all {
		slices.Sort(columns)
	}
	return all, true
}

// units returns the columns that don't name the row, each with those that stay with it,
// the most important ones first.
func (p *sheet) units() [][]int {
	var first, later [][]int
	to := &first
	for i := p.keys; i < len(p.columns); i++ {
		c := p.columns[i]
		if c.give == bars {
			continue
		}
		if n := len(*to) - 1; c.glued && n >= 0 {
			(*to)[n] = append((*to)[n], i)
			continue
		}
		to = &first
		if c.later {
			to = &later
		}
		*to = append(*to, []int{i})
	}
	return append(first, later...)
}

// block writes some columns.
func (p *sheet) block(b *strings.Builder, columns, widths []int, limit int) {
	for _, r := range p.rows {
		p.line(b, r, columns, widths, limit)
	}
}

// line writes the cells of a row in some columns. Broken cells take several lines.
func (p *sheet) line(b *strings.Builder, r row, columns, widths []int, limit int) {
	var shown []int // the columns in which the row has a cell
	for _, c := range columns {
		if c < len(r.cells) {
			shown = append(shown, c)
		}
	}
	note := []string{""}
	if r.note != "" && slices.Contains(columns, len(r.cells)) {
		note = []string{r.note}
		if limit > 0 {
			note = Wrap(r.note, limit-p.total(shown, widths)-2)
		}
	}
	lines := make([][]string, len(shown))
	high := max(1, len(note))
	for i, c := range shown {
		lines[i] = p.cell(r.cells[c], c, widths[c])
		high = max(high, len(lines[i]))
	}
	for n := range high {
		var line strings.Builder
		for i, c := range shown {
			if i > 0 {
				line.WriteString(strings.Repeat(" ", p.gap(c)))
			}
			text := ""
			if n < len(lines[i]) {
				text = lines[i][n]
			}
			fill := strings.Repeat(" ", max(widths[c]-width(text), 0))
			if p.columns[c].left {
				line.WriteString(text + fill)
			} else {
				line.WriteString(fill + text)
			}
		}
		if n < len(note) && note[n] != "" {
			line.WriteString(p.beforeNote(r) + note[n])
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
}

// beforeNote returns the spaces before a note.
func (p *sheet) beforeNote(r row) string {
	if n := len(r.cells); n < len(p.columns) {
		return strings.Repeat(" ", p.gap(n))
	}
	return "  "
}

// cell returns the lines of a cell of a width.
func (p *sheet) cell(text string, c, wide int) []string {
	have := width(text)
	if have <= wide && p.columns[c].give != bars {
		return []string{text}
	}
	switch p.columns[c].give {
	case bars:
		if full := p.natural[c]; full > wide {
			return []string{strings.Repeat(p.bar, (have*wide+full/2)/full)}
		}
	case cut:
		return []string{words.Cut(text, wide, p.dots)}
	case broken:
		return Wrap(text, wide)
	}
	return []string{text}
}

// records writes each row as lines of title and cell.
func (p *sheet) records(b *strings.Builder, limit int) {
	titles := p.rows[0].cells
	name := 0
	for _, title := range titles {
		name = max(name, width(title))
	}
	for n, r := range p.rows[1:] {
		if n > 0 {
			b.WriteString("\n")
		}
		for i, c := range r.cells {
			if c == "" || p.columns[i].give == bars {
				continue
			}
			p.entry(b, titles[i], c, name, limit)
		}
		if r.note != "" {
			p.entry(b, "", r.note, name, limit)
		}
	}
}

// entry writes a cell of a record next to its title, or below it if there is no room.
// Further lines are aligned with the first.
func (p *sheet) entry(b *strings.Builder, title, cell string, name, limit int) {
	longest := longestWord(cell)
	indent := name + 2
	if limit-indent < max(longest, min(width(cell), 8)) {
		indent = max(0, min(2, limit-longest))
		b.WriteString(title + "\n")
		title = ""
	}
	lines := []string{cell}
	if room := limit - indent; width(cell) > room {
		lines = Wrap(cell, room)
	}
	for _, line := range lines {
		b.WriteString(strings.TrimRight(title+strings.Repeat(" ", max(indent-width(title), 0))+line, " ") + "\n")
		title = ""
	}
}

// Wrap breaks a text at spaces into lines of at most limit characters. A longer word
// stays whole. A text without words is one empty line.
func Wrap(text string, limit int) []string {
	if lines := filled(strings.Fields(text), limit); lines != nil {
		return lines
	}
	return []string{""}
}

// Fit is Wrap, but a longer word is broken too, and a text without words has no lines.
func Fit(text string, limit int) []string {
	var words []string
	for _, word := range strings.Fields(text) {
		for part := range slices.Chunk([]rune(word), max(limit, 1)) {
			words = append(words, string(part))
		}
	}
	return filled(words, limit)
}

// filled returns lines of at most limit characters that have the words in their order.
func filled(words []string, limit int) (lines []string) {
	for _, word := range words {
		if n := len(lines); n > 0 && width(lines[n-1])+1+width(word) <= limit {
			lines[n-1] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

// OneLine returns a text that somebody else wrote in one line: without control characters, and
// cut to n bytes.
func OneLine(s string, n int) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "?"))
	if len(s) > n {
		s = strings.ToValidUTF8(s[:n], "") + "…"
	}
	return s
}

// Short cuts a text to n characters.
func Short(s string, n int) string { return words.Short(s, n) }
