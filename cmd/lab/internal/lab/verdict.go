package lab

import (
	"fmt"
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
