package player

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

func TestLevelCommand(t *testing.T) {
	for tc, want := range map[string]string{
		"40/7200": "level 40 120 0", "60+0.6": "level 0 1 0.6", "40/90+5": "level 40 1:30 5",
	} {
		c, err := ParseTimeControl(tc)
		require.NoError(t, err)
		assert.Equal(t, want, levelCommand(c.Periods[0]))
	}
}

func TestALevelIsSentAtTheBeginningOfEachPeriod(t *testing.T) {
	x := NewXBoard("x", "x", nil)
	x.features = map[string]string{"time": "1"}
	var err error
	x.Control, err = ParseTimeControl("40/7200:20/3600+5:900")
	require.NoError(t, err)
	clocks := func(period int) []string {
		return x.times(Turn{FEN: goengine.StartFEN, Clock: &Clock{White: 10 * time.Second, Black: 20 * time.Second, Period: period}})
	}
	assert.Equal(t, []string{"time 1000", "otim 2000"}, clocks(0))
	assert.Equal(t, []string{"level 20 60 5", "time 1000", "otim 2000"}, clocks(1))
	assert.Equal(t, []string{"time 1000", "otim 2000"}, clocks(1))
	x.features["time"] = "0"
	assert.Equal(t, []string{"level 0 15 0"}, clocks(2), "a program without clocks learns the level too")
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
