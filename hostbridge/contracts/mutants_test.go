package contracts

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/asm/tools/mutant"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/prove"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/testdata/switches"
)

// Each mutant of bytes that ran in a proof is refuted, or proved to change nothing that the contract says. The test prints
// how many were not decided within a fortieth of the work that a proof may take, nor by runs on made-up memory. At landing it
// tries four mutants, with slow eight or more of each routine, and with all every one.
func TestMutantsAreRefutedOrProved(t *testing.T) {
	z3 := solver(t)
	for _, cpu := range CPUs() {
		img, err := asm.Load(cpu)
		require.NoError(t, err)
		all, err := mutant.All(img)
		require.NoError(t, err)
		book, err := Load(cpu, z3)
		require.NoError(t, err)
		var refuted, same, open int
		for _, name := range slices.Backward(book.Routines()) { // leaves first
			if slices.Contains(leisure, name) || book.Contracts[name].Exhaust || !switches.Has("slow") && name != "hop_rook" {
				continue
			}
			original, err := book.Prove(name)
			require.NoError(t, err)
			in := slices.DeleteFunc(slices.Clone(all), func(m mutant.Mutant) bool { return !original.Ran[m.Addr] || m.Kind == mutant.Table })
			step := 1
			switch {
			case !switches.Has("slow"):
				in = in[:4]
			case !switches.Has("all"):
				step = max(1, len(in)/8)
			}
			for i := 0; i < len(in); i += step {
				m := in[i]
				changed, err := Load(cpu, z3)
				require.NoError(t, err)
				changed.Program.Write(m.Addr, m.Bytes)
				changed.Share = 0.025
				proved, err := proves(t, changed, name)
				switch {
				case err != nil && differs(t, cpu, book, changed, name):
					refuted++
				case err != nil:
					open++
					t.Logf("undecided in %s: %s", name, m)
				case proved:
					same++
					t.Logf("proved equal in %s: %s", name, m)
				default:
					refuted++
				}
			}
			t.Logf("%s, as far as %s: %d changes refuted, %d proved to change nothing, %d undecided", cpu, name, refuted, same, open)
		}
		assert.Greater(t, refuted, same+open)
	}
}

// differs reports whether a routine of a changed program is seen to leave something else than its contract says, or not to
// return, on made-up memory on which the original does what it should.
func differs(t *testing.T, cpu string, book, changed *prove.Book, name string) bool {
	original, err := runner(cpu, book, name)
	require.NoError(t, err)
	run, err := runner(cpu, changed, name)
	require.NoError(t, err)
	rng := rand.New(rand.NewPCG(56, 3))
	for range 100 {
		x := &prove.Snapshot{Memory: make([]byte, book.Program.RAM[0][1]), Registers: map[string]uint64{}}
		for _, register := range book.Program.CPU.Named() {
			x.Registers[register] = 0
		}
		if g, ok := book.Program.Symbols["G"]; ok { // as start does
			x.Registers["a5"] = uint64(g)
		}
		check, _, err := book.Vary(name, x, rng)
		if err != nil || check == nil {
			continue
		}
		if after, err := original(x); err != nil || check(after) != nil {
			continue
		}
		if after, err := run(x); err != nil || check(after) != nil {
			return true
		}
	}
	return false
}

// proofs are the reasons of listed mutants that are proved to leave what the routine's contract says.
const proofs = "Proved."

// A mutant in bytes of a routine that ran in its proof is listed as proved where the solver proves that it leaves what the
// contract says, and nowhere else: so no reason is written by hand where none is needed.
func TestListedMutantsAreProved(t *testing.T) {
	z3 := solver(t)
	for _, cpu := range CPUs() {
		img, err := asm.Load(cpu)
		require.NoError(t, err)
		listed, err := mutant.Equivalent(cpu)
		require.NoError(t, err)
		all, err := mutant.All(img)
		require.NoError(t, err)
		book, err := Load(cpu, z3)
		require.NoError(t, err)
		proved, program := 0, hostbridge.NewProgram(img)
		for _, m := range all {
			reason := listed[m.Name]
			name := owner(book, img, program, m.Addr)
			if reason == "" || name == "" {
				assert.NotEqual(t, proofs, reason, "%s: no proof runs it", m)
				continue
			}
			if reason != proofs && !switches.Has("slow") {
				continue
			}
			changed, err := Load(cpu, z3)
			require.NoError(t, err)
			changed.Program.Write(m.Addr, m.Bytes)
			is, _ := proves(t, changed, name)
			assert.Equal(t, reason == proofs, is, "%s: %s", m, reason)
			if is {
				proved++
			}
		}
		t.Logf("%s: %d of %d reasons are proofs", cpu, proved, len(listed))
	}
}

// owner is the routine that a solver has proved whose code an address is in. Of one that is called without what its contract
// needs, nothing follows for all calls.
func owner(book *prove.Book, img *asm.Image, p *emu.Program, at uint32) string {
	name, offset := p.RoutineAt(at)
	if !slices.Contains(book.Routines(), name) || Outside[name] != nil || book.Contracts[name].Exhaust {
		return ""
	}
	found := false
	img.Cycles[name].Proved.Bytes(func(ran int) { found = found || ran == int(offset) })
	if !found {
		return ""
	}
	return name
}
