// Package tour writes the guided tour of the search: an explanation of alpha-beta and
// of SEX. Its drawings and figures come from runs made while it is written.
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

	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/hostbridge"
)

// Command is the command that writes the committed tour.
const Command = "go run ./cmd/searchex window --doc docs/manual/window.md"

//go:embed tour.md.tmpl
var source string

// gaps matches the empty lines that actions of the template leave behind.
var gaps = regexp.MustCompile(`\n{3,}`)

// Write runs the models and searches of the tour on all engines and writes the tour in
// Markdown. If engines differ, or a sentence of the text is not true of the runs, it
// returns an error and writes nothing. It detaches the engines' callbacks.
func Write(w io.Writer, engines []hostbridge.Engine) error {
	if len(engines) == 0 {
		return errors.New("the tour wants an engine at least")
	}
	g := &guide{engines: engines, runs: map[string][]*view{}}
	return g.write(w)
}

// write implements Write.
func (g *guide) write(w io.Writer) error {
	t, err := template.New("tour").Funcs(g.functions()).Parse(source)
	if err != nil {
		return fmt.Errorf("the tour: %w", err)
	}
	var names []string
	for _, e := range g.engines {
		names = append(names, e.Name())
	}
	var b bytes.Buffer
	if err := t.Execute(&b, map[string]string{"Command": Command, "Engines": report.Sentence(names)}); err != nil {
		var failed template.ExecError
		if errors.As(err, &failed) {
			if cause := errors.Unwrap(failed.Err); cause != nil {
				err = cause // without the position in the template
			}
		}
		return fmt.Errorf("the tour: %w", err)
	}
	text := reflow(strings.TrimSpace(gaps.ReplaceAllString(b.String(), "\n\n")) + "\n")
	_, err = io.WriteString(w, text)
	return err
}

// guide runs the models and searches of the tour.
type guide struct {
	engines []hostbridge.Engine
	runs    map[string][]*view // by model
}

// functions returns the functions of the template.
func (g *guide) functions() template.FuncMap {
	return template.FuncMap{
		"run": g.run, "unpriced": g.withoutWindowPrices,
		"prices": prices, "search": g.search, "least": g.least,
		"leastLines": leastLines, "claim": claim,
	}
}

// claim returns an error if the claim of a sentence is false, otherwise no text.
func claim(so bool, what string) (string, error) {
	if !so {
		return "", fmt.Errorf("the text says that %s, and the runs do not show it", what)
	}
	return "", nil
}

// fenced returns a text as a code block.
func fenced(text string) string {
	return "```text\n" + strings.TrimRight(text, "\n") + "\n```"
}
