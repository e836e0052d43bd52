package main

import "math"

// The parse is that of the LZMA SDK's normal mode, without its looks beyond a literal: over a
// stretch of data it finds the cheapest way to each position, by the prices that the model has
// at the beginning of the stretch.

// stretchSize bounds the positions of a stretch, whose prices do not change.
const stretchSize = 2048

// bitUnit is the price of a bit.
const bitUnit = 64

// bitPrices are the prices of a bit whose probability is p, by p/16.
var bitPrices = func() (all [128]int32) {
	for i := range all {
		all[i] = int32(math.Round(-bitUnit * math.Log2((float64(i)+0.5)/128)))
	}
	return all
}()

// price returns the price of a bit.
func price(p uint16, b int) int32 {
	if b != 0 {
		p = 2048 - p
	}
	return bitPrices[p>>4]
}

// treePrice returns the price of n bits of v, the highest first.
func treePrice(p []uint16, n, v int) (sum int32) {
	m := 1
	for i := n - 1; i >= 0; i-- {
		b := v >> i & 1
		sum += price(p[m], b)
		m = m<<1 | b
	}
	return sum
}

// reversePrice returns the price of n bits of v, the lowest first.
func reversePrice(p []uint16, at, n, v int) (sum int32) {
	m := 1
	for range n {
		b := v & 1
		sum += price(p[at+m], b)
		m = m<<1 | b
		v >>= 1
	}
	return sum
}

// nearDistances is the number of distances whose price has one part only.
const nearDistances = 128

// prices are the prices of lengths and distances in a stretch.
type prices struct {
	match, rep [maxMatch + 1]int32
	near       [4][nearDistances]int32
	slot       [4][64]int32 // of greater distances, with the bits that cost one each
	align      [16]int32
}

// update takes the prices from the model.
func (t *prices) update(e *encoder) {
	lengthPrices(&t.match, &e.match)
	lengthPrices(&t.rep, &e.rep)
	for i := range t.align {
		t.align[i] = reversePrice(e.align[:], 0, 4, i)
	}
	for c := range t.slot {
		for slot := range t.slot[c] {
			t.slot[c][slot] = treePrice(e.slots[c][:], 6, slot)
		}
		for d := range nearDistances {
			slot := slotOf(d)
			t.near[c][d] = t.slot[c][slot]
			if slot >= 4 {
				k := slot/2 - 1
				base := (2 | slot&1) << k
				t.near[c][d] += reversePrice(e.special[:], base-slot-1, k, d-base)
			}
		}
		for slot := 14; slot < 64; slot++ {
			t.slot[c][slot] += int32(slot/2-1-4) * bitUnit
		}
	}
}

// lengthPrices computes the prices of all lengths.
func lengthPrices(t *[maxMatch + 1]int32, l *lengths) {
	for n := minMatch; n <= maxMatch; n++ {
		switch v := n - minMatch; {
		case v < 8:
			t[n] = price(l.choice, 0) + treePrice(l.low[:], 3, v)
		case v < 16:
			t[n] = price(l.choice, 1) + price(l.choice2, 0) + treePrice(l.mid[:], 3, v-8)
		default:
			t[n] = price(l.choice, 1) + price(l.choice2, 1) + treePrice(l.high[:], 8, v-16)
		}
	}
}

// distance returns the price of a distance, less one, of a match of a length.
func (t *prices) distance(d, n int) int32 {
	c := min(n-minMatch, 3)
	if d < nearDistances {
		return t.near[c][d]
	}
	return t.slot[c][slotOf(d)] + t.align[d&15]
}

// reached is the cheapest way to a position of a stretch.
type reached struct {
	price int32
	// length is that of the last step, rep which of the last distances it used, -1 for a
	// literal or another distance, which dist is, less one.
	length, rep, dist int
	// state and reps are those of the model after the way.
	state int
	reps  [4]int
}

