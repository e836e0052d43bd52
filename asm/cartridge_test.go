package asm

import (
	"encoding/binary"
	"io/fs"
	"testing"

	"github.com/stretchr/testify/require"
)

// The cartridge is made of the engine's sources as they are.
func TestMSXIsBuiltFromItsSources(t *testing.T) {
	m, err := LoadMSX()
	require.NoError(t, err)
	rom, err := m.ROM(nil)
	require.NoError(t, err)
	require.Len(t, rom, 0x8000)
	require.Equal(t, "AB", string(rom[:2]))
	require.Equal(t, m.Symbols["msx_start"], uint32(rom[2])|uint32(rom[3])<<8)
	_, err = m.ROM(make([]byte, m.BookRoom()+1))
	require.Error(t, err)

	// Whatever byte is on the bus, an interrupt reads the same address from the table.
	table := rom[m.Symbols["book_limit"]-m.Symbols["rom_start"]:]
	for _, b := range table[:257] {
		require.Equal(t, table[0], b)
	}
	require.Equal(t, m.Symbols["interrupt_entry"], uint32(table[0])*0x101)

	checkManifest(t, "msx")
}

// rebuild says what a change of a routine asks for: the other computers' ROMs hold the engines, too.
const rebuild = "what is built of the sources is older than they are: make asm mk5 msx md rebuilds all of it, in seconds"

// checkManifest checks the hashes of a cartridge.
func checkManifest(t *testing.T, folder string) {
	t.Helper()
	text, err := machines.ReadFile(folder + "/" + folder + ".manifest")
	require.NoError(t, err)
	manifest, err := parseManifest(folder+".manifest", string(text))
	require.NoError(t, err)
	require.NoError(t, manifest.Check(all{}), "%s: %s", folder, rebuild)
}

// The Mega Drive finds its vectors and its name at their places, and the checksum includes the book.
func TestMDIsBuiltFromItsSources(t *testing.T) {
	m, err := LoadMD()
	require.NoError(t, err)
	rom, err := m.ROM([]byte{0x12, 0x34})
	require.NoError(t, err)
	require.Len(t, rom, 0x20000)
	long := func(at int) uint32 { return binary.BigEndian.Uint32(rom[at:]) }
	require.Equal(t, m.Symbols["stack_top"], long(0))
	require.Equal(t, m.Symbols["md_start"], long(4))
	require.Equal(t, "SEGA MEGA DRIVE ", string(rom[0x100:0x110]))
	require.Equal(t, []uint32{0, 0x1FFFF, 0xFF0000, 0xFFFFFF}, []uint32{long(0x1A0), long(0x1A4), long(0x1A8), long(0x1AC)})
	require.Equal(t, "JUE ", string(rom[0x1F0:0x1F4]))
	at := m.Symbols["book_table"]
	require.Equal(t, []byte{0x12, 0x34, 0xFF}, rom[at:at+3])
	sum := func(rom []byte) (sum uint16) {
		for at := 0x200; at < len(rom); at += 2 {
			sum += uint16(rom[at])<<8 + uint16(rom[at+1])
		}
		return sum
	}
	require.Equal(t, sum(rom), binary.BigEndian.Uint16(rom[0x18E:]))
	without, err := m.ROM(nil)
	require.NoError(t, err)
	require.NotEqual(t, without[0x18E:0x190], rom[0x18E:0x190])
	_, err = m.ROM(make([]byte, m.BookRoom()+1))
	require.Error(t, err)
	checkManifest(t, "md")
}

// all has the embedded files of the CPUs and of the machines.
type all struct{}

// Open implements fs.FS.
func (all) Open(name string) (fs.File, error) {
	if f, err := machines.Open(name); err == nil {
		return f, nil
	}
	return files.Open(name)
}
