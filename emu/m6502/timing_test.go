package m6502_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	beevik "github.com/beevik/go6502/cpu"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/m6502"
)

// dataSheet has the 151 instructions of the NMOS 6502 as its data sheets have
// them: an addressing mode, the opcode, the cycles. A + is one cycle more if
// adding the index carries into the address's high byte; a branch costs one
// more when it is taken, and another if it goes to another page than that of
// the instruction behind it.
const dataSheet = `
adc  #      69 2   zp   65 3   zp,x   75 4   abs  6d 4   abs,x 7d 4+  abs,y 79 4+  (zp,x) 61 6   (zp),y 71 5+
and  #      29 2   zp   25 3   zp,x   35 4   abs  2d 4   abs,x 3d 4+  abs,y 39 4+  (zp,x) 21 6   (zp),y 31 5+
asl  a      0a 2   zp   06 5   zp,x   16 6   abs  0e 6   abs,x 1e 7
bcc  rel    90 2
bcs  rel    b0 2
beq  rel    f0 2
bit  zp     24 3   abs  2c 4
bmi  rel    30 2
bne  rel    d0 2
bpl  rel    10 2
brk  -      00 7
bvc  rel    50 2
bvs  rel    70 2
clc  -      18 2
cld  -      d8 2
cli  -      58 2
clv  -      b8 2
cmp  #      c9 2   zp   c5 3   zp,x   d5 4   abs  cd 4   abs,x dd 4+  abs,y d9 4+  (zp,x) c1 6   (zp),y d1 5+
cpx  #      e0 2   zp   e4 3   abs    ec 4
cpy  #      c0 2   zp   c4 3   abs    cc 4
dec  zp     c6 5   zp,x d6 6   abs    ce 6   abs,x de 7
dex  -      ca 2
dey  -      88 2
eor  #      49 2   zp   45 3   zp,x   55 4   abs  4d 4   abs,x 5d 4+  abs,y 59 4+  (zp,x) 41 6   (zp),y 51 5+
inc  zp     e6 5   zp,x f6 6   abs    ee 6   abs,x fe 7
inx  -      e8 2
iny  -      c8 2
jmp  abs    4c 3   (abs) 6c 5
jsr  abs    20 6
lda  #      a9 2   zp   a5 3   zp,x   b5 4   abs  ad 4   abs,x bd 4+  abs,y b9 4+  (zp,x) a1 6   (zp),y b1 5+
ldx  #      a2 2   zp   a6 3   zp,y   b6 4   abs  ae 4   abs,y be 4+
ldy  #      a0 2   zp   a4 3   zp,x   b4 4   abs  ac 4   abs,x bc 4+
lsr  a      4a 2   zp   46 5   zp,x   56 6   abs  4e 6   abs,x 5e 7
nop  -      ea 2
ora  #      09 2   zp   05 3   zp,x   15 4   abs  0d 4   abs,x 1d 4+  abs,y 19 4+  (zp,x) 01 6   (zp),y 11 5+
pha  -      48 3
php  -      08 3
pla  -      68 4
plp  -      28 4
rol  a      2a 2   zp   26 5   zp,x   36 6   abs  2e 6   abs,x 3e 7
ror  a      6a 2   zp   66 5   zp,x   76 6   abs  6e 6   abs,x 7e 7
rti  -      40 6
rts  -      60 6
sbc  #      e9 2   zp   e5 3   zp,x   f5 4   abs  ed 4   abs,x fd 4+  abs,y f9 4+  (zp,x) e1 6   (zp),y f1 5+
sec  -      38 2
sed  -      f8 2
sei  -      78 2
sta  zp     85 3   zp,x 95 4   abs    8d 4   abs,x 9d 5   abs,y 99 5   (zp,x) 81 6   (zp),y 91 6
stx  zp     86 3   zp,y 96 4   abs    8e 4
sty  zp     84 3   zp,x 94 4   abs    8c 4
tax  -      aa 2
tay  -      a8 2
tsx  -      ba 2
txa  -      8a 2
txs  -      9a 2
tya  -      98 2
`

// entry is an instruction of the data sheet.
type entry struct {
	name, mode string
	opcode     byte
	cycles     uint64
	crossing   uint64 // more if the index carries
}

func (e entry) String() string { return e.name + " " + e.mode }

// length is the instruction's bytes.
func (e entry) length() uint16 {
	switch e.mode {
	case "-", "a":
		return 1
	case "abs", "abs,x", "abs,y", "(abs)":
		return 3
	}
	return 2
}

