package symbols

import (
	"regexp"
	"strings"
)

// nmSymbol matches a line of GNU nm: the value, the size with -S, the class and the name, which has blanks with -C and a
// place behind a tabulator with -l.
var nmSymbol = regexp.MustCompile(`^(?:([0-9a-fA-F]{8,16}) (?:[0-9a-fA-F]{8,16} )?)?\s*([a-zA-Z?-]) ([^\t]+)`)

// readNM reads what GNU nm prints of a linked program, in ELF or COFF.
func readNM(r *reader) error {
	r.format = "ADDRESS CLASS NAME"
	r.tellsCode = true
	for r.next() {
		f := nmSymbol.FindStringSubmatch(r.line)
		if f == nil {
			return r.errorf("no symbol")
		}
		value, class, name := f[1], f[2], f[3]
		switch {
		case strings.Contains("UwvNn-", class) && value == "" || strings.Contains("Nn-", class):
			continue // undefined, or for debuggers
		case class == "C" || class == "c":
			return r.errorf("a common symbol has no address before the program is linked")
		case value == "":
			return r.errorf("no address")
		case sectionName.MatchString(name):
			continue
		}
		s := symbol{name: name, constant: class == "A" || class == "a", code: strings.Contains("TtWi", class) && isRoutine(name)}
		if class == strings.ToLower(class) {
			s.rank = 1
		}
		var err error
		if s.value, err = r.address(value, 16); err != nil {
			return err
		}
		r.symbols = append(r.symbols, s)
	}
	return nil
}

// sectionName matches the symbols that COFF has for its sections.
var sectionName = regexp.MustCompile(`^\.(text|data|bss|rodata)$`)

// made matches labels of code that no person has written: local ones of compilers and of ca65's macros, and the bounds of the
// sections by GNU's linker of the Z80.
var made = regexp.MustCompile(`^(\.|L\d|LOCAL-MACRO_SYMBOL-|__[LH](text|data|bss|abs)$)`)

// isRoutine reports whether a label of code is to be a routine.
func isRoutine(name string) bool { return !made.MatchString(name) }
