// Package golden keeps recorded searches of every engine and compares them
// with what the engines do now.
package golden

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"sort"
	"strings"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// Record is one search of one engine.
type Record struct {
	Profile, Position, Engine string
	Limit                     uint64 // of nodes
	Best                      string // UCI
	Score                     int16  // 64ths of a pawn
	SX                        int    // of the last iteration that was finished
	Nodes                     uint64
	PV                        string // UCI moves, commas between
	Events                    uint64 // event hash
	Cycles                    uint64 // 0 for Go
	RAM, Stack                int    // bytes written, and deepest stack; 0 for Go
}

// Key is what a record is a record of.
func (r *Record) Key() string { return r.Profile + " " + r.Position + " " + r.Engine }

// CyclesPerNode is the mean, 0 for Go.
func (r *Record) CyclesPerNode() float64 {
	if r.Nodes == 0 {
		return 0
	}
	return float64(r.Cycles) / float64(r.Nodes)
}

// Take searches a position, watched and unwatched, and records what came of it.
func Take(e hostbridge.Engine, p *goengine.Position, position, profile string, l goengine.Limits) (Record, error) {
	prof, ok := goengine.ProfileByName(profile)
	if !ok {
		return Record{}, fmt.Errorf("profile %q is unknown", profile)
	}
	h := &goengine.EventHash{}
	res, err := hostbridge.SearchTwice(context.Background(), e, h, goengine.NewGame(p), &prof, l)
	if err != nil {
		return Record{}, fmt.Errorf("%s on %s: %w", e.Name(), position, err)
	}
	r := Record{
		Profile: profile, Position: position, Engine: e.Name(),
		Limit: l.Nodes, Best: p.UCI(res.Best), Score: res.Score, SX: res.SX,
		Nodes: res.Nodes, PV: variation(p, res.PV), Events: h.Sum, Cycles: res.Cycles,
	}
	if om, ok := e.(hostbridge.Emulated); ok {
		usage := om.Machine().Usage()
		r.RAM, r.Stack = usage.Written, usage.Stack
	}
	return r, nil
}

// variation is a line of moves as a word, - without any.
func variation(p *goengine.Position, pv []goengine.Move) string {
	if len(pv) == 0 {
		return "-"
	}
	return strings.Join(p.UCILine(pv), ",")
}

const (
	header     = "profile position engine limit best score sx nodes pv events cycles ram stack cycles/node"
	format     = "%s %s %s %d %s %d %d %d %s %016x %d %d %d %.1f\n"
	scanFormat = "%s %s %s %d %s %d %d %d %s %x %d %d %d %f\n"
)

// Write writes records as lines of text, sorted, with the mean of cycles per
// node of each profile and engine in comments at the end.
func Write(w io.Writer, records []Record) error {
	sorted := append([]Record(nil), records...)
	sort.Slice(sorted, func(i, j int) bool { return sorted[i].Key() < sorted[j].Key() })
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, "# written by make golden")
	fmt.Fprintln(b, "# "+header)
	for _, r := range sorted {
		fmt.Fprintf(b, format, r.Profile, r.Position, r.Engine, r.Limit, r.Best, r.Score, r.SX, r.Nodes, r.PV, r.Events, r.Cycles, r.RAM, r.Stack, r.CyclesPerNode())
	}
	for _, m := range Means(sorted) {
		fmt.Fprintf(b, "# mean %s %.1f cycles/node\n", m.Name, m.CyclesPerNode)
	}
	return b.Flush()
}

// Mean is the mean over the positions of cycles per node.
type Mean struct {
	Name          string // profile and engine
	CyclesPerNode float64
}

// Means are the means of the machines, by profile, in order of name.
func Means(records []Record) []Mean {
	sum, n := map[string]float64{}, map[string]int{}
	for _, r := range records {
		if r.Cycles > 0 {
			k := r.Profile + " " + r.Engine
			sum[k] += r.CyclesPerNode()
			n[k]++
		}
	}
	var means []Mean
	for k, s := range sum {
		means = append(means, Mean{k, s / float64(n[k])})
	}
	sort.Slice(means, func(i, j int) bool { return means[i].Name < means[j].Name })
	return means
}

// Read reads what Write has written.
func Read(r io.Reader) ([]Record, error) {
	var records []Record
	s := bufio.NewScanner(r)
	for line := 1; s.Scan(); line++ {
		if strings.HasPrefix(s.Text(), "#") || s.Text() == "" {
			continue
		}
		var x Record
		var mean float64
		if _, err := fmt.Sscanf(s.Text()+"\n", scanFormat,
			&x.Profile, &x.Position, &x.Engine, &x.Limit, &x.Best, &x.Score, &x.SX, &x.Nodes, &x.PV, &x.Events, &x.Cycles, &x.RAM, &x.Stack, &mean); err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		records = append(records, x)
	}
	return records, s.Err()
}

// Compare returns a line for each difference of records from recorded ones.
func Compare(recorded, now []Record) []string {
	old := map[string]Record{}
	for _, r := range recorded {
		old[r.Key()] = r
	}
	var lines []string
	for _, r := range now {
		o, ok := old[r.Key()]
		delete(old, r.Key())
		switch {
		case !ok:
			lines = append(lines, r.Key()+": not recorded")
		case o != r:
			lines = append(lines, fmt.Sprintf("%s:\n  recorded %+v, %.1f cycles/node\n  now      %+v, %.1f cycles/node", r.Key(), o, o.CyclesPerNode(), r, r.CyclesPerNode()))
		}
	}
	for k := range old {
		lines = append(lines, k+": recorded, but not searched any more")
	}
	sort.Strings(lines)
	return lines
}
