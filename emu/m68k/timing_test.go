package m68k_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/m68k"
)

// The tables of this file are those of the M68000 User's Manual, section 8. Where it gives
// the most that an instruction takes, cycles are those of the hardware, and the comment says so.

// mode is an addressing mode: its name in the tables, bits 0-5 of an opcode
// (which name register 2), its extension word or words, and what it takes to calculate the address
// and to fetch the operand there (table 8-1), a byte or word and a longword.
type mode struct {
	name        string
	bits        uint16
	extension   []uint16
	short, long uint64
}

var modes = []mode{
	{"d", 0o02, nil, 0, 0},
	{"a", 0o12, nil, 0, 0},
	{"(a)", 0o22, nil, 4, 8},
	{"(a)+", 0o32, nil, 4, 8},
	{"-(a)", 0o42, nil, 6, 10},
	{"d(a)", 0o52, []uint16{0x0010}, 8, 12},
	{"d(a,x)", 0o62, []uint16{0x1010}, 10, 14}, // $10(a2,d1.w)
	{"w", 0o70, []uint16{0x3000}, 8, 12},
	{"l", 0o71, []uint16{0x0001, 0x3000}, 12, 16},
	{"d(pc)", 0o72, []uint16{0x0010}, 8, 12},
	{"d(pc,x)", 0o73, []uint16{0x1810}, 10, 14}, // $10(pc,d1.l)
	{"#", 0o74, nil, 4, 8},
}

// words is the extension words for an operand of a size.
func (m mode) words(size byte) []uint16 {
	switch {
	case m.name != "#":
		return m.extension
	case size == 'l':
		return []uint16{0x0012, 0x3456}
	}
	return []uint16{0x0034}
}

func (m mode) fetch(size byte) uint64 {
	if size == 'l' {
		return m.long
	}
	return m.short
}

// The categories of modes (table 2-4 of the Programmer's Reference Manual).
const (
	allModes         = "d a (a) (a)+ -(a) d(a) d(a,x) w l d(pc) d(pc,x) #"
	dataModes        = "d (a) (a)+ -(a) d(a) d(a,x) w l d(pc) d(pc,x) #"
	dataAlterable    = "d (a) (a)+ -(a) d(a) d(a,x) w l"
	memoryAlterable  = "(a) (a)+ -(a) d(a) d(a,x) w l"
	controlModes     = "(a) d(a) d(a,x) w l d(pc) d(pc,x)"
	dataInMemory     = "(a) (a)+ -(a) d(a) d(a,x) w l d(pc) d(pc,x)"
	toRegister       = "d"
	toAddress        = "a"
	moveDestinations = "d a (a) (a)+ -(a) d(a) d(a,x) w l"
)

// trial is one instruction in a certain state, and what it takes.
type trial struct {
	name   string
	code   []uint16
	change func(r m68k.Regs) // of the state
	cycles uint64
	next   uint32 // 0 for the instruction behind it
	source uint16 // the operand in memory
}

// at is where the instruction stands.
const at = 0x2000

// moves are tables 8-2 and 8-3: the rows by source, the columns by destination.
var moves = map[byte]string{'w': `
         d  a  (a) (a)+ -(a) d(a) d(a,x) w  l
d        4  4  8   8    8    12   14     12 16
a        4  4  8   8    8    12   14     12 16
(a)      8  8  12  12   12   16   18     16 20
(a)+     8  8  12  12   12   16   18     16 20
-(a)     10 10 14  14   14   18   20     18 22
d(a)     12 12 16  16   16   20   22     20 24
d(a,x)   14 14 18  18   18   22   24     22 26
w        12 12 16  16   16   20   22     20 24
l        16 16 20  20   20   24   26     24 28
d(pc)    12 12 16  16   16   20   22     20 24
d(pc,x)  14 14 18  18   18   22   24     22 26
#        8  8  12  12   12   16   18     16 20
`, 'l': `
         d  a  (a) (a)+ -(a) d(a) d(a,x) w  l
d        4  4  12  12   12   16   18     16 20
a        4  4  12  12   12   16   18     16 20
(a)      12 12 20  20   20   24   26     24 28
(a)+     12 12 20  20   20   24   26     24 28
-(a)     14 14 22  22   22   26   28     26 30
d(a)     16 16 24  24   24   28   30     28 32
d(a,x)   18 18 26  26   26   30   32     30 34
w        16 16 24  24   24   28   30     28 32
l        20 20 28  28   28   32   34     32 36
d(pc)    16 16 24  24   24   28   30     28 32
d(pc,x)  18 18 26  26   26   30   32     30 34
#        12 12 20  20   20   24   26     24 28
`}

