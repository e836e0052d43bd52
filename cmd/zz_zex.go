//go:build ignore

package main

import (
	"fmt"
	"os"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/z80"
)

func main() {
	program, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	const bdos = 0xF000
	m, err := z80.NewWithOptions(&emu.Program{
		Name: os.Args[1], Origin: 0x100, ROM: program,
		More: []emu.Image{
			{Name: "page 0", Origin: 0, Data: []byte{0xC3, 0, 0, 0, 0, 0xC3, bdos & 0xFF, bdos >> 8}},
			{Name: "bdos", Origin: bdos, Data: []byte{0xC9}},
		},
	}, z80.Options{
		Options:      emu.Options{RAM: []emu.Range{{Size: 0x10000}}, CodeInRAM: true},
		Undocumented: true,
	})
	if err != nil {
		panic(err)
	}
	m.SetGuards(false)
	m.Watch(0, m.Stop)
	m.Watch(bdos, func() {
		switch at := m.Register("de"); m.Register("c") {
		case 2:
			fmt.Printf("%c", m.Register("e"))
		case 9:
			for ; m.Read(at) != '$'; at++ {
				fmt.Printf("%c", m.Read(at))
			}
		}
	})
	err = m.CallAddr(0x100, 100_000_000_000)
	fmt.Printf("\n$%04x %d %v\n", m.PC(), m.Cycles(), err)
}
