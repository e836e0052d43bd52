package main

import (
	"encoding/binary"
	"math/bits"
)

// pack compresses with LZMA, in the format of xz --format=lzma. Browsers unpack gzip
// themselves, but the program would have 2.7 MB then, and has 1.9 so; unpack.js unpacks it.
func pack(data []byte) []byte {
	e := &encoder{data: data, out: make([]byte, 0, len(data)/4), rng: 0xFFFFFFFF, cacheSize: 1}
	e.out = append(e.out, lc)
	e.out = binary.LittleEndian.AppendUint32(e.out, 1<<max(12, bits.Len(uint(len(data)))))
	e.out = binary.LittleEndian.AppendUint64(e.out, uint64(len(data)))
	e.init()
	for e.pos < len(data) {
		e.stretch()
	}
	for range 5 {
		e.shiftLow()
	}
	return e.out
}

// The parameters of the format: bits of the byte before that are the context of a literal;
// none of the position.
const (
	lc       = 4
	minMatch = 2
	maxMatch = 273
	states   = 12
	half     = 1 << 10 // a probability of one half
)

// Of the search for matches: positions tried with the same four bytes, and a length that is
// taken at once.
const (
	depth = 400
	nice  = 200
)

// lengths codes lengths.
type lengths struct {
	choice, choice2 uint16
	low, mid        [8]uint16
	high            [256]uint16
}

// encoder is the state of a compression.
type encoder struct {
	data []byte
	pos  int
	out  []byte

	// The range coder.
	low       uint64
	rng       uint32
	cache     byte
	cacheSize int

	// The model: probabilities that the next bit is 0.
	state                            int
	reps                             [4]int // distances of the last matches, less one
	literal                          [1 << lc][0x300]uint16
	isMatch, isRep                   [states]uint16
	isRep0, isRep1, isRep2, rep0Long [states]uint16
	slots                            [4][64]uint16
	special                          [115]uint16
	align                            [16]uint16
	match, rep                       lengths

	// The finder of matches: the last position with a hash, from 1, and before each position
	// the one before with the same hash.
	head4, head3, head2 []int32
	before              []int32
	found               int // positions that are in the tables

	ahead   *matches // at the first position of the next stretch, nil if not known
	reached []reached
	prices  prices
}

// matches are the matches at a position: for each length the nearest, lengths rising.
type matches struct {
	length, dist []int // dist less one
}

// fill sets probabilities to one half.
func fill(all ...[]uint16) {
	for _, p := range all {
		for i := range p {
			p[i] = half
		}
	}
}

func (e *encoder) init() {
	for i := range e.literal {
		fill(e.literal[i][:])
	}
	for i := range e.slots {
		fill(e.slots[i][:])
	}
	fill(e.isMatch[:], e.isRep[:], e.isRep0[:], e.isRep1[:], e.isRep2[:], e.rep0Long[:], e.special[:], e.align[:])
	for _, l := range []*lengths{&e.match, &e.rep} {
		l.choice, l.choice2 = half, half
		fill(l.low[:], l.mid[:], l.high[:])
	}
	e.head4, e.head3, e.head2 = make([]int32, 1<<18), make([]int32, 1<<16), make([]int32, 1<<16)
	e.before = make([]int32, len(e.data)+1)
}

// shiftLow writes what is certain of low.
func (e *encoder) shiftLow() {
	if uint32(e.low) < 0xFF000000 || e.low>>32 != 0 {
		carry := byte(e.low >> 32)
		for b := e.cache; e.cacheSize > 0; e.cacheSize-- {
			e.out = append(e.out, b+carry)
			b = 0xFF
		}
		e.cache = byte(e.low >> 24)
	}
	e.cacheSize++
	e.low = e.low & 0x00FFFFFF << 8
}

// bit codes a bit, and adapts its probability.
func (e *encoder) bit(p *uint16, b int) {
	bound := e.rng >> 11 * uint32(*p)
	if b == 0 {
		e.rng = bound
		*p += (2048 - *p) >> 5
	} else {
		e.low += uint64(bound)
		e.rng -= bound
		*p -= *p >> 5
	}
	for e.rng < 1<<24 {
		e.rng <<= 8
		e.shiftLow()
	}
}

// tree codes n bits of v, the highest first.
func (e *encoder) tree(p []uint16, n, v int) {
	m := 1
	for i := n - 1; i >= 0; i-- {
		b := v >> i & 1
		e.bit(&p[m], b)
		m = m<<1 | b
	}
}

// reverse codes n bits of v, the lowest first. The probabilities begin at p[at+1].
func (e *encoder) reverse(p []uint16, at, n, v int) {
	m := 1
	for range n {
		b := v & 1
		e.bit(&p[at+m], b)
		m = m<<1 | b
		v >>= 1
	}
}

// length codes a length.
func (e *encoder) length(l *lengths, n int) {
	switch n -= minMatch; {
	case n < 8:
		e.bit(&l.choice, 0)
		e.tree(l.low[:], 3, n)
	case n < 16:
		e.bit(&l.choice, 1)
		e.bit(&l.choice2, 0)
		e.tree(l.mid[:], 3, n-8)
	default:
		e.bit(&l.choice, 1)
		e.bit(&l.choice2, 1)
		e.tree(l.high[:], 8, n-16)
	}
}

