package prove

import "fmt"

// Record is an array that begins at an address which a pointer holds: a whole number of its lengths into a region of memory
// where only such arrays lie.
type Record struct{ Pointer, Region string }

// recordAt stands for the address of the record at hand. What lies there has no address of its own in a proof.
const recordAt = 1 << 40

// window is the record of a case.
type window struct {
	pointer  *Term
	length   uint64
	from, to uint64 // the region
}

// region are the addresses of a record's region.
func (b *Book) region(r Record) (from, to uint64) {
	at, n, err := b.Program.span(r.Region)
	if err != nil {
		panic(err)
	}
	if at&0xFF != 0 || n&0xFF != 0 {
		panic("the region of records " + r.Region + " is no whole pages")
	}
	return at, at + uint64(n)
}

// open gives a machine the record of a contract, if it has one.
func (b *Book) open(m *Machine, params []param) {
	for _, p := range params {
		r, ok := b.Records[p.place]
		if !ok {
			continue
		}
		from, to := b.region(r)
		w := &window{length: uint64(p.length), from: from, to: to}
		for _, a := range b.bytesAt(r.Pointer, 2) {
			if w.pointer == nil {
				w.pointer = m.at(a)
			} else {
				w.pointer = Concat(m.at(a), w.pointer)
			}
		}
		for _, q := range params {
			if at := b.bytesAtEach(q); q.length > 0 && at < to && from < at+uint64(q.length) {
				panic(fmt.Sprintf("the array %s lies among the records", q.name))
			}
		}
		m.window = w
	}
}

// bytesAtEach is where a parameter in memory begins, 0 for others.
func (b *Book) bytesAtEach(p param) uint64 {
	if p.length == 0 {
		return 0
	}
	return b.bytesAt(p.place, 1)[0]
}

// pointers are what the bytes of a record's pointer may be.
func (b *Book) pointers(p param) map[uint64]*domain {
	r := b.Records[p.place]
	from, to := b.region(r)
	low, high := &domain{}, &domain{}
	for a := from; a < to; a++ {
		if a%uint64(p.length) == 0 {
			low.add(a & 0xFF)
			high.add(a >> 8)
		}
	}
	at := b.bytesAt(r.Pointer, 2)
	return map[uint64]*domain{at[0]: low, at[1]: high}
}

// offset is how far an address is into the record at hand.
func (m *Machine) offset(at *Term) (uint64, bool) {
	switch {
	case m.window == nil:
	case at == m.window.pointer:
		return 0, true
	case at.op == "bvadd" && at.args[0] == m.window.pointer && at.args[1].isConst() && at.args[1].val < m.window.length:
		return at.args[1].val, true
	}
	return 0, false
}

// among reports whether an address is one where only records lie.
func (m *Machine) among(at uint64) bool {
	return m.window != nil && at >= m.window.from && at < m.window.to
}

// real is the address of a byte in a memory that is known.
func (b *Book) real(at uint64, memory []byte) uint64 {
	if at < recordAt {
		return at
	}
	for _, r := range b.Records {
		p := b.bytesAt(r.Pointer, 2)
		at += uint64(memory[p[0]]) | uint64(memory[p[1]])<<8
	}
	return at - recordAt
}
