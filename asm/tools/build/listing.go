package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/searchex/searchex/asm"
)

// frame is a source file on the include stack.
type frame struct {
	file  string
	line  int // last line read
	lines int // number of lines of the file; unused for the outermost
}

// listing reads the output of GNU as -almn. The output has neither the section of a line nor the name of an included file, so
// listing keeps track of both.
type listing struct {
	dir        string // of the sources
	unit       string
	frames     []frame
	section    string
	included   string // file included by the line before
	bodies     int    // number of .macro and .rept around the line; GNU as lists their text before it expands them
	ifs        int    // number of conditionals around the line; GNU as lists also those whose condition is false
	statements []codeLine
}

var (
	listed     = regexp.MustCompile(`^ *(\d+) (?:([0-9a-f]{4,8}) ((?:(?:[0-9A-Fa-f]{2})+ )+))?[^\t]*\t(.*)$`)
	expansion  = regexp.MustCompile(`^>+ *`)
	labels     = regexp.MustCompile(`^\s*(?:[\w.$]+:\s*)*`)
	firstWord  = regexp.MustCompile(`^[.\w]+`)
	quotedName = regexp.MustCompile(`"([^"]*)"`)
	directives = regexp.MustCompile(`^(?i:\..*|equ|org|ds|def\w|d[bw]\d*|dcb?\..|ds\..|even|end)$`)
)

func (l *listing) top() *frame { return &l.frames[len(l.frames)-1] }

func (l *listing) read(text string) error {
	for line := range strings.Lines(text) {
		m := listed.FindStringSubmatch(strings.TrimRight(line, "\r\n"))
		if m == nil { // further bytes of a long line
			continue
		}
		number, err := strconv.Atoi(m[1])
		if err != nil {
			return err
		}
		expanded := expansion.FindString(m[4])
		if expanded == "" {
			if err := l.newLine(number); err != nil {
				return err
			}
		}
		code := labels.ReplaceAllString(m[4][len(expanded):], "")
		word := firstWord.FindString(code)
		if m[2] != "" && kindOfSection[l.section] == asm.Text {
			if err := l.keep(number, m[2], m[3], word); err != nil {
				return err
			}
		}
		if err := l.follow(word, code, expanded != ""); err != nil {
			return fmt.Errorf("%s:%d: %w", l.top().file, number, err)
		}
	}
	return nil
}

// newLine enters and leaves included files. A line with number 1 begins an included file. After its last line the file
// that included it continues.
func (l *listing) newLine(number int) error {
	if included := l.included; included != "" {
		l.included = ""
		if number == 1 {
			text, err := os.ReadFile(filepath.Join(l.dir, included))
			if err != nil {
				return err
			}
			l.frames = append(l.frames, frame{file: included, lines: strings.Count(string(text), "\n")})
		}
	}
	for len(l.frames) > 1 && l.top().line >= l.top().lines {
		l.frames = l.frames[:len(l.frames)-1]
	}
	if number != l.top().line+1 {
		return fmt.Errorf("%s:%d: the listing goes on with line %d", l.top().file, l.top().line, number)
	}
	l.top().line = number
	return nil
}

func (l *listing) keep(number int, addr, bytes, word string) error {
	a, err := strconv.ParseUint(addr, 16, 32)
	if err != nil {
		return err
	}
	first, err := strconv.ParseUint(bytes[:2], 16, 8)
	if err != nil {
		return err
	}
	opcode := -1
	if word != "" && !directives.MatchString(word) {
		opcode = int(first)
	}
	l.statements = append(l.statements, codeLine{l.unit, l.section, uint32(a), l.top().file, number, opcode})
	return nil
}

// follow updates the state for a directive.
func (l *listing) follow(word, code string, expanded bool) error {
	word = strings.ToLower(word)
	if !expanded {
		switch word {
		case ".macro", ".rept", ".irp", ".irpc":
			l.bodies++
		case ".endm", ".endr":
			l.bodies--
		case ".endif":
			l.ifs--
		default:
			if strings.HasPrefix(word, ".if") {
				l.ifs++
			}
		}
	}
	switch word {
	case ".include":
		if m := quotedName.FindStringSubmatch(code); m != nil && l.bodies == 0 {
			l.included = m[1]
		}
	case ".text", ".bss", ".data", ".section", ".pushsection", ".popsection", ".previous", ".subsection":
		if l.bodies > 0 {
			return nil
		}
		if expanded || l.ifs > 0 || strings.HasPrefix(word, ".p") || word == ".subsection" {
			return fmt.Errorf("%s: switch sections with .text, .bss or .section, outside macros and conditionals", word)
		}
		l.section = word
		if word == ".section" {
			l.section = strings.FieldsFunc(code, func(r rune) bool { return strings.ContainsRune(" \t,;", r) })[1]
		}
	}
	return nil
}
