package classic

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/searchex/searchex/cmd/internal/classic"
	play "github.com/searchex/searchex/cmd/internal/match"
	"github.com/searchex/searchex/cmd/internal/match/player"
	"github.com/searchex/searchex/cmd/internal/match/stats"
	"github.com/searchex/searchex/cmd/internal/protocol/uci"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// match has two players in the notation of the command match, without their nodes.
type match struct {
	about         string
	first, second string
	// learned1 is the tournament whose best weights the first player gets.
	learned1 string
	// timed reports that the second player gets as much time on this computer as the first. If false it gets as many
	// nodes.
	timed bool
	// short reports that the match has fewer games, because it is one-sided or its games resemble each other.
	short bool
	// plies are the depths that the players search, if they are not 0: they have no limit of nodes then.
	plies [2]int
	// open reports that the match is about a claim of the last section.
	open bool
}

// The players of most matches.
const (
	bare    = "classic,order=generated,null=off,quiescence=off"
	quiet   = "classic,order=generated,null=off"
	uniform = "go:uniform"
)

// matches returns the matches of the page.
func matches() []match {
	order := func(name string) string { return strings.Replace(bare, "generated", name, 1) }
	minimax := strings.Replace(bare, "classic", "classic,minimax=on", 1)
	null := strings.Replace(bare, "null=off", "null=on", 1)
	return []match{
		{about: "alpha-beta over minimax", first: bare, second: minimax},
		{about: "alpha-beta over minimax", first: bare, second: minimax, timed: true},
		{about: "quiescence over none", first: quiet, second: bare},
		{about: "quiescence over none", first: quiet, second: bare, timed: true},
		{about: "the text's order over captures first", first: order("smallest"), second: bare},
		{about: "the text's order over captures first", first: order("smallest"), second: bare, timed: true},
		{about: "best first over captures first", first: order("best"), second: bare},
		{about: "best first over captures first", first: order("best"), second: bare, timed: true},
		{about: "null move as a first bound over none", first: null, second: bare, short: true},
		{about: "null move as a first bound over none", first: null, second: bare, timed: true, short: true},
		{about: "the text's weights over possession alone", first: quiet, second: quiet + "," + possessionAlone()},
		{about: "weights learned by preservation over the text's", first: quiet, learned1: preservation, second: quiet},
		{about: "weights learned by mutation over the text's", first: quiet, learned1: mutation, second: quiet},
		{about: "the text's weights over uniform", first: quiet, second: uniform, short: true},
		{about: "the text's weights over uniform", first: quiet, second: uniform, timed: true, short: true},
		{about: "weights learned by preservation over uniform", first: quiet, learned1: preservation, second: uniform, short: true},
		{about: "weights learned by mutation over uniform", first: quiet, learned1: mutation, second: uniform, short: true},
		{about: "weights learned by mutation over uniform", first: quiet, learned1: mutation, second: uniform, timed: true, short: true},
		{about: "2 plies over 1", first: quiet, second: quiet, plies: [2]int{2, 1}, open: true},
		{about: "3 plies over 2", first: quiet, second: quiet, plies: [2]int{3, 2}, open: true},
		{about: "4 plies over 3", first: quiet, second: quiet, plies: [2]int{4, 3}, open: true, short: true},
		{about: "all captures over only new ones", first: quiet + ",captures=all", second: quiet, plies: [2]int{2, 2}, open: true},
		{about: "all captures over only new ones", first: quiet + ",captures=all", second: quiet, open: true},
		{about: guardsOverOwn, first: quiet + ",protects=" + likeliest, second: quiet, open: true},
	}
}

// possessionAlone returns settings with which only possession counts.
func possessionAlone() string {
	s := classic.Plain()
	s.Weights = classic.Weights{Possession: classic.Default.Possession}
	return strings.Join(s.Settings(), ",")
}

// Game is a finished game.
type Game struct {
	Points int // half points of the first player
	Plies  int
	Moves  string // a hash of the moves: equal games have equal hashes
	Nodes  [2]uint64
	Asked  [2]int // searches
	Fault  string `json:",omitempty"`
}

// rules end games that both players score as decided.
var rules = play.Rules{WinScore: 500, WinMoves: 3}

// settled is a match with its weights and nodes, which depend on earlier measurements.
type settled struct {
	match
	specs [2]player.Spec
	// text has both players in the notation of the command match.
	text [2]string
	keys []string // of its pairs
}

