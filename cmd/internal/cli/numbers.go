package cli

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"

	"github.com/alecthomas/kong"
)

// numberFlags returns the parsers of all numbers in flags, so that all errors have the
// same words.
func numberFlags() []kong.Option {
	return []kong.Option{
		kong.KindMapper(reflect.Int, number(func(text string, to reflect.Value) error {
			n, err := strconv.ParseInt(text, 0, 64)
			to.SetInt(n)
			return notANumber(text, "a whole number", err)
		})),
		kong.KindMapper(reflect.Uint64, number(func(text string, to reflect.Value) error {
			n, err := strconv.ParseUint(text, 0, 64)
			to.SetUint(n)
			return notANumber(text, "a whole number from 0", err)
		})),
		kong.KindMapper(reflect.Float64, number(func(text string, to reflect.Value) error {
			x, err := strconv.ParseFloat(text, 64)
			if err == nil && (math.IsNaN(x) || math.IsInf(x, 0)) {
				err = strconv.ErrSyntax
			}
			to.SetFloat(x)
			return notANumber(text, "a number", err)
		})),
	}
}

// number returns a mapper that parses a number with read.
func number(read func(text string, to reflect.Value) error) kong.Mapper {
	return kong.MapperFunc(func(ctx *kong.DecodeContext, to reflect.Value) error {
		token := ctx.Scan.Peek()
		text := fmt.Sprint(token.Value)
		switch negative := len(text) > 1 && text[0] == '-' && text[1] != '-'; { // kong takes it for a flag
		case token.IsEOL():
			return errors.New("want a number after it")
		case token.IsValue(), negative:
			ctx.Scan.Pop()
		}
		return read(text, to)
	})
}

// notANumber is the error for a text that can't be read as a number.
func notANumber(text, want string, err error) error {
	switch {
	case errors.Is(err, strconv.ErrRange):
		return fmt.Errorf("%s is too large", text)
	case err != nil:
		return fmt.Errorf("want %s, not %q", want, text)
	}
	return nil
}
