package report

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func environment(vars map[string]string) func(string) string {
	return func(name string) string { return vars[name] }
}

func TestAScreenIsAsTheEnvironmentSays(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "file"))
	require.NoError(t, err)
	defer f.Close()
	for columns, want := range map[string]int{"60": 60, "": 0, "0": 0, "-3": 0, "wide": 0} {
		assert.Equal(t, want, NewScreen(f, f, environment(map[string]string{"COLUMNS": columns})).Width, columns)
	}
	assert.True(t, NewScreen(f, f, environment(map[string]string{"LC_ALL": "C"})).ASCII)
	assert.False(t, NewScreen(f, f, environment(map[string]string{"LANG": "C.UTF-8"})).ASCII)
}

func TestTextComesOutInASCIIHoweverItIsCut(t *testing.T) {
	const text = "a ≥ b … Grünfeld █ 漢 \xff!\n"
	for size := 1; size <= len(text); size++ {
		var b bytes.Buffer
		s := &Screen{Writer: &b, ASCII: true}
		for rest := text; rest != ""; {
			n := min(size, len(rest))
			wrote, err := s.Write([]byte(rest[:n]))
			require.NoError(t, err)
			require.Equal(t, n, wrote)
			rest = rest[n:]
		}
		assert.Equal(t, "a >= b ... Grunfeld # ? ?!\n", b.String(), size)
	}
}

func TestJSONInASCIISaysTheSame(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, JSON(&Screen{Writer: &b, ASCII: true}, map[string]string{"é": "≠ 𝄞 <&>\u2028"}))
	assert.Equal(t, `{"\u00e9":"\u2260 \ud834\udd1e <&>\u2028"}`+"\n", b.String())
}

func TestXMLInASCIISaysTheSame(t *testing.T) {
	assert.Equal(t, "<text>&#8805; 1</text>", string(ASCIIXML([]byte("<text>≥ 1</text>"))))
}

func TestLinesThatAreTooWideAreFolded(t *testing.T) {
	s := &Screen{Width: 20}
	assert.Equal(t, "short\n", s.Fold("short\n"))
	assert.Equal(t, "value   the mover's\n        view, in\n        pawns\n", s.Fold("value   the mover's view, in pawns\n"))
	assert.Equal(t, "a line of words that\n  goes on\n\nlast", s.Fold("a line of words that goes on\n\nlast"))
	assert.Equal(t, "a line of words that goes on", (&Screen{}).Fold("a line of words that goes on"))
}
