package console

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/play/level"
	"github.com/searchex/searchex/cmd/internal/play/thinker"
	"github.com/searchex/searchex/hostbridge"
)

// stopped is a brain whose search stops after some of its machine's time without an end.
type stopped struct{ after time.Duration }

func (b stopped) Start(task thinker.Task, tell func(thinker.Report), _ func(thinker.Answer)) *thinker.Search {
	t := thinker.New(&stillClock{}, hostbridge.New)
	task.Speed = 0
	var s *thinker.Search
	started := make(chan struct{})
	s = t.Start(task, func(r thinker.Report) {
		<-started
		if r.Time >= b.after {
			s.Stop()
			return
		}
		tell(r)
	}, func(thinker.Answer) {})
	close(started)
	s.Wait()
	return thinker.Idle()
}

// The picture of the README and the manual is drawn from the cells of the screen: a MK V has thought
// for nine seconds about its tenth move.
func TestThePictureIsOfNow(t *testing.T) {
	s := sit(t, Options{})
	s.console.Resize(132, 50)
	s.table.Brain = stopped{9 * time.Second}
	s.table.SetLevel(level.Level{Kind: level.Move, Time: 30 * time.Second})
	s.table.TwoPlayers()
	for _, move := range strings.Fields("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O d4 Bg4 h3") {
		s.clock.now = s.clock.now.Add(11 * time.Second)
		s.console.Draw()
		require.True(t, s.table.Enter(move), s.table.Message())
	}
	s.console.Press(Tab)
	s.table.Hush()
	s.table.Go()
	s.clock.now = s.clock.now.Add(10 * time.Second)
	s.console.flipped = false
	screen := s.console.Draw()
	assert.Contains(t, screen.String(), "thinking")
	assert.Contains(t, screen.String(), "searched now, with the SX left")

	var drawn bytes.Buffer
	require.NoError(t, screen.SVG(&drawn))
	const file = "../../../../docs/manual/play.svg"
	shown, err := os.ReadFile(file)
	if *update {
		require.NoError(t, os.WriteFile(file, drawn.Bytes(), 0o600))
		return
	}
	require.NoError(t, err)
	assert.Equal(t, string(shown), drawn.String(), "docs/manual/play.svg is another picture than is drawn now: go test ./cmd/internal/play/console -update")
}
