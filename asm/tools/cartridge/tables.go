package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/searchex/searchex/asm/tools/internal/data"
)

// levels are the seconds a move that a player can choose; 0: one iteration.
var levels = []byte{0, 1, 2, 5, 10, 30, 60, 180}

// start is the initial position in the form that set_position reads.
var start = []byte("\x03\x05\x04\x02\x01\x04\x05\x03" + strings.Repeat("\x06", 8) + strings.Repeat("\x00", 32) +
	strings.Repeat("\x0C", 8) + "\x09\x0B\x0A\x08\x07\x0A\x0B\x09" + "\x00\x0F\xFF\x00")

// generate returns ui_gen.s of a machine, given the folder of the texts and pictures: the machine's pictures, then what all
// have.
func (t target) generate(dir string) ([]byte, error) {
	var s strings.Builder
	comment := t.Comment
	fmt.Fprintf(&s, "%s ui_gen.s - written by make %s from asm/%s and the profiles; do not edit\n\n", comment, t.Folder, shared)
	s.WriteString("        .section .uidata, \"a\"\n\n")
	write := func(label, what string, b []byte) {
		fmt.Fprintf(&s, "        .global %s\n", label)
		data.Write(&s, comment, "0x", label, what, b)
	}
	if err := t.pictures(dir, write); err != nil {
		return nil, err
	}
	profiles, err := data.Profiles(t.profiles...)
	if err != nil {
		return nil, err
	}
	write("profiles", strings.Join(t.profiles, ", then ")+".", profiles)
	write("levels", "Seconds a move; 0: one iteration.", levels)
	write("start_position", "The initial position, as set_position reads it.", start)
	err = t.texts(&s, filepath.Join(dir, "texts.txt"))
	return []byte(s.String()), err
}

// texts writes the texts of a machine.
func (t target) texts(s *strings.Builder, file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n")[1:] {
		label, words, ok := strings.Cut(line, " ")
		if !ok || words == "" {
			return fmt.Errorf("texts.txt: %q: want a label and a text", line)
		}
		if machine, own, ok := strings.Cut(label, ":"); ok {
			if label = own; machine != t.Folder {
				continue
			}
		}
		fmt.Fprintf(s, "        .global text_%[1]s\ntext_%[1]s:\n        .asciz  %[2]q\n", label, words)
	}
	return nil
}

// size is how many dots wide and high a man is in pieces.txt.
const size = 16

// picture is which dots of a man are set, by row.
type picture [size][size]bool

// readMen returns the pictures in pieces.txt, each of which stands behind its name.
func readMen(dir string) (men []picture, err error) {
	text, err := os.ReadFile(filepath.Join(dir, "pieces.txt"))
	if err != nil {
		return nil, err
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")[1:]
	names := strings.Fields("king queen rook bishop knight pawn")
	if want := (1 + size) * len(names); len(lines) != want {
		return nil, fmt.Errorf("pieces.txt: %d lines behind the first: want %d", len(lines), want)
	}
	for i, name := range names {
		part := lines[(1+size)*i:][:1+size]
		if part[0] != name {
			return nil, fmt.Errorf("pieces.txt: %q: want %s", part[0], name)
		}
		var p picture
		for row, dots := range part[1:] {
			if len(dots) != size || strings.Trim(dots, ".#") != "" {
				return nil, fmt.Errorf("pieces.txt: %s: %q: want %d of . and #", name, dots, size)
			}
			for column, dot := range dots {
				p[row][column] = dot == '#'
			}
		}
		men = append(men, p)
	}
	return men, nil
}

// picturesOfMSX writes the men as tiles of a bit a dot.
func picturesOfMSX(dir string, write func(label, what string, b []byte)) error {
	men, err := readMen(dir)
	if err != nil {
		return err
	}
	var tiles []byte
	for _, man := range men {
		for tile := range 4 {
			for row := range 8 {
				var b byte
				for column := range 8 {
					b <<= 1
					if man[tile/2*8+row][tile%2*8+column] {
						b |= 1
					}
				}
				tiles = append(tiles, b)
			}
		}
	}
	write("men", "By kind: four tiles, from the left, then the lower ones.", tiles)
	return nil
}
