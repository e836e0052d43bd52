package stats

import "math"

// Pairs counts pairs of games from the same opening with colours reversed, by the first
// player's half points: LL, LD, LW or DD, WD, WW. The games of a pair are not independent,
// since the value of the opening affects both, but the pairs are. So all statistics of a
// match use pairs (the pentanomial model of fishtest, fastchess and OpenBench).
type Pairs [5]int

// Count returns the number of pairs.
func (p Pairs) Count() int {
	n := 0
	for _, k := range p {
		n += k
	}
	return n
}

// Fraction returns the share of points, 0 to 1; 0.5 before the first pair.
func (p Pairs) Fraction() float64 {
	if p.Count() == 0 {
		return 0.5
	}
	sum := 0
	for i, k := range p {
		sum += i * k
	}
	return float64(sum) / float64(4*p.Count())
}

// Variance returns the variance of a pair's score, 0 to 1, about the mean of all.
func (p Pairs) Variance() float64 {
	if p.Count() == 0 {
		return 0
	}
	return p.squares(p.Fraction()) / float64(p.Count())
}

// squares returns the sum of the squared distances of the pairs' scores from a score.
func (p Pairs) squares(from float64) float64 {
	sum := 0.0
	for i, k := range p {
		d := float64(i)/4 - from
		sum += float64(k) * d * d
	}
	return sum
}

// z95 is half the width of a 95% interval, in standard errors.
const z95 = 1.959964

// Elo returns the rating difference according to the pairs, and the bounds of its 95%
// confidence interval:
//
//	elo(p) = -400 log10(1/p - 1)
//	se     = sqrt(variance of the pairs / number of pairs)
//	bounds = elo(p - 1.96 se), elo(p + 1.96 se)
//
// If all pairs have the same score, the variance is 0 and means nothing. Then the rule of
// three is used: any other result has a probability of at most 3/N. A score of 0 or 1
// gives an infinite difference. Before the first pair the bounds are infinite.
func (p Pairs) Elo() (diff, low, high float64) {
	n, share := float64(p.Count()), p.Fraction()
	if n == 0 {
		return 0, math.Inf(-1), math.Inf(1)
	}
	down := z95 * math.Sqrt(p.Variance()/n)
	up := down
	if down == 0 {
		down, up = share*3/n, (1-share)*3/n
	}
	return EloDifference(share), EloDifference(share - down), EloDifference(share + up)
}

// nEloUnit is the normalised Elo of a mean result of one standard deviation above ½:
// 347.4. With this factor normalised and logistic Elo are equal near 0 if no game is
// drawn.
const nEloUnit = 800 / math.Ln10

// NormalizedElo returns the mean result of a game above ½ in standard deviations, times
// nEloUnit, with the bounds of its 95% confidence interval. The standard deviation of a
// game is √2 times that of a pair's mean. The value shows how many games are necessary to
// prove the difference, regardless of the share of draws. If all pairs have the same
// score, the value is 0 or infinite, and the bounds are infinite.
//
// Source: M. Van den Bergh, "Comments on Normalized Elo" (cantate.be/Fishtest).
func (p Pairs) NormalizedElo() (nelo, low, high float64) {
	above, variance := p.Fraction()-0.5, p.Variance()
	switch {
	case variance > 0:
		nelo = nEloUnit * above / math.Sqrt(2*variance)
		width := z95 * nEloUnit / math.Sqrt(2*float64(p.Count()))
		return nelo, nelo - width, nelo + width
	case above != 0:
		nelo = math.Inf(int(math.Copysign(1, above)))
	}
	return nelo, math.Inf(-1), math.Inf(1)
}

// LOS returns the likelihood that the first player is stronger, 0 to 1: Φ((p - ½) / se).
// If all pairs have the same score, each counts as a toss of a coin: 1 - ½^(N+1) if they
// were won, by the rule of succession.
func (p Pairs) LOS() float64 {
	n, above := float64(p.Count()), p.Fraction()-0.5
	switch variance := p.Variance(); {
	case above == 0:
		return 0.5
	case variance > 0:
		return 0.5 * math.Erfc(-above/math.Sqrt(2*variance/n))
	case above < 0:
		return math.Pow(0.5, n+1)
	}
	return 1 - math.Pow(0.5, n+1)
}
