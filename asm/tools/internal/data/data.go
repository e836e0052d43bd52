// Package data writes tables of bytes in assembly for the tools of real machines.
package data

import (
	"fmt"
	"slices"
	"strings"

	"github.com/searchex/searchex/goengine"
)

// Write writes a labelled table. comment begins a comment, prefix a hexadecimal number.
func Write(s *strings.Builder, comment, prefix, label, what string, b []byte) {
	fmt.Fprintf(s, "%s %s\n%s:\n", comment, what, label)
	for values := range slices.Chunk(b, 16) {
		var f []string
		for _, x := range values {
			f = append(f, fmt.Sprintf("%s%02X", prefix, x))
		}
		fmt.Fprintf(s, "        .byte   %s\n", strings.Join(f, ", "))
	}
	s.WriteString("\n")
}

// Profiles returns the bytes of profiles, one after the other.
func Profiles(names ...string) (b []byte, err error) {
	for _, name := range names {
		p, err := goengine.ParseProfile(name)
		if err != nil {
			return nil, err
		}
		b = append(b, p.Bytes()...)
	}
	return b, nil
}
