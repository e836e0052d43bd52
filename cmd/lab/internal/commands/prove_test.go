package commands

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/cmd/internal/debug"
	"github.com/searchex/searchex/emu/prove"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/contracts"
)

// The command that is printed with a counter-example begins at the routine, with the example's registers, flags and memory.
func TestACounterExampleCanBeDebugged(t *testing.T) {
	for _, cpu := range contracts.CPUs() {
		book, err := contracts.Load(cpu, nil)
		require.NoError(t, err)
		img, err := asm.Load(cpu)
		require.NoError(t, err)
		e, err := hostbridge.New(cpu)
		require.NoError(t, err)
		p, err := goengine.ParseFEN(goengine.StartFEN)
		require.NoError(t, err)
		profile, err := goengine.ParseProfile("sx81")
		require.NoError(t, err)
		d, err := debug.New(t.Context(), e, img, &hostbridge.Task{FEN: goengine.StartFEN, Game: goengine.NewGame(p), ProfileName: "sx81", Profile: profile})
		require.NoError(t, err)

		board, stack := uint64(img.Symbols["board"]), uint64(img.Symbols["stack_bottom"])
		x := &prove.Counter{Registers: map[string]uint64{}, Memory: map[uint64]byte{board: 0x41, board + 1: 0, board + 2: 0xA0, board + 9: 7, stack: 1}}
		for i, name := range book.Program.CPU.Named() {
			x.Registers[name] = uint64(i + 0x21)
		}
		want := map[string]int64{"pc": int64(img.Symbols["pawn_guards"]), "board": 0x41, "board[1]": 0, "board[2]": 0xA0, "board[9]": 7}
		for name := range x.Registers {
			switch name {
			case "carry":
				x.Registers[name], want["flag.c"] = 1, 1
			case "zero":
				x.Registers[name], want["flag.z"] = 1, 1
			case "plus":
				x.Registers[name], want["flag.n"] = 1, 0
			default:
				want[name] = int64(x.Registers[name])
			}
		}
		for _, text := range assignments(book.Program, "pawn_guards", x) {
			require.NoError(t, d.Assign(text), text)
		}
		require.Equal(t, byte(0), d.Machine().Read(uint32(stack)), "the stack is the session's")
		for text, n := range want {
			got, err := d.Evaluate(text)
			require.NoError(t, err, text)
			require.Equal(t, n, got, "%s: %s", cpu, text)
		}
		require.Contains(t, debugLine(cpu, book.Program, "pawn_guards", x), "searchex debug --engine "+cpu+` --set "a`)
	}
}
