package goengine

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The table places each field where the struct does, and has each byte and each bit once.
func TestProfileFieldsAreTheStruct(t *testing.T) {
	var table []string
	for _, f := range ProfileFields {
		name := f.Array
		if name == "" {
			name = f.Key
		}
		table = append(table, fmt.Sprintf("byte %d bit %d: %s, signed %v", f.Offset, f.Bit, constantName(name), f.Min < 0))
	}
	var want []string
	p := reflect.TypeFor[Profile]()
	for i := range p.NumField() {
		field := p.Field(i)
		if field.Type == reflect.TypeFor[Switches]() {
			for _, b := range declared(t, "Switches") {
				name := []string{"SWITCHES", "SWITCHES2"}[b/8]
				want = append(want, fmt.Sprintf("byte %d bit %d: %s, signed false", int(field.Offset)+b/8, 1<<(b%8), name))
			}
			continue
		}
		element, n := field.Type, 1
		if field.Type.Kind() == reflect.Array {
			element, n = field.Type.Elem(), field.Type.Len()
		}
		require.EqualValues(t, 1, element.Size(), "%s: the machines hold bytes", field.Name)
		name := strings.ToUpper(strings.TrimPrefix(regexp.MustCompile("[A-Z]").ReplaceAllString(field.Name, "_$0"), "_"))
		for k := range n {
			want = append(want, fmt.Sprintf("byte %d bit 0: %s, signed %v", int(field.Offset)+k, name, element.Kind() == reflect.Int8))
		}
	}
	require.Equal(t, strings.Join(want, "\n"), strings.Join(table, "\n"), "ProfileFields (actual) lists other fields than the struct Profile (expected) has")
}

// declared returns how many constants of a type profile.go declares.
func declared(t *testing.T, typ string) (bits []int) {
	text, err := source.ReadFile("profile.go")
	require.NoError(t, err)
	file, err := parser.ParseFile(token.NewFileSet(), "profile.go", text, 0)
	require.NoError(t, err)
	for _, d := range file.Decls {
		block, ok := d.(*ast.GenDecl)
		if !ok || block.Tok != token.CONST {
			continue
		}
		if is, ok := block.Specs[0].(*ast.ValueSpec).Type.(*ast.Ident); ok && is.Name == typ {
			for i, spec := range block.Specs { // 1 << iota, or 1 << a number
				if values := spec.(*ast.ValueSpec).Values; values != nil {
					if number, ok := values[0].(*ast.BinaryExpr).Y.(*ast.BasicLit); ok {
						i, err = strconv.Atoi(number.Value)
						require.NoError(t, err)
					}
				}
				bits = append(bits, i)
			}
		}
	}
	return bits
}

// A field reads and changes its own byte alone, and all values that the byte can have.
func TestProfileFieldsReadAndChangeOneByte(t *testing.T) {
	var zeros, ones Profile
	for _, f := range ProfileFields {
		f.Set(&ones, -1)
	}
	for _, f := range ProfileFields {
		least, most := 0, 255
		switch {
		case f.Bit != 0:
			most = 1
		case f.Min < 0:
			least, most = -128, 127
		}
		require.True(t, least <= f.Min && f.Min < f.Max && f.Max <= most, f.Key)
		for _, start := range []Profile{zeros, ones} {
			before := start.Bytes()
			for value := least; value <= most; value++ {
				p := start
				f.Set(&p, value)
				require.Equal(t, value, f.Get(&p), f.Key)
				after := p.Bytes()
				require.Len(t, after, profileSize)
				if f.Bit == 0 {
					require.Equal(t, byte(value), after[f.Offset], f.Key)
				} else {
					require.Equal(t, value != 0, after[f.Offset]&f.Bit != 0, f.Key)
					require.Equal(t, before[f.Offset]&^f.Bit, after[f.Offset]&^f.Bit, "%s: other switches", f.Key)
				}
				after[f.Offset] = before[f.Offset]
				require.Equal(t, before, after, "%s: other bytes", f.Key)
			}
		}
	}
}

// A field says what it changes, its bounds and its value for "off" can be, and the prices of the
// categories are named after them.
func TestProfileFieldsAreDescribed(t *testing.T) {
	docs := map[string]string{}
	for _, f := range ProfileFields {
		require.Regexp(t, `^[A-Z`+"`"+`].{15,}\.$`, f.Doc, f.Key)
		require.Empty(t, docs[f.Doc], "%s and %s have the same sentence", f.Key, docs[f.Doc])
		docs[f.Doc] = f.Key
		if f.Off != NeverOff {
			require.True(t, f.Min <= f.Off && f.Off <= f.Max, "%s: off is out of bounds", f.Key)
		} else {
			require.False(t, f.Reprices || f.Shortcut, "%s: can't be off", f.Key)
		}
		if f.Draw != (Draw{}) {
			require.True(t, f.Min <= f.Draw.Low && f.Draw.Low < f.Draw.High && f.Draw.High <= f.Max, "%s: drawn out of bounds", f.Key)
		}
	}
	for c, name := range CategoryNames {
		f := fieldByKey["price."+strings.ReplaceAll(name, " ", "-")]
		require.NotNil(t, f, name)
		require.EqualValues(t, ProfileFields[0].Offset+4+uintptr(c), f.Offset, name)
	}
	key := regexp.MustCompile("`([^`]+)`")
	for _, f := range ProfileFields {
		for _, m := range key.FindAllStringSubmatch(f.Doc, -1) {
			if fieldByKey[m[1]] == nil && fieldByKey["switch."+m[1]] == nil {
				t.Errorf("%s names %s, which no field is", f.Key, m[1])
			}
		}
	}
}

// Prices are taken for one if they are the same, and only then.
func TestOnePrice(t *testing.T) {
	for spec, want := range map[string]int{
		"uniform": 8, "uniform,start=3,killer-bonus=9,futility=60": 8, // these change no price
		"sx81": 0, "parker83": 0, "cyrus86": 0, "sex88": 0, "tuned": 0,
		"uniform,price.backward=9": 0, "uniform,price.first-check=9": 0, "uniform,price.evasion=8": 0,
		"uniform,switch.two-budgets=on": 0, "uniform,switch.window-prices=on,above=8": 0, "uniform,switch.score-prices=on": 0,
		"uniform,switch.parity-prices=on": 0, "uniform,switch.phase-prices=on": 0, "uniform,deep.quiet=-1": 0, "uniform,deep.other=1": 0,
		"uniform,late=1": 0, "uniform,recapture=8": 0, "uniform,single=8": 0,
		"uniform,parity.odd=3,phase.2=4,above=3": 8, // their switches are off
	} {
		p, err := ParseProfile(spec)
		require.NoError(t, err)
		price, ok := p.OnePrice()
		require.Equal(t, want != 0, ok, spec)
		require.Equal(t, want, price, spec)
	}
}

// The bounds of fields: with a price of 0 a line would go on for ever, and a signed number has the
// 256 values of its byte.
func TestBoundsOfFieldsByHand(t *testing.T) {
	signed := []string{"parity", "phase", "deep.quiet", "deep.other", "above-by", "tempo"}
	for _, f := range ProfileFields {
		want := [2]int{0, 255}
		switch {
		case f.Bit != 0:
			want = [2]int{0, 1}
		case f.Key == "budgets":
			want = [2]int{0, 2}
		case f.Array == "price" && f.Key != "price.evasion":
			want = [2]int{1, 255}
		case slices.Contains(signed, f.Key) || slices.Contains(signed, f.Array):
			want = [2]int{-128, 127}
		}
		require.Equal(t, want, [2]int{f.Min, f.Max}, f.Key)
	}
}
