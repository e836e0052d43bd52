package routine

import (
	_ "embed"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"github.com/searchex/searchex/cmd/internal/explain/cycletables"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/cycles"
)

//go:embed four-languages.md.tmpl
var fourLanguages string

// pageCommand is the command that writes the page. make docs runs it.
const pageCommand = "go run ./cmd/searchex routine --doc docs/pages/four-languages.md"

// gaps matches empty lines, which the actions of the template leave.
var gaps = regexp.MustCompile(`\n{3,}`)

// WritePage writes the page of four routines in Markdown.
func (c *Catalogue) WritePage(w io.Writer, accounts []*cycles.Account) error {
	show := func(label string) (string, error) {
		e := c.Find(label)
		if e == nil {
			return "", fmt.Errorf("no routine %s", label)
		}
		return c.section(e, accounts)
	}
	size := func(label, engine string) (string, error) {
		e := c.Find(label)
		if e == nil || e.On[engine] == nil {
			return "", fmt.Errorf("no routine %s of the %s", label, engine)
		}
		return report.Int(e.On[engine].Size), nil
	}
	t, err := template.New("four languages").Funcs(template.FuncMap{"show": show, "bytes": size}).Parse(fourLanguages)
	if err != nil {
		return err
	}
	var b strings.Builder
	err = t.Execute(&b, map[string]any{
		"Command": pageCommand, "Searches": cycletables.Searches(accounts[0]), "Routines": len(c.Entries),
		"Machines": len(accounts), "Has68000": slices.Contains(c.Engines, "68000"),
	})
	if err != nil {
		return fmt.Errorf("the page: %w", err)
	}
	_, err = io.WriteString(w, strings.TrimSpace(gaps.ReplaceAllString(b.String(), "\n\n"))+"\n")
	return err
}

// section returns a routine's figures and its source in each language.
func (c *Catalogue) section(e *Entry, accounts []*cycles.Account) (string, error) {
	var b strings.Builder
	row := func(cells ...any) {
		for _, cell := range cells {
			fmt.Fprintf(&b, "| %v ", cell)
		}
		b.WriteString("|\n")
	}
	titles, rule := []any{}, []any{}
	for _, title := range figureTitles {
		titles, rule = append(titles, strings.TrimPrefix(title, "<")), append(rule, "---")
	}
	row(titles...)
	row(rule...)
	for _, x := range accounts {
		if e.On[x.Engine] != nil {
			row(figureRow(x, e)...)
		}
	}
	for _, p := range c.Panels(e) {
		if len(p.Text) == 0 {
			fmt.Fprintf(&b, "\n**%s**: %s\n", p.Engine, p.Title)
			continue
		}
		folder, language := "goengine", "go"
		if e.On[p.Engine] != nil {
			k, err := hostbridge.KindOf(p.Engine)
			if err != nil {
				return "", err
			}
			folder, language = "asm/"+k.CPU.Folder, "asm"
		}
		fmt.Fprintf(&b, "\n**%s**, [%s/%s](../../%s/%s)%s\n\n```%s\n%s\n```\n",
			p.Engine, folder, p.File, folder, p.File, p.Note, language, strings.Join(p.Text, "\n"))
	}
	return b.String(), nil
}
