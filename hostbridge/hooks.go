package hostbridge

import (
	"fmt"

	"github.com/searchex/searchex/goengine"
)

// hookKind is what a hook reports, and so which event it is for.
type hookKind uint8

const (
	// atGenerated: the moves of parts are listed.
	atGenerated hookKind = iota + 1
	// atScored: value is the static value of move.
	atScored
	// atLow: the static value of move, which the machine has not worked out, is
	// not above alpha, and neither is the value that the move would be tested with.
	atLow
	// atLowValue: value is the value of move; it is not above alpha.
	atLowValue
	// atPriced: move has a category, and value is its price.
	atPriced
	// atFollow: move, the one priced last, is followed up, for the price value.
	atFollow
	// atBeta: value is compared with beta; atPass: the value of a pass is.
	atBeta
	atPass
	// atAlpha: value is compared with alpha.
	atAlpha
	// atBest: move is the best so far.
	atBest
	// atIteration: the root has the value, with the budget sx.
	atIteration
	// atEntry: no event. The host may enter the search here with a value that a
	// callback has raised above alpha.
	atEntry
)

// part is a set of the lists of raw moves that a hook reports.
type part uint8

const (
	tactical part = 1 << iota
	quiet
)

// hook is a label in a machine's search. The table below has what all programs
// share; a CPU's file adds where the values are.
type hook struct {
	label string
	kind  hookKind
	parts part
	// Of atLow and atLowValue: where the machine continues with a value that is
	// above alpha after all, if it is the static value, and if it is the move's.
	scoredAt, worthAt string

	move  func() goengine.Move
	value place
	// again, of atGenerated, if not nil, reports whether the captures that were
	// passed over before are listed once more.
	again func() bool
	// category and sx belong to atPriced and atIteration.
	category func() goengine.Category
	sx       func() uint8
	// leave, of atLow and atLowValue, puts in order what the machine would have
	// before it continues at scoredAt or worthAt.
	leave func()

	addr uint32
}

// place is where a hook's value is. set is nil where the host never writes it.
type place struct {
	get func() int16
	set func(v int16)
}

// hooks are the labels that the search of every machine has.
var hooks = []hook{
	{label: "hook_generated", kind: atGenerated, parts: tactical | quiet},
	{label: "hook_tactical", kind: atGenerated, parts: tactical},
	{label: "hook_quiet", kind: atGenerated, parts: quiet},
	{label: "hook_part", kind: atGenerated, parts: quiet},
	{label: "hook_killer", kind: atGenerated, parts: quiet},
	{label: "hook_killers", kind: atGenerated, parts: quiet},
	{label: "hook_cached", kind: atGenerated, parts: tactical | quiet},
	{label: "hook_listed", kind: atScored},
	{label: "hook_listed_quiet", kind: atScored},
	{label: "hook_scored_one", kind: atScored},
	{label: "hook_scored_high", kind: atScored},
	{label: "hook_low", kind: atLow, scoredAt: "hook_scored_high", worthAt: "hook_test_high"},
	{label: "hook_low_value", kind: atLowValue, worthAt: "hook_test_one"},
	{label: "hook_test_one", kind: atEntry},
	{label: "hook_test_high", kind: atEntry},
	{label: "hook_priced", kind: atPriced},
	{label: "follow", kind: atFollow},
	{label: "hook_beta_test", kind: atBeta},
	{label: "hook_pass", kind: atPass},
	{label: "hook_alpha_test", kind: atAlpha},
	{label: "hook_best", kind: atBest},
	{label: "hook_iteration", kind: atIteration},
}

// hooksOf returns the shared hooks and a CPU's own ones, each completed by fill.
func hooksOf(own []hook, fill func(h *hook)) []hook {
	all := append(append([]hook(nil), hooks...), own...)
	for i := range all {
		fill(&all[i])
	}
	return all
}

// locate looks up the addresses of hooks and returns them by label. It returns an
// error for a label that the program lacks, and for a hook without what its kind
// reports.
func locate(all []hook, program string, symbol func(label string) (uint32, bool)) (map[string]*hook, error) {
	byLabel := map[string]*hook{}
	for i := range all {
		h := &all[i]
		addr, ok := symbol(h.label)
		if !ok {
			return nil, fmt.Errorf("%s: no label %s", program, h.label)
		}
		h.addr = addr
		byLabel[h.label] = h
	}
	for i := range all {
		h := &all[i]
		if lacks := h.lacks(); lacks != "" {
			return nil, fmt.Errorf("%s: hook %s has no %s", program, h.label, lacks)
		}
		for _, label := range []string{h.scoredAt, h.worthAt} {
			if label != "" && byLabel[label] == nil {
				return nil, fmt.Errorf("%s: hook %s continues at %s, which is not a hook", program, h.label, label)
			}
		}
	}
	return byLabel, nil
}

// lacks returns what a hook of its kind must have and h has not, empty for
// nothing.
func (h *hook) lacks() string {
	moves, values, writes := false, true, false
	switch h.kind {
	case atGenerated:
		if h.parts == 0 {
			return "parts"
		}
		return ""
	case atBest:
		moves, values = true, false
	case atScored, atPriced, atBeta:
		moves, writes = true, true
	case atLow, atLowValue, atAlpha, atFollow:
		moves = true
	case atPass, atEntry:
		writes = true
	}
	low := h.kind == atLow || h.kind == atLowValue
	switch {
	case moves && h.move == nil:
		return "move"
	case values && h.value.get == nil:
		return "value"
	case writes && h.value.set == nil:
		return "place to write the value to"
	case h.kind == atPriced && h.category == nil:
		return "category"
	case h.kind == atIteration && h.sx == nil:
		return "budget"
	case h.kind == atLow && h.scoredAt == "" || low && h.worthAt == "":
		return "place to continue at"
	case low && h.leave == nil:
		return "way to leave"
	}
	return ""
}
