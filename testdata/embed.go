// Package testdata holds positions, perft tables, games and models, as files
// and embedded.
package testdata

import "embed"

// Files are the EPD files of this folder, openings.txt, and in the folder
// models the models of package window with the recorded logs of their runs.
//
//go:embed *.epd openings.txt models/*.json models/*.log
var Files embed.FS

// Lab are raw results of experiments, in the folder lab. They are not among Files, so
// that programs without a laboratory don't carry them: 1.5 MB.
//
//go:embed lab/*.jsonl
var Lab embed.FS