// settle sets the weights and nodes of a match. ok is false if the measurements on which they depend are missing.
func (p *Plan) settle(m match, r Records, learned map[string]*classic.Weights) (s settled, ok bool, err error) {
	s.match = m
	nodes := [2]uint64{p.nodes, p.nodes}
	if m.timed {
		a, b := r[p.priceKey(m.first)], r[p.priceKey(m.second)]
		if a == nil || b == nil {
			return s, false, nil
		}
		nodes[1] = uint64(math.Round(float64(p.nodes)*a.Price.Nanos()/b.Price.Nanos()/10)) * 10
	}
	prints := ""
	for i, text := range []string{m.first, m.second} {
		if m.learned1 != "" && i == 0 {
			w := learned[m.learned1]
			if w == nil {
				return s, false, nil
			}
			with := classic.Plain()
			with.Weights = *w
			text = strings.Join(append([]string{text}, with.Settings()...), ",")
		}
		if s.text[i] = fmt.Sprintf("%s,nodes=%d", text, max(nodes[i], 10)); m.plies[i] > 0 {
			s.text[i] = fmt.Sprintf("%s,depth=%d", text, m.plies[i])
		}
		specs, err := player.ParseSpec(s.text[i], player.Defaults{})
		if err != nil {
			return s, false, err
		}
		s.specs[i] = specs[0]
		s.specs[i].Label = []string{"first", "second"}[i]
		print := p.searches
		if strings.HasPrefix(text, uniform) {
			if print, err = uniformPrint(); err != nil {
				return s, false, err
			}
		}
		if s.specs[i].Classic.Protects != 0 {
			print += fmt.Sprintf("+%08x", p.readings.prints[0])
		}
		prints += " " + print
	}
	for i := range p.pairsOf(&m) {
		s.keys = append(s.keys, fmt.Sprintf(matchKey+"%s: %s - %s, won at %d for %d moves, opening %d,%s", m.clock(), s.text[0], s.text[1], rules.WinScore, rules.WinMoves, i+1, prints))
	}
	return s, true, nil
}

// matchKey is the beginning of the keys of matches.
const matchKey = "match at equal "

// pairsOf returns the number of pairs of games of a match.
func (p *Plan) pairsOf(m *match) int {
	if m.short {
		return (2*p.pairs + 4) / 5
	}
	return p.pairs
}

// printed is the fingerprint of profile uniform, or an error. It takes a search to compute.
var printed string

func uniformPrint() (string, error) {
	if printed == "" {
		prof, _ := goengine.ProfileByName("uniform")
		print, err := player.Fingerprint("go", prof)
		if err != nil {
			return "", err
		}
		printed = print[:8]
	}
	return printed, nil
}

// settledMatches returns the matches that can be played now.
func (p *Plan) settledMatches(r Records, learned map[string]*classic.Weights) (all []settled, err error) {
	for _, m := range p.matches {
		s, ok, err := p.settle(m, r, learned)
		if err != nil {
			return nil, err
		}
		if ok {
			all = append(all, s)
		}
	}
	return all, nil
}

// matchJobs returns the pairs of all matches, in rounds. A round has one pair of each match, and two of those about
// weights, whose results are closer. So all matches have games after an interruption.
func (p *Plan) matchJobs(r Records, learned map[string]*classic.Weights) (jobs []job, err error) {
	all, err := p.settledMatches(r, learned)
	for i := range p.pairs {
		for _, s := range all {
			first, last := i, i+1
			if s.weights() && !s.short {
				first, last = 2*i, 2*i+2
			}
			for k := first; k < min(last, len(s.keys)); k++ {
				jobs = append(jobs, job{s.keys[k], func(ctx context.Context, _ *atomic.Bool) (*Made, error) { return p.playPair(ctx, &s, k) }})
			}
		}
	}
	return jobs, err
}

// playPair plays the two games of an opening.
func (p *Plan) playPair(ctx context.Context, s *settled, i int) (*Made, error) {
	result, err := play.Run(ctx, play.Config{
		First: s.specs[0].Maker(true, uci.Run), Second: s.specs[1].Maker(true, uci.Run),
		Openings: p.openings[i : i+1], Games: 2, Rules: rules,
	})
	if err != nil {
		return nil, err
	}
	made := &Made{}
	for _, g := range result.Games {
		h := fnv.New32a()
		fmt.Fprint(h, g.Opening.FEN, g.Moves)
		one := play.Tally("", "", []play.Game{g})
		game := Game{Points: 2*one.Score.Wins + one.Score.Draws, Plies: len(g.Moves), Moves: fmt.Sprintf("%08x", h.Sum32()), Fault: strings.Join(one.Faults, "; ")}
		for k, spent := range one.Spent {
			game.Nodes[k], game.Asked[k] = spent.Nodes, spent.Moves
		}
		made.Pair = append(made.Pair, game)
	}
	return made, nil
}

