package routine

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/internal/probe"
)

// Twin is the counterpart of a routine in the Go engine.
type Twin struct {
	// Func is the function of the same name, or the one whose work includes the routine's;
	// nil if there is neither.
	Func *Func
	// Part reports that Func does more than the routine.
	Part bool
	// Serves has the functions that the routine is a part of on the machines, if Func is
	// nil.
	Serves []*Func
}

// Func is a function of the Go engine.
type Func struct {
	Name, File string
	Line       int // of the comment's first line
	Text       []string
}

func (t *Twin) same() bool { return t.Func != nil && !t.Part }

// within maps routines to the Go functions of another name that do their work, alone or
// with other work.
var within = map[string]string{
	"after_capture": "after", "after_flags": "after", "after_quiet": "after",
	"attacked_by_black": "attacked", "attacked_by_white": "attacked",
	"expand": "node", "expand_unpassed": "node",
	"iterate":        "Search",
	"judge_tactical": "tacticalCategory",
	"list_full":      "list", "list_half": "list", "list_tactical": "list",
	"make_move": "make", "unmake_move": "unmake",
	"pick_best": "tryAll", "pick_next": "tryAll", "try_waiting": "tryAll",
	"play_move": "Play",
	"strike":    "mapHits",
}

// goFunctions returns the functions and methods of the Go engine by name.
func goFunctions() (map[string]*Func, error) {
	names, err := fs.Glob(probe.Of(nil).Source(), "*.go")
	if err != nil {
		return nil, err
	}
	all := map[string]*Func{}
	for _, name := range names {
		text, err := fs.ReadFile(probe.Of(nil).Source(), name)
		if err != nil {
			return nil, err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, text, parser.ParseComments)
		if err != nil {
			return nil, fmt.Errorf("goengine: %w", err)
		}
		lines := strings.Split(string(text), "\n")
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			from, to := f.Pos(), f.End()
			if f.Doc != nil {
				from = f.Doc.Pos()
			}
			first, last := set.Position(from).Line, set.Position(to).Line
			all[f.Name.Name] = &Func{f.Name.Name, name, first, lines[first-1 : last]}
		}
	}
	return all, nil
}

// sameName returns the function with the name of a label, unexported or exported.
func sameName(functions map[string]*Func, label string) *Func {
	unexported, exported := asm.GoNames(label)
	return cmp.Or(functions[unexported], functions[exported])
}

// addTwins sets the twin of each routine.
func (c *Catalogue) addTwins(functions map[string]*Func) {
	for _, e := range c.Entries {
		if f := sameName(functions, e.Label); f != nil {
			e.Go = Twin{Func: f}
		} else if f := functions[within[e.Label]]; f != nil {
			e.Go = Twin{Func: f, Part: true}
		}
	}
	callers := c.callers()
	for _, e := range c.Entries {
		if e.Go.Func == nil {
			e.Go.Serves = serves(e, callers)
		}
	}
}

var (
	words = regexp.MustCompile(`[A-Za-z_]\w*`)
	// definition matches a line that names a routine without a reference to it.
	definition = regexp.MustCompile(`^\s+\.(global|export|import|include)`)
)

// callers returns the routines that refer to each routine, on any machine.
func (c *Catalogue) callers() map[*Entry][]*Entry {
	all := map[*Entry][]*Entry{}
	for _, e := range c.Entries {
		for _, r := range e.On {
			for _, l := range r.Text {
				if definition.MatchString(l) {
					continue
				}
				for _, name := range words.FindAllString(r.CPU.Code(l), -1) {
					if callee := c.byLabel[name]; callee != nil && callee != e && !slices.Contains(all[callee], e) {
						all[callee] = append(all[callee], e)
					}
				}
			}
		}
	}
	return all
}

// serves returns the Go functions of the nearest callers of a routine, by name.
func serves(e *Entry, callers map[*Entry][]*Entry) (all []*Func) {
	seen := map[*Entry]bool{e: true}
	for level := []*Entry{e}; len(level) > 0 && all == nil; {
		var next []*Entry
		for _, x := range level {
			for _, caller := range callers[x] {
				if seen[caller] {
					continue
				}
				seen[caller] = true
				if f := caller.Go.Func; f == nil {
					next = append(next, caller)
				} else if !slices.Contains(all, f) {
					all = append(all, f)
				}
			}
		}
		level = next
	}
	slices.SortFunc(all, func(a, b *Func) int { return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line)) })
	return all
}

func (f *Func) String() string { return fmt.Sprintf("%s (%s)", f.Name, f.File) }

// panel returns the panel of the function.
func (t *Twin) panel() Panel {
	p := Panel{Engine: goEngine, mark: "//"}
	switch {
	case t.Func != nil:
		p.File = t.Func.File
		if t.Part {
			p.Note = ", a part of " + t.Func.Name
		}
		p.Title = fmt.Sprintf("%s:%d%s", t.Func.File, t.Func.Line, p.Note)
		for _, l := range t.Func.Text {
			p.Text = append(p.Text, strings.ReplaceAll(l, "\t", "    "))
		}
	case len(t.Serves) > 0:
		p.Title = "no function of its own: what it serves is " + joined(t.Serves)
	default:
		p.Title = "no function of its own"
	}
	return p
}

// mostServed is the number of functions that a title names.
const mostServed = 4

func joined(all []*Func) string {
	var names []string
	for i, f := range all {
		if i == mostServed {
			names = append(names, fmt.Sprintf("%d more", len(all)-i))
			break
		}
		names = append(names, f.String())
	}
	if n := len(names) - 1; n > 0 {
		return strings.Join(names[:n], ", ") + " and " + names[n]
	}
	return names[0]
}

// Name returns the function's name for a list, in brackets if the routine is only a part
// of it; empty if there is no function.
func (t *Twin) Name() string {
	switch {
	case t.Func == nil:
		return ""
	case t.Part:
		return "(" + t.Func.Name + ")"
	}
	return t.Func.Name
}
