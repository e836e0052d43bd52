package classic

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/searchex/searchex/cmd/internal/chess/epd"
	"github.com/searchex/searchex/cmd/internal/classic"
	"github.com/searchex/searchex/cmd/lab/internal/lab"
)

// Settings are the numbers of tournaments.
type Settings struct {
	// Kinds has preservation, mutation or both.
	Kinds []string
	Seed  uint64
	// Functions is the number of functions of a generation, Depth how many plies they search, Plies the greatest length
	// of a game.
	Functions, Generations, Depth, Plies int
}

// kinds has the kinds of tournaments by their names on the command line, and fileNames those of their raw data.
var (
	kinds     = map[string][]string{"preserve": {preservation}, "mutate": {mutation}, "both": {preservation, mutation}}
	fileNames = map[string]string{preservation: "preserve.txt", mutation: "mutate.txt"}
)

// DefaultSettings returns the settings of the page's tournaments.
func DefaultSettings() Settings {
	return Settings{Kinds: kinds["both"], Seed: 1, Functions: 10, Generations: 10, Depth: 2, Plies: 100}
}

// SetKind sets the kinds from a name on the command line.
func (s *Settings) SetKind(name string) error {
	if s.Kinds = kinds[name]; s.Kinds == nil {
		return fmt.Errorf("--kind %q: want preserve, mutate or both", name)
	}
	return nil
}

// Check returns an error that names the first number out of bounds.
func (s *Settings) Check() error {
	for _, c := range []struct {
		name             string
		have, least, top int
	}{
		{"generations", s.Generations, 1, 1000},
		{"functions", s.Functions, 4, 100},
		{"depth", s.Depth, 1, classic.MaxDepth},
		{"plies", s.Plies, 1, 1000},
	} {
		if c.have < c.least || c.have > c.top {
			return fmt.Errorf("--%s %d: want %d to %d", c.name, c.have, c.least, c.top)
		}
	}
	return nil
}

// tournaments returns a tournament of each kind.
func (s *Settings) tournaments() (all []tournament) {
	for _, kind := range s.Kinds {
		all = append(all, tournament{kind: kind, seed: s.Seed, functions: s.Functions, generations: s.Generations, depth: s.Depth, plies: s.Plies})
	}
	return all
}

// NewTournaments returns a plan of tournaments alone.
func NewTournaments(s Settings) (*Plan, error) {
	p := &Plan{tournaments: s.tournaments()}
	positions, err := epd.BuiltIn("bench12.epd")
	p.searches = fingerprint(positions)
	return p, err
}

// TournamentsName is the name of the page and of the file of records of tournaments alone.
const TournamentsName = "tournament"

// TournamentsPage returns the page of a plan of tournaments alone. command is the command that writes it.
func (p *Plan) TournamentsPage(r Records, command string) *lab.Page {
	page := &lab.Page{Name: TournamentsName, Title: "Tournaments of evaluation functions", Command: command}
	p.tournamentPages(page, r)
	p.evidence(page, r)
	p.lessons(page, p.learned(r), 2000)
	return page
}

// State formats all records as a file, those of the plan first.
func (p *Plan) State(r Records, command string) ([]byte, error) {
	all, _, err := p.jobs(r)
	if err != nil {
		return nil, err
	}
	own := keys(all)
	for _, key := range slices.Sorted(maps.Keys(r)) {
		if !slices.Contains(own, key) {
			own = append(own, key)
		}
	}
	return r.File(command, own)
}

// RawNames returns the names of the files of RawData.
func (p *Plan) RawNames() (names []string) {
	for i := range p.tournaments {
		names = append(names, fileNames[p.tournaments[i].kind])
	}
	return names
}

// RawData returns a file of text for each tournament, as "AI Chess Algorithms" has preserve.txt and mutate.txt: the
// functions of each generation with their weights and points, and the result of each game.
func (p *Plan) RawData(r Records) (files []lab.File) {
	for i, name := range p.RawNames() {
		t := &p.tournaments[i]
		files = append(files, lab.File{Name: name, Content: t.raw(t.played(r, p.searches))})
	}
	return files
}

// raw formats the generations of a tournament.
func (t *tournament) raw(all []*Generation) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# Tournament: %s, seed %d, %d functions, %d generations, %d plies ahead, games of at most %d plies.\n", t.kind, t.seed, t.functions, t.generations, t.depth, t.plies)
	b.WriteString("# A line for each function: its number, old or new, its half points of all it could have, its weights.\n" +
		"# Then its games: White's number, and White's half points against Black 1, 2, …: 2 won, 1 drawn, 0 lost.\n")
	var w classic.Weights
	names, _ := w.Numbers()
	for n, g := range all {
		fmt.Fprintf(&b, "\ngeneration %d: %d mates, %d disputed, best %d\n", n+1, g.Mates, g.Disputed, g.ranking()[0]+1)
		fmt.Fprintf(&b, "function age points of %s\n", strings.Join(names[possessions:], " "))
		for i, f := range g.Functions {
			age := "old"
			if g.Fresh[i] {
				age = "new"
			}
			fmt.Fprintf(&b, "%d %s %d %d%s\n", i+1, age, g.score(i), 4*(len(g.Functions)-1), spaced(f))
		}
		b.WriteString("white points\n")
		for i, row := range g.Points {
			fmt.Fprintf(&b, "%d%s\n", i+1, strings.ReplaceAll(spaced(row), " -1", " -"))
		}
	}
	return b.Bytes()
}

// spaced formats numbers, each after a space.
func spaced(numbers []int) string {
	var b strings.Builder
	for _, n := range numbers {
		fmt.Fprintf(&b, " %d", n)
	}
	return b.String()
}
