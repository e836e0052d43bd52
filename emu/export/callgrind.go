package export

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/searchex/searchex/emu"
)

// Callgrind writes a profile for KCachegrind and callgrind_annotate: the costs of
// every line, and of every call with what it called. A routine's cost with callees
// is that of the calls of it, as emu.CallCycles has them: also in a recursion no
// cycle counts twice, and the sum is emu.RoutineCycles.Total. What the host called
// has a caller (host).
func Callgrind(w io.Writer, p *emu.Profile, o Options) error {
	g := newCallgrind(p)
	g.printf("# callgrind format\nversion: 1\ncreator: searchex\ncmd: %s\npositions: line\n", o.Title)
	g.printf("event: Cycles : clock cycles\nevent: Instructions\nevents: Cycles Instructions\nsummary: %d %d\n", p.Cycles, p.Instructions)
	for _, r := range g.order {
		g.routine(r)
	}
	_, err := g.text.WriteTo(w)
	return err
}

type callgrind struct {
	atlas    *atlas
	order    []string // the routines by address
	routines map[string]*callgrindRoutine
	files    map[string]int
	names    map[string]int
	text     bytes.Buffer
}

// callgrindRoutine is a routine with the costs of its lines and of its calls.
type callgrindRoutine struct {
	name        string
	declaration emu.Line
	lines       map[emu.Line]*cost
	calls       map[callgrindCall]*callgrindCost
}

// callgrindCall is a line of a routine, and what is called there.
type callgrindCall struct {
	from   emu.Line
	callee string
}

type callgrindCost struct {
	count uint64
	cost
}

func newCallgrind(p *emu.Profile) *callgrind {
	g := &callgrind{
		atlas: newAtlas(p), routines: map[string]*callgrindRoutine{}, files: map[string]int{}, names: map[string]int{},
	}
	for _, at := range g.atlas.places {
		if g.routines[at.routine] == nil {
			g.routines[at.routine] = newCallgrindRoutine(at.routine, at.declaration)
			g.order = append(g.order, at.routine)
		}
	}
	host := newCallgrindRoutine("(host)", emu.Line{})
	g.order, g.routines[host.name] = append(g.order, host.name), host
	for _, x := range p.ByAddr {
		at := &g.atlas.places[g.atlas.number[x.Addr]]
		r := g.routines[at.routine]
		if r.lines[at.line] == nil {
			r.lines[at.line] = &cost{}
		}
		r.lines[at.line].add(x.Cycles, x.Count)
	}
	for _, c := range p.Calls {
		r, key := host, callgrindCall{callee: c.Callee}
		if c.Caller != "" {
			r, key.from = g.routines[c.Caller], g.atlas.places[g.atlas.number[c.Site]].line
		}
		if r.calls[key] == nil {
			r.calls[key] = &callgrindCost{}
		}
		r.calls[key].count += c.Count
		r.calls[key].add(c.Cycles, c.Instructions)
	}
	return g
}

func newCallgrindRoutine(name string, declaration emu.Line) *callgrindRoutine {
	return &callgrindRoutine{name, declaration, map[emu.Line]*cost{}, map[callgrindCall]*callgrindCost{}}
}

func (g *callgrind) printf(format string, args ...any) {
	fmt.Fprintf(&g.text, format, args...)
}

// numbered names a file or a routine as the format has it: in full the first time,
// then by its number.
func numbered(known map[string]int, name string) string {
	if n, ok := known[name]; ok {
		return fmt.Sprintf("(%d)", n)
	}
	known[name] = len(known) + 1
	if name == "" {
		name = "???"
	}
	return fmt.Sprintf("(%d) %s", len(known), name)
}

// routine writes a routine. Lines of other files than its own are marked.
func (g *callgrind) routine(name string) {
	r := g.routines[name]
	g.printf("\nfl=%s\nfn=%s\n", numbered(g.files, r.declaration.File), numbered(g.names, name))
	file := r.declaration.File
	turn := func(to string) {
		if to != file {
			file = to
			g.printf("fi=%s\n", numbered(g.files, to))
		}
	}
	for _, line := range sorted(r.lines, compareLines) {
		c := r.lines[line]
		turn(line.File)
		g.printf("%d %d %d\n", line.Line, c.cycles, c.instructions)
	}
	for _, call := range sorted(r.calls, func(a, b callgrindCall) int {
		return cmp.Or(compareLines(a.from, b.from), cmp.Compare(a.callee, b.callee))
	}) {
		c, to := r.calls[call], g.routines[call.callee]
		turn(call.from.File)
		g.printf("cfi=%s\ncfn=%s\ncalls=%d %d\n%d %d %d\n",
			numbered(g.files, to.declaration.File), numbered(g.names, to.name), c.count, to.declaration.Line,
			call.from.Line, c.cycles, c.instructions)
	}
}

func compareLines(a, b emu.Line) int {
	return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
}

// sorted are the keys of a map in order.
func sorted[K comparable, V any](m map[K]V, order func(a, b K) int) []K {
	var keys []K
	for k := range m {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, order)
	return keys
}
