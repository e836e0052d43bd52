package hostbridge

import (
	"encoding/binary"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	chip "github.com/user-none/go-chip-m68k"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/emu/m68k"
	"github.com/searchex/searchex/goengine"
)

// mdScreen is the cartridge on a 68000 with the chips of a Mega Drive that it uses: video, sound, the pad.
type mdScreen struct {
	t   *testing.T
	cpu *chip.CPU
	sym map[string]uint32
	rom []byte
	ram [0x10000]byte

	vram       [0x10000]byte
	colours    [64]uint16
	increment  uint32 // what is added to the address behind each word
	at         uint32
	code       uint32 // of the memory that is written
	first      uint16 // word of a command
	second     bool   // the next word of the command port is the second
	pad        byte   // buttons that are down: Start, A, C, B, right, left, down, up
	way        byte   // which half of the buttons is asked for
	sound      []byte // commands to the sound chip since the test cleared them
	displaying bool
}

// Read8 is what the program reads.
func (s *mdScreen) Read8(at uint32) uint8 {
	switch {
	case at < uint32(len(s.rom)):
		return s.rom[at]
	case at >= m68k.MDRAMStart:
		return s.ram[at-m68k.MDRAMStart]
	case at == 0xA10001:
		return 0xA0 // 60 pictures a second, no maker's name wanted
	case at == 0xA10003 && s.way&0x40 != 0:
		return ^s.pad&0x3F | 0x40
	case at == 0xA10003:
		return ^(s.pad>>2)&0x30 | ^s.pad&0x03
	case at&^1 == 0xC00008:
		return byte(s.cpu.Cycles() >> 9)
	}
	require.Fail(s.t, "read", "$%06x", at)
	return 0
}

// Read16 is what the program reads.
func (s *mdScreen) Read16(at uint32) uint16 {
	switch {
	case at < uint32(len(s.rom)):
		return binary.BigEndian.Uint16(s.rom[at:])
	case at >= m68k.MDRAMStart:
		return binary.BigEndian.Uint16(s.ram[at-m68k.MDRAMStart:])
	case at == 0xC00004:
		s.second = false
		return 0
	}
	return uint16(s.Read8(at))<<8 | uint16(s.Read8(at+1))
}

// Read32 is what the program reads.
func (s *mdScreen) Read32(at uint32) uint32 {
	return uint32(s.Read16(at))<<16 | uint32(s.Read16(at+2))
}

// Write8 is what the program writes.
func (s *mdScreen) Write8(at uint32, v uint8) {
	switch {
	case at >= m68k.MDRAMStart:
		s.ram[at-m68k.MDRAMStart] = v
	case at == 0xA10003:
		s.way = v
	case at == 0xA10009:
	case at == 0xC00011:
		s.sound = append(s.sound, v)
	default:
		require.Fail(s.t, "write", "$%02x to $%06x", v, at)
	}
}

// Write16 is what the program writes.
func (s *mdScreen) Write16(at uint32, v uint16) {
	switch at {
	case 0xC00000:
		switch s.code {
		case 1:
			s.vram[s.at&0xFFFF], s.vram[(s.at+1)&0xFFFF] = byte(v>>8), byte(v)
		case 3:
			s.colours[s.at/2&63] = v
		}
		s.at += s.increment
		s.second = false
	case 0xC00004:
		switch {
		case s.second:
			s.second = false
			s.at, s.code = uint32(s.first&0x3FFF)|uint32(v&3)<<14, uint32(s.first>>14|v>>2&0x3C)
		case v&0xC000 == 0x8000:
			switch v >> 8 & 31 {
			case 1:
				s.displaying = v&0x40 != 0
			case 15:
				s.increment = uint32(v & 0xFF)
			}
		default:
			s.first, s.second = v, true
		}
	default:
		s.Write8(at, byte(v>>8))
		s.Write8(at+1, byte(v))
	}
}

// Write32 is what the program writes.
func (s *mdScreen) Write32(at uint32, v uint32) {
	s.Write16(at, uint16(v>>16))
	if at&^7 == 0xC00000 {
		at -= 2 // the port again
	}
	s.Write16(at+2, uint16(v))
}

// Reset is what an instruction does that the program does not have.
func (s *mdScreen) Reset() {}

// newMDScreen starts the cartridge, which shows its title.
func newMDScreen(t *testing.T) *mdScreen {
	t.Helper()
	c, err := asm.LoadMD()
	require.NoError(t, err)
	rom, err := c.ROM(nil)
	require.NoError(t, err)
	s := &mdScreen{t: t, sym: c.Symbols, rom: rom}
	s.cpu = chip.New(s)
	for !s.displaying {
		s.cpu.Step()
	}
	s.pictures(20)
	return s
}

