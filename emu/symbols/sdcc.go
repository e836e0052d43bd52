package symbols

import (
	"path"
	"regexp"
	"strings"
)

// sdccArea matches the line of a map that begins an area: name, address, size and attributes. sdccData matches the areas that
// SDCC keeps for data.
var (
	sdccArea = regexp.MustCompile(`^(\S.*?)\s+[0-9A-F]{4,8}\s+[0-9A-F]{4,8} =\s+\d+\. bytes \(`)
	sdccData = regexp.MustCompile(`^_(DATA|BSS|INITIALIZED|INITIALIZER|HEAP|HEAP_END|DABS|CABS)$`)
)

// readSDCCMap reads the map of SDCC's linker: its tables of global symbols. Those of the area of absolute
// numbers are constants. Any area that SDCC does not keep for data is code. The linker cuts names to 32 characters.
func readSDCCMap(r *reader) error {
	r.format = "VALUE GLOBAL MODULE in a table of an area"
	r.tellsCode = true
	area, table := "", false
	c := sdcc{reader: r, most: 32, compiled: map[string]bool{}}
	for r.next() {
		f := strings.Fields(r.line)
		switch {
		case r.line[0] != ' ':
			table = false
			if a := sdccArea.FindStringSubmatch(r.line); a != nil {
				area = a[1]
			}
		case strings.HasPrefix(f[0], "-----"):
			table = true
		case table:
			if len(f) != 2 && len(f) != 3 { // the last one is the module
				return r.errorf("%d fields", len(f))
			}
			constant := strings.Contains(area, ".ABS.")
			if err := c.add(f[1], f[0], constant, !constant && !sdccData.MatchString(area)); err != nil {
				return err
			}
		}
	}
	c.end()
	return nil
}

// readNoICE reads the commands for the debugger NoICE that SDCC's linker writes. The lengths of areas (l_NAME) are constants.
func readNoICE(r *reader) error {
	r.format = "DEF NAME 0xVALUE, FILE or LOAD"
	c := sdcc{reader: r, compiled: map[string]bool{}}
	for r.next() {
		f := strings.Fields(r.line)
		switch {
		case f[0] == "FILE" || f[0] == "LOAD":
		case f[0] != "DEF" || len(f) != 3:
			return r.errorf("unknown")
		default:
			digits := strings.TrimPrefix(strings.TrimPrefix(f[2], "0x"), "0X")
			if err := c.add(f[1], digits, false, false); err != nil {
				return err
			}
		}
	}
	starts := map[string]bool{} // of areas
	for _, s := range r.symbols {
		starts[s.name] = strings.HasPrefix(s.name, "s_")
	}
	for i, s := range r.symbols {
		area, ok := strings.CutPrefix(s.name, "l_")
		r.symbols[i].constant = ok && starts["s_"+area]
	}
	c.end()
	return nil
}

// sdcc reads the names of places that sdcc --debug makes, with dollar signs: C$FILE$LINE$LEVEL$BLOCK for a line of C, A$MODULE$LINE
// for one of assembly, G$NAME... for what has a label anyway, FMODULE$NAME... for what is static, LMODULE.FUNCTION$NAME... for
// what is static in a function, with X in front the end of a function.
type sdcc struct {
	*reader
	most     int             // characters, to which longer names are cut; 0 for any
	compiled map[string]bool // modules with lines of C
}

// add adds a symbol or a line.
func (c *sdcc) add(name, digits string, constant, code bool) error {
	read := c.address
	if constant {
		read = c.constant
	}
	value, err := read(digits, 16)
	if err != nil {
		return err
	}
	s := symbol{name: name, value: value, constant: constant, code: code && isRoutine(name)}
	f := strings.Split(name, "$")
	n, kind, cut := len(f), f[0], c.most > 0 && len(name) == c.most
	switch {
	case kind == "" || n == 1 || n == 2 && !cut:
	case kind == "C" && (n >= 5 || cut):
		file, line := strings.Join(f[1:max(2, n-3)], "$"), 0
		if n >= 4 { // otherwise the line is cut
			line = lineNumber(f[max(2, n-3)])
		}
		c.compiled[strings.TrimSuffix(file, path.Ext(file))] = true
		c.begins(value, file, line, 2)
		return nil
	case kind == "A" && (n == 3 || cut):
		line := 0
		if !cut {
			line = lineNumber(f[2])
		}
		c.beginsIn(f[1], value, f[1], line, 1)
		return nil
	case n != 4 && !cut || !strings.Contains("GXFL", kind[:1]):
	case kind == "G" || kind[0] == 'X' || n < 3:
		return nil
	case kind[0] == 'F':
		s.name, s.scope, s.rank = "_"+f[1], kind[1:], 1
	case kind[0] == 'L':
		module, function, _ := strings.Cut(kind[1:], ".")
		s.name, s.scope, s.rank, s.code = "_"+function+"::_"+f[1], module, 1, false
	}
	c.symbols = append(c.symbols, s)
	return nil
}

// end removes the lines of assembly that C has become. A label that stands at no line begins bytes without one, such as a library's.
func (c *sdcc) end() {
	c.forget(c.compiled)
	for _, s := range c.symbols {
		if !s.constant {
			c.begins(s.value, "", 0, 0)
		}
	}
}
