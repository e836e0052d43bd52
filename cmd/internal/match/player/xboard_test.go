package player

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestLevelCommand(t *testing.T) {
	for tc, want := range map[string]string{
		"40/7200": "level 40 120 0", "60+0.6": "level 0 1 0.6", "40/90+5": "level 40 1:30 5",
	} {
		c, err := ParseTimeControl(tc)
		require.NoError(t, err)
		assert.Equal(t, want, levelCommand(c))
	}
}

func TestFeaturesAreReadWithQuotes(t *testing.T) {
	assert.Equal(t, map[string]string{"myname": "A ping=0 B", "ping": "1", "done": "1"},
		parseFeatures(`myname="A ping=0 B" ping=1 done=1`))
}

func TestLinesOfThinking(t *testing.T) {
	for text, want := range map[string]Reply{
		"9 48 51 12345 e2e4 e7e5":      {Score: 48, Scored: true, Depth: 9, Nodes: 12345},
		"12. -7 51 12345\te4 e5":       {Score: -7, Scored: true, Depth: 12, Nodes: 12345},
		"5 100003 1 2 Qh5":             {Score: mateScore, Scored: true, Mate: 5, Depth: 5, Nodes: 2},
		"5 -100002 1 2 Kh1":            {Score: -mateScore, Scored: true, Mate: -4, Depth: 5, Nodes: 2},
		"move e2e4":                    {},
		"1. ... e7e5":                  {},
		"# 9 48 51 12345":              {},
		"99999999999 1 1 1":            {},
		"9 48 51":                      {},
		"9 48 51 99999999999999999999": {Score: 48, Scored: true, Depth: 9},
	} {
		var r Reply
		assert.Equal(t, want != Reply{}, r.thinking(text), text)
		assert.Equal(t, want, r, text)
	}
}
