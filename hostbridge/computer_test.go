package hostbridge

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/goengine"
)

// computer is a computer with a cartridge that holds an engine: what the tests of the MSX and the Mega Drive differ in.
type computer struct {
	cpu      string // the engine's kind
	load     func() (*asm.Cartridge, error)
	ram, own uint32 // where RAM begins, and where on the engine's own machine
	left     uint32 // the bytes below the stack that the linker script leaves for the interrupt
	text     string // the register in which reason leaves its text
	// ready puts into registers what all routines find there.
	ready func(e *machineEngine)
}

// cartridge is a computer's cartridge, with its engine on our machine in the computer's map.
type cartridge struct {
	*computer
	*asm.Cartridge
	t   testing.TB
	e   *machineEngine
	rom []byte
}

// insert loads the cartridge with the table of a book, or without one.
func (c *computer) insert(t testing.TB, book []byte) *cartridge {
	t.Helper()
	m, err := c.load()
	require.NoError(t, err)
	rom, err := m.ROM(book)
	require.NoError(t, err)
	img, err := m.Engine(rom)
	require.NoError(t, err)
	e, err := NewWith(c.cpu, Options{Image: img})
	require.NoError(t, err)
	return &cartridge{c, m, t, e.(*machineEngine), rom}
}

// ramEnd is where what the interrupt may write begins.
func (c *cartridge) ramEnd() uint32 { return c.Symbols["stack_bottom"] - c.left }

// searchesAsItsOwn requires that the engine makes a search of each profile as on its own machine: events, result and cycles.
// same is called after each, with both machines. A profile that needs a module is refused, if the cartridge has none.
func (c *cartridge) searchesAsItsOwn(nodes int, module bool, same func(profile string, own *machineEngine)) {
	t := c.t
	machine, err := New(c.cpu)
	require.NoError(t, err)
	own := machine.(*machineEngine)
	games := epd(t, "bench12.epd")
	l := goengine.Limits{Nodes: uint64(nodes)}
	for i, name := range goengine.ProfileNames {
		if name == "net" && !module {
			_, err := c.e.Search(context.Background(), games[0], profile(t, name), l)
			require.ErrorIs(t, err, ErrNoModule)
			continue
		}
		var events [2][]goengine.Event
		var results [2]Result
		for k, engine := range []Engine{own, c.e} {
			engine.Attach(goengine.CallbackFunc(func(_ Node, ev *goengine.Event) { events[k] = append(events[k], *ev) }))
			results[k], err = engine.Search(context.Background(), games[2*i%len(games)], profile(t, name), l)
			require.NoError(t, err)
		}
		require.Equal(t, results[0], results[1], name)
		require.NotEmpty(t, events[0], name)
		require.Equal(t, events[0], events[1], name)
		same(name, own)
	}
}

// refusal is a move that is not legal, and why.
type refusal struct{ fen, move, why string }

