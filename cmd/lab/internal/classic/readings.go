package classic

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"github.com/searchex/searchex/cmd/internal/chess/openings"
	"github.com/searchex/searchex/cmd/internal/classic"
	"github.com/searchex/searchex/cmd/lab/internal/lab"
	"github.com/searchex/searchex/goengine"
)

// counts has a number for each kind of man.
type counts = [goengine.Pawn + 1]int

// Reading has how many boards of a source have the text's counts in a reading of protections.
type Reading struct {
	Reading string
	// Kinds has the boards with the text's count of protections of each kind alone, Protects those with all of them,
	// All those with its threats and mobility too.
	Kinds         counts
	Protects, All int
	// Least is the least sum of the differences from the text's protections.
	Least int
}

// fields returns the numbers in the order in which they are recorded.
func (x *Reading) fields() (all []*int) {
	for k := range x.Kinds {
		all = append(all, &x.Kinds[k])
	}
	return append(all, &x.Protects, &x.All, &x.Least)
}

// MarshalJSON writes a list: the reading, then its numbers.
func (x Reading) MarshalJSON() ([]byte, error) {
	list := []any{x.Reading}
	for _, n := range x.fields() {
		list = append(list, *n)
	}
	return json.Marshal(list)
}

// UnmarshalJSON reads a list of MarshalJSON.
func (x *Reading) UnmarshalJSON(b []byte) error {
	list := []any{&x.Reading}
	for _, n := range x.fields() {
		list = append(list, n)
	}
	want := len(list)
	if err := json.Unmarshal(b, &list); err != nil {
		return err
	}
	if len(list) != want {
		return fmt.Errorf("a reading of %d cells: want %d", len(list), want)
	}
	return nil
}

// Readings has how the boards of a source agree with the text's counts, and the boards that were sought.
type Readings struct {
	Date, Commit string // of the count, and of its sources
	// Mobility and Legal are the boards with the text's mobility as the program counts it, and in legal moves.
	Boards, Mobility, Legal int       `json:",omitempty"`
	Readings                []Reading `json:",omitempty"`
	Sought                  []Sought  `json:",omitempty"`
}

// Sought has the boards that a search from boards of games found with all counts of the text in a reading.
type Sought struct {
	Reading string
	Starts  int
	Found   []string `json:",omitempty"` // FEN
}

// source is a way of making boards.
type source struct {
	name   string
	boards func(ctx context.Context, all []openings.Opening, seed uint64, n int) ([]*goengine.Position, error)
}

// sources has the ways of making boards, played games first.
var sources = [...]source{
	{"played", playedBoards}, {"random", randomBoards},
}

// readingsPlan has what is counted for the section on readings.
type readingsPlan struct {
	openings []openings.Opening
	seed     uint64
	boards   int // of each source
	starts   int // of the boards sought, for each reading
	steps    int // of a search for a board
	// prints are hashes of small counts: results of other versions have other keys.
	prints [len(sources)]uint32
}

// newReadingsPlan returns the plan of the page, or a quick one.
func newReadingsPlan(quick bool, seed uint64) (*readingsPlan, error) {
	all, err := openings.BuiltIn()
	if err != nil {
		return nil, err
	}
	p := &readingsPlan{openings: all, seed: seed, boards: 20}
	for i := range sources {
		few, err := p.count(context.Background(), &sources[i])
		if err != nil {
			return nil, err
		}
		h := fnv.New32a()
		fmt.Fprint(h, few.Mobility, few.Legal, few.Readings)
		p.prints[i] = h.Sum32()
	}
	p.boards, p.starts, p.steps = 20_000, 8, 40_000
	if quick {
		p.boards, p.starts, p.steps = 400, 1, 500
	}
	return p, nil
}

// jobs returns the counts of each source and, if r has them, the search for boards. of is the number of all jobs.
func (p *readingsPlan) jobs(r Records) (all []job, of int) {
	for i := range sources {
		all = append(all, job{
			fmt.Sprintf("readings: %s, %d boards, seed %d, %08x", sources[i].name, p.boards, p.seed, p.prints[i]),
			func(ctx context.Context, _ *atomic.Bool) (*Made, error) {
				x, err := p.count(ctx, &sources[i])
				return made(ctx, x, err)
			},
		})
	}
	of = len(all) + 1
	counted, ok := countedBy(r, all)
	if !ok {
		return all, of
	}
	var chosen []classic.Protects
	for _, x := range compare(&counted) {
		chosen = append(chosen, x.reading)
	}
	return append(all, job{
		fmt.Sprintf("readings: sought, %d starts, %d steps, seed %d, %v", p.starts, p.steps, p.seed, chosen),
		func(ctx context.Context, _ *atomic.Bool) (*Made, error) {
			x, err := p.seekAll(ctx, chosen)
			return made(ctx, x, err)
		},
	}), of
}

// countedBy returns the counts of both sources, which are the first jobs. ok is false if one is missing or lacks readings.
func countedBy(r Records, all []job) (counted [len(sources)]*Readings, ok bool) {
	for i := range counted {
		made := r[all[i].key]
		if made == nil || made.Readings == nil || len(made.Readings.Readings) != len(classic.Readings()) {
			return counted, false
		}
		counted[i] = made.Readings
	}
	return counted, true
}

