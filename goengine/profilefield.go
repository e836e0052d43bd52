package goengine

import (
	"encoding/binary"
	"math"
	"unsafe"
)

// ProfileField is a number or a switch of a Profile: a row of ProfileFields.
type ProfileField struct {
	// Key is the name in "key=value".
	Key string
	// Array names the bytes that this one is among, "" for none: "price"; "switches"
	// and "switches2" are the two bytes of switches.
	Array string
	// Offset is the index of the byte in Profile.Bytes.
	Offset uintptr
	// Bit is the bit of a switch in its byte, 0 for a number.
	Bit uint8
	// Min and Max bound the values of Profile.Set. Min < 0: the byte has a sign.
	Min, Max int
	// Off is the value at which the field has no effect, or NeverOff.
	Off int
	// Draw is the range of the number in the random profiles of a soak.
	Draw Draw
	// Reprices: unless it is off, prices depend on more than the category.
	Reprices bool
	// Shortcut: unless it is off, moves are left out, reordered or repeated, which
	// the models of hostbridge/window can't show.
	Shortcut bool
	// Doc says in a sentence what the field changes.
	Doc string
}

// NeverOff is the Off of a field that no value turns off.
const NeverOff = math.MinInt

// Draw is a range of numbers, both ends included. The zero Draw draws nothing:
// then only the extreme profiles of a soak set the number.
type Draw struct {
	Low, High int
	// OrZero reports whether the number is 0 one time in two.
	OrZero bool
}

// at is for the offsets in the table below.
var at Profile

// profileSize is the number of bytes of a profile in a machine's RAM.
const profileSize = int(unsafe.Offsetof(at.Tempo) + unsafe.Sizeof(at.Tempo))

// ProfileFields is the table of the numbers and switches of a profile, in the order of
// the bytes. It is the only list of them: keys, the layout in assembly, random profiles
// and the list in the manual follow from it.
var ProfileFields = profileFields

