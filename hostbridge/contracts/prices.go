//lint:file-ignore U1000 package prove runs these functions

package contracts

// The categories of moves that prices tell apart; forward is the first of the quiet ones but losing.
const (
	evasion  = 0
	capture  = 4
	losing   = 6
	forward  = 10
	backward = 11
)

func quietCategory(category uint8) bool { return category == losing || category >= forward }

//prove:routine set_prices
//prove:loose
//prove:steps
//prove:needs phase < 8
func setPrices(phase, switches, profile_recapture, profile_single, profile_above uint8, profile_deep_quiet, profile_deep_other int8, profile_price *[12]uint8, profile_parity *[2]uint8, profile_phase *[8]uint8, price *[64]uint8) (price_rules uint8) {
	for row := 0; row < 4; row++ { // odd plies behind even ones, each first those that are deep
		phased, parity, deep, other := int8(0), int8(0), int8(0), int8(0)
		if switches&0x80 != 0 {
			phased = int8(profile_phase[phase])
		}
		if switches&0x10 != 0 {
			parity = int8(profile_parity[row>>1])
		}
		if row&1 == 0 {
			deep, other = profile_deep_quiet, profile_deep_other
		}
		setRow(16*row, phased, parity, deep, other, profile_price, price)
		least, quietest, single := 16*row+12, 16*row+13, 16*row+14
		if switches&2 != 0 {
			price[least], price[quietest] = min(price[least], profile_above), min(price[quietest], profile_above)
		}
		if profile_recapture != 0 {
			price[least] = min(price[least], profile_recapture)
		}
		price[single] = price[16*row]
		if profile_single != 0 {
			price[single] = min(price[single], profile_single)
		}
	}
	return switches&6 | profile_recapture | profile_single
}

// setRow makes the prices of a row, the least of them and that of the quiet ones.
func setRow(row int, phased, parity, deep, other int8, profile_price *[12]uint8, price *[64]uint8) {
	least, quietest := uint8(255), uint8(255)
	for c := uint8(evasion); c <= backward; c++ {
		sum := int16(profile_price[c]) + int16(other)
		if quietCategory(c) {
			sum = int16(profile_price[c]) + int16(phased) + int16(parity) + int16(deep)
		}
		p := withinByte(sum)
		price[row+int(c)] = p
		if quietCategory(c) {
			quietest = min(quietest, p)
		}
		if c != evasion || profile_price[evasion] != 0 {
			least = min(least, p)
		}
	}
	price[row+12], price[row+13] = least, quietest
}

//prove:routine late_price
//prove:calls count_sorted
//prove:steps
//prove:needs profile_late != 0
//prove:needs sorted_top >= n_first_sorted && (sorted_top-n_first_sorted)&7 == 0
//prove:needs n_left <= countSorted(sorted_top, n_first_sorted) && countSorted(sorted_top, n_first_sorted) < 255
//prove:only price_=late
func latePrice(price uint8, record *[8]uint8, n_left, profile_late, profile_late_from uint8, sorted_top, n_first_sorted uint16) (price_ uint8, late bool) {
	place := int(countSorted(sorted_top, n_first_sorted)) - int(n_left) + 1
	if !quietCategory(record[3]) || place < int(profile_late_from) {
		return 0, false
	}
	more := int(profile_late)
	if place-int(profile_late_from) >= 8 {
		more *= 2
	}
	return uint8(min(int(price)+more, 255)), true
}

// listed holds of a byte of the record of a move: the fourth is a category.
func listed(i int, v uint8) bool { return i != 3 || v <= backward }

//prove:routine price_of
//prove:each profile_shift=0..255
//prove:calls count_sorted
//prove:steps
//prove:needs n_row == n_row&0x30 && undo_top >= 134
//prove:needs price_rules == switches&6|profile_recapture|profile_single
//prove:needs n_beta >= 768 && n_beta <= 64768 && n_best_quiet <= 64768
//prove:needs sorted_top >= n_first_sorted && (sorted_top-n_first_sorted)&7 == 0
//prove:cells record=listed
func priceOf(record *[8]uint8, price *[64]uint8, keys *[256]uint8, n_row, ply, undo_top, switches, price_rules, profile_recapture, profile_single, profile_shift, profile_cap, profile_above uint8, profile_above_by int8, n_beta, n_best_quiet, sorted_top, n_first_sorted uint16) (price_ uint8, n_best_quiet_ uint16) {
	category, to := record[3], record[1]
	score := uint16(record[4]) | uint16(record[5])<<8
	p := price[n_row|category]
	switch {
	case category < forward:
		switch {
		case ply == 0:
		case category == evasion && profile_single != 0 && countSorted(sorted_top, n_first_sorted) < 2:
			p = profile_single
		case category == capture && profile_recapture != 0 && keys[undo_top-1]&1 != 0 && keys[undo_top-2] == to:
			p = profile_recapture
		}
		return p, n_best_quiet
	}
	if switches&4 != 0 {
		if n_best_quiet>>8 == 0xFD { // above all scores: this is the first
			n_best_quiet = score
		}
		behind := uint16(0)
		if n_best_quiet > score {
			behind = (n_best_quiet - score) >> profile_shift
		}
		p = uint8(min(int(p)+int(behind), max(int(p), int(profile_cap))))
	}
	if switches&2 != 0 && ply != 0 && int(score) >= int(n_beta)+int(profile_above_by) {
		p = min(p, profile_above)
	}
	return p, n_best_quiet
}
