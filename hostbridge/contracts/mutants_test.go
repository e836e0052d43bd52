package contracts

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/asm/tools/mutant"
	"github.com/searchex/searchex/emu/prove"
	"github.com/searchex/searchex/testdata/switches"
)

// change writes a mutant's bytes into a book's program.
func change(book *prove.Book, m mutant.Mutant) {
	for origin, rom := range book.Program.ROM {
		if at := m.Addr - origin; at < uint32(len(rom)) {
			copy(rom[at:], m.Bytes)
		}
	}
}

// Each mutant of bytes that ran in a proof is refuted, or proved to change nothing that the contract says. The test prints
// how many were not decided within a fortieth of the work that a proof may take. At landing there are four mutants.
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
			for i, m := range slices.DeleteFunc(slices.Clone(all), func(m mutant.Mutant) bool { return !original.Ran[m.Addr] || m.Kind == mutant.Table }) {
				if !switches.Has("slow") && i >= 4 {
					break
				}
				changed, err := Load(cpu, z3)
				require.NoError(t, err)
				change(changed, m)
				changed.Share = 0.025
				proved, err := proves(t, changed, name)
				switch {
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
		proved := 0
		for _, m := range all {
			reason := listed[m.Name]
			name := owner(book, img, m.Addr)
			if reason == "" || name == "" {
				assert.NotEqual(t, proofs, reason, "%s: no proof runs it", m)
				continue
			}
			if reason != proofs && !switches.Has("slow") {
				continue
			}
			changed, err := Load(cpu, z3)
			require.NoError(t, err)
			change(changed, m)
			is, _ := proves(t, changed, name)
			assert.Equal(t, reason == proofs, is, "%s: %s", m, reason)
			if is {
				proved++
			}
		}
		t.Logf("%s: %d of %d reasons are proofs", cpu, proved, len(listed))
	}
}

// owner is the routine that is proved, by a solver, and at whose bytes an address is. Of one that is called without what its
// contract needs, nothing follows for all calls.
func owner(book *prove.Book, img *asm.Image, at uint32) (name string) {
	for _, label := range book.Routines() {
		entry := img.Symbols[label]
		if entry <= at && (name == "" || entry > img.Symbols[name]) {
			name = label
		}
	}
	if name == "" || outside[name] != "" || book.Contracts[name].Exhaust {
		return ""
	}
	found := false
	img.Cycles[name].Proved.Bytes(func(offset int) { found = found || img.Symbols[name]+uint32(offset) == at })
	if !found {
		return ""
	}
	return name
}
