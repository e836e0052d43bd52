package equal

import (
	"strings"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/hostbridge"
)

// Source returns the source line of the instruction at a place, last, and the
// lines right before it that have labels: the label of a hook says what the
// registers hold. It returns nothing if the source is not known.
func Source(img *asm.Image, p *hostbridge.Location) (lines []string) {
	if img == nil || p == nil || p.File == "" {
		return nil
	}
	for i := p.Line; i > 0; i-- {
		text, err := img.SourceText(asm.Line{File: p.File, Line: i})
		if err != nil {
			break
		}
		if label, _, ok := strings.Cut(text, ":"); i < p.Line && (!ok || strings.ContainsAny(label, " \t;")) {
			break
		}
		lines = append([]string{text}, lines...)
	}
	return lines
}
