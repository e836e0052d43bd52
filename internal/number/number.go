// Package number writes numbers for people.
package number

import (
	"fmt"
	"strconv"
)

// Tenths rounds x, which is not negative, to one decimal, as JSON output has all
// means.
func Tenths(x float64) float64 { return float64(int64(x*10+0.5)) / 10 }

// Thousands returns n with commas between the thousands: 1,234,567.
func Thousands(n uint64) string {
	s := strconv.FormatUint(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Hex returns n in hexadecimal with its sign: $1F, -$1F.
func Hex(n int64) string {
	if n < 0 {
		return fmt.Sprintf("-$%X", -n)
	}
	return fmt.Sprintf("$%X", n)
}
