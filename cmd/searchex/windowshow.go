package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/searchex/searchex/cmd/searchex/internal/report"
	"github.com/searchex/searchex/cmd/searchex/internal/tree"
	"github.com/searchex/searchex/hostbridge/window"
)

// textWidth is how wide paragraphs are, in characters.
const textWidth = 100

// explain writes what the model is about, the drawings of its runs and their
// detailed logs.
func explain(w io.Writer, runs []watched, names []string, ascii bool) error {
	m := runs[0].Model
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s\n%s\n", m.Title, strings.Repeat("=", min(utf8.RuneCountInString(m.Title), textWidth)))
	paragraph(&b, m.About)
	fmt.Fprintln(&b)
	if err := tree.Boards(&b, m); err != nil {
		return err
	}
	var drawn []*window.Run
	for _, r := range runs {
		fmt.Fprintf(&b, "\n%s\n\n", tree.Settings(r.Run))
		if err := tree.Text(&b, r.Run, ascii); err != nil {
			return err
		}
		fmt.Fprintf(&b, "\nPV = %s\n%s\n", tree.Variation(r.Run), r.agreement(names))
		drawn = append(drawn, r.Run)
	}
	if m.Outcome != "" {
		fmt.Fprintln(&b)
		paragraph(&b, m.Outcome)
	}
	fmt.Fprintln(&b)
	if err := tree.Legend(&b, drawn...); err != nil {
		return err
	}
	for _, r := range runs {
		title := "Detailed log"
		if len(runs) > 1 {
			title += ", " + r.Setting.Name
		}
		fmt.Fprintf(&b, "\n%s\n%s\n", title, strings.Repeat("-", min(utf8.RuneCountInString(title), textWidth)))
		for _, line := range r.DetailedLog() {
			fmt.Fprintln(&b, line)
		}
	}
	for line := range strings.Lines(b.String()) {
		if _, err := fmt.Fprintln(w, tree.Printable(strings.TrimSuffix(line, "\n"), ascii)); err != nil {
			return err
		}
	}
	return nil
}

// paragraph writes a text in lines of a readable width.
func paragraph(w io.Writer, text string) {
	for part := range strings.Lines(text) {
		for _, line := range tree.Wrap(part, textWidth) {
			fmt.Fprintln(w, line)
		}
	}
}

// agreement says which engines made the run, and what it cost them.
func (r *watched) agreement(names []string) string {
	costs := []string{plural(int(r.Result.Nodes), "node")}
	for i, name := range names {
		if n := r.results[i].Cycles; n > 0 {
			costs = append(costs, fmt.Sprintf("%s %s %s", name, report.Count(n), unit(name)))
		}
	}
	who := "engine " + names[0]
	if len(names) > 1 {
		who = "all engines agree: " + strings.Join(names, ", ")
	}
	return who + " (" + strings.Join(costs, ", ") + ")"
}
