package goengine

import "fmt"

// Net is a small network that adds to the root tables of each side. Hidden values of the
// root position select and scale tables of Out. A search evaluates it once.
//
// Squares are 0 (a1) to 63 (h8) from the view of the side whose tables are made; the other
// side sees the board with its ranks mirrored. A kind of piece is 0 to 5 for that side's
// men and 6 to 11 for the enemy's.
type Net struct {
	// Hidden is the number of hidden values, 1 to MaxHidden.
	Hidden int
	// Alone reports that the tables are Ground and the network, without the builder's.
	Alone bool
	// In is the weight of each man of the root in each hidden value, in 64ths, by kind,
	// square and hidden value.
	In []int8
	// Bias is added to the hidden values, first of the side to move at the root, then of
	// the other, in 64ths.
	Bias [2][]int16
	// Out is what each hidden value adds to a table at most, in score units, by kind,
	// square and hidden value.
	Out []int8
	// Ground is what the tables begin with, by kind and square, if Alone is set.
	Ground []int8
}

// MaxHidden is the greatest number of hidden values of a Net.
const MaxHidden = 32

// NetOne is a hidden value of 1. Hidden values are 0 to NetOne.
const NetOne = 64

// hidden returns the hidden values of a side.
func (n *Net) hidden(p *Position, side Side) (g [MaxHidden]uint8) {
	var sum [MaxHidden]int16
	copy(sum[:n.Hidden], n.Bias[side^p.side])
	for id, sq := range p.square {
		if sq == NoSquare {
			continue
		}
		piece := (id>>4^int(side))*6 + int(p.kind[id])
		for k, w := range n.in(piece, netSquare(side, sq)) {
			sum[k] += int16(w)
		}
	}
	for k, s := range sum[:n.Hidden] {
		g[k] = uint8(min(max(s, 0), NetOne))
	}
	return g
}

// netSquare returns the index of a square in a side's view.
func netSquare(side Side, sq Square) int {
	sq = view(side, sq)
	return int(sq>>4<<3 | sq&7)
}

// in returns the weights of a man of the root.
func (n *Net) in(piece, square int) []int8 {
	i := (piece*64 + square) * n.Hidden
	return n.In[i : i+n.Hidden]
}

// out returns the weights of an entry of the tables.
func (n *Net) out(kind, square int) []int8 {
	i := (kind*64 + square) * n.Hidden
	return n.Out[i : i+n.Hidden]
}

// netTables adds the network's tables for the position at the root. Where a side has its
// king alone it adds nothing: the builder's tables drive that king to mate. It returns the
// number of hidden values of both sides that are not 0.
func (n *Net) netTables(t *tables, p *Position) (lit int) {
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
		g := n.hidden(p, side)
		for _, v := range g[:n.Hidden] {
			if v != 0 {
				lit++
			}
		}
		for kind := range 6 {
			for square := range 64 {
				sum := int16(NetOne / 2)
				for k, u := range n.out(kind, square) {
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

// Check returns an error if the network has another shape than its number of hidden values
// says, or if a sum of its weights could exceed 16 bits.
func (n *Net) Check() error {
	k := n.Hidden
	ground := 0
	if n.Alone {
		ground = 6 * 64
	}
	switch {
	case k < 1 || k > MaxHidden:
		return fmt.Errorf("network: %d hidden values: want 1 to %d", k, MaxHidden)
	case len(n.In) != 768*k || len(n.Out) != 384*k || len(n.Bias[0]) != k || len(n.Bias[1]) != k || len(n.Ground) != ground:
		return fmt.Errorf("network: %d, %d, %d+%d and %d weights: want %d, %d, %d+%d and %d for %d hidden values",
			len(n.In), len(n.Out), len(n.Bias[0]), len(n.Bias[1]), len(n.Ground), 768*k, 384*k, k, k, ground, k)
	}
	if in := n.greatestIn(); in > 32767 {
		return fmt.Errorf("network: a hidden value may be %d: want at most 32767", in)
	}
	if out := n.greatestOut(); out > 32767 {
		return fmt.Errorf("network: the sum for an entry may be %d: want at most 32767", out)
	}
	return nil
}

// greatestIn bounds the sums for hidden values: a square has one man at most, and a board 32.
// Any partial sum is within the bound.
func (n *Net) greatestIn() int {
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
func (n *Net) greatestOut() int {
	greatest := 0
	for i := range 384 {
		sum := NetOne / 2
		for _, u := range n.Out[i*n.Hidden : (i+1)*n.Hidden] {
			sum += NetOne * magnitude(int(u))
		}
		greatest = max(greatest, sum)
	}
	return greatest
}

// magnitude returns the absolute value.
func magnitude(v int) int { return max(v, -v) }
