package rules

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// A move whose letter means another piece in English is refused as foreign, and one slip in an
// English game leaves its other moves as they are.
func TestForeignLetters(t *testing.T) {
	for moves, want := range map[string]string{
		"e4 e5 Nf3 Nc6 Bb5 a6 O-O Rd1 Pe4 e8=Q": "",
		"Kd1 Rd1 Pe4":                           "", // may be any language, and English
		"e4 e5 Sf3 Sc6 Lb5 Ke7 Dd8 Txe8+ e8D":   "Sf3 Sc6 Lb5 Dd8 Txe8+ e8D: German",
		"e4 e5 Pf3 Pc6 Lb5 Kd8":                 "Pf3 Pc6 Lb5: Dutch",
		"e4 e5 Cf3 Cc6 Fb5 Rd8 Ta1":             "Cf3 Cc6 Fb5 Rd8 Ta1: French",
		"Cf3 Ab5 Rd8":                           "Cf3 Ab5 Rd8: Spanish or Italian",
		"Td1 Rd8":                               "Td1 Rd8: French, Spanish or Italian",
		"Td1 Kd8":                               "Td1: German or Dutch",
		"Nf3 Rd1 Pe4 Ta1 Rd2":                   "Ta1: German, Dutch, French, Spanish or Italian", // a slip
		"Sf3 Fc6 Rd1":                           "Sf3: German; Fc6: French",                       // a mixture
	} {
		f := ForeignLetters(strings.Fields(moves)...)
		var parts []string
		last := ""
		for _, m := range strings.Fields(moves) {
			if f == nil {
				break
			}
			err := f.Err(m)
			if err == nil {
				continue
			}
			_, name, _ := strings.Cut(err.Error(), " of ")
			name, _, _ = strings.Cut(name, " notation")
			if n := len(parts); n > 0 && name == last {
				parts[n-1] += " " + m
			} else {
				if n > 0 {
					parts[n-1] += ": " + last
				}
				parts = append(parts, m)
			}
			last = name
		}
		if n := len(parts); n > 0 {
			parts[n-1] += ": " + last
		}
		assert.Equal(t, want, strings.Join(parts, "; "), moves)
	}
}

// The move that is meant is named in English.
func TestForeignMovesAreTranslated(t *testing.T) {
	for move, want := range map[string]string{
		"Sf3": "Nf3", "Lxb5+": "Bxb5+", "Tae1": "Rae1", "D:h7#": "Q:h7#", "e8D": "e8Q", "bxa8=D+": "bxa8=Q+", "e8(S)": "e8(N)", "Aa4": "Ba4", "Fd3!": "Bd3!",
	} {
		assert.ErrorContains(t, ForeignLetters(move).Err(move), "want English letters, here "+want)
	}
}
