package rootnet

import "math"

// exp returns e to the power of x, -700 to 700, with an error of some units in the last place. Unlike
// math.Exp, which is written in assembly on some computers, it has the same bits on all.
func exp(x float64) float64 {
	const (
		log2e = 1.4426950408889634
		ln2hi = 0.6931471803691238 // its last 32 bits are 0: k*ln2hi is exact
		ln2lo = 1.9082149292705877e-10
	)
	k := math.Floor(float64(x*log2e) + 0.5)
	r := (x - float64(k*ln2hi)) - float64(k*ln2lo)
	sum := 1.0
	for i := 12; i > 0; i-- {
		sum = 1 + float64(float64(sum*r)/float64(i))
	}
	return float64(sum * math.Float64frombits(uint64(int(k)+1023)<<52))
}

// logistic returns the expected score of a value.
func logistic(v, scale float64) float64 {
	return 1 / (1 + exp(-min(max(v/scale, -500), 500)))
}