var profileFields = []ProfileField{
	{Key: "switch.two-budgets", Array: "switches", Offset: unsafe.Offsetof(at.Switches), Bit: uint8(TwoBudgets), Max: 1, Reprices: true,
		Doc: "Each side pays for its moves from an SX of its own."},
	{Key: "switch.window-prices", Array: "switches", Offset: unsafe.Offsetof(at.Switches), Bit: uint8(WindowPrices), Max: 1, Reprices: true,
		Doc: "Below the root, a quiet move costs at most `above` if its static value is at least beta plus `above-by`."},
	{Key: "switch.score-prices", Array: "switches", Offset: unsafe.Offsetof(at.Switches), Bit: uint8(ScorePrices), Max: 1, Reprices: true,
		Doc: "A quiet move costs the more, the further its static value is below the best quiet move's."},
	{Key: "switch.killers", Array: "switches", Offset: unsafe.Offsetof(at.Switches), Bit: uint8(Killers), Max: 1,
		Doc: "The last two quiet moves that cut off at a ply are killers there, with their own price and bonus."},
	{Key: "switch.parity-prices", Array: "switches", Offset: unsafe.Offsetof(at.Switches), Bit: uint8(ParityPrices), Max: 1, Reprices: true,
		Doc: "Quiet moves cost `parity.even` or `parity.odd` more."},
	{Key: "switch.mate-threats", Array: "switches", Offset: unsafe.Offsetof(at.Switches), Bit: uint8(MateThreats), Max: 1,
		Doc: "Quiet moves that threaten mate have a price of their own."},
	{Key: "switch.half-frontier", Array: "switches", Offset: unsafe.Offsetof(at.Switches), Bit: uint8(HalfFrontier), Max: 1, Shortcut: true,
		Doc: "A node that can pay for no plain quiet move values these last, unsorted, one by one."},
	{Key: "switch.phase-prices", Array: "switches", Offset: unsafe.Offsetof(at.Switches), Bit: uint8(PhasePrices), Max: 1, Reprices: true,
		Doc: "Quiet moves cost `phase.0` to `phase.7` more."},
	{Key: "switch.mate-test", Array: "switches2", Offset: unsafe.Offsetof(at.Switches) + 1, Bit: uint8(MateTest >> 8), Max: 1,
		Doc: "A check that ends a line is tested for mate if its static value is above alpha."},
	{Key: "switch.swap-sort", Array: "switches2", Offset: unsafe.Offsetof(at.Switches) + 1, Bit: uint8(SwapSort >> 8), Max: 1, Shortcut: true,
		Doc: "The order of a capture counts what the other side wins back by swap-off."},
	{Key: "switch.staged", Array: "switches2", Offset: unsafe.Offsetof(at.Switches) + 1, Bit: uint8(Staged >> 8), Max: 1, Shortcut: true,
		Doc: "Off the principal variation, killers are generated only if no capture cut off, other quiet moves only if no killer did."},
	{Key: "switch.scout", Array: "switches2", Offset: unsafe.Offsetof(at.Switches) + 1, Bit: uint8(Scout >> 8), Max: 1, Shortcut: true,
		Doc: "Moves after the first that raised alpha are searched with a null window, and again with the full one if better."},
	{Key: "switch.cache", Array: "switches2", Offset: unsafe.Offsetof(at.Switches) + 1, Bit: uint8(Cache >> 8), Max: 1, Shortcut: true,
		Doc: "Off the principal variation, the move that cut off or raised alpha when the position was searched before is tried first."},
	{Key: "switch.root-net", Array: "switches2", Offset: unsafe.Offsetof(at.Switches) + 1, Bit: uint8(RootNet >> 8), Max: 1,
		Doc: "A network of the root position adds to the root tables (docs/lab/root-net.md)."},

	{Key: "start", Offset: unsafe.Offsetof(at.Start), Max: 255, Off: NeverOff, Draw: Draw{0, 19, false},
		Doc: "SX of the first iteration."},
	{Key: "step", Offset: unsafe.Offsetof(at.Step), Max: 255, Off: NeverOff, Draw: Draw{0, 11, false},
		Doc: "SX that each further iteration adds. At 0 the first iteration is the only one."},

	{Key: "price.evasion", Array: "price", Offset: unsafe.Offsetof(at.Price) + uintptr(Evasion), Max: 255, Draw: Draw{4, 33, false}, Reprices: true,
		Doc: "Price of a move out of check."},
	{Key: "price.first-check", Array: "price", Offset: unsafe.Offsetof(at.Price) + uintptr(FirstCheck), Min: 1, Max: 255, Off: NeverOff, Draw: Draw{4, 33, false},
		Doc: "Price of the first check that a side gives in the line."},
	{Key: "price.check", Array: "price", Offset: unsafe.Offsetof(at.Price) + uintptr(Check), Min: 1, Max: 255, Off: NeverOff, Draw: Draw{4, 33, false},
		Doc: "Price of each further check by that side."},
	{Key: "price.promotion", Array: "price", Offset: unsafe.Offsetof(at.Price) + uintptr(Promotion), Min: 1, Max: 255, Off: NeverOff, Draw: Draw{4, 33, false},
		Doc: "Price of a promotion to a queen."},
	{Key: "price.capture", Array: "price", Offset: unsafe.Offsetof(at.Price) + uintptr(Capture), Min: 1, Max: 255, Off: NeverOff, Draw: Draw{4, 33, false},
		Doc: "Price of a capture that does not lose by swap-off, or en passant."},
	{Key: "price.losing-capture", Array: "price", Offset: unsafe.Offsetof(at.Price) + uintptr(LosingCapture), Min: 1, Max: 255, Off: NeverOff, Draw: Draw{4, 33, false},
		Doc: "Price of a capture that loses by swap-off."},
	{Key: "price.losing", Array: "price", Offset: unsafe.Offsetof(at.Price) + uintptr(Losing), Min: 1, Max: 255, Off: NeverOff, Draw: Draw{4, 33, false},
		Doc: "Price of a quiet move that loses the moved piece by swap-off, or of a promotion to less than a queen."},
	{Key: "price.killer", Array: "price", Offset: unsafe.Offsetof(at.Price) + uintptr(Killer), Min: 1, Max: 255, Off: NeverOff, Draw: Draw{4, 33, false},
		Doc: "Price of a killer: a quiet move that recently cut off at this ply."},
	{Key: "price.threat", Array: "price", Offset: unsafe.Offsetof(at.Price) + uintptr(Threat), Min: 1, Max: 255, Off: NeverOff, Draw: Draw{4, 33, false},
		Doc: "Price of a quiet move that threatens mate."},
	{Key: "price.attack", Array: "price", Offset: unsafe.Offsetof(at.Price) + uintptr(Attack), Min: 1, Max: 255, Off: NeverOff, Draw: Draw{4, 33, false},
		Doc: "Price of a quiet move that attacks a more valuable piece."},
	{Key: "price.forward", Array: "price", Offset: unsafe.Offsetof(at.Price) + uintptr(Forward), Min: 1, Max: 255, Off: NeverOff, Draw: Draw{4, 33, false},
		Doc: "Price of any other quiet move towards the enemy's side, or of castling."},
	{Key: "price.backward", Array: "price", Offset: unsafe.Offsetof(at.Price) + uintptr(Backward), Min: 1, Max: 255, Off: NeverOff, Draw: Draw{4, 33, false},
		Doc: "Price of any other quiet move."},

	{Key: "above", Offset: unsafe.Offsetof(at.Above), Max: 255, Off: NeverOff, Draw: Draw{1, 30, false},
		Doc: "The most that a quiet move at or above beta costs with `window-prices`, then at least 1."},
	{Key: "score-shift", Offset: unsafe.Offsetof(at.ScoreShift), Max: 255, Off: NeverOff, Draw: Draw{0, 5, false},
		Doc: "`score-prices` adds the distance from the best quiet move, in score units, shifted right by this."},
	{Key: "score-cap", Offset: unsafe.Offsetof(at.ScoreCap), Max: 255, Off: NeverOff, Draw: Draw{0, 59, false},
		Doc: "`score-prices` raises no price above this."},
	{Key: "parity.even", Array: "parity", Offset: unsafe.Offsetof(at.Parity), Min: -128, Max: 127, Draw: Draw{-4, 4, false},
		Doc: "Price added to quiet moves at even plies."},
	{Key: "parity.odd", Array: "parity", Offset: unsafe.Offsetof(at.Parity) + 1, Min: -128, Max: 127, Draw: Draw{-4, 4, false},
		Doc: "Price added to quiet moves at odd plies."},
	{Key: "killer-bonus", Offset: unsafe.Offsetof(at.KillerBonus), Max: 255, Draw: Draw{0, 99, false}, Shortcut: true,
		Doc: "Score units that a killer gains in the order of its list."},
	{Key: "check-bonus", Offset: unsafe.Offsetof(at.CheckBonus), Max: 255, Shortcut: true,
		Doc: "Score units that a check, and castling or en passant that may check, gains in the order of its list."},
	{Key: "phase.0", Array: "phase", Offset: unsafe.Offsetof(at.Phase), Min: -128, Max: 127, Draw: Draw{-10, 10, false},
		Doc: "Price added to quiet moves in game phase 0, all pieces on the board."},
	{Key: "phase.1", Array: "phase", Offset: unsafe.Offsetof(at.Phase) + 1, Min: -128, Max: 127, Draw: Draw{-10, 10, false},
		Doc: "The same in phase 1."},
	{Key: "phase.2", Array: "phase", Offset: unsafe.Offsetof(at.Phase) + 2, Min: -128, Max: 127, Draw: Draw{-10, 10, false},
		Doc: "The same in phase 2."},
	{Key: "phase.3", Array: "phase", Offset: unsafe.Offsetof(at.Phase) + 3, Min: -128, Max: 127, Draw: Draw{-10, 10, false},
		Doc: "The same in phase 3."},
	{Key: "phase.4", Array: "phase", Offset: unsafe.Offsetof(at.Phase) + 4, Min: -128, Max: 127, Draw: Draw{-10, 10, false},
		Doc: "The same in phase 4."},
	{Key: "phase.5", Array: "phase", Offset: unsafe.Offsetof(at.Phase) + 5, Min: -128, Max: 127, Draw: Draw{-10, 10, false},
		Doc: "The same in phase 5."},
	{Key: "phase.6", Array: "phase", Offset: unsafe.Offsetof(at.Phase) + 6, Min: -128, Max: 127, Draw: Draw{-10, 10, false},
		Doc: "The same in phase 6."},
	{Key: "phase.7", Array: "phase", Offset: unsafe.Offsetof(at.Phase) + 7, Min: -128, Max: 127, Draw: Draw{-10, 10, false},
		Doc: "The same in phase 7, the bare endgame."},
	{Key: "futility", Offset: unsafe.Offsetof(at.Futility), Max: 255, Draw: Draw{0, 255, false}, Shortcut: true,
		Doc: "Quiet moves that end a line are passed over if the node's static value is this many score units below alpha, or more."},
	{Key: "pass", Offset: unsafe.Offsetof(at.Pass), Max: 255, Draw: Draw{0, 255, false}, Shortcut: true,
		Doc: "A node below the root is cut off if its static value is at least beta after three deductions: half its SX, this margin in score units, and what the other side wins by its best swap-off."},
	{Key: "deep.from", Offset: unsafe.Offsetof(at.DeepFrom), Max: 255, Off: NeverOff, Draw: Draw{0, 3, false},
		Doc: "First ply at which `deep.quiet` and `deep.other` count."},
	{Key: "deep.quiet", Offset: unsafe.Offsetof(at.DeepQuiet), Min: -128, Max: 127, Draw: Draw{-10, 10, false}, Reprices: true,
		Doc: "Price added to quiet moves from ply `deep.from` on."},
	{Key: "deep.other", Offset: unsafe.Offsetof(at.DeepOther), Min: -128, Max: 127, Draw: Draw{-4, 4, false}, Reprices: true,
		Doc: "Price added to all other moves from ply `deep.from` on."},
	{Key: "budgets", Offset: unsafe.Offsetof(at.Budgets), Max: int(BudgetsOwn), Off: NeverOff, Draw: Draw{0, 2, false},
		Doc: "How `two-budgets` ends a line. 0: when both sides are spent, and a spent side moves free. 1: when both are, and a spent side borrows from the other. 2: when the side to move is spent."},
	{Key: "late.from", Offset: unsafe.Offsetof(at.LateFrom), Max: 255, Off: NeverOff, Draw: Draw{0, 11, false},
		Doc: "Place in the sorted list, from 1, at which quiet moves begin to be late."},
	{Key: "late", Offset: unsafe.Offsetof(at.Late), Max: 255, Draw: Draw{0, 19, true}, Reprices: true, Shortcut: true,
		Doc: "A late move is first searched for this much more, from eight places further on for twice this, and for its own price only if that finds it better than alpha."},
	{Key: "recapture", Offset: unsafe.Offsetof(at.Recapture), Max: 255, Draw: Draw{0, 11, true}, Reprices: true,
		Doc: "Price, below the root, of a capture that does not lose, on the square of the capture before it."},
	{Key: "single", Offset: unsafe.Offsetof(at.Single), Max: 255, Draw: Draw{0, 11, true}, Reprices: true,
		Doc: "Price, below the root, of the only move out of check."},
	{Key: "above-by", Offset: unsafe.Offsetof(at.AboveBy), Min: -128, Max: 127, Draw: Draw{-128, 127, false},
		Doc: "Score units added to beta before `window-prices` compares a value with it."},
	{Key: "tempo", Offset: unsafe.Offsetof(at.Tempo), Min: -128, Max: 127, Draw: Draw{-128, 127, true},
		Doc: "Score units that having the move is worth where a line ends."},
}

