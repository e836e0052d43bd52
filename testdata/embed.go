// Package testdata holds positions, perft tables and games, as files and embedded.
package testdata

import "embed"

// Files are the EPD files of this folder, and openings.txt.
//
//go:embed *.epd openings.txt
var Files embed.FS
