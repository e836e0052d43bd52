// Package words writes for people what somebody else has named.
package words

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Short cuts a text to n characters.
func Short(s string, n int) string { return Cut(s, n, "…") }

// Cut is Short, with what stands for the end of a text that is cut.
func Cut(s string, n int, dots string) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return strings.TrimRight(string(r[:max(n-utf8.RuneCountInString(dots), 0)]), " ,") + dots
}

// maxSuggested is the greatest number of names that an error suggests.
const maxSuggested = 3

// Nearest lists the known names with the least edit distance from name, as in "a or b". Upper
// and lower case are the same.
func Nearest(name string, known []string) string {
	var names []string
	const longest = 100 // no known name is longer, and the time grows with the length
	from := []rune(strings.ToLower(name))
	from = from[:min(len(from), longest)]
	least := 0
	for _, k := range known {
		d := edits(from, []rune(strings.ToLower(k)))
		if len(names) == 0 || d < least {
			names, least = nil, d
		}
		if d == least && len(names) < maxSuggested {
			names = append(names, k)
		}
	}
	return strings.Join(names, " or ")
}

// edits returns the edit distance of two texts: the number of characters to insert,
// remove or replace, and of neighbours to exchange, that make one of the other.
func edits(a, b []rune) int {
	previous, row := []int(nil), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range a {
		beforePrevious := previous
		previous, row = row, slices.Clone(row)
		row[0] = i + 1
		for j, y := range b {
			replaced := previous[j]
			if x != y {
				replaced++
			}
			row[j+1] = min(previous[j+1]+1, row[j]+1, replaced)
			if i > 0 && j > 0 && x == b[j-1] && a[i-1] == y {
				row[j+1] = min(row[j+1], beforePrevious[j-1]+1)
			}
		}
	}
	return row[len(b)]
}
