package userfile

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A text is the same whatever its line ends, its encoding and its mark at the end.
func TestTextsAsPeopleHaveThem(t *testing.T) {
	for in, want := range map[string]string{
		"a\nb\n": "a\nb\n", "a\r\nb\r\n": "a\nb\n", "a\rb\r": "a\nb\n", "a\r\rb": "a\n\nb", "\uFEFFa\n": "a\n", "a\n\x1A": "a", "a\x1A\r\n\x1A": "a",
		"a\x1Ab\n": "a\x1Ab\n", "Gr\xFCnfeld\n": "Grünfeld\n", "Gr\xFCn \x96\nGrün\n": "Grün –\nGrün\n", "8/8\u00A0w\n": "8/8 w\n", "8/8\xA0w": "8/8 w", "": "",
	} {
		got, err := Text([]byte(in))
		require.NoError(t, err, "%q", in)
		assert.Equal(t, want, got, "%q", in)
	}
	for in, want := range map[string]error{"\xFF\xFEa\x00": ErrUTF16, "\xFE\xFF\x00a": ErrUTF16, "a\x00b": ErrNoText} {
		_, err := Text([]byte(in))
		assert.ErrorIs(t, err, want, "%q", in)
	}
}
