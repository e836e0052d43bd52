package asm

import (
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// Routine is a routine with its source.
type Routine struct {
	Label string
	What  string // from the header, empty without one
	Block        // from the first line of the header, or of code above it, to the last line of code
	Addr  uint32
	// Size is the number of bytes of code to the next routine, or to the end of its section in the file. Code before the
	// first routine of a file belongs to that routine.
	Size int
	// Macros are the macros that the routine uses, directly or through others, in the order of their first use.
	Macros []Macro
	CPU    *CPU
	// Cycles is what a call takes. It is nil if nothing was measured.
	Cycles *Cycles
	// cyclesAt is the index in Text at which Listing inserts the cycles.
	cyclesAt int
}

// Listing returns the routine's lines, with its cycles in the header.
func (r *Routine) Listing() []string {
	if r.Cycles == nil {
		return r.Text
	}
	lines := []string{r.CPU.Comment + " Cycles  " + r.Cycles.String()}
	if r.Cycles.Proved.How != "" {
		lines = append(lines, r.CPU.Comment+" Proved  "+r.Cycles.Proved.String())
	}
	return slices.Insert(slices.Clone(r.Text), r.cyclesAt, lines...)
}

// Block is a run of lines of a source file.
type Block struct {
	File string // in the CPU's folder
	Line int    // of the first, from 1
	Text []string
}

// Macro is the definition of a macro, with the comment above it.
type Macro struct {
	Name string
	Block
}

// IsRoutine reports whether a label is a routine's: in code, and not a hook.
func (img *Image) IsRoutine(label string) bool {
	return img.Kinds[label] == Text && !strings.HasPrefix(label, "hook_")
}

// Routines returns the routines of an image with their sources, by address. If two have the same address, the first has
// size 0 and the lines of both.
func (img *Image) Routines() ([]Routine, error) {
	s, err := readSources(img.CPU, img.source)
	if err != nil {
		return nil, fmt.Errorf("asm %s: %w", img.CPU.Name, err)
	}
	var all []Routine
	for _, p := range img.parts {
		if p.Kind != Text {
			continue
		}
		for i, l := range p.Labels {
			if !img.IsRoutine(l.Name) {
				continue
			}
			next := i + 1
			for next < len(p.Labels) && !img.IsRoutine(p.Labels[next].Name) {
				next++
			}
			from, to := l.Offset, p.bytesBefore(next)
			r := Routine{Label: l.Name, CPU: img.CPU, Addr: p.Addr + l.Offset, Size: int(to - from)}
			if err := s.show(&r, p, from, to); err != nil {
				return nil, fmt.Errorf("asm %s: %w", img.CPU.Name, err)
			}
			if c, ok := img.Cycles[l.Name]; ok && r.cyclesAt > 0 {
				r.Cycles = &c
			}
			all = append(all, r)
		}
	}
	return all, nil
}

// sources holds the lines of the files in a CPU's folder, and the headers and macros that they define.
type sources struct {
	cpu     *CPU
	files   map[string][]string
	headers map[string]Header
	macros  map[string]map[string]Macro // by file and name
	// sees caches visible, by file.
	sees map[string]map[string]Macro
}

func readSources(cpu *CPU, dir fs.FS) (*sources, error) {
	names, err := Sources(dir)
	if err != nil {
		return nil, err
	}
	s := &sources{cpu: cpu, files: map[string][]string{}, headers: map[string]Header{}, macros: map[string]map[string]Macro{}, sees: map[string]map[string]Macro{}}
	for _, name := range names {
		text, err := fs.ReadFile(dir, name)
		if err != nil {
			return nil, err
		}
		s.files[name] = strings.Split(string(text), "\n")
		s.macros[name] = s.macrosOf(name, s.files[name])
	}
	headers, err := cpu.Headers(dir)
	if err != nil {
		return nil, err
	}
	for _, h := range headers {
		s.headers[h.Label] = h
	}
	return s, nil
}

var (
	macroBegins = regexp.MustCompile(`^\s+\.macro\s+(\w+)`)
	macroEnds   = regexp.MustCompile(`^\s+\.endm(acro)?\b`)
	// closes matches a line that ends a repetition or a condition.
	closes  = regexp.MustCompile(`^\s+\.end(r|repeat|rep|if)\b`)
	include = regexp.MustCompile(`^\s+\.include\s+"([^"]+)"`)
	word    = regexp.MustCompile(`\w+`)
)

func (s *sources) macrosOf(file string, lines []string) map[string]Macro {
	found := map[string]Macro{}
	for i := 0; i < len(lines); i++ {
		m := macroBegins.FindStringSubmatch(lines[i])
		if m == nil {
			continue
		}
		first := s.aboveComment(lines, i)
		for i < len(lines)-1 && !macroEnds.MatchString(lines[i]) {
			i++
		}
		found[m[1]] = Macro{m[1], Block{file, first + 1, lines[first : i+1]}}
	}
	return found
}

// aboveComment returns the index of the first line of the comment right above a line, or the line's own index if there is none.
func (s *sources) aboveComment(lines []string, at int) int {
	for at > 0 && s.cpu.IsComment(lines[at-1]) {
		at--
	}
	return at
}

// show fills in the lines and macros of a routine, whose code is between two offsets of a part.
func (s *sources) show(r *Routine, p Part, from, to uint32) error {
	r.File = p.Unit + ".s"
	lines := s.files[r.File]
	at := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, r.Label+":") })
	if at < 0 {
		return fmt.Errorf("%s: no line begins with the label %s", r.File, r.Label)
	}
	first, last := s.aboveComment(lines, at), at
	r.What = s.headers[r.Label].What
	for _, l := range p.Lines {
		if l.File != r.File || l.Offset < from || l.Offset >= max(to, from+1) {
			continue
		}
		if l.Line > len(lines) {
			return fmt.Errorf("%s has no line %d, where %s has code (run make asm)", r.File, l.Line, r.Label)
		}
		first, last = min(first, s.aboveComment(lines, l.Line-1)), max(last, l.Line-1)
	}
	for last+1 < len(lines) && closes.MatchString(lines[last+1]) {
		last++
	}
	r.Line, r.Text = first+1, lines[first:last+1]
	if h, ok := s.headers[r.Label]; ok {
		r.cyclesAt = h.CyclesAt - r.Line
	}
	r.Macros = s.used(r.Text, s.visible(r.File))
	return nil
}

// visible returns the macros that a file defines or includes. Its own take precedence.
func (s *sources) visible(file string) map[string]Macro {
	if all, ok := s.sees[file]; ok {
		return all
	}
	all := map[string]Macro{}
	for _, l := range s.files[file] {
		if m := include.FindStringSubmatch(l); m != nil && m[1] != file {
			maps.Copy(all, s.visible(m[1]))
		}
	}
	maps.Copy(all, s.macros[file])
	s.sees[file] = all
	return all
}

// used returns the macros that some lines name, each followed by those that it names itself.
func (s *sources) used(lines []string, visible map[string]Macro) (all []Macro) {
	seen := map[string]bool{}
	var walk func(lines []string)
	walk = func(lines []string) {
		for _, l := range lines {
			if s.cpu.IsComment(l) {
				continue
			}
			for _, name := range word.FindAllString(s.cpu.Code(l), -1) {
				if m, ok := visible[name]; ok && !seen[name] {
					seen[name] = true
					all = append(all, m)
					walk(m.Text)
				}
			}
		}
	}
	walk(lines)
	return all
}
