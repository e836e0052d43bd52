package listing

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/cmd/internal/report/svgtest"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// searched returns the heat of a short search on an engine, and the search's profile.
func searched(t *testing.T, engine string) *Heat {
	t.Helper()
	e, err := hostbridge.New(engine)
	require.NoError(t, err)
	img, err := asm.Load(engine)
	require.NoError(t, err)
	p, err := goengine.ParseFEN(goengine.StartFEN)
	require.NoError(t, err)
	profile, err := goengine.ParseProfile("sx81")
	require.NoError(t, err)
	task := &hostbridge.Task{FEN: goengine.StartFEN, Game: goengine.NewGame(p), ProfileName: "sx81", Profile: profile, Limits: goengine.Limits{Nodes: 100}}
	m := e.(hostbridge.Emulated).Machine()
	want, err := task.Search(context.Background(), e)
	require.NoError(t, err)
	m.StartCounting()
	got, err := task.Search(context.Background(), e)
	require.NoError(t, err)
	require.Equal(t, want, got) // counting changes nothing
	a := m.StopCounting()
	l, err := New(m, img)
	require.NoError(t, err)
	return l.Heat(a, engine+": a search")
}

// The areas have all accesses once, and each instruction is in its list.
func TestHeatAddsUp(t *testing.T) {
	for _, k := range hostbridge.MachineKinds() {
		h := searched(t, k.Name)
		var all Area
		for _, x := range h.Areas() {
			require.NotEqual(t, "(no label)", x.Name, "%s: %+v", k.Name, x)
			all.Reads, all.Writes, all.Executed = all.Reads+x.Reads, all.Writes+x.Writes, all.Executed+x.Executed
		}
		require.Equal(t, []uint64{sum(h.Reads), sum(h.Writes), sum(h.Executed)}, []uint64{all.Reads, all.Writes, all.Executed})
		require.Greater(t, all.Executed, uint64(10_000))

		unreached, of := h.Unreached()
		instructions := map[uint32]bool{}
		for i := range h.listing.Len() {
			if e := h.listing.Untimed(i); !e.Data {
				instructions[e.Addr] = true
			}
		}
		require.Len(t, instructions, of)
		reached := 0
		for addr, n := range h.Executed {
			if n > 0 {
				require.True(t, instructions[uint32(addr)], "%s: $%04X is executed and no instruction", k.Name, addr)
				reached++
			}
		}
		require.Equal(t, of, reached+len(unreached))
		for _, e := range unreached {
			require.Zero(t, h.Executed[e.Addr])
		}
		require.NotContains(t, unreached, h.listing.Untimed(h.listing.Index(h.listing.img.Symbols["search"])))
		for _, routine := range []string{"perft", "book_move"} { // which no search calls
			require.Contains(t, unreached, h.listing.Untimed(h.listing.Index(h.listing.img.Symbols[routine])))
		}
	}
}

// The picture has as many cells as there is memory in use, with the kinds of access.
func TestHeatIsDrawn(t *testing.T) {
	for _, k := range hostbridge.MachineKinds() {
		h := searched(t, k.Name)
		cells, text := 0, ""
		for _, e := range svgtest.Elements(t, h.SVG()) {
			if e.Name == "path" {
				cells += strings.Count(e.Attr["d"], "M")
			}
			text += e.Text + "\n"
		}
		for _, want := range []string{"What searches do with memory: " + k.Name, k.Name + ": a search", "reads: ", "writes: ", "executed: ", "bytes proved: ", "ROM", "RAM", "1,000,000,000+"} {
			require.Contains(t, text, want)
		}
		want := 0
		bytes := map[string]uint32{"z80": 32, "6502": 32, "68000": 64}[k.Name]
		proved := make([]uint64, len(h.Reads))
		for at := range h.listing.img.ProvedBytes(h.listing.m.ReadBytes) {
			proved[at] = 1
		}
		require.NotZero(t, sum(proved), k.Name)
		for _, counts := range [][]uint64{h.Reads, h.Writes, h.Executed, proved} {
			for from := uint32(0); from < uint32(len(counts)); from += bytes {
				if sum(counts[from:from+bytes]) > 0 {
					want++
				}
			}
		}
		require.Equal(t, want, cells, k.Name)
		require.Contains(t, text, map[uint32]string{32: "A cell is 32 bytes, a row 1,024", 64: "A cell is 64 bytes, a row 2,048"}[bytes])
	}
}
