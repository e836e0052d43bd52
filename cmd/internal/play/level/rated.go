package level

import (
	"math"

	"github.com/searchex/searchex/goengine"
)

// measured is the measured rating of a number of nodes a move.
type measured struct {
	elo   int
	nodes uint64
}

// rated has the ratings that were measured, weakest first: of sx81 with a number of
// nodes a move, on a scale of our own on which 1,024 nodes have 700.
// docs/manual/levels.md describes the games; testdata/levels has their results.
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

// DefaultElo is the rating if none is given.
const DefaultElo = 1000

// EloBounds returns the ratings of the weakest and the strongest rated level.
func EloBounds() (least, most int) { return rated[0].elo, rated[len(rated)-1].elo }

// RatedNodes returns the nodes a move of a rated level. It interpolates between
// measured ratings by the logarithm of the nodes. Outside EloBounds the bound counts.
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

// ratedStart is a budget with which every move of the root ends the line, one step less
// than sx81's start.
const ratedStart = 2

// RatedProfile returns the profile of rated levels: sx81 with one more iteration at the
// beginning, which only evaluates the moves of the root. So even a level of few nodes
// has looked at each of them.
func RatedProfile() goengine.Profile {
	p, _ := goengine.ProfileByName("sx81")
	p.Start = ratedStart
	return p
}
