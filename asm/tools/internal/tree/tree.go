// Package tree finds the asm folder from wherever a command of this module was started, and reads and writes files there.
package tree

import (
	"fmt"
	"os"
	"path/filepath"
)

// Asm returns the path of the module's asm folder: it looks for go.mod in the working directory and above.
func Asm() (string, error) {
	wd, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for dir := wd; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(dir, "asm"), nil
		}
		if dir == filepath.Dir(dir) {
			return "", fmt.Errorf("no go.mod in %s or above: run this inside the searchex module", wd)
		}
	}
}
