package symbols

import (
	"regexp"
	"strings"
)

// z88dkSymbol matches a line of a map: name and value, then type, scope, "def" if the linker made it, module, section and
// place. Other assemblers write the first part alone.
var z88dkSymbol = regexp.MustCompile(`^\s*([^\s=;]+)\s*=\s*\$([0-9a-fA-F]+)\s*(?:;\s*(.*))?$`)

// z88dkData matches the sections that z88dk keeps for data.
var z88dkData = regexp.MustCompile(`^(rodata|data|bss|smc)(_|$)`)

// z88dk reads a map. Its places of C are file::function::level::block:line, and file:line between functions. Where a module
// has functions, the latter only say where its assembler was, beside code of another module, perhaps.
type z88dk struct {
	*reader
	compiled map[string]bool // modules with lines of C
	inside   map[string]bool // modules with lines of C in functions
}

// readZ88dk reads the map of z88dk's linker. The lines of C, which -debug adds as symbols, are its lines; those of assembly are
// known only at labels, and left out. Routines are public labels, and functions of C, outside of sections of data.
func readZ88dk(r *reader) error {
	r.format = "NAME = $VALUE ; TYPE, SCOPE, DEF, MODULE, SECTION, FILE:LINE"
	z := z88dk{reader: r, compiled: map[string]bool{}, inside: map[string]bool{}}
	for r.next() {
		f := z88dkSymbol.FindStringSubmatch(r.line)
		if f == nil {
			return r.errorf("no symbol")
		}
		value, err := r.constant(f[2], 16)
		if err != nil {
			return err
		}
		if says := strings.SplitN(f[3], ",", 6); len(says) == 6 {
			z.add(f[1], value, says)
		} else {
			r.label(f[1], value)
		}
	}
	r.forget(z.inside)
	for _, s := range r.symbols {
		if !s.constant && !z.compiled[s.scope] {
			r.begins(s.value, "", 0, 0)
		}
	}
	return nil
}

// add adds a symbol or a line, of which a map says type, scope, "def" or nothing, module, section and place.
func (z *z88dk) add(name string, value uint32, says []string) {
	for i := range says {
		says[i] = strings.TrimSpace(says[i])
	}
	module, place := says[3], says[5]
	z.tellsCode = true
	switch {
	case says[0] == "undef":
	case strings.HasPrefix(name, "__ASM_LINE_"):
		z.begins(value, "", 0, 2)
	case strings.HasPrefix(name, "__C_LINE_"):
		z.compiled[module] = true
		at := strings.LastIndexByte(place, ':')
		line := lineNumber(place[at+1:])
		if file, _, inside := strings.Cut(place[:max(at, 0)], "::"); inside {
			z.inside[module] = true
			z.begins(value, file, line, 3)
		} else if line > 0 {
			z.beginsIn(module, value, file, line, 1)
		}
	default:
		s := symbol{name: name, scope: module, value: value, constant: says[0] == "const"}
		if says[1] == "local" {
			s.rank = 1
		}
		s.code = !s.constant && isRoutine(s.name) && !z88dkData.MatchString(says[4]) && (s.rank == 0 || s.name[0] == '_')
		z.symbols = append(z.symbols, s)
	}
}
