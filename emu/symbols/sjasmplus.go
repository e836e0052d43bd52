package symbols

import (
	"slices"
	"strings"
)

// readSLD reads the source level debugging data of sjasmplus, version 1. Values of no memory page are constants. A label is a
// routine if an instruction stands there and it is not a local one. Where two pages have instructions at one address, the
// address has no line.
func readSLD(r *reader) error {
	r.format = "FILE|LINE|FILE|LINE|PAGE|VALUE|TYPE|DATA, of version 1"
	r.tellsCode = true
	var old []symbol             // of types F and D, which say less than L
	pages := map[uint32]string{} // of instructions
	for r.next() {
		f := strings.SplitN(r.line, "|", 8)
		if f[0] == "" && len(f) > 1 {
			if f[1] == "SLD.data.version" && (len(f) < 3 || f[2] != "1") {
				return r.errorf("another version")
			}
			continue
		}
		if len(f) < 8 {
			return r.errorf("%d fields", len(f))
		}
		switch f[6] {
		case "K", "Z":
			continue
		case "T", "F", "D", "L":
		default:
			return r.errorf("%s is no known type", quote(f[6]))
		}
		page := f[4]
		value, err := r.constant(f[5], 10)
		if err != nil {
			return err
		}
		switch s := (symbol{name: f[7], value: value, constant: page == "-1", code: true}); f[6] {
		case "F", "D":
			old = append(old, s)
			continue
		case "L":
			if s.name, s.code = sldLabel(s.name); s.name != "" {
				r.symbols = append(r.symbols, s)
			}
			continue
		}
		digits, _, _ := strings.Cut(f[1], ":") // columns follow
		line := lineNumber(digits)
		if line == 0 {
			return r.errorf("%s is no line", quote(f[1]))
		}
		if other, known := pages[value]; known && other != page {
			r.begins(value, "", 0, 2)
		}
		pages[value] = page
		r.begins(value, f[0], line, 1)
	}
	if len(r.symbols) == 0 { // an old version
		r.symbols = old
	}
	for i := range r.symbols {
		s := &r.symbols[i]
		_, instruction := pages[s.value]
		if s.code = s.code && instruction; !s.constant {
			r.begins(s.value, "", 0, 0)
		}
	}
	return nil
}

// sldLabel returns the name of an entry of type L, which has its parts and its traits, and whether it may be a routine. It
// returns "" for what names no place, the ends of a module.
func sldLabel(data string) (name string, routine bool) {
	f := append(strings.Split(data, ","), "", "")
	between, routine := ".", true
	for _, trait := range f[3:] {
		switch trait {
		case "+module", "+endmod":
			return "", false
		case "+macro":
			between, routine = ">", false
		case "+local", "+smc", "+struct_data":
			routine = false
		}
	}
	parts := slices.DeleteFunc(f[:3], func(s string) bool { return s == "" })
	return strings.Join(parts, between), routine
}