// refusals are those that both computers say.
var refusals = []refusal{
	{goengine.StartFEN, "e3e4", "NO MAN THERE"},
	{goengine.StartFEN, "e7e5", "NOT YOUR MAN"},
	{goengine.StartFEN, "a1a2", "YOUR OWN MAN IS THERE"},
	{goengine.StartFEN, "e1e1", "YOUR OWN MAN IS THERE"},
	{goengine.StartFEN, "b1b3", "HE DOES NOT MOVE SO"},
	{goengine.StartFEN, "a1b3", "HE DOES NOT MOVE SO"},
	{goengine.StartFEN, "c1c3", "HE DOES NOT MOVE SO"},
	{goengine.StartFEN, "e1e3", "HE DOES NOT MOVE SO"},
	{goengine.StartFEN, "a1a3", "A MAN IS IN THE WAY"},
	{goengine.StartFEN, "f1a6", "A MAN IS IN THE WAY"},
	{goengine.StartFEN, "d1d7", "A MAN IS IN THE WAY"},
	{goengine.StartFEN, "e2e5", "HE DOES NOT MOVE SO"},
	{goengine.StartFEN, "e2d3", "NOTHING TO TAKE THERE"},
	{goengine.StartFEN, "h2a4", "HE DOES NOT MOVE SO"}, // a step on the wrapped board
	{"4k3/8/8/4p3/4P3/3P4/8/4K3 w - - 0 1", "e4e5", "A MAN IS IN THE WAY"},
	{"4k3/8/8/4p3/4P3/3P4/8/4K3 w - - 0 1", "d3d5", "HE DOES NOT MOVE SO"},
	{"4k3/8/8/4p3/4P3/3P4/8/4K3 w - - 0 1", "e4e3", "HE DOES NOT MOVE SO"},
	{"4k3/4p3/4N3/8/8/8/3n4/4K3 b - - 0 1", "e7e5", "A MAN IS IN THE WAY"},
	{"4k3/4p3/8/4N3/8/8/3n4/4K3 b - - 0 1", "e7e5", "A MAN IS IN THE WAY"},
	{"4k3/4p3/4N3/8/8/8/3n4/4K3 b - - 0 1", "e7d6", "NOTHING TO TAKE THERE"},
	{"4k3/4p3/4N3/8/8/8/3n4/4K3 b - - 0 1", "e7e8", "YOUR OWN MAN IS THERE"},
	{"4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", "a1a2", "YOUR KING IS IN CHECK"},
	{"4k3/8/8/8/8/8/8/R3KN1R w KQ - 0 1", "e1g1", "CASTLING NOT POSSIBLE"},
	{"3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "CASTLING NOT POSSIBLE"},
	{"3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1d1", "KING WOULD BE IN CHECK"},
	{"r3k2r/8/8/8/8/8/8/R3K2R b KQ - 0 1", "e8g8", "CASTLING NOT POSSIBLE"},
	{"4k3/8/8/8/7b/8/5N2/4K3 w - - 0 1", "f2g4", "KING WOULD BE IN CHECK"},
	{"4k3/8/8/8/7b/8/5P2/4K3 w - - 0 1", "f2f4", "KING WOULD BE IN CHECK"},
	{"8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "e5d6", "KING WOULD BE IN CHECK"},
	{"4k3/4r3/8/3pP3/8/8/8/4K3 w - - 0 1", "e5d6", "NOTHING TO TAKE THERE"},
}

// saysWhy requires that the engine's own rules refuse moves, and what is said of each.
func (c *cartridge) saysWhy(all []refusal) {
	t, m := c.t, c.e.Machine()
	call := func(label string) {
		if c.ready != nil {
			c.ready(c.e)
		}
		require.NoError(t, m.CallAddr(c.Symbols[label], 0))
	}
	for _, r := range all {
		p := position(t, r.fen)
		require.NoError(t, c.e.setUp(goengine.NewGame(p)))
		from := squareOf(r.move)
		if len(r.move) == 5 {
			from |= map[byte]byte{'q': 0, 'r': 0x08, 'b': 0x80, 'n': 0x88}[r.move[4]]
		}
		m.Write(c.Symbols["play_from"], from)
		m.Write(c.Symbols["play_to"], squareOf(r.move[2:]))
		call("play_move")
		require.Zero(t, m.Read(c.Symbols["play_ok"]), "%s in %s is legal", r.move, r.fen)
		call("reason")
		var text []byte
		for at := m.Register(c.text); m.Read(at) != 0; at++ {
			text = append(text, m.Read(at))
		}
		require.Equal(t, r.why, string(text), "%s in %s", r.move, r.fen)
	}
}

// squareOf returns the 0x88 square of a name.
func squareOf(name string) byte { return (name[1]-'1')<<4 | (name[0] - 'a') }

// squareNamed returns the name of a square from 0, a1, to 63, h8.
func squareNamed(square int) string {
	return goengine.SquareName(goengine.Square(square/8<<4 | square%8))
}

// snapshot makes a search on our machine and returns the state before and after it. thinks has the interrupt count seconds
// down from 255 during the search, where it is made elsewhere.
func (c *cartridge) snapshot(task *Task, thinks bool) *Snapshot {
	s, _, err := TakeSnapshot(c.t.Context(), c.e, task)
	require.NoError(c.t, err)
	if thinks {
		for name, value := range map[string]byte{"rate": 60, "tick": 60, "thinking": 1, "left": 255} {
			require.NotZero(c.t, c.Symbols[name], name)
			s.Memory[c.Symbols[name]] = value
		}
	}
	return s
}

// files writes the cartridge's ROM and a snapshot to a folder, for an emulator of other make. It returns the paths of files there.
func (c *cartridge) files(rom string, s *Snapshot) (dir string, path func(name string) string) {
	dir = c.t.TempDir()
	path = func(name string) string { return filepath.Join(dir, name) }
	require.NoError(c.t, os.WriteFile(path(rom), c.rom, 0o644))
	require.NoError(c.t, os.WriteFile(path("snapshot"), s.Bytes(), 0o644))
	return dir, path
}

// program returns the path of a program that Debian may have among the games.
func program(t testing.TB, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		path, err = exec.LookPath("/usr/games/" + name)
	}
	require.NoError(t, err)
	return path
}

// sameRAM requires that another emulator's search has left in RAM, up to an address, what ours has.
func (c *cartridge) sameRAM(s *Snapshot, ram []byte, end uint32) {
	c.t.Helper()
	for at := range end - c.ram {
		require.Equal(c.t, s.After[at], ram[at], "$%04x", c.ram+at)
	}
}

// sameUnderInterrupt requires of a search in another emulator that the interrupt counted more seconds than given and left all RAM
// as it was, and that it took percent of the cycles. own are those of the search alone, all is their sum.
func (c *cartridge) sameUnderInterrupt(s *Snapshot, ram []byte, seconds byte, own, all uint64, percent float64) {
	require.Less(c.t, ram[c.Symbols["left"]-c.ram], 255-seconds, "seconds have gone")
	c.sameRAM(s, ram, c.ramEnd())
	share := 100 * (1 - float64(own)/float64(all))
	c.t.Logf("%d cycles and %d of the interrupt, %.2f%%", own, all-own, share)
	require.InDelta(c.t, percent, share, 0.02)
}

// eachInstruction makes a search and calls f for each instruction with how often it was executed, and its cycles.
func (c *cartridge) eachInstruction(task *Task, f func(at uint32, count, cycles uint64)) {
	m := c.e.Machine()
	require.NoError(c.t, c.e.setUp(task.Game))
	require.NoError(c.t, c.e.setLimits(&task.Profile, task.Limits))
	m.StartProfile()
	require.NoError(c.t, m.CallAddr(c.e.sym.Search, 0))
	for _, a := range m.StopProfile().ByAddr {
		f(a.Addr, a.Count, a.Cycles)
	}
}
