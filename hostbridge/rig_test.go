package hostbridge

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/prove"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge/contracts"
	"github.com/searchex/searchex/internal/probe"
	"github.com/searchex/searchex/internal/work"
)

// probed calls routines of the Go engine that need no position.
var probed = probe.Of(nil)

// rig is an engine on a machine whose routines are called one by one, by label.
// What is about one CPU stands in its cpuTest.
type rig struct {
	*machineEngine
	t   testing.TB
	cpu *cpuTest
	// places are where the routines take and leave values, by label.
	places map[string]prove.Places
	asked  asked
}

// cpuTest is what the tests of routines have to know of a CPU's program.
type cpuTest struct {
	// wide reports whether addresses and the count of nodes are longs in memory, not
	// words.
	wide bool
	// squareAt is where the byte of a piece's square lies, by id.
	squareAt func(m *rig, id uint32) uint32
	// ready puts into registers what all routines find there; nil: nothing.
	ready func(m *rig)
	// register and setRegister read and set a place of places.txt of package contracts that only this
	// CPU has: a register, a flag (0 or 1). They report false for any other.
	register    func(m *rig, name string) (uint32, bool)
	setRegister func(m *rig, name string, v uint32) bool
	// flags are a raw move's, and setRaw writes a raw move. take makes a raw move the
	// one at hand, which is tried or, as judged, put into a list, and flagsJudged
	// are its flags then; takeRecord does so with a record of the sorted stack.
	flags       func(m *rig, addr uint32) uint8
	setRaw      func(m *rig, addr uint32, g probe.Move)
	take        func(m *rig, addr uint32)
	judge       func(m *rig, addr uint32)
	flagsJudged func(m *rig) uint8
	takeRecord  func(m *rig, addr uint32)
	// early is the move that early_killer has found.
	early func(m *rig) probe.Move
	// row is where the principal variation of a ply lies; made writes what
	// make_move would leave of the move before, where price_of looks for it.
	row  func(m *rig, ply int) uint32
	made func(m *rig, g probe.Move)
	// highFirst: the high byte of a number lies first.
	highFirst bool
	// scans are the labels of the bytes that say how far attacked has to look.
	scans []string
	// sift calls a routine that keeps some of the raw moves from an address on, and
	// ends the list behind them.
	sift func(m *rig, label string, start uint32)
	// turned reports whether attacked reads the table of ways with from - to: then it
	// sees pawns from behind, and has to leave them out where it comes to pieces.
	// Else a pawn that fits is one that attacks, which it has asked before.
	turned bool
	// unscan spoils what set_scan leaves of a side, and scanned demands what it has
	// to leave for a number of slots.
	unscan  func(m *rig, side uint8)
	scanned func(m *rig, side, slots uint8)
	// history are the keys of earlier positions; setHistory
	// writes them, and rest wherever none of them stands.
	history    func(m *rig) []uint32
	setHistory func(m *rig, keys []uint32, rest uint32)
	// slots are pieces of a side, a bit each slot of its list.
	slots func(m *rig, label string) uint32
	// hitClass returns what attacks a square in the map: 0 nothing,
	// 1 a pawn, knight or king, 2 a slider.
	hitClass func(m *rig, sq goengine.Square) int
	// cached is the move that the cache has in the entry of the position, the
	// byte of the key beside it and the budget; setCached writes them.
	cached    func(m *rig) (mv goengine.Move, check, budget uint8)
	setCached func(m *rig, mv goengine.Move, check, budget uint8)
	// nodeBar is more cycles than a node of sx81 may take on the benchmark;
	// stackPly is the bytes of stack that a ply is allotted.
	nodeBar  float64
	stackPly uint32
	// undefined is an opcode that the machine refuses.
	undefined []byte
	// longest is the most cycles that an instruction takes.
	longest uint64
	// loop is an instruction that jumps to itself at an address.
	loop func(addr uint32) []byte
	// unseen are changes of the ROM that a host could make good while it
	// watches: TestWatchingRepairsNothing.
	unseen []brokenROM
	// workCalls are the labels whose calls make up a kind of work here, where they are
	// others than TestWorkIsWhatTheMachinesDo has; none where no calls do.
	workCalls map[work.Kind][]string
	// registers are the bytes that a call may change, in the order of
	// readRegisters; groups are the further names that a header may use, with
	// the bytes that they stand for.
	registers     []string
	groups        map[string][]string
	readRegisters func(m emu.Machine, into []byte)
	stackPointer  func(m emu.Machine) uint32
	// fill fills the registers with first, first+step and so on, or their high words; the
	// 6502's with the bytes of first, and carry is set unless that is 0.
	fill func(m emu.Machine, first, step uint32)
	// callLength is the length of the instruction at an address that calls, 0
	// for any other.
	callLength func(m emu.Machine, addr uint32) uint32
	// seldom are registers that a header lists under Uses and no call changes,
	// with the reason why the list is right all the same; neverCalled are
	// routines that nothing calls, untested those that no test calls by their
	// label, with the reason.
	seldom, neverCalled, untested map[string]string
	// lockstep runs what was entered beside an emulator of other make, or skips
	// the test if there is no such place.
	lockstep func(m *rig, cycles uint64) error
}