func moveTrials(t *testing.T) (all []trial) {
	for _, size := range "bwl" {
		kind := byte(size)
		if kind == 'b' {
			kind = 'w'
		}
		lines := strings.Split(strings.TrimSpace(moves[kind]), "\n")
		columns := strings.Fields(lines[0])
		for i, line := range lines[1:] {
			fields := strings.Fields(line)
			from := modes[i]
			require.Equal(t, from.name, fields[0])
			require.Len(t, fields, len(columns)+1)
			for j, column := range columns {
				to := modes[j]
				require.Equal(t, to.name, column)
				if size == 'b' && (from.name == "a" || to.name == "a") {
					continue
				}
				sizes := map[rune]uint16{'b': 0x1000, 'l': 0x2000, 'w': 0x3000}
				op := sizes[size] | (to.bits&7+1)<<9 | to.bits>>3<<6 | from.bits // to register 3
				if to.bits>>3 == 7 {
					op -= 1 << 9
				}
				tr := trial{name: fmt.Sprintf("move.%c %s,%s", size, from.name, to.name)}
				tr.code = append(append([]uint16{op}, from.words(byte(size))...), to.extension...)
				_, err := fmt.Sscan(fields[j+1], &tr.cycles)
				require.NoError(t, err)
				all = append(all, tr)
			}
		}
	}
	return all
}

// row is an instruction with an operand in any mode of a category.
type row struct {
	name   string
	opcode uint16
	// sizes are those to try; bits 6-7 of the opcode are 0, 1, 2 for b, w, l, or
	// as they are in the opcode for W and L.
	sizes string
	modes string
	// short and long are what bytes and words and what longwords take beside the address.
	short, long uint64
	// direct is what longwords take from a register or an immediate operand, if that
	// is something else.
	direct uint64
}

