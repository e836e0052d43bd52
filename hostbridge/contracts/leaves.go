//lint:file-ignore U1000 package prove runs these functions

package contracts

//prove:routine phase_of
func phaseOf(weight uint8) uint8 { return uint8((24 - min(int(weight), 24)) * 5 / 16) }

//prove:routine king_of_enemy
//prove:needs side == 0 || side == 16
func kingOfEnemy(side uint8, square *[32]uint8) uint8 { return square[16-side] }

//prove:routine own_fact
//prove:needs fact&16 == 0 && (side == 0 || side == 16)
func ownFact(fact, side uint8) uint8 { return fact | side }

//prove:routine within_byte
func withinByte(number int16) uint8 { return uint8(min(max(number, 1), 255)) }

//prove:routine count_sorted
//prove:needs sorted_top >= n_first_sorted && (sorted_top-n_first_sorted)&7 == 0
func countSorted(sorted_top, n_first_sorted uint16) uint8 {
	return uint8((sorted_top - n_first_sorted) / 8)
}

//prove:routine hop_rook
//prove:needs to&7 == 2 || to&7 == 6
func hopRook(to uint8) (uint8, uint8) {
	if to&7 == 6 {
		return to + 1, to - 1
	}
	return to - 2, to + 1
}

//prove:routine less_tempo
func lessTempo(static int16, profile_tempo int8) int16 { return static - int16(profile_tempo) }

//prove:routine toggle_window
//prove:needs window < 24
func toggleWindow(window uint8, key *[4]uint8, key_bytes *[796]uint8) {
	for i := 0; i < 4; i++ {
		key[i] ^= key_bytes[768+int(window)+i]
	}
}

// The numbers of mix: those whose products with the phase are needed.
const (
	leastMixed = -64
	mostMixed  = 95
)

//prove:routine weigh
//prove:each phase=0..7
//prove:needs number >= -mostMixed && number <= -leastMixed
func weigh(number int8, phase uint8) uint8 { return uint8(int(number) * (8 - int(phase)) >> 3) }

//prove:routine spent
//prove:needs profile_budgets < 3
func spent(price, switches, profile_budgets, n_sx, n_other uint8) bool {
	switch {
	case switches&1 == 0:
		return n_sx < price
	case profile_budgets == 1:
		return int(n_sx)+int(n_other) <= int(price)
	case profile_budgets == 2:
		return n_other == 0
	}
	return n_other == 0 && n_sx <= price
}

//prove:routine pin_fits
//prove:needs onBoard(board_)
//prove:cells board=code
func pinFits(board_, step uint8, board *[256]uint8, attack_table *[256]uint8) bool {
	return attack_table[step]&board[board_]&0x0C == 0
}