// Get returns the field's value in a profile. A switch that is on is 1.
func (f *ProfileField) Get(p *Profile) int {
	b := p.Bytes()[f.Offset]
	switch {
	case b&f.Bit != 0:
		return 1
	case f.Bit != 0:
		return 0
	case f.Min < 0:
		return int(int8(b))
	}
	return int(b)
}

// Set changes the field in a profile. The value must fit into the byte, but may
// be less than Min or more than Max.
func (f *ProfileField) Set(p *Profile, value int) {
	all := p.Bytes()
	b := &all[f.Offset]
	switch {
	case f.Bit == 0:
		*b = byte(value)
	case value != 0:
		*b |= f.Bit
	default:
		*b &^= f.Bit
	}
	if _, err := binary.Decode(all, binary.LittleEndian, p); err != nil {
		panic(err) // impossible: all has the size of p
	}
}

// IsOff reports whether a profile has the value at which the field has no effect.
func (f *ProfileField) IsOff(p *Profile) bool { return f.Get(p) == f.Off }

// OnePrice returns the price of every move, and false if prices differ between
// moves or nodes.
func (p *Profile) OnePrice() (price int, ok bool) {
	for i := range ProfileFields {
		if f := &ProfileFields[i]; f.Reprices && !f.IsOff(p) {
			return 0, false
		}
	}
	for _, other := range p.Price[FirstCheck:] {
		if other != p.Price[FirstCheck] {
			return 0, false
		}
	}
	return int(p.Price[FirstCheck]), true
}

// Bytes returns the profile as the machines hold it.
func (p *Profile) Bytes() []byte {
	b, err := binary.Append(make([]byte, 0, profileSize), binary.LittleEndian, p)
	if err != nil {
		panic(err) // impossible: all fields are bytes
	}
	return b
}