// Register 3 is the other operand.
var rows = []row{
	// Table 8-4, standard instructions. The source of a multiplication here is
	// $5555 or the table's $34; see TestMultiplication.
	{"add <ea>,d", 0xD600, "bwl", allModes, 4, 6, 8},
	{"add d,<ea>", 0xD700, "bwl", memoryAlterable, 8, 12, 0},
	{"adda.w", 0xD6C0, "W", allModes, 8, 0, 0},
	{"adda.l", 0xD7C0, "L", allModes, 0, 6, 8},
	{"sub <ea>,d", 0x9600, "bwl", allModes, 4, 6, 8},
	{"sub d,<ea>", 0x9700, "bwl", memoryAlterable, 8, 12, 0},
	{"suba.w", 0x96C0, "W", allModes, 8, 0, 0},
	{"suba.l", 0x97C0, "L", allModes, 0, 6, 8},
	{"and <ea>,d", 0xC600, "bwl", dataModes, 4, 6, 8},
	{"and d,<ea>", 0xC700, "bwl", memoryAlterable, 8, 12, 0},
	{"or <ea>,d", 0x8600, "bwl", dataModes, 4, 6, 8},
	{"or d,<ea>", 0x8700, "bwl", memoryAlterable, 8, 12, 0},
	{"eor d,d", 0xB700, "bwl", toRegister, 4, 8, 0},
	{"eor d,<ea>", 0xB700, "bwl", memoryAlterable, 8, 12, 0},
	{"cmp", 0xB600, "bwl", allModes, 4, 6, 0},
	{"cmpa.w", 0xB6C0, "W", allModes, 6, 0, 0},
	{"cmpa.l", 0xB7C0, "L", allModes, 0, 6, 0},
	// Table 8-5, immediate instructions. The manual's 14 for andi.l #,d is a
	// mistake: it reads three words as ori.l, addi.l and the others do, and hardware takes the same 16.
	{"addi #,d", 0x0600, "bwl", toRegister, 8, 16, 0},
	{"addi #,<ea>", 0x0600, "bwl", memoryAlterable, 12, 20, 0},
	{"subi #,d", 0x0400, "bwl", toRegister, 8, 16, 0},
	{"subi #,<ea>", 0x0400, "bwl", memoryAlterable, 12, 20, 0},
	{"andi #,d", 0x0200, "bwl", toRegister, 8, 16, 0},
	{"andi #,<ea>", 0x0200, "bwl", memoryAlterable, 12, 20, 0},
	{"ori #,d", 0x0000, "bwl", toRegister, 8, 16, 0},
	{"ori #,<ea>", 0x0000, "bwl", memoryAlterable, 12, 20, 0},
	{"eori #,d", 0x0A00, "bwl", toRegister, 8, 16, 0},
	{"eori #,<ea>", 0x0A00, "bwl", memoryAlterable, 12, 20, 0},
	{"cmpi #,d", 0x0C00, "bwl", toRegister, 8, 14, 0},
	{"cmpi #,<ea>", 0x0C00, "bwl", memoryAlterable, 8, 12, 0},
	{"addq #,d", 0x5600, "bwl", toRegister, 4, 8, 0},
	{"addq #,a", 0x5600, "wl", toAddress, 8, 8, 0}, // always on 32 bits
	{"addq #,<ea>", 0x5600, "bwl", memoryAlterable, 8, 12, 0},
	{"subq #,d", 0x5700, "bwl", toRegister, 4, 8, 0},
	{"subq #,a", 0x5700, "wl", toAddress, 8, 8, 0},
	{"subq #,<ea>", 0x5700, "bwl", memoryAlterable, 8, 12, 0},
	// Table 8-6, single operands.
	{"clr d", 0x4200, "bwl", toRegister, 4, 6, 0},
	{"clr", 0x4200, "bwl", memoryAlterable, 8, 12, 0},
	{"neg d", 0x4400, "bwl", toRegister, 4, 6, 0},
	{"neg", 0x4400, "bwl", memoryAlterable, 8, 12, 0},
	{"negx d", 0x4000, "bwl", toRegister, 4, 6, 0},
	{"negx", 0x4000, "bwl", memoryAlterable, 8, 12, 0},
	{"not d", 0x4600, "bwl", toRegister, 4, 6, 0},
	{"not", 0x4600, "bwl", memoryAlterable, 8, 12, 0},
	{"tst", 0x4A00, "bwl", dataAlterable, 4, 4, 0},
	{"nbcd d", 0x4800, "B", toRegister, 6, 0, 0},
	{"nbcd", 0x4800, "B", memoryAlterable, 8, 0, 0},
	{"sf d", 0x51C0, "B", toRegister, 4, 0, 0},
	{"st d", 0x50C0, "B", toRegister, 6, 0, 0},
	{"sf", 0x51C0, "B", memoryAlterable, 8, 0, 0},
	{"st", 0x50C0, "B", memoryAlterable, 8, 0, 0},
	// Table 8-7, shifts of a word in memory.
	{"asr", 0xE0C0, "W", memoryAlterable, 8, 0, 0},
	{"asl", 0xE1C0, "W", memoryAlterable, 8, 0, 0},
	{"lsr", 0xE2C0, "W", memoryAlterable, 8, 0, 0},
	{"lsl", 0xE3C0, "W", memoryAlterable, 8, 0, 0},
	{"roxr", 0xE4C0, "W", memoryAlterable, 8, 0, 0},
	{"roxl", 0xE5C0, "W", memoryAlterable, 8, 0, 0},
	{"ror", 0xE6C0, "W", memoryAlterable, 8, 0, 0},
	{"rol", 0xE7C0, "W", memoryAlterable, 8, 0, 0},
	// Table 8-8, bits of a byte in memory, by d3.
	{"btst d,<ea>", 0x0700, "B", dataInMemory, 4, 0, 0},
	{"bchg d,<ea>", 0x0740, "B", memoryAlterable, 8, 0, 0},
	{"bclr d,<ea>", 0x0780, "B", memoryAlterable, 8, 0, 0},
	{"bset d,<ea>", 0x07C0, "B", memoryAlterable, 8, 0, 0},
	// Table 8-12.
	{"move sr,d", 0x40C0, "W", toRegister, 6, 0, 0},
	{"move sr,<ea>", 0x40C0, "W", memoryAlterable, 8, 0, 0},
	{"move <ea>,ccr", 0x44C0, "W", dataModes, 12, 0, 0},
}

// immediate says which rows have an immediate operand before the address.
func (r row) immediate() bool { return r.opcode < 0x0E00 && r.opcode&0x100 == 0 }

func rowTrials() (all []trial) {
	for _, r := range rows {
		for _, size := range r.sizes {
			op := r.opcode
			switch size {
			case 'b', 'w', 'l':
				op |= uint16(strings.IndexRune("bwl", size)) << 6
			default:
				size += 'a' - 'A'
			}
			for _, m := range named(r.modes) {
				if size == 'b' && m.name == "a" {
					continue
				}
				tr := trial{name: fmt.Sprintf("%s.%c %s", r.name, size, m.name), code: []uint16{op | m.bits}}
				if r.immediate() {
					tr.code = append(tr.code, modes[11].words(byte(size))...)
				}
				tr.code = append(tr.code, m.words(byte(size))...)
				tr.cycles = r.short
				if size == 'l' {
					tr.cycles = r.long
					if r.direct > 0 && (m.name == "d" || m.name == "a" || m.name == "#") {
						tr.cycles = r.direct
					}
				}
				tr.cycles += m.fetch(byte(size))
				all = append(all, tr)
			}
		}
	}
	return all
}

