package level

// Opponent is a machine with a program and a level, as a page offers them to a person.
type Opponent struct {
	// Key names it; the page has its words.
	Key string `json:"key"`
	// Engine, Profile and Level are those of a seat.
	Engine  string `json:"engine"`
	Profile string `json:"profile"`
	Level   string `json:"level"`
	// Speed is that of the machine's clock in percent, 0 for as fast as possible.
	Speed int `json:"speed"`
	// Elo is its strength on the scale of the rated levels, 0 if no games have shown it.
	Elo int `json:"elo,omitempty"`
}

// Opponents are the opponents, weakest first. One that is no rated level has the strength of its
// profile with the nodes that its machine evaluates in that time.
var Opponents = []Opponent{
	rated("beginner", 300, 100),
	rated("casual", 600, 100),
	rated("club", 900, 100),
	{Key: "mk5", Engine: "6502", Profile: "sx81", Level: "5", Speed: 100, Elo: 1060},
	{Key: "parker", Engine: "z80", Profile: "parker83", Level: "5", Speed: 100},
	{Key: "cyrus", Engine: "68000", Profile: "cyrus86", Level: "5", Speed: 100},
	rated("tournament", 1500, 0),
	rated("strongest", last(ratedNet).elo, 0),
}

// rated returns an opponent on the MK V's processor with a rated level.
func rated(key string, elo, speed int) Opponent {
	return Opponent{Key: key, Engine: "6502", Profile: AtElo(elo).Name, Level: Level{Kind: Rated, Elo: elo}.String(), Speed: speed, Elo: elo}
}
