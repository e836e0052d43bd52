package clitest

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Block compares the block of a page between <!-- name --> and <!-- end --> with what it
// should be, or with update writes it there. hint says how a person does that.
func Block(t *testing.T, page, name, want string, update bool, hint string) {
	t.Helper()
	begin, end := "<!-- "+name+" -->\n", "<!-- end -->"
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	before, rest, found := strings.Cut(string(text), begin)
	require.True(t, found, page)
	have, after, found := strings.Cut(rest, end)
	require.True(t, found, page)
	if update {
		require.NoError(t, os.WriteFile(page, []byte(before+begin+want+end+after), 0o600))
		return
	}
	assert.Equal(t, want, have, "%s; after a change on purpose: %s", page, hint)
}
