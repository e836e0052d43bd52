package hostbridge

import (
	"bytes"
	"math/rand"
	random "math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/emu/disasm"
	"github.com/searchex/searchex/emu/prove"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge/contracts"
	"github.com/searchex/searchex/testdata/switches"
)

// TestShorter replaces at most mostWindow instructions together, and tries each routine on at most mostStates states. A call
// that takes more than shortPatience cycles is one without end.
const (
	mostWindow    = 5
	mostStates    = 200
	shortPatience = 20_000
)

// operation is an instruction: its bytes and the cycles that it takes.
type operation struct {
	at     uint32
	bytes  []byte
	cycles disasm.Cycles
	text   string
	step   disasm.Step
}

// TestShorter looks for shorter code in the routines that are proved: it replaces up to five instructions in a row by none, by
// one or by two that take fewer cycles, of the routine's instructions and those without an operand. What leaves the same on
// made-up memory is asked about: the contract must hold. No branch of the routine may lead into the row, and none leave it.
func TestShorter(t *testing.T) {
	if !switches.Has("shorter") {
		t.Skip("with SEARCHEX_TESTS=shorter: it takes minutes")
	}
	z3, err := prove.NewSolver(t.Context())
	require.NoError(t, err)
	defer z3.Close()
	for _, cpu := range contracts.CPUs() {
		t.Run(cpu, func(t *testing.T) {
			book, err := contracts.Load(cpu, z3)
			require.NoError(t, err)
			img, err := asm.Load(cpu)
			require.NoError(t, err)
			s := &shortening{t: t, m: newRig(t, cpu, Options{}), book: book, img: img, cpu: cpu}
			s.timer, err = disasm.NewTimer(cpu, s.m.m.Program())
			require.NoError(t, err)
			s.prepare()
			for _, name := range book.Routines() {
				if p := img.Cycles[name].Proved; p.How == asm.BySolver && len(s.states[name]) > 0 {
					s.routine(name, p)
				}
			}
			t.Logf("%s: %d rows of instructions, %d candidates, %d leave the same on made-up memory, %d are proved, %d undecided", cpu, s.rows, s.tried, s.alike, s.proved, s.undecided)
		})
	}
}

// shortening is the search for shorter code of a processor.
type shortening struct {
	t                                     *testing.T
	m                                     *rig
	book                                  *prove.Book
	img                                   *asm.Image
	cpu                                   string
	timer                                 *disasm.Timer
	states                                map[string][]state
	free                                  map[string][]uint64
	rows, tried, alike, proved, undecided int
}

// state is a machine before a call and behind it.
type state struct{ before, after *prove.Snapshot }

// prepare makes memory at random that meets the needs of each routine, with what the routine leaves.
func (s *shortening) prepare() {
	s.states, s.free = map[string][]state{}, map[string][]uint64{}
	names := s.book.Program.CPU.Named()
	rng := random.New(random.NewPCG(56, 2))
	searchPositions(s.t, 57, 60, func(_ *rand.Rand, p *goengine.Position) {
		s.m.set(p)
		start := s.m.snapshot(names)
		for _, label := range s.book.Routines() {
			for range 8 {
				x := &prove.Snapshot{Memory: slices.Clone(start.Memory), Registers: map[string]uint64{}}
				for name, v := range start.Registers {
					switch name {
					case "a5": // has what start gives it
					case "carry", "zero", "plus":
						v = rng.Uint64() & 1
					default:
						v = rng.Uint64() >> (64 - map[string]int{"z80": 16, "6502": 8, "68000": 32}[s.cpu])
					}
					x.Registers[name] = v
				}
				check, _, err := s.book.Vary(label, x, rng)
				if err != nil || check == nil || len(s.states[label]) == mostStates {
					continue
				}
				if after, err := s.m.callFrom(s.book, label, x, shortPatience); err == nil && check(after) == nil {
					s.states[label] = append(s.states[label], state{x, after})
				}
			}
		}
	})
}

// routine tries all rows of a routine's own code that ran in its proof.
func (s *shortening) routine(name string, p asm.Proved) {
	ran := map[uint32]bool{}
	p.Bytes(func(offset int) {
		at := s.img.Symbols[name] + uint32(offset)
		if of, _ := s.m.m.Program().RoutineAt(at); of == name {
			ran[at] = true
		}
	})
	var words, vocabulary []operation
	into := map[uint32]bool{}
	for _, l := range s.img.Lines {
		if ran[l.Addr] {
			w := s.operation(l.Addr)
			words = append(words, w)
			into[w.step.Target] = into[w.step.Target] || w.step.Known
		}
	}
	for _, label := range s.img.Symbols {
		into[label] = true
	}
	seen := map[string]bool{}
	add := func(w operation) {
		if !seen[string(w.bytes)] && straight(w) && w.cycles.Most > 0 {
			seen[string(w.bytes)] = true
			vocabulary = append(vocabulary, w)
		}
	}
	for _, w := range words {
		add(w)
	}
	for op := range 256 {
		if w := s.decode(s.img.Symbols[name], []byte{byte(op), 0, 0, 0}); len(w.bytes) == 1 && s.cpu != "68000" {
			add(w)
		}
	}
	for from := range words {
		for n := 1; n <= mostWindow && from+n <= len(words); n++ {
			row := words[from : from+n]
			if last := row[n-1]; !straight(last) || n > 1 && (into[last.at] || last.at != row[n-2].at+uint32(len(row[n-2].bytes))) {
				break
			}
			s.row(name, row, vocabulary)
		}
	}
}

