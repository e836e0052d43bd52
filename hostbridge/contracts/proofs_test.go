package contracts

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/emu/prove"
	"github.com/searchex/searchex/testdata/switches"
)

var update = flag.Bool("update", false, "write what is proved into the .cycles files, with SEARCHEX_TESTS=slow")

// solver starts z3. Without it the test is skipped, with a line.
func solver(t *testing.T) *prove.Solver {
	z3, err := prove.NewSolver(t.Context())
	if err != nil {
		t.Skip("NOTHING IS PROVED HERE: ", err)
	}
	t.Cleanup(z3.Close)
	return z3
}

// leisure are routines whose proofs wait for the night: they take half a minute.
var leisure = []string{"officer_reaches", "attacked_by_white", "attacked_by_black", "price_of"}

// how is how a proof proved a routine.
func how(r *prove.Result) string {
	if r.Loose {
		return asm.ByBounds
	}
	return asm.BySolver
}

// record writes what is proved of some routines of a processor into its .cycles file, where -update asks for it.
func record(t *testing.T, cpu *asm.CPU, proved map[string]asm.Proved) {
	if !*update || !switches.Has("slow") {
		return
	}
	dir := filepath.Join("..", "..", "asm", cpu.Folder)
	img, err := asm.Read(os.DirFS(dir), cpu) // another test may have written it
	require.NoError(t, err)
	for name, p := range proved {
		c := img.Cycles[name]
		c.Proved = p
		img.Cycles[name] = c
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, cpu.File(".cycles")), []byte(asm.FormatCycles(img.Cycles)), 0o644))
}

// Routines leave what their contracts say, for all inputs that these allow, in the cycles that the .cycles file has as proved,
// which are no fewer than those measured. At landing, some proofs are left out.
func TestProofs(t *testing.T) {
	z3 := solver(t)
	for _, cpu := range CPUs() {
		book, err := Load(cpu, z3)
		require.NoError(t, err)
		img, err := asm.Load(cpu)
		require.NoError(t, err)
		proved, ran := map[string]asm.Proved{}, map[uint32]bool{}
		for name := range img.Cycles {
			if !slices.Contains(book.Routines(), name) {
				proved[name] = asm.Proved{}
			}
		}
		for _, name := range book.Routines() {
			recorded := img.Cycles[name]
			if book.Contracts[name].Exhaust || slices.Contains(leisure, name) && !switches.Has("slow") {
				continue // TestExhausted has it, or the night
			}
			r, err := book.Prove(name)
			if !assert.NoError(t, err) || !assert.Nil(t, r.Counter, "%s differs from its contract", name) {
				continue
			}
			t.Logf("%s: %d cases, %d to %d cycles, %d questions, %d terms, %.1f s", name, r.Cases, r.Least, r.Most, r.Asked, r.Terms, r.Time.Seconds())
			got := img.NewProved(name, r.Least, r.Most, how(r), r.Ran)
			proved[name] = got
			if !*update {
				assert.Equal(t, recorded.Proved, got, "%s in %s", name, img.CPU.File(".cycles"))
			}
			rounded := asm.MeasuredCycles("", 1, r.Least, r.Least, r.Most)
			if name != "officer_reaches" && recorded.Most > 0 { // its calls in look take longer
				assert.True(t, recorded.Most <= rounded.Most && recorded.Least >= rounded.Least, "%s took %d to %d cycles when it was measured, and %d to %d are proved", name, recorded.Least, recorded.Most, r.Least, r.Most)
			}
			maps.Copy(ran, r.Ran)
		}
		t.Logf("%s: %d routines, %d bytes ran in proofs, %s", cpu, len(book.Routines()), len(ran), z3.Version)
		record(t, img.CPU, proved)
	}
}

// What contracts say together: properties of their functions hold for all that they allow.
func TestLemmas(t *testing.T) {
	book, err := Load("6502", solver(t))
	require.NoError(t, err)
	for _, name := range book.Lemmas() {
		r, err := book.Prove(name)
		require.NoError(t, err)
		require.Nil(t, r.Counter, "%s does not hold", name)
		t.Logf("%s: %d cases, %d questions, %.1f s", name, r.Cases, r.Asked, r.Time.Seconds())
	}
}

