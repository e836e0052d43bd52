package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/searchex/searchex/asm"
)

// toolchain links the units of an engine to a program and reports the contents. Its methods must be called in this order.
type toolchain interface {
	// assemble makes an object of a unit.
	assemble(unit string) error
	// link links all units by the linker script of the CPU.
	link(units []string) error
	// sections returns what each unit has in each section, without labels and lines, by rising address.
	sections() ([]asm.Part, error)
	// rom returns the contents of the ROM, by rising address.
	rom() ([]chunk, error)
	// symbols returns the labels of routines, tables and variables, the constants of *.inc, and those of the linker script. A
	// name may occur several times with the same value.
	symbols() ([]symbol, error)
	// lines returns, for each instruction or data line of code, the source line that made it.
	lines() ([]codeLine, error)
}

// chunk is a run of bytes in memory.
type chunk struct {
	addr  uint32
	bytes []byte
}

// symbol is a label of a unit, or a constant.
type symbol struct {
	name  string
	value uint32
	unit  string // "" for a constant
}

// codeLine is the source line that made the bytes from an offset of a part on.
type codeLine struct {
	unit, section string
	offset        uint32
	file          string
	line          int
	// opcode is the first byte of the instruction as the assembler made it, or -1 if the toolchain does not give it. No
	// linker changes that byte, so comparing it with the ROM checks the place of the line.
	opcode int
}

// workspace has the CPU and the folders of a build.
type workspace struct {
	cpu      *asm.CPU
	src, tmp string   // absolute paths of the sources' folder and of one for everything else
	sources  []string // the names of the files in src from which the ROM is built
	noBook   bool     // the engine has the book's room
}

// toolchainOf returns the toolchain that assembles the sources of the workspace's CPU.
func toolchainOf(w workspace) toolchain {
	if w.cpu.Toolchain.Dialect == asm.CA65 {
		return &cc65{workspace: w}
	}
	return &binutils{workspace: w}
}

// tool is a program of a toolchain and the Debian package that holds it.
type tool struct{ name, debian string }

// run runs the program in a folder and returns its output. The error has the text that the program printed.
func (t tool) run(dir string, args ...string) (stdout, stderr string, err error) {
	path, err := exec.LookPath(t.name)
	if err != nil {
		return "", "", fmt.Errorf("%s is not installed (Debian package %s)", t.name, t.debian)
	}
	cmd := exec.Command(path, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	if err := cmd.Run(); err != nil {
		var exit *exec.ExitError
		if s := strings.TrimSpace(said.String()); errors.As(err, &exit) && s != "" {
			return "", "", errors.New(s)
		}
		return "", "", fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	return out.String(), said.String(), nil
}

// overflow returns the error for a memory that is too small.
func overflow(memory string, bytes int64) error {
	return fmt.Errorf("%s is too small: %d bytes too many", memory, bytes)
}
