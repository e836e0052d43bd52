package tour

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The numbers in the three-column diagram of "A Window into Sargon": the order in which positions
// are created, and the order in which their values are known.
var orders = map[string][2]string{
	"A": {"1", "7"}, "B": {"2", "14"}, "AG": {"3", "3"}, "AH": {"4", "6"}, "AGA": {"5", "1"}, "AGB": {"6", "2"}, "AHA": {"7", "4"}, "AHB": {"8", "5"},
	"BG": {"9", "10"}, "BH": {"10", "13"}, "BGA": {"11", "8"}, "BGB": {"12", "9"}, "BHA": {"13", "11"}, "BHB": {"14", "12"},
}

func TestTheDiagramOfOrdersIsTheTexts(t *testing.T) {
	g := &guide{engines: engines(t), runs: map[string][]*view{}}
	v, err := g.run("sargon1", "")
	require.NoError(t, err)
	lines := strings.Split(strings.Trim(v.Orders(), "`tex\n"), "\n")
	// Positions are in the order of the source's diagram, from the first line of moves to the last.
	inOrder := []string{"AGA", "AG", "AGB", "A", "AHA", "AH", "AHB", "(root)", "BGA", "BG", "BGB", "B", "BHA", "BH", "BHB"}
	require.Len(t, lines, 2+len(inOrder))
	for i, key := range inOrder {
		words := strings.Fields(strings.NewReplacer("│", " ", "┌─", " ", "└─", " ").Replace(lines[2+i]))
		if key == "(root)" {
			assert.Equal(t, []string{key, key, key}, words)
			continue
		}
		assert.Equal(t, []string{key, key, orders[key][0], key, orders[key][1]}, words)
		assert.Equal(t, 3*len(key)-1, strings.Index(strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(lines[2+i], "│", " "), "┌", " "), "└", " "), "─", " "), key), "a ply is three columns: %s", lines[2+i])
	}

	// A position that is cut off has no number: in model 2 AHB, BH and those below BH.
	v, err = g.run("sargon2", "")
	require.NoError(t, err)
	minimax := strings.Join(v.upright("", func(key string) int { return v.Visits[key].Evaluated }), "\n")
	for _, key := range []string{"AHB", "BH", "BHA", "BHB"} {
		assert.Regexp(t, regexp.MustCompile(`─`+key+`(\n|$)`), minimax)
	}
	assert.Contains(t, minimax, "─AHA 4\n")
}

// The four lists of the source, with its arrows.
func TestTheScanFindsWhatTheTextDraws(t *testing.T) {
	for i, want := range []string{
		"AGA,AGB,AG,AHA,AHB,AH,A,BGA,BGB,BG,BHA,BHB,BH,B",
		"AGA * <-- 3,AGB,AG * <-- 2,AHA *,AHB,AH,A * <-- 1,BGA *,BGB,BG *,BHA *,BHB,BH,B",
		"AGA * <-- 3,AGB,AG * <-- 2,AHA *,AHB,AH,A * <-- 1,BGA *,BGB *,BG *,BHA *,BHB *,BH *,B",
		"AGA *,AGB,AG *,AHA *,AHB *,AH *,A *,BGA *,BGB * <-- 3,BG * <-- 2,BHA *,BHB *,BH,B * <-- 1",
	} {
		lines, _ := scanned("", strings.Fields(starred[i].best))
		var have []string
		for _, line := range lines[2 : 2+14] {
			have = append(have, strings.Join(strings.Fields(line), " "))
		}
		assert.Equal(t, want, strings.Join(have, ","))
	}
	assert.Equal(t, []string{"", "A, AG, AGA", "A, AG, AGA", "B, BG, BGB"}, []string{variation(1), variation(2), variation(3), variation(4)})

	text, err := os.ReadFile("../../../../../shared/reference/window-into-sargon.txt")
	if err != nil {
		t.Skip("the text is not here: the lists stand for it")
	}
	for i := range starred[1:] {
		lines, _ := scanned("", strings.Fields(starred[1+i].best))
		var drawn []string
		for _, line := range lines[2 : 2+14] {
			drawn = append(drawn, strings.ReplaceAll(strings.Join(strings.Fields(line), " "), "<--", "<----"))
		}
		assert.Contains(t, string(text), strings.Join(drawn, "\n"))
	}
}
