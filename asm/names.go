package asm

import "strings"

// GoNames returns the two names that a label's function may have in the Go engine: generate_moves is generateMoves or
// GenerateMoves. Where Go has both, the second is the exported form of the first.
func GoNames(label string) (unexported, exported string) {
	for word := range strings.SplitSeq(label, "_") {
		if word != "" {
			exported += strings.ToUpper(word[:1]) + word[1:]
		}
	}
	if exported == "" {
		return "", ""
	}
	return strings.ToLower(exported[:1]) + exported[1:], exported
}
