package tour

import (
	"strings"
	"unicode/utf8"
)

// margin is the length of the longest line of prose, in characters.
const margin = 118

// reflow wraps paragraphs and list items, whose length has changed with the figures
// inserted. Headings, tables, drawings and indented text stay.
func reflow(text string) string {
	var out []string
	var words []string
	indent := ""
	flush := func() {
		line := ""
		for i, w := range words {
			switch {
			case i == 0:
				line = w
			case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(w) > margin:
				out = append(out, line)
				line = indent + w
			default:
				line += " " + w
			}
		}
		if len(words) > 0 {
			out = append(out, line)
		}
		words, indent = nil, ""
	}
	inFence := false
	for _, line := range strings.Split(text, "\n") {
		fence := strings.HasPrefix(line, "```")
		switch {
		case inFence || fence || line == "" || strings.HasPrefix(line, "#") ||
			strings.HasPrefix(line, "|") || strings.HasPrefix(line, "    "):
			flush()
			out = append(out, line)
			inFence = inFence != fence
		case strings.HasPrefix(line, "- "):
			flush()
			indent = "  "
			words = strings.Fields(line)
		default:
			words = append(words, strings.Fields(line)...)
		}
	}
	flush()
	return strings.Join(out, "\n")
}
