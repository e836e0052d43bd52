package goengine

import (
	"fmt"
	"hash/crc32"
	"sync"

	"github.com/searchex/searchex/internal/insides"
)

// rootNet returns the network of profile "net". Callers share it.
var rootNet = sync.OnceValue(func() *insides.Net {
	n, err := readNet(rootNetWeights, rootNetSum, rootNetShape)
	if err != nil {
		panic(err) // a test reads the same bytes
	}
	return n
})

// readNet returns a network with weights: those of In, Out and, if it is Alone, Ground, a
// byte each. shape has the rest of it, and sum is the CRC-32 of the weights.
func readNet(weights string, sum uint32, shape insides.Net) (*insides.Net, error) {
	in, size := 768*shape.Hidden, 1152*shape.Hidden
	want := size
	if shape.Alone {
		want += 6 * 64
	}
	if got := crc32.ChecksumIEEE([]byte(weights)); len(weights) != want || got != sum {
		return nil, fmt.Errorf("network: rootnetweights.bin is damaged: %d bytes with CRC-32 %08x: want %d with %08x, as rootnetweights.go says: take both from one commit, or write both by lab net",
			len(weights), got, want, sum)
	}
	all := make([]int8, len(weights))
	for i := range all {
		all[i] = int8(weights[i])
	}
	n := shape
	n.In, n.Out, n.Ground = all[:in], all[in:size], all[size:]
	return &n, checkNet(&n)
}

// hidden returns the hidden values of a side by a network.
func hidden(n *insides.Net, p *Position, side Side) (g [insides.MaxHidden]uint8) {
	var sum [insides.MaxHidden]int16
	copy(sum[:n.Hidden], n.Bias[side^p.side])
	for id, sq := range p.square {
		if sq == NoSquare {
			continue
		}
		piece := (id>>4^int(side))*6 + int(p.kind[id])
		for k, w := range netIn(n, piece, netSquare(side, sq)) {
			sum[k] += int16(w)
		}
	}
	for k, s := range sum[:n.Hidden] {
		g[k] = uint8(min(max(s, 0), insides.NetOne))
	}
	return g
}

// netSquare returns the index of a square in a side's view.
func netSquare(side Side, sq Square) int {
	sq = view(side, sq)
	return int(sq>>4<<3 | sq&7)
}

// netIn returns the weights of a man of the root.
func netIn(n *insides.Net, piece, square int) []int8 {
	i := (piece*64 + square) * n.Hidden
	return n.In[i : i+n.Hidden]
}

// netOut returns the weights of an entry of the tables.
func netOut(n *insides.Net, kind, square int) []int8 {
	i := (kind*64 + square) * n.Hidden
	return n.Out[i : i+n.Hidden]
}

// netTables adds a network's tables for the position at the root. Where a side has its
// king alone it adds nothing: the builder's tables drive that king to mate. It returns the
// number of hidden values of both sides that are not 0.
func netTables(n *insides.Net, t *tables, p *Position) (lit int) {
	var men [2]int
	for id, sq := range p.square {
		if sq != NoSquare {
			men[id>>4]++
		}
	}
	if men[White] == 1 || men[Black] == 1 {
		return 0
	}
	for side := White; side <= Black; side++ {
		g := hidden(n, p, side)
		for _, v := range g[:n.Hidden] {
			if v != 0 {
				lit++
			}
		}
		for kind := range 6 {
			for square := range 64 {
				sum := int16(insides.NetOne / 2)
				for k, u := range netOut(n, kind, square) {
					sum += int16(u) * int16(g[k])
				}
				at := view(side, Square(square>>3<<4|square&7))
				e := &t[int(side)*6+kind][at]
				ground := int16(*e)
				if n.Alone {
					ground = tableBias + int16(n.Ground[kind*64+square])
				}
				*e = uint8(min(max(ground+sum>>6, 0), 255))
			}
		}
	}
	return lit
}

// checkNet returns an error if a network has another shape than its number of hidden values
// says, or if a sum of its weights could exceed 16 bits.
func checkNet(n *insides.Net) error {
	k := n.Hidden
	ground := 0
	if n.Alone {
		ground = 6 * 64
	}
	switch {
	case k < 1 || k > insides.MaxHidden:
		return fmt.Errorf("network: %d hidden values: want 1 to %d", k, insides.MaxHidden)
	case len(n.In) != 768*k || len(n.Out) != 384*k || len(n.Bias[0]) != k || len(n.Bias[1]) != k || len(n.Ground) != ground:
		return fmt.Errorf("network: %d, %d, %d+%d and %d weights: want %d, %d, %d+%d and %d for %d hidden values",
			len(n.In), len(n.Out), len(n.Bias[0]), len(n.Bias[1]), len(n.Ground), 768*k, 384*k, k, k, ground, k)
	}
	if in := greatestIn(n); in > 32767 {
		return fmt.Errorf("network: a hidden value may be %d: want at most 32767", in)
	}
	if out := greatestOut(n); out > 32767 {
		return fmt.Errorf("network: the sum for an entry may be %d: want at most 32767", out)
	}
	return nil
}

// greatestIn bounds the sums for hidden values: a square has one man at most, and a board 32.
// Any partial sum is within the bound.
func greatestIn(n *insides.Net) int {
	greatest := 0
	for k := range n.Hidden {
		var by [64]int // the greatest weight of a man on each square
		for i := range 768 {
			by[i%64] = max(by[i%64], magnitude(int(n.In[i*n.Hidden+k])))
		}
		sum := max(magnitude(int(n.Bias[0][k])), magnitude(int(n.Bias[1][k])))
		for range 32 {
			most := 0
			for i := range by {
				if by[i] > by[most] {
					most = i
				}
			}
			sum += by[most]
			by[most] = 0
		}
		greatest = max(greatest, sum)
	}
	return greatest
}

// greatestOut bounds the sums for entries of the tables, before they are divided by NetOne.
// Any partial sum is within the bound.
func greatestOut(n *insides.Net) int {
	greatest := 0
	for i := range 384 {
		sum := insides.NetOne / 2
		for _, u := range n.Out[i*n.Hidden : (i+1)*n.Hidden] {
			sum += insides.NetOne * magnitude(int(u))
		}
		greatest = max(greatest, sum)
	}
	return greatest
}

// magnitude returns the absolute value.
func magnitude(v int) int { return max(v, -v) }
