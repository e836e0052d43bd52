package session

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// A review is refused, with the reason, before any search.
func TestAReviewThatIsImpossibleIsRefused(t *testing.T) {
	p := open(t, Options{})
	for fields, want := range map[string]string{
		`"pgn":"1. e4","nodes":0`:                                "nodes 0: want 1 to 1000000",
		`"pgn":"1. e4 e4","nodes":9`:                             "e4",
		`"pgn":"","nodes":9`:                                     "the text has none",
		`"pgn":"1. e4","nodes":9,"engine":"none"`:                "none",
		`"pgn":"1. e4","nodes":9,"engine":"guest:x.toml"`:        "a page has no guests",
		`"pgn":"1. e4","nodes":9,"profile":"none"`:               "none",
		`"pgn":"` + strings.Repeat(" ", 1<<18+1) + `","nodes":1`: "want at most 262144",
	} {
		p.say(`{"type":"review","id":"r",%s}`, fields)
		assert.Contains(t, p.want(typeError)["text"], want)
	}
	long := "1. Nf3 Nf6 2. Ng1 Ng8 " + strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 300)
	p.say(`{"type":"review","id":"r","pgn":%q,"nodes":1}`, long)
	assert.Contains(t, p.want(typeError)["text"], fmt.Sprint(maxReviewed))
}

// A review that is stopped ends at once.
func TestAReviewIsStopped(t *testing.T) {
	p := open(t, Options{})
	p.say(`{"type":"review","id":"r","pgn":"1. e4 e5","nodes":1000000}`)
	p.say(`{"type":"stop","id":"r"}`)
	assert.Equal(t, "r", p.want(typeStopped)["id"])
}
