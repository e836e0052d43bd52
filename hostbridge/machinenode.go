package hostbridge

import (
	"slices"

	"github.com/searchex/searchex/goengine"
)

// machineNode is a Node in a machine's memory.
type machineNode struct {
	e     *machineEngine
	path  [goengine.MaxPly + 1]goengine.Move // priced last at each ply
	lists []*rawList                         // those that Generated is about
}

// Ply implements Node.
func (n *machineNode) Ply() int { return int(n.e.m.Read(n.e.sym.Ply)) }

// Path implements Node.
func (n *machineNode) Path(line []goengine.Move) []goengine.Move {
	return append(line, n.path[:n.Ply()]...)
}

// Window implements Node.
func (n *machineNode) Window() (alpha, beta int16) {
	return n.e.layout.nodeScore(n.e.sym.NAlpha), n.e.layout.nodeScore(n.e.sym.NBeta)
}

// Budget implements Node.
func (n *machineNode) Budget() (own, other uint8) {
	return n.e.layout.nodeByte(n.e.sym.NSx), n.e.layout.nodeByte(n.e.sym.NOther)
}

// Static implements Node.
func (n *machineNode) Static() int16 { return n.e.layout.nodeScore(n.e.sym.NStatic) }

// Stop implements Node.
func (n *machineNode) Stop() { n.e.m.Write(n.e.sym.StopFlag, 1) }

// count returns the number of moves.
func (n *machineNode) count() int {
	count := 0
	for _, l := range n.lists {
		count += (int(l.end()) - int(l.begin())) / int(l.size)
	}
	return count
}

// Moves implements Node.
func (n *machineNode) Moves(moves []goengine.Move) []goengine.Move {
	for _, l := range n.lists {
		for at, end := l.begin(), l.end(); at < end; at += l.size {
			moves = append(moves, l.move(at))
		}
	}
	return moves
}

// Keep implements Node.
func (n *machineNode) Keep(moves []goengine.Move) {
	kept := goengine.KeptMoves(n.Moves(nil), moves)
	if !slices.Contains(kept, false) {
		return
	}
	for _, l := range n.lists {
		to, end := l.begin(), l.end()
		for at := to; at < end; at += l.size {
			if kept[0] {
				l.copy(to, at)
				to += l.size
			}
			kept = kept[1:]
		}
		l.setEnd(to)
	}
}

// noLine clears the principal variation of the ply below the node.
func (n *machineNode) noLine() { n.e.m.Write(n.e.sym.PvLen+uint32(n.Ply())+1, 0) }