// The page has the numbers of routines and of bytes that are recorded as proved.
func TestThePageHasTheNumbers(t *testing.T) {
	text, err := os.ReadFile("../../docs/proofs.md")
	require.NoError(t, err)
	page := strings.Join(strings.Fields(string(text)), " ")
	for _, cpu := range CPUs() {
		img, err := asm.Load(cpu)
		require.NoError(t, err)
		n, all := 0, img.ProvedBytes(img.ReadBytes)
		for _, c := range img.Cycles {
			if c.Proved.How != "" {
				n++
			}
		}
		assert.Contains(t, page, fmt.Sprintf("%d routines and %d bytes of the %s", n, len(all), strings.ToUpper(cpu)))
	}
}

// A proof whose context has ended is an error, of a routine and of a lemma.
func TestAProofEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	z3, err := prove.NewSolver(ctx)
	if err != nil {
		t.Skip("NOTHING IS PROVED HERE: ", err)
	}
	t.Cleanup(z3.Close)
	book, err := Load("6502", z3)
	require.NoError(t, err)
	cancel()
	for _, name := range []string{"phase_of", "unmake_make"} {
		_, err := book.Prove(name)
		require.ErrorIs(t, err, context.Canceled, name)
	}
}

// proves reports whether a routine is proved in a book. An error is no counter-example: then nothing is known.
func proves(t *testing.T, book *prove.Book, name string) (proved bool, err error) {
	r, err := book.Prove(name)
	if err != nil {
		t.Logf("%s: %v", name, err)
		return false, err
	}
	return r.Counter == nil, nil
}

// changed loads the contracts with a change of their text.
func changed(t *testing.T, cpu string, z3 *prove.Solver, old, by string) *prove.Book {
	all := sources()
	found := false
	for name, text := range all {
		found = found || strings.Contains(text, old)
		all[name] = strings.ReplaceAll(text, old, by)
	}
	require.True(t, found, old)
	book, err := load(cpu, z3, all)
	require.NoError(t, err)
	return book
}

