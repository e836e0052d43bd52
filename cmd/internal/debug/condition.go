package debug

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/cmd/internal/explain/probe"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
)

// A condition is an expression over numbers:
//
//	or     = and { "||" and }
//	and    = equal { "&&" equal }
//	equal  = sum [ ( "==" | "!=" | "<" | "<=" | ">" | ">=" ) sum ]
//	sum    = term { ( "+" | "-" | "|" | "^" ) term }
//	term   = factor { ( "*" | "&" | "<<" | ">>" ) factor }
//	factor = ( "-" | "!" ) factor | "(" or ")" | number | "&" label
//	       | ( "byte" | "word" | "long" ) "(" or ")"
//	       | name [ "[" or "]" ] | line ( "==" | "!=" | ">=" ) moves
//
// A name is a register, a flag as flag.z, one of the search's numbers (names), a
// constant, or a label, which is the byte there; label[n] is the byte n further on.
// moves are in quotes; >= reports whether the line begins with them.
type condition func(d *Debugger) bool

// value is a compiled expression.
type value func(d *Debugger) int64

// searchNames are the numbers of a search, in the words of the glossary.
var searchNames = map[string]value{
	"cycles": func(d *Debugger) int64 { return int64(d.m.Cycles()) },
	"ply":    func(d *Debugger) int64 { return int64(d.search.Ply()) },
	"node":   func(d *Debugger) int64 { return int64(d.search.Nodes()) },
	"sx":     func(d *Debugger) int64 { own, _ := d.search.Budget(); return int64(own) },
	"other":  func(d *Debugger) int64 { _, other := d.search.Budget(); return int64(other) },
	"alpha":  func(d *Debugger) int64 { alpha, _ := d.search.Window(); return int64(alpha) },
	"beta":   func(d *Debugger) int64 { _, beta := d.search.Window(); return int64(beta) },
	"static": func(d *Debugger) int64 { return int64(d.search.Static()) },
}

// SyntaxError is an expression that cannot be read. Column counts from 1.
type SyntaxError struct {
	Text   string
	Column int
	What   string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%q, column %d: %s", report.Short(e.Text, 60), e.Column, e.What)
}

// compile parses a condition.
func (d *Debugger) compile(text string) (condition, error) {
	v, err := d.parse(text)
	if err != nil {
		return nil, err
	}
	return func(d *Debugger) bool { return v(d) != 0 }, nil
}

// Evaluate returns the value of an expression.
func (d *Debugger) Evaluate(text string) (int64, error) {
	v, err := d.parse(text)
	if err != nil {
		return 0, err
	}
	return v(d), nil
}

func (d *Debugger) parse(text string) (v value, err error) {
	p := &parser{d: d, text: text}
	defer func() {
		if e := recover(); e != nil {
			bad, ok := e.(*SyntaxError)
			if !ok {
				panic(e)
			}
			v, err = nil, bad
		}
	}()
	p.next()
	v = p.or()
	if p.token != "" {
		p.fail("want an operator or the end, found %s", p.token)
	}
	return v, nil
}

// parser reads an expression. Its methods panic with a *SyntaxError.
type parser struct {
	d    *Debugger
	text string
	at   int // behind the token
	// token is the current one, empty at the end; begin is where it begins.
	token string
	begin int
	depth int
}

// maxDepth bounds how deep an expression is nested.
const maxDepth = 100

func (p *parser) fail(format string, args ...any) {
	panic(&SyntaxError{p.text, p.begin + 1, fmt.Sprintf(format, args...)})
}

// operators are the tokens that are not words; of two that fit the longer comes first.
var operators = []string{"||", "&&", "==", "!=", "<=", ">=", "<<", ">>", "<", ">", "+", "-", "*", "|", "^", "&", "!", "(", ")", "[", "]"}

func isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '.' || c == '$' || c == '\''
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

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func (p *parser) or() value {
	if p.depth++; p.depth > maxDepth {
		p.fail("nested too deep")
	}
	defer func() { p.depth-- }()
	v := p.and()
	for p.take("||") {
		a, b := v, p.and()
		v = func(d *Debugger) int64 { return truth(a(d) != 0 || b(d) != 0) }
	}
	return v
}

