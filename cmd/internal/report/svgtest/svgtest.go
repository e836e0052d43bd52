// Package svgtest reads pictures in tests.
package svgtest

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// Element is an element of a picture, with its text.
type Element struct {
	Name string
	Attr map[string]string
	Text string
}

// Number returns the value of an attribute.
func (e *Element) Number(t testing.TB, attr string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(e.Attr[attr], 64)
	require.NoError(t, err, "%s of %+v", attr, e)
	return v
}

// Elements returns the elements of a picture, in the order in which they begin.
func Elements(t testing.TB, picture []byte) (all []Element) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(picture))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return all
		}
		require.NoError(t, err)
		switch v := token.(type) {
		case xml.StartElement:
			e := Element{Name: v.Name.Local, Attr: map[string]string{}}
			for _, a := range v.Attr {
				e.Attr[a.Name.Local] = a.Value
			}
			all = append(all, e)
		case xml.CharData:
			if len(all) > 0 {
				all[len(all)-1].Text += string(v)
			}
		}
	}
}