// named are the modes of a category.
func named(category string) (all []mode) {
	for _, name := range strings.Fields(category) {
		for _, m := range modes {
			if m.name == name {
				all = append(all, m)
			}
		}
	}
	return all
}

// jumps is table 8-10: an instruction by mode, and movem by n registers more.
const jumps = `
            (a) (a)+ -(a) d(a) d(a,x) w  l  d(pc) d(pc,x)
jmp    4ec0 8   -    -    10   14     10 12 10    14
jsr    4e80 16  -    -    18   22     18 20 18    22
lea    47c0 4   -    -    8    12     8  12 8     12
pea    4840 12  -    -    16   20     16 20 16    20
movem.w 4c80 12 12   -    16   18     16 20 16    18
movem.l 4cc0 12 12   -    16   18     16 20 16    18
movem.w 4880 8  -    8    12   14     12 16 -     -
movem.l 48c0 8  -    8    12   14     12 16 -     -
`

func jumpTrials(t *testing.T) (all []trial) {
	lines := strings.Split(strings.TrimSpace(jumps), "\n")
	columns := named(lines[0])
	for _, line := range lines[1:] {
		fields := strings.Fields(line)
		require.Len(t, fields, len(columns)+2)
		var opcode uint16
		_, err := fmt.Sscanf(fields[1], "%x", &opcode)
		require.NoError(t, err)
		for i, m := range columns {
			if fields[i+2] == "-" {
				continue
			}
			var cycles uint64
			_, err := fmt.Sscan(fields[i+2], &cycles)
			require.NoError(t, err)
			tr := trial{name: fields[0] + " " + m.name, code: []uint16{opcode | m.bits}, cycles: cycles}
			switch fields[0] {
			case "jmp", "jsr":
				tr.next = map[string]uint32{
					"(a)": 0x12000, "d(a)": 0x12010, "d(a,x)": 0x12014, "w": 0x3000, "l": 0x13000,
					"d(pc)": at + 2 + 0x10, "d(pc,x)": at + 2 + 0x10 + 4,
				}[m.name]
				fallthrough
			case "lea", "pea":
				tr.code = append(tr.code, m.extension...)
				all = append(all, tr)
				continue
			}
			for _, list := range []uint16{0x0000, 0x0001, 0x8000, 0x0103, 0x3FFF, 0xFFFF} {
				n, each := uint64(0), uint64(4)
				for bit := range 16 {
					n += uint64(list >> bit & 1)
				}
				if fields[0] == "movem.l" {
					each = 8
				}
				one := tr
				one.name = fmt.Sprintf("%s %04x", tr.name, list)
				one.code = append([]uint16{tr.code[0], list}, m.extension...)
				one.cycles += n * each
				all = append(all, one)
			}
		}
	}
	return all
}

// conditions are the conditions by number, each with flags for which it holds and
// flags for which it does not: X, N, Z, V, C from bit 4 down.
var conditions = []struct {
	name       string
	holds, not []uint8
}{
	{"t", []uint8{0x00, 0x1F}, nil},
	{"f", nil, []uint8{0x00, 0x1F}},
	{"hi", []uint8{0x00, 0x1A}, []uint8{0x01, 0x04, 0x05}},
	{"ls", []uint8{0x01, 0x04, 0x05}, []uint8{0x00, 0x1A}},
	{"cc", []uint8{0x00, 0x1E}, []uint8{0x01, 0x1F}},
	{"cs", []uint8{0x01, 0x1F}, []uint8{0x00, 0x1E}},
	{"ne", []uint8{0x00, 0x1B}, []uint8{0x04, 0x1F}},
	{"eq", []uint8{0x04, 0x1F}, []uint8{0x00, 0x1B}},
	{"vc", []uint8{0x00, 0x1D}, []uint8{0x02, 0x1F}},
	{"vs", []uint8{0x02, 0x1F}, []uint8{0x00, 0x1D}},
	{"pl", []uint8{0x00, 0x17}, []uint8{0x08, 0x1F}},
	{"mi", []uint8{0x08, 0x1F}, []uint8{0x00, 0x17}},
	{"ge", []uint8{0x00, 0x0A}, []uint8{0x08, 0x02}},
	{"lt", []uint8{0x08, 0x02}, []uint8{0x00, 0x0A}},
	{"gt", []uint8{0x00, 0x0A}, []uint8{0x08, 0x02, 0x04, 0x0E}},
	{"le", []uint8{0x08, 0x02, 0x04, 0x0E}, []uint8{0x00, 0x0A}},
}

