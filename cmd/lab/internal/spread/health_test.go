package spread

import (
	"errors"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"
)

// A rate is of the last minute: it falls to zero when nothing comes any more.
func TestARateDoesNotOutliveWhatItCounts(t *testing.T) {
	var m meter
	at := time.Now()
	assert.Zero(t, m.rate(at, 0))
	for i := 1; i <= 100; i++ {
		assert.InDelta(t, 2, m.rate(at.Add(time.Duration(i)*3*time.Second), 6*i), 0.001)
	}
	at = at.Add(300 * time.Second)
	last := 2.0
	for i := 1; i <= 21; i++ {
		r := m.rate(at.Add(time.Duration(i)*3*time.Second), 600)
		assert.Less(t, r, last, i)
		if last = r; i >= 20 {
			break
		}
	}
	assert.Zero(t, last)
	assert.LessOrEqual(t, len(m.at), 22)
}

// Errors of a server are told apart by what is to be done.
func TestTroubleSaysWhatToDo(t *testing.T) {
	full := &jetstream.APIError{ErrorCode: storeFailed, Description: "write /store/1.blk: no space left on device"}
	assert.Contains(t, trouble(full), "no space left on device")
	for err, want := range map[error]string{
		full:                             "can't store results",
		jetstream.ErrJetStreamNotEnabled: "has stopped to store",
		nats.ErrNoResponders:             "has stopped to store",
		nats.ErrTimeout:                  "does not answer",
		errors.New("two\nlines"):         "does not answer (two",
	} {
		assert.Contains(t, trouble(err), want)
		assert.NotContains(t, trouble(err), "\n")
	}
}
