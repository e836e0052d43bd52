package tree

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/window"
)

// Watched is a run of a model on several engines that agree, or on a guest.
type Watched struct {
	*window.Run
	Results []hostbridge.Result // by engine
	Names   []string            // of the engines
	// Beside reports that it is a guest's run, shown beside those of other engines.
	Beside bool
}

// Label says which of several runs it is, empty if there is one.
func (w *Watched) Label() string {
	parts := []string{}
	if w.Setting.Name != "" {
		parts = append(parts, w.Setting.Name)
	}
	if w.Beside {
		parts = append(parts, w.Engine)
	}
	return strings.Join(parts, ", ")
}

// Add adds the run on one more engine. The error says in what it differs.
func (w *Watched) Add(r *window.Run) error {
	if w.Run == nil {
		w.Run = r
	} else if where := difference(w.Run, r); where != "" {
		return errors.New(where)
	}
	w.Results, w.Names = append(w.Results, r.Result), append(w.Names, r.Engine)
	return nil
}

// difference says in what two runs differ, empty where they are equal.
func difference(x, y *window.Run) string {
	if where := window.Difference(x, y); where != "" {
		return where
	}
	a, b := &x.Result, &y.Result
	if a.Agrees(b) {
		return ""
	}
	return fmt.Sprintf("the result is %v, score %d, %d nodes on %s, %v, score %d, %d nodes on %s",
		a.PV, a.Score, a.Nodes, x.Engine, b.PV, b.Score, b.Nodes, y.Engine)
}

// LogJSON writes the events, each with its run's name where there are several, and with the guest of a run beside others.
func LogJSON(w io.Writer, runs []Watched) error {
	for _, r := range runs {
		name, err := json.Marshal(r.Setting.Name)
		if err != nil {
			return err
		}
		engine := ""
		if r.Beside {
			quoted, err := json.Marshal(r.Engine)
			if err != nil {
				return err
			}
			engine = fmt.Sprintf("\"engine\":%s,", quoted)
		}
		for _, e := range r.Events {
			if len(runs) == 1 {
				if err := report.JSON(w, e); err != nil {
					return err
				}
				continue
			}
			object, err := json.Marshal(e)
			if err != nil {
				return err
			}
			if _, err := fmt.Fprintf(w, "{\"run\":%s,%s%s\n", name, engine, object[1:]); err != nil {
				return err
			}
		}
	}
	return nil
}

// Picture draws the runs.
func Picture(runs []Watched) ([]byte, error) {
	all := make([]*window.Run, len(runs))
	for i := range runs {
		all[i] = runs[i].Run
	}
	var b bytes.Buffer
	err := SVG(&b, all...)
	return b.Bytes(), err
}

// textWidth is how wide paragraphs are at most, in characters.
const textWidth = 100

// Explain writes what the model is about, the drawings of its runs and their
// detailed logs.
func Explain(w *report.Screen, runs []Watched) error {
	m := runs[0].Model
	underlined(w, m.Title, "=")
	paragraph(w, m.About)
	fmt.Fprintln(w)
	if err := Boards(w, m); err != nil {
		return err
	}
	var drawn []*window.Run
	for _, r := range runs {
		fmt.Fprintf(w, "\n%s\n\n", w.Fold(Printable(Settings(r.Run))))
		if err := Text(w, r.Run); err != nil {
			return err
		}
		fmt.Fprintf(w, "\nPV = %s\n%s\n", Printable(Variation(r.Run)), w.Fold(agreement(r.Names, r.Results)))
		drawn = append(drawn, r.Run)
	}
	if m.Outcome != "" {
		fmt.Fprintln(w)
		paragraph(w, m.Outcome)
	}
	fmt.Fprintln(w)
	if err := Legend(w, drawn...); err != nil {
		return err
	}
	for _, r := range runs {
		title := "Detailed log"
		if label := r.Label(); len(runs) > 1 && label != "" {
			title += ", " + label
		}
		fmt.Fprintln(w)
		underlined(w, title, "-")
		for _, line := range r.DetailedLog() {
			fmt.Fprintln(w, w.Fold(Printable(line)))
		}
	}
	return nil
}

// underlined writes a heading.
func underlined(w *report.Screen, title, with string) {
	title = Printable(title)
	fmt.Fprintf(w, "%s\n%s\n", title, strings.Repeat(with, min(utf8.RuneCountInString(title), w.Limit(textWidth))))
}

// paragraph writes a text in lines of a readable width.
func paragraph(w *report.Screen, text string) {
	for part := range strings.Lines(text) {
		for _, line := range report.Fit(part, max(w.Limit(textWidth), 8)) {
			fmt.Fprintln(w, Printable(line))
		}
	}
}

// agreement says which engines had the results, and what these cost them.
func agreement(names []string, results []hostbridge.Result) string {
	costs := []string{report.Plural(int(results[0].Nodes), "node")}
	for i, name := range names {
		if n := results[i].Cycles; n > 0 {
			costs = append(costs, fmt.Sprintf("%s %s %s", name, report.Count(n), hostbridge.UnitOf(name)))
		}
	}
	who := "engine " + names[0]
	if len(names) > 1 {
		who = "all engines agree: " + strings.Join(names, ", ")
	}
	return who + " (" + strings.Join(costs, ", ") + ")"
}