// brokenROM is a change at the first place where the old bytes stand, from so
// many bytes behind a label on.
type brokenROM struct {
	what, label  string
	from         int
	old, changed []byte
}

// cpuTests are those of all kinds on machines.
var cpuTests = map[string]*cpuTest{"z80": z80Test, "6502": m6502Test, "68000": m68kTest}

// onMachines runs a test on each kind's machine, on all at a time.
func onMachines(t *testing.T, test func(t testing.TB, m *rig)) {
	t.Parallel()
	for _, k := range MachineKinds() {
		t.Run(k.Name, func(t *testing.T) {
			t.Parallel()
			told := &rigTest{TB: t}
			told.m = newRig(told, k.Name, Options{})
			test(told, told.m)
		})
	}
}

// newRig makes one, with a board of the initial position.
func newRig(t testing.TB, name string, o Options) *rig {
	t.Helper()
	cpu := cpuTests[name]
	require.NotNil(t, cpu, "engine %s has no entry in cpuTests", name)
	e, err := NewWith(name, o)
	require.NoError(t, err)
	where, err := contracts.Places(name)
	require.NoError(t, err)
	return &rig{machineEngine: e.(*machineEngine), t: t, cpu: cpu, places: where}
}

// addr is a label's address.
func (m *rig) addr(label string) uint32 {
	a, ok := m.m.Program().Symbol(label)
	if offset, framed := m.m.Program().Constants[label]; framed && m.cpu.wide && strings.HasPrefix(label, "n_") {
		a = m68kFrame(m) + offset
	}
	if !ok {
		require.Fail(m.t, "no symbol "+label)
	}
	return a
}

func (m *rig) byte(label string) byte         { return m.m.Read(m.addr(label)) }
func (m *rig) setByte(label string, b byte)   { m.m.Write(m.addr(label), b) }
func (m *rig) setScore(label string, v int16) { m.layout.setScore(m.addr(label), v) }

// byteOf is where a byte of a number of four bytes lies, 0 the lowest.
func (m *rig) byteOf(label string, n uint32) uint32 {
	if m.cpu.highFirst {
		n = 3 - n
	}
	return m.addr(label) + n
}

func (m *rig) word(label string) uint16       { return m.m.ReadWord(m.addr(label)) }
func (m *rig) putWord(label string, w uint16) { m.m.WriteWord(m.addr(label), w) }
func (m *rig) long(addr uint32) uint32        { return m.layout.long(addr) }

// pointer reads an address from a label's memory, and setPointer writes one.
func (m *rig) pointer(label string) uint32 {
	if m.cpu.wide {
		return m.long(m.addr(label))
	}
	return uint32(m.word(label))
}

func (m *rig) setPointer(label string, v uint32) {
	if m.cpu.wide {
		m.putLong(m.addr(label), v)
		return
	}
	m.putWord(label, uint16(v))
}

// putLong writes a long as the 68000 has it.
func (m *rig) putLong(addr, v uint32) {
	m.m.WriteWord(addr, uint16(v>>16))
	m.m.WriteWord(addr+2, uint16(v))
}

