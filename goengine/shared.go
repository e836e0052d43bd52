package goengine

import "github.com/searchex/searchex/internal/insides"

func (probe) Tables() insides.Tables {
	t := insides.Tables{
		AttackWays: attackTable, RayStep: rayStep, CastleMask: castleMask, KnightSteps: knightSteps, KindOf: kindOf,
		Keys: append([]uint8(nil), keyBytes[:]...), CastleKeyAt: castleKeyAt, EnPassantKeyAt: epKeyAt,
		SwapValue: swapValue, SwapUnit: SwapUnit,
		Opening: openingTable, Ending: endingTable, TableBias: tableBias, PhaseWeight: phaseWeight,
		PassedOpening: passedOpening, PassedEnding: passedEnding, NearKing: nearKing, Shelter: shelter,
	}
	for i := range len(keyBytes) - 3 {
		t.Windows = append(t.Windows, keyAt(i))
	}
	copy(t.RankValue[:], rankValue[:])
	return t
}