// pictures runs the machine for so many pictures. They are shorter than a machine's, but for one in which it searches.
func (s *mdScreen) pictures(n int) {
	s.t.Helper()
	for range n {
		s.cpu.RequestInterrupt(6, nil)
		for end := s.cpu.Cycles() + 5000; s.cpu.Cycles() < end; {
			s.cpu.Step()
		}
		require.False(s.t, s.cpu.Halted())
	}
}

// waits runs the machine until it waits for a button.
func (s *mdScreen) waits() {
	s.t.Helper()
	var after uint32 = 1 << 24
	for _, at := range s.sym {
		if at > s.sym["get_key"] {
			after = min(after, at)
		}
	}
	for range 5000 {
		s.pictures(1)
		if pc := s.cpu.Registers().PC; pc >= s.sym["get_key"] && pc < after {
			s.pictures(1)
			return
		}
	}
	require.Fail(s.t, "the machine waits for no button")
}

// press presses buttons: U, D, L, R are the pad's directions, S is Start.
func (s *mdScreen) press(buttons string) {
	s.t.Helper()
	for _, b := range buttons {
		at := strings.IndexRune("UDLRBCAS", b)
		require.GreaterOrEqual(s.t, at, 0, string(b))
		s.pad = 1 << at
		s.pictures(4)
		s.pad = 0
		s.waits()
	}
}

// tile returns the number of the tile at a place of a plane.
func (s *mdScreen) tile(plane, y, x int) int {
	at := plane + 2*(64*y+x)
	return int(s.vram[at])<<8 | int(s.vram[at+1])
}

const mdFront, mdBack = 0xC000, 0xE000

// row returns the text in a part of a row; # is what is no character.
func (s *mdScreen) row(y, from, to int) string {
	var b strings.Builder
	for x := from; x < to; x++ {
		switch c := s.tile(mdFront, y, x) & 0x7FF; {
		case c == 0:
			b.WriteByte(' ')
		case c >= ' ' && c < '[':
			b.WriteByte(byte(c))
		default:
			b.WriteByte('#')
		}
	}
	return b.String()
}

// marked returns the squares whose nine tiles have one of two colours.
func (s *mdScreen) marked(light, dark int) (squares []string) {
	for square := range 64 {
		x, y := 2+3*(square%8), 1+3*(7-square/8)
		colour := s.tile(mdBack, y, x)
		for i := range 9 {
			require.Equal(s.t, colour, s.tile(mdBack, y+i/3, x+i%3))
		}
		if colour == light || colour == dark {
			squares = append(squares, squareNamed(square))
		}
	}
	return squares
}

// A hint marks its two squares in a colour of their own, until the next move. Its text stands above the board and its frame: there is
// nothing behind it but a line below the letters.
func TestMDHintMarksItsSquares(t *testing.T) {
	s := newMDScreen(t)
	s.press("SCLLLBCDDDA")
	text := s.row(0, 2, 26)
	require.Regexp(t, `^HINT [A-H][12][A-H][34] +$`, text)
	marks := s.marked(7, 8)
	require.ElementsMatch(t, []string{strings.ToLower(text[5:7]), strings.ToLower(text[7:9])}, marks)
	require.NotContains(t, s.colours[1:7], s.colours[7], "another colour than other squares have")
	require.NotContains(t, s.colours[1:7], s.colours[8])
	for x := range 40 {
		behind := s.tile(mdBack, 0, x)
		for dot := range 7 * 4 {
			require.Zero(t, s.vram[32*behind+dot], "behind the text")
		}
	}
	s.press("LR")
	require.Equal(t, marks, s.marked(7, 8), "the cursor leaves them")
	require.Empty(t, s.marked(3, 4))
	s.press("AUUA")
	require.Empty(t, s.marked(7, 8))
	last := s.ram[s.sym["last_move"]-m68k.MDRAMStart:]
	name := (goengine.Move(last[0]) | goengine.Move(last[1])<<8).String()
	require.ElementsMatch(t, []string{name[:2], name[2:4]}, s.marked(3, 4), "the machine's reply")
}

