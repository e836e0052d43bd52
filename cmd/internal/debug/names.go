package debug

import (
	"regexp"
	"slices"
	"sort"
	"strings"
)

// localNames lists the local labels that the code at an address may use.
func (d *Debugger) localNames(here uint32) (all []string) {
	for _, l := range d.localsIn(d.lineAt(here).File).all {
		if addr, ok := d.local(l.name, here); ok && addr == l.addr {
			all = append(all, l.name)
		}
	}
	return all
}

// localLabel matches the definition of a label that is known only near to it, globalLabel
// that of another.
var (
	localLabel  = regexp.MustCompile(`^\s*(\.L\w+|@\w+):`)
	globalLabel = regexp.MustCompile(`^\s*[A-Za-z_]\w*:`)
)

// local is a local label. scope is the number of global labels before it in its file.
type local struct {
	name  string
	scope int
	addr  uint32
}

// locals are the local labels of a source file, and the lines of its global ones.
type locals struct {
	all     []local
	globals []int
}

// scope returns the number of global labels up to a line.
func (l *locals) scope(line int) int { return sort.SearchInts(l.globals, line+1) }

// localsIn returns the labels of a source file, none of one that can't be read.
func (d *Debugger) localsIn(file string) *locals {
	if found := d.locals[file]; found != nil {
		return found
	}
	found := new(locals)
	d.locals[file] = found
	text, err := d.Source(file)
	if err != nil {
		return found
	}
	var code []int // the lines that have code
	first := map[int]uint32{}
	for _, l := range d.img.Lines {
		if _, seen := first[l.Line]; l.File == file && !seen {
			code, first[l.Line] = append(code, l.Line), l.Addr
		}
	}
	slices.Sort(code)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if globalLabel.MatchString(line) {
			found.globals = append(found.globals, i+1)
		}
		if name := localLabel.FindStringSubmatch(line); name != nil {
			if at, _ := slices.BinarySearch(code, i+1); at < len(code) && d.nothing(lines[i:code[at]-1]) {
				found.all = append(found.all, local{name[1], len(found.globals), first[code[at]]})
			}
		}
	}
	return found
}

// noBytes matches what a source line may have that makes no bytes: labels and conditions.
// repetition matches the beginning of a repetition, whose code is listed at its end.
var (
	noBytes    = regexp.MustCompile(`^\s*([.@\w]+:\s*)*(\.(if|else|endif)\w*\b.*)?$`)
	repetition = regexp.MustCompile(`^\s*([.@\w]+:\s*)*\.(irp|irpc|rept|repeat)\b`)
)

// nothing reports whether some source lines make no bytes before the next line that has
// code: what makes some and is not listed, as a table in another section, has no address
// here.
func (d *Debugger) nothing(lines []string) bool {
	for _, line := range lines {
		line = d.img.CPU.Code(line)
		if repetition.MatchString(line) {
			return true
		}
		if !noBytes.MatchString(line) {
			return false
		}
	}
	return true
}

// local returns the address of a local label that the code at an address may use. One of
// GNU as is known in all of its file, one of ca65 between two global labels.
func (d *Debugger) local(name string, here uint32) (addr uint32, ok bool) {
	if !strings.HasPrefix(name, ".L") && !strings.HasPrefix(name, "@") {
		return 0, false
	}
	at := d.lineAt(here)
	in := d.localsIn(at.File)
	for _, l := range in.all {
		if l.name == name && (name[0] == '.' || l.scope == in.scope(at.Line)) {
			return l.addr, true
		}
	}
	return 0, false
}
