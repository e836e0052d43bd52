// Package testdata holds positions, perft tables, games and models, as files
// and embedded.
package testdata

import "embed"

// Files are the EPD files of this folder, and in the folder models the models of package
// window.
//
//go:embed *.epd models/*.json
var Files embed.FS

// Openings is openings.txt. It is not among Files, so that the page in WebAssembly does not
// carry it.
//
//go:embed openings.txt
var Openings string

// Lab are raw results of experiments, in the folder lab. They are not among Files, so
// that programs without a laboratory don't carry them: 1.9 MB.
//
//go:embed lab/*.jsonl
var Lab embed.FS
