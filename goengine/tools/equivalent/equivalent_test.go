package equivalent

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParse(t *testing.T) {
	got, err := Parse("x.txt", "# A list.\n\n# a.s\na.s f: x | y -> +1 (2)\n    Why: `z`.\na.s g: #3 -> never\nb.s h: q -> -1\n    The same.\n")
	require.NoError(t, err)
	require.Equal(t, map[string]string{"a.s f: x | y -> +1 (2)": "Why: `z`.", "a.s g: #3 -> never": "The same.", "b.s h: q -> -1": "The same."}, got)
}

// A line that the parser does not understand is refused: passed over it would let a mutant survive,
// or lose its reason.
func TestParseRefuses(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"# x\n  why\n", "x.txt:2: this reason follows no mutant"},
		{"a\n  why\n  more\n", "x.txt:3: this reason follows no mutant"},
		{"a\n\nb\n  why\n", `x.txt:2: "a" has no reason: want it indented on the next line`},
		{"a\n# b\n  why\n", `x.txt:2: "a" has no reason: want it indented on the next line`},
		{"a\nb\na\n  why\n", `x.txt:3: "a" is listed twice`},
		{"a\n  why\nb\n", `x.txt:3: "b" has no reason: want it indented on the next line`},
		{"a\n  why\na\n  why\n", `x.txt:3: "a" is listed twice`},
	} {
		_, err := Parse("x.txt", c.text)
		require.EqualError(t, err, c.want)
	}
}