// tally is the result of a match.
type tally struct {
	games, replays, faults int
	score                  [3]int // won, drawn, lost
	pairs                  stats.Pairs
	nodes                  [2]float64 // a move
}

// tally sums up the pairs of a match. A pair with a game equal to an earlier one counts only in the number of games.
func (s *settled) tally(r Records) (t tally) {
	var seen []string
	var nodes, asked [2]float64
	for _, key := range s.keys {
		if r[key] == nil {
			continue
		}
		pair, repeated := r[key].Pair, false
		for i, g := range pair {
			t.games++
			t.score[2-g.Points]++
			if g.Fault != "" {
				t.faults++
			}
			name := fmt.Sprint(i, g.Moves)
			repeated = repeated || slices.Contains(seen, name)
			seen = append(seen, name)
			for k := range 2 {
				nodes[k] += float64(g.Nodes[k])
				asked[k] += float64(g.Asked[k])
			}
		}
		if repeated {
			t.replays++
			continue
		}
		t.pairs[pair[0].Points+pair[1].Points]++
	}
	for k := range 2 {
		t.nodes[k] = nodes[k] / asked[k]
	}
	return t
}

// Price is the time that searches in one way took on one core of this computer.
type Price struct {
	Nodes, Evaluated, Nanoseconds uint64
}

// Nanos returns the nanoseconds of a node.
func (p *Price) Nanos() float64 { return float64(p.Nanoseconds) / float64(p.Nodes) }

// priced returns the players whose nodes are timed.
func (p *Plan) priced() (all []string) {
	for _, m := range p.matches {
		for _, text := range []string{m.first, m.second} {
			if m.learned1 == "" && !m.open && !strings.Contains(text, "possession") && !strings.Contains(text, "threats.") && !slices.Contains(all, text) {
				all = append(all, text)
			}
		}
	}
	return all
}

func (p *Plan) priceKey(text string) string {
	return fmt.Sprintf("price: %s, %d nodes, %s", text, p.nodes, p.searches)
}

// priceJobs returns jobs that time searches of the benchmark. Times vary, so the records keep them, and the matches that
// depend on them.
func (p *Plan) priceJobs() (all []job) {
	for _, text := range p.priced() {
		all = append(all, job{p.priceKey(text), func(context.Context, *atomic.Bool) (*Made, error) { return p.price(text) }})
	}
	return all
}

// rounds is the number of times that the benchmark is searched for a price, which is the median.
const rounds = 5

// price measures the time of a player.
func (p *Plan) price(text string) (*Made, error) {
	specs, err := player.ParseSpec(fmt.Sprintf("%s,nodes=%d", text, p.nodes), player.Defaults{})
	if err != nil {
		return nil, err
	}
	s := &specs[0]
	var e hostbridge.Engine
	if s.Engine == classic.EngineName {
		e, err = classic.NewEngine(s.Classic)
	} else {
		e, err = hostbridge.New(s.Engine)
	}
	if err != nil {
		return nil, err
	}
	var all []Price
	for range rounds {
		var one Price
		begun := spent()
		for _, at := range p.positions {
			r, err := e.Search(context.Background(), goengine.NewGame(at.Board), &s.Profile, goengine.Limits{Nodes: p.nodes})
			if err != nil {
				return nil, err
			}
			one.Nodes += r.Nodes
			if s.Engine == classic.EngineName {
				one.Evaluated += r.Modelled / classic.EvaluationCycles
			}
		}
		one.Nanoseconds = uint64(max(spent()-begun, 1))
		all = append(all, one)
	}
	slices.SortFunc(all, func(a, b Price) int { return int(a.Nanoseconds) - int(b.Nanoseconds) })
	return &Made{Price: &all[rounds/2]}, nil
}

// likeliest is the reading of protections that was likeliest on the boards, as words of a setting without x-rays and
// pins, and guardsOverOwn the match of it against the program's own.
const (
	likeliest     = "of+guards+noking+nopawns"
	guardsOverOwn = "protects=" + likeliest + " over protects=of"
)