// branchTrials are table 8-9.
func branchTrials() (all []trial) {
	for number, c := range conditions {
		n := uint16(number)
		set := func(flags uint8) func(m68k.Regs) { return func(r m68k.Regs) { r.SetCCR(flags) } }
		for _, flags := range c.holds {
			if n > 1 {
				all = append(all,
					trial{"b" + c.name + " short, taken", []uint16{0x6010 | n<<8}, set(flags), 10, at + 0x12, 0},
					trial{"b" + c.name + " back, taken", []uint16{0x60FC | n<<8}, set(flags), 10, at - 2, 0},
					trial{"b" + c.name + " word, taken", []uint16{0x6000 | n<<8, 0x0100}, set(flags), 10, at + 0x102, 0})
			}
			all = append(all, trial{"db" + c.name + ", true", []uint16{0x50CB | n<<8, 0x0100}, set(flags), 12, 0, 0})
		}
		for _, flags := range c.not {
			if n > 1 {
				all = append(all,
					trial{"b" + c.name + " short, not taken", []uint16{0x6010 | n<<8}, set(flags), 8, 0, 0},
					trial{"b" + c.name + " word, not taken", []uint16{0x6000 | n<<8, 0x0100}, set(flags), 12, 0, 0})
			}
			all = append(all,
				trial{"db" + c.name + ", taken", []uint16{0x50CB | n<<8, 0xFF00}, func(r m68k.Regs) { r.SetCCR(flags); r.SetD(3, 0xFFFF_0001) }, 10, at - 0xFE, 0},
				trial{"db" + c.name + ", expired", []uint16{0x50CB | n<<8, 0xFF00}, func(r m68k.Regs) { r.SetCCR(flags); r.SetD(3, 0x1234_0000) }, 14, 0, 0})
		}
	}
	return append(all,
		trial{"bra short", []uint16{0x6010}, nil, 10, at + 0x12, 0},
		trial{"bra word", []uint16{0x6000, 0x0100}, nil, 10, at + 0x102, 0},
		trial{"bsr short", []uint16{0x6110}, nil, 18, at + 0x12, 0},
		trial{"bsr word", []uint16{0x6100, 0x0100}, nil, 18, at + 0x102, 0},
	)
}

// shiftTrials are table 8-7: 6+2n for a byte or word in a register, 8+2n for a longword. A count of 0 in the
// opcode is 8, and of a count in a register the lower six bits count.
func shiftTrials() (all []trial) {
	for kind := range uint16(8) { // type and direction
		op := 0xE002 | kind&3<<3 | kind>>2<<8
		for size := range uint16(3) {
			least := uint64(6)
			if size == 2 {
				least = 8
			}
			for n := range uint16(8) {
				count := uint64(n)
				if n == 0 {
					count = 8
				}
				all = append(all, trial{fmt.Sprintf("shift %d by #%d, size %d", kind, count, size), []uint16{op | size<<6 | n<<9}, nil, least + 2*count, 0, 0})
			}
			for _, count := range []uint32{0, 1, 7, 8, 15, 16, 31, 32, 33, 63, 64, 65, 0xFFFF_FF80} {
				all = append(all, trial{fmt.Sprintf("shift %d by d3=%d, size %d", kind, count, size), []uint16{op | size<<6 | 0x20 | 3<<9},
					func(r m68k.Regs) { r.SetD(3, count) }, least + 2*uint64(count&63), 0, 0})
			}
		}
	}
	return all
}

