package stats

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// SPRT is a sequential probability ratio test: it ends a match as soon as the
// games tell whether the first player is stronger by Elo1 or more, or by Elo0
// or less, logistic Elo; Alpha is the risk of the former where the latter is
// true, Beta the reverse.
type SPRT struct {
	Elo0, Elo1  float64
	Alpha, Beta float64
}

// ParseSPRT reads "elo0,elo1" or "elo0,elo1,alpha,beta"; the risks are 0.05
// unless given.
func ParseSPRT(s string) (SPRT, error) {
	t := SPRT{Alpha: 0.05, Beta: 0.05}
	f := strings.Split(s, ",")
	into := []*float64{&t.Elo0, &t.Elo1, &t.Alpha, &t.Beta}
	if len(f) != 2 && len(f) != 4 {
		return t, fmt.Errorf("%q: want elo0,elo1 or elo0,elo1,alpha,beta", s)
	}
	for i, word := range f {
		x, err := strconv.ParseFloat(strings.TrimSpace(word), 64)
		if err != nil || math.IsNaN(x) || math.Abs(x) > 1000 {
			return t, fmt.Errorf("%q: %q is not a number from -1000 to 1000", s, word)
		}
		*into[i] = x
	}
	switch {
	case t.Elo1 <= t.Elo0:
		return t, fmt.Errorf("%q: elo1 must be more than elo0", s)
	case !(t.Alpha > 0 && t.Alpha < 0.5 && t.Beta > 0 && t.Beta < 0.5):
		return t, fmt.Errorf("%q: alpha and beta must lie between 0 and 0.5", s)
	}
	return t, nil
}

// String is what ParseSPRT reads.
func (t SPRT) String() string {
	return fmt.Sprintf("%g,%g,%g,%g", t.Elo0, t.Elo1, t.Alpha, t.Beta)
}

// Bounds are those of the log-likelihood ratio (Wald 1945): at or below lower
// Elo0 is accepted, at or above upper Elo1.
func (t SPRT) Bounds() (lower, upper float64) {
	return math.Log(t.Beta / (1 - t.Alpha)), math.Log((1 - t.Beta) / t.Alpha)
}

// LLR is the log-likelihood ratio of Elo1 against Elo0 after the games of a
// score. It is the generalised one (GSPRT) for the trinomial model: each
// hypothesis fixes the expected score s alone, and the frequencies of win, draw
// and loss take their most likely values under it, which are
//
//	q_i = p_i / (1 + x (a_i - s))     a = 1, ½, 0; p the observed frequencies
//
// with the x for which the q_i sum to 1 and have the mean s; then
//
//	LLR = N Σ p_i log(q_i(s1) / q_i(s0))
//
// Source: M. Van den Bergh, "A Practical Introduction to the GSPRT" and
// "Comments on Normalized Elo" (cantate.be/Fishtest), proposition 1.1; it is
// LLRcalc.LLR in fishtest. As there, a result that was not seen counts as seen a
// thousandth of a time, so that one-sided scores have an LLR.
func (t SPRT) LLR(s Score) float64 {
	if s.Games() == 0 {
		return 0
	}
	results := [3]float64{float64(s.Wins), float64(s.Draws), float64(s.Losses)}
	n := 0.0
	for i := range results {
		results[i] = max(results[i], 1e-3)
		n += results[i]
	}
	var p [3]float64
	for i := range p {
		p[i] = results[i] / n
	}
	q0, q1 := likeliest(p, expected(t.Elo0)), likeliest(p, expected(t.Elo1))
	llr := 0.0
	for i := range p {
		llr += p[i] * math.Log(q1[i]/q0[i])
	}
	return n * llr
}

// points are what win, draw and loss score.
var points = [3]float64{1, 0.5, 0}

// expected is the score that a rating difference lets expect.
func expected(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// likeliest returns the frequencies with the mean s that make the observed
// frequencies p most likely. The root x lies between the poles of its equation,
// Σ p_i (a_i - s) / (1 + x (a_i - s)) = 0, whose left side falls all the way.
func likeliest(p [3]float64, s float64) (q [3]float64) {
	low, high := -1/(1-s), 1/s
	for range 100 {
		x := (low + high) / 2
		sum := 0.0
		for i := range p {
			sum += p[i] * (points[i] - s) / (1 + x*(points[i]-s))
		}
		if sum > 0 {
			low = x
		} else {
			high = x
		}
	}
	x := (low + high) / 2
	for i := range p {
		q[i] = p[i] / (1 + x*(points[i]-s))
	}
	return q
}

// Verdict is what an SPRT says: 1 for Elo1, -1 for Elo0, 0 not yet.
func (t SPRT) Verdict(s Score) int {
	lower, upper := t.Bounds()
	switch llr := t.LLR(s); {
	case llr >= upper:
		return 1
	case llr <= lower:
		return -1
	}
	return 0
}
