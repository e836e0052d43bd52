package tour

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestReflowBreaksProseOnly(t *testing.T) {
	word := strings.Repeat("é", 39)
	long := strings.Repeat("x ", 100)
	kept := "# " + long + "\n\n```text\n" + long + "\n\na\nb\n```\n\n| " + long + "|\n| b |\n\n    " + long + "\n    b\n"
	assert.Equal(t, kept, reflow(kept))
	assert.Equal(t, "a b\n\nc\n", reflow("a\nb\n\nc\n"))
	assert.Equal(t, word+" "+word+" "+strings.Repeat("é", 38)+"\nz\n", reflow(word+"\n"+word+" "+strings.Repeat("é", 38)+" z\n"), "118 characters fit")
	assert.Equal(t, word+" "+word+"\n"+word+"\n", reflow(word+"\n"+word+" "+word+"\n"), "119 do not")
	assert.Equal(t, "- "+word+" "+word+"\n  "+word+"\n- b\n", reflow("- "+word+"\n  "+word+" "+word+"\n- b\n"))
}
