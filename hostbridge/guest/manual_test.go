package guest

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The manual documents each key of a description, in the section of its table, and each number of an expression; and nothing
// that there is not.
func TestTheManualHasEveryKey(t *testing.T) {
	b, err := os.ReadFile("../../docs/manual/guests.md")
	require.NoError(t, err)
	sections := strings.Split(string(b), "\n## ")[1:]
	code := regexp.MustCompile("`([^`\n]+)`")
	section := func(table string) string {
		for _, s := range sections {
			if title, _, _ := strings.Cut(s, "\n"); strings.Contains(title, "`["+table+"]`") {
				return s
			}
		}
		return ""
	}
	known := map[string][]string{} // words of the keys by section
	for _, key := range allKeys() {
		table, rest, _ := strings.Cut(key, ".")
		words := strings.Split(rest, ".")
		known[section(table)] = append(known[section(table)], words...)
		if table == "labels" || slices.Contains(noEffect, key) {
			assert.NotEmpty(t, section(table), key)
			continue
		}
		assert.Contains(t, section(table), "`"+words[len(words)-1]+"`", "docs/manual/guests.md, %s", key)
	}
	for s, words := range known {
		for line := range strings.Lines(s) {
			head, _, ok := strings.Cut(line, "`: ")
			if !ok || !strings.HasPrefix(line, "- `") {
				continue
			}
			for _, m := range code.FindAllStringSubmatch(head+"`", -1) {
				assert.Contains(t, words, m[1], line)
			}
		}
	}
	for name := range values {
		assert.Equal(t, name != cellValue, strings.Contains(string(b), "`"+name+"`"), name)
	}
}
