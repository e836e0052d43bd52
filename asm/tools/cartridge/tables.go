package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/searchex/searchex/asm/tools/internal/data"
)

// generateMSX returns ui_gen.s: the men as tiles, and the profiles.
func generateMSX(dir string) ([]byte, error) {
	text, err := os.ReadFile(filepath.Join(dir, "..", shared, "pieces.txt"))
	if err != nil {
		return nil, err
	}
	tiles, err := readPieces(string(text))
	if err != nil {
		return nil, fmt.Errorf("pieces.txt: %w", err)
	}
	var s strings.Builder
	s.WriteString("; ui_gen.s - written by make msx from pieces.txt and the profiles; do not edit\n\n")
	s.WriteString("        .global men, profiles\n\n        .section .uidata, \"a\"\n\n")
	data.Write(&s, "0x", "men", "By kind: four tiles, from the left, then the lower ones.", tiles)
	profiles, err := data.Profiles("sx81", "tuned")
	if err != nil {
		return nil, err
	}
	data.Write(&s, "0x", "profiles", "sx81, then tuned.", profiles)
	return []byte(s.String()), nil
}

// readPieces returns the tiles of six pictures of 16 lines of 16 dots, each behind its name.
func readPieces(text string) (tiles []byte, err error) {
	lines := strings.Split(strings.TrimSpace(text), "\n")[1:]
	names := strings.Fields("king queen rook bishop knight pawn")
	if want := 17 * len(names); len(lines) != want {
		return nil, fmt.Errorf("%d lines behind the first: want %d", len(lines), want)
	}
	for i, name := range names {
		picture := lines[17*i : 17*i+17]
		if picture[0] != name {
			return nil, fmt.Errorf("%q: want %s", picture[0], name)
		}
		for tile := range 4 {
			for row := range 8 {
				dots := picture[1+tile/2*8+row]
				if len(dots) != 16 || strings.Trim(dots, ".#") != "" {
					return nil, fmt.Errorf("%s: %q: want 16 of . and #", name, dots)
				}
				var b byte
				for _, dot := range dots[tile%2*8 : tile%2*8+8] {
					b <<= 1
					if dot == '#' {
						b |= 1
					}
				}
				tiles = append(tiles, b)
			}
		}
	}
	return tiles, nil
}
