package debug

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/expr"
)

func all(uint32) bool { return true }

// A trace has each instruction that the machine executes and no other, and the disassembly has the
// same cycles and bytes there.
func TestTraceIsWhatTheMachineExecutes(t *testing.T) {
	each(t, 8, func(t *testing.T, d *Debugger) {
		l, err := d.Code()
		require.NoError(t, err)
		spans := map[uint32][2]uint64{}
		next, seen := uint64(0), 0
		stop, err := d.Trace(context.Background(), 1<<40, all, func(tr *Traced) error {
			if tr.Cycle != next || tr.Data || tr.Bytes[0] != d.m.Read(tr.Addr) {
				t.Fatalf("cycle %d, want %d: %+v", tr.Cycle, next, tr.Entry)
			}
			next = tr.Cycle + tr.Took
			span, ok := spans[tr.Addr]
			if !ok {
				e := l.Entry(l.Index(tr.Addr))
				require.Equal(t, tr.Addr, e.Addr)
				span = [2]uint64{e.Cycles.Least, e.Cycles.Most}
				spans[tr.Addr] = span
			}
			if tr.Took < span[0] || tr.Took > span[1] {
				t.Fatalf("$%04X %s took %d cycles, want %v", tr.Addr, tr.Text, tr.Took, span)
			}
			seen++
			return nil
		})
		require.NoError(t, err)
		require.Equal(t, Ended, stop.Reason)
		require.Equal(t, d.Cycles(), next)
		require.Greater(t, seen, 10_000)
		require.Equal(t, next, resultOf(t, d).Cycles)

		again := start(t, d.m.Name(), 8)
		begin, ok := d.program.Symbol("follow")
		require.True(t, ok)
		count := 0
		_, err = again.Trace(context.Background(), 3, func(addr uint32) bool { return addr == begin }, func(tr *Traced) error {
			require.Equal(t, "follow", tr.Where)
			count++
			return nil
		})
		require.NoError(t, err)
		require.LessOrEqual(t, count, 3)
	})
}

// A trace begins at the instruction that was asked for.
func TestTracesBeginWhereTheyAreToBegin(t *testing.T) {
	each(t, 34, func(t *testing.T, d *Debugger) {
		ctx := context.Background()
		for _, n := range []uint64{1, 20, 21} {
			slow := start(t, d.m.Name(), 34)
			for slow.Nodes() < n {
				slow.step()
			}
			require.NoError(t, d.GoToNode(ctx, n))
			require.Equal(t, slow.moment(), d.moment(), "node %d", n)
		}
		before := uint64(0)
		for _, n := range []uint64{1, 2, 50} {
			at, err := EventCycle(ctx, mustNew(t, d.m.Name()), d.task, n)
			require.NoError(t, err)
			require.GreaterOrEqual(t, at, before)
			d.GoToCycle(at)
			require.Equal(t, at, d.Cycles())
			label, offset := d.program.LabelAt(d.m.PC())
			require.Zero(t, offset, label) // events are reported at labels
			before = at
		}
		fresh := start(t, d.m.Name(), 34)
		follow, err := fresh.AddrOf("follow")
		require.NoError(t, err)
		require.NoError(t, fresh.GoToCode(ctx, []uint32{follow}, "", 1))
		require.Equal(t, follow, fresh.m.PC())
		first := fresh.Cycles()
		fresh = start(t, d.m.Name(), 34)
		require.NoError(t, fresh.GoToCode(ctx, []uint32{follow}, "node > 20", 2))
		require.Greater(t, fresh.Cycles(), first)
		search, err := fresh.AddrOf("search")
		require.NoError(t, err)
		fresh = start(t, d.m.Name(), 34)
		require.NoError(t, fresh.GoToCode(ctx, []uint32{search}, "", 1)) // the first instruction of all
		require.Zero(t, fresh.Cycles())
	})
}

// A beginning that is not reached is reported.
func TestBeginningsOfTracesThatAreNotReached(t *testing.T) {
	ctx := context.Background()
	d := start(t, "z80", 8)
	require.ErrorContains(t, d.GoToNode(ctx, 1_000_000), "node 1,000,000 is not reached: the search returned")
	d = start(t, "z80", 8)
	follow, err := d.AddrOf("follow")
	require.NoError(t, err)
	require.ErrorContains(t, d.GoToCode(ctx, []uint32{follow}, "ply > 30", 2), "reached 0 times, not 2: the search returned")
	d = start(t, "z80", 34)
	require.EqualError(t, d.GoToCode(ctx, []uint32{follow}, "1 / ply", 1), `condition "1 / ply": division by zero`)
	_, err = EventCycle(ctx, mustNew(t, "z80"), d.task, 1_000_000)
	require.ErrorContains(t, err, "event 1,000,000: the search has only ")
	_, err = EventCycle(ctx, mustNew(t, "go"), d.task, 1)
	require.ErrorContains(t, err, "has no machine")
	var bad *expr.SyntaxError
	require.ErrorAs(t, start(t, "z80", 8).GoToCode(ctx, []uint32{follow}, "ply ==", 1), &bad)

	ended, cancel := context.WithCancel(ctx)
	cancel()
	d = start(t, "z80", 50)
	require.ErrorIs(t, d.GoToNode(ended, 1000), context.Canceled)
	require.ErrorIs(t, d.GoToCode(ended, []uint32{follow}, "ply > 30", 1), context.Canceled)
	_, err = d.Trace(ended, 1, all, func(*Traced) error { return nil })
	require.ErrorIs(t, err, context.Canceled)
	_, err = EventCycle(ended, mustNew(t, "z80"), d.task, 1)
	require.ErrorIs(t, err, context.Canceled)
	full := errors.New("disk full")
	_, err = d.Trace(ctx, 5, all, func(*Traced) error { return full })
	require.ErrorIs(t, err, full)
}

// A trace ends where the machine fails.
func TestTraceEndsAtAFault(t *testing.T) {
	e := mustNew(t, "z80")
	img := image(t, "z80")
	d, err := New(t.Context(), e, img, task(t, 8))
	require.NoError(t, err)
	d.m.Write(img.Symbols["search"], 0x76) // halt, which the machine refuses
	n := 0
	stop, err := d.Trace(context.Background(), 100, all, func(tr *Traced) error {
		n++
		require.Equal(t, "halt", tr.Text)
		return nil
	})
	require.NoError(t, err)
	require.Equal(t, Failed, stop.Reason)
	require.Contains(t, stop.Text, emu.Unsupported.String())
	require.Equal(t, 1, n)
}