// setNodes makes the count of nodes that many, and 32,768s.
func (m *rig) setNodes(low, high uint16) {
	if m.cpu.wide {
		m.setPointer("nodes", uint32(low)+uint32(high)<<15)
		return
	}
	m.putWord("nodes", low)
	m.putWord("nodes_high", high)
}

// square is where a piece stands, by id; setSquare puts it elsewhere in its list.
func (m *rig) square(id uint32) uint8        { return m.m.Read(m.cpu.squareAt(m, id)) }
func (m *rig) setSquare(id uint32, sq uint8) { m.m.Write(m.cpu.squareAt(m, id), sq) }

// in are a routine's arguments, and out is what it has to leave, by their names in places.txt of package contracts: booleans and integers.
type in map[string]any
type out map[string]any

// number is an argument as a register has it, a negative score in 16 bits.
func number(v any) uint32 {
	switch v := v.(type) {
	case bool:
		return bit(v)
	case int16:
		return uint32(uint16(v))
	case uint32:
		return v
	}
	x := reflect.ValueOf(v)
	if x.CanInt() {
		return uint32(x.Int())
	}
	return uint32(x.Uint())
}

// outcome is what a routine has left.
type outcome struct {
	m      *rig
	label  string
	cycles uint64
}

// call runs a routine.
func (m *rig) call(label string, args in) outcome {
	m.t.Helper()
	m.asked.note(label, args)
	for name, v := range args {
		where, ok := m.places[label].In[name]
		if !ok {
			require.Fail(m.t, label+" takes no "+name)
		}
		m.write(where, number(v))
	}
	if m.cpu.ready != nil {
		m.cpu.ready(m)
	}
	before := m.m.Cycles()
	if err := m.runner.Call(label, m.patience); err != nil {
		require.NoError(m.t, err, label)
	}
	return outcome{m, label, m.m.Cycles() - before}
}

// gives runs a routine and requires that it leaves what Go gives: the same numbers, and of a boolean whether it is not 0.
func (m *rig) gives(label string, args in, want out, what ...any) outcome {
	o := m.call(label, args)
	for name, v := range want {
		got := o.value(name)
		wanted := number(v)
		switch v.(type) {
		case bool:
			if got != 0 {
				got = 1
			}
		case int16:
			got &= 0xFFFF
		}
		if got != wanted {
			require.Fail(m.t, fmt.Sprintf("%s leaves %s=$%X: want $%X", label, name, got, wanted), what...)
		}
	}
	return o
}

// value is what the routine has left under a name, now.
func (o outcome) value(name string) uint32 {
	where, ok := o.m.places[o.label].Out[name]
	if !ok {
		require.Fail(o.m.t, o.label+" leaves no "+name)
	}
	return o.m.read(where)
}

// has reports whether the routine leaves something under a name.
func (o outcome) has(name string) bool { return o.m.places[o.label].Out[name] != "" }

// is reports whether a flag is set, yes is the answer of a routine that asks.
func (o outcome) is(name string) bool { return o.value(name) != 0 }
func (o outcome) yes() bool           { return o.is("yes") }

// set puts a position on the machine's board, without a history.
func (m *rig) set(p *goengine.Position) {
	if m.cpu.ready != nil {
		m.cpu.ready(m)
	}
	m.asked.begin(p)
	require.NoError(m.t, m.setPosition(p))
}

// Search is the engine's. It is noted, for a failure to tell.
func (m *rig) Search(ctx context.Context, g *goengine.Game, prof *goengine.Profile, l goengine.Limits) (Result, error) {
	m.asked.begin(g.Position())
	m.asked.note("search", nil)
	return m.machineEngine.Search(ctx, g, prof, l)
}

// rawMove puts a move where routines read one, and returns the place.
func (m *rig) rawMove(g probe.Move) uint32 {
	at := m.addr("raw_moves")
	m.putRaw(at, g)
	return at
}

// putRaw writes a raw move.
func (m *rig) putRaw(at uint32, g probe.Move) {
	m.cpu.setRaw(m, at, g)
}