// bitTrials are the bits of a register in table 8-8. The table's cycles of bchg, bclr and bset are the
// most; they take two less for a bit below 16.
func bitTrials() (all []trial) {
	for bit := range uint32(64) {
		low := uint64(0)
		if bit%32 < 16 {
			low = 2
		}
		for i, most := range []struct {
			name            string
			dynamic, static uint64
			less            uint64
		}{{"btst", 6, 10, 0}, {"bchg", 8, 12, low}, {"bclr", 10, 14, low}, {"bset", 8, 12, low}} {
			op := uint16(i) << 6
			all = append(all,
				trial{fmt.Sprintf("%s d3=%d,d2", most.name, bit), []uint16{0x0702 | op}, func(r m68k.Regs) { r.SetD(3, bit) }, most.dynamic - most.less, 0, 0},
				trial{fmt.Sprintf("%s #%d,d2", most.name, bit), []uint16{0x0802 | op, uint16(bit)}, nil, most.static - most.less, 0, 0})
		}
	}
	for _, m := range named(dataInMemory) { // of a byte in memory, by a constant
		for i, cycles := range []uint64{8, 12, 12, 12} {
			if i > 0 && strings.Contains(m.name, "pc") {
				continue
			}
			all = append(all, trial{fmt.Sprintf("bit operation %d #3,%s", i, m.name), append([]uint16{0x0800 | uint16(i)<<6 | m.bits, 3}, m.extension...), nil, cycles + m.short, 0, 0})
		}
	}
	return all
}

// otherTrials are tables 8-11 and 8-12, and what the others have of one word.
func otherTrials() (all []trial) {
	for name, one := range map[string]struct {
		code   []uint16
		cycles uint64
	}{
		"moveq":              {[]uint16{0x767F}, 4},
		"addx.b d2,d3":       {[]uint16{0xD702}, 4},
		"addx.w d2,d3":       {[]uint16{0xD742}, 4},
		"addx.l d2,d3":       {[]uint16{0xD782}, 8},
		"addx.b -(a2),-(a3)": {[]uint16{0xD70A}, 18},
		"addx.w -(a2),-(a3)": {[]uint16{0xD74A}, 18},
		"addx.l -(a2),-(a3)": {[]uint16{0xD78A}, 30},
		"subx.b d2,d3":       {[]uint16{0x9702}, 4},
		"subx.w d2,d3":       {[]uint16{0x9742}, 4},
		"subx.l d2,d3":       {[]uint16{0x9782}, 8},
		"subx.w -(a2),-(a3)": {[]uint16{0x974A}, 18},
		"subx.l -(a2),-(a3)": {[]uint16{0x978A}, 30},
		"cmpm.b (a2)+,(a3)+": {[]uint16{0xB70A}, 12},
		"cmpm.w (a2)+,(a3)+": {[]uint16{0xB74A}, 12},
		"cmpm.l (a2)+,(a3)+": {[]uint16{0xB78A}, 20},
		"abcd d2,d3":         {[]uint16{0xC702}, 6},
		"abcd -(a2),-(a3)":   {[]uint16{0xC70A}, 18},
		"sbcd d2,d3":         {[]uint16{0x8702}, 6},
		"sbcd -(a2),-(a3)":   {[]uint16{0x870A}, 18},
		"exg d3,d2":          {[]uint16{0xC742}, 6},
		"exg a3,a2":          {[]uint16{0xC74A}, 6},
		"exg d3,a2":          {[]uint16{0xC78A}, 6},
		"ext.w d2":           {[]uint16{0x4882}, 4},
		"ext.l d2":           {[]uint16{0x48C2}, 4},
		"swap d2":            {[]uint16{0x4842}, 4},
		"link a2,#-16":       {[]uint16{0x4E52, 0xFFF0}, 16},
		"unlk a2":            {[]uint16{0x4E5A}, 12},
		"nop":                {[]uint16{0x4E71}, 4},
		"ori #3,ccr":         {[]uint16{0x003C, 3}, 20},
		"andi #3,ccr":        {[]uint16{0x023C, 3}, 20},
		"eori #3,ccr":        {[]uint16{0x0A3C, 3}, 20},
		"movep.w 0(a2),d3":   {[]uint16{0x070A, 0}, 16},
		"movep.l 0(a2),d3":   {[]uint16{0x074A, 0}, 24},
		"movep.w d3,0(a2)":   {[]uint16{0x078A, 0}, 16},
		"movep.l d3,0(a2)":   {[]uint16{0x07CA, 0}, 24},
	} {
		all = append(all, trial{name: name, code: one.code, cycles: one.cycles})
	}
	return append(all,
		trial{"rts", []uint16{0x4E75}, nil, 16, 0x3000, 0},
		trial{"rtr", []uint16{0x4E77}, func(r m68k.Regs) { r.SetA(7, r.A(7)-2) }, 20, 0x3000, 0})
}

