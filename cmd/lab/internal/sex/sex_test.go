package sex

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/match/player"
	"github.com/searchex/searchex/cmd/internal/match/stats"
	"github.com/searchex/searchex/cmd/lab/internal/lab"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/testdata"
)

// A capture was there once and chosen, a forward move nine times and chosen once. With half a choice
// of one move more P is 1.5/2 and 1.5/10, -ln P 0.28768 and 1.89712. sx81 charges 7 and 21 for the
// two, so an interest of 1 is worth 28/2.18480 = 12.8158 SX: 3.69 and 24.31, again 28.
func TestPricesFollowFromOdds(t *testing.T) {
	o := Odds{Positions: 2}
	o.Had[goengine.Capture], o.Chosen[goengine.Capture] = 1, 1
	o.Had[goengine.Forward], o.Chosen[goengine.Forward] = 9, 1
	sx81, _ := goengine.ProfileByName("sx81")

	x, spread := o.interest(goengine.Forward)
	assert.InDelta(t, 1.89712, x, 1e-5)
	assert.InDelta(t, 1.96*math.Sqrt(0.85/1.5), spread, 1e-9)
	assert.InDelta(t, 12.8158, o.unit(sx81.Price), 1e-4)
	want := [kinds]uint8{goengine.Capture: 4, goengine.Forward: 24}
	assert.Equal(t, want, o.prices(sx81.Price), "what never was there has no price")
	assert.True(t, math.IsNaN(o.chance(goengine.Check)))

	// What was there and never chosen is dear, not infinite, and changes no other price.
	o.Had[goengine.Losing] = 99
	assert.InDelta(t, 0.005, o.chance(goengine.Losing), 1e-12)
	want[goengine.Losing] = 68 // 12.8158 * ln 200 = 67.90
	assert.Equal(t, want, o.prices(sx81.Price))
	assert.Equal(t, "sx81,price.capture=4,price.forward=24,price.losing=68", learn(&o, &sx81))

	// A threat is counted beside what else it is: it weighs nothing in the scale.
	o.Had[goengine.Threat], o.Chosen[goengine.Threat] = 3, 1
	want[goengine.Threat] = 13 // 12.8158 * -ln(1.5/4) = 12.57
	assert.Equal(t, want, o.prices(sx81.Price))
	assert.Equal(t, "sx81,price.capture=4,price.forward=24,price.losing=68", learn(&o, &sx81), "sx81 knows no threats")
}

func TestOddsCountWhatThereWasAndWhatWasChosen(t *testing.T) {
	var o Odds
	o.count([]option{{1, goengine.Capture}, {2, goengine.Forward}, {3, goengine.Forward}}, map[goengine.Move]bool{3: true}, 3)
	o.count([]option{{4, goengine.Forward}}, nil, 4)
	sum := Odds{Positions: 1}
	sum.add(&o)
	assert.Equal(t, Odds{
		Positions: 3,
		Had:       [kinds]int{goengine.Capture: 1, goengine.Forward: 3, goengine.Threat: 1},
		Chosen:    [kinds]int{goengine.Forward: 2, goengine.Threat: 1},
	}, sum)
}