// rawAt is the place of the i-th raw move.
func (m *rig) rawAt(i int) uint32 { return m.addr("raw_moves") + uint32(i)*m.layout.quiet.size }

// rawMoveAt reads a raw move.
func (m *rig) rawMoveAt(at uint32) probe.Move {
	return probe.Move{Move: m.layout.quiet.move(at), Flags: m.cpu.flags(m, at)}
}

// has reports whether the machine's program has a routine, or does what it does
// on another machine in another way.
func (m *rig) has(label string) bool {
	_, ok := m.m.Program().Symbol(label)
	return ok
}

// moves reads the raw moves from an address to the end of the list.
func (m *rig) moves(from uint32) []probe.Move {
	var list []probe.Move
	for at, end := from, m.layout.quiet.end(); at < end; at += m.layout.quiet.size {
		list = append(list, m.rawMoveAt(at))
	}
	return list
}

// raw writes moves as the generators leave them, and ends the list behind them.
func (m *rig) raw(from uint32, moves ...probe.Move) {
	for _, g := range moves {
		m.putRaw(from, g)
		from += m.layout.quiet.size
	}
	m.layout.quiet.setEnd(from)
}

// atHand makes a move the one at hand, which is the only raw move.
func (m *rig) atHand(g probe.Move) {
	at := m.addr("raw_moves")
	m.raw(at, g)
	m.cpu.take(m, at)
}

// sift calls a routine that keeps some of the raw moves from an address on.
func (m *rig) sift(label string, start uint32) { m.cpu.sift(m, label, start) }

// scans says how far attacked has to look, in whatever form.
func (m *rig) scans() (all []uint32) {
	for _, label := range m.cpu.scans {
		all = append(all, m.long(m.addr(label)))
	}
	return all
}

// look calls look and reads the picture.
func (m *rig) look(maybeCheck bool) probe.Look {
	m.call("look", in{"maybe": bit(maybeCheck)})
	list := func(count, squares, steps string) map[goengine.Square]uint8 {
		found := map[goengine.Square]uint8{}
		for i := range uint32(m.byte(count)) {
			found[m.m.Read(m.addr(squares)+i)] = m.m.Read(m.addr(steps) + i)
		}
		return found
	}
	v := probe.Look{
		Checkers: m.byte("checkers"), CheckFrom: goengine.NoSquare,
		Pinned: list("pins", "pinned", "pin_step"), Bare: list("bares", "bare", "bare_step"),
	}
	if v.Checkers == 1 {
		v.CheckFrom = m.byte("check_from")
	}
	return v
}

// scramble fills the registers with numbers that no routine leaves behind.
func (c *cpuTest) scramble(m emu.Machine) { c.fill(m, 0x9A9B9C9D, 0x02020202) }

// clear fills the registers with zeros.
func (c *cpuTest) clear(m emu.Machine) { c.fill(m, 0, 0) }

func bit(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}

// state reads what State returns for the reference.
func (m *rig) state() probe.State {
	s := probe.State{
		Slots:  [2]uint8{m.m.Read(m.addr("slots")), m.m.Read(m.addr("slots") + 1)},
		Pieces: m.byte("pieces"), Side: m.byte("side"), Castle: m.byte("castle"),
		EP: m.byte("ep"), Half: m.byte("half"), Key: m.long(m.addr("key")), Keys: m.cpu.history(m),
	}
	m.m.ReadBytes(m.addr("board"), s.Board[:])
	for id := range s.Square {
		s.Square[id] = m.square(uint32(id))
	}
	var ids [256]uint8
	m.m.ReadBytes(m.addr("ids"), ids[:])
	for id, sq := range s.Square {
		if sq != goengine.NoSquare {
			s.ID[sq] = ids[sq]
			s.Kind[id] = m.m.Read(m.addr("kind") + uint32(id))
		}
	}
	return s
}

// enough requires that a test has met its subject more than the given number of times.
// The few positions of a campaign, or of a search for the routine that is wrong, need not have it.
func enough(t testing.TB, met, than int, what ...any) {
	t.Helper()
	if !sparing() {
		require.Greater(t, met, than, what...)
	}
}
