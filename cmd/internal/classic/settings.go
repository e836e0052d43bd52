package classic

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/searchex/searchex/goengine"
)

// Plain returns the search of "AI Chess Algorithms": alpha-beta, its move ordering, a null move as a first
// bound, quiescence, and its weights.
func Plain() Search {
	return Search{Weights: Default, Depth: MaxDepth, Order: Smallest, Null: true, Quiescence: true}
}

// Orders are the names of the orders.
var Orders = [...]string{Generated: "generated", Smallest: "smallest", Best: "best"}

// String returns the name of the order.
func (o Order) String() string { return Orders[o] }

// Kinds are the names of the kinds of piece.
var Kinds = [...]string{goengine.King: "king", goengine.Queen: "queen", goengine.Rook: "rook", goengine.Bishop: "bishop", goengine.Knight: "knight", goengine.Pawn: "pawn"}

// The greatest weights of possession and of anything else. With them no evaluation comes near the score
// of a mate.
const (
	maxPossession = 10_000
	maxWeight     = 100
)

// Numbers returns the 25 numbers with their names, such as "threats.queen", in the order of "AI Chess
// Algorithms".
func (w *Weights) Numbers() (names []string, numbers []*int) {
	for _, g := range []struct {
		name string
		by   *[goengine.Pawn + 1]int
	}{{"possession", &w.Possession}, {"mobility", &w.Mobility}, {"threats", &w.Threats}, {"protects", &w.Protects}} {
		for k := int(goengine.Pawn); k >= int(goengine.King); k-- {
			names, numbers = append(names, g.name+"."+Kinds[k]), append(numbers, &g.by[k])
		}
	}
	return append(names, "advancement.pawn"), append(numbers, &w.Advancement)
}

// Set changes a setting: minimax, null and quiescence are on or off, captures is new or all, order is one of
// Orders, protects a reading of ParseProtects, and all others are numbers. known reports whether there is a setting of that name.
func (s *Search) Set(key, value string) (known bool, err error) {
	switches := map[string]*bool{"minimax": &s.Minimax, "null": &s.Null, "quiescence": &s.Quiescence}
	if on, ok := switches[key]; ok {
		if value != "on" && value != "off" {
			return true, fmt.Errorf("%s=%s: want on or off", key, value)
		}
		*on = value == "on"
		return true, nil
	}
	if key == "captures" {
		if value != "new" && value != "all" {
			return true, fmt.Errorf("captures=%s: want new or all", value)
		}
		s.AllCaptures = value == "all"
		return true, nil
	}
	if key == "order" {
		for i, name := range Orders {
			if name == value {
				s.Order = Order(i)
				return true, nil
			}
		}
		return true, fmt.Errorf("order=%s: want one of %s", value, strings.Join(Orders[:], ", "))
	}
	if key == "protects" {
		reading, err := ParseProtects(value)
		if err == nil {
			s.Protects = reading
		}
		return true, err
	}
	names, numbers := s.Weights.Numbers()
	for i, name := range names {
		if name != key {
			continue
		}
		most := maxWeight
		if strings.HasPrefix(name, "possession.") {
			most = maxPossession
		}
		n, err := strconv.Atoi(value)
		if err != nil || n < 0 || n > most {
			return true, fmt.Errorf("%s=%s: want a number from 0 to %d", key, value, most)
		}
		*numbers[i] = n
		return true, nil
	}
	return false, nil
}

// Settings returns the settings that differ from those of Plain, in the notation "quiescence=off".
func (s *Search) Settings() (all []string) {
	plain := Plain()
	onOff := map[bool]string{true: "on", false: "off"}
	add := func(differs bool, key string, value any) {
		if differs {
			all = append(all, fmt.Sprint(key, "=", value))
		}
	}
	add(s.Minimax != plain.Minimax, "minimax", onOff[s.Minimax])
	add(s.Order != plain.Order, "order", s.Order)
	add(s.Null != plain.Null, "null", onOff[s.Null])
	add(s.Quiescence != plain.Quiescence, "quiescence", onOff[s.Quiescence])
	add(s.AllCaptures, "captures", "all")
	add(s.Protects != plain.Protects, "protects", s.Protects)
	names, numbers := s.Weights.Numbers()
	_, usual := plain.Weights.Numbers()
	for i, name := range names {
		add(*numbers[i] != *usual[i], name, *numbers[i])
	}
	return all
}
