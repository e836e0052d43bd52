package main

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sort"
	"strings"
)

// Files that are compiled into the package with its own.
var (
	//go:embed helpers.go.txt
	helpersText string
	//go:embed main_test.go.txt
	testMainText string
)

func readFile(path string) ([]byte, error) { return os.ReadFile(path) }

// written returns the text of the file with its spans applied.
func (s *source) written() string {
	spans := slices.Clone(s.spans)
	sort.SliceStable(spans, func(i, j int) bool {
		a, b := spans[i], spans[j]
		return a.from < b.from || a.from == b.from && a.to > b.to
	})
	var out strings.Builder
	var open []*span
	at := 0
	upTo := func(to int) {
		out.Write(s.text[at:to])
		at = to
	}
	closeUpTo := func(pos int) {
		for len(open) > 0 && open[len(open)-1].to <= pos {
			last := open[len(open)-1]
			upTo(last.to)
			out.WriteString(last.post)
			open = open[:len(open)-1]
		}
	}
	for _, sp := range spans {
		closeUpTo(sp.from)
		upTo(sp.from)
		if sp.instead != nil {
			out.WriteString(*sp.instead)
			at = sp.to
			continue
		}
		out.WriteString(sp.pre)
		open = append(open, sp)
	}
	closeUpTo(len(s.text))
	upTo(len(s.text))
	return out.String()
}

// check type-checks the written files in memory and returns the file and line of each error.
func (f *finder) check(texts map[string]string) (bad map[string]map[int]bool) {
	fset := token.NewFileSet()
	bad = map[string]map[int]bool{}
	note := func(pos token.Position) {
		if bad[pos.Filename] == nil {
			bad[pos.Filename] = map[int]bool{}
		}
		bad[pos.Filename][pos.Line] = true
	}
	var files []*ast.File
	for path, text := range texts {
		tree, err := parser.ParseFile(fset, path, text, 0)
		if err != nil {
			note(fset.Position(tree.Pos()))
			continue
		}
		files = append(files, tree)
	}
	conf := types.Config{Importer: importer.ForCompiler(fset, "source", nil), Error: func(err error) {
		var e types.Error
		if errors.As(err, &e) {
			note(fset.Position(e.Pos))
		}
	}}
	conf.Check(f.dir, fset, files, nil) //nolint:errcheck // each error has been noted
	return bad
}

// build compiles the package's tests with all mutants in one binary. It removes the mutants of lines that do not compile,
// and returns them.
func (f *finder) build(tmp string) (binary string, notViable []*mutant, err error) {
	for {
		texts := map[string]string{filepath.Join(f.dir, "zz_mutants.go"): strings.Replace(helpersText, "package p", "package "+f.pkg.Name(), 1)}
		for path, s := range f.sources {
			texts[path] = s.written()
		}
		bad := f.check(texts)
		if len(bad) == 0 {
			texts[filepath.Join(f.dir, "zz_mutants_test.go")] = strings.Replace(testMainText, "package p", "package "+f.pkg.Name(), 1)
			binary = filepath.Join(tmp, "mutants.test")
			return binary, notViable, f.compile(tmp, binary, texts)
		}
		dropped := 0
		for path, lines := range bad {
			s := f.sources[path]
			if s == nil {
				return "", nil, fmt.Errorf("the helpers do not compile: %s", path)
			}
			dropped += s.drop(lines)
		}
		if dropped == 0 {
			return "", nil, fmt.Errorf("the package does not compile with its mutants: %v", bad)
		}
		for _, m := range f.mutants {
			if m.site != nil && m.site.to < 0 {
				notViable = append(notViable, m)
				m.site = nil
			}
		}
	}
}

// drop removes the spans that touch lines, marks them and returns their number.
func (s *source) drop(lines map[int]bool) int {
	line := func(offset int) int { return 1 + strings.Count(string(s.text[:offset]), "\n") }
	n := 0
	s.spans = slices.DeleteFunc(s.spans, func(sp *span) bool {
		from, to := line(sp.from), line(sp.to)
		if lines[from] || lines[to] {
			sp.to = -1
			n++
			return true
		}
		return false
	})
	return n
}

// compile builds the package's tests with other texts than on disk for some files.
func (f *finder) compile(tmp, binary string, texts map[string]string) error {
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	dir, err := os.MkdirTemp(tmp, "overlay")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	for path, text := range texts {
		full, err := filepath.Abs(path)
		if err != nil {
			return err
		}
		instead := filepath.Join(dir, filepath.Base(path))
		if err := os.WriteFile(instead, []byte(text), 0o600); err != nil {
			return err
		}
		overlay.Replace[full] = instead
	}
	list, err := json.Marshal(overlay)
	if err != nil {
		return err
	}
	overlayFile := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(overlayFile, list, 0o600); err != nil {
		return err
	}
	cmd := exec.Command("go", "test", "-vet=off", "-c", "-overlay", overlayFile, "-o", binary, ".")
	cmd.Dir = f.dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go test -c: %w: %s", err, out)
	}
	return nil
}

// buildOne compiles the package's tests with a single change, that of a constant declaration.
func (f *finder) buildOne(tmp string, m *mutant) (binary string, err error) {
	for path, s := range f.sources {
		if filepath.Base(path) == m.file {
			one := source{text: s.text, spans: []*span{m.edit}}
			binary = filepath.Join(tmp, fmt.Sprintf("mutant%d.test", m.id))
			return binary, f.compile(tmp, binary, map[string]string{
				path:                                  one.written(),
				filepath.Join(f.dir, "zz_mutants.go"): strings.Replace(helpersText, "package p", "package "+f.pkg.Name(), 1),
			})
		}
	}
	return "", fmt.Errorf("no file %s", m.file)
}
