package report

import (
	"fmt"
	"strings"
	"time"

	"github.com/searchex/searchex/internal/number"
	"github.com/searchex/searchex/internal/words"
)

// Sentence lists names as a sentence does: go, z80 and 6502.
func Sentence(names []string) string {
	if n := len(names) - 1; n > 0 {
		return strings.Join(names[:n], ", ") + " and " + names[n]
	}
	return strings.Join(names, "")
}

// Nearest lists the known names that are most like a name, as in "a or b".
func Nearest(name string, known []string) string { return words.Nearest(name, known) }

// Plural is a number of things.
func Plural(n int, what string) string {
	if n != 1 {
		if strings.HasSuffix(what, "ch") {
			what += "e"
		}
		what += "s"
	}
	return Int(n) + " " + what
}

func PerSecond(n uint64, d time.Duration) float64 {
	if d <= 0 {
		return 0
	}
	return float64(n) / d.Seconds()
}

// FirstOf joins at most n texts.
func FirstOf(texts []string, n int) string {
	s := strings.Join(texts[:min(n, len(texts))], "; ")
	if len(texts) > n {
		s += fmt.Sprintf("; and %d more", len(texts)-n)
	}
	return s
}

// Digits is a number with three digits at least, its thousands apart.
func Digits(x float64) string {
	switch {
	case x < 9.995:
		return fmt.Sprintf("%.2f", x)
	case x < 99.95:
		return fmt.Sprintf("%.1f", x)
	}
	return Whole(x)
}

// Tenths keeps one decimal.
func Tenths(x float64) float64 { return number.Tenths(x) }

// Whole is a number without decimals, its thousands apart.
func Whole(x float64) string { return Count(uint64(x + 0.5)) }
