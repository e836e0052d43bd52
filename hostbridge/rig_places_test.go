package hostbridge

import (
	"fmt"
	"strings"

	"github.com/stretchr/testify/require"
)

// placeTable says where each processor's routine takes and leaves values. A row has the routine, the names of the
// values that it takes and, behind >, of those that it leaves; then, in the same order, their places on the
// Z80, the 6502 and the 68000. - is a value, or a routine, that a processor does not have.
//
// A place is a register, a flag, or, any other name, the byte at a label; L+2 is a later one's. Besides:
//
//	score:L score:de           a score, biased where search.inc or memory.inc says so, at a label or in a pair of the Z80's
//	word:L long:L move:L       a word, a long or a move at a label
//	d0 d0.w d0.b               the whole register of the 68000, or its low part, which as an answer has no sign
//	board:d0                   the place of a square on the board
//	square:x square:g_square   the square of a place on the board
//	d7:bit d3:square           the number of a bit; a square without the bits of a promotion
//	yes plus                   the 68000's zero flag is clear; its sign is
//	raw record                 the raw move, or the record, at an address becomes the one at hand
//	move                       the move whose two bytes stand together at an address becomes the one at hand
//	ax                         the low byte in A, the high one in X
//	none                       the processor needs no such value
//
// setRegister and register of each cpuTest have the rest. Several places with commas get the same.
const placeTable = `
after                | move static > value                    | hl de > hl            | raw score:n_static > score:value       | raw score:n_static > d0.w
after_capture        | from to static > value                 | c b de > hl           | m_from m_to score:n_static > score:value | d3 d4 score:n_static > d0.w
after_flags          | from to flags static > value           | c b a de > hl         | m_from m_to m_flags score:n_static > score:value | d3 d4 d5 score:n_static > d0.w
after_quiet          | from to static > value                 | c b de > hl           | m_from m_to score:n_static > score:value | d3 d4 score:n_static > d0.w
any_waiting          | > none                                 | > zero                | > zero                                 | > zero
attacked             | square side > yes                      | e a > carry           | x a > carry                            | d0 d1 > yes
attacked_by_black    | square > yes                           | e > carry             | x > carry                              | d0 > yes
attacked_by_white    | square > yes                           | e > carry             | x > carry                              | d0 > yes
attacks              | code to > yes                          | d e > carry           | m_code m_to > carry                    | d6.b d4 > yes
best                 | ply > cut                              | a > carry             | a > carry                              | d1 > yes
best_swap            | slots > won                            | hl > a                | word:wanted > a                        | d0 > d0.w
book_entry           | place left > to place number left weight last cut | hl e > b hl c e d zero carry | word:root_zp root_zp+2 > root_zp+3 word:root_zp root_zp+4 root_zp+2 root_zp+5 zero carry | a2 d6 > d4.w a2 d1.w d6.w d2.w zero carry
book_from            | to number > yes from                   | b c > carry c         | root_zp+3 root_zp+4 > carry a          | d4 d1 > yes d3.w
book_move            | random > yes move                      | a > carry hl          | a > carry word:play_from               | d0.b > yes move:play_from
book_moves_legal     | first left > yes total                 | hl e > carry shared_bytes | word:root_zp root_zp+2 > carry root_zp+7 | a2 d6 > yes d7.w
bump                 | add kind square side                   | a c e ix              | a x y own                              | d0 d1 d2 own
candidates           | from flags to > slots none             | c b de > hl -         | m_from m_flags m_to > word:wanted zero | d3 d5 d4 > d0.w zero
clear_hits           | > stamp                                | > a                   | > a                                    | > d0.b
count_sorted         | > count                                | -                     | > a                                    | -
demote               | id square                              | d e                   | x y                                    | d1 d0
draw_king            | step square side                       | d e ix                | a y own                                | d1 d0 own
drop_bad_en_passant  | first                                  | -                     | -                                      | a0
drop_move            | move first                             | de hl                 | move ax                                | move a0
early_killer         | bit > yes static                       | b > carry score:hl    | a > carry score:value                  | d7.b > yes d0.w
early_terms          | side                                   | ix                    | own                                    | own
emit                 | category                               | a                     | a                                      | d1.b
enemy_attacks        | square > yes                           | -                     | -                                      | board:a0 > yes
exchange_loss        | from flags to > lost zero              | c b de > a zero       | m_from m_flags m_to > a zero           | d3 d5 d4 > d0.w zero
expand               | > value cut                            | > score:hl carry      | > score:value carry                    | > d0.w yes
expand_unpassed      | > value cut                            | > score:hl carry      | > score:value carry                    | > d0.w yes
exposed              | side > number                          | ix > a                | own > a                                | own > d0.b
fifty                | > yes                                  | > carry               | > carry                                | > yes
filter               | first                                  | de                    | ax                                     | a0
filter_evasions      | first end > end                        | - hl > hl             | -                                      | a0 - > -
finish               | first end > end                        | - hl > hl             | -                                      | a0 - > -
frontier             | > value cut                            | > score:hl carry      | > score:value carry                    | > d0.w yes
gather               | > weight                               | > c                   | > a                                    | > d0.w
generate_castling    | stamp                                  | c'                    | g_stamp                                | d1
gives_check          | code from to > yes                     | d c e > carry         | m_code x m_to > carry                  | d6 d0 d4 > yes
guard_terms          | side                                   | ix                    | own                                    | own
has_legal_move       | > yes                                  | > carry               | > carry                                | > yes
has_room             | > yes                                  | > carry               | > carry                                | > yes
hop_rook             | to > from to                           | e > c d               | y > x y                                | d0 > d0.w d2.w
in_check             | > yes                                  | > carry               | > carry                                | > yes
in_parts             | stages > value cut                     | a > score:hl carry    | a > score:value carry                  | d0 > d0.w yes
insufficient         | > yes                                  | > carry               | > carry                                | > yes
is_killer            | from to                                | c e                   | m_from m_to                            | d3 d4
is_legal             | from to > yes from flags to            | c e > carry c a e     | m_from m_to > carry from a m_to        | d3 d4 > yes d3:square d5.b d4.b
judge_check          | from to code flags > category judged   | c e d b > a carry     | x,m_from m_to m_code m_flags > a carry | d0 d4 d6.b d5.b > d0.b plus
judge_tactical       | move > category                        | hl > a                | raw > a                                | raw > d0.b
killers_part         | > cut                                  | > carry               | > carry                                | > yes
king_ending          | side                                   | ix                    | own                                    | own
king_leaves          | king to > no                           | -                     | -                                      | board:a0 board:a3 > yes
king_of_enemy        | side > square                          | ix > a                | own > a                                | own > d0.w
king_safe            | king to stamp > no                     | c e c' > carry        | none x g_stamp > carry                 | none d0 d1 > yes
king_terms           | side                                   | ix                    | own                                    | own
known_hits           | > stamp                                | > c'                  | > g_stamp                              | > d1.b
late_price           | price > price late                     | c > a carry           | move_price > a carry                   | d0 > d0.b zero
less_tempo           | static tempo > value                   | score:de a > score:de | score:value none > score:value         | d0 none > d0.w
limit_reached        | > yes                                  | > carry               | > carry                                | > yes
look                 | maybe                                  | a                     | a                                      | d0
look_line            | ways from difference square colour board table | a c l iyl iyh b h     | a at_from none asked look_colour none none | d1 board:a0 none board:a3 d7:bit none none
look_node            | maybe                                  | a                     | a                                      | d0
look_own             | maybe                                  | a                     | a                                      | d0
loses                | from flags to > yes zero               | c b de > a zero       | m_from m_flags m_to > a zero           | d3 d5 d4 > yes zero
loses_hit            | from flags to > yes zero               | c b de > a zero       | m_from m_flags m_to > a zero           | d3 d5 d4 > yes zero
make_board           | move > from to flags                   | hl > c e b            | raw > - - -                            | raw > - - -
make_board_capture   | from to                                | c e                   | m_from m_to                            | d3 d4
make_board_quiet     | from to                                | c e                   | m_from m_to                            | d3 d4
make_move            | move                                   | hl                    | raw                                    | raw
mark_helpful         | mark                                   | c                     | a                                      | d1
mates                | > yes                                  | > carry               | > carry                                | > yes
move_rook            | from to > id                           | c d > l               | x y > x                                | d0 d2 > d1.w
near_king_terms      | side                                   | ix                    | own                                    | own
no_moves             | > value cut                            | > score:hl carry      | > score:value carry                    | > d0.w yes
node                 | > value cut                            | > score:hl carry      | > score:value carry                    | > d0.w yes
officer_attacks      | last square colour board table > yes   | de iyl iyh b h > carry | list asked look_colour none none > carry | -
officer_reaches      | ways from difference square colour board table > yes | a c l iyl iyh b h > carry | a y none asked look_colour none none > carry | d1 board:a0 none board:d0 none none none > yes
own_fact             | fact side > place                      | a ix > hl             | a own > fact                           | -
passed_from          | place > rank                           | hl > a                | x > a                                  | a0 > d0.b
passes               | margin > yes                           | a > carry             | a > carry                              | d0.b > yes
passes_ahead         | > yes asked                            | > carry a             | > carry a                              | > yes d0.b
pawn_guards          | code square > yes                      | d e > zero            | a x > zero                             | d1 d0 > zero
pawn_terms           | side                                   | ix                    | own                                    | own
phase                | > phase                                | > a                   | > a                                    | > d0.w
phase_of             | weight > phase                         | c > a                 | a > a                                  | d0 > d0.w
pick_best            | > record move flags                    | > hl - -              | > word:n_record word:m_from m_flags    | > a2 - -
pick_next            | > record move flags                    | > hl - -              | > word:n_record word:m_from m_flags    | > a2 - -
piece_code           | id > code                              | d > a                 | x > a                                  | d0 > d1.b
piece_terms          | side                                   | ix                    | own                                    | own
pin_fits             | board step > no                        | de iyl > zero         | square:g_square g_step > zero          | a0 d2 > zero
pin_of               | square > step                          | c > iyl               | g_square > g_step                      | board:a0 > d2.b
play_move            | > yes                                  | > carry               | > carry                                | > yes
price_of             | record > price                         | hl > c                | record > a                             | record,a2 > d0.b
promote              | from id square                         | a d e                 | a x y                                  | d2 d1 d0
promoted_code        | from board > code from                 | c h > d c             | m_from none > m_code x                 | d3 none > d6.b d0.w
quiet_room           | > yes                                  | > carry               | > carry                                | > yes
repeated             | > yes                                  | > carry               | > carry                                | > yes
restrict             | first                                  | de                    | ax                                     | a0
rook_files           | side                                   | ix                    | own                                    | own
root_ahead           | side > ahead                           | ix > hl               | own > word:value                       | own > d0.w
scan_moves           | first > cut                            | hl > carry            | ax > carry                             | a0 > yes
scan_quiet           | first checks > cut                     | de a > carry          | word:n_first_waiting a > carry         | long:n_first_waiting d0 > yes
set_prices           | phase                                  | a                     | a                                      | d0
set_scan             | count id                               | a d                   | a side                                 | -
spent                | price > yes                            | c > carry             | a > carry                              | d0 > yes
static               | > value                                | > hl                  | > word:value                           | > d0.w
swap_at_to           | place code to > gain none              | hl d e > a zero       | square:x a y > a zero                  | a1 d1 d4 > d0.w zero
swap_black           | white black kings worth > gain         | d e b a' > a          | swap_white_state swap_black_state swap_kings swap_prize > a | d1.w d2.w kings d0 > d0.w
swap_bounds          | score > none                           | score:t_score > carry | score:value > carry                    | d0 > yes
swap_long            | own other kings worth > gain           | d e b a' > a          | x y swap_kings swap_prize > a          | d1.w d2.w kings d0 > d0.w
swap_off             | square worth side > won                | de a b > a            | x a y > a                              | d0 d1.b d2.b > d0.w
swap_slow            | square worth side > gain               | c a' b > a            | swap_square swap_prize swap_by > a     | d0 d1.b d2.b > d0.w
swap_slow_cheapest   | offset > worth none                    | b > a carry           | x > a carry                            | d0 > d0.w zero
swap_slow_count      | place rank                             | hl d                  | square:x a                             | a0 d1
swap_white           | white black kings worth > gain         | d e b a' > a          | swap_white_state swap_black_state swap_kings swap_prize > a | d1.w d2.w kings d0 > d0.w
terminal             | static > value                         | score:de > score:de   | score:value > score:value              | d0 > d0.w
terminal_high        | static > value                         | score:de > score:de   | score:value > score:value              | d0 > d0.w
test                 | value > cut                            | score:de > carry      | score:value > carry                    | d0 > yes
threatens_mate       | code from to > yes                     | d c e > carry         | m_code m_from m_to > carry             | d6 d3 d4 > yes
toggle_key           | id square low third fourth > low third fourth | a e de' c' b' > de' c' b' | x y word:key key+2 key+3 > word:key key+2 key+3 | d1 d0 word:key+2 key+1 key > word:key+2 key+1 key
toggle_window        | window                                 | -                     | x                                      | -
try_all              | > value cut                            | > score:hl carry      | > score:value carry                    | > d0.w yes
try_cached           | half > cut                             | a > carry             | a > carry                              | d0.b > yes
try_killers          | > cut                                  | > carry               | > carry                                | > yes
try_waiting          | checks > value cut                     | a > score:hl carry    | a > score:value carry                  | d0 > d0.w yes
unmake_board         | move > from to flags                   | hl > c e b            | raw > - - -                            | raw > - - -
unmake_board_capture | from to                                | c e                   | m_from m_to                            | d3 d4
unmake_board_quiet   | from to                                | c e                   | m_from m_to                            | d3 d4
value_draw           | > value cut                            | > score:hl carry      | > score:value carry                    | > d0.w yes
weigh                | number > number                        | a > a                 | a > a                                  | d0 > d0.b
within_byte          | number > price                         | hl > a                | word:value > a                         | d0 > d0.w
worth                | side                                   | ix                    | own                                    | own
`

