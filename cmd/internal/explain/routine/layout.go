package routine

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/searchex/searchex/cmd/internal/report"
)

// leastBeside is the least width, in characters, of columns of code side by side.
const leastBeside = 40

// instructions is the indentation of an instruction, and two spaces.
const instructions = "          "

// between separates columns.
const between = " │ "

// Write writes panels one after the other, or side by side as many as the screen has
// room for.
func Write(w *report.Screen, panels []Panel, beside bool) error {
	show := func(s string) string { return s }
	if w.ASCII {
		show = report.ASCII
	}
	var b strings.Builder
	var shown []Panel
	for _, p := range panels {
		if len(p.Text) == 0 {
			fmt.Fprintf(&b, "%s\n\n", w.Fold(show(p.head())))
			continue
		}
		shown = append(shown, p)
	}
	row := 1
	if beside {
		row = perRow(shown, w.Width)
	}
	for len(shown) > 0 {
		n := min(row, len(shown))
		writeRow(&b, shown[:n], w.Width, show)
		shown = shown[n:]
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// head returns the heading of a panel.
func (p *Panel) head() string { return p.Engine + ": " + p.Title }

// width returns the length of the longest line of a panel.
func (p *Panel) width() int {
	n := utf8.RuneCountInString(p.head())
	for _, l := range p.Text {
		n = max(n, utf8.RuneCountInString(l))
	}
	return n
}

// perRow returns the number of panels that fit side by side on a screen.
func perRow(panels []Panel, screen int) int {
	if screen == 0 {
		return max(1, len(panels))
	}
	gap := utf8.RuneCountInString(between)
	return max(1, min(len(panels), (screen+gap)/(leastBeside+gap)))
}

// widths distributes the width of a screen to panels. A panel gets what it needs, or an
// equal share of the room that the others leave.
func widths(panels []Panel, screen int) []int {
	all := make([]int, len(panels))
	if screen == 0 {
		for i := range panels {
			all[i] = panels[i].width()
		}
		return all
	}
	left, open := screen-(len(panels)-1)*utf8.RuneCountInString(between), len(panels)
	for changed := true; changed; {
		changed = false
		for i := range panels {
			if need := panels[i].width(); all[i] == 0 && need <= left/open {
				all[i], changed = need, true
				left -= need
				if open--; open == 0 {
					return all
				}
			}
		}
	}
	for i := range all {
		if all[i] == 0 {
			all[i] = max(left/open, 1)
		}
	}
	return all
}

func writeRow(b *strings.Builder, panels []Panel, screen int, show func(string) string) {
	wide := widths(panels, screen)
	columns := make([][]string, len(panels))
	high := 0
	for i, p := range panels {
		columns[i] = append(report.Wrap(show(p.head()), wide[i]), "")
		for _, l := range p.Text {
			columns[i] = append(columns[i], broken(show(l), p.mark, wide[i])...)
		}
		high = max(high, len(columns[i]))
	}
	for n := range high {
		var line strings.Builder
		for i, c := range columns {
			text := ""
			if n < len(c) {
				text = c[n]
			}
			if i > 0 {
				line.WriteString(show(between))
			}
			line.WriteString(text)
			if i < len(columns)-1 {
				line.WriteString(strings.Repeat(" ", max(0, wide[i]-utf8.RuneCountInString(text))))
			}
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
}

// broken breaks a line of code at spaces into lines of at most limit characters. The rest
// is indented a little, and repeats the mark of a comment. A longer word stays whole.
func broken(line, mark string, limit int) []string {
	if utf8.RuneCountInString(line) <= limit {
		return []string{line}
	}
	body := strings.TrimLeft(line, " ")
	lead := line[:len(line)-len(body)]
	if strings.HasPrefix(body, mark) {
		return comment(lead, body, mark, limit)
	}
	if code, text, ok := strings.Cut(body, " "+mark+" "); ok { // below its instruction
		below := lead + "  "
		if lead == "" { // after a label
			below = instructions
		}
		return append(broken(strings.TrimRight(lead+code, " "), mark, limit), comment(below, mark+" "+text, mark, limit)...)
	}
	at := 0 // the indentation of the rest
	for i := range body {
		if body[i] == ' ' && utf8.RuneCountInString(lead+body[:i]) <= limit {
			at = i
		}
	}
	if at == 0 {
		return []string{line}
	}
	lines := []string{strings.TrimRight(lead+body[:at], " ")}
	for _, l := range report.Wrap(body[at:], max(1, limit-len(lead)-2)) {
		lines = append(lines, lead+"  "+l)
	}
	return lines
}

// comment breaks a comment. The rest of an entry of a header, a word, a gap and a text,
// is aligned with the text.
func comment(lead, body, mark string, limit int) (lines []string) {
	first, text := lead+mark+" ", strings.TrimPrefix(strings.TrimPrefix(body, mark), " ")
	if word, rest, ok := strings.Cut(text, "  "); ok && !strings.Contains(word, " ") {
		behind := strings.TrimLeft(rest, " ")
		first += text[:len(text)-len(behind)]
		text = behind
	}
	others := lead + mark + strings.Repeat(" ", len(first)-len(lead)-len(mark))
	for i, l := range report.Wrap(text, max(1, limit-utf8.RuneCountInString(first))) {
		if i == 0 {
			lines = append(lines, first+l)
		} else {
			lines = append(lines, others+l)
		}
	}
	return lines
}
