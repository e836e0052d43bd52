package stats

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// SPRT is a sequential probability ratio test. It ends a match as soon as the pairs of games
// decide between two hypotheses: that the first player is stronger by Elo1, or by Elo0.
// Alpha is the risk of accepting Elo1 if Elo0 is true, Beta the reverse. Elo is logistic,
// or normalised if Normalized is set.
type SPRT struct {
	Elo0, Elo1  float64
	Alpha, Beta float64
	Normalized  bool
}

// normalized is the word for normalised Elo in the text of an SPRT.
const normalized = "normalized"

// ParseSPRT reads "elo0,elo1" or "elo0,elo1,alpha,beta", optionally followed by
// "normalized". The default of the risks is 0.05.
func ParseSPRT(s string) (SPRT, error) {
	t := SPRT{Alpha: 0.05, Beta: 0.05}
	f := strings.Split(s, ",")
	if last := len(f) - 1; strings.TrimSpace(f[last]) == normalized {
		t.Normalized, f = true, f[:last]
	}
	into := []*float64{&t.Elo0, &t.Elo1, &t.Alpha, &t.Beta}
	if len(f) != 2 && len(f) != 4 {
		return t, fmt.Errorf("%q: want elo0,elo1 or elo0,elo1,alpha,beta, and %s behind where they are", s, normalized)
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

// String formats the test for ParseSPRT.
func (t SPRT) String() string {
	s := fmt.Sprintf("%g,%g,%g,%g", t.Elo0, t.Elo1, t.Alpha, t.Beta)
	if t.Normalized {
		s += "," + normalized
	}
	return s
}

// Unit returns the name of the test's Elo.
func (t SPRT) Unit() string {
	if t.Normalized {
		return "nElo"
	}
	return "Elo"
}

// Bounds returns the bounds of the log-likelihood ratio (Wald 1945): Elo0 is accepted at or
// below lower, Elo1 at or above upper.
func (t SPRT) Bounds() (lower, upper float64) {
	return math.Log(t.Beta / (1 - t.Alpha)), math.Log((1 - t.Beta) / t.Alpha)
}

// LLR returns the log-likelihood ratio of Elo1 against Elo0 after some pairs. It is the
// generalised one (GSPRT) for the pentanomial model: a hypothesis fixes only the expected
// score of a pair, or with normalised Elo its distance from ½ in standard deviations; the
// frequencies q of the five results have their most likely values under it. With the
// observed frequencies p,
//
//	LLR = N Σ p_i log(q_i(1) / q_i(0))
//
// Source: M. Van den Bergh, "Comparing the approximations for the generalized
// log likelihood ratio of a multinomial distribution", proposition 1.1, and
// "Comments on Normalized Elo", section 4.1 (cantate.be/Fishtest); fishtest,
// fastchess and OpenBench do the same. As there, a result that did not occur counts as
// a thousandth of one, so that one-sided scores have an LLR.
func (t SPRT) LLR(pairs Pairs) float64 {
	if pairs.Count() == 0 {
		return 0
	}
	p, n := frequencies(pairs)
	if t.Normalized {
		// √2 is the ratio of the standard deviations of a game and of a pair's mean.
		t0, t1 := math.Sqrt2*t.Elo0/nEloUnit, math.Sqrt2*t.Elo1/nEloUnit
		q0, ok0 := likeliestT(p, t0)
		q1, ok1 := likeliestT(p, t1)
		if !ok0 || !ok1 {
			return nearlyLLR(p, n, t0, t1)
		}
		return n * ratio(p, q0, q1)
	}
	return n * ratio(p, likeliest(p, expected(t.Elo0)), likeliest(p, expected(t.Elo1)))
}

// results has frequencies of the five results of a pair.
type results [len(Pairs{})]float64

// frequencies returns the observed frequencies, and the number of results.
func frequencies(pairs Pairs) (p results, n float64) {
	for i, k := range pairs {
		p[i] = max(float64(k), 1e-3)
		n += p[i]
	}
	for i := range p {
		p[i] /= n
	}
	return p, n
}

// score returns the score of a result, 0 to 1.
func score(i int) float64 { return float64(i) / float64(len(results{})-1) }

// ratio returns the mean logarithm of the likelihood ratio of q1 and q0.
func ratio(p, q0, q1 results) float64 {
	sum := 0.0
	for i := range p {
		sum += p[i] * math.Log(q1[i]/q0[i])
	}
	return sum
}

// likeliest returns the frequencies with the mean s that make the observed
// frequencies p most likely: p_i / (1 + x (a_i - s)).
func likeliest(p results, s float64) (q results) {
	var phi results
	for i := range phi {
		phi[i] = score(i) - s
	}
	q, _ = tilted(p, phi)
	return q
}

// likeliestT returns the frequencies with a mean of t standard deviations above ½ that make
// the observed ones most likely. The condition is not linear: it is linearized at the last
// approximation, beginning with equal frequencies, until nothing changes. It reports false
// if the frequencies are too far from the condition.
func likeliestT(p results, t float64) (q results, ok bool) {
	for i := range q {
		q[i] = 1 / float64(len(q))
	}
	for range 100 {
		mean, variance := moments(q)
		sigma := math.Sqrt(variance)
		var phi results
		for i := range phi {
			z := (score(i) - mean) / sigma
			phi[i] = score(i) - 0.5 - t*sigma*(1+z*z)/2
		}
		next, ok := tilted(p, phi)
		if !ok {
			return q, false
		}
		change := 0.0
		for i := range next {
			change = max(change, math.Abs(next[i]-q[i]))
		}
		if q = next; change < 1e-9 {
			return q, true
		}
	}
	return q, false
}

// tilted returns p_i / (1 + x phi_i) with the x for which the mean of phi is 0. x is between
// the poles of the equation Σ p_i phi_i / (1 + x phi_i) = 0, whose left side decreases
// there. It reports false if all phi have the same sign, since then there is no such x.
func tilted(p, phi results) (q results, ok bool) {
	least, most := phi[0], phi[0]
	for _, f := range phi {
		least, most = min(least, f), max(most, f)
	}
	if !(least < 0 && most > 0) {
		return p, false
	}
	low, high := -1/most, -1/least
	for range 100 {
		x := (low + high) / 2
		sum := 0.0
		for i := range p {
			sum += p[i] * phi[i] / (1 + x*phi[i])
		}
		if sum > 0 {
			low = x
		} else {
			high = x
		}
	}
	x := (low + high) / 2
	for i := range p {
		q[i] = p[i] / (1 + x*phi[i])
	}
	return q, true
}

// moments returns the mean and the variance.
func moments(p results) (mean, variance float64) {
	for i, q := range p {
		mean += q * score(i)
	}
	for i, q := range p {
		variance += q * (score(i) - mean) * (score(i) - mean)
	}
	return mean, variance
}

// nearlyLLR returns an approximation of the LLR of normalised Elo from the mean and the
// variance of n results: section 4.2 of Van den Bergh's comments.
func nearlyLLR(p results, n, t0, t1 float64) float64 {
	mean, variance := moments(p)
	t := (mean - 0.5) / math.Sqrt(variance)
	return n / 2 * math.Log((1+(t-t0)*(t-t0))/(1+(t-t1)*(t-t1)))
}

// Verdict returns 1 if the test accepts Elo1, -1 if it accepts Elo0, and otherwise 0.
func (t SPRT) Verdict(pairs Pairs) int {
	lower, upper := t.Bounds()
	switch llr := t.LLR(pairs); {
	case llr >= upper:
		return 1
	case llr <= lower:
		return -1
	}
	return 0
}
