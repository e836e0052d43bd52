package prove

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	m6502emu "github.com/searchex/searchex/emu/m6502"
)

// The highest bit of a difference of widened numbers is set where the first one is less, and the term says so.
func TestADifferenceIsNegativeWhereTheFirstIsLess(t *testing.T) {
	a, b := Var("a", 8), Var("b", 8)
	wide := Extract(Bin("bvsub", Zext(a, 32), Zext(b, 32)), 31, 31)
	require.Equal(t, Bin("bvult", a, b), Eq(wide, Const(1, 1)))
	for x := range uint64(256) {
		of := map[*Term]uint64{a: x}
		for y := range uint64(300) {
			want := uint64(uint32(x)-uint32(y)) >> 31
			got := Extract(Bin("bvadd", Zext(a, 32), Const(-y, 32)), 31, 31)
			require.Equal(t, want, got.Eval(of, map[*Term]uint64{}), "%d-%d", x, y)
			if of[b] = y; y < 256 {
				require.Equal(t, want, wide.Eval(of, map[*Term]uint64{}), "%d-%d", x, y)
			}
		}
	}
}

// All samples that are made of a model meet the condition, and most of them are others.
func TestSamplesMeetWhatIsNeeded(t *testing.T) {
	d := &domain{}
	for v := range uint64(10) {
		d.add(v)
	}
	a, b := VarIn("a10", d), Var("b10", 8)
	s, less := newSamples(), Bin("bvult", a, b)
	s.around(map[*Term]uint64{a: 3, b: 4}, less, []*Term{a, b})
	require.EqualValues(t, uint64(math.MaxUint64), s.where(less))
	others := map[uint64]bool{}
	for i, v := range s.values(a) {
		require.Less(t, v, uint64(10))
		others[v<<8|s.values(b)[i]] = true
	}
	require.Greater(t, len(others), sampleCount/2)
}

// A result in Z says nothing of N, and one in N nothing of Z.
func TestAFlagSaysNothingOfOthers(t *testing.T) {
	c, err := New6502(m6502emu.Instructions)
	require.NoError(t, err)
	for _, flag := range [][2]string{{"zero", "plus"}, {"plus", "zero"}} {
		for _, v := range []*Term{True, False} {
			s := &State{reg: c.unknown(&Machine{}, "")}
			require.True(t, c.replace(s, flag[0], v))
			is, _ := c.place(s, flag[0])
			require.Equal(t, v, is)
			is, _ = c.place(s, flag[1])
			require.False(t, is.isConst(), "%s is %v", flag[0], v.val)
		}
	}
}

// What lies at the pointer of a record is found by its distance, and by no other address.
func TestARecordIsFoundByItsPointer(t *testing.T) {
	p := Concat(Var("high", 8), Var("low", 8))
	m := &Machine{window: &window{pointer: p, length: 8, from: 0x2F00, to: 0x3B00}}
	for k := range uint64(300) {
		at, ok := m.offset(Bin("bvadd", p, Const(k, 16)))
		require.Equal(t, k < 8, ok, k)
		if ok {
			require.Equal(t, k, at)
		}
	}
	_, ok := m.offset(Bin("bvadd", p, Zext(Var("y", 8), 16)))
	require.False(t, ok)
	require.True(t, m.among(0x2F00) && m.among(0x3AFF) && !m.among(0x3B00) && !m.among(0x2EFF))
}
