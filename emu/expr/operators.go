package expr

import "math"

// level is a set of operators of two numbers.
type level map[string]func(a, b int64) int64

var (
	comparisons = level{
		"==": func(a, b int64) int64 { return truth(a == b) }, "!=": func(a, b int64) int64 { return truth(a != b) },
		"<": func(a, b int64) int64 { return truth(a < b) }, "<=": func(a, b int64) int64 { return truth(a <= b) },
		">": func(a, b int64) int64 { return truth(a > b) }, ">=": func(a, b int64) int64 { return truth(a >= b) },
	}
	sums = level{
		"+": func(a, b int64) int64 { return inRange(float64(a)+float64(b), a+b) },
		"-": func(a, b int64) int64 { return inRange(float64(a)-float64(b), a-b) },
		"|": func(a, b int64) int64 { return a | b }, "^": func(a, b int64) int64 { return a ^ b },
	}
	terms = level{
		"*": func(a, b int64) int64 { return inRange(float64(a)*float64(b), a*b) },
		"/": func(a, b int64) int64 { return a / divisor(b) }, "%": func(a, b int64) int64 { return a % divisor(b) },
		"&":  func(a, b int64) int64 { return a & b },
		"<<": func(a, b int64) int64 { return inRange(math.Ldexp(float64(a), shift(b)), a<<shift(b)) }, ">>": func(a, b int64) int64 { return a >> shift(b) },
	}
)

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// limit bounds the numbers of an expression, from -limit to limit.
const limit = 1 << 62

// inRange returns n, which is about the given number.
func inRange(about float64, n int64) int64 {
	if math.Abs(about) > limit {
		NoValue("a number beyond 2^62")
	}
	return n
}

func divisor(n int64) int64 {
	if n == 0 {
		NoValue("division by zero")
	}
	return n
}

func shift(n int64) int {
	if n < 0 || n > 63 {
		NoValue("a shift by %d: want 0 to 63", n)
	}
	return int(n)
}

// signed returns the lowest bits of a number as two's complement.
func signed(n int64, bits int) int64 { return n << (64 - bits) >> (64 - bits) }
