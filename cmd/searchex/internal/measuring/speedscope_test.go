package measuring

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"

	pprof "github.com/google/pprof/profile"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu/export"
)

// boxes is the number of boxes that speedscope draws of stacks, outermost frame
// first, in the order of the file: a frame is a new box unless it is the last one
// drawn below the same box.
func boxes(stacks [][]string) (n int) {
	var last []string
	for _, s := range stacks {
		same := 0
		for same < min(len(s), len(last)) && s[same] == last[same] {
			same++
		}
		n += len(s) - same
		last = s
	}
	return n
}

// Speedscope opens pprof files, but draws their samples in the order of the file, which in ours is
// the one that compresses best. Decision 71 keeps a writer for it; this fails once the writer is no
// longer needed.
func TestSpeedscopeDrawsMoreBoxesOfPprof(t *testing.T) {
	p, _, _ := profiled(t, "6502")
	var b bytes.Buffer
	require.NoError(t, export.Speedscope(&b, p, export.Options{}))
	var file struct {
		Shared   struct{ Frames []struct{ Name string } }
		Profiles []struct{ Samples [][]int }
	}
	require.NoError(t, json.Unmarshal(b.Bytes(), &file))
	require.Len(t, file.Profiles, 2, "cycles and instructions")
	var ours, theirs [][]string
	for _, s := range file.Profiles[0].Samples {
		var stack []string
		for _, i := range s {
			stack = append(stack, file.Shared.Frames[i].Name)
		}
		ours = append(ours, stack)
	}
	b.Reset()
	require.NoError(t, export.Pprof(&b, p, export.Options{Levels: true}))
	read, err := pprof.Parse(&b)
	require.NoError(t, err)
	for _, s := range read.Sample {
		var stack []string
		for _, l := range slices.Backward(s.Location) {
			stack = append(stack, l.Line[0].Function.Name)
		}
		theirs = append(theirs, stack)
	}
	t.Logf("%d boxes of the pprof file, %d of speedscope's own", boxes(theirs), boxes(ours))
	require.Greater(t, boxes(theirs), 5*boxes(ours))
}