// straight reports whether the next instruction always follows, and the stack stays.
func straight(w operation) bool {
	return w.text != "" && w.text[0] != '.' && !w.step.Jumps && !w.step.Calls && w.step.GoesOn && !slices.Contains(strings.Fields("rts rte rti ret reti retn cli sei cld sed nop di ei halt php plp pha pla txs tsx brk"), w.text)
}

func (s *shortening) operation(at uint32) operation {
	image, start, _ := s.img.ImageAt(at)
	return s.decode(at, image[at-start:])
}

func (s *shortening) decode(at uint32, code []byte) operation {
	in := disasm.Decode(s.cpu, code[:min(10, len(code))], at, nil)
	b := code[:min(in.Size, len(code))]
	return operation{at, b, s.timer.Cycles(at, b), in.Text, disasm.StepOf(in.Text)}
}

// row tries what may stand for a row of instructions, until something is proved or not decided.
func (s *shortening) row(name string, row, vocabulary []operation) {
	s.rows++
	size, cycles := 0, uint64(0)
	for _, w := range row {
		size, cycles = size+len(w.bytes), cycles+w.cycles.Least
	}
	if s.try(name, row, size, cycles) {
		return
	}
	fits := func(all ...operation) bool {
		n, takes, own := 0, uint64(0), false
		for _, a := range all {
			n, takes = n+len(a.bytes), takes+a.cycles.Most
			own = own || slices.ContainsFunc(row, func(w operation) bool { return bytes.Equal(w.bytes, a.bytes) })
		}
		return n <= size && takes < cycles && (own || len(all) < 2)
	}
	for _, a := range vocabulary {
		if fits(a) && s.try(name, row, size, cycles, a) {
			return
		}
	}
	for _, a := range vocabulary {
		for _, b := range vocabulary {
			if len(row) > 2 && fits(a, b) && s.try(name, row, size, cycles, a, b) {
				return
			}
		}
	}
}

// nops fill the room that is left.
var nops = map[string][]byte{"z80": {0}, "6502": {0xEA}, "68000": {0x4E, 0x71}}

// try reports whether the routine leaves the same with other instructions in the place of a row, as far as is known.
func (s *shortening) try(name string, row []operation, size int, cycles uint64, by ...operation) bool {
	s.tried++
	var code []byte
	texts, takes := []string{}, uint64(0)
	for _, w := range by {
		code = append(code, w.bytes...)
		texts, takes = append(texts, w.text), takes+w.cycles.Most
	}
	for len(code) < size {
		code = append(code, nops[s.cpu]...)
	}
	at := row[0].at
	old := make([]byte, size)
	s.m.m.ReadBytes(at, old)
	s.m.m.WriteBytes(at, code)
	same := true
	for i := range s.states[name] {
		x := &s.states[name][i]
		after, err := s.m.callFrom(s.book, name, x.before, shortPatience)
		if same = err == nil && s.same(name, x, after); !same {
			if i > 0 { // what tells apart comes first
				all := s.states[name]
				all[0], all[i] = all[i], all[0]
			}
			break
		}
	}
	s.m.m.WriteBytes(at, old)
	if !same {
		return false
	}
	s.alike++
	changed, err := contracts.Load(s.cpu, s.book.Solver)
	require.NoError(s.t, err)
	changed.Program.Write(at, code)
	changed.Share = 0.02
	r, err := changed.Prove(name)
	if err == nil && r.Counter != nil {
		return false
	}
	how := "is proved"
	if err != nil {
		how = "is not decided"
		s.undecided++
	} else {
		s.proved++
	}
	var was []string
	for _, w := range row {
		was = append(was, w.text)
	}
	s.t.Logf("%s at $%04X: %q as %q %s, and saves %d cycles", name, at, was, texts, how, cycles-takes)
	return true
}

// same reports whether a call has left what the original leaves, as far as the contract says.
func (s *shortening) same(name string, x *state, after *prove.Snapshot) bool {
	for _, k := range s.book.Places[name].Keeps {
		if after.Registers[k] != x.after.Registers[k] { // both have none of the part of a pair
			return false
		}
	}
	for _, place := range s.book.Places[name].Out {
		if after.Registers[place] != x.after.Registers[place] {
			return false
		}
	}
	if s.free[name] == nil {
		s.free[name] = s.book.MayChange(name)
	}
	for _, at := range s.free[name] {
		after.Memory[at] = x.after.Memory[at]
	}
	ram := s.book.Program.RAM[0]
	return bytes.Equal(after.Memory[ram[0]:ram[1]], x.after.Memory[ram[0]:ram[1]])
}
