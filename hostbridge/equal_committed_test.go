package hostbridge

import (
	"bytes"
	"context"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

// TestEqualOnCommittedPositions searches every position of testdata with every
// profile and three budgets on all engines; a sample of them unless
// SEARCHEX_TESTS=all is set.
func TestEqualOnCommittedPositions(t *testing.T) {
	t.Parallel()
	var games []*goengine.Game
	for _, file := range []string{"bench12.epd", "cpw_perft6.epd", "own_perft200.epd", "own_mates.epd", "own_endgame3_dtm.epd", "openings.epd"} {
		games = append(games, epd(t, file)...)
	}
	every := slowest(80, 10, 1)
	var wait sync.WaitGroup
	var mu sync.Mutex
	searches, nodes := 0, uint64(0)
	for part := range 2 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			p := newLineup(t, false)
			n := 0
			for i, g := range games {
				if i%(2*every) != part*every {
					continue
				}
				for _, name := range goengine.ProfileNames {
					prof := profile(t, name)
					for k := range 3 {
						p.equal(g, name, prof, goengine.Limits{SX: int(prof.Start) + k*int(prof.Step), SXSet: true, Nodes: 5000})
						n++
					}
				}
			}
			mu.Lock()
			searches += n
			nodes += p.nodes
			mu.Unlock()
		}()
	}
	wait.Wait()
	t.Logf("%d positions in the files, %d searches, %d nodes", len(games), searches, nodes)
	require.NotZero(t, searches)
}

// differs reports whether two engines' searches of the benchmark positions
// differ anywhere.
func differs(t *testing.T, a, b Engine, profA, profB *goengine.Profile) bool {
	t.Helper()
	for _, g := range epd(t, "bench12.epd") {
		var x, y goengine.EventHash
		a.Attach(&x)
		b.Attach(&y)
		l := goengine.Limits{SX: 26}
		_, err := a.Search(context.Background(), g, profA, l)
		require.NoError(t, err)
		if _, err := b.Search(context.Background(), g, profB, l); err != nil || x != y {
			return true
		}
	}
	return false
}

// TestEqualityNoticesOneByteOfROM: one byte of a table is changed and the
// searches are no longer equal.
func TestEqualityNoticesOneByteOfROM(t *testing.T) {
	t.Parallel()
	for _, k := range MachineKinds() {
		noticesOneByteOfROM(t, k)
	}
}

func noticesOneByteOfROM(t *testing.T, k *EngineKind) {
	ref := newGo(t)
	prof := profile(t, "sx81")
	img, err := k.Image()
	require.NoError(t, err)
	for _, change := range []struct {
		label  string
		offset uint32
		value  byte
	}{
		{"opening_table", 1, 60}, // the king on b1 and g1, where he castles to
		{"ray_step", 0x20, 0},    // two steps along a file
		{"passed_bonus", 3, 90},
	} {
		patched := *img
		patched.ROM = append([]byte(nil), img.ROM...)
		at, ok := img.Symbols[change.label]
		require.True(t, ok, change.label)
		patched.ROM[at-img.Symbols["rom_start"]+change.offset] = change.value
		m, err := NewWith(k.Name, Options{Image: &patched})
		require.NoError(t, err)
		require.True(t, differs(t, ref, m, prof, prof), "%s: changed, and no search differs", change.label)
	}
	m, err := NewWith(k.Name, Options{Image: img})
	require.NoError(t, err)
	require.False(t, differs(t, ref, m, prof, prof), "nothing changed, and a search differs")
}

// A machine broken at one place of its code is no longer equal, and the search
// that is not watched no longer finds what Go finds: watching repairs nothing.
func TestWatchingRepairsNothing(t *testing.T) {
	for _, k := range MachineKinds() {
		t.Run(k.Name, func(t *testing.T) { watchingRepairsNothing(t, k) })
	}
}

func watchingRepairsNothing(t *testing.T, k *EngineKind) {
	ref := newGo(t)
	img, err := k.Image()
	require.NoError(t, err)
	changes := cpuTests[k.Name].unseen
	require.Len(t, changes, 2)
	for _, broken := range changes {
		patched := *img
		patched.ROM = bytes.Clone(img.ROM)
		at := int(img.Symbols[broken.label]-img.Symbols["rom_start"]) + broken.from
		i := bytes.Index(patched.ROM[at:], broken.old)
		require.GreaterOrEqual(t, i, 0)
		copy(patched.ROM[at+i:], broken.changed)
		m, err := NewWith(k.Name, Options{Image: &patched, Unguarded: true})
		require.NoError(t, err)
		watched, unwatched := 0, 0
		for _, g := range epd(t, "bench12.epd") {
			prof, l := profile(t, "sx81"), goengine.Limits{SX: 26}
			var x, y goengine.EventHash
			ref.Attach(&x)
			want, err := ref.Search(context.Background(), g, prof, l)
			require.NoError(t, err)
			m.Attach(&y)
			seen, err := m.Search(context.Background(), g, prof, l)
			require.NoError(t, err)
			m.Attach(nil)
			got, err := m.Search(context.Background(), g, prof, l)
			require.NoError(t, err)
			if x != y || !want.Agrees(&seen) {
				watched++
			}
			if !want.Agrees(&got) {
				unwatched++
			}
			require.True(t, seen.Agrees(&got), "%s: what is seen is not what happens", broken.what)
		}
		t.Logf("%s: of 12 searches %d differ watched, %d unwatched", broken.what, watched, unwatched)
		require.NotZero(t, watched, broken.what)
		require.NotZero(t, unwatched, broken.what)
	}
}

// TestEqualityNoticesOnePrice: one SXDEC entry is one more on one side and
// the searches are no longer equal.
func TestEqualityNoticesOnePrice(t *testing.T) {
	p := newLineup(t, false)
	for _, c := range []goengine.Category{goengine.FirstCheck, goengine.Capture, goengine.Forward, goengine.Backward, goengine.Attack, goengine.Losing} {
		right, wrong := profile(t, "sx81"), profile(t, "sx81")
		wrong.Price[c]++
		for _, m := range p.machines {
			require.True(t, differs(t, p.ref, m, right, wrong), "%s: %s one dearer, and no search differs", m.Name(), goengine.CategoryNames[c])
		}
	}
}