// stretch codes what follows, up to a position that all good ways lead to.
func (e *encoder) stretch() {
	m := e.ahead
	if m == nil {
		m = e.find(e.pos)
	}
	e.ahead = nil
	if e.long(m) {
		return
	}
	e.prices.update(e)
	e.reached = append(e.reached[:0], reached{state: e.state, reps: e.reps})
	at := 0
	for {
		e.extend(at, m)
		if at++; at == len(e.reached)-1 {
			break // nothing leads beyond it
		}
		m = e.find(e.pos + at)
		if n := len(m.length); at == stretchSize || n > 0 && m.length[n-1] >= nice {
			e.ahead = m
			break
		}
	}
	steps := []reached{}
	for ; at > 0; at -= e.reached[at].length {
		steps = append(steps, e.reached[at])
	}
	for i := len(steps) - 1; i >= 0; i-- {
		switch s := &steps[i]; {
		case s.rep >= 0:
			e.repNow(s.rep, s.length)
		case s.length == 1:
			e.literalNow()
		default:
			e.matchNow(s.dist, s.length)
		}
	}
}

// long codes a match at once if it is a long one.
func (e *encoder) long(m *matches) bool {
	for i, d := range e.reps {
		if e.pos > d {
			if n := e.same(e.pos-d-1, e.pos); n >= nice {
				e.repNow(i, n)
				return true
			}
		}
	}
	if n := len(m.length); n > 0 && m.length[n-1] >= nice {
		e.matchNow(m.dist[n-1], m.length[n-1])
		return true
	}
	return false
}

// offer notes a way to a position of the stretch if it is the cheapest so far.
func (e *encoder) offer(from *reached, at int, r reached) {
	for len(e.reached) <= at {
		e.reached = append(e.reached, reached{price: math.MaxInt32})
	}
	if r.price >= e.reached[at].price {
		return
	}
	switch {
	case r.rep >= 0:
		r.reps = again(from.reps, r.rep)
		r.state = after(from.state, 8, 11)
		if r.length == 1 {
			r.state = after(from.state, 9, 11)
		}
	case r.length == 1:
		r.reps, r.state = from.reps, afterLiteral(from.state)
	default:
		r.reps = [4]int{r.dist, from.reps[0], from.reps[1], from.reps[2]}
		r.state = after(from.state, 7, 10)
	}
	e.reached[at] = r
}

// extend offers all steps from a position of the stretch, where there are some matches.
func (e *encoder) extend(at int, m *matches) {
	from := e.reached[at] // a copy: offers move them
	pos := e.pos + at
	if pos == len(e.data) {
		return
	}
	e.offer(&from, at+1, reached{price: from.price + price(e.isMatch[from.state], 0) + e.literalPrice(pos, &from), length: 1, rep: -1})
	match := from.price + price(e.isMatch[from.state], 1)
	for i, d := range from.reps {
		if pos <= d {
			continue
		}
		n := e.same(pos-d-1, pos)
		base := match + price(e.isRep[from.state], 1) + e.repPrice(&from, i)
		if i == 0 && n >= 1 {
			e.offer(&from, at+1, reached{price: base + price(e.rep0Long[from.state], 0), length: 1, rep: 0})
		}
		if i == 0 {
			base += price(e.rep0Long[from.state], 1)
		}
		for k := minMatch; k <= n; k++ {
			e.offer(&from, at+k, reached{price: base + e.prices.rep[k], length: k, rep: i})
		}
	}
	match += price(e.isRep[from.state], 0)
	k := minMatch
	for i, n := range m.length {
		for ; k <= n; k++ {
			e.offer(&from, at+k, reached{price: match + e.prices.match[k] + e.prices.distance(m.dist[i], k), length: k, rep: -1, dist: m.dist[i]})
		}
	}
}

// repPrice returns the price of saying which of the last distances it is.
func (e *encoder) repPrice(from *reached, i int) int32 {
	if i == 0 {
		return price(e.isRep0[from.state], 0)
	}
	p := price(e.isRep0[from.state], 1) + price(e.isRep1[from.state], min(i-1, 1))
	if i > 1 {
		p += price(e.isRep2[from.state], i-2)
	}
	return p
}

// literalPrice returns the price of a byte, without that of not being a match.
func (e *encoder) literalPrice(pos int, from *reached) (sum int32) {
	before := byte(0)
	if pos > 0 {
		before = e.data[pos-1]
	}
	p := &e.literal[before>>(8-lc)]
	if from.state < 7 {
		return treePrice(p[:], 8, int(e.data[pos]))
	}
	match := int(e.data[pos-from.reps[0]-1])
	symbol, offset := int(e.data[pos])|0x100, 0x100
	for symbol < 0x10000 {
		match <<= 1
		sum += price(p[offset+match&offset+symbol>>8], symbol>>7&1)
		symbol <<= 1
		offset &= ^(match ^ symbol)
	}
	return sum
}
