package hostbridge

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/z80"
	"github.com/searchex/searchex/goengine"
)

// msxScreen is the cartridge on our Z80 with the chips of an MSX that it uses: video, sound, keyboard. A picture ends whenever
// the Z80 waits for that.
type msxScreen struct {
	t    *testing.T
	m    z80.Machine
	sym  map[string]uint32
	vram [0x4000]byte
	regs [8]byte // of the video chip

	at     uint16 // the next byte of video memory
	first  byte   // byte of a command
	second bool   // the next one of the command port is the second

	sound    [16]byte
	sounding byte // the register that is chosen
	knocks   int  // how often an envelope has begun
	keys     [16]byte
	keyRow   byte
}

// In is what the cartridge reads from a chip.
func (s *msxScreen) In(port uint8) uint8 {
	switch port {
	case 0x98:
		s.at++
		return s.vram[(s.at-1)&0x3FFF]
	case 0x99:
		s.second = false
		return 0x80
	case 0xA2:
		return 0xFF // no stick
	case 0xA9:
		return ^s.keys[s.keyRow&0x0F]
	case 0xAA:
		return s.keyRow
	}
	require.Fail(s.t, "read", "port $%02x", port)
	return 0
}

// Out is what the cartridge writes to a chip.
func (s *msxScreen) Out(port, value uint8) {
	switch port {
	case 0x98:
		s.vram[s.at&0x3FFF] = value
		s.at++
	case 0x99:
		if s.second = !s.second; s.second {
			s.first = value
			return
		}
		if value&0x80 != 0 {
			s.regs[value&7] = s.first
			return
		}
		s.at = uint16(value&0x3F)<<8 | uint16(s.first)
	case 0xA0:
		s.sounding = value & 15
	case 0xA1:
		if s.sounding == 7 {
			require.EqualValues(s.t, 0x80, value&0xC0, "port A of the sound chip is an input, port B an output")
		}
		if s.sounding == 13 {
			s.knocks++
		}
		s.sound[s.sounding] = value
	case 0xAA:
		s.keyRow = value
	default:
		require.Fail(s.t, "write", "port $%02x", port)
	}
}

// msxGlyph is a row of the character set that the machine has in the test: the character's code, so that each is another.
func msxGlyph(c byte, row int) byte { return c<<1 ^ byte(row*0x25)&0xFC }

// newMSXScreen starts the cartridge, which shows its title.
func newMSXScreen(t *testing.T) *msxScreen {
	t.Helper()
	c, err := asm.LoadMSX()
	require.NoError(t, err)
	rom, err := c.ROM(nil)
	require.NoError(t, err)
	const font = 0x1BBF
	bios := make([]byte, 0x4000)
	bios[4], bios[5] = font&0xFF, font>>8
	for i := range 256 * 8 {
		bios[font+i] = msxGlyph(byte(i/8), i%8)
	}
	s := &msxScreen{t: t, sym: c.Symbols}
	p := &emu.Program{Name: "msx", ROM: rom, Origin: 0x4000, More: []emu.Image{{Name: "bios", Data: bios}}, Symbols: c.Symbols}
	s.m, err = z80.NewWithOptions(p, z80.Options{Options: emu.Options{ROM: []emu.Range{{Start: 0, Size: 0xC000}},
		RAM: []emu.Range{{Start: 0xC000, Size: 0x3FFF}}}, Ports: s, Interrupts: true})
	require.NoError(t, err)
	s.m.SetGuards(false)
	s.m.SetRegister("sp", c.Symbols["stack_top"])
	s.m.Enter(c.Symbols["msx_ready"])
	s.pictures(20)
	return s
}

// pictures runs the machine until it has waited for the end of so many pictures.
func (s *msxScreen) pictures(n int) {
	s.t.Helper()
	const halt = 0x76
	for range 20_000_000 {
		if s.m.Read(s.m.PC()) == halt {
			if n--; n < 0 {
				return
			}
			require.NoError(s.t, s.m.Step())
			s.m.IRQ(0xFF)
		}
		if err := s.m.Step(); err != nil {
			require.NoError(s.t, err)
		}
	}
	require.Fail(s.t, "the machine waits for no picture")
}

// press presses keys, of letters, digits, ! for Enter and _ for the space bar, one after the other.
func (s *msxScreen) press(keys string) {
	s.t.Helper()
	const rows = "01234567" + "89......" + "......AB" + "CDEFGHIJ" + "KLMNOPQR" + "STUVWXYZ" + "........" + ".......!" + "_......."
	for _, k := range keys {
		at := strings.IndexRune(rows, k)
		require.GreaterOrEqual(s.t, at, 0, string(k))
		s.keys[at/8] = 1 << (at % 8)
		s.pictures(6)
		s.keys[at/8] = 0
		s.pictures(6)
	}
}

