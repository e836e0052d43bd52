package emu

// Accesses counts what programs have done at each address of a machine's map.
type Accesses struct {
	// Reads and Writes count the bytes of data. An instruction's own bytes are
	// not data.
	Reads, Writes []uint64
	// Executed counts instructions by the address of their first byte.
	Executed []uint64

	// from and to bound what the CPU fetches of the instruction under way.
	from, to uint32
}

func newAccesses(size int) *Accesses {
	return &Accesses{Reads: make([]uint64, size), Writes: make([]uint64, size), Executed: make([]uint64, size)}
}

// Fetch says where the instruction that a CPU executes next has its bytes: reading
// them counts as no access.
func (a *Accesses) Fetch(addr, size uint32) { a.from, a.to = addr, addr+size }

// Read counts the reading of some bytes from an address on, Write the writing.
func (a *Accesses) Read(addr, size uint32) {
	for ; size > 0; addr, size = addr+1, size-1 {
		if addr < uint32(len(a.Reads)) && (addr < a.from || addr >= a.to) {
			a.Reads[addr]++
		}
	}
}

// Write counts the writing of some bytes from an address on.
func (a *Accesses) Write(addr, size uint32) {
	for ; size > 0; addr, size = addr+1, size-1 {
		if addr < uint32(len(a.Writes)) {
			a.Writes[addr]++
		}
	}
}

// StartCounting begins to count accesses, from the next run on, and returns the counts,
// which go on. It costs host time, no cycles.
func (m Machine) StartCounting() *Accesses {
	m.c.accesses = newAccesses(len(m.c.mem.data))
	return m.c.accesses
}

// StopCounting ends that and returns the counts, nil if nothing was counted.
func (m Machine) StopCounting() *Accesses {
	a := m.c.accesses
	m.c.accesses = nil
	return a
}
