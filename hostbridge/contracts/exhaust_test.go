package contracts

import (
	"bytes"
	"reflect"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/prove"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/testdata/switches"
)

// exhausted are the functions of the routines that are run for all their inputs.
var exhausted = map[string]any{"swap_white": swapWhite, "swap_black": swapBlack, "swap_long": swapLong}

// exhaustion runs a routine for inputs, and compares all that it leaves.
type exhaustion struct {
	book          *prove.Book
	name          string
	m             emu.Machine
	inputs        []prove.Input
	before, after []byte // from an address on; what a call may change, as it was before the first one
	from          uint32
	free          []uint64 // bytes that may change
	others        []string // registers that hold anything, but for the inputs
	stepped       bool     // ran gets the addresses of the instructions
	ran           map[uint32]bool
	least, most   uint64
	runs          int
}

func newExhaustion(t *testing.T, cpu string, book *prove.Book, name string) *exhaustion {
	img, err := asm.Load(cpu)
	require.NoError(t, err)
	m, err := cpus[cpu].open(hostbridge.NewProgram(img))
	require.NoError(t, err)
	for at, rom := range book.Program.ROM { // it may be a mutant's
		m.WriteBytes(at, rom)
	}
	x := &exhaustion{book: book, name: name, m: m, inputs: book.Inputs(name), ran: map[uint32]bool{}, least: 1 << 62, from: book.Program.RAM[0][0]}
	size := book.Program.RAM[0][1]
	x.before, x.after, x.free = make([]byte, size), make([]byte, size), book.MayChange(name)
	m.ReadBytes(x.from, x.before[x.from:])
	for _, name := range book.Program.CPU.Named() {
		if cpus[cpu].bits[name] == 0 {
			x.others = append(x.others, name)
		}
	}
	return x
}

// patience bounds the cycles of a call.
const patience = 100_000

// run runs one input. It reports false where the routine differs from its function.
func (x *exhaustion) run(values []uint64, want uint64) bool {
	for i, name := range x.others {
		x.m.SetRegister(name, uint32(x.runs*(2*i+1)*0x9E37)&0xFFFF)
	}
	for i, in := range x.inputs {
		if in.Register == "a'" { // only the pair has a name
			x.m.SetRegister("af'", uint32(values[i]<<8))
		} else if in.Register != "" {
			v := uint32(values[i])
			if in.Bits != 0 { // the others may be anything
				v |= x.m.Register(in.Register) &^ uint32(in.Bits)
			}
			x.m.SetRegister(in.Register, v)
		} else {
			x.m.Write(uint32(in.At), byte(values[i]))
			x.before[in.At] = byte(values[i])
		}
	}
	x.m.ResetCycles()
	entry := x.book.Program.Symbols[x.name]
	x.runs++
	if x.stepped {
		for x.m.Enter(entry); !x.m.Returned(); {
			x.ran[x.m.PC()] = true
			if x.m.Step() != nil || x.m.Cycles() > patience {
				return false
			}
		}
	} else if x.m.CallAddr(entry, patience) != nil {
		return false
	}
	x.least, x.most = min(x.least, x.m.Cycles()), max(x.most, x.m.Cycles())
	x.m.ReadBytes(x.from, x.after[x.from:])
	for _, at := range x.free {
		x.after[at] = x.before[at]
	}
	if !bytes.Equal(x.before, x.after) {
		return false
	}
	return uint64(x.m.Register("a")) == want
}

// all runs all inputs, of which the first ones are chosen, or only each skip-th. It reports false at the first difference.
func (x *exhaustion) all(f reflect.Value, chosen []uint64, skip int) bool {
	i := len(chosen)
	if i == len(x.inputs) {
		var args []reflect.Value
		for _, v := range chosen {
			args = append(args, reflect.ValueOf(uint8(v)))
		}
		return x.run(chosen, f.Call(args)[0].Uint())
	}
	for k, v := range x.inputs[i].Values {
		if i < 2 && k%skip != 0 {
			continue
		}
		if !x.all(f, append(slices.Clone(chosen), v), skip) {
			return false
		}
	}
	return true
}

// Routines with few inputs leave what their contracts say, run for each of them. At landing that is a part of the inputs.
func TestExhausted(t *testing.T) {
	for _, cpu := range []string{"6502", "z80"} {
		t.Run(cpu, func(t *testing.T) { exhaust(t, cpu) })
	}
}

func exhaust(t *testing.T, cpu string) {
	book, err := Load(cpu, nil)
	require.NoError(t, err)
	img, err := asm.Load(cpu)
	require.NoError(t, err)
	proved := map[string]asm.Proved{}
	for name, f := range exhausted {
		if book.Places[name].Missing {
			continue
		}
		require.True(t, book.Contracts[name].Exhaust, name)
		x := newExhaustion(t, cpu, book, name)
		x.stepped = true
		require.True(t, x.all(reflect.ValueOf(f), nil, 13), name)
		if x.stepped = false; switches.Has("slow") {
			x.runs = 0
			require.True(t, x.all(reflect.ValueOf(f), nil, 1), name)
		}
		got := img.NewProved(name, x.least, x.most, asm.ByRuns, book.Bytes(x.ran))
		t.Logf("%s: %d inputs, %v", name, x.runs, got)
		if switches.Has("slow") && !*update {
			assert.Equal(t, img.Cycles[name].Proved, got, name)
		}
		proved[name] = got
	}
	record(t, img.CPU, proved)
	for _, name := range book.Order {
		assert.Equal(t, book.Contracts[name].Exhaust, exhausted[name] != nil, name)
	}
}

// A wrong function is found by exhaustion, and so is a byte that may not change.
func TestExhaustionFindsWhatDiffers(t *testing.T) {
	book, err := Load("6502", nil)
	require.NoError(t, err)
	wrong := func(white, black, kings, worth uint8) uint8 { return swapWhite(white, black, kings, worth) &^ 1 }
	require.False(t, newExhaustion(t, "6502", book, "swap_white").all(reflect.ValueOf(wrong), nil, 13))
	p := book.Places["swap_white"]
	p.Uses = slices.DeleteFunc(slices.Clone(p.Uses), func(u string) bool { return u == "swap_gains:34" })
	book.Places["swap_white"] = p
	require.False(t, newExhaustion(t, "6502", book, "swap_white").all(reflect.ValueOf(swapWhite), nil, 13))
}
