package level

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/match/stats"
	"github.com/searchex/searchex/cmd/internal/report"
)

const page = "../../../../docs/manual/levels.md"

// others has the players of the list that are no levels, as the page names them.
var others = map[string]string{
	"Fairy-Max ply 2": "Fairy-Max 5.0b, depth 2", "GNU Chess ply 1": "GNU Chess 6.2.7, depth 1", "Phalanx ply 1": "Phalanx XXV, depth 1",
	"Stockfish 30": "Stockfish 15.1, 30 nodes", "Stockfish 100": "Stockfish 15.1, 100 nodes", "Stockfish 300": "Stockfish 15.1, 300 nodes",
	"Stockfish 1000":         "Stockfish 15.1, 1,000 nodes",
	"Stockfish UCI_Elo 1500": "Stockfish 15.1, its `UCI_Elo` 1500, 50 ms", "Stockfish UCI_Elo 1700": "Stockfish 15.1, its `UCI_Elo` 1700, 50 ms",
	"tuned 32768": "tuned, 32,768 nodes", "tuned 65536": "tuned, 65,536 nodes", "tuned 131072": "tuned, 131,072 nodes", "tuned 262144": "tuned, 262,144 nodes",
}

// measuredTimes returns the times that a table of the page has for a profile and nodes a move. They are measured, so
// no record has them.
func measuredTimes(t *testing.T, text string) map[string]string {
	t.Helper()
	times := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^\| \S+ \| (\w+) \| \**([\d,]+)\** \| ([\d. mins]+) \|`).FindAllStringSubmatch(text, -1) {
		times[m[1]+" "+strings.ReplaceAll(m[2], ",", "")] = m[3]
	}
	return times
}

// rounded returns a rating as the page has it.
func rounded(r stats.Rating) int { return int(math.Round(r.Elo)) }

// nodesOf returns the number at the end of a player's name, 0 if there is none.
func nodesOf(name string) (n int) {
	if i := strings.LastIndexByte(name, ' '); i >= 0 {
		n, _ = strconv.Atoi(name[i+1:])
	}
	return n
}

// levelTable returns the table of the levels and the numbers of nodes between them.
func levelTable(t *testing.T, names []string, ratings map[string]stats.Rating, games map[string]int, times map[string]string) string {
	t.Helper()
	ours := map[string]bool{}
	for _, r := range ratedSX81 {
		ours[fmt.Sprint("sx81 ", r.nodes)] = true
	}
	for _, r := range ratedNet {
		ours[fmt.Sprint("net ", r.nodes)] = true
	}
	var b strings.Builder
	b.WriteString("| `UCI_Elo` | profile | nodes a move | a 6502 at 1.96608 MHz takes | measured, 95% | off by | games |\n|---|---|---|---|---|---|---|\n")
	for _, profile := range []string{"sx81", "net"} {
		byNodes := slices.SortedFunc(slices.Values(names), func(a, b string) int { return cmp.Compare(nodesOf(a), nodesOf(b)) })
		for _, name := range byNodes {
			nodes := nodesOf(name)
			if !strings.HasPrefix(name, profile+" ") {
				continue
			}
			r, elo, off, mark := ratings[name], "-", " ", ""
			if nominal, isLevel := says(name); isLevel {
				elo, off = fmt.Sprint(nominal), fmt.Sprintf(" %+d ", rounded(r)-nominal)
				if ours[name] {
					mark = "**"
				}
			}
			measured := fmt.Sprintf("%.0f ± %.0f", r.Elo, r.Error)
			if r.Error == 0 {
				measured = "700, the anchor"
			}
			require.NotEmpty(t, times[name], "%s: the page has no time", name)
			fmt.Fprintf(&b, "| %s%s%s | %s | %s%s%s | %s | %s |%s| %s |\n",
				mark, elo, mark, profile, mark, report.Int(nodes), mark, times[name], measured, off, report.Int(games[name]))
		}
	}
	return b.String()
}

// The tables of the page have the ratings of the recorded games.
func TestPageHasTheRatingsOfTheGames(t *testing.T) {
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	games, all := map[string]int{}, 0
	names, ratings := list(t)
	for _, e := range results(t) {
		games[e.First] += e.Games
		games[e.Second] += e.Games
		all += e.Games
	}
	var rest strings.Builder
	rest.WriteString("| others | measured, 95% | games |\n|---|---|---|\n")
	for _, name := range names {
		if !strings.HasPrefix(name, "sx81 ") && !strings.HasPrefix(name, "net ") {
			require.NotEmpty(t, others[name], name)
			fmt.Fprintf(&rest, "| %s | %.0f ± %.0f | %s |\n", others[name], ratings[name].Elo, ratings[name].Error, report.Int(games[name]))
		}
	}
	for name, want := range map[string]string{"levels": levelTable(t, names, ratings, games, measuredTimes(t, string(text))), "others": rest.String()} {
		_, have, _ := strings.Cut(string(text), "<!-- "+name+" -->\n")
		have, _, _ = strings.Cut(have, "<!-- end -->")
		assert.Equal(t, want, have, "docs/manual/levels.md, table of %s; to be copied from here", name)
	}
	assert.Contains(t, string(text), report.Int(all)+" games in all")
}
