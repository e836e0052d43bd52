// Package m68ktest has an independent witness for the 68000 machine: hatari, an
// emulator of the Atari ST, which shares no code with go-chip-m68k.
//
// An ST has RAM where the machine has ROM and RAM, so it runs the same bytes at the same
// addresses. Its cycles are not the machine's: an ST's CPU shares the bus with the
// video, and waits for its turn, which comes every fourth cycle. So an access
// that would begin two cycles after a turn begins two later.
package m68ktest

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/m68k"
)

// ErrNoHatari is what Run returns where there is no hatari.
var ErrNoHatari = errors.New("hatari is not installed (Debian package hatari)")

// Cycles is what both count: hatari the machine's, and the waits for the bus.
type Cycles struct {
	Machine, Hatari uint64
	ByAddr          []AddrCycles
}

// AddrCycles is the share of the instruction at an address.
type AddrCycles struct {
	Addr            uint32
	Count           uint64
	Machine, Hatari uint64
}

// maxWait bounds the waits of one instruction: one before each of its accesses that
// something internal goes before, of which no instruction has more than three.
const maxWait = 3 * 2

// Run runs the routine that has been entered on a machine up to its return, within
// a budget of cycles, 0 for the default; then on hatari, from the registers and
// the memory that it began with. It returns the cycles of both, and the first difference: of
// registers, of RAM, of how often an instruction was executed, of cycles that are no waits. It
// returns the fault of our machine if it has one. A profile under way is lost.
func Run(m m68k.Machine, budget uint64) (Cycles, error) {
	path, err := exec.LookPath("hatari")
	if err != nil {
		return Cycles{}, ErrNoHatari
	}
	s, err := stateOf(m)
	if err != nil {
		return Cycles{}, err
	}
	m.StartProfile()
	err = m.Continue(budget)
	profile := m.StopProfile()
	if err != nil {
		return Cycles{}, err
	}
	got, err := call(path, s, profile.Cycles)
	if err != nil {
		return Cycles{}, fmt.Errorf("hatari, routine $%04x of %s: %w", s.pc, m.Program().Name, err)
	}
	if err := got.differ(m); err != nil {
		return Cycles{}, err
	}
	return got.compare(profile)
}

// state is what a routine finds.
type state struct {
	registers [15]uint32 // d0 to d7, a0 to a6
	sp, pc    uint32
	sr        uint32
	memory    []byte // ROM and RAM
}

var names = func() (n [15]string) {
	for i := range n {
		n[i] = fmt.Sprintf("%c%d", "da"[i/8], i%8)
	}
	return n
}()

// stateOf is the state of a machine in which a routine has been entered.
func stateOf(m m68k.Machine) (state, error) {
	s := state{sp: m.Register("sp"), pc: m.PC(), sr: m.Register("sr"), memory: make([]byte, exitAt)}
	for i, name := range names {
		s.registers[i] = m.Register(name)
	}
	m.ReadBytes(m68k.ROMStart, s.memory)
	if back := binary.BigEndian.Uint32(s.memory[s.sp:]); back != home {
		return s, fmt.Errorf("hatari %s: no routine has just been entered at $%04x: it would return to $%04x", m.Program().Name, s.pc, back)
	}
	return s, nil
}

const (
	// home is where a routine returns to on the machine, exitAt on hatari, behind the
	// machine's map.
	home   = 0xFFFFFC
	exitAt = m68k.RAMStart + m68k.RAMSize
)

// outcome is what a routine leaves on hatari.
type outcome struct {
	registers [15]uint32
	sp        uint32
	ccr       uint32
	ram       []byte
	cycles    uint64
	byAddr    map[uint32]AddrCycles
	// stack is where the return address was, which is another on the machine.
	stack uint32
}

// differ says how hatari's outcome differs from a machine that has returned.
func (o outcome) differ(m m68k.Machine) error {
	for i, name := range names {
		if v := m.Register(name); o.registers[i] != v {
			return fmt.Errorf("hatari returns with %s=%08x, the machine with %s=%08x", name, o.registers[i], name, v)
		}
	}
	if sp := m.Register("sp"); o.sp != sp {
		return fmt.Errorf("hatari returns with sp=%08x, the machine with sp=%08x", o.sp, sp)
	}
	if ccr := m.Register("ccr"); o.ccr != ccr {
		return fmt.Errorf("hatari returns with ccr=%02x, the machine with ccr=%02x", o.ccr, ccr)
	}
	for i, b := range o.ram {
		at := m68k.RAMStart + uint32(i)
		if at-o.stack < 4 && binary.BigEndian.Uint32(o.ram[o.stack-m68k.RAMStart:]) == exitAt {
			continue
		}
		if v := m.Read(at); b != v {
			return fmt.Errorf("hatari leaves %02x at $%04x, the machine %02x", b, at, v)
		}
	}
	return nil
}

// compare puts hatari's cycles beside the machine's.
func (o outcome) compare(profile *emu.Profile) (Cycles, error) {
	c := Cycles{Machine: profile.Cycles, Hatari: o.cycles}
	for _, a := range profile.ByAddr {
		h := o.byAddr[a.Addr]
		one := AddrCycles{Addr: a.Addr, Count: a.Count, Machine: a.Cycles, Hatari: h.Hatari}
		switch {
		case h.Count != a.Count:
			return c, fmt.Errorf("hatari executes the instruction at $%04x %d times, the machine %d times", a.Addr, h.Count, a.Count)
		case one.Hatari < one.Machine || one.Hatari > one.Machine+maxWait*one.Count || one.Hatari%2 != 0:
			return c, fmt.Errorf("hatari counts %d cycles in %d times of the instruction at $%04x, the machine %d: that is no wait for the bus", one.Hatari, one.Count, a.Addr, one.Machine)
		}
		c.ByAddr = append(c.ByAddr, one)
	}
	if len(o.byAddr) != len(c.ByAddr) {
		return c, fmt.Errorf("hatari executes instructions at %d addresses, the machine at %d", len(o.byAddr), len(c.ByAddr))
	}
	return c, nil
}

