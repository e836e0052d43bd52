package showing

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/explain/tree"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/hostbridge/window"
)

// textWidth is how wide paragraphs are at most, in characters.
const textWidth = 100

// explain writes what the model is about, the drawings of its runs and their
// detailed logs.
func explain(w *report.Screen, runs []watched, names []string) error {
	m := runs[0].Model
	underlined(w, m.Title, "=")
	paragraph(w, m.About)
	fmt.Fprintln(w)
	if err := tree.Boards(w, m); err != nil {
		return err
	}
	var drawn []*window.Run
	for _, r := range runs {
		fmt.Fprintf(w, "\n%s\n\n", tree.Printable(tree.Settings(r.Run)))
		if err := tree.Text(w, r.Run); err != nil {
			return err
		}
		fmt.Fprintf(w, "\nPV = %s\n%s\n", tree.Printable(tree.Variation(r.Run)), w.Fold(r.agreement(names)))
		drawn = append(drawn, r.Run)
	}
	if m.Outcome != "" {
		fmt.Fprintln(w)
		paragraph(w, m.Outcome)
	}
	fmt.Fprintln(w)
	if err := tree.Legend(w, drawn...); err != nil {
		return err
	}
	for _, r := range runs {
		title := "Detailed log"
		if len(runs) > 1 {
			title += ", " + r.Setting.Name
		}
		fmt.Fprintln(w)
		underlined(w, title, "-")
		for _, line := range r.DetailedLog() {
			fmt.Fprintln(w, w.Fold(tree.Printable(line)))
		}
	}
	return nil
}

// underlined writes a heading.
func underlined(w *report.Screen, title, with string) {
	title = tree.Printable(title)
	fmt.Fprintf(w, "%s\n%s\n", title, strings.Repeat(with, min(utf8.RuneCountInString(title), w.Limit(textWidth))))
}

// paragraph writes a text in lines of a readable width.
func paragraph(w *report.Screen, text string) {
	for part := range strings.Lines(text) {
		for _, line := range tree.Wrap(part, w.Limit(textWidth)) {
			fmt.Fprintln(w, tree.Printable(line))
		}
	}
}

// agreement says which engines made the run, and what it cost them.
func (r *watched) agreement(names []string) string {
	costs := []string{report.Plural(int(r.Result.Nodes), "node")}
	for i, name := range names {
		if n := r.results[i].Cycles; n > 0 {
			costs = append(costs, fmt.Sprintf("%s %s %s", name, report.Count(n), cli.Unit(name)))
		}
	}
	who := "engine " + names[0]
	if len(names) > 1 {
		who = "all engines agree: " + strings.Join(names, ", ")
	}
	return who + " (" + strings.Join(costs, ", ") + ")"
}
