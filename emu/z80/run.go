package z80

import (
	"fmt"
	"math"

	koron "github.com/koron-go/z80"

	"github.com/searchex/searchex/emu"
)

// Call runs the routine at a label until it returns.
func (m *Machine) Call(label string, budget uint64) error {
	addr, ok := m.program.Symbols[label]
	if !ok {
		return fmt.Errorf("z80 %s: call %s: no such label", m.program.Name, label)
	}
	return m.CallAddr(addr, budget)
}

// CallAddr runs the routine at addr until it returns.
func (m *Machine) CallAddr(addr uint32, budget uint64) error {
	if m.running {
		return fmt.Errorf("z80 %s: call $%04x: a call is running", m.program.Name, addr)
	}
	m.Enter(addr)
	return m.Continue(budget)
}

// Enter prepares a call of the routine at addr.
func (m *Machine) Enter(addr uint32) {
	if m.running {
		panic("z80: Enter while a call is running")
	}
	m.cpu.PC = m.mapped(addr)
	m.cpu.SP = m.stackTop - 2
	m.lowestSP = min(m.lowestSP, m.cpu.SP)
	m.WriteWord(uint32(m.cpu.SP), returnAddr)
	m.resumed = -1
	if m.profiler != nil {
		m.profiler.Begin()
	}
}

// Returned reports whether the routine last called has returned.
func (m *Machine) Returned() bool { return m.cpu.PC == returnAddr }

// Continue goes on with a call that was stopped or entered.
func (m *Machine) Continue(budget uint64) error {
	if budget == 0 {
		budget = emu.DefaultBudget
	}
	return m.run(budget, func() {
		switch {
		case m.profiler != nil:
			for m.step() {
			}
		case m.guards:
			m.loopGuarded()
		default:
			m.loop()
		}
	})
}

// Step executes one instruction, or nothing if the routine has returned.
func (m *Machine) Step() error {
	return m.run(math.MaxUint64, func() { m.step() })
}

// run surrounds a loop with what begins and ends a run.
func (m *Machine) run(budget uint64, loop func()) error {
	if m.running {
		return fmt.Errorf("z80 %s: a call is running", m.program.Name)
	}
	m.running, m.stopping, m.err = true, false, nil
	m.mem.fault = 0
	m.limit = m.cycles + min(budget, math.MaxUint64-m.cycles)
	m.plan()
	defer func() { m.running = false }()
	loop()
	return m.err
}

// loop runs without guards.
//
// This and loopGuarded are the machine's speed: one load tells of each
// instruction what there is to know, and most add only a constant to a
// register.
func (m *Machine) loop() {
	cpu := &m.cpu
	cycles, next := m.cycles, m.next
	for {
		pc := cpu.PC
		i := m.code[pc]
		if i <= plain && cycles < next {
			cycles += uint64(i)
			cpu.Step()
			continue
		}
		if i >= watched || cycles >= next {
			m.cycles = cycles
			if !m.attend() {
				return
			}
			cycles, next, pc = m.cycles, m.next, cpu.PC
			i = m.code[pc]
		}
		cycles += i.states(cpu.AF.Lo, cpu.BC.Hi)
		cpu.Step()
		cycles += i.after(cpu, pc)
	}
}

// loopGuarded is loop with the guards, whose memory half is in the CPU's
// Memory.
func (m *Machine) loopGuarded() {
	cpu := &m.cpu
	cycles, next := m.cycles, m.next
	for {
		pc := cpu.PC
		i := m.code[pc]
		if i <= plain && cycles < next {
			cycles += uint64(i)
			cpu.Step()
		} else {
			if i >= watched || cycles >= next {
				m.cycles = cycles
				if !m.attend() {
					return
				}
				cycles, next, pc = m.cycles, m.next, cpu.PC
				i = m.code[pc]
			}
			cycles += i.states(cpu.AF.Lo, cpu.BC.Hi)
			cpu.Step()
			cycles += i.after(cpu, pc)
		}
		if sp := cpu.SP; m.mem.fault != 0 || sp < m.lowestSP || sp > m.stackTop {
			m.cycles = cycles
			if !m.check(pc) {
				return
			}
		}
	}
}

// step executes one instruction with all that the loops do, and tells the
// profiler. It reports whether the run goes on.
func (m *Machine) step() bool {
	cpu := &m.cpu
	if (m.code[cpu.PC] >= watched || m.cycles >= m.next) && !m.attend() {
		return false
	}
	pc, sp, before := cpu.PC, cpu.SP, m.cycles
	i := m.code[pc]
	m.cycles += i.states(cpu.AF.Lo, cpu.BC.Hi)
	cpu.Step()
	m.cycles += i.after(cpu, pc)
	if m.profiler != nil {
		m.profiler.Exec(uint32(pc), m.cycles-before)
		switch flow(m.mem.data[pc], m.mem.data[pc+1]) {
		case calls:
			if cpu.SP == sp-2 {
				m.profiler.Call(uint32(pc), uint32(cpu.SP))
			}
		case returns:
			if cpu.SP == sp+2 {
				m.profiler.Return(uint32(cpu.SP))
			}
		}
	}
	if !m.guards {
		m.lowestSP = max(min(m.lowestSP, cpu.SP), m.stackBottom)
		return true
	}
	return m.check(pc)
}

