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
	// hooks are the labels at which the search reports an event, or may be
	// entered, with what they hold (hooks.go).
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
