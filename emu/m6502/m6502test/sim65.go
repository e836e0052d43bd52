// Package m6502test has an independent witness for the 6502 machine: sim65, the
// simulator of the cc65 suite, which shares no code with go6502.
//
// A run is compared as a whole, since sim65 reports only its end: the registers,
// every byte of RAM, and the cycles.
package m6502test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/m6502"
)

// ErrNoSim65 is what Run returns where there is no sim65.
var ErrNoSim65 = errors.New("sim65 is not installed (Debian package cc65)")

// Run runs the routine that has been entered on a machine up to its return, within
// a budget of cycles, 0 for the default; then on sim65, from the registers and
// the memory that it began with. It returns the first difference, or the fault of
// our machine. A profile under way is lost.
func Run(m m6502.Machine, budget uint64) error {
	sim, err := sim65()
	if err != nil {
		return err
	}
	s, err := stateOf(m)
	if err != nil {
		return err
	}
	before := m.Cycles()
	m.StartProfile()
	err = m.Continue(budget)
	profile := m.StopProfile()
	if err != nil {
		return err
	}
	want := outcomeOf(m)
	want.cycles = m.Cycles() - before

	for _, a := range profile.ByAddr {
		if slices.Contains(sim.wrong, m.Read(a.Addr)) {
			return fmt.Errorf("the sim65 that is installed executes opcode $%02x wrong, and %s has it at $%04x", m.Read(a.Addr), m.Program().Name, a.Addr)
		}
	}
	got, err := sim.call(s, want.cycles)
	if err != nil {
		return err
	}
	if sim.branchesFromOpcode {
		got.cycles += miscounted(m, profile)
	}
	return got.differ(want)
}

// Wrong lists the opcodes that the sim65 that is installed executes wrong. Run
// returns an error for a program that executes one.
func Wrong() ([]byte, error) {
	sim, err := sim65()
	if err != nil {
		return nil, err
	}
	return sim.wrong, nil
}

// state is what a routine finds.
type state struct {
	a, x, y, p byte
	s          byte // before the call
	pc         uint16
	ram        []byte
	rom, more  []byte // and the module's
}

// stateOf is the state of a machine in which a routine has been entered.
func stateOf(m m6502.Machine) (state, error) {
	r := m.Regs()
	s := state{r.A(), r.X(), r.Y(), r.P(), r.S() + 2, r.PC(), make([]byte, m6502.RAMSize), make([]byte, m6502.ROMSize), make([]byte, m6502.ModuleSize)}
	m.ReadBytes(m6502.RAMStart, s.ram)
	m.ReadBytes(m6502.ROMStart, s.rom)
	for _, i := range m.Program().More {
		if i.Origin == m6502.ModuleStart {
			m.ReadBytes(i.Origin, s.more[:len(i.Data)])
		}
	}
	if back := m.ReadWord(0x0100 + uint32(r.S()) + 1); back != callAt+2 {
		return s, fmt.Errorf("sim65 %s: no routine has just been entered at $%04x: it would return behind $%04x", m.Program().Name, s.pc, back)
	}
	return s, nil
}

// outcome is what a routine leaves.
type outcome struct {
	a, x, y, p byte
	ram        []byte
	cycles     uint64
}

func outcomeOf(m m6502.Machine) outcome {
	r := m.Regs()
	o := outcome{a: r.A(), x: r.X(), y: r.Y(), p: r.P(), ram: make([]byte, m6502.RAMSize)}
	m.ReadBytes(m6502.RAMStart, o.ram)
	return o
}

// differ says how sim65's outcome differs from the machine's.
func (o outcome) differ(want outcome) error {
	if o.a != want.a || o.x != want.x || o.y != want.y || o.p != want.p {
		return fmt.Errorf("sim65 returns with a=%02x x=%02x y=%02x p=%02x, the machine with a=%02x x=%02x y=%02x p=%02x",
			o.a, o.x, o.y, o.p, want.a, want.x, want.y, want.p)
	}
	for i := range want.ram {
		if o.ram[i] != want.ram[i] {
			return fmt.Errorf("sim65 leaves %02x at $%04x, the machine %02x", o.ram[i], m6502.RAMStart+i, want.ram[i])
		}
	}
	if o.cycles != want.cycles {
		return fmt.Errorf("sim65 counts %d cycles, the machine %d", o.cycles, want.cycles)
	}
	return nil
}