// states is the T-states of an instruction about to be executed, but for the
// repeat of a block.
func (i instruction) states(f, b uint8) uint64 {
	states := uint64(i & 0xFF)
	if i&kind == djnz {
		if b != 1 {
			states += i.more()
		}
	} else if mask := uint8(i >> 8); mask != 0 && f&mask == uint8(i>>16) {
		states += i.more()
	}
	return states
}

// after is what an instruction executed at pc adds to that.
func (i instruction) after(cpu *koron.CPU, pc uint16) uint64 {
	switch i & kind {
	case block:
		if cpu.PC == pc {
			return i.more()
		}
	case indexBit:
		r := cpu.IR.Lo
		cpu.IR.Lo = r&0x80 | (r-1)&0x7F
	}
	return 0
}

// more is the T-states of a condition that holds or a block that repeats.
func (i instruction) more() uint64 { return uint64(i >> 24 & 7) }

// attend does what there is to do between two instructions: the return of
// the routine, the alarm, the budget, opcodes not to be executed, watches.
// It reports whether the run goes on, then with the instruction at PC.
func (m *Machine) attend() bool {
	for {
		pc := m.cpu.PC
		if m.code[pc]&home != 0 {
			if m.guards && m.cpu.SP != m.stackTop {
				m.fail(emu.Stack, m.cpu.SP, pc)
			}
			return false
		}
		if m.onAlarm != nil && m.cycles >= m.alarm {
			fn := m.onAlarm
			m.SetAlarm(0, nil)
			if m.callback(fn); m.err != nil {
				return false
			}
			continue
		}
		if m.cycles >= m.limit {
			m.fail(emu.Runaway, pc, pc)
			return false
		}
		if fn := m.watches[pc]; fn != nil && m.resumed != int(pc) {
			m.callback(fn)
			if m.cpu.PC == pc {
				m.resumed = int(pc)
			}
			if m.err != nil {
				return false
			}
			continue
		}
		m.resumed = -1
		if m.code[pc]&refused != 0 {
			kind := emu.Undefined
			if !m.program.InCode(uint32(pc)) {
				kind = emu.Execute
			}
			m.fail(kind, pc, pc)
			return false
		}
		return true
	}
}

func (m *Machine) callback(fn func()) {
	fn()
	if m.stopping {
		m.err = emu.ErrStopped
	}
}

// check looks at the instruction at pc, just executed, for accesses that the
// guards refused and for the stack. It reports whether the run goes on.
func (m *Machine) check(pc uint16) bool {
	sp := m.cpu.SP
	switch {
	case m.mem.fault != 0:
		m.fail(m.mem.fault, m.mem.faultAddr, pc)
		return false
	case sp < m.stackBottom || sp > m.stackTop:
		m.fail(emu.Stack, sp, pc)
		return false
	}
	m.lowestSP = min(m.lowestSP, sp)
	return true
}

func (m *Machine) fail(kind emu.FaultKind, addr, pc uint16) {
	m.err = emu.NewFault(kind, m, uint32(addr), uint32(pc), m.returns())
}

// maxReturns bounds the chain of return addresses in a fault.
const maxReturns = 64

// returns finds the return addresses on the stack, innermost first: words
// that point behind a call or an rst in code. Data that a routine pushed may
// look like one.
func (m *Machine) returns() []uint32 {
	var found []uint32
	opcode := func(r, back int) byte {
		if r < back || !m.program.InCode(uint32(r-back)) {
			return 0
		}
		return m.mem.data[r-back]
	}
	for sp := int(m.cpu.SP); sp >= RAMStart && sp+2 <= int(m.stackTop) && len(found) < maxReturns; sp += 2 {
		r := int(m.ReadWord(uint32(sp)))
		if op := opcode(r, 3); op&0xC7 == 0xC4 || op == 0xCD || opcode(r, 1)&0xC7 == 0xC7 {
			found = append(found, uint32(r))
		}
	}
	return found
}

// The flow of control, as far as the profiler has to know it.
type control int

const (
	goesOn control = iota
	calls
	returns
)

// flow classifies an opcode of one or two bytes.
func flow(op, second byte) control {
	switch {
	case op == 0xCD || op&0xC7 == 0xC4 || op&0xC7 == 0xC7:
		return calls
	case op == 0xC9 || op&0xC7 == 0xC0 || op == 0xED && (second == 0x45 || second == 0x4D):
		return returns
	}
	return goesOn
}