// made dates a result.
func made(ctx context.Context, x *Readings, err error) (*Made, error) {
	if err != nil {
		return nil, err
	}
	x.Date, x.Commit = time.Now().UTC().Format(time.DateOnly), lab.Commit(ctx)
	return &Made{Readings: x}, nil
}

// count compares the boards of a source with the text's counts, in all readings.
func (p *readingsPlan) count(ctx context.Context, from *source) (*Readings, error) {
	boards, err := from.boards(ctx, p.openings, p.seed, p.boards)
	if err != nil {
		return nil, err
	}
	all := classic.Readings()
	x := &Readings{Boards: len(boards), Readings: make([]Reading, len(all))}
	for i, reading := range all {
		x.Readings[i] = Reading{Reading: reading.String(), Least: math.MaxInt}
	}
	for _, at := range boards {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		asCounted, legal := mobilities(at)
		if asCounted == sample.Mobility {
			x.Mobility++
		}
		if legal == sample.Mobility {
			x.Legal++
		}
		moves := asCounted == sample.Mobility || legal == sample.Mobility
		related := classic.Relate(at, goengine.White)
		for i, reading := range all {
			x.Readings[i].add(related, reading, moves)
		}
	}
	return x, nil
}

// add compares a board. moves says that its mobility is the text's.
func (x *Reading) add(related *classic.Relations, reading classic.Protects, moves bool) {
	got := related.Protects(reading)
	for k := range got {
		if got[k] == sample.Protects[k] {
			x.Kinds[k]++
		}
	}
	d := distance(&got, &sample.Protects)
	x.Least = min(x.Least, d)
	if d == 0 {
		x.Protects++
		if moves && related.Threats(reading) == sample.Threats {
			x.All++
		}
	}
}

// likelihood returns the decimal logarithm of the share of boards that would have all of the text's protections if
// those of each kind did not depend on the others'. A count that no board has is taken for half a board.
func (x *Reading) likelihood(boards int) (sum float64) {
	for _, n := range x.Kinds {
		sum += math.Log10(max(float64(n), 0.5) / float64(boards))
	}
	return sum
}

// distance returns the sum of the differences of counts.
func distance(a, b *counts) (sum int) {
	for k := range a {
		sum += max(a[k]-b[k], b[k]-a[k])
	}
	return sum
}

// mobilities returns White's mobility as the program counts it, and in legal moves, castling included. White is to move.
func mobilities(p *goengine.Position) (asCounted, legal counts) {
	var last goengine.Move
	for _, m := range p.LegalMoves() {
		if m.From() == last.From() && m.To() == last.To() {
			continue // another promotion
		}
		last = m
		_, kind, _ := p.PieceAt(m.From())
		legal[kind]++
	}
	return classic.Count(p)[goengine.White].Mobility, legal
}

// seekAll searches for boards with all counts of the text, for each reading from the same boards of games.
func (p *readingsPlan) seekAll(ctx context.Context, all []classic.Protects) (*Readings, error) {
	starts, err := playedBoards(ctx, p.openings, p.seed, p.starts)
	if err != nil {
		return nil, err
	}
	x := &Readings{}
	for _, reading := range all {
		s := Sought{Reading: reading.String(), Starts: p.starts}
		for i, start := range starts {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			random := rand.New(rand.NewPCG(p.seed, uint64(100+i)))
			if found := seek(start, reading, random, p.steps); found != nil {
				s.Found = append(s.Found, found.FEN())
			}
		}
		x.Sought = append(x.Sought, s)
	}
	return x, nil
}

// seek changes a board step by step until it has the text's counts in a reading: a man goes to another square, or one
// of Black's comes or goes. A step that takes the counts further away is kept the more seldom the later it is made.
// nil is that none was found in so many steps.
func seek(start *goengine.Position, reading classic.Protects, random *rand.Rand, steps int) *goengine.Position {
	var now [64]byte
	unplace(start, &now)
	far := astray(start, reading)
	for i := range steps {
		next := now
		if !vary(&next, random) {
			continue
		}
		p, err := goengine.ParseFEN(placed(&next))
		if err != nil {
			continue
		}
		d := astray(p, reading)
		if d == 0 {
			return p
		}
		heat := 0.5*(1-float64(i)/float64(steps)) + 0.1
		if d <= far || random.Float64() < math.Exp(float64(far-d)/heat) {
			now, far = next, d
		}
	}
	return nil
}

// astray returns how far White's counts are from the text's. Of the two ways to count mobility the nearer counts.
func astray(p *goengine.Position, reading classic.Protects) int {
	related := classic.Relate(p, goengine.White)
	protects, threats := related.Protects(reading), related.Threats(reading)
	asCounted, legal := mobilities(p)
	return distance(&protects, &sample.Protects) + distance(&threats, &sample.Threats) +
		min(distance(&asCounted, &sample.Mobility), distance(&legal, &sample.Mobility))
}

// NewReadings returns a plan of the section on readings alone.
func NewReadings(quick bool, seed uint64) (*Plan, error) {
	readings, err := newReadingsPlan(quick, seed)
	return &Plan{readings: readings}, err
}

// ReadingsPage returns the page of NewReadings.
func (p *Plan) ReadingsPage(r Records) *lab.Page {
	page := &lab.Page{Name: Name, Title: "Readings of \"protects\""}
	p.readings.page(page, r)
	return page
}
