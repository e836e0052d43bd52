// Package tour writes the guided tour of the search: an explanation of
// alpha-beta and of SEX whose drawings and figures are those of live runs.
package tour

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"text/template"

	"github.com/searchex/searchex/hostbridge"
)

// Command is what writes the tour that the project commits.
const Command = "go run ./cmd/searchex window --doc docs/manual/window.md"

//go:embed tour.md.tmpl
var source string

// gaps are lines that actions of the template leave empty.
var gaps = regexp.MustCompile(`\n{3,}`)

// Write runs the models and searches of the tour on all engines and writes it
// in Markdown. Engines that differ are an error that says where, and so is a
// sentence that the runs do not bear out; then nothing is written. Callbacks
// attached to the engines are detached.
func Write(w io.Writer, engines []hostbridge.Engine) error {
	if len(engines) == 0 {
		return errors.New("the tour wants an engine at least")
	}
	g := &guide{engines: engines, runs: map[string][]*view{}}
	return g.write(w)
}

// write returns Write.
func (g *guide) write(w io.Writer) error {
	t, err := template.New("tour").Funcs(g.functions()).Parse(source)
	if err != nil {
		return fmt.Errorf("the tour: %w", err)
	}
	var b bytes.Buffer
	if err := t.Execute(&b, map[string]string{"Command": Command, "Engines": g.names()}); err != nil {
		var failed template.ExecError
		if errors.As(err, &failed) {
			if cause := errors.Unwrap(failed.Err); cause != nil {
				err = cause // without the place in the template
			}
		}
		return fmt.Errorf("the tour: %w", err)
	}
	text := reflow(strings.TrimSpace(gaps.ReplaceAllString(b.String(), "\n\n")) + "\n")
	_, err = io.WriteString(w, text)
	return err
}

// guide runs what the tour shows.
type guide struct {
	engines []hostbridge.Engine
	runs    map[string][]*view // by model
}

// functions returns what the template calls.
func (g *guide) functions() template.FuncMap {
	return template.FuncMap{
		"run": g.run, "unpriced": g.withoutWindowPrices, "board": board, "legend": legend,
		"prices": prices, "search": g.search, "least": g.least,
		"minimalTable": minimalTable, "claim": claim, "lists": lists, "variation": variation, "stars": stars,
	}
}

// names returns the engines as a sentence lists them.
func (g *guide) names() string {
	s := ""
	for i, e := range g.engines {
		switch {
		case i == 0:
		case i == len(g.engines)-1:
			s += " and "
		default:
			s += ", "
		}
		s += e.Name()
	}
	return s
}

// claim returns nothing where what a sentence says is so.
func claim(so bool, what string) (string, error) {
	if !so {
		return "", fmt.Errorf("the text says that %s, and the runs do not show it", what)
	}
	return "", nil
}

// fenced returns a block of text as it stands.
func fenced(text string) string {
	return "```text\n" + strings.TrimRight(text, "\n") + "\n```"
}
