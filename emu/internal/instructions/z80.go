package instructions

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Z80 is an instruction of the Z80: a row of its table with values for the letters of the opcode.
type Z80 struct {
	Row
	Prefix string // base cb ed dd fd ddcb fdcb
	Opcode byte
	Length int
	// TStates are those without what TAKES adds.
	TStates int
	// Operand is where the operand in memory is, "" without one: hl bc de sp nn n+ix. Index is z.IX or z.IY.
	Operand, Index string
	// Effect is the row's, without the macros of letters: GET SET PAIR ALU ROTATE IF RST.
	Effect string
}

// ExpandZ80 returns the instructions of the Z80's table, in its order.
func ExpandZ80(table []Row) ([]Z80, error) {
	var all []Z80
	seen := map[string]bool{}
	for _, r := range table {
		list, err := r.z80()
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", r.Line, err)
		}
		for _, in := range list {
			key := fmt.Sprintf("%s %02X", in.Prefix, in.Opcode)
			if seen[key] {
				return nil, fmt.Errorf("line %d: opcode %s is there twice", r.Line, key)
			}
			seen[key] = true
		}
		all = append(all, list...)
	}
	return all, nil
}

// z80 returns the instructions of a row, for all values of the letters in its opcode.
func (r Row) z80() (all []Z80, err error) {
	if len(r.Columns) < 6 || len(r.Columns[1]) != 8 {
		return nil, fmt.Errorf("%q: want prefix, bits, bytes, T-states, operand and instruction", r.Columns)
	}
	length, err1 := strconv.Atoi(r.Columns[2])
	tstates, err2 := strconv.Atoi(r.Columns[3])
	if err1 != nil || err2 != nil {
		return nil, fmt.Errorf("%q: want numbers of bytes and T-states", r.Columns)
	}
	bits := r.Columns[1]
	var letters []byte
	for _, c := range []byte(bits) {
		if c > '1' && !slices.Contains(letters, c) {
			letters = append(letters, c)
		}
	}
	prefixes := []string{r.Columns[0]}
	if prefix, ok := strings.CutPrefix(r.Columns[0], "dd"); ok {
		prefixes = append(prefixes, "fd"+prefix)
	}
	for _, prefix := range prefixes {
		in := Z80{Row: r, Prefix: prefix, Length: length, TStates: tstates, Operand: strings.Trim(r.Columns[4], "-"), Index: "z.IX"}
		if prefix[0] == 'f' {
			in.Index = "z.IY"
		}
		if err := in.expand(&all, bits, letters, map[byte]int{}); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// expand gives values to the letters that have none yet.
func (in Z80) expand(all *[]Z80, bits string, letters []byte, values map[byte]int) error {
	if len(letters) == 0 {
		opcode, err := strconv.ParseUint(bits, 2, 8)
		if err != nil {
			return err
		}
		if bits[:2] == "11" && in.Prefix == "base" && strings.Contains(in.Row.Effect, "PAIR(p)") && values['p'] == 3 {
			return nil
		}
		half := ""
		if (in.Prefix == "dd" || in.Prefix == "fd") && in.Operand != "n+ix" { // whose h and l are h and l
			half = in.Index
		}
		in.Opcode, in.Effect = byte(opcode), substitute(strings.ReplaceAll(in.Row.Effect, "z.IX", in.Index), values, in.Index, half)
		*all = append(*all, in)
		return nil
	}
	letter := letters[0]
	width := strings.Count(bits, string(letter))
	for v := range 1 << width {
		switch {
		case (letter == 'd' || letter == 's' || letter == 'h' || letter == 'k') && v == 6:
		case letter == 'h' && !strings.ContainsRune(bits, 'k') && v != 4 && v != 5: // a half
		case letter == 'k' && v != 4 && v != 5 && values['h'] != 4 && values['h'] != 5: // neither is
		case letter == 'p' && v == 3: // sp and af have rows of their own
		case letter == 'r' && v == 6: // sll
		default:
			values[letter] = v
			text := bits
			for i := range width {
				text = strings.Replace(text, string(letter), strconv.Itoa(v>>(width-1-i)&1), 1)
			}
			if err := in.expand(all, text, letters[1:], values); err != nil {
				return err
			}
		}
	}
	delete(values, letter)
	return nil
}

// registers are the expressions of the registers, and sets how they are set.
var (
	registers = [8]string{"uint8(bc>>8)", "uint8(bc)", "uint8(de>>8)", "uint8(de)", "uint8(hl>>8)", "uint8(hl)", "", "a"}
	pairs     = [4]string{"bc", "de", "hl", "z.SP"}
	states    = [8]string{"f&flagZ == 0", "f&flagZ != 0", "f&flagC == 0", "f&flagC != 0", "f&flagP == 0", "f&flagP != 0", "f&flagS == 0", "f&flagS != 0"}
	sums      = [8]string{
		"r := uint32(a) + uint32(%[1]s); f = szxy[uint8(r)] | carries[(uint32(a)^uint32(%[1]s)^r)&0x1FF]; a = uint8(r)",
		"r := uint32(a) + uint32(%[1]s) + uint32(f&flagC); f = szxy[uint8(r)] | carries[(uint32(a)^uint32(%[1]s)^r)&0x1FF]; a = uint8(r)",
		"r := uint32(a) - uint32(%[1]s); f = szxy[uint8(r)] | borrows[(uint32(a)^uint32(%[1]s)^r)&0x1FF]; a = uint8(r)",
		"r := uint32(a) - uint32(%[1]s) - uint32(f&flagC); f = szxy[uint8(r)] | borrows[(uint32(a)^uint32(%[1]s)^r)&0x1FF]; a = uint8(r)",
		"a &= %[1]s; f = szp[a] | flagH",
		"a ^= %[1]s; f = szp[a]",
		"a |= %[1]s; f = szp[a]",
		"r := uint32(a) - uint32(%[1]s); f = sz[uint8(r)] | borrows[(uint32(a)^uint32(%[1]s)^r)&0x1FF] | %[1]s&flagsXY",
	}
	rotates = [8]string{
		"carry := v>>7; v = v<<1 | carry; f = szp[v] | carry",
		"carry := v&1; v = v>>1 | carry<<7; f = szp[v] | carry",
		"carry := v>>7; v = v<<1 | f&flagC; f = szp[v] | carry",
		"carry := v&1; v = v>>1 | f<<7; f = szp[v] | carry",
		"carry := v>>7; v <<= 1; f = szp[v] | carry",
		"carry := v&1; v = v&0x80 | v>>1; f = szp[v] | carry",
		"",
		"carry := v&1; v >>= 1; f = szp[v] | carry",
	}
)

// get returns the expression of a register; half names the halves of ix or iy instead of
// h and l, or is empty.
func get(v int, half string) string {
	switch {
	case half != "" && v == 4:
		return "uint8(" + half + ">>8)"
	case half != "" && v == 5:
		return "uint8(" + half + ")"
	}
	return registers[v]
}

// set returns the assignment of a register.
func set(v int, half, value string) string {
	if v == 7 {
		return "a = " + value
	}
	pair := []string{"bc", "de", "hl"}[v/2]
	if half != "" && v/2 == 2 {
		pair = half
	}
	if v%2 == 0 {
		return fmt.Sprintf("%[1]s = %[1]s&0xFF | uint16(%[2]s)<<8", pair, value)
	}
	return fmt.Sprintf("%[1]s = %[1]s&0xFF00 | uint16(%[2]s)", pair, value)
}

// Call matches a macro with an argument that may contain four levels of parentheses.
func Call(name string) *regexp.Regexp {
	inner := `[^()]*`
	for range 4 {
		inner = `(?:[^()]|\(` + inner + `\))*`
	}
	return regexp.MustCompile(`\b` + name + `\((` + inner + `)\)`)
}

var (
	getCall, setCall, pairCall  = Call("GET"), Call("SET"), Call("PAIR")
	aluCall, rotateCall, ifCall = Call("ALU"), Call("ROTATE"), Call("IF")
)

// substitute replaces the letters of an opcode by what they stand for.
func substitute(effect string, values map[byte]int, index, half string) string {
	value := func(letter string) (int, bool) {
		v, ok := values[letter[0]]
		return v, ok && len(letter) == 1
	}
	effect = getCall.ReplaceAllStringFunc(effect, func(s string) string {
		v, _ := value(getCall.FindStringSubmatch(s)[1])
		return get(v, half)
	})
	effect = pairCall.ReplaceAllStringFunc(effect, func(s string) string {
		letter := pairCall.FindStringSubmatch(s)[1]
		v, _ := value(letter)
		if letter == "q" && v == 2 {
			return index
		}
		return pairs[v]
	})
	effect = aluCall.ReplaceAllStringFunc(effect, func(s string) string {
		operation, operand, _ := strings.Cut(aluCall.FindStringSubmatch(s)[1], ", ")
		v, ok := value(operation)
		if !ok {
			v, _ = strconv.Atoi(operation)
		}
		return "n := " + operand + "; " + fmt.Sprintf(sums[v], "n")
	})
	effect = rotateCall.ReplaceAllStringFunc(effect, func(s string) string {
		v, _ := value(rotateCall.FindStringSubmatch(s)[1])
		return rotates[v]
	})
	effect = ifCall.ReplaceAllStringFunc(effect, func(s string) string {
		v, _ := value(ifCall.FindStringSubmatch(s)[1])
		return states[v]
	})
	effect = setCall.ReplaceAllStringFunc(effect, func(s string) string {
		letter, v, _ := strings.Cut(setCall.FindStringSubmatch(s)[1], ", ")
		n, _ := value(letter)
		if v == get(n, half) {
			return "" // ld a,a
		}
		return set(n, half, v)
	})
	return strings.ReplaceAll(effect, "RST", fmt.Sprintf("0x%02X", values['t']*8))
}
