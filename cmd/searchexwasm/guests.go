//go:build js && wasm && guests

package main

import "github.com/searchex/searchex/hostbridge/guest"

// What reads descriptions and symbols is a sixth of the program. A page fetches the program that has
// it when its user brings one.
func init() { readGuest = guest.Load }
