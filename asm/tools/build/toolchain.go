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

// toolchain makes a linked program of the units of one CPU's engine, and tells what is in it. Its methods are called
// in this order.
type toolchain interface {
	// assemble makes an object of a unit.
	assemble(unit string) error
	// link links all units by the linker script of the CPU.
	link(units []string) error
	// sections returns what each unit has in each section, without labels and lines, by rising address.
	sections() ([]asm.Part, error)
	// rom returns what the linker has put into ROM, by rising address.
	rom() ([]chunk, error)
	// symbols returns the labels that count as routines, tables and variables, the constants of *.inc, and the
	// linker script's. A name may come several times with one value.
	symbols() ([]symbol, error)
	// lines returns, for each instruction or data line of code, the source line that made it.
	lines() ([]codeLine, error)
}

// chunk is bytes that follow each other in memory.
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

// codeLine says what made the bytes from an offset of a part on.
type codeLine struct {
	unit, section string
	offset        uint32
	file          string
	line          int
	// opcode is the first byte of an instruction, if the toolchain tells it apart from what the linker has made, else
	// -1. No linker changes that byte, so it shows whether the line is where it seems to be.
	opcode int
}

// workspace is where a toolchain works, and for which CPU.
type workspace struct {
	cpu      *asm.CPU
	src, tmp string   // absolute folders: the sources; for everything else
	sources  []string // names in src that decide what is built
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

// run runs the program in a folder and returns its standard output. Its error is what the program said.
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

// overflow is the error of a memory that is too small by some bytes.
func overflow(memory string, bytes int64) error {
	return fmt.Errorf("%s is too small: %d bytes too many", memory, bytes)
}