// The clock of the side to move runs in a second of pictures, and that of the machine while it thinks; none does when the game is
// over. A new game sets both to 0.
func TestMDClocksRun(t *testing.T) {
	s := newMDScreen(t)
	s.press("SCLLLB")
	const white, black = 2, 4
	clock := func(y int) string { return s.row(y, 28, 39) }
	require.Equal(t, ">WHITE", s.row(white, 27, 33))
	require.Equal(t, " BLACK", s.row(black, 27, 33))
	set := func(side, minutes, seconds byte) {
		copy(s.ram[s.sym["clocks"]-m68k.MDRAMStart+2*uint32(side):], []byte{seconds, minutes})
	}
	set(0, 0, 58)
	s.pictures(121)
	require.Equal(t, "WHITE 01:00", clock(white))
	set(0, 99, 59)
	s.pictures(60)
	require.Equal(t, "WHITE 99:59", clock(white), "more is not shown")
	require.Equal(t, "BLACK 00:00", clock(black))
	s.press("AUUAB") // e4, a reply that is taken back: Black's clock runs
	require.Equal(t, " WHITE", s.row(white, 27, 33))
	require.Equal(t, ">BLACK", s.row(black, 27, 33))
	before := clock(white)
	set(1, 0, 0)
	s.pictures(60)
	require.Equal(t, "BLACK 00:01", clock(black))
	require.Equal(t, before, clock(white))

	// Black looks for a second.
	s.press("CRB")
	set(1, 0, 10)
	s.press("S")
	require.Contains(t, []string{"BLACK 00:11", "BLACK 00:12"}, clock(black))

	s.press("CDDDDDA") // which begins in the midst of a second
	require.Contains(t, []string{"WHITE 00:00", "WHITE 00:01"}, clock(white))
	require.Equal(t, "BLACK 00:00", clock(black))

	// f3 e5, g4 Qh4 mate, each reply of the machine taken back.
	s = newMDScreen(t)
	s.press("SCLLLB" + "RAUAB" + "LUUUUADDAB" + "RRDDDAUUAB" + "LLLUUUUARRRRDDDDA")
	require.Contains(t, s.row(0, 2, 26), "CHECKMATE")
	over := [2]string{clock(white), clock(black)}
	s.pictures(130)
	require.Equal(t, over, [2]string{clock(white), clock(black)})
}

// The cartridge begins with its name in large letters, which a button ends, or time. No line of the menu touches another, nor
// do those of a search: there is an empty row of tiles between any two.
func TestMDHasATitleAndAMenuWithAir(t *testing.T) {
	s := newMDScreen(t)
	large := 0
	for y := range 28 {
		for x := range 40 {
			if c := s.tile(mdFront, y, x) & 0x7FF; c >= 0x60 && c < 0x70 {
				large++
			}
		}
	}
	require.Equal(t, 8*4*4, large, "eight letters of four by four tiles")
	require.Contains(t, s.row(23, 0, 40), "PRESS A BUTTON")
	s.pictures(250)
	s.waits()
	require.Equal(t, "SEARCHEX", s.row(0, 28, 36), "time has ended it")

	air := func(texts ...string) {
		t.Helper()
		var rows []string
		for y := range 28 {
			row := strings.TrimSpace(s.row(y, 27, 40))
			if row == "" || y == 26 { // that one goes below the board
				continue
			}
			require.Zero(t, y%2, "%q: each second row is empty", row)
			rows = append(rows, row)
		}
		for _, text := range texts {
			require.Contains(t, strings.Join(rows, ","), text)
		}
	}
	air("LEVEL   5 S", "STYLE SX81")
	s.press("CDD")
	air("LEVEL   5 S", "STYLE SX81,>FORWARD,HINT,NEXT BEST,NEW GAME")
	s.press("CCLLLBAUUA")
	air("LEVEL   0 S", "SX ", "SCORE ", "NODES ", "TIME ")
	s.press("C")
	air(">LEVEL   0 S", "STYLE SX81,FORWARD,HINT,NEXT BEST,NEW GAME")
}

// Each move knocks with a tone and noise, the player's and the machine's; what is refused buzzes with a tone alone. Both fade
// to silence.
func TestMDMovesAreHeard(t *testing.T) {
	s := newMDScreen(t)
	require.Equal(t, []byte{0x9F, 0xBF, 0xDF, 0xFF}, s.sound, "silence at first")
	volumes := func(channel byte) (v []byte) {
		for _, b := range s.sound {
			if b&0xF0 == channel {
				v = append(v, b&15)
			}
		}
		return v
	}
	fade := []byte{2, 4, 6, 8, 10, 12, 14, 15}
	s.press("SCLLLB")
	s.sound = nil
	s.press("AUUUA") // e2e5
	require.Contains(t, s.row(0, 2, 26), "HE DOES NOT MOVE SO")
	require.Equal(t, fade, volumes(0x90))
	require.Equal(t, []byte{15}, volumes(0xF0))
	s.sound = nil
	s.press("DDDAUUA")
	require.Equal(t, append(fade, fade...), volumes(0x90), "two moves")
	require.Equal(t, append(fade, fade...), volumes(0xF0))
	require.Contains(t, s.sound, byte(0xE5), "white noise")
}

// A refusal says why: the engine's own rules refuse the move, and leave the position as it was.
func TestMDSaysWhyAMoveIsNotLegal(t *testing.T) {
	megaDrive.insert(t, nil).saysWhy(refusals)

	// A button where there is nobody to be picked up.
	s := newMDScreen(t)
	s.press("SUA")
	require.Contains(t, s.row(0, 2, 26), "NO MAN THERE")
	s.press("UUUUA")
	require.Contains(t, s.row(0, 2, 26), "NOT YOUR MAN")
}
