package expr

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/searchex/searchex/internal/words"
)

// Parser reads an expression. Its methods panic with a *SyntaxError, which Parse returns.
type Parser[C any] struct {
	scope *Scope[C]
	text  string
	at    int // behind the token
	// token is the current one, empty at the end; begin is where it begins.
	token string
	begin int
	// also has the characters that are operators only here: = and a comma.
	also          string
	tokens, depth int
	// changing counts the names so far whose values are not constant.
	changing int
	// registers counts those and the flags.
	registers int
	// place is where the value that was read last can be written, nil for nowhere.
	place *place[C]
}

// maxDepth bounds how deep an expression is nested, maxTokens how long it is: a value is
// worked out by calls as deep as it has operators.
const (
	maxDepth  = 100
	maxTokens = 10_000
)

// parse calls read on the first token of a text. also has further operators.
func (s *Scope[C]) parse(text, also string, read func(*Parser[C])) (err error) {
	p := &Parser[C]{scope: s, text: text, also: also}
	defer func() {
		if e := recover(); e != nil {
			bad, ok := e.(*SyntaxError)
			if !ok {
				panic(e)
			}
			err = bad
		}
	}()
	p.Next()
	read(p)
	if p.token != "" {
		p.Fail("want an operator or the end, found %s", p.token)
	}
	return nil
}

// expr reads an expression.
func (p *Parser[C]) expr() *Expr[C] {
	before := p.registers
	v := p.or()
	return &Expr[C]{p.text, v, p.place, p.scope, p.registers > before}
}

// Fail ends parsing with an error at the current token.
func (p *Parser[C]) Fail(format string, args ...any) {
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

// Token is the current token, empty at the end. A text in quotes has them.
func (p *Parser[C]) Token() string { return p.token }

// Next reads the next token.
func (p *Parser[C]) Next() {
	for p.at < len(p.text) && (p.text[p.at] == ' ' || p.text[p.at] == '\t') {
		p.at++
	}
	p.begin, p.token = p.at, ""
	if p.at == len(p.text) {
		return
	}
	if p.tokens++; p.tokens > maxTokens {
		p.Fail("too long: more than 10,000 words and operators")
	}
	rest := p.text[p.at:]
	n := 0
	for n < len(rest) && isWord(rest[n]) {
		n++
	}
	switch {
	case n > 0:
	case rest[0] == '"':
		end := strings.IndexByte(rest[1:], '"')
		if end < 0 {
			p.Fail("the quote is not closed")
		}
		n = end + 2
	default:
		i := slices.IndexFunc(operators, func(op string) bool { return strings.HasPrefix(rest, op) })
		switch {
		case i >= 0:
			n = len(operators[i])
		case strings.IndexByte(p.also, rest[0]) >= 0:
			n = 1
		default:
			p.Fail("%q is not an operator", []rune(rest)[0])
		}
	}
	p.token = rest[:n]
	p.at += n
}

// take reads a token if it is the current one.
func (p *Parser[C]) take(token string) bool {
	if p.token != token {
		return false
	}
	p.Next()
	return true
}

func (p *Parser[C]) want(token string) {
	if !p.take(token) {
		p.Fail("want %s, found %s", token, p.found())
	}
}

// found is the current token in an error.
func (p *Parser[C]) found() string {
	if p.token == "" {
		return "the end"
	}
	return p.token
}

// nest goes a level deeper, until the function that it returns is called.
func (p *Parser[C]) nest() (leave func()) {
	if p.depth++; p.depth > maxDepth {
		p.Fail("nested too deep")
	}
	return func() { p.depth-- }
}

func (p *Parser[C]) or() func(C) int64 {
	defer p.nest()()
	v := p.and()
	for p.take("||") {
		a, b := v, p.and()
		v = p.result(func(c C) int64 { return truth(a(c) != 0 || b(c) != 0) })
	}
	return v
}

// result is a value that can't be written.
func (p *Parser[C]) result(v func(C) int64) func(C) int64 {
	p.place = nil
	return v
}

// folded returns a value that can't be written and, if nothing in it changes, its number:
// it fails if it has none. changing and begin are what they were at its beginning.
func (p *Parser[C]) folded(changing, begin int, v func(C) int64) func(C) int64 {
	p.place = nil
	if p.changing > changing {
		return v
	}
	n, err := attempt(p.text, func() int64 {
		var none C
		return v(none)
	})
	if bad, ok := err.(*ValueError); ok {
		p.begin = begin
		p.Fail("%s", bad.What)
	}
	return func(C) int64 { return n }
}

func (p *Parser[C]) and() func(C) int64 {
	v := p.comparison()
	for p.take("&&") {
		a, b := v, p.comparison()
		v = p.result(func(c C) int64 { return truth(a(c) != 0 && b(c) != 0) })
	}
	return v
}

// binary reads operands with the operators of a level between them, at most one of
// them if it is the comparisons'.
func (p *Parser[C]) binary(l level, operand func() func(C) int64, once bool) func(C) int64 {
	changing, begin := p.changing, p.begin
	v := operand()
	for {
		op, ok := l[p.token]
		if !ok {
			return v
		}
		p.Next()
		a, b := v, operand()
		v = p.folded(changing, begin, func(c C) int64 { return op(a(c), b(c)) })
		if once {
			return v
		}
	}
}

func (p *Parser[C]) comparison() func(C) int64 {
	if read := p.scope.Comparisons[p.token]; read != nil {
		holds := read(p)
		p.changing++
		return p.result(func(c C) int64 { return truth(holds(c)) })
	}
	return p.binary(comparisons, p.sum, true)
}

func (p *Parser[C]) sum() func(C) int64  { return p.binary(sums, p.term, false) }
func (p *Parser[C]) term() func(C) int64 { return p.binary(terms, p.factor, false) }

func (p *Parser[C]) factor() func(C) int64 {
	defer p.nest()()
	switch {
	case p.take("-"):
		v := p.factor()
		return p.result(func(c C) int64 { return -v(c) })
	case p.take("!"):
		v := p.factor()
		return p.result(func(c C) int64 { return truth(v(c) == 0) })
	case p.take("("):
		v := p.or()
		p.want(")")
		return v
	case p.take("&"):
		addr, ok := p.label(p.token)
		if !ok {
			p.unknown(p.token)
		}
		p.Next()
		return p.result(func(C) int64 { return int64(addr) })
	case p.take("%"): // as the assembler of the 68000 writes registers
		v := p.variable(strings.ToLower(p.token))
		if v == nil {
			p.Fail("want a register behind %%, found %s", words.Short(p.token, 40))
		}
		p.Next()
		return v
	case p.token == "" || !isWord(p.token[0]):
		p.Fail("want a number or a name, found %s", p.found())
	}
	if c := p.token[0]; c == '$' || c >= '0' && c <= '9' {
		n, ok := parseNumber(p.token)
		if !ok {
			p.Fail("%s is not a number from 0 to $FFFFFFFF", words.Short(p.token, 40))
		}
		p.Next()
		return p.result(func(C) int64 { return n })
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