// The files of a run. Hatari has no system to boot; at the first instruction of what it
// has instead it reads begin, and at the routine's return end.
const (
	bootFile, beginFile, endFile         = "boot", "begin", "end"
	memoryFile, ramFile, profileFile     = "memory", "ram", "profile"
	cyclesPerFrame, framesToSpare    int = 130_000, 100
)

// call runs a routine, which should take about the given number of cycles.
func call(path string, s state, cycles uint64) (outcome, error) {
	dir, err := os.MkdirTemp("", "hatari")
	if err != nil {
		return outcome{}, err
	}
	defer os.RemoveAll(dir)
	memory := append(bytes.Clone(s.memory), 0x60, 0xFE) // bra to itself
	binary.BigEndian.PutUint32(memory[s.sp:], exitAt)
	var begin strings.Builder
	fmt.Fprintf(&begin, "loadbin %s 0\n", memoryFile)
	for i, name := range names {
		fmt.Fprintf(&begin, "r %s=$%x\n", name, s.registers[i])
	}
	fmt.Fprintf(&begin, "r sr=$%x\nr a7=$%x\nr pc=$%x\n", s.sr, s.sp, s.pc)
	fmt.Fprintf(&begin, "profile on\nb pc = $%x :once :trace :quiet :file %s\ne CycleCounter\n", exitAt, endFile)
	end := fmt.Sprintf("e CycleCounter\nr\nsavebin %s $%x $%x\nprofile save %s\nquit\n", ramFile, m68k.RAMStart, m68k.RAMSize, profileFile)
	for name, text := range map[string]string{
		bootFile: "b pc > 0 :once :trace :quiet :file " + beginFile + "\n", beginFile: begin.String(), endFile: end, memoryFile: string(memory),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			return outcome{}, err
		}
	}
	frames := int(2*cycles)/cyclesPerFrame + framesToSpare
	cmd := exec.Command(path, "--tos", "none", "--machine", "st", "--cpuclock", "8", "--cpu-exact", "yes", "--memsize", "1",
		"--sound", "off", "--fast-forward", "yes", "--confirm-quit", "no", "--run-vbls", strconv.Itoa(frames), "--parse", bootFile)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "SDL_VIDEODRIVER=dummy", "SDL_AUDIODRIVER=dummy", "HOME="+dir, "LC_ALL=C")
	said, err := cmd.CombinedOutput()
	if err != nil {
		return outcome{}, fmt.Errorf("%w: %s", err, lastLine(said))
	}
	return read(dir, string(said), s.sp)
}

func lastLine(said []byte) string {
	lines := strings.Split(strings.TrimSpace(string(said)), "\n")
	return lines[len(lines)-1]
}

var (
	counterLine  = regexp.MustCompile(`(?m)^= %[01]+ \(bin\), #(\d+) \(dec\)`)
	registerText = regexp.MustCompile(`\b([DA]\d) ([0-9A-F]{8})\b`)
	flagsText    = regexp.MustCompile(`X=(\d) N=(\d) Z=(\d) V=(\d) C=(\d)`)
	profileLine  = regexp.MustCompile(`(?m)^([0-9a-f]{8}) .*% \((\d+), (\d+), `)
)

// read reads what hatari has said and written.
func read(dir, said string, stack uint32) (outcome, error) {
	o := outcome{stack: stack, byAddr: map[uint32]AddrCycles{}}
	counts := counterLine.FindAllStringSubmatch(said, -1)
	registers := registerText.FindAllStringSubmatch(said, -1)
	flags := flagsText.FindStringSubmatch(said)
	if len(counts) != 2 || len(registers) != 16 || flags == nil {
		return o, fmt.Errorf("it has not told its cycles twice and its registers once, so the routine has not returned: %s", lastLine([]byte(said)))
	}
	number := func(s string, base int) uint64 {
		n, _ := strconv.ParseUint(s, base, 64) // the expressions let only digits pass
		return n
	}
	o.cycles = number(counts[1][1], 10) - number(counts[0][1], 10)
	for i, r := range registers {
		v := uint32(number(r[2], 16))
		if i < len(names) {
			o.registers[i] = v
		} else {
			o.sp = v
		}
	}
	for _, f := range flags[1:] {
		o.ccr = o.ccr<<1 | uint32(number(f, 10))
	}
	var err error
	if o.ram, err = os.ReadFile(filepath.Join(dir, ramFile)); err != nil {
		return o, err
	}
	if len(o.ram) != m68k.RAMSize {
		return o, fmt.Errorf("it wrote %d bytes of RAM, want %d", len(o.ram), m68k.RAMSize)
	}
	profile, err := os.ReadFile(filepath.Join(dir, profileFile))
	if err != nil {
		return o, err
	}
	for _, f := range profileLine.FindAllStringSubmatch(string(profile), -1) {
		a := AddrCycles{Addr: uint32(number(f[1], 16)), Count: number(f[2], 10), Hatari: number(f[3], 10)}
		o.byAddr[a.Addr] = a
	}
	return o, nil
}