// A contract that says something else than the routine does is refuted; one that nothing meets is an error.
func TestWrongContractsAreRefuted(t *testing.T) {
	z3 := solver(t)
	for _, x := range [][3]string{
		{"hop_rook", "return to + 1, to - 1", "return to + 1, to - 2"},
		{"phase_of", "* 5 / 16", "* 5 / 15"},
		{"within_byte", "max(number, 1), 255", "max(number, 0), 255"},
		{"own_fact", "return fact | side", "return fact - side"},
		{"king_of_enemy", "needs side == 0 || side == 16", "needs side == 0 && side == 16"}, // nothing meets it
		{"hop_rook", "//prove:needs to&7 == 2 || to&7 == 6", "//"},                          // it needs that
		{"king_of_enemy", "square[16-side]", "square[32-side]"},                             // Go panics
		{"attacked", "return attackedByBlack(square_, ", "return !attackedByBlack(square_, "},
		{"make_board", "//prove:each id=0..31\n//prove:needs onBoard(square)", "//prove:each id=0..31\n//prove:needs onBoard(square) && square < 64"}, // it promotes on the last rank, too
		{"in_check", "onBoard(square[0]) && ", ""},                                                                                                    // attacked_by_black needs that
		{"unmake_make", "scan_count[id/16] = officers[id/16]", "scan_count[id/16] = 0"},
		{"unmake_make", "square[board_taken] = board_code, board_taken, at", "square[board_taken] = board_code, board_taken, m_to"}, // en passant
		{"unmake_make", "//prove:changes ids\n", ""},                                                                                // stale ids stay
		{"unmake_make", "(m_flags&1 == 0 || ids[at] == taken)", "ids[at] == taken"},
		{"unmake_make", "promoted[0] < 8 && promoted[1] < 8", "promoted[0] < 8 && promoted[0] > 8"},               // nothing meets it
		{"unmake_make", "square[ids[at]] == at", "true"},                                                          // it needs that
		{"attacked", "//prove:calls attacked_by_white attacked_by_black", "//prove:calls attacked_by_white look"}, // not proved
		{"set_prices", "deep, other = profile_deep_quiet, profile_deep_other", "deep, other = profile_deep_quiet, profile_deep_quiet"},
		{"set_prices", "if c != evasion || profile", "if c == evasion || profile"},
		{"late_price", ">= 8 {", ">= 9 {"},
		{"late_price", "//prove:only price_=late", "//"},                       // A is anything where it is not late
		{"late_price", "//prove:only price_=late", "//prove:only late=price_"}, // which is no truth value
		{"late_price", "//prove:only price_=late", "//prove:only price_=!late"},
		{"late_price", "record[3]", "record[2]"},
		{"price_of", "p = profile_recapture\n", "p = profile_single\n"},
		{"price_of", "n_best_quiet > score", "n_best_quiet >= score+256"},
		{"price_of", "//prove:cells record=listed", "//"}, // so the row may be another one
		{"price_of", "undo_top >= 134", "undo_top >= 1"},  // Go panics
		{"swap_slow_count", "rank += 6", "rank += 5"},
		{"swap_slow_cheapest", "return 84", "return 54"},
		{"swap_king", "kings | board[square+step]&0xC0, true", "kings | board[square+step]&0xC0, false"}, // N is clear
		{"swap_king", "onBoard(square) && onBoard(square+step)", "onBoard(square+step)"},
		{"swap_overflow", "return by | 0x80, square, true", "return by | 0x40, square, true"},
		{"swap_knight", "overflow(by, white+3 >= 9)", "overflow(by, white+3 >= 10)"},
		{"swap_knight", "onBoard(square) && carry", "onBoard(square)"},
	} {
		proved, _ := proves(t, changed(t, "6502", z3, x[1], x[2]), x[0])
		assert.False(t, proved, "%s with %s", x[0], x[2])
	}
}

// A register or byte that a routine changes, and no header allows, is found.
func TestTheFrameIsProved(t *testing.T) {
	z3 := solver(t)
	book, err := Load("6502", z3)
	require.NoError(t, err)
	proved := func(name string) bool { is, _ := proves(t, book, name); return is }
	require.True(t, proved("phase_of"))
	p := book.Places["phase_of"]
	p.Uses = nil
	book.Places["phase_of"] = p
	assert.False(t, proved("phase_of"), "phase_of changes a byte of root_zp")
	p = book.Places["hop_rook"]
	p.Keeps = append(slices.Clone(p.Keeps), "a")
	book.Places["hop_rook"] = p
	assert.False(t, proved("hop_rook"), "hop_rook changes A")
}

// A counter-example is an input at which routine and function differ, on the emulator of each processor too.
func TestACounterExampleIsOne(t *testing.T) {
	z3 := solver(t)
	book := changed(t, "6502", z3, "* 5 / 16", "* 5 / 15")
	r, err := book.Prove("phase_of")
	require.NoError(t, err)
	require.NotNil(t, r.Counter)
	sum := min(int(r.Counter.Registers["a"]), 24)
	assert.NotEqual(t, (24-sum)*5/16, (24-sum)*5/15)
	differs, err := Replay("6502", book, "phase_of", r.Counter)
	require.NoError(t, err)
	assert.Contains(t, differs, "phase_of leaves a=")
	right, err := Load("6502", nil)
	require.NoError(t, err)
	_, err = Replay("6502", right, "phase_of", r.Counter)
	assert.ErrorContains(t, err, "the machine does what the contract says")
	for _, x := range [][3]string{
		{"hop_rook", "return to + 1, to - 1", "return to + 1, to - 2"},
		{"pawn_guards", "board[square+15] == 0xA0 ||", "board[square+15] == 0x80 ||"}, // it leaves a flag
	} {
		for _, cpu := range CPUs() {
			book := changed(t, cpu, z3, x[1], x[2])
			r, err := book.Prove(x[0])
			require.NoError(t, err)
			require.NotNil(t, r.Counter, cpu)
			differs, err := Replay(cpu, book, x[0], r.Counter)
			require.NoError(t, err, cpu)
			assert.Contains(t, differs, x[0]+" leaves ", cpu)
			right, err := Load(cpu, nil)
			require.NoError(t, err)
			_, err = Replay(cpu, right, x[0], r.Counter)
			assert.ErrorContains(t, err, "the machine does what the contract says", cpu)
		}
	}
}