// products are the cycles of a multiplication by a source: 38 and two for each 1 of mulu's, for each change
// from a bit to the next of muls's, a 0 below the lowest.
var products = []struct {
	source     uint16
	mulu, muls uint64
}{
	{0x0000, 38, 38},
	{0x0001, 40, 42}, // 0...01(0)
	{0x0002, 40, 42},
	{0x0003, 42, 42},
	{0x8000, 40, 40}, // 10...0(0)
	{0xFFFF, 70, 40}, // 1...1(0)
	{0x7FFF, 68, 42},
	{0x5555, 54, 70}, // 0101...01(0): 16 changes
	{0xAAAA, 54, 68}, // 1010...10(0): 15
	{0x00F0, 46, 42},
	{0xF0F1, 56, 48}, // 1111000011110001(0): 5
}

// quotients are the cycles of a division by microcode, worked out by hand: see divu and divs
// in timing.go.
var quotients = []struct {
	name     string
	signed   bool
	dividend uint32
	divisor  uint16
	cycles   uint64
}{
	{"overflow is seen at once", false, 0x0001_0000, 1, 10},
	{"overflow by as much as possible", false, 0xFFFF_FFFF, 1, 10},
	{"just an overflow", false, 0x1234_0000, 0x1234, 10},
	// No 1 comes out, and the divisor can never be taken away: 76+15*4.
	{"the longest", false, 0, 1, 136},
	// The quotient's last bit costs nothing.
	{"quotient 1", false, 1, 1, 136},
	// Bit 1 can be taken away: 76+14*4+2.
	{"quotient 2", false, 2, 1, 134},
	// All bits but the last can, without a carry: 76+15*2.
	{"quotient $ffff of a small divisor", false, 0xFFFF, 1, 106},
	// $fffe0001 = $ffff*$ffff. The remainder begins with $fffe and keeps its highest bit
	// until the last: 15 carries.
	{"the shortest", false, 0xFFFE_0001, 0xFFFF, 76},
	// $4000:0000 / $8000: bit 15 of the quotient: shifted to $8000, which can be
	// taken away, then nothing is left: 76+2+14*4.
	{"quotient $8000", false, 0x4000_0000, 0x8000, 134},
	// $8000:0000 / $8001: a carry, $10000-$8001 = $7fff; then $fffe-$8001 = $7ffd with no carry, $7ff9,
	// $7ff1, ... always less than $8000: one carry and 14 times 2: 76+14*2.
	{"a carry first", false, 0x8000_0000, 0x8001, 104},

	{"overflow, both positive", true, 0x0001_0000, 1, 16},
	{"overflow, negative dividend", true, 0x8000_0000, 1, 18},
	{"overflow, negative divisor", true, 0x0001_0000, 0xFFFF, 16},
	// 120 and 15 zeros.
	{"0 by 1", true, 0, 1, 150},
	{"1 by 1: the last bit costs nothing", true, 1, 1, 150},
	// 122 and 15 zeros.
	{"0 by -1", true, 0, 0xFFFF, 152},
	// 2, 124, 15 zeros.
	{"-1 by 1: the longest", true, 0xFFFF_FFFF, 1, 156},
	// 2, 122, 15 zeros.
	{"-1 by -1", true, 0xFFFF_FFFF, 0xFFFF, 154},
	// $7fff has one zero among the upper 15 bits.
	{"$7fff by 1", true, 0x7FFF, 1, 122},
	// The quotient of $ffff has none; that it is an overflow is seen at the end.
	{"late overflow: the shortest", true, 0xFFFF, 1, 120},
	{"late overflow, -$ffff by 1", true, 0xFFFF_0001, 1, 126},
	{"late overflow, -$ffff by -1", true, 0xFFFF_0001, 0xFFFF, 124},
	// -8 by 3: quotient -2, so 14 zeros: 2+124+28.
	{"-8 by 3", true, 0xFFFF_FFF8, 3, 154},
	// -$8000 is $8000 without a sign: $4000:0000 / $8000 = $8000: 14 zeros, 122+28.
	{"by -$8000", true, 0x4000_0000, 0x8000, 150},
}

