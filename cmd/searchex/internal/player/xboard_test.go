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
