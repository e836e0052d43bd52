// Package hostbridge puts every engine, the Go reference and each machine, behind
// one interface, and lets the same callbacks watch and change their searches.
//
//	engine, err := hostbridge.New("z80")
//	...
//	engine.Attach(callbacks)
//	result, err := engine.Search(ctx, goengine.NewGame(position), &profile, goengine.Limits{Nodes: 20_000})
//
// # Events
//
// A search reports its events: a node's moves are generated, a move is scored, then
// priced, its value is compared with beta and alpha, it is the best so far, an
// iteration is finished. [Callbacks] get each as a [goengine.Event], with its
// [Node]: the moves that lead to it, its window, its budget, its moves. Values
// are in score units, 64 to the pawn, for the side to move at the node's ply. A
// callback may
//
//   - thin out a node's moves (Node.Keep at EventGenerated),
//   - change a static value (Event.Value at EventScored), an SXDEC (Event.Price at
//     EventPriced), or the value that is compared with the window (Event.Value at
//     EventBeta),
//   - stop the search (Node.Stop).
//
// The effect is the same on every engine, event for event. On a machine an event is
// a labelled instruction, hook_generated and so on, and the emulator has a
// breakpoint at its address, which costs no emulated cycle. To watch is to read: the
// host changes a register, a byte or the program counter only if a callback has
// changed the event. [SearchTwice] checks that a search without
// callbacks finds the same in the same cycles. A callback that panics, or keeps a
// move that doesn't exist, ends its search with a [CallbackError]; the engine can
// search again.
//
// [goengine.EventHash] hashes all events into one number. [DecisionRecorder] and
// [PrincipalVariation] rebuild the principal variation from the "best so far"
// events alone. A [Follower] is a progress listener, without the cost of
// callbacks.
//
// # Reading order
//
//   - engine.go: the interface, and what a search returns.
//   - registry.go: the engines that exist, and how one is made.
//   - reference.go: the Go engine behind the interface; model.go: its time.
//   - machine.go: the engine of any machine. A layout (layout.go, bytelayout.go) has
//     the facts in which the programs differ; z80.go, m6502.go and m68k.go fill it.
//   - hooks.go: the table of hooks; machinewatch.go and machinenode.go: hooks as
//     events and nodes; guarded.go: callbacks that panic.
//   - follow.go, machinefollow.go: progress, and when a search ends.
//   - place.go: where a machine stands.
//   - task.go, twice.go: a search as a value, and made with and without callbacks.
//   - visits.go: the cycles of a machine by kind of node.
//
// Packages built on it: [github.com/searchex/searchex/hostbridge/equal] compares
// engines, .../cycles accounts for cycles, .../cost fits the models, .../window runs
// the trees of "A Window into Sargon", and .../random draws positions, profiles and
// searches.
//
// To add a CPU, write its layout and an entry in [Kinds].
package hostbridge