// mulDivTrials are the multiplications and divisions of table 8-4, from each mode.
func mulDivTrials() (all []trial) {
	for _, p := range products {
		for _, m := range named(dataModes) {
			code := func(op uint16) []uint16 {
				if m.name == "#" {
					return []uint16{op | m.bits, p.source}
				}
				return append([]uint16{op | m.bits}, m.extension...)
			}
			set := func(r m68k.Regs) { r.SetD(2, 0xABCD_0000|uint32(p.source)) }
			all = append(all,
				trial{fmt.Sprintf("mulu %s=%04x", m.name, p.source), code(0xC6C0), set, p.mulu + m.short, 0, p.source},
				trial{fmt.Sprintf("muls %s=%04x", m.name, p.source), code(0xC7C0), set, p.muls + m.short, 0, p.source})
		}
	}
	for _, q := range quotients {
		for _, m := range named(dataModes) {
			op, name := uint16(0x86C0), "divu"
			if q.signed {
				op, name = 0x87C0, "divs"
			}
			code := append([]uint16{op | m.bits}, m.extension...)
			if m.name == "#" {
				code = []uint16{op | m.bits, q.divisor}
			}
			set := func(r m68k.Regs) { r.SetD(2, 0xABCD_0000|uint32(q.divisor)); r.SetD(3, q.dividend) }
			all = append(all, trial{fmt.Sprintf("%s %s, %s", name, m.name, q.name), code, set, q.cycles + m.short, 0, q.divisor})
		}
	}
	return all
}

// prepare brings a machine into the state of a trial: d1 is 4, a2 and a3 point into RAM,
// 0x3000 is on the stack, and all places that a mode reads from have the operand.
func (tr trial) prepare(m m68k.Machine) {
	m.Reset()
	r := m.Regs()
	for n := range 8 {
		r.SetD(n, 0x0123_4567*uint32(n+1))
	}
	r.SetD(1, 4)
	r.SetA(2, 0x12000)
	r.SetA(3, 0x12800)
	r.SetA(7, 0x1F000)
	m.WriteWord(0x1F000, 0)
	m.WriteWord(0x1F002, 0x3000)
	if tr.change != nil {
		tr.change(r)
	}
	for _, a := range []uint32{0x12000, 0x12000 - 2, 0x12010, 0x12014, 0x3000, 0x13000, at + 2 + 0x10, at + 2 + 0x10 + 4} {
		m.WriteWord(a, tr.source)
	}
	for i, w := range tr.code {
		m.WriteWord(at+2*uint32(i), w)
	}
	r.SetPC(at)
}

// check executes a trial and says what is wrong.
func (tr trial) check(m m68k.Machine) error {
	tr.prepare(m)
	if err := m.Step(); err != nil {
		return err
	}
	next := tr.next
	if next == 0 {
		next = at + 2*uint32(len(tr.code))
	}
	if m.Cycles() != tr.cycles || m.PC() != next {
		return fmt.Errorf("%s (% 04x): %d cycles to $%04x, want %d to $%04x", tr.name, tr.code, m.Cycles(), m.PC(), tr.cycles, next)
	}
	return nil
}

func trials(t *testing.T) (all []trial) {
	for _, some := range [][]trial{moveTrials(t), rowTrials(), jumpTrials(t), branchTrials(), shiftTrials(), bitTrials(), otherTrials(), mulDivTrials()} {
		all = append(all, some...)
	}
	return all
}

func timingMachine(t *testing.T) m68k.Machine {
	m, err := m68k.New(&emu.Program{Name: "timing", ROM: make([]byte, m68k.ROMSize)})
	require.NoError(t, err)
	m.SetGuards(false)
	return m
}

func TestCyclesDifferFromTheManual(t *testing.T) {
	all := trials(t)
	require.Greater(t, len(all), 2000)
	m := timingMachine(t)
	for _, tr := range all {
		if err := tr.check(m); err != nil {
			t.Error(err)
		}
	}
}

// The chip's own cycles are not the manual's where the machine corrects them, and are everywhere
// else.
func TestNothingIsCorrected(t *testing.T) {
	wrong := map[string]int{}
	all := trials(t)
	m := timingMachine(t)
	for _, tr := range all {
		if tr.checkBare(m) != nil {
			name, _, _ := strings.Cut(tr.name, " ")
			wrong[name]++
		}
	}
	most := len(named(dataModes))
	require.Equal(t, map[string]int{
		// All sources but the one that takes longest; the chip knows no shorter division than the longest, nor that.
		"mulu": (len(products) - 1) * most,
		"muls": (len(products) - 1) * most,
		"divu": 10 * most,
		"divs": 14 * most,
		// The lower half of a register, twice among 64 numbers.
		"bchg": 32, "bclr": 32, "bset": 32,
	}, wrong)
}

// checkBare is check on a machine that corrects nothing.
func (tr trial) checkBare(m m68k.Machine) error {
	tr.prepare(m)
	m.Bare()
	if err := m.Step(); err != nil {
		return err
	}
	if m.Cycles() != tr.cycles {
		return fmt.Errorf("%s: %d cycles, want %d", tr.name, m.Cycles(), tr.cycles)
	}
	return nil
}
