package debug

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/explain/listing"
	"github.com/searchex/searchex/emu"
)

// The stack has the calls that have been made and have not returned, and nothing that a
// routine has pushed.
func TestStackIsTheBalanceOfCalls(t *testing.T) {
	each(t, 34, func(t *testing.T, d *Debugger) {
		var calls []emu.Return // made, innermost last
		kinds := map[uint32]bool{}
		checked, wrong, raw := 0, 0, 0
		for n := 0; d.ended == nil; n++ {
			pc, sp := d.m.PC(), d.m.SP()
			isCall, ok := kinds[pc]
			if !ok {
				f := d.flowOf()
				isCall = f.at(d, f.l.Index(pc)).Calls
				kinds[pc] = isCall
			}
			d.step()
			for len(calls) > 0 && calls[len(calls)-1].SP < d.m.SP() {
				calls = calls[:len(calls)-1]
			}
			if isCall && d.m.SP() < sp {
				calls = append(calls, d.m.Returns()[0])
			}
			if n%127 != 0 || d.ended != nil {
				continue
			}
			checked++
			if len(d.m.Returns()) != len(calls) {
				raw++
			}
			found := d.returns()
			same := len(found) == len(calls) && len(d.Stack()) == len(calls)+1
			stack := d.Stack()[1:]
			for i := 0; same && i < len(found); i++ {
				same = found[i] == calls[len(calls)-1-i] && stack[i].PC == found[i].Addr
			}
			if !same {
				wrong++
				if wrong < 20 {
					t.Logf("cycle %d %s: found %v, calls %v", d.Cycles(), listing.Where(d.program, d.m.PC()), found, calls)
				}
			}
		}
		t.Logf("%d checked, %d raw wrong", checked, raw)
		require.Zero(t, wrong)
	})
}
