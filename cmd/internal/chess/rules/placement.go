package rules

import "strings"

// Placement returns the first field of a FEN. man returns the letter of the man on a square,
// 0 for none; ranks and files are 0 to 7.
func Placement(man func(rank, file int) byte) string {
	var b strings.Builder
	for rank := 7; rank >= 0; rank-- {
		empty := byte(0)
		for file := range 8 {
			c := man(rank, file)
			if c == 0 {
				empty++
				continue
			}
			if empty > 0 {
				b.WriteByte('0' + empty)
			}
			empty = 0
			b.WriteByte(c)
		}
		if empty > 0 {
			b.WriteByte('0' + empty)
		}
		if rank > 0 {
			b.WriteByte('/')
		}
	}
	return b.String()
}
