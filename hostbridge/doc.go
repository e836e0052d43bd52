// Package hostbridge gives every engine, the Go reference and each machine,
// one face, and lets the same callbacks watch and change what they search.
//
//	engine, err := hostbridge.New("z80")
//	...
//	engine.Attach(callbacks)
//	result, err := engine.Search(goengine.NewGame(position), &profile, goengine.Limits{Nodes: 20_000})
//
// A search announces its events: a node's moves are generated, a move is
// scored, then priced, its value is held against beta and alpha, it is the best
// so far, an iteration is finished. [Callbacks] has a method for each; embed
// [goengine.NoCallbacks] and write those that are wanted. With every event comes
// the [Node] at hand: the moves that lead to it, its window, its budget, its
// moves. Values are in score units, 64 to the pawn, from the view of the side
// that moves at the node's ply. A callback may
//
//   - thin a node's moves (Node.Keep in Generated),
//   - replace a static value (Scored), an SXDEC (Priced), or the value that is
//     held against the window (BetaTest),
//   - stop the search (Node.Stop).
//
// What it does has the same effect on every engine, event for event. On a
// machine an event is a labelled instruction, hook_generated and so on, which
// the emulator watches by its address: no emulated cycle is spent on it. To
// watch is to read: the host changes a register, a byte or the program counter
// only where a callback has returned something else than it was told, and
// [SearchTwice] demands that a search finds the same, in the same cycles, when
// nobody watches. A
// callback that panics, or keeps a move that isn't there, ends its search with
// a [CallbackError]; the engine is as good as before.
//
// [goengine.EventHash] rolls all events into a number, [FirstDifference] finds
// where two engines part, [Decisions] and [PrincipalVariation] rebuild the
// principal variation from the "best so far" decisions alone, and package window
// runs made-up trees. A [Follower] hears of iterations only.
//
// [Kinds] are the engines that exist. An engine on a machine is one type over a
// layout, the facts in which a CPU's program differs (z80.go); to add a CPU is to
// write its layout and an entry in Kinds.
package hostbridge
