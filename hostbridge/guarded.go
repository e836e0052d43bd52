package hostbridge

import (
	"fmt"
	"strings"

	"github.com/searchex/searchex/goengine"
)

// CallbackError is the error of a search that a callback's panic ended. The engine
// can search again.
type CallbackError struct {
	Engine string
	// Kind and Move are the event's.
	Kind goengine.EventKind
	Move goengine.Move
	// Path leads from the root to the node.
	Path []goengine.Move
	// Cause is the value of the panic.
	Cause any
}

// errorNames are the names of events in errors.
var errorNames = [...]string{"Ended", "Generated", "Scored", "Priced", "BetaTest", "AlphaTest", "Best", "Iteration"}

// Error names the event and the node on one line.
func (e *CallbackError) Error() string {
	what, where := errorNames[e.Kind], "at the root"
	if e.Move != goengine.NoMove {
		what += " of " + e.Move.String()
	}
	if len(e.Path) > 0 {
		where = "after " + strings.Trim(fmt.Sprint(e.Path), "[]")
	}
	return fmt.Sprintf("%s: callback %s %s: %v", e.Engine, what, where, e.Cause)
}

// Unwrap returns the cause if it is an error.
func (e *CallbackError) Unwrap() error {
	err, _ := e.Cause.(error)
	return err
}

// Guarded calls callbacks of an engine and records at which event they are running.
type Guarded struct {
	Callbacks
	// Engine is the engine's name.
	Engine  string
	running bool
	node    Node
	kind    goengine.EventKind
	move    goengine.Move
}

// Recover turns a callback's panic into the error of a search, for use in a
// defer. Other panics go on.
func (g *Guarded) Recover(r *Result, err *error) {
	if !g.running {
		return
	}
	cause := recover()
	if cause == nil {
		return // runtime.Goexit, as by a test's FailNow
	}
	*r, *err = Result{}, &CallbackError{Engine: g.Engine, Kind: g.kind, Move: g.move, Path: g.node.Path(nil), Cause: cause}
}

// Event implements Callbacks.
func (g *Guarded) Event(n Node, ev *goengine.Event) {
	g.running, g.node, g.kind, g.move = true, n, ev.Kind, ev.Move
	g.Callbacks.Event(n, ev)
	g.running = false
}
