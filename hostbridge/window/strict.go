package window

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// strict reads JSON token by token: it keeps the order of an object's fields,
// and refuses one that is there twice.
type strict struct {
	dec  *json.Decoder
	data []byte
}

func newStrict(data []byte) *strict {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	return &strict{dec, data}
}

// token returns the next token. An error names the line.
func (s *strict) token() (json.Token, error) {
	t, err := s.dec.Token()
	return t, s.located(err)
}

func (s *strict) located(err error) error {
	var syntax *json.SyntaxError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &syntax):
		return fmt.Errorf("line %d: %w", s.line(syntax.Offset), err)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("line %d: the file ends early", s.line(int64(len(s.data))))
	}
	return err
}

// line is the line of an offset, from 1.
func (s *strict) line(offset int64) int {
	before := s.data[:max(0, min(int(offset)-1, len(s.data)))]
	return 1 + bytes.Count(before, []byte{'\n'})
}

// check finds what is no JSON, and what follows it.
func (s *strict) check() error {
	return s.located(json.Unmarshal(s.data, new(json.RawMessage)))
}

// object reads an object; field is called with each name and reads the value.
func (s *strict) object(twice func(name string) error, field func(name string) error) error {
	if err := s.open('{', "an object"); err != nil {
		return err
	}
	seen := map[string]bool{}
	for s.dec.More() {
		t, err := s.token()
		if err != nil {
			return err
		}
		name, _ := t.(string) // all that the decoder lets stand here
		if seen[name] {
			return twice(name)
		}
		seen[name] = true
		if err := field(name); err != nil {
			return err
		}
	}
	_, err := s.token()
	return err
}

// placed is an error that says where it is, as key "AG".
type placed struct {
	where string
	err   error
}

func (e *placed) Error() string { return e.where + ": " + e.err.Error() }
func (e *placed) Unwrap() error { return e.err }

// fields reads an object of known fields, each read by its function.
func (s *strict) fields(known map[string]func() error) error {
	return s.object(
		func(name string) error { return fmt.Errorf("field %s is there twice", quoted(name)) },
		func(name string) error {
			read := known[name]
			if read == nil {
				names := make([]string, 0, len(known))
				for k := range known {
					names = append(names, k)
				}
				slices.Sort(names)
				return fmt.Errorf("field %s is unknown: want one of %s", quoted(name), strings.Join(names, ", "))
			}
			err := read()
			if p := (*placed)(nil); err != nil && !errors.As(err, &p) {
				err = fmt.Errorf("%s: %w", name, err)
			}
			return err
		})
}

// list reads an array; item reads each value.
func (s *strict) list(item func() error) error {
	if err := s.open('[', "a list"); err != nil {
		return err
	}
	for s.dec.More() {
		if err := item(); err != nil {
			return err
		}
	}
	_, err := s.token()
	return err
}

func (s *strict) open(want json.Delim, what string) error {
	t, err := s.token()
	if err != nil {
		return err
	}
	if t != want {
		return fmt.Errorf("want %s, have %s", what, kindOf(t))
	}
	return nil
}

// text reads a string of printable characters; a text of several lines is
// allowed where it says so.
func (s *strict) text(to *string, lines bool) error {
	t, err := s.token()
	if err != nil {
		return err
	}
	v, ok := t.(string)
	if !ok {
		return fmt.Errorf("want a string, have %s", kindOf(t))
	}
	for _, c := range v {
		if !strconv.IsPrint(c) && (c != '\n' || !lines) {
			return fmt.Errorf("%s: want printable text", quoted(v))
		}
	}
	*to = v
	return nil
}

// numeral reads a number as it is written.
func (s *strict) numeral() (json.Number, error) {
	t, err := s.token()
	if err != nil {
		return "", err
	}
	n, ok := t.(json.Number)
	if !ok {
		return "", fmt.Errorf("want a number, have %s", kindOf(t))
	}
	return n, nil
}

// number reads a number from least to most.
func (s *strict) number(to *float64, least, most float64) error {
	n, err := s.numeral()
	if err != nil {
		return err
	}
	v, err := n.Float64()
	if err != nil || v < least || v > most {
		return fmt.Errorf("%s: want %v to %v", shortened(n.String()), least, most)
	}
	*to = v
	return nil
}

// whole reads a whole number from least to most.
func (s *strict) whole(to *int, least, most int) error {
	n, err := s.numeral()
	if err != nil {
		return err
	}
	v, err := strconv.Atoi(n.String())
	if err != nil || v < least || v > most {
		return fmt.Errorf("%s: want a whole number from %d to %d", shortened(n.String()), least, most)
	}
	*to = v
	return nil
}

// kindOf names what a token begins, for errors.
func kindOf(t json.Token) string {
	switch v := t.(type) {
	case json.Delim:
		if v == '{' {
			return "an object"
		}
		return "a list"
	case string:
		return "the string " + quoted(v)
	case json.Number:
		return "the number " + shortened(v.String())
	case bool:
		return strconv.FormatBool(v)
	}
	return "null"
}

// longest is how many characters of somebody's text an error repeats.
const longest = 60

func shortened(s string) string {
	if r := []rune(s); len(r) > longest {
		return string(r[:longest]) + "…"
	}
	return s
}

func quoted(s string) string { return strconv.Quote(shortened(s)) }
