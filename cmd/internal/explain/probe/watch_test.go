package probe

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/searchex/searchex/goengine"
)

// log is a Watcher that keeps what is known of each line in the iteration under way.
type log struct {
	iterations []int
	ended      map[string]Move
	begun      map[string]bool
	wrong      []string
}

func (l *log) Iteration(sx uint8) {
	l.iterations = append(l.iterations, int(sx))
	l.ended, l.begun = map[string]Move{}, map[string]bool{}
}

func (l *log) Change(line []goengine.Move, _ *Node, x *Move, c Change) {
	key := fmt.Sprint(line)
	switch c {
	case Begun:
		if len(line) > 1 && !l.begun[fmt.Sprint(line[:len(line)-1])] {
			l.wrong = append(l.wrong, key+" begins before the move that leads there")
		}
		l.begun[key] = true
	case Again: // what is below it is looked at again
		for below := range l.ended {
			if strings.HasPrefix(below, strings.TrimSuffix(key, "]")+" ") {
				delete(l.ended, below)
			}
		}
	case Ended:
		if !l.begun[key] {
			l.wrong = append(l.wrong, key+" ends before it begins")
		}
		l.ended[key] = *x
	}
}

// tried collects the moves of a recorded tree that were tried, by line.
func tried(n *Node, line []goengine.Move, into map[string]Move) {
	for _, x := range n.Moves {
		here := append(line[:len(line):len(line)], x.Move)
		if x.Number > 0 {
			into[fmt.Sprint(here)] = *x
		}
		if x.Child != nil {
			tried(x.Child, here, into)
		}
	}
}

// A watcher gets what is recorded, in the order of the search.
func TestAWatcherIsToldWhatIsRecorded(t *testing.T) {
	for _, fen := range []string{
		goengine.StartFEN, backRank,
		"r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1",
		"r2q1rk1/pp1bppbp/2np1np1/8/3NP2P/1BN1BP2/PPPQ2P1/R3K2R b KQ - 0 1",
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	} {
		for _, spec := range []string{"sx81", "tuned", "sex88", "sx81,late=4"} {
			l := &log{}
			s, err := Watch(context.Background(), given.Engine(t, "go"), given.Position(t, fen), profile(t, spec), goengine.Limits{SX: 26, SXSet: true}, Scope{Plies: 3}, l)
			require.NoError(t, err)
			assert.Empty(t, l.wrong)
			var iterations []int
			for _, it := range s.Iterations {
				iterations = append(iterations, it.SX)
			}
			assert.Equal(t, iterations, l.iterations, "%s %s", spec, fen)
			want, early := map[string]Move{}, 0
			tried(s.Root, nil, want)
			require.Equal(t, len(want), len(l.ended), "%s %s", spec, fen)
			for line, x := range want {
				got := l.ended[line]
				x.Child, got.Child = nil, nil
				if got.End == Frontier && x.End == Waiting {
					early++ // a price was asked later
					got.End = Waiting
				}
				require.Equal(t, x, got, "%s %s %s", spec, fen, line)
			}
			assert.LessOrEqual(t, early, len(want)/20)
		}
	}
}
