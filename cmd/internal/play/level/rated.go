package level

import (
	"math"

	"github.com/searchex/searchex/goengine"
)

// measured is the measured rating of a profile with a number of nodes a move.
type measured struct {
	elo   int
	nodes uint64
}

// The ratings that were measured, weakest first, on a scale of our own on which sx81 with
// 1,024 nodes has 700. docs/manual/levels.md describes the games; testdata/levels has
// their results. Levels above the last of sx81 are net's.
var (
	ratedSX81 = []measured{
		{170, 32},
		{348, 128},
		{574, 512},
		{700, 1024},
		{795, 2048},
		{910, 4096},
		{1056, 8192},
		{1155, 16384},
		{1263, 32768},
		{1347, 65536},
		{1448, 131072},
		{1517, 262144},
	}
	ratedNet = []measured{
		{1481, 16384},
		{1576, 32768},
		{1672, 65536},
		{1759, 131072},
		{1837, 262144},
	}
)

// DefaultElo is the rating if none is given.
const DefaultElo = 1000

// EloBounds returns the ratings of the weakest and the strongest rated level.
func EloBounds() (least, most int) { return ratedSX81[0].elo, last(ratedSX81, ratedNet).elo }

// last returns the last measurement of several lists.
func last(lists ...[]measured) measured {
	list := lists[len(lists)-1]
	return list[len(list)-1]
}

// Strength is how a rated level searches.
type Strength struct {
	// Name is the name of the profile.
	Name    string
	Profile goengine.Profile
	// Nodes is the limit of nodes a move.
	Nodes uint64
}

// ratedStart is a budget with which every move of the root ends the line, one step less
// than sx81's start.
const ratedStart = 2

// AtElo returns the strength of a rated level. It interpolates between measured ratings of
// a profile by the logarithm of the nodes. Outside EloBounds the bound counts.
//
// The levels of sx81 have one more iteration at the beginning, which only evaluates the
// moves of the root. So even a level of few nodes has looked at each of them.
func AtElo(elo int) Strength {
	least, most := EloBounds()
	elo = min(max(elo, least), most)
	s, list := Strength{Name: "sx81"}, ratedSX81
	if elo > last(ratedSX81).elo {
		s.Name, list = "net", ratedNet
	}
	s.Profile, _ = goengine.ProfileByName(s.Name)
	if s.Name == "sx81" {
		s.Profile.Start = ratedStart
	}
	i := 1
	for list[i].elo < elo {
		i++
	}
	from, to := list[i-1], list[i]
	part := float64(elo-from.elo) / float64(to.elo-from.elo)
	s.Nodes = uint64(math.Round(float64(from.nodes) * math.Pow(float64(to.nodes)/float64(from.nodes), part)))
	return s
}
