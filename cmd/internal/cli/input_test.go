package cli

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func app(ctx context.Context, input string) *App {
	return NewApp(ctx, strings.NewReader(input), io.Discard, io.Discard)
}

func TestInputsOfAnyKindAreRead(t *testing.T) {
	a := app(t.Context(), "from standard input")
	b, err := a.ReadFile("-", 100)
	require.NoError(t, err)
	assert.Equal(t, "from standard input", string(b))
	_, err = a.ReadFile("-", 100)
	assert.EqualError(t, err, "reading -: standard input is read already: only one flag can name it")

	r, w, err := os.Pipe()
	require.NoError(t, err)
	defer r.Close()
	go func() {
		w.WriteString("from a pipe")
		w.Close()
	}()
	b, err = io.ReadAll(a.piped("pipe", time.Hour, func() (io.ReadCloser, error) { return r, nil }))
	require.NoError(t, err)
	assert.Equal(t, "from a pipe", string(b))
}

// slow gives a byte after each of its waits.
type slow []time.Duration

func (s *slow) Read(b []byte) (int, error) {
	if len(*s) == 0 {
		return 0, io.EOF
	}
	time.Sleep((*s)[0])
	*s = (*s)[1:]
	return copy(b, "x"), nil
}

// Only the time counts in which the source gives nothing, not that between the Reads of a
// slow command.
func TestASilenceIsThatOfTheSource(t *testing.T) {
	for _, tt := range []struct {
		waits slow          // of the source
		read  time.Duration // between two Reads
		want  string
	}{
		{slow{20 * time.Second, 20 * time.Second}, time.Hour, ""},
		{slow{29 * time.Second, 29 * time.Second, 29 * time.Second}, 0, ""},
		{slow{31 * time.Second}, 0, "nothing came from a pipe for 30s"},
		{slow{time.Second, 31 * time.Second}, 0, "nothing came from a pipe for 30s"},
	} {
		synctest.Test(t, func(t *testing.T) {
			waits := slices.Clone(tt.waits)
			r := app(t.Context(), "").piped("a pipe", 30*time.Second, func() (io.ReadCloser, error) {
				return io.NopCloser(&waits), nil
			})
			var err error
			read := 0
			for b := make([]byte, 2); err == nil; {
				var n int
				n, err = r.Read(b)
				read += n
				time.Sleep(tt.read)
			}
			time.Sleep(time.Hour) // until the source has ended
			if tt.want == "" {
				assert.Equal(t, io.EOF, err)
				assert.Equal(t, len(tt.waits), read)
			} else {
				assert.ErrorContains(t, err, tt.want)
			}
		})
	}
}

// Inputs without end, and inputs that do not begin.
func TestInputsAreBounded(t *testing.T) {
	a := app(t.Context(), strings.Repeat("x", 101))
	_, err := a.ReadFile("-", 100)
	assert.EqualError(t, err, "standard input: larger than 100 bytes")
	if _, err := os.Stat("/dev/zero"); err == nil {
		_, err = a.ReadFile("/dev/zero", 100)
		assert.EqualError(t, err, "/dev/zero: larger than 100 bytes")
		b, err := a.ReadFile(os.DevNull, 100)
		require.NoError(t, err)
		assert.Empty(t, b)
	}
	dir := t.TempDir()
	_, err = a.ReadFile(dir, 100)
	assert.ErrorContains(t, err, "is a folder")
	_, err = a.ReadFile(filepath.Join(dir, "none"), 100)
	assert.ErrorIs(t, err, os.ErrNotExist)

	never := make(chan bool)
	defer close(never)
	waits := func() (io.ReadCloser, error) {
		<-never
		return io.NopCloser(&bytes.Buffer{}), nil
	}
	_, err = io.ReadAll(a.piped("a pipe", time.Millisecond, waits))
	assert.EqualError(t, err, "nothing came from a pipe for 1ms: want a file, or a pipe that is written to")

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = io.ReadAll(app(ctx, "").piped("a pipe", time.Hour, waits))
	assert.ErrorIs(t, err, Interrupted{})
}
