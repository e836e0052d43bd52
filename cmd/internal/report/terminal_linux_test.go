package report

import (
	"os"
	"syscall"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestATerminalHasItsOwnWidth(t *testing.T) {
	f, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("no pseudo-terminals here")
	}
	defer f.Close()
	size := [4]uint16{24, 77}
	_, _, errno := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), syscall.TIOCSWINSZ, uintptr(unsafe.Pointer(&size)))
	require.Zero(t, errno)
	assert.Equal(t, 77, NewScreen(f, f, environment(nil)).Width)
	assert.Equal(t, 60, NewScreen(f, f, environment(map[string]string{"COLUMNS": "60"})).Width)
}
