package debug

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/cmd/internal/explain/probe"
	"github.com/searchex/searchex/cmd/internal/report"
)

// parser reads an expression. Its methods panic with a *SyntaxError.
type parser struct {
	d    *Debugger
	text string
	at   int // behind the token
	// token is the current one, empty at the end; begin is where it begins.
	token string
	begin int
	depth int
	// here is an address in the routine at hand.
	here uint32
	// changing counts the names so far whose values are not constant.
	changing int
	// place is where the value that was read last can be written, nil for nowhere.
	place func(d *Debugger) Place
}

// maxDepth bounds how deep an expression is nested.
const maxDepth = 100

func (p *parser) fail(format string, args ...any) {
	panic(&SyntaxError{p.text, p.begin + 1, fmt.Sprintf(format, args...)})
}

// operators are the tokens that are not words; of two that fit the longer comes first.
var operators = []string{"||", "&&", "==", "!=", "<=", ">=", "<<", ">>", "<", ">", "+", "-", "*", "/", "%", "|", "^", "&", "!", "(", ")", "[", "]"}

func isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '.' || c == '$' || c == '\'' || c == '@'
}

// LastWord returns the part of a name that a text ends with.
func LastWord(text string) string {
	i := len(text)
	for i > 0 && isWord(text[i-1]) {
		i--
	}
	return text[i:]
}

// next reads the next token.
func (p *parser) next() {
	for p.at < len(p.text) && (p.text[p.at] == ' ' || p.text[p.at] == '\t') {
		p.at++
	}
	p.begin, p.token = p.at, ""
	if p.at == len(p.text) {
		return
	}
	rest := p.text[p.at:]
	n := 0
	for n < len(rest) && isWord(rest[n]) {
		n++
	}
	if rest[0] == '"' {
		end := strings.IndexByte(rest[1:], '"')
		if end < 0 {
			p.fail("the quote is not closed")
		}
		n = end + 2
	}
	if n == 0 {
		i := slices.IndexFunc(operators, func(op string) bool { return strings.HasPrefix(rest, op) })
		if i < 0 {
			p.fail("%q is not an operator", []rune(rest)[0])
		}
		n = len(operators[i])
	}
	p.token = rest[:n]
	p.at += n
}

// take reads a token if it is the current one.
func (p *parser) take(token string) bool {
	if p.token != token {
		return false
	}
	p.next()
	return true
}

func (p *parser) want(token string) {
	if !p.take(token) {
		found := p.token
		if found == "" {
			found = "the end"
		}
		p.fail("want %s, found %s", token, found)
	}
}

func (p *parser) or() value {
	if p.depth++; p.depth > maxDepth {
		p.fail("nested too deep")
	}
	defer func() { p.depth-- }()
	v := p.and()
	for p.take("||") {
		a, b := v, p.and()
		v = p.result(func(d *Debugger) int64 { return truth(a(d) != 0 || b(d) != 0) })
	}
	return v
}

// result is a value that can't be written.
func (p *parser) result(v value) value {
	p.place = nil
	return v
}

// folded returns a value that can't be written and, if nothing in it changes, its number:
// it fails if it has none. changing and begin are what they were at its beginning.
func (p *parser) folded(changing, begin int, v value) value {
	p.place = nil
	if p.changing > changing {
		return v
	}
	n, err := v.in(p.d, p.text)
	if bad, ok := err.(*ValueError); ok {
		p.begin = begin
		p.fail("%s", bad.What)
	}
	return func(*Debugger) int64 { return n }
}

func (p *parser) and() value {
	v := p.comparison()
	for p.take("&&") {
		a, b := v, p.comparison()
		v = p.result(func(d *Debugger) int64 { return truth(a(d) != 0 && b(d) != 0) })
	}
	return v
}

// binary reads operands with the operators of a level between them, at most one of
// them if it is the comparisons'.
func (p *parser) binary(l level, operand func() value, once bool) value {
	changing, begin := p.changing, p.begin
	v := operand()
	for {
		op, ok := l[p.token]
		if !ok {
			return v
		}
		p.next()
		a, b := v, operand()
		v = p.folded(changing, begin, func(d *Debugger) int64 { return op(a(d), b(d)) })
		if once {
			return v
		}
	}
}

func (p *parser) comparison() value {
	if p.token == "line" {
		return p.line()
	}
	return p.binary(comparisons, p.sum, true)
}

func (p *parser) sum() value  { return p.binary(sums, p.term, false) }
func (p *parser) term() value { return p.binary(terms, p.factor, false) }

func (p *parser) factor() value {
	if p.depth++; p.depth > maxDepth {
		p.fail("nested too deep")
	}
	defer func() { p.depth-- }()
	switch {
	case p.take("-"):
		v := p.factor()
		return p.result(func(d *Debugger) int64 { return -v(d) })
	case p.take("!"):
		v := p.factor()
		return p.result(func(d *Debugger) int64 { return truth(v(d) == 0) })
	case p.take("("):
		v := p.or()
		p.want(")")
		return v
	case p.take("&"):
		addr, ok := p.label(p.token)
		if !ok {
			p.unknown(p.token)
		}
		p.next()
		return p.result(func(*Debugger) int64 { return int64(addr) })
	case p.take("%"): // as the assembler of the 68000 writes registers
		v := p.variable(strings.ToLower(p.token))
		if v == nil {
			p.fail("want a register behind %%, found %s", report.Short(p.token, 40))
		}
		p.next()
		return v
	case p.token == "":
		p.fail("want a number or a name, found the end")
	case !isWord(p.token[0]):
		p.fail("want a number or a name, found %s", p.token)
	}
	if c := p.token[0]; c == '$' || c >= '0' && c <= '9' {
		n, ok := parseNumber(p.token)
		if !ok {
			p.fail("%s is not a number from 0 to $FFFFFFFF", report.Short(p.token, 40))
		}
		p.next()
		return p.result(func(*Debugger) int64 { return n })
	}
	return p.name()
}

// parseNumber reads a number: decimal, or hexadecimal behind $ or 0x.
func parseNumber(s string) (int64, bool) {
	base := 10
	if hex, ok := strings.CutPrefix(s, "$"); ok {
		s, base = hex, 16
	} else if hex, ok := strings.CutPrefix(s, "0x"); ok {
		s, base = hex, 16
	}
	n, err := strconv.ParseUint(s, base, 32)
	return int64(n), err == nil
}

// line reads a comparison of the line of moves.
func (p *parser) line() value {
	p.next()
	op := p.token
	if op != "==" && op != "!=" && op != ">=" {
		p.fail(`line: want == "e4 e5", != or >= (begins with)`)
	}
	p.next()
	if !strings.HasPrefix(p.token, `"`) {
		p.fail(`want moves in quotes, such as "e4 e5 Nf3"`)
	}
	at := *p.d.task.Position()
	game, err := rules.New(at.FEN())
	if err != nil {
		p.fail("%v", err)
	}
	moves, err := probe.ReadLine(strings.Trim(p.token, `"`), &at, game)
	if err != nil {
		p.fail("%v", err)
	}
	p.next()
	p.changing++
	return p.result(func(d *Debugger) int64 {
		line := d.Line()
		switch op {
		case "!=":
			return truth(!slices.Equal(line, moves))
		case ">=":
			return truth(len(line) >= len(moves) && slices.Equal(line[:len(moves)], moves))
		}
		return truth(slices.Equal(line, moves))
	})
}
