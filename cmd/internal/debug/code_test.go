package debug

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// Rows follow each other without a gap, have the bytes of memory and the addresses where
// these lie, and are the same whatever row the client counts from. Where no memory is they
// say so.
func TestDisassemblyIsOfMemory(t *testing.T) {
	each(t, 34, func(t *testing.T, d *Debugger) {
		breakAt(t, d, "follow", Spec{HitCondition: "5"})
		goOn(t, d, d.Continue)
		areas := d.m.Map()
		inMap := func(addr int64) bool {
			for _, a := range areas {
				if addr >= int64(a.Start) && addr < int64(a.End()) {
					return true
				}
			}
			return false
		}
		top := int64(areas[len(areas)-1].End())
		l, err := d.Code()
		require.NoError(t, err)
		last := l.Untimed(l.Len() - 1)
		places := []int64{int64(last.Addr), int64(last.Addr) + int64(len(last.Bytes))}
		for _, label := range []string{"search", "follow", "board", "opening_table", "stack_bottom", "bss_end"} {
			places = append(places, int64(d.img.Symbols[label]))
		}
		for _, at := range places {
			all, err := d.Disassemble(at, -60, 150)
			require.NoError(t, err)
			require.Len(t, all, 150)
			require.Equal(t, at, all[60].Addr)
			for i, r := range all {
				size := int64(len(r.Bytes))
				require.Equal(t, !inMap(r.Addr), r.Outside, "$%X", r.Addr)
				if r.Outside {
					require.Zero(t, size)
				} else {
					require.Equal(t, d.ReadSome(uint32(r.Addr), int(size)), r.Bytes)
					require.NotEmpty(t, r.Text)
				}
				if i+1 < len(all) {
					if r.Outside {
						size = all[i+1].Addr - r.Addr
						require.Contains(t, []int64{1, 2}, size)
					}
					require.Equal(t, r.Addr+size, all[i+1].Addr, "behind $%X", r.Addr)
				}
			}
			random := rand.New(rand.NewPCG(4, 1981))
			for range 5 { // other rows to count from
				from, first, n := random.IntN(150), random.IntN(130), random.IntN(20)
				some, err := d.Disassemble(all[from].Addr, first-from, n)
				require.NoError(t, err)
				require.Equal(t, all[first:first+n], some, "$%X from $%X", at, all[from].Addr)
			}
		}
		below, err := d.Disassemble(0, -20, 21)
		require.NoError(t, err)
		for i, r := range below[:20] {
			require.True(t, r.Outside)
			require.Less(t, r.Addr, below[i+1].Addr)
		}
		require.Zero(t, below[20].Addr)
		above, err := d.Disassemble(top, -1, 2)
		require.NoError(t, err)
		require.False(t, above[0].Outside)
		require.Equal(t, top, above[1].Addr)
		require.True(t, above[1].Outside)
		// In the middle of an instruction the row begins where the client says.
		follow := int64(d.img.Symbols["follow"])
		middle, err := d.Disassemble(follow+1, -1, 3)
		require.NoError(t, err)
		require.Equal(t, []int64{follow, follow + 1}, []int64{middle[0].Addr, middle[1].Addr})
		require.Len(t, middle[0].Bytes, 1)
		// What a program stores in RAM is disassembled there.
		code := map[string][]byte{"z80": {0x21, 0x34, 0x12}, "6502": {0xA9, 0x12}, "68000": {0x4E, 0x75}}[d.m.Name()]
		want := map[string]string{"z80": "ld hl,$1234", "6502": "lda #$12", "68000": "rts"}[d.m.Name()]
		require.NoError(t, d.WriteMemory(d.img.Symbols["board"], code))
		ram, err := d.Disassemble(int64(d.img.Symbols["board"]), 0, 1)
		require.NoError(t, err)
		require.Equal(t, []string{want, "board"}, []string{ram[0].Text, ram[0].Label})
	})
}
