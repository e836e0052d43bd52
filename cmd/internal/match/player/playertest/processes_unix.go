//go:build unix

package playertest

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// KeepPids makes programs write their process ids to a file. The function that it returns
// reads them.
func KeepPids(t *testing.T) func() []int {
	t.Helper()
	path := filepath.Join(t.TempDir(), "pids")
	t.Setenv(PidsVariable, path)
	return func() []int {
		b, err := os.ReadFile(path)
		if errors.Is(err, os.ErrNotExist) {
			return nil
		}
		require.NoError(t, err)
		var pids []int
		for _, f := range strings.Fields(string(b)) {
			pid, err := strconv.Atoi(f)
			require.NoError(t, err)
			pids = append(pids, pid)
		}
		return pids
	}
}

// alive reports whether a process exists and is not a zombie.
func alive(pid int) bool {
	if err := syscall.Kill(pid, 0); err != nil {
		return false
	}
	b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return false
	}
	_, state, _ := strings.Cut(string(b), ") ")
	return !strings.HasPrefix(state, "Z")
}

// WaitGone waits until processes have ended.
func WaitGone(t *testing.T, pids []int) {
	t.Helper()
	for _, pid := range pids {
		for alive(pid) {
			time.Sleep(5 * time.Millisecond)
		}
	}
}