// entries reads a data sheet.
func entries(t *testing.T, sheet string) (all []entry) {
	for line := range strings.Lines(strings.TrimSpace(sheet)) {
		f := strings.Fields(line)
		require.Equal(t, 1, len(f)%3, line)
		for i := 1; i < len(f); i += 3 {
			opcode, err := strconv.ParseUint(f[i+1], 16, 8)
			require.NoError(t, err)
			number, plus := strings.CutSuffix(f[i+2], "+")
			cycles, err := strconv.ParseUint(number, 10, 8)
			require.NoError(t, err)
			e := entry{name: f[0], mode: f[i], opcode: byte(opcode), cycles: cycles}
			if plus {
				e.crossing = 1
			}
			all = append(all, e)
		}
	}
	return all
}

// flags are the bit of P that a branch looks at and whether it has to be set.
var flags = map[string]struct {
	bit byte
	set bool
}{
	"bpl": {0x80, false}, "bmi": {0x80, true}, "bvc": {0x40, false}, "bvs": {0x40, true},
	"bcc": {0x01, false}, "bcs": {0x01, true}, "bne": {0x02, false}, "beq": {0x02, true},
}

// trial is an instruction in a certain state, and what it has to do.
type trial struct {
	pc      uint16
	operand uint16 // as many bytes of it as there are
	pointer uint16 // where the operand, with X in (zp,x), points
	x, y, p byte

	cycles uint64
	next   uint16
	// at is the byte of memory that the instruction works on.
	at uint16
}

// places are where the instruction stands: its operand on its page or not, the
// next instruction on its page or not.
var places = []uint16{0x8100, 0x817E, 0x81FD, 0x81FE, 0x81FF}

// corners are the low bytes of addresses, and the indexes.
var corners = []byte{0x00, 0x01, 0x40, 0x7F, 0x80, 0xFE, 0xFF}

// trials are the states to try an instruction in.
func (e entry) trials() (all []trial) {
	for _, pc := range places {
		base := trial{pc: pc, p: 0x20, cycles: e.cycles, next: pc + e.length()}
		add := func(change func(t *trial)) {
			t := base
			change(&t)
			all = append(all, t)
		}
		switch {
		case e.mode == "rel":
			flag := flags[e.name]
			for _, offset := range corners {
				target := base.next + uint16(int8(offset))
				taken := e.cycles + 1
				if target>>8 != base.next>>8 {
					taken++
				}
				for _, set := range []bool{false, true} {
					add(func(t *trial) {
						t.operand = uint16(offset)
						t.p = ^flag.bit &^ 0x08 // the other flags say the contrary
						if set {
							t.p = 0x20 | flag.bit
						}
						if set == flag.set {
							t.cycles, t.next = taken, target
						}
					})
				}
			}
		case e.mode == "-", e.mode == "a", e.mode == "#":
			add(func(t *trial) { t.operand = 0x5A })
		case e.name == "jmp" && e.mode == "abs", e.name == "jsr":
			for _, low := range corners {
				add(func(t *trial) { t.operand = 0x9200 | uint16(low); t.next = t.operand })
			}
		case e.mode == "(abs)":
			for _, low := range corners {
				if low != 0xFF {
					add(func(t *trial) { t.operand, t.pointer = 0x0300|uint16(low), 0x92FF; t.next = t.pointer })
				}
			}
		default:
			for _, low := range corners {
				for _, index := range corners {
					add(func(t *trial) {
						address := 0x0500 | uint16(low)
						t.x, t.y = index, ^index
						if strings.HasSuffix(e.mode, ",y") {
							t.x, t.y = ^index, index
						}
						switch e.mode {
						case "zp":
							t.operand = uint16(low)
							t.at = t.operand
						case "zp,x", "zp,y":
							t.operand = uint16(low)
							t.at = uint16(low + index)
						case "(zp,x)":
							t.operand, t.pointer = uint16(0x33-index), address
							t.at = address
						case "(zp),y":
							t.operand, t.pointer = 0xFF, address // the pointer's second byte is at 0
							t.at = address + uint16(index)
						case "abs":
							t.operand = address
							t.at = address
						case "abs,x", "abs,y":
							t.operand = address
							t.at = address + uint16(index)
						default:
							panic(e.mode)
						}
						if e.mode != "(zp,x)" && t.at>>8 != address>>8 && t.at>>8 != 0 {
							t.cycles += e.crossing
						}
					})
				}
			}
		}
	}
	return all
}

// prepare brings a machine into the trial's state.
func (t trial) prepare(m m6502.Machine, e entry) {
	m.Reset()
	code := []byte{e.opcode, byte(t.operand), byte(t.operand >> 8)}
	m.WriteBytes(uint32(t.pc), code[:e.length()])
	r := m.Regs()
	r.SetA(0x0F)
	r.SetX(t.x)
	r.SetY(t.y)
	r.SetP(t.p)
	r.SetS(0xF0)
	r.SetPC(t.pc)
	pointer := func(at, second uint16) {
		m.Write(uint32(at), byte(t.pointer))
		m.Write(uint32(second), byte(t.pointer>>8))
	}
	switch e.mode {
	case "(zp,x)":
		at := byte(t.operand) + t.x
		pointer(uint16(at), uint16(at+1))
	case "(zp),y":
		pointer(0xFF, 0)
	case "(abs)":
		pointer(t.operand, t.operand+1)
	}
}

