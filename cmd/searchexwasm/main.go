//go:build js && wasm

// Searchexwasm is package session as WebAssembly, for a Web Worker: cmd/internal/web has
// the page. make site builds it.
package main

import (
	"context"
	"syscall/js"
	"time"

	"github.com/searchex/searchex/cmd/internal/play/thinker"
	"github.com/searchex/searchex/cmd/internal/session"
	"github.com/searchex/searchex/hostbridge"
)

// yieldEvery is the least time between two yields of a search: the longest that a message
// of the page waits, and seldom enough to cost nothing worth naming.
const yieldEvery = 12 * time.Millisecond

// worker is the worker's scope, with postMessage, and the functions of worker.js.
var worker = js.Global()

// readGuest reads programs that a page brings, if this program can.
var readGuest func(name string, files map[string][]byte) (*hostbridge.EngineKind, error)

func main() {
	ticker := time.NewTicker(session.BeatEvery)
	s := session.New(context.Background(), session.Options{
		Clock: thinker.HostClock{}, Yield: yielder(), Seed: uint64(time.Now().UnixNano()), Beat: ticker.C, Guest: readGuest,
	}, func(message []byte) { worker.Call("postMessage", string(message)) })
	inbox := make(chan []byte, 1024)
	worker.Set("receive", js.FuncOf(func(_ js.Value, args []js.Value) any {
		select { // a callback must not block
		case inbox <- []byte(args[0].String()):
			return true
		default:
			return false
		}
	}))
	worker.Call("ready")
	for message := range inbox {
		s.Receive(message)
	}
}

// yielder returns a function that lets the worker's messages arrive: a search would keep
// the only thread there is. pause, of worker.js, calls back in the worker's next task,
// without the delay of a timer.
func yielder() func() {
	last := time.Now()
	return func() {
		if time.Since(last) < yieldEvery {
			return
		}
		woken := make(chan struct{})
		resume := js.FuncOf(func(js.Value, []js.Value) any {
			close(woken)
			return nil
		})
		worker.Call("pause", resume)
		<-woken
		resume.Release()
		last = time.Now()
	}
}