// miscounted is what sim65 2.19 counts too little in the branches that a run has
// executed, less what it counts too much: to it a branch leaves its page if
// the target is not on that of the branch's opcode. To a 6502 it is that of the
// instruction behind, which is another where the opcode has one of the last two
// addresses of a page.
func miscounted(m m6502.Machine, profile *emu.Profile) (cycles uint64) {
	const notTaken = 2
	for _, a := range profile.ByAddr {
		if a.Addr&0xFF < 0xFE || m.Read(a.Addr)&0x1F != 0x10 || a.Cycles == notTaken*a.Count {
			continue
		}
		behind := a.Addr + 2
		target := behind + uint32(int32(int8(m.Read(a.Addr+1))))
		taken := func(page uint32) uint64 {
			if target>>8 != page>>8 {
				return 4
			}
			return 3
		}
		times := (a.Cycles - notTaken*a.Count) / (taken(behind) - notTaken)
		cycles += times * (taken(behind) - taken(a.Addr))
	}
	return cycles
}

// simulator is an installed sim65.
type simulator struct {
	path string
	// around is the cycles of the stub.
	around uint64
	// branchesFromOpcode says that miscounted is to be added.
	branchesFromOpcode bool
	wrong              []byte
}

// sim65 finds the simulator and tries what it counts.
var sim65 = sync.OnceValues(func() (*simulator, error) {
	path, err := exec.LookPath("sim65")
	if err != nil {
		return nil, ErrNoSim65
	}
	sim := &simulator{path: path}
	count := func(at uint16, routine ...byte) uint64 {
		s := state{s: 0xFF, p: 0x20, pc: at, ram: make([]byte, m6502.RAMSize), rom: make([]byte, m6502.ROMSize)}
		copy(s.rom[at-m6502.ROMStart:], routine)
		o, e := sim.call(s, 100)
		if err == nil {
			err = e
		}
		return o.cycles
	}
	const rts = 6
	sim.around = count(0x8000, 0x60) - rts
	// clc, bcc to the rts behind it, at $8100.
	sim.branchesFromOpcode = count(0x80FD, 0x18, 0x90, 0x00, 0x60) == 2+4+rts
	// rol $60ea,x, nop, rts. To sim65 2.19 the rol has two bytes, and its last is the rts.
	const rolAbsoluteX = 0x3E
	if count(0x8000, rolAbsoluteX, 0xEA, 0x60, 0xEA, 0x60) != 7+2+rts {
		sim.wrong = append(sim.wrong, rolAbsoluteX)
	}
	return sim, err
})

// sim65 has RAM everywhere. What is around the routine is where the machine has nothing.
const (
	// callAt has the call, so that the routine finds the return address that
	// the machine gives it.
	callAt  = 0x4000
	startAt = 0x5000
	// savedAt has the registers that the routine leaves, and pages 0 and 1.
	savedAt, saved = 0x47FC, 4 + 0x200
	paramsAt       = 0x4A00
	vectorsAt      = 0x4B00 // what is loaded there is copied to hooks

	// The simulator loads a file up to its hooks, which are routines at these
	// addresses. All else may be read and written there.
	hooks     = 0xFFF4
	writeHook = 0xFFF7
	exitHook  = 0xFFF9
	// paramPointer is the address of cc65's stack pointer, for sim65.
	paramPointer = 0x00
)