// A counter-example that depends on a flag has the same flag on the emulator.
func TestACounterExampleHasItsFlags(t *testing.T) {
	book, err := Load("6502", solver(t))
	require.NoError(t, err)
	const clc, nop = 0x18, 0xEA
	at, rom := book.Program.Symbols["phase_of"], book.Program.ROM[book.Program.Symbols["rom_start"]]
	code := rom[at-book.Program.Symbols["rom_start"]:][:64]
	i := slices.Index(code, clc)
	require.Positive(t, i)
	code[i] = nop
	r, err := book.Prove("phase_of")
	require.NoError(t, err)
	require.NotNil(t, r.Counter)
	differs, err := Replay("6502", book, "phase_of", r.Counter)
	require.NoError(t, err)
	assert.Contains(t, differs, "phase_of leaves ")
}

// What is wrong with a contract is one line with its place.
func TestBadContractsAreNamed(t *testing.T) {
	const routine = "package contracts\n//prove:routine own_fact\n"
	const lemma = "package contracts\n//prove:lemma x\n"
	for text, want := range map[string]string{
		"package contracts\n//prove:routine x\n//prove:need y\nfunc f() {}\n":                                           "there is no directive prove:need",
		"package contracts\n//prove:needs y\nfunc f() {}\n":                                                             "has directives and no prove:routine",
		"package contracts\n//prove:routine x\n//prove:needs (\nfunc f() {}":                                            "needs:",
		"package contracts\nfunc f( {}\n":                                                                               "expected",
		routine + "func f(fact uint8) uint8 {\n\treturn fact + 1000\n}\n":                                               "the constant 1000 is not a uint8",
		routine + "func f(fact uint8) uint8 { return side }\n":                                                          "there is no side",
		routine + "func f(nothing uint8) uint8 { return nothing }\n":                                                    "there is no label nothing",
		routine + "func f(fact uint8) uint8 { for { fact++ } }\n":                                                       "a loop without end",
		routine + "func f(fact uint8) uint8 { return f(fact) }\n":                                                       "a loop without end",
		routine + "func f(fact string) uint8 { return 1 }\n":                                                            "the type string is not in the subset of Go",
		routine + "func f(fact uint8) (uint8, uint8) { return fact, 1 }\n":                                              "own_fact leaves no",
		routine + "func f(fact uint8) uint8 { if fact > 1 { return 1 } }\n":                                             "may end without a return",
		routine + "func f(board *[256]uint8, ids *[128]uint8, board_edge *[40]uint8) uint8 { return 1 }\n":              "the arrays",
		strings.ReplaceAll(routine, "own_fact", "late_price") + "func f(record *[8]uint8, sorted_stack *[8]uint8) {}\n": "the array sorted_stack lies among the records",
		lemma + "func f(a uint8) bool { return b }\n":                                                                   "there is no b",
		lemma + "func f(a uint8) bool { for { a++ } }\n":                                                                "a loop without end",
		lemma + "func f(a uint8) uint8 { return a }\n":                                                                  "returns one truth value",
		strings.ReplaceAll(routine, "own_fact", "no_such") + "func f() {}\n":                                            "the program has no such routine",
	} {
		book, err := load("6502", nil, map[string]string{"bad.go": text})
		if err == nil {
			_, err = book.Prove(book.Order[0])
		}
		if assert.Error(t, err, text) {
			assert.Contains(t, err.Error(), "bad.go:")
			assert.Contains(t, err.Error(), want)
			assert.NotContains(t, err.Error(), "\n")
		}
	}
	_, err := Load("6809", nil)
	require.EqualError(t, err, "prove routines of 6809: want one of 6502, 68000, z80")
}