func (p *parser) and() value {
	v := p.comparison()
	for p.take("&&") {
		a, b := v, p.comparison()
		v = func(d *Debugger) int64 { return truth(a(d) != 0 && b(d) != 0) }
	}
	return v
}

// level is a set of operators of two numbers.
type level map[string]func(a, b int64) int64

var (
	comparisons = level{
		"==": func(a, b int64) int64 { return truth(a == b) }, "!=": func(a, b int64) int64 { return truth(a != b) },
		"<": func(a, b int64) int64 { return truth(a < b) }, "<=": func(a, b int64) int64 { return truth(a <= b) },
		">": func(a, b int64) int64 { return truth(a > b) }, ">=": func(a, b int64) int64 { return truth(a >= b) },
	}
	sums = level{
		"+": func(a, b int64) int64 { return a + b }, "-": func(a, b int64) int64 { return a - b },
		"|": func(a, b int64) int64 { return a | b }, "^": func(a, b int64) int64 { return a ^ b },
	}
	terms = level{
		"*": func(a, b int64) int64 { return a * b }, "&": func(a, b int64) int64 { return a & b },
		"<<": func(a, b int64) int64 { return a << (uint64(b) & 63) }, ">>": func(a, b int64) int64 { return a >> (uint64(b) & 63) },
	}
)

// binary reads operands with the operators of a level between them, at most one of
// them if it is the comparisons'.
func (p *parser) binary(l level, operand func() value, once bool) value {
	v := operand()
	for {
		op, ok := l[p.token]
		if !ok {
			return v
		}
		p.next()
		a, b := v, operand()
		v = func(d *Debugger) int64 { return op(a(d), b(d)) }
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
		return func(d *Debugger) int64 { return -v(d) }
	case p.take("!"):
		v := p.factor()
		return func(d *Debugger) int64 { return truth(v(d) == 0) }
	case p.take("("):
		v := p.or()
		p.want(")")
		return v
	case p.take("&"):
		addr, ok := p.d.program.Symbols[p.token]
		if !ok {
			p.unknown(p.token)
		}
		p.next()
		return func(*Debugger) int64 { return int64(addr) }
	case p.token == "":
		p.fail("want a number or a name, found the end")
	case !isWord(p.token[0]):
		p.fail("want a number or a name, found %s", p.token)
	}
	if n, ok := parseNumber(p.token); ok {
		p.next()
		return func(*Debugger) int64 { return n }
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

// name reads a name and what belongs to it.
func (p *parser) name() value {
	name, begin := p.token, p.begin
	switch size := map[string]int{"byte": 1, "word": 2, "long": 4}[name]; {
	case size > 0:
		p.next()
		p.want("(")
		addr := p.or()
		p.want(")")
		return func(d *Debugger) int64 { return d.number(uint32(addr(d)), size) }
	}
	p.next()
	indexed := p.token == "[" // only a label, whatever else has its name
	if v := searchNames[name]; v != nil && !indexed {
		return v
	}
	if r := p.d.register(name); r != nil && !indexed {
		return r
	}
	if addr, ok := p.d.program.Symbols[name]; ok {
		if !p.take("[") {
			return func(d *Debugger) int64 { return d.number(addr, 1) }
		}
		index := p.or()
		p.want("]")
		return func(d *Debugger) int64 { return d.number(addr+uint32(index(d)), 1) }
	}
	if c, ok := p.d.program.Constants[name]; ok {
		return func(*Debugger) int64 { return int64(c) }
	}
	p.begin = begin
	p.unknown(name)
	return nil
}

func (p *parser) unknown(name string) {
	known := p.d.names()
	p.fail("%s is not a register, a label or a number of the search: the nearest is %s", report.Short(name, 40), strings.Join(report.Nearest(name, known), " or "))
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
	return func(d *Debugger) int64 {
		line := d.Line()
		switch op {
		case "!=":
			return truth(!slices.Equal(line, moves))
		case ">=":
			return truth(len(line) >= len(moves) && slices.Equal(line[:len(moves)], moves))
		}
		return truth(slices.Equal(line, moves))
	}
}

// Line returns the moves from the root to the current node.
func (d *Debugger) Line() (line []goengine.Move) {
	for _, f := range d.frames[:d.search.Ply()] {
		line = append(line, f.Move)
	}
	return line
}
