package session

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/searchex/searchex/goengine"
)

// What a page is told names no keys and files of the terminal, and a page has no guests. With a
// limit it is told what is left, and a value is rounded as in a PGN.
func TestAPagesWords(t *testing.T) {
	p := open(t, Options{})
	p.say(`{"type":"hello"}`)
	p.want(typeDone)
	// A display that equals the one before is not sent: no two messages in turn are alike.
	for _, tt := range [][2]string{
		{"machine guest:/etc/passwd", "engine \"guest:/etc/passwd\": a page has no guests but those whose files it brings"},
		{"level ELO 900", "about 900 on a scale of our own"},
		{"auto guest:/etc/passwd", "a page has no guests but those whose files it brings"},
		{"open x.pgn", "no file is opened by its name here"},
	} {
		p.say(`{"type":"say","text":%q}`, tt[0])
		assert.Contains(t, p.want(typeDisplay)["message"], tt[1], tt[0])
		p.want(typeDone)
	}
	p.say(`{"type":"say","text":"level SPEED 5"}`)
	assert.Equal(t, []any{300.0, 300.0}, p.want(typeDisplay)["left"])
	assert.Equal(t, []string{"+0.35", "-0.35", "mate in 2"}, []string{valueOf(23), valueOf(-23), valueOf(int(goengine.Mate) - 3)})
}