// row returns the text in a row of tiles; small letters are those in yellow, # is a tile that is no character.
func (s *msxScreen) row(y int) string {
	b := append([]byte{}, s.vram[0x1800+32*y:][:32]...)
	for i, c := range b {
		if c < ' ' || c >= 0x80 {
			b[i] = '#'
		}
	}
	return string(b)
}

// dot returns the colour of a dot of the picture, without sprites.
func (s *msxScreen) dot(x, y int) byte {
	tile := int(s.vram[0x1800+y/8*32+x/8])
	colours := s.vram[0x2000+tile/8]
	if s.vram[tile*8+y%8]>>(7-x%8)&1 != 0 {
		return colours >> 4
	}
	return colours & 15
}

// square returns how many dots of each colour a square has.
func (s *msxScreen) square(name string) map[byte]int {
	n := map[byte]int{}
	for i := range 256 {
		n[s.dot(16+16*int(name[0]-'a')+i%16, 8+16*int('8'-name[1])+i/16)]++
	}
	return n
}

// framed returns the squares that have a sprite's frame, by its picture: "cursor e2".
func (s *msxScreen) framed() (squares []string) {
	for at := 0x1B00; s.vram[at] != 208; at += 4 {
		require.Less(s.t, at, 0x1B00+4*4, "no more than four in a line")
		y, x := int(s.vram[at])+1, int(s.vram[at+1])
		squares = append(squares, fmt.Sprintf("%s %c%d", map[byte]string{0: "cursor", 4: "last"}[s.vram[at+2]], 'a'+(x-16)/16, 8-(y-8)/16))
	}
	return squares
}

// luminance is that of a colour of the video chip, by its data sheet's Y, from 0 to 100.
var luminance = map[byte]int{1: 0, 2: 53, 3: 67, 4: 40, 5: 53, 6: 47, 7: 73, 8: 53, 9: 67, 10: 73, 11: 80, 12: 46, 13: 53, 14: 80, 15: 100}

// Each man of each side differs from the square below him, and from the square of the other colour, by two fifths of the way from
// black to white; and the two colours of squares differ.
func TestMSXMenDifferFromTheirSquares(t *testing.T) {
	s := newMSXScreen(t)
	s.press("_")
	t.Run("Letters", s.lettersStandAtTheirFiles)
	light, dark := s.dot(16+16*3+1, 8+16*3+1), s.dot(16+16*4+1, 8+16*3+1) // d5, e5
	require.NotEqual(t, luminance[light], luminance[dark])
	for square := range 64 {
		name := squareNamed(square)
		behind := dark
		if (square%8+square/8)%2 != 0 {
			behind = light
		}
		dots := s.square(name)
		man := map[int]byte{0: 15, 1: 15, 6: 1, 7: 1}[square/8]
		if man == 0 {
			require.Equal(t, map[byte]int{behind: 256}, dots, name)
			continue
		}
		require.Len(t, dots, 2, name)
		require.Greater(t, dots[man], 60, name)
		require.Greater(t, dots[behind], 60, name)
		for _, colour := range []byte{light, dark} {
			require.GreaterOrEqual(t, max(luminance[man]-luminance[colour], luminance[colour]-luminance[man]), 40, name)
		}
	}
}

// A file's letter stands below the middle of its file, a rank's number beside the middle of its rank.
func (s *msxScreen) lettersStandAtTheirFiles(t *testing.T) {
	for file := range 8 {
		for row := range 8 {
			var bits uint16
			for x := range 16 {
				bits = bits<<1 | uint16(s.dot(16+16*file+x, 17*8+row)/8) // 15 and 14 are lit, 1 is not
			}
			// A letter is five dots wide, the first ones of its eight: they begin at the sixth of the square's sixteen.
			require.Equal(t, uint16(msxGlyph('A'+byte(file), row))<<8>>5, bits, "%c, row %d", 'A'+file, row)
		}
	}
	for rank := range 8 {
		for row := range 16 {
			var bits byte
			for x := range 8 {
				bits = bits<<1 | s.dot(8+x, 8+16*(7-rank)+row)/8
			}
			want := byte(0)
			if row >= 4 && row < 12 {
				want = msxGlyph('1'+byte(rank), row-4)
			}
			require.Equal(t, want, bits, "%d, row %d", rank+1, row)
		}
	}
}

