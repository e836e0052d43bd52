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
	// Callback is the name of the method.
	Callback string
	// Path leads from the root to the node. Move is the callback's argument, or
	// NoMove.
	Path []goengine.Move
	Move goengine.Move
	// Cause is the value of the panic.
	Cause any
}

// Error names the callback and the node on one line.
func (e *CallbackError) Error() string {
	what, where := e.Callback, "at the root"
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

// guarded calls callbacks and records which of them is running.
type guarded struct {
	Callbacks
	engine  string
	running string // the name of a method, empty between the calls
	node    Node
	move    goengine.Move
}

// recover turns a callback's panic into the error of a search, for use in a
// defer. Other panics go on.
func (g *guarded) recover(r *Result, err *error) {
	if g.running == "" {
		return
	}
	cause := recover()
	if cause == nil {
		return // runtime.Goexit, as by a test's FailNow
	}
	*r, *err = Result{}, &CallbackError{
		Engine: g.engine, Callback: g.running, Path: g.node.Path(nil), Move: g.move, Cause: cause,
	}
}

func (g *guarded) enter(name string, n Node, m goengine.Move) {
	g.running, g.node, g.move = name, n, m
}

// Generated is one of Callbacks.
func (g *guarded) Generated(n Node, count int) {
	g.enter("Generated", n, goengine.NoMove)
	g.Callbacks.Generated(n, count)
	g.running = ""
}

// Scored is one of Callbacks.
func (g *guarded) Scored(n Node, m goengine.Move, value int16) int16 {
	g.enter("Scored", n, m)
	value = g.Callbacks.Scored(n, m, value)
	g.running = ""
	return value
}

// Priced is one of Callbacks.
func (g *guarded) Priced(n Node, m goengine.Move, c goengine.Category, price uint8) uint8 {
	g.enter("Priced", n, m)
	price = g.Callbacks.Priced(n, m, c, price)
	g.running = ""
	return price
}

// BetaTest is one of Callbacks.
func (g *guarded) BetaTest(n Node, m goengine.Move, value, alpha, beta int16) int16 {
	g.enter("BetaTest", n, m)
	value = g.Callbacks.BetaTest(n, m, value, alpha, beta)
	g.running = ""
	return value
}

// AlphaTest is one of Callbacks.
func (g *guarded) AlphaTest(n Node, m goengine.Move, value, alpha int16) {
	g.enter("AlphaTest", n, m)
	g.Callbacks.AlphaTest(n, m, value, alpha)
	g.running = ""
}

// Best is one of Callbacks.
func (g *guarded) Best(n Node, m goengine.Move) {
	g.enter("Best", n, m)
	g.Callbacks.Best(n, m)
	g.running = ""
}

// Iteration is one of Callbacks.
func (g *guarded) Iteration(n Node, sx uint8, score int16, best goengine.Move) {
	g.enter("Iteration", n, best)
	g.Callbacks.Iteration(n, sx, score, best)
	g.running = ""
}
