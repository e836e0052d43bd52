package lab

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// The verdicts on a claim that was measured.
const (
	Held     = "held"
	Fails    = "**fails**"
	NotShown = "not shown"
)

// Verdict is the rule by which a 95% interval decides whether something that is claimed to be above 0 was found to be so:
// held if the whole interval is above 0, fails if the whole of it is below, else not shown. That includes an interval
// with a bound of 0, and one that is not known (NaN).
func Verdict(low, high float64) string {
	switch {
	case low > 0:
		return Held
	case high < 0:
		return Fails
	}
	return NotShown
}

// VerdictOn is the rule for a figure that a text gives: held if it lies in the 95% interval of what was measured, fails if
// it lies outside, not shown if the interval is not known.
func VerdictOn(figure, low, high float64) string {
	switch {
	case low <= figure && figure <= high:
		return Held
	case figure < low, figure > high:
		return Fails
	}
	return NotShown
}

// Agreed writes several verdicts: as one if all are the same, else each by its words in named, which say what it is on.
func Agreed(verdicts, named []string) string {
	if len(verdicts) > 0 && !slices.ContainsFunc(verdicts, func(v string) bool { return v != verdicts[0] }) {
		return verdicts[0]
	}
	return strings.Join(named, ", ")
}

// Elo writes a difference in Elo with its 95% interval and the number of games. A bound beyond 9,999 is written as three
// dots.
func Elo(elo, low, high float64, games int) string {
	return fmt.Sprintf("%+.0f (%s to %s, %d games)", elo, bound(low, "…"), bound(high, "…"), games)
}

// EloInterval writes a difference in Elo with its 95% interval alone, for tables with many of them. A bound beyond 9,999 is
// infinite.
func EloInterval(elo, low, high float64) string {
	return fmt.Sprintf("%+.0f (%s..%s)", elo, bound(low, "-inf"), bound(high, "inf"))
}

// bound writes a bound of an interval in Elo, as far if it is beyond 9,999.
func bound(elo float64, far string) string {
	if math.Abs(elo) > 9999 {
		return far
	}
	return fmt.Sprintf("%+.0f", elo)
}

// Verdict returns the verdict on the claim that what the sample is of is above 0 in the mean.
func (s Sample) Verdict() string {
	return Verdict(s.Mean()-s.Error95(), s.Mean()+s.Error95())
}

// Claims is the table of a text's claims: the claim, what was measured, the verdict and how sure it is.
type Claims struct{ b strings.Builder }

// Row adds a claim.
func (c *Claims) Row(claim, measured, verdict, sure string) {
	if c.b.Len() == 0 {
		c.b.WriteString("| claim | measured | verdict | how sure |\n|---|---|---|---|\n")
	}
	fmt.Fprintf(&c.b, "| %s | %s | %s | %s |\n", claim, measured, verdict, sure)
}

// String returns the table in Markdown.
func (c *Claims) String() string { return c.b.String() }