// The cartridge begins with its name in large letters, which a key ends, or time. No line of a menu touches another: there is an
// empty row of tiles between any two.
func TestMSXHasATitleAndAMenuWithAir(t *testing.T) {
	s := newMSXScreen(t)
	large := 0
	for _, tile := range s.vram[0x1800:][:768] {
		if tile >= 0xF0 {
			large++
		}
	}
	require.Equal(t, 8*3*4, large, "eight letters of three by four tiles")
	require.Contains(t, s.row(20), "press a key")
	require.Zero(t, s.knocks)
	s.pictures(260)
	require.Equal(t, " searchex   ", s.row(1)[19:31], "time has ended it")

	s = newMSXScreen(t)
	s.press("D") // a key that means something in a game
	require.Equal(t, " searchex   ", s.row(1)[19:31])
	require.NotContains(t, s.row(19), "D")
	for y := range 23 {
		for _, part := range [][2]int{{19, 32}, {0, 19}} {
			if part[0] == 0 && y < 18 { // the board
				continue
			}
			upper, lower := strings.TrimSpace(s.row(y)[part[0]:part[1]]), strings.TrimSpace(s.row(y + 1)[part[0]:part[1]])
			require.False(t, upper != "" && lower != "", "rows %d and %d: %q, %q", y, y+1, upper, lower)
		}
	}
	for y, text := range map[int]string{11: "tIP", 13: "oTHER", 15: "pOSITION", 17: "mATE"} {
		require.Equal(t, text, strings.TrimSpace(s.row(y)[19:]))
	}
}

// Each move knocks, the player's and the machine's; what is refused buzzes. The squares of the last move have frames, the
// cursor's square another one, which follows the keys.
func TestMSXMovesAreSeenAndHeard(t *testing.T) {
	s := newMSXScreen(t)
	s.press("_LLLLL") // one iteration
	require.Equal(t, []string{"cursor e2"}, s.framed())
	s.press("D7")
	require.Equal(t, []string{"cursor d7"}, s.framed())
	s.press("D5!")
	require.Equal(t, 1, s.knocks)
	require.Contains(t, s.row(19), "  NOT YOUR MAN   ")
	refused := s.sound
	require.EqualValues(t, 1, refused[7]&0x3F>>3&1, "no noise")
	require.Equal(t, []string{"cursor d5"}, s.framed())

	s.press("H2H4!")
	require.Equal(t, 3, s.knocks)
	require.NotEqual(t, refused, s.sound)
	require.Zero(t, s.sound[7]>>3&1, "noise")
	require.Zero(t, s.sound[7]&1, "a tone")
	require.EqualValues(t, 0x10, s.sound[8], "the envelope's volume")
	require.Zero(t, s.sound[13]&12, "it falls, and stays down")
	last := goengine.Move(s.m.ReadWord(s.sym["last_move"]))
	require.Equal(t, []string{"cursor h4", "last " + last.String()[:2], "last " + last.String()[2:4]}, s.framed())
	s.press("U")
	require.Equal(t, []string{"cursor h4", "last h2", "last h4"}, s.framed())
	s.m.Write(s.sym["last_move"], 0x62|0x88) // a promotion to a knight
	s.m.Write(s.sym["last_move"]+1, 0x72)
	s.press("Z")
	require.Equal(t, []string{"cursor h4", "last c7", "last c8"}, s.framed())
	s.press("U")
	require.Equal(t, []string{"cursor h4"}, s.framed())
	require.Equal(t, 3, s.knocks)
}

// wrongPromotions are illegal moves, or moves in which no pawn promotes, for which the player names a promotion.
var wrongPromotions = []refusal{
	{goengine.StartFEN, "e2e4r", "NOT LEGAL"},
	{goengine.StartFEN, "b1c3n", "NOT LEGAL"},
	{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "h1h8b", "NOT LEGAL"},
	{"3bk3/P7/8/8/7b/8/8/K6r w - - 0 1", "a7a8r", "YOUR KING IS IN CHECK"},
}

// A refusal says why: the engine's own rules refuse the move, and leave the position as it was.
func TestMSXSaysWhyAMoveIsNotLegal(t *testing.T) {
	all := append(refusals[:len(refusals):len(refusals)], wrongPromotions...)
	for _, r := range all {
		require.LessOrEqual(t, len(r.why), 22, "behind it stands what was entered")
	}
	msx.insert(t, nil).saysWhy(all)
}

// While the machine thinks its line is shown each second, and a shorter one leaves nothing of the one before.
func TestMSXShowsTheLineOfASearch(t *testing.T) {
	s := newMSXScreen(t)
	s.press("D") // ends the title
	s.m.Write(s.sym["thinking"], 1)
	for _, c := range []struct {
		moves []byte // from, to
		row   string
	}{
		{[]byte{0x14, 0x34, 0x64, 0x44, 0x06, 0x25}, "E2E4 E7E5 G1F3"},
		{[]byte{0x13, 0x33}, "D2D4"},
		{nil, ""},
		{[]byte{0x14, 0x34, 0x64, 0x44, 0x06, 0x25, 0x71, 0x52, 0x05, 0x41, 0x60, 0x50}, "E2E4 E7E5 G1F3 B8C6 F1B5"},
	} {
		s.m.WriteBytes(s.sym["line"], c.moves)
		s.m.Write(s.sym["line_len"], byte(len(c.moves)/2))
		s.m.Write(s.sym["tick"], 1)
		s.pictures(2)
		require.Equal(t, c.row, strings.TrimSpace(s.row(21)))
	}
}
