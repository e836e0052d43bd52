//go:build ignore

package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/m6502"
)

func main() {
	image, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	m, err := m6502.NewWithOptions(&emu.Program{Name: os.Args[1], ROM: image}, m6502.Options{
		Options:    emu.Options{RAM: []emu.Range{{Size: 0x10000}}, CodeInRAM: true},
		Interrupts: true, Decimal: true, JumpAtPageEnd: true,
	})
	if err != nil {
		panic(err)
	}
	m.SetGuards(false)
	m.Enter(0x400)
	before := uint32(0)
	for {
		if err = m.Step(); err != nil || m.PC() == before {
			break
		}
		before = m.PC()
	}
	fmt.Printf("$%04x %d %v %v\n", m.PC(), m.Cycles(), err, errors.Is(err, emu.ErrStopped))
}
