package browser

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/searchex/searchex/cmd/internal/play/level"
)

// An opponent is chosen by a click on its card, which is marked then; what it is made of shows
// in the single settings.
func TestOpponents(t *testing.T) {
	b := open(t, launch(t), serve(t), 1280, 900)
	const marked = `[...document.querySelectorAll(".opponent[aria-pressed=true]")].map((e) => e.dataset.key).join()`
	assert.Equal(t, "mk5", value[string](b, marked))
	_, most := level.EloBounds()
	strongest := fmt.Sprintf("6502 net ELO %d max", most)
	for key, want := range map[string]string{"cyrus": "68000 cyrus86 5 1", "beginner": "6502 sx81 ELO 300 1", "strongest": strongest, "mk5": "6502 sx81 5 1"} {
		b.run(`document.querySelector('.opponent[data-key="` + key + `"]').click()`)
		b.until(marked + ` === "` + key + `"`)
		assert.Equal(t, want, value[string](b, `["engine", "profile", "level", "speed"].map((id) => document.getElementById(id).value).join(" ")`))
	}
	b.picture("opponents")
	b.clean()
}
