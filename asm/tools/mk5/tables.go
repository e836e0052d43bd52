package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/asm/tools/internal/data"
)

// generate returns tables_gen.s: the places of all segments by glass.txt, the letters, and the profiles.
func generate(dir string) ([]byte, error) {
	text, err := os.ReadFile(filepath.Join(dir, "glass.txt"))
	if err != nil {
		return nil, err
	}
	glass, err := asm.ParseGlass("glass.txt", string(text))
	if err != nil {
		return nil, err
	}
	var s strings.Builder
	s.WriteString("; tables_gen.s - written by make mk5 from glass.txt and the profiles; do not edit\n\n")
	s.WriteString("        .export place_of, mask_of, font, profiles, uniform_profile\n\n        .segment \"MONTABLE\"\n\n")
	var places, masks []byte
	for _, g := range glass {
		shift := g.Shift()
		places = append(places, byte(shift/2*8+g.Row))
		masks = append(masks, byte(1<<(2*g.Chip+shift%2)))
	}
	data.Write(&s, ";", "$", "place_of", "By segment: 8 times its run in the display's buffer, and its row.", places)
	data.Write(&s, ";", "$", "mask_of", "By segment: its bit in that byte.", masks)
	var font []byte
	for c := range 64 {
		w := glyph(byte(' ' + c))
		font = append(font, byte(w), byte(w>>8))
	}
	data.Write(&s, ";", "$", "font", "The segments of the characters from the blank on, low byte first.", font)
	profiles, err := data.Profiles("sx81", "tuned")
	if err != nil {
		return nil, err
	}
	data.Write(&s, ";", "$", "profiles", "sx81, then tuned.", profiles)
	uniform, err := data.Profiles("uniform")
	if err != nil {
		return nil, err
	}
	data.Write(&s, ";", "$", "uniform_profile", "uniform, for problems.", uniform)
	return []byte(s.String()), nil
}

// keys returns keys_gen.inc: the numbers of the keys that the monitor knows by name.
func keys() []byte {
	var s strings.Builder
	s.WriteString("; keys_gen.inc - written by make mk5 from asm.MK5Keys; do not edit\n\n; Keys by number: row*6 + bit.\n")
	for number, k := range asm.MK5Keys {
		if k.Label != "" {
			fmt.Fprintf(&s, "%-11s = %-2d%14s %s\n", "KEY_"+k.Label, number, ";", k.Name)
		}
	}
	fmt.Fprintf(&s, "%-11s = $FF\n", "NO_KEY")
	return []byte(s.String())
}

// letters has the segments of each character: a top, b and c right, d bottom, e and f left, g and h the middle's halves,
// i j k the upper diagonal, vertical and diagonal, l m n the lower ones, o the point.
var letters = map[byte]string{
	'A': "abcefgh", 'B': "abcdhjm", 'C': "adef", 'D': "abcdjm", 'E': "adefg", 'F': "aefg", 'G': "acdefh", 'H': "bcefgh",
	'I': "adjm", 'J': "bcde", 'K': "efgkn", 'L': "def", 'M': "bcefik", 'N': "bcefin", 'O': "abcdef", 'P': "abefgh",
	'Q': "abcdefn", 'R': "abefghn", 'S': "acdfgh", 'T': "ajm", 'U': "bcdef", 'V': "efkl", 'W': "bcefln", 'X': "ikln",
	'Y': "ikm", 'Z': "adkl", '0': "abcdefkl", '1': "bc", '2': "abdegh", '3': "abcdh", '4': "bcfgh", '5': "acdfgh",
	'6': "acdefgh", '7': "abc", '8': "abcdefgh", '9': "abcdfgh", '-': "gh", '.': "o", '?': "abhm", '!': "jo", ':': "jm",
}

// glyph returns the segments of a character, a in bit 0.
func glyph(c byte) (w uint16) {
	for _, seg := range letters[c] {
		w |= 1 << (seg - 'a')
	}
	return w
}
