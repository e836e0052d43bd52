package pgn

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// command matches a command for programs in a comment. sx is the mark of a glyph,
// which only Insert reads.
var command = regexp.MustCompile(`(?i)\[%(clk|emt|eval|sx)\s+([^\]\s]+)\s*\]`)

// comment adds a comment to the last move. Commands that make sense are removed from
// the text and set in the move.
func (p *parser) comment(text string) {
	top := p.top()
	m := top.last()
	if m != nil {
		text = command.ReplaceAllStringFunc(text, func(s string) string {
			c := command.FindStringSubmatch(s)
			if m.obey(strings.ToLower(c[1]), c[2]) {
				return ""
			}
			return s
		})
	}
	if text = words(text); text != "" {
		top.comments = append(top.comments, text)
	}
}

// flush sets the comment of the last move.
func (l *level) flush() {
	to := &l.line.Comment
	if m := l.last(); m != nil {
		to = &m.Comment
	}
	*to = strings.Join(l.comments, " ")
	l.comments = nil
}

// braces replaces braces, since they would end a comment.
var braces = strings.NewReplacer("{", "(", "}", ")")

// words normalizes a comment: white space becomes one space, braces become
// parentheses.
func words(text string) string { return strings.Join(strings.Fields(braces.Replace(text)), " ") }

// obey sets the value of a command in the move. It reports whether the value is valid.
func (m *Move) obey(name, value string) bool {
	switch name {
	case "sx":
		return value == "$2" || value == "$4" || value == "$6"
	case "eval":
		e, ok := parseEval(value)
		if ok {
			m.Eval = &e
		}
		return ok
	}
	d, ok := parseClock(value)
	switch {
	case !ok:
	case name == "clk":
		m.Clock = &d
	default:
		m.Elapsed = &d
	}
	return ok
}

var clockForm = regexp.MustCompile(`^([0-9]{1,4}):([0-9]{1,2}):([0-9]{1,2}(?:\.[0-9]{1,3})?)$`)

func parseClock(s string) (time.Duration, bool) {
	f := clockForm.FindStringSubmatch(s)
	if f == nil {
		return 0, false
	}
	h, _ := strconv.Atoi(f[1])
	m, _ := strconv.Atoi(f[2])
	whole, part, _ := strings.Cut(f[3], ".")
	sec, _ := strconv.Atoi(whole)
	ms, _ := strconv.Atoi((part + "000")[:3])
	return time.Duration(h)*time.Hour + time.Duration(m)*time.Minute + time.Duration(sec)*time.Second + time.Duration(ms)*time.Millisecond, true
}

// formatClock formats a time for [%clk] and [%emt].
func formatClock(d time.Duration) string {
	d = max(d, 0).Round(time.Millisecond)
	s := fmt.Sprintf("%d:%02d:%02d", d/time.Hour, d/time.Minute%60, d/time.Second%60)
	if ms := d / time.Millisecond % 1000; ms > 0 {
		s += strings.TrimRight(fmt.Sprintf(".%03d", ms), "0")
	}
	return s
}

var evalForm = regexp.MustCompile(`^(#?)([+-]?)([0-9]{1,5})(?:\.([0-9]{1,4}))?(?:,([0-9]{1,3}))?$`)

func parseEval(s string) (Eval, bool) {
	f := evalForm.FindStringSubmatch(s)
	if f == nil || f[1] != "" && f[4] != "" {
		return Eval{}, false
	}
	n, _ := strconv.Atoi(f[3])
	cents, _ := strconv.Atoi((f[4] + "00")[:2])
	depth, _ := strconv.Atoi(f[5])
	e := Eval{Centipawns: 100*n + cents, Depth: depth}
	if f[1] != "" {
		e = Eval{Mate: n, Depth: depth}
		if n == 0 {
			return e, false
		}
	}
	if f[2] == "-" {
		e.Centipawns, e.Mate = -e.Centipawns, -e.Mate
	}
	return e, true
}