// image is the memory that sim65 is to begin with, and the address of the first instruction.
func image(s state) []byte {
	mem := make([]byte, 0x10000)
	copy(mem[m6502.RAMStart:], s.ram)
	copy(mem[m6502.ROMStart:], s.rom)
	copy(mem[m6502.ModuleStart:], s.more)
	copy(mem[vectorsAt:], mem[hooks:])
	put := func(at uint16, code ...[]byte) { copy(mem[at:], bytes.Join(code, nil)) }
	word := func(op byte, addr uint16) []byte { return []byte{op, byte(addr), byte(addr >> 8)} }

	const pageEnd = 0xFF
	put(startAt,
		[]byte{0xA2, 0x10000 - hooks - 1}, // ldx #last byte
		word(0xBD, vectorsAt),             // copy: lda vectorsAt,x
		word(0x9D, hooks),                 // sta hooks,x
		[]byte{0xCA, 0x10, 0xF7},          // dex; bpl copy
		[]byte{0xA2, s.s, 0x9A},           // ldx #s; txs
		[]byte{0xA2, s.x, 0xA0, s.y},      // ldx #x; ldy #y
		[]byte{0xA9, s.p, 0x48},           // lda #p; pha
		[]byte{0xA9, s.a, 0x28},           // lda #a; plp
		word(0x4C, callAt),                // jmp callAt
	)
	write := func(from, size uint16) []byte {
		return bytes.Join([][]byte{
			{0xA9, byte(from)}, word(0x8D, paramsAt), // lda #low; sta
			{0xA9, byte(from >> 8)}, word(0x8D, paramsAt+1), // lda #high; sta
			{0xA9, paramsAt & 0xFF, 0x85, paramPointer},   // lda #low; sta
			{0xA9, paramsAt >> 8, 0x85, paramPointer + 1}, // lda #high; sta
			{0xA9, byte(size), 0xA2, byte(size >> 8)},     // lda #low; ldx #high
			word(0x20, writeHook),                         // jsr writeHook
		}, nil)
	}
	mem[paramsAt+2] = 1 // standard output
	put(callAt,
		word(0x20, s.pc),                                                  // jsr the routine
		word(0x8D, savedAt), word(0x8E, savedAt+1), word(0x8C, savedAt+2), // sta; stx; sty
		[]byte{0x08, 0x68}, word(0x8D, savedAt+3), // php; pla; sta
		[]byte{0xA9, callAt >> 8, 0x48, 0x68},     // lda #; pha; pla: what php has overwritten
		[]byte{0xA2, 0x00},                        // ldx #0
		word(0xBD, 0x0000), word(0x9D, savedAt+4), // save: lda 0,x; sta
		word(0xBD, 0x0100), word(0x9D, savedAt+4+0x100), // lda $100,x; sta
		[]byte{0xE8, 0xD0, 0xF1},    // inx; bne save
		[]byte{0xA2, pageEnd, 0x9A}, // ldx #$ff; txs
		write(savedAt, saved),
		write(0x0200, m6502.RAMSize-0x0200),
		[]byte{0xA9, 0x00}, word(0x4C, exitHook), // lda #0; jmp exitHook
	)
	return mem[:hooks]
}

// call runs a routine, which should take about the given number of cycles.
func (sim *simulator) call(s state, cycles uint64) (outcome, error) {
	failed := func(err error) (outcome, error) {
		return outcome{}, fmt.Errorf("sim65, routine $%04x: %w", s.pc, err)
	}
	dir, err := os.MkdirTemp("", "sim65")
	if err != nil {
		return failed(err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "program")
	// The header: signature, version, CPU, parameters, load address, start.
	header := []byte{'s', 'i', 'm', '6', '5', 2, 0, paramPointer, 0, 0, startAt & 0xFF, startAt >> 8}
	if err := os.WriteFile(file, append(header, image(s)...), 0o600); err != nil {
		return failed(err)
	}
	limit := strconv.FormatUint(2*cycles+100_000, 10)
	cmd := exec.Command(sim.path, "-c", "-x", limit, file)
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		return failed(fmt.Errorf("%w: %s", err, strings.TrimSpace(said.String())))
	}
	const size = saved + m6502.RAMSize - 0x200
	if len(out) < size {
		return failed(fmt.Errorf("it wrote %d bytes, want %d and the cycles", len(out), size))
	}
	var o outcome
	if _, err := fmt.Sscanf(string(out[size:]), "%d cycles", &o.cycles); err != nil {
		return failed(fmt.Errorf("its last line %q does not tell the cycles", out[size:]))
	}
	o.cycles -= sim.around
	const pushed = 0x30 // the bits of P that are no flags
	o.a, o.x, o.y, o.p = out[0], out[1], out[2], out[3]&^pushed|0x20
	o.ram = out[4:size]
	return o, nil
}
