package hostbridge

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
)

// layout is all in which the engines on machines differ for the host: in what
// form a CPU's program holds moves, scores and counts, where its lists are, and
// what its hooks hold where. One file a CPU makes it (z80.go), with byteLayout
// for what the programs of eight bits have alike; the rest of the
// package stands once.
//
// Labels mean the same in all programs, and are looked up by name (symbols).
type layout struct {
	// hooks are all labels at which the search tells of an event, or may be
	// entered, and what they hold.
	hooks []hook

	// score and setScore read and write a score of 16 bits; nodeScore and
	// nodeByte read what the node at hand has at a label.
	score     func(addr uint32) int16
	setScore  func(addr uint32, v int16)
	nodeScore func(label uint32) int16
	nodeByte  func(label uint32) byte
	// move reads a move, setMove writes one.
	move    func(addr uint32) goengine.Move
	setMove func(addr uint32, m goengine.Move)
	// long reads a count of 32 bits.
	long func(addr uint32) uint32
	// nodes is the count of nodes, setNodeLimit its limit, at most maxNodes.
	nodes        func() uint64
	setNodeLimit func(n uint64)
	// restricted is the place of the i-th of the moves that the root is
	// restricted to.
	restricted func(i int) uint32
	// lineBelow is where the principal variation of ply 1 begins.
	lineBelow func() uint32
	// tactical and quiet are the lists of the node's raw moves: captures and
	// promotions, and all others.
	tactical, quiet rawList
	// setArgument puts a byte where a routine called from outside wants it.
	setArgument func(b byte)
	// jump makes the machine go on elsewhere.
	jump func(addr uint32)
	// returns is, at the beginning of a routine, where its return address lies
	// and what it is.
	returns func() (sp, addr uint32)
}

// maxNodes is the largest limit of nodes that a machine is given.
const maxNodes = 1<<31 - 1

// part says which of the lists a hook is about.
type part uint8

const (
	tactical part = 1 << iota
	quiet
)

// rawList is a list of raw moves in memory. A move is named by an address, the
// next one's is a size higher.
type rawList struct {
	begin, end func() uint32
	setEnd     func(addr uint32)
	size       uint32
	move       func(addr uint32) goengine.Move
	// copy copies a raw move, its flags too.
	copy func(to, from uint32)
}

// hookKind is what a hook tells of, and so which callback it is for.
type hookKind uint8

const (
	// atGenerated: the moves of parts are listed.
	atGenerated hookKind = iota + 1
	// atScored: value is move's static value.
	atScored
	// atLow: move's static value, which the machine has not worked out, is not
	// above alpha, nor is what it is worth.
	atLow
	// atLowValue: value is what move is worth; it is not above alpha.
	atLowValue
	// atPriced: move has a category, and value is its price.
	atPriced
	// atFollow: the move priced last is followed up.
	atFollow
	// atBeta: value is held against beta; atPass: of a pass.
	atBeta
	atPass
	// atAlpha: value is held against alpha.
	atAlpha
	// atBest: move is the best so far.
	atBest
	// atIteration: the root's value is value, with the budget sx.
	atIteration
	// atEntry: no event: the host may enter here with a value that a callback
	// has raised above alpha.
	atEntry
)

// hook is a label in a machine's search.
type hook struct {
	label string
	kind  hookKind
	parts part
	move  func() goengine.Move
	value place
	// again, of atGenerated, where not nil: whether the captures that were
	// passed over before are listed once more.
	again func() bool
	// category and sx belong to atPriced and atIteration.
	category func() goengine.Category
	sx       func() uint8
	// Of atLow and atLowValue: where the machine goes on with a value that is
	// above alpha after all, scored or worth it, and what has to be put in
	// order before it does.
	scoredAt, worthAt string
	leave             func()

	addr uint32
}

// place is where a hook's value is.
type place struct {
	get func() int16
	set func(v int16)
}

// resolve fills the fields of a struct with the addresses of labels, or the
// values of constants where there is no such label. The name of a field is the
// label in camel case; a constant's is in capitals.
func resolve(fields any, p *emu.Program) error {
	v := reflect.ValueOf(fields).Elem()
	for i := range v.NumField() {
		label := labelOf(v.Type().Field(i).Name)
		a, ok := p.Symbol(label)
		if !ok {
			a, ok = p.Constants[strings.ToUpper(label)]
		}
		if !ok {
			a, ok = p.Constants[label] // an offset in a frame
		}
		if !ok {
			return fmt.Errorf("%s: no label %s", p.Name, label)
		}
		v.Field(i).SetUint(uint64(a))
	}
	return nil
}

// labelOf is a label for its name in camel case.
func labelOf(name string) string {
	var label strings.Builder
	for i, r := range name {
		if r >= 'A' && r <= 'Z' {
			if i > 0 {
				label.WriteByte('_')
			}
			r += 'a' - 'A'
		}
		label.WriteRune(r)
	}
	return label.String()
}
