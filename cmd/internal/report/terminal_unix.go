//go:build unix && !aix && !solaris

package report

import (
	"os"
	"syscall"
	"unsafe"
)

// terminalWidth returns the number of columns of a terminal, 0 if f is not a terminal.
func terminalWidth(f *os.File) int {
	conn, err := f.SyscallConn()
	if err != nil {
		return 0
	}
	var size struct{ rows, columns, x, y uint16 }
	failed := syscall.Errno(1)
	err = conn.Control(func(fd uintptr) {
		_, _, failed = syscall.Syscall(syscall.SYS_IOCTL, fd, syscall.TIOCGWINSZ, uintptr(unsafe.Pointer(&size)))
	})
	if err != nil || failed != 0 {
		return 0
	}
	return int(size.columns)
}
