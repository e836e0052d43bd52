//go:build !unix || aix || solaris

package report

import "os"

// terminalWidth returns 0, since the width is not known on this system.
func terminalWidth(*os.File) int { return 0 }
