package web

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// sayers are the files from which a page gets sentences for a person.
var sayers = []string{
	"../play/*.go", "../play/console/*.go", "../play/level/*.go", "../play/clock/notation.go", "../chess/rules/*.go", "../explain/probe/why.go", "../explain/probe/shown.go",
	"../explain/tree/look.go", "../session/computer.go", "../session/guests.go", "../session/review.go", "../session/session.go", "../session/slots.go", "../session/running.go", "../chess/pgn/marks.go",
	"../play/shelf/shelf.go", "../../../goengine/fen.go", "../../../goengine/profilekeys.go", "../../../hostbridge/registry.go", "../report/score.go", "../../../goengine/profile.go",
}

// formatAt is the place of the format among the arguments of what makes a sentence.
var formatAt = map[string]int{"say": 1, "because": 1, "ask": 1, "Notice": 0, "Errorf": 0, "New": 0}

// completely are the files of which each sentence that is made there can reach a person at a page.
var completely = []string{"guests.go", "keys.go", "table.go", "setup.go", "dialogue.go", "commands.go", "reason.go", "language.go", "fen.go"}

// notSaid are formats that no page gets: those of the terminal, and of faults of the program.
var notSaid = []string{
	"a larger board wants a screen of %d columns and %d lines", "%w %q in %q", "fen %q: %w", "move %q is not legal in %s", "every move is saved, in ", "the position was not changed", "the game is added to ",
}

// loose are the functions whose texts are parts of sentences.
var loose = []string{"About", "Describe", "Outcome", "Reason", "why", "colors", "inShort", "inWords", "Annotator", "summary"}

// literal is the value of a text in Go, "" for anything else.
func literal(e ast.Expr) string {
	if l, ok := e.(*ast.BasicLit); ok && l.Kind == token.STRING {
		text, _ := strconv.Unquote(l.Value)
		return text
	}
	return ""
}

// said is what Go's files say: formats, which a table must have, parts, which a format of a table must
// contain, and the words of all their texts.
type said struct {
	formats, parts []string
	words          map[string]bool
}

var word = regexp.MustCompile(`[A-Za-z][a-z']+`)

// read reads a file.
func (s *said) read(t *testing.T, name string) {
	f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
	require.NoError(t, err)
	whole := slices.Contains(completely, filepath.Base(name))
	for _, d := range f.Decls {
		function, ok := d.(*ast.FuncDecl)
		inParts := ok && slices.Contains(loose, function.Name.Name)
		ast.Inspect(d, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BasicLit:
				text := literal(n)
				for _, w := range word.FindAllString(text, -1) {
					s.words[w] = true
				}
				if inParts && letters(text) > 3 {
					s.parts = append(s.parts, text)
				}
			case *ast.CallExpr:
				name := ""
				switch f := n.Fun.(type) {
				case *ast.SelectorExpr:
					name = f.Sel.Name
				case *ast.Ident:
					name = f.Name
				}
				if at, ok := formatAt[name]; whole && ok && at < len(n.Args) {
					s.formats = append(s.formats, literal(n.Args[at]))
				}
			case *ast.AssignStmt:
				// c.notice = "…", or of a call of Sprintf
				if to, ok := n.Lhs[0].(*ast.SelectorExpr); ok && to.Sel.Name == "notice" {
					from := n.Rhs[0]
					if call, ok := from.(*ast.CallExpr); ok && len(call.Args) > 0 {
						from = call.Args[0]
					}
					s.formats = append(s.formats, literal(from))
				}
			case *ast.ValueSpec:
				// Page of Wording, and the ends of a game
				isEnd := false
				if kind, ok := n.Type.(*ast.Ident); ok {
					isEnd = kind.Name == "End" && strings.HasSuffix(filepath.Dir(name), "rules")
				}
				if n.Names[0].Name == "Page" || isEnd {
					ast.Inspect(n, func(n ast.Node) bool {
						if e, ok := n.(*ast.BasicLit); ok {
							s.formats = append(s.formats, literal(e))
						}
						return true
					})
				}
			}
			return true
		})
	}
}

var (
	goVerb = regexp.MustCompile(`%(?:\.\d+)?[a-z]`)
	// begins matches what a part begins with if it stands after another one.
	begins = regexp.MustCompile(`^(?:%s|[:;,]| )+`)
)

// What the program can say to a person at a page is in the tables by its format: each has a
// translation with the values of all its verbs, and no table has a format that the program lacks.
func TestWhatTheProgramSaysIsTranslated(t *testing.T) {
	s := &said{words: map[string]bool{}}
	for _, pattern := range sayers {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		require.NotEmpty(t, files, pattern)
		for _, name := range files {
			if !strings.HasSuffix(name, "_test.go") {
				s.read(t, name)
			}
		}
	}
	require.Greater(t, len(s.formats), 100)
	require.Greater(t, len(s.parts), 20)
	for _, name := range Languages {
		own := readTable(t, name+"program")
		all := ""
		for format, text := range own {
			all += format + "\n"
			var values []string
			for i, at := range goVerb.FindAllStringIndex(format, -1) {
				// After "attack" comes the ending of an English verb.
				if !strings.HasSuffix(format[:at[0]], " attack") {
					values = append(values, "{"+strconv.Itoa(i)+"}")
				}
			}
			assert.Equal(t, values, places(text), "%s: %s", name, format)
			for _, w := range word.FindAllString(goVerb.ReplaceAllString(format, "%"), -1) {
				assert.True(t, s.words[w] || s.words[strings.TrimSuffix(w, "s")], "%s: no program says %q: %s", name, w, format)
			}
		}
		for _, format := range s.formats {
			if letters(goVerb.ReplaceAllString(format, "")) > 2 && !slices.Contains(notSaid, format) {
				assert.True(t, own[format] != "", "%s lacks %q", name, format)
			}
		}
		for _, part := range s.parts {
			assert.True(t, strings.Contains(all, strings.TrimSpace(begins.ReplaceAllString(part, ""))), "%s lacks a format with %q", name, part)
		}
	}
}

// The formats that are exempt are still in the program.
func TestWhatIsNotSaidExists(t *testing.T) {
	all := ""
	for _, pattern := range sayers {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		for _, name := range files {
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			all += string(text)
		}
	}
	for _, format := range notSaid {
		assert.Contains(t, all, format)
	}
}
