package report

// SX returns what the authors call the budget of a line. Where each side has a budget of its own it is SEX, and what a
// move takes off it SEXDEC, the names of their second generation of the algorithm; else SX and SXDEC.
func SX(two bool) string {
	if two {
		return "SEX"
	}
	return "SX"
}
