package equal

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/internal/number"
)

// Found is what one engine found in a search.
type Found struct {
	FEN     string `json:"fen"`
	ID      string `json:"id,omitempty"`
	Profile string `json:"profile"`
	// SX is the budget of the task. If the task sets none, it is LastSX, the
	// budget of the last iteration that was finished.
	SX       int    `json:"sx"`
	LastSX   int    `json:"last_sx"`
	Engine   string `json:"engine"`
	BestMove string `json:"bestmove"` // in UCI notation, 0000 for none
	Score    int16  `json:"score"`    // in 64ths of a pawn, for the side to move
	// Nodes is the number of moves evaluated.
	Nodes uint64 `json:"nodes"`
	// Events is the hash of the events as 16 hexadecimal digits, Count their
	// number.
	Events   string   `json:"events"`
	Count    uint64   `json:"event_count"`
	PV       []string `json:"pv"`
	Cycles   uint64   `json:"cycles"`
	PerNode  float64  `json:"cycles_per_node"`
	Stopped  bool     `json:"stopped"`
	Complete bool     `json:"complete"` // as in goengine.Result

	// Clock is the clock of the engine's machine, Took the host's time.
	Clock  emu.Clock         `json:"-"`
	Took   time.Duration     `json:"-"`
	Result hostbridge.Result `json:"-"`
}

// Search makes a task's search on an engine and hashes its events.
func Search(ctx context.Context, e hostbridge.Engine, t *hostbridge.Task) (Found, error) {
	return search(ctx, e, t, 0)
}

// search is Search with a limit of events, 0 for no limit.
func search(ctx context.Context, e hostbridge.Engine, t *hostbridge.Task, most uint64) (Found, error) {
	hash := limitedHash{most: most}
	e.Attach(&hash)
	defer e.Attach(nil)
	begun := time.Now()
	r, err := t.Search(ctx, e)
	if err != nil {
		return Found{}, err
	}
	f := Found{
		FEN: t.FEN, ID: t.ID, Profile: t.ProfileName, SX: r.SX, LastSX: r.SX, Engine: e.Name(),
		BestMove: t.Position().UCI(r.Best), Score: r.Score, Nodes: r.Nodes,
		Events: fmt.Sprintf("%016x", hash.Sum), Count: hash.Count, PV: t.Position().UCILine(r.PV),
		Cycles: r.Cycles, PerNode: number.Tenths(r.CyclesPerNode()), Stopped: r.Stopped, Complete: r.Complete,
		Clock: e.Clock(), Took: time.Since(begun), Result: r,
	}
	if t.Limits.SXSet {
		f.SX = t.Limits.SX
	}
	return f, nil
}

// limitedHash hashes events, and ends a search that has too many.
type limitedHash struct {
	goengine.EventHash
	most uint64
}

// Event implements Callbacks.
func (h *limitedHash) Event(n hostbridge.Node, ev *goengine.Event) {
	// Every node has EventGenerated, so no search continues without it.
	if ev.Kind == goengine.EventGenerated && h.most > 0 && h.Count >= h.most {
		panic(fmt.Sprintf("more than %s events", number.Thousands(h.most)))
	}
	h.EventHash.Event(n, ev)
}

// differences returns the names of the fields in which two engines differ.
func (a *Found) differences(b *Found) (fields []string) {
	for _, d := range []struct {
		field string
		equal bool
	}{
		{"bestmove", a.BestMove == b.BestMove},
		{"score", a.Score == b.Score},
		{"sx", a.LastSX == b.LastSX},
		{"nodes", a.Nodes == b.Nodes},
		{"events", a.Events == b.Events && a.Count == b.Count},
		{"pv", slices.Equal(a.PV, b.PV)},
		{"stopped", a.Stopped == b.Stopped},
		{"complete", a.Complete == b.Complete},
	} {
		if !d.equal {
			fields = append(fields, d.field)
		}
	}
	return fields
}