// places are where a routine takes and leaves values, by their names.
type places struct{ in, out map[string]string }

// placesOf are the rows of placeTable for each processor, by routine.
var placesOf = readPlaces(placeTable)

// readPlaces reads a table. It panics at a row whose columns do not fit together, or that is not behind the one above.
func readPlaces(table string) map[string]map[string]places {
	all := map[string]map[string]places{"z80": {}, "6502": {}, "68000": {}}
	last := ""
	for row := range strings.Lines(strings.TrimSpace(table)) {
		columns := strings.Split(row, "|")
		if len(columns) != 5 {
			panic(fmt.Sprintf("placeTable: %d columns, want 5: %s", len(columns), row))
		}
		label, names := strings.TrimSpace(columns[0]), strings.Fields(columns[1])
		if label <= last {
			panic(fmt.Sprintf("placeTable: %s stands behind %s", label, last))
		}
		last = label
		for i, cpu := range []string{"z80", "6502", "68000"} {
			fields := strings.Fields(columns[2+i])
			if len(fields) == 1 && fields[0] == "-" {
				continue
			}
			if len(fields) != len(names) {
				panic(fmt.Sprintf("placeTable: %s has %d values, and %d places on the %s", label, len(names), len(fields), cpu))
			}
			p := places{map[string]string{}, map[string]string{}}
			side := p.in
			for k, place := range fields {
				switch {
				case (place == ">") != (names[k] == ">"):
					panic(fmt.Sprintf("placeTable: %s on the %s: > is elsewhere than among the names", label, cpu))
				case place == ">":
					side = p.out
				case place != "-":
					side[names[k]] = place
				}
			}
			all[cpu][label] = p
		}
	}
	return all
}

