package evalfit

import (
	"bytes"
	"fmt"
	"go/format"
	"math"

	"github.com/searchex/searchex/goengine"
)

var kindNames = [6]string{"King", "Queen", "Rook", "Bishop", "Knight", "Pawn"}

// Rounded rounds weights to numbers that the engine can store: integers, in tables signed bytes,
// and material in swap units.
func Rounded(w []float64) []float64 {
	r := make([]float64, len(w))
	for i, v := range w {
		r[i] = min(max(math.Round(v), math.MinInt8), math.MaxInt8)
	}
	for k := range 4 {
		r[material+k] = goengine.SwapUnit * math.Round(w[material+k]/goengine.SwapUnit)
	}
	return r
}

// Source returns rounded weights as Go source: tables in the format of the engine's files, and single
// numbers as constants with the names of their functions. about has lines of comment.
func Source(w []float64, about ...string) ([]byte, error) {
	var b bytes.Buffer
	for _, line := range about {
		fmt.Fprintf(&b, "// %s\n", line)
	}
	fmt.Fprintf(&b, "\npackage goengine\n\n// Of swapoff.go.\nvar swapValue = [6]uint8{King: 255, ")
	for k := goengine.Queen; k <= goengine.Knight; k++ {
		fmt.Fprintf(&b, "%s: %d, ", kindNames[k], int(w[material+int(k)-1])/goengine.SwapUnit)
	}
	fmt.Fprintf(&b, "Pawn: %d}\n", 64/goengine.SwapUnit)
	for _, t := range []struct {
		name string
		from int
	}{{"openingTable", opening}, {"endingTable", ending}} {
		fmt.Fprintf(&b, "\n// Of eval.go.\nvar %s = [6][32]int8{\n", t.name)
		for kind, name := range kindNames {
			fmt.Fprintf(&b, "%s: {\n", name)
			for i := range 32 {
				fmt.Fprintf(&b, "%d, ", int(w[t.from+32*kind+i]))
				if i%4 == 3 {
					b.WriteByte('\n')
				}
			}
			b.WriteString("},\n")
		}
		b.WriteString("}\n")
	}
	list := func(from, n int) (text string) {
		for i := range n {
			text += fmt.Sprintf("%d, ", int(w[from+i]))
		}
		return text
	}
	fmt.Fprintf(&b, "\n// Of terms.go.\nvar (\npassedOpening = [8]int8{%s}\npassedEnding = [8]int8{%s}\n)\n", list(passed0, 8), list(passed1, 8))
	fmt.Fprintf(&b, "\n// Of terms.go.\nvar nearKing = [6]int{")
	for k := goengine.Queen; k <= goengine.Knight; k++ {
		fmt.Fprintf(&b, "%s: %d, ", kindNames[k], int(w[nearKing+int(k)-1]))
	}
	fmt.Fprintf(&b, "}\n\n// Of kingterms.go.\nvar shelter = [3]int{0, %s}\n", list(shelter, 2))
	fmt.Fprintf(&b, "\n// Of kingterms.go.\nvar passedPull = [2]int{%s}\n", list(pull, 2))
	b.WriteString("\n// Numbers within functions of terms.go and kingterms.go.\nconst (\n")
	for i, s := range singleNumbers {
		fmt.Fprintf(&b, "%s = %d // %s\n", s.name, int(w[singles+i]), s.where)
	}
	b.WriteString(")\n")
	return format.Source(b.Bytes())
}
