package goengine

import (
	"reflect"
	"strings"
	"testing"

	"github.com/searchex/searchex/internal/insides"
	"github.com/stretchr/testify/require"
)

// The offsets of a profile's fields are where Bytes puts them, and leave no gap.
func TestProfileConstantsAreWhereBytesPutsTheFields(t *testing.T) {
	constants := profileConstants()
	size := constants[len(constants)-1]
	require.Equal(t, insides.Constant{Name: "PROFILE_SIZE", Value: len((&Profile{}).Bytes())}, size)
	empty := (&Profile{}).Bytes()
	for i, c := range constants[:2] {
		p := Profile{Switches: 1 << (8 * i)}
		got := p.Bytes()
		require.EqualValues(t, 1, got[c.Value], c.Name)
		require.Equal(t, i, c.Value, c.Name)
		got[i] = 0
		require.Equal(t, empty, got, "%s: nothing else", c.Name)
	}
	for i, c := range constants[:len(constants)-1] {
		if i < 2 {
			continue // the bytes of the first field
		}
		var p Profile
		field := reflect.ValueOf(&p).Elem().Field(i - 1)
		bytes := []reflect.Value{field}
		if field.Kind() == reflect.Array {
			bytes = nil
			for n := range field.Len() {
				bytes = append(bytes, field.Index(n))
			}
		}
		require.Equal(t, constants[i+1].Value-c.Value, len(bytes), c.Name)
		for n, b := range bytes {
			b.Set(reflect.ValueOf(uint8(1)).Convert(b.Type()))
			got := p.Bytes()
			require.EqualValues(t, 1, got[c.Value+n], c.Name)
			got[c.Value+n] = 0
			require.Equal(t, empty, got, "%s: nothing else", c.Name)
			b.SetZero()
		}
	}
}

// A switch has one bit, a name stands once, and all of a kind are listed.
func TestSharedConstants(t *testing.T) {
	value := map[string]int{}
	for _, group := range (probe{}).Constants() {
		require.True(t, strings.HasSuffix(group.Title, "."), group.Title)
		for _, c := range group.List {
			_, twice := value[c.Name]
			require.False(t, twice, c.Name)
			value[c.Name] = c.Value
		}
	}
	require.Equal(t, TwoBudgets, Switches(1)<<value["TWO_BUDGETS"])
	require.Equal(t, PhasePrices, Switches(1)<<value["PHASE_PRICES"])
	require.Equal(t, Scout, Switches(1)<<(8+value["SCOUT"]))
	require.EqualValues(t, LosingCapture, value["LOSING_CAPTURE"])
	require.EqualValues(t, Backward+1, value["CATEGORIES"])
	require.Equal(t, 0xA0, value["BLACK_PAWN"])
	require.Equal(t, 2*0x10-1, value["KNIGHT_8"], "two ranks up, one file left")
	require.Equal(t, 0x100-0x10-1, value["DIAGONAL_3"], "one rank down, one file left, mod 256")
	require.Equal(t, maxHistory+MaxPly+2, value["MAX_KEYS"])
}