// slotOf returns the class of a distance less one: its highest two bits and their place.
func slotOf(d int) int {
	if d < 4 {
		return d
	}
	k := bits.Len(uint(d)) - 1
	return 2*k + d>>(k-1)&1
}

// distance codes a distance, less one, of a match of a length.
func (e *encoder) distance(d, n int) {
	slot := slotOf(d)
	e.tree(e.slots[min(n-minMatch, 3)][:], 6, slot)
	if slot < 4 {
		return
	}
	k := slot/2 - 1
	base := (2 | slot&1) << k
	rest := d - base
	if slot < 14 {
		e.reverse(e.special[:], base-slot-1, k, rest)
		return
	}
	for i := k - 1; i >= 4; i-- {
		e.rng >>= 1
		if rest>>i&1 == 1 {
			e.low += uint64(e.rng)
		}
		for e.rng < 1<<24 {
			e.rng <<= 8
			e.shiftLow()
		}
	}
	e.reverse(e.align[:], 0, 4, rest&15)
}

// literalNow codes the next byte.
func (e *encoder) literalNow() {
	e.bit(&e.isMatch[e.state], 0)
	before := byte(0)
	if e.pos > 0 {
		before = e.data[e.pos-1]
	}
	p := &e.literal[before>>(8-lc)]
	if e.state < 7 {
		e.tree(p[:], 8, int(e.data[e.pos]))
	} else {
		match := int(e.data[e.pos-e.reps[0]-1])
		symbol, offset := int(e.data[e.pos])|0x100, 0x100
		for symbol < 0x10000 {
			match <<= 1
			e.bit(&p[offset+match&offset+symbol>>8], symbol>>7&1)
			symbol <<= 1
			offset &= ^(match ^ symbol)
		}
	}
	e.state = afterLiteral(e.state)
	e.pos++
}

// afterLiteral returns the state after a literal.
func afterLiteral(state int) int {
	switch {
	case state < 4:
		return 0
	case state < 10:
		return state - 3
	}
	return state - 6
}

// after returns the state after a match, given those after literals and after a match.
func after(state, literals, match int) int {
	if state < 7 {
		return literals
	}
	return match
}

// matchNow codes a match.
func (e *encoder) matchNow(d, n int) {
	e.bit(&e.isMatch[e.state], 1)
	e.bit(&e.isRep[e.state], 0)
	e.state = after(e.state, 7, 10)
	e.length(&e.match, n)
	e.distance(d, n)
	e.reps = [4]int{d, e.reps[0], e.reps[1], e.reps[2]}
	e.pos += n
}

// repNow codes a match with one of the last distances; of length 1 only with the last.
func (e *encoder) repNow(i, n int) {
	e.bit(&e.isMatch[e.state], 1)
	e.bit(&e.isRep[e.state], 1)
	if i == 0 {
		e.bit(&e.isRep0[e.state], 0)
		e.bit(&e.rep0Long[e.state], min(n-1, 1))
	} else {
		e.bit(&e.isRep0[e.state], 1)
		e.bit(&e.isRep1[e.state], min(i-1, 1))
		if i > 1 {
			e.bit(&e.isRep2[e.state], i-2)
		}
		e.reps = again(e.reps, i)
	}
	e.pos += n
	if n == 1 {
		e.state = after(e.state, 9, 11)
		return
	}
	e.state = after(e.state, 8, 11)
	e.length(&e.rep, n)
}

// again returns the last distances after a match with one of them.
func again(reps [4]int, i int) [4]int {
	d := reps[i]
	copy(reps[1:i+1], reps[:i])
	reps[0] = d
	return reps
}

// same returns how many bytes at two positions are equal, up to maxMatch.
func (e *encoder) same(a, b int) (n int) {
	for n < maxMatch && b+n < len(e.data) && e.data[a+n] == e.data[b+n] {
		n++
	}
	return n
}

// find returns the matches at a position, and puts it into the tables.
func (e *encoder) find(at int) *matches {
	m := &matches{}
	for ; e.found <= at; e.found++ {
		i := e.found
		if i+4 > len(e.data) {
			continue
		}
		v := binary.LittleEndian.Uint32(e.data[i:])
		h4, h3, h2 := v*2654435761>>14, v<<8*2654435761>>16, v&0xFFFF
		if i == at {
			best := 1
			try := func(j int) {
				if n := e.same(j, i); n > best {
					best = n
					m.length, m.dist = append(m.length, n), append(m.dist, i-j-1)
				}
			}
			if j := int(e.head2[h2]) - 1; j >= 0 {
				try(j)
			}
			if j := int(e.head3[h3]) - 1; j >= 0 {
				try(j)
			}
			j := int(e.head4[h4]) - 1
			for range depth {
				if j < 0 || best >= nice {
					break
				}
				if i+best < len(e.data) && e.data[j+best] == e.data[i+best] {
					try(j)
				}
				j = int(e.before[j]) - 1
			}
		}
		e.before[i] = e.head4[h4]
		e.head4[h4], e.head3[h3], e.head2[h2] = int32(i+1), int32(i+1), int32(i+1)
	}
	return m
}
