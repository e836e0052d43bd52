// Package goengine is a chess engine on the SEX algorithm (Search EXtension; Levy,
// Broughton and Taylor, ICCA Journal 12(1), 1989). It is also the executable
// specification of the engines in asm/: what these compute, in which order and with
// which integer widths, is defined here. It therefore works as an 8-bit machine
// would, with piece lists, small tables and one block of state for each ply.
//
// A program needs a [Game] of a [Position], which [ParseFEN] reads, a [Profile], [Limits] and
// [Engine.Search]. [Callbacks] watch and change a search. doc.go has the reading order.
//
// # Units
//
// A square is a byte in 0x88 numbering: rank<<4 | file, a1 = 0x00, h8 = 0x77. A
// score is a signed 16-bit number of 64ths of a pawn; exchanges are counted in
// sixteenths of a pawn ([SwapUnit]). The depth of a search is a budget in SX, an
// unsigned byte: each move has a price, its SXDEC, and is followed up while the
// budget lasts.
//
// A node, wherever nodes are counted, is a move evaluated: it has got its static
// value. A visit is a position entered, what other engines call a node. The type
// [Node] is what a callback sees of a position that is being searched.
package goengine

// Reading order
//
//   - The position: board.go, tables.go, move.go, fen.go, key.go, game.go.
//   - The rules: attack.go finds checks and pins; movegen.go generates captures and
//     promotions, quiet.go the other moves; legal.go; perft.go.
//   - The evaluation: eval.go, terms.go and kingterms.go build tables at the root,
//     with what the network of rootnet*.go adds; score.go applies them to a move;
//     swapoff.go evaluates exchanges, with the attack map of hits.go; losing.go.
//   - A node: search.go has the types and node, which decides how a position is
//     searched: pass.go (static null-move pruning), cache.go and early.go (moves
//     tried before any are generated), all moves at once, or in parts.
//   - Its list: list.go gives each move a category and an order, with half.go and
//     glance.go; price.go turns the category into a price.
//   - A child: try.go picks moves from the list and follows them up.
//   - A leaf: scan.go evaluates moves that end the line, and frontiers, where all do.
//   - The root: root.go raises the budget from iteration to iteration.
//   - The limits: limitReached in search.go; meter.go counts what a search
//     does, so that a model of a machine can express it in clock cycles.
//   - Events: event.go, callbacks.go, node.go, eventhash.go. Profiles: profile*.go.
//
// The files probe*.go, shared*.go and source.go are what Position.Probe opens to
// the tests and tools of this module, in package internal/probe.
