package level

import (
	"math"

	"github.com/searchex/searchex/goengine"
)

// measured is what so many nodes a move are worth.
type measured struct {
	elo   int
	nodes uint64
}

// rated are the levels that were measured, weakest first: what sx81 is worth
// with so many nodes a move, on a scale of this project's own on which 1,024
// nodes are worth 700. docs/manual/levels.md says by which games; testdata/levels holds
// their results.
var rated = []measured{
	{170, 32},
	{348, 128},
	{574, 512},
	{700, 1024},
	{795, 2048},
	{910, 4096},
	{1056, 8192},
	{1155, 16384},
	{1263, 32768},
	{1352, 65536},
	{1424, 131072},
	{1526, 262144},
}

// DefaultElo is the level where none is named.
const DefaultElo = 1000

// EloBounds returns the weakest and the strongest rated level.
func EloBounds() (least, most int) { return rated[0].elo, rated[len(rated)-1].elo }

// RatedNodes returns how many nodes a move a rated level has. Between two that were
// measured the rating grows with the logarithm of the nodes; outside of
// EloBounds the bound counts.
func RatedNodes(elo int) uint64 {
	least, most := EloBounds()
	elo = min(max(elo, least), most)
	i := 1
	for rated[i].elo < elo {
		i++
	}
	from, to := rated[i-1], rated[i]
	part := float64(elo-from.elo) / float64(to.elo-from.elo)
	return uint64(math.Round(float64(from.nodes) * math.Pow(float64(to.nodes)/float64(from.nodes), part)))
}

// ratedStart is a budget for which every move ends the line, and a step less
// than sx81's own start.
const ratedStart = 2

// RatedProfile returns what rated levels search with: sx81 with one iteration more
// before its first, which only values the moves of the root. So a level of few
// nodes has looked at each of them.
func RatedProfile() goengine.Profile {
	p, _ := goengine.ProfileByName("sx81")
	p.Start = ratedStart
	return p
}