// refused are the instructions that the machine does not execute.
var refused = map[string]bool{"brk": true, "rti": true, "sed": true}

// timingErrors tries all instructions of a data sheet on a machine whose package
// has an instruction set, and returns the first error of each opcode that has one.
func timingErrors(t *testing.T, set *beevik.InstructionSet, sheet []entry) map[byte]error {
	m, err := m6502.NewWithInstructionSet(&emu.Program{Name: "timing", ROM: make([]byte, m6502.ROMSize), Origin: m6502.ROMStart}, set)
	require.NoError(t, err)
	m.SetGuards(false)
	wrong := map[byte]error{}
	for _, e := range sheet {
		for _, trial := range e.trials() {
			trial.prepare(m, e)
			switch e.name {
			case "rts": // to one less than the next instruction
				m.WriteBytes(0x01F1, []byte{byte(trial.next - 1), byte((trial.next - 1) >> 8)})
			case "rti":
				m.WriteBytes(0x01F1, []byte{0x20, byte(trial.next), byte(trial.next >> 8)})
			case "brk":
				m.WriteBytes(0xFFFE, []byte{byte(trial.next), byte(trial.next >> 8)})
			}
			err := m.Step()
			cycles := m.Cycles()
			if refused[e.name] {
				require.ErrorContains(t, err, "instruction that this machine refuses, "+e.name, e)
				cycles = m.StepAnyOpcode()
			} else {
				require.NoError(t, err, e)
			}
			if cycles != trial.cycles || m.PC() != uint32(trial.next) {
				wrong[e.opcode] = fmt.Errorf("%v at $%04x, operand $%x, x $%02x, y $%02x, p $%02x: %d cycles to $%04x, want %d to $%04x",
					e, trial.pc, trial.operand, trial.x, trial.y, trial.p, cycles, m.PC(), trial.cycles, trial.next)
				break
			}
		}
	}
	return wrong
}

func TestCyclesDifferFromTheDataSheet(t *testing.T) {
	sheet := entries(t, dataSheet)
	require.Len(t, sheet, 151)
	for _, err := range timingErrors(t, m6502.CopyInstructionSet(), sheet) {
		t.Error(err)
	}
}

// What is not in the data sheet is an opcode all the same, to go6502: it resets,
// or does nothing.
func TestOpcodesOutsideTheDataSheetAreExecuted(t *testing.T) {
	documented, names := map[byte]bool{}, map[byte]string{}
	for _, e := range entries(t, dataSheet) {
		require.False(t, documented[e.opcode], "%v: $%02x is another's", e, e.opcode)
		documented[e.opcode], names[e.opcode] = !refused[e.name], e.name
	}
	m := newMachine(t, program())
	executed := 0
	for op := range 256 {
		m.Reset()
		m.WriteBytes(0x8010, []byte{byte(op), 0x10, 0x80})
		m.Write(0x10, 0)
		m.Write(0x11, 0)
		m.Enter(0x8010)
		err := m.Step()
		if documented[byte(op)] {
			executed++
			if err != nil {
				require.NotContains(t, err.Error(), "undefined", "$%02x", op)
			}
			continue
		}
		kind := "undefined opcode"
		if name := names[byte(op)]; name != "" { // of the data sheet, refused
			kind = "instruction that this machine refuses, " + name
		}
		require.ErrorContains(t, err, "6502 trial: "+kind, "$%02x", op)
		require.Equal(t, uint32(0x8010), m.PC())
	}
	require.Equal(t, 148, executed)
}

// With an entry of go6502's table made one cycle less, or a page crossed one more or less, the
// comparison fails.
func TestOneCycleLessGoesUnnoticed(t *testing.T) {
	for _, e := range entries(t, dataSheet) {
		check := func(change func(in *beevik.Instruction)) {
			set := m6502.CopyInstructionSet()
			change(set.Lookup(e.opcode))
			require.Contains(t, timingErrors(t, set, []entry{e}), e.opcode, "%v", e)
		}
		check(func(in *beevik.Instruction) { in.Cycles-- })
		switch {
		case e.crossing > 0:
			check(func(in *beevik.Instruction) { in.BPCycles-- })
		case e.mode == "abs,x" || e.mode == "abs,y" || e.mode == "(zp),y":
			check(func(in *beevik.Instruction) { in.BPCycles++ })
		}
	}
}
