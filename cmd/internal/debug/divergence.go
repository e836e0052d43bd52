package debug

import (
	"context"
	"fmt"
	"strings"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/cmd/internal/explain/difference"
	"github.com/searchex/searchex/cmd/internal/explain/probe"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/equal"
)

// Divergence is the moment at which a machine's search first reports another event
// than the reference's.
type Divergence struct {
	// Cycles is the count at the event. AtEnd reports that the search of the machine
	// was over, or failed, where the reference had another event.
	Cycles uint64
	AtEnd  bool
	// Text says on one line what differs.
	Text string
}

// FindDivergence searches a task on the reference and on an engine like the one that
// is to be debugged, side by side. It returns nil if they do not differ.
func FindDivergence(ctx context.Context, reference, e hostbridge.Engine, img *asm.Image, t *hostbridge.Task) (*Divergence, error) {
	d, _, err := equal.FirstDifference(ctx, reference, e, t)
	if err != nil || d == nil {
		return nil, err
	}
	at := e.(hostbridge.Emulated).Machine().Cycles()
	stepped, err := hostbridge.NewSteppedSearch(ctx, e, t.Game, &t.Profile, t.Limits)
	if err != nil {
		return nil, err
	}
	r := difference.New(t, d, func(string) (*asm.Image, error) { return img, nil })
	side := func(s *difference.Side) string {
		text := strings.TrimSpace(s.Event + " " + s.Move + " " + s.Values)
		if s.Error != "" {
			text += " (" + s.Error + ")"
		}
		return s.Engine + " " + text
	}
	line := "at the root"
	if len(d.Sides[0].Line) > 0 {
		line = "after " + strings.Join(probe.SAN(t.Position(), d.Sides[0].Line), " ")
	}
	return &Divergence{
		Cycles: at - stepped.SetUp(), AtEnd: d.Sides[1].Event.Kind == goengine.EventEnded,
		Text: fmt.Sprintf("event %s differs %s: %s; %s", report.Count(d.Index+1), line, side(&r.Sides[0]), side(&r.Sides[1])),
	}, nil
}

// Until makes Continue stop at a divergence.
func (d *Debugger) Until(c *Divergence) { d.divergence = c }

// diverges returns the divergence, nil if there is none, or if the user has changed the
// search before it.
func (d *Debugger) diverges() *Divergence {
	if c := d.divergence; c == nil || len(d.edits) > 0 && d.edits[0].cycles <= c.Cycles {
		return nil
	}
	return d.divergence
}
