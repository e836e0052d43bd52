package insides

// Net is a small network that adds to the root tables of each side. Hidden values of the
// root position select and scale tables of Out. A search evaluates it once.
//
// Squares are 0 (a1) to 63 (h8) from the view of the side whose tables are made; the other
// side sees the board with its ranks mirrored. A kind of piece is 0 to 5 for that side's
// men and 6 to 11 for the enemy's.
type Net struct {
	// Hidden is the number of hidden values, 1 to MaxHidden.
	Hidden int
	// Alone reports that the tables are Ground and the network, without the builder's.
	Alone bool
	// In is the weight of each man of the root in each hidden value, in 64ths, by kind,
	// square and hidden value.
	In []int8
	// Bias is added to the hidden values, first of the side to move at the root, then of
	// the other, in 64ths.
	Bias [2][]int16
	// Out is what each hidden value adds to a table at most, in score units, by kind,
	// square and hidden value.
	Out []int8
	// Ground is what the tables begin with, by kind and square, if Alone is set.
	Ground []int8
}

// MaxHidden is the greatest number of hidden values of a Net.
const MaxHidden = 32

// NetOne is a hidden value of 1. Hidden values are 0 to NetOne.
const NetOne = 64
