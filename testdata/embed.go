// Package testdata holds positions, perft tables, games and models, as files
// and embedded.
package testdata

import "embed"

// Files are the EPD files of this folder, openings.txt, and in the folder
// models the models of package window with the recorded logs of their runs; in
// lab raw results of experiments.
//
//go:embed *.epd openings.txt models/*.json models/*.log lab/*.jsonl
var Files embed.FS
