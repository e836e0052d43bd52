package listing

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/emu"
)

// Heat is what searches have done with the memory of a machine.
type Heat struct {
	*emu.Accesses
	// What says in words what was searched.
	What    string
	listing *Listing
}

// Heat returns the accesses that were counted on the listing's machine.
func (l *Listing) Heat(a *emu.Accesses, what string) *Heat {
	return &Heat{Accesses: a, What: what, listing: l}
}

// Area is a routine, a table or a variable with what was done there.
type Area struct {
	Name     string `json:"name"`
	Addr     uint32 `json:"addr"` // the lowest that was accessed
	Reads    uint64 `json:"reads"`
	Writes   uint64 `json:"writes"`
	Executed uint64 `json:"executed"`
}

// All returns the accesses and executions of an area.
func (x *Area) All() uint64 { return x.Reads + x.Writes + x.Executed }

// Areas returns the areas by label, those with the most accesses and executions first.
func (h *Heat) Areas() (all []Area) {
	byName := map[string]int{}
	for addr := range uint32(len(h.Reads)) {
		reads, writes, executed := h.Reads[addr], h.Writes[addr], h.Executed[addr]
		if reads+writes+executed == 0 {
			continue
		}
		name, _, _ := strings.Cut(h.listing.Name(addr), "+")
		if name == "" {
			name = "(no label)"
		}
		i, ok := byName[name]
		if !ok {
			i = len(all)
			byName[name] = i
			all = append(all, Area{Name: name, Addr: addr})
		}
		all[i].Reads += reads
		all[i].Writes += writes
		all[i].Executed += executed
	}
	slices.SortStableFunc(all, func(a, b Area) int { return cmp.Compare(b.All(), a.All()) })
	return all
}

// Unreached returns the instructions that were not executed, and how many there are in
// the program.
func (h *Heat) Unreached() (all []Entry, of int) {
	for i := range h.listing.Len() {
		e := h.listing.Untimed(i)
		if e.Data {
			continue
		}
		of++
		if h.Executed[e.Addr] == 0 {
			all = append(all, e)
		}
	}
	return all, of
}

// sum returns the sum of some counts.
func sum(counts []uint64) (n uint64) {
	for _, c := range counts {
		n += c
	}
	return n
}

// Write prints the totals and the top areas, all for 0, or the areas as JSON.
func (h *Heat) Write(out *report.Screen, top int, asJSON bool) error {
	areas := h.Areas()
	if asJSON {
		return report.JSONLines(out, slices.Values(areas))
	}
	head := fmt.Sprintf("%s\n%s instructions executed, %s bytes of data read, %s written\n\n", h.What, report.Count(sum(h.Executed)), report.Count(sum(h.Reads)), report.Count(sum(h.Writes)))
	if err := out.Print(head); err != nil {
		return err
	}
	t := report.NewTable("<area", "<address", "reads", "writes", "executed").Keys(1)
	for i, x := range areas {
		if top > 0 && i == top {
			var rest Area
			for _, y := range areas[top:] {
				rest.Reads, rest.Writes, rest.Executed = rest.Reads+y.Reads, rest.Writes+y.Writes, rest.Executed+y.Executed
			}
			t.Add(report.Plural(len(areas)-top, "other"), "", rest.Reads, rest.Writes, rest.Executed)
			break
		}
		t.Add(x.Name, fmt.Sprintf("$%04X", x.Addr), x.Reads, x.Writes, x.Executed)
	}
	if err := t.Write(out); err != nil {
		return err
	}
	unreached, of := h.Unreached()
	return out.Print(fmt.Sprintf("\n%s of %s instructions executed at least once; --unreached lists the others\n", report.Int(of-len(unreached)), report.Int(of)))
}

// WriteUnreached prints the instructions that were not executed, or JSON.
func (h *Heat) WriteUnreached(out *report.Screen, asJSON bool) error {
	unreached, of := h.Unreached()
	t := report.NewTable("<address", "<where", "<instruction", "<line", "<source").Keys(1).Abbreviate("source", 12).Later("line", "source")
	for i := range unreached {
		e := &unreached[i]
		if err := t.Put(out, asJSON, e.object(), fmt.Sprintf("$%04X", e.Addr), Where(h.listing.program, e.Addr), e.Text, e.place(), e.Source); err != nil {
			return err
		}
	}
	if asJSON {
		return nil
	}
	if err := out.Print(fmt.Sprintf("%s\n%s of %s instructions not executed\n", h.What, report.Int(len(unreached)), report.Int(of))); err != nil || t.Empty() {
		return err
	}
	if _, err := fmt.Fprintln(out); err != nil {
		return err
	}
	return t.Write(out)
}