// read reads a place of placeTable.
func (m *rig) read(place string) uint32 {
	if v, ok := m.cpu.register(m, place); ok {
		return v
	}
	form, at := m.memory(place)
	switch form {
	case "":
		return uint32(m.m.Read(at))
	case "word":
		return uint32(m.m.ReadWord(at))
	case "score":
		return uint32(uint16(m.layout.score(at)))
	case "move":
		return uint32(m.layout.move(at))
	}
	require.Fail(m.t, "no place to read: "+place)
	return 0
}

// write writes to places of placeTable.
func (m *rig) write(all string, v uint32) {
	for place := range strings.SplitSeq(all, ",") {
		switch {
		case place == "none" || m.cpu.setRegister(m, place, v):
			continue
		case place == "raw":
			m.cpu.take(m, v)
			continue
		case place == "record":
			m.cpu.takeRecord(m, v)
			continue
		}
		switch form, at := m.memory(place); form {
		case "":
			m.m.Write(at, uint8(v))
		case "word":
			m.m.WriteWord(at, uint16(v))
		case "score":
			m.layout.setScore(at, int16(v))
		case "long":
			m.putLong(at, v)
		default:
			require.Fail(m.t, "no place to write: "+place)
		}
	}
}

// memory returns where a place lies, and in which form; that of a byte is "".
func (m *rig) memory(place string) (form string, at uint32) {
	form, label, formed := strings.Cut(place, ":")
	if !formed {
		form, label = "", place
	}
	label, offset, later := strings.Cut(label, "+")
	at = m.addr(label)
	if later {
		at += uint32(offset[0] - '0')
	}
	return form, at
}