// White's rook on a1 checks on a8, and that is no first check where White has checked before.
func TestCategoriesOfAPosition(t *testing.T) {
	p, err := goengine.ParseFEN("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
	require.NoError(t, err)
	prof, err := goengine.ParseProfile(sorter)
	require.NoError(t, err)
	has := func(checked bool) map[string]goengine.Category {
		all := map[string]goengine.Category{}
		for _, x := range options(p, &prof, checked) {
			all[p.UCI(x.move)] = x.category
		}
		return all
	}
	first, further := has(false), has(true)
	assert.Len(t, first, 10+5, "10 moves of the rook, 5 of the king")
	assert.Equal(t, goengine.FirstCheck, first["a1a8"])
	assert.Equal(t, goengine.Check, further["a1a8"])
	assert.Equal(t, goengine.Forward, first["a1a4"])
	assert.Equal(t, goengine.Backward, first["a1b1"])

	out, err := goengine.ParseFEN("R3k3/8/8/8/8/8/8/4K3 b - - 0 1")
	require.NoError(t, err)
	for _, x := range options(out, &prof, false) {
		assert.Equal(t, goengine.Evasion, x.category)
	}
	assert.Empty(t, threats(out))
}

// The nodes of a principal variation have all their moves, and the moves are those of the search's own line.
func TestThePrincipalVariationsNodesAreWhole(t *testing.T) {
	prof, err := goengine.ParseProfile(sorter)
	require.NoError(t, err)
	const depth = 4
	for _, fen := range []string{
		"r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	} {
		p, err := goengine.ParseFEN(fen)
		require.NoError(t, err)
		w := &pvWatch{}
		e, err := hostbridge.New("go")
		require.NoError(t, err)
		e.Attach(w)
		r, err := e.Search(context.Background(), goengine.NewGame(p), &prof, goengine.Limits{SX: plies(depth), SXSet: true})
		require.NoError(t, err)
		require.Len(t, w.last, depth, fen)
		now := *p
		for i, s := range w.last {
			assert.Equal(t, r.PV[i], s.move)
			if i == depth-1 {
				assert.Empty(t, s.options, "a frontier prices nothing")
			} else {
				assert.Len(t, s.options, len(now.LegalMoves()), "%s, ply %d", fen, i)
			}
			now.Play(s.move)
		}
		all := make([]Odds, counts)
		countLine(all, *p, w.last)
		assert.Equal(t, []int{0, 1, depth - 1}, []int{all[byPlay].Positions, all[byDeep].Positions, all[byLine].Positions})
	}
}

// at is a node that has only a ply.
type at struct {
	hostbridge.Node
	ply int
}

func (a at) Ply() int { return a.ply }

// A move after which no node is expanded, a draw, ends the line: what was below another move is not below it.
func TestALineEndsWhereNothingIsExpanded(t *testing.T) {
	w := &pvWatch{}
	w.Event(at{ply: 0}, &goengine.Event{Kind: goengine.EventGenerated, Count: 2})
	w.Event(at{ply: 0}, &goengine.Event{Kind: goengine.EventPriced, Move: 1, Category: goengine.Forward, Price: 8})
	w.Event(at{ply: 1}, &goengine.Event{Kind: goengine.EventGenerated, Count: 1})
	w.Event(at{ply: 1}, &goengine.Event{Kind: goengine.EventPriced, Move: 2, Category: goengine.Capture, Price: 8})
	w.Event(at{ply: 1}, &goengine.Event{Kind: goengine.EventBest, Move: 2})
	w.Event(at{ply: 0}, &goengine.Event{Kind: goengine.EventBest, Move: 1})
	w.Event(at{}, &goengine.Event{Kind: goengine.EventIteration, SX: 8, Move: 1})
	require.Len(t, w.last, 2)
	assert.Equal(t, goengine.Move(2), w.last[1].move)
	assert.Equal(t, []option{{2, goengine.Capture}}, w.last[1].options)
	w.Event(at{ply: 0}, &goengine.Event{Kind: goengine.EventPriced, Move: 3, Category: goengine.Forward, Price: 8})
	w.Event(at{ply: 0}, &goengine.Event{Kind: goengine.EventBest, Move: 3})
	w.Event(at{}, &goengine.Event{Kind: goengine.EventIteration, SX: 16, Move: 3})
	require.Len(t, w.last, 1)
	assert.Equal(t, goengine.Move(3), w.last[0].move)
	assert.Len(t, w.last[0].options, 2, "both moves of the root")
}

func TestSacrificesByHand(t *testing.T) {
	for _, test := range []struct {
		name, fen, move string
		want            bool
	}{
		{"a bishop for a pawn that the king guards", "6k1/7p/8/8/8/3B4/8/6K1 w - - 0 1", "d3h7", true},
		{"a bishop for a pawn that nobody guards", "k7/7p/8/8/8/3B4/8/6K1 w - - 0 1", "d3h7", false},
		{"a knight for a knight", "4k3/5p2/6n1/8/7N/8/8/4K3 w - - 0 1", "h4g6", false},
		{"a queen for a guarded knight", "4k3/5p2/6n1/8/8/8/8/4K1Q1 w - - 0 1", "g1g6", true},
		{"a knight to where a pawn takes it", "4k3/5p2/8/8/7N/8/8/4K3 w - - 0 1", "h4g6", true},
		{"a guarded knight to where a pawn takes it", "4k3/5p2/8/7P/7N/8/8/4K3 w - - 0 1", "h4g6", true},
		{"a guarded pawn to where a pawn takes it", "4k3/8/5p2/8/3P2P1/8/8/4K3 w - - 0 1", "g4g5", true},
		{"the same with another pawn behind it", "4k3/8/5p2/8/3P2PP/8/8/4K3 w - - 0 1", "g4g5", false},
		{"en passant", "4k3/5p2/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", false},
		{"a promotion", "5r1k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7f8q", false},
		{"a king", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1e2", false},
	} {
		p, err := goengine.ParseFEN(test.fen)
		require.NoError(t, err, test.name)
		m, err := p.ParseMove(test.move)
		require.NoError(t, err, test.name)
		assert.Equal(t, test.want, sacrifices(p, m), test.name)
	}
}

// The bishop is given on h7 with check, the king takes it, and then a quiet move checks.
func TestShapeOfALine(t *testing.T) {
	p, err := goengine.ParseFEN("6k1/7p/8/8/8/3B4/8/3Q2K1 w - - 0 1")
	require.NoError(t, err)
	now := *p
	var line []goengine.Move
	for _, uci := range []string{"d3h7", "g8h7", "d1h5"} {
		m, err := now.ParseMove(uci)
		require.NoError(t, err)
		line = append(line, m)
		now.Play(m)
	}
	s := shape(*p, line)
	assert.Equal(t, Shape{3, 2, 2, 1, 1, 1, 1}, s)
	assert.InDelta(t, 2.0/3, shares([]Shape{s}, shapeChecks, true).Mean(), 1e-12)
	assert.InDelta(t, 1, shares([]Shape{s}, firstSacrifice, false).Mean(), 1e-12)
}

// White's king steps up, Black's steps aside, the rook mates.
func TestQuietMovesOfALine(t *testing.T) {
	p, err := goengine.ParseFEN("7k/8/5K2/8/8/8/8/6R1 w - - 0 1")
	require.NoError(t, err)
	assert.Equal(t, 1, quietMoves(*p, "f6f7 h8h7 g1h1"))
	assert.Equal(t, 0, quietMoves(*p, "g1h1 h8g8"))
}

func TestMatchesAreJoined(t *testing.T) {
	m := &Match{}
	m.add(&Match{Pairs: stats.Pairs{0, 0, 1, 1, 0}, Score: [3]int{2, 1, 1}, Nodes: [2]uint64{300, 100}, Asked: [2]int{3, 2}, Faults: 1})
	m.add(&Match{Pairs: stats.Pairs{0, 0, 1, 1, 0}, Score: [3]int{2, 1, 1}, Nodes: [2]uint64{100, 100}, Asked: [2]int{1, 2}})
	assert.Equal(t, 8, m.games())
	assert.Equal(t, 100.0, m.nodes(0))
	assert.Equal(t, 50.0, m.nodes(1))
	// Two pairs of ½ and two of ¾: 10 of 16 points, 5/8, is 88.7.
	diff, low, high := m.elo()
	assert.Equal(t, 89.0, diff)
	assert.Equal(t, []float64{1, 1}, []float64{math.Copysign(1, low), math.Copysign(1, high)})
	assert.Equal(t, 1, m.proven())
	assert.Equal(t, 0, (&Match{}).proven())
	assert.Equal(t, -1, (&Match{Pairs: stats.Pairs{1, 3, 0, 0, 0}}).proven())
}

// Correlation is 1 for what grows alike, and for 1 2 3 against 1 3 2 it is one half.
func TestCorrelation(t *testing.T) {
	assert.InDelta(t, 1, correlation(lab.Sample{1, 2, 4}, lab.Sample{3, 5, 9}), 1e-12)
	assert.InDelta(t, 0.5, correlation(lab.Sample{1, 2, 3}, lab.Sample{1, 3, 2}), 1e-12)
}

// Agreement is compared by game and side: 3 of 10 and 1 of 10 are 20 percent apart.
func TestDifferencesOfAgreement(t *testing.T) {
	s := differences([]Side{{Positions: 10, Same: 3}, {Positions: 4, Same: 1}}, []Side{{Positions: 10, Same: 1}, {Positions: 4, Same: 2}})
	require.Len(t, s, 2)
	assert.InDelta(t, 0.2, s[0], 1e-12)
	assert.InDelta(t, -0.25, s[1], 1e-12)
}

// tiny is an experiment of a second.
var tiny = Size{
	Small: 40_000, Large: 80_000, Games: 4, IdeaGames: 8, TextGames: 4, LongGames: 4, Long: 1, Chunk: 4, Rows: 2,
	Openings: 1, Every: 40, Shallow: 1, Deep: 2, Tactics: 60, SX: 10, Benchmark: 1, Styled: 1,
	Published: []uint64{40_000}, Quick: true,
}

const aGame = "[Event \"A game\"]\n[White \"Philidor\"]\n[Black \"Cyrus\"]\n[Date \"1981.09.21\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 *\n"

// measure does the jobs of a plan that have no result yet, up to a number.
func measure(t *testing.T, p *Plan, r Results, most int) (made int) {
	t.Helper()
	e, err := hostbridge.New(Engine)
	require.NoError(t, err)
	for i, key := range p.Keys() {
		if _, ok := r[key]; ok || made == most {
			continue
		}
		made++
		if r[key], err = p.Measure(t.Context(), i, e); err != nil {
			require.NoError(t, err)
		}
	}
	return made
}

func rows(t *testing.T, p *Plan, r Results) map[string][]map[string]any {
	t.Helper()
	page, err := p.Page(r)
	require.NoError(t, err)
	var b bytes.Buffer
	require.NoError(t, page.WriteJSON(&b))
	all := map[string][]map[string]any{}
	for line := range strings.Lines(b.String()) {
		var row map[string]any
		require.NoError(t, json.Unmarshal([]byte(line), &row))
		all[row["table"].(string)] = append(all[row["table"].(string)], row)
	}
	_, err = page.Files()
	require.NoError(t, err)
	return all
}

func TestATinyExperiment(t *testing.T) {
	games, err := ReadGames([]byte(aGame), "x.pgn")
	require.NoError(t, err)
	p, err := NewPlan(tiny, games, false)
	require.NoError(t, err)
	keys := p.Keys()
	unique := map[string]bool{}
	for _, k := range keys {
		unique[k] = true
	}
	require.Len(t, unique, len(keys))
	assert.Empty(t, rows(t, p, Results{})["ideas"], "a page of nothing is a page")

	r := Results{}
	measure(t, p, r, 3)
	file, err := r.File("a test", keys)
	require.NoError(t, err)
	read, err := lab.ReadRecords[Record](bytes.NewReader(file), "x")
	require.NoError(t, err)
	assert.Equal(t, len(keys)-3, measure(t, p, read, len(keys)), "it goes on where it was")
	whole := Results{}
	measure(t, p, whole, len(keys))
	again, err := whole.File("a test", keys)
	require.NoError(t, err)
	file, err = read.File("a test", keys)
	require.NoError(t, err)
	assert.Equal(t, string(again), string(file), "each time the same")

	played := p.at[(&pairing{ideas[0].with, ideas[0].without, tiny.Small}).what()]
	require.Len(t, played, 2)
	assert.NotEqual(t, read[keys[played[0]]].Match, read[keys[played[1]]].Match, "other openings")

	all := rows(t, p, read)
	require.Len(t, all["ideas"], 2)
	assert.Equal(t, 8.0, all["ideas"][0]["games"])
	require.Len(t, all["without"], 3, "two of the texts, and evasions, one of the two ideas")
	assert.Equal(t, textProfile, all["without"][0]["without"])
	assert.Equal(t, 4.0, all["without"][0]["games"])
	require.Len(t, all["horizon"], 2*len(readings))
	assert.Len(t, all["odds"], len(all["odds"]))
	assert.Len(t, all["prices"], kinds)
	assert.NotEmpty(t, all["agreement"])
	// Six moves of the game are not out of the book: White's 6th and Black's.
	positions := 0.0
	for _, row := range all["agreement"] {
		if row["players"] == "all programs" && row["profile"] == "sx81" {
			positions += row["positions"].(float64)
		}
	}
	assert.Equal(t, 2.0, positions)
	assert.Len(t, all["style"], len(styled))
}

// Section 8 of window.md: one budget must be at least 38, two at least 15 each. Budgets of n that are
// shared search the tree of one of 2n-1, so they want 20 for 39.
func TestTheHorizonByEachReading(t *testing.T) {
	p, err := NewPlan(tiny, nil, false)
	require.NoError(t, err)
	e, err := hostbridge.New(Engine)
	require.NoError(t, err)
	from := map[string]int{}
	cycles := map[string]uint64{}
	for i, key := range p.Keys() {
		text, is := strings.CutPrefix(key, "horizon, ")
		if !is {
			continue
		}
		r, err := p.Measure(t.Context(), i, e)
		require.NoError(t, err)
		reading, _, _ := strings.Cut(strings.Fields(text)[0], ":")
		if strings.Contains(key, "model false") {
			cycles[reading] = r.Prey.Cycles
			continue
		}
		from[reading] = r.Prey.SX
		assert.Equal(t, "g1f2", r.Prey.Move, reading)
	}
	assert.Equal(t, 38, from["one"])
	assert.Equal(t, 15, from["apart"])
	assert.Equal(t, 20, from["shared"])
	assert.Len(t, from, 4)
	assert.Greater(t, cycles["apart"], cycles["one"], "the page says so")
}

// All that are to play can, also those that set a number twice.
func TestEachProfileOfThePlanCanPlay(t *testing.T) {
	p, err := NewPlan(tiny, nil, false)
	require.NoError(t, err)
	size := Full
	for _, spec := range size.specs() {
		once := p.once(spec)
		all, err := player.ParseSpec(Engine+":"+once, player.Defaults{})
		require.NoError(t, err, once)
		prof, err := goengine.ParseProfile(spec)
		require.NoError(t, err)
		assert.Equal(t, prof, all[0].Profile, spec)
	}
	assert.Equal(t, "sx81,price.attack=9,step=4", p.once("sx81,price.attack=12,step=4,price.attack=9"))
}

func TestWhatEndsAnExperimentIsNoResult(t *testing.T) {
	p, err := NewPlan(tiny, nil, false)
	require.NoError(t, err)
	e, err := hostbridge.New(Engine)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for i := range p.Keys() {
		_, err := p.Measure(ctx, i, e)
		require.Error(t, err, p.Keys()[i])
	}
}

func TestGamesThatAreNotHere(t *testing.T) {
	p, err := NewPlan(tiny, nil, true)
	require.NoError(t, err)
	e, err := hostbridge.New(Engine)
	require.NoError(t, err)
	n := 0
	for i, key := range p.Keys() {
		if strings.HasPrefix(key, publishedOdds) || strings.HasPrefix(key, "agreement") {
			n++
			_, err := p.Measure(t.Context(), i, e)
			assert.ErrorIs(t, err, errNoGames)
		}
	}
	assert.Equal(t, 1+len(styled), n)
	_, err = ReadGames(nil, "x.pgn")
	assert.EqualError(t, err, "x.pgn: there are no games: want PGN")
	_, err = ReadGames([]byte("[Event \"x\"]\n\n1. e5 *\n"), "x.pgn")
	assert.ErrorContains(t, err, "x.pgn:")
}

// The profile that the page names is the one that the recorded counts make.
func TestLearnedIsWhatWasRecorded(t *testing.T) {
	b, err := testdata.Lab.ReadFile("lab/sex.jsonl")
	require.NoError(t, err)
	r, err := lab.ReadRecords[Record](bytes.NewReader(b), "lab/sex.jsonl")
	require.NoError(t, err)
	p, err := NewPlan(Full, nil, true)
	require.NoError(t, err)
	v := &view{p, r}
	sum := v.odds()
	require.Greater(t, sum[byLine].Positions, 1000)
	sx81, _ := goengine.ProfileByName("sx81")
	assert.Equal(t, learned, learn(&sum[byLine], &sx81))
}

// The model of cycles charges the profiles of the texts up to 3% more than the 6502 takes, and sx81 what it
// takes, to within 1%: docs/sources.md says so beside the matches.
func TestModelChargesTheTextsALittleTooMuch(t *testing.T) {
	machine, err := hostbridge.New("6502")
	require.NoError(t, err)
	model, err := hostbridge.New(Engine)
	require.NoError(t, err)
	p, err := NewPlan(Full, nil, true)
	require.NoError(t, err)
	for name, bounds := range map[string][2]float64{"sx81": {-0.01, 0.01}, textProfile: {0.015, 0.03}, "sx81-graded": {0.005, 0.03}} {
		prof := p.profile(name)
		var took, charged uint64
		for i := range p.bench {
			g := goengine.NewGame(p.bench[i].Board)
			l := goengine.Limits{Nodes: 1500}
			r, err := machine.Search(context.Background(), g, prof, l)
			require.NoError(t, err)
			took += r.Cycles
			r, err = model.Search(context.Background(), g, prof, l)
			require.NoError(t, err)
			charged += r.Modelled
		}
		off := float64(charged)/float64(took) - 1
		t.Logf("%s: %+.2f%%", name, 100*off)
		assert.Greater(t, off, bounds[0], name)
		assert.Less(t, off, bounds[1], name)
	}
}
