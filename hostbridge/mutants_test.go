package hostbridge

import (
	"context"
	"fmt"
	"math/rand"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge/random"
)

// check is one that a campaign runs on each mutant; the first that fails has
// killed it. None looks at cycles, which any change of a branch changes.
type check struct {
	name string
	run  func(t testing.TB, m *rig)
	// whole is set for checks that call no routine but search.
	whole bool
	// patience is what one call may take: ten times the sound ROM's longest.
	patience uint64
	// unseen are the instructions of the sound ROM that it does not execute, by
	// address: what they are is all one to it.
	unseen map[uint32]bool
}

// checks are what guards a ROM, the quick ones first. They are the tests of
// this package; searches are made watched and unwatched.
var checks = []check{
	{name: "searches", whole: true, run: checkSearches},
	{name: "start", run: testStart},
	{name: "tables in ROM", run: testTablesInROM},
	{name: "set_position", run: testSetPosition},
	{name: "attacked", run: testAttacked},
	{name: "look", run: testLook},
	{name: "has_legal_move", run: testHasLegalMove},
	{name: "games", run: testPlayGames},
	{name: "corners", run: testCorners},
	{name: "long game", run: testLongGameWithoutACapture},
	{name: "repeated, by hand", run: testRepeatedByHand},
	{name: "insufficient, by hand", run: testInsufficientByHand},
	{name: "best swap", run: testBestSwap},
	{name: "prices", run: testSetPrices},
	{name: "tables in a game", run: testBuildTablesInAGame},
	{name: "network's weights", whole: true, run: testNetWeights},
	{name: "network", run: testNetTables},
	{name: "network in a game", run: testNetTablesInAGame},
	{name: "network, to the ends", run: testNetTablesStop},
	{name: "book's end", run: testBookMoveAtTheEndOfTheROM},
	{name: "routines: attacks", run: testRoutinesAttacks},
	{name: "routines: lines", run: testRoutinesLines},
	{name: "routines: kings", run: testRoutinesKings},
	{name: "routines: evasions", run: testRoutinesEvasions},
	{name: "routines: castling", run: testRoutinesCastling},
	{name: "routines: pieces", run: testRoutinesPieces},
	{name: "routines: make board", run: testRoutinesMakeBoard},
	{name: "routines: positions", run: testRoutinesPositions},
	{name: "routines: book", run: testRoutinesBook},
	{name: "routines: numbers of the root", run: testRoutinesNumbersOfTheRoot},
	{name: "routines: facts of the root", run: testRoutinesFactsOfTheRoot},
	{name: "routines: draw king", run: testRoutinesDrawKing},
	{name: "routines: after", run: testRoutinesAfter},
	{name: "routines: exchanges", run: testRoutinesExchanges},
	{name: "routines: terminal", run: testRoutinesTerminal},
	{name: "routines: killers", run: testRoutinesKillers},
	{name: "killers, by hand", run: testKillersByHand},
	{name: "threats, by hand", run: testThreatsByHand},
	{name: "evasions listed, by hand", run: testEvasionsListedByHand},
	{name: "routines: filter", run: testRoutinesFilter},
	{name: "routines: targets", run: testRoutinesTargets},
	{name: "attacked by promoted", run: testAttackedByPromoted},
	{name: "rows of lines", run: testRowsOfLines},
	{name: "routines: prices", run: testRoutinesPrices},
	{name: "routines: pick", run: testRoutinesPick},
	{name: "routines: restricted root", run: testRoutinesRestrictedRoot},
	{name: "routines: of a node", run: testRoutinesOfANode},
	{name: "routines: half", run: testRoutinesHalf},
	{name: "many moves wait", whole: true, run: testManyMovesWait},
	{name: "stopped behind a better capture", whole: true, run: testStoppedBehindABetterCapture},
	{name: "stopped behind a move to the same square", whole: true, run: testStoppedBehindAMoveToTheSameSquare},
	{name: "stopped below a cached move", whole: true, run: testStoppedBelowACachedMove},
	{name: "nothing beside a cached move", whole: true, run: testNothingIsLeftBesideACachedMove},
	{name: "nothing at the root", whole: true, run: testNothingIsLeftAtTheRoot},
	{name: "alpha far below", whole: true, run: testAlphaFarBelow},
	{name: "alpha stays far below", whole: true, run: testAlphaStaysFarBelow},
	{name: "refused passes", whole: true, run: testRefusedPasses},
	{name: "value like a move", whole: true, run: testValueLikeAMove},
	{name: "stopped before a pass", whole: true, run: testStoppedBeforeAPass},
	{name: "stopped behind a move to the first square", whole: true, run: testStoppedBehindAMoveToTheFirstSquare},
	{name: "mates of each ply", run: testMatesOfEachPly},
	{name: "many captures", run: testManyCaptures},
	{name: "moves in two pages", run: testMovesInTwoPages},
	{name: "room of many captures", run: testRoomOfManyCaptures},
	{name: "nothing is left without room", whole: true, run: testNothingIsLeftWithoutRoom},
	{name: "stopped behind many mates", whole: true, run: testStoppedBehindManyMates},
	{name: "only castling is left", run: testOnlyCastlingIsLeft},
	{name: "threats of the last stage", run: testThreatsOfTheLastStage},
	{name: "mate without a free record", run: testMateWithoutAFreeRecord},
	{name: "killers far from the window", run: testKillersFarFromTheWindow},
	{name: "played in check by a pawn", run: testPlayMoveInCheckByAPawn},
	{name: "perft, by hand", run: testPerftByHand},
	{name: "castling where the key is zero", run: testCastlingWhereTheKeyIsZero},
	{name: "loses, by hand", run: testLosesByHand},
	{name: "maps of other plies", run: testMapsOfOtherPlies},
	{name: "least mates", whole: true, run: testLeastMates},
	{name: "mate not above alpha", run: testMateNotAboveAlpha},
	{name: "entries far apart", run: testEntriesFarApart},
	{name: "moves up to the last byte", run: testMovesUpToTheLastByte},
	{name: "killers of shared budgets", run: testKillersOfSharedBudgets},
	{name: "killer beside a worn entry", run: testKillerBesideAWornEntry},
	{name: "killers of the first square", run: testKillersOfTheFirstSquare},
	{name: "mates, by hand", run: testMatesByHand},
	{name: "passes beside a mate", run: testPassesBesideAMate},
	{name: "swap-off, by hand", run: testSwapOffByHand},
	{name: "flights from double check", run: testFlightsFromDoubleCheck},
	{name: "hangs behind a dead piece", run: testHangsBehindADeadPiece},
	{name: "stopped behind terminal moves", whole: true, run: testStoppedBehindTerminalMoves},
	{name: "second killer alone", run: testSecondKillerAlone},
	{name: "queens among targets", run: testQueensAmongTargets},
	{name: "map behind the last stamp", run: testMapBehindTheLastStamp},
	{name: "slider at the far end", run: testSliderAtTheFarEnd},
	{name: "cached move where most wait", run: testCachedMoveWhereMostWait},
	{name: "longest line", whole: true, run: testLongestLine},
	{name: "generate, placed", run: testGenerateOnPlacedPieces},
	{name: "generate", run: testGenerate},
	{name: "rules on hostile positions", run: testRulesOnHostilePositions},
	{name: "promoted on the line", run: testPromotedOnTheLine},
	{name: "categories", whole: true, run: testCategoriesPricesAndOrder},
	{name: "perft", run: testPerft},
	{name: "book of random bytes", run: testBookMoveWithARandomTable},
	{name: "routines: terms of the root", run: testRoutinesTermsOfTheRoot},
	{name: "routines: passes ahead", run: testRoutinesPassesAhead},
	{name: "routines: try", run: testRoutinesTry},
	{name: "routines: lists", run: testRoutinesLists},
	{name: "routines: early", run: testRoutinesEarly},
	{name: "routines: cache", run: testRoutinesCache},
	{name: "routines: bounds", run: testRoutinesBounds},
	{name: "cases", whole: true, run: testEqualCases},
	{name: "book, by hand", run: testBookMoveByHand},
	{name: "after", run: testAfter},
	{name: "make", run: testMake},
	{name: "mate at a glance", run: testThreatensMate},
	{name: "tables", run: testBuildTables},
	{name: "swap-off", run: testSwapOff},
	{name: "routines: legal", run: testRoutinesLegal},
	{name: "routines: node", run: testRoutinesNode},
	{name: "meddling", whole: true, run: checkMeddling},
	{name: "book", whole: true, run: testBookMoveOnTheMachineIsThatOfGo},
	{name: "loses", run: testLoses},
	{name: "hits", run: testHits},
	{name: "stack", whole: true, run: testDeepestLinesStayOnTheStack},
	{name: "swap-off along lines", run: testSwapOffAlongLines},
	{name: "swap-off, besieged", run: testSwapOffBesieged},
	{name: "stopped searches", whole: true, run: checkStopped},
	{name: "more searches", whole: true, run: checkMoreSearches},
	{name: "random searches", whole: true, run: checkRandomSearches},
}

// reference keeps what Go finds, since each mutant is asked the same.
type reference struct {
	sync.Mutex
	found map[string]referenceResult
}

type referenceResult struct {
	result Result
	hash   goengine.EventHash
}

var references = reference{found: map[string]referenceResult{}}

// of is what the reference finds in a game; key distinguishes the searches.
func (r *reference) of(key string, g *goengine.Game, prof *goengine.Profile, l goengine.Limits) referenceResult {
	r.Lock()
	defer r.Unlock()
	f, ok := r.found[key]
	if !ok {
		e, _ := New("go")
		e.Attach(&f.hash)
		f.result, _ = e.Search(context.Background(), g, prof, l)
		r.found[key] = f
	}
	return f
}

// sameAsReference searches watched and unwatched.
func sameAsReference(t testing.TB, m *rig, key string, g *goengine.Game, prof *goengine.Profile, l goengine.Limits) {
	t.Helper()
	if tr, ok := m.runner.(*trail); ok {
		tr.sameAsGo(t, m, g, prof, l)
		return
	}
	want := references.of(key, g, prof, l)
	var hash goengine.EventHash
	got, err := SearchTwice(context.Background(), m, &hash, g, prof, l)
	require.NoError(t, err, key)
	require.True(t, want.result.Agrees(&got), key)
	require.Equal(t, want.hash, hash, key)
}

// checkSearches searches a few positions, each profile's.
func checkSearches(t testing.TB, m *rig) {
	games := epd(t, "bench12.epd")
	for i, name := range goengine.ProfileNames {
		for k, g := range []*goengine.Game{games[i], games[11-i]} {
			l := goengine.Limits{Nodes: 200 + 300*uint64(k)}
			sameAsReference(t, m, fmt.Sprint("bench ", i, k), g, profile(t, name), l)
		}
	}
}

// checkMoreSearches searches as TestEqual* do: placed pieces, games, limits,
// draws, mates, absurd profiles.
func checkMoreSearches(t testing.TB, m *rig) {
	n := 0
	search := func(g *goengine.Game, name string, l goengine.Limits) {
		n++
		sameAsReference(t, m, fmt.Sprint("more ", n), g, profile(t, name), l)
	}
	for i, g := range epd(t, "own_mates.epd") {
		if i%6 == 0 {
			search(g, goengine.ProfileNames[i/6%6], goengine.Limits{SX: 26, Nodes: 1000})
		}
	}
	for i, g := range epd(t, "own_endgame3_dtm.epd") {
		if i%6 == 0 {
			search(g, goengine.ProfileNames[i/6%6], goengine.Limits{SX: 40, Nodes: 1000})
		}
	}
	drawn(t, func(g *goengine.Game) {
		for _, name := range []string{"uniform", "sx81", "sex88", "tuned"} {
			search(g, name, goengine.Limits{SX: 30, Nodes: 600, Draw: 40})
		}
	})
	for i, g := range epd(t, "bench12.epd") {
		name := goengine.ProfileNames[i%6]
		moves := g.Position().LegalMoves()
		search(g, name, goengine.Limits{SX: 14, Moves: moves[len(moves)/2:], Nodes: 1000})
		search(g, name, goengine.Limits{SX: 22, Depth: 1 + i%4, Nodes: 1000})
		search(g, name, goengine.Limits{MateIn: 1 + i%3, Nodes: 1000})
		search(g, name, goengine.Limits{SX: i, SXSet: true, Nodes: 1000})
	}
	// Nothing but the recapture has a price of its own, or nothing but late moves.
	for i, spec := range []string{"sx81,recapture=2", "sx81,late.from=0,late=7"} {
		prof := *profile(t, spec)
		sameAsReference(t, m, spec, epd(t, "bench12.epd")[6+i], &prof, goengine.Limits{Nodes: 600})
	}
	// The root's only capture is the line's first move.
	only := position(t, "7k/7p/8/8/8/1p6/P6P/K7 w - - 0 1")
	for _, name := range goengine.ProfileNames {
		search(goengine.NewGame(only), name, goengine.Limits{SX: 26, Nodes: 1000})
	}
	search(epd(t, "bench12.epd")[3], "uniform", goengine.Limits{Nodes: 33_500}) // of more than 15 bits
	placed(6, 40, func(p *goengine.Position) {
		search(goengine.NewGame(p), goengine.ProfileNames[n%6], goengine.Limits{Nodes: 600})
	})
	randomProfiles(30, func(g *goengine.Game, prof *goengine.Profile, l goengine.Limits) {
		n++
		sameAsReference(t, m, fmt.Sprint("more ", n), g, prof, l)
	})
}

// soaked are searches as compare --soak draws them.
var soaked = sync.OnceValue(func() []random.Search {
	all := make([]random.Search, 1000)
	for i := range all {
		all[i] = random.NewSearch(35, uint64(i))
	}
	return all
})

// checkRandomSearches searches what compare --soak draws.
func checkRandomSearches(t testing.TB, m *rig) {
	all := soaked()
	if locating.Load() > 0 {
		all = all[:250]
	}
	for i, s := range all {
		sameAsReference(t, m, fmt.Sprint("random ", i), s.Game, &s.Profile, s.Limits)
	}
}

// checkStopped searches by absurd profiles and to limits that end a search at
// once, in its first iteration or a later one.
func checkStopped(t testing.TB, m *rig) {
	r := rand.New(rand.NewSource(300))
	crowded(300, 24, func(i int, p *goengine.Position) {
		l := goengine.Limits{Nodes: uint64(1 + r.Intn([]int{10, 300, 2000}[i%3]))}
		absurd := random.Absurd(r)
		sameAsReference(t, m, fmt.Sprint("stopped, absurd ", i), goengine.NewGame(p), &absurd, l)
	})
	for i, g := range epd(t, "bench12.epd") {
		for k, name := range goengine.ProfileNames {
			l := goengine.Limits{Nodes: []uint64{1, 20, 60, 110, 400}[(i+k)%5]}
			sameAsReference(t, m, fmt.Sprint("stopped ", i, k), g, profile(t, name), l)
		}
		if i%4 == 0 {
			sameAsReference(t, m, fmt.Sprint("stopped, heavy ", i), g, heavy(t), goengine.Limits{Nodes: 1})
		}
	}
	// Within a scout, where quiet moves wait.
	scouts := *profile(t, "sx81,switch.scout=on")
	sameAsReference(t, m, "stopped within a scout", epd(t, "bench12.epd")[1], &scouts, goengine.Limits{Nodes: 205})
	stoppedSearches(t, m, 20, map[string]int{})
}

// checkMeddling is TestMeddlingKeepsTheEnginesEqual in small.
func checkMeddling(t testing.TB, m *rig) {
	meddle(t, newGo(t), []Engine{m}, 24)
}

// trial is a testing.TB of a check on a mutant: it keeps what failed.
type trial struct {
	testing.TB
	words string
}

// killed is what a trial panics with to end its check.
type killed struct{}

func (t *trial) Helper()                        {}
func (t *trial) Log(...any)                     {}
func (t *trial) Logf(string, ...any)            {}
func (t *trial) Errorf(format string, a ...any) { t.words = fmt.Sprintf(format, a...) }
func (t *trial) FailNow()                       { panic(killed{}) }
func (t *trial) Fatalf(format string, a ...any) { t.Errorf(format, a...); t.FailNow() }

// fails runs a check on a mutant and reports whether it went red.
func (c *check) fails(t testing.TB, m *rig) bool {
	_, red := c.failure(t, m)
	return red
}

// failure runs a check on a machine that may be broken. It reports whether the check went
// red, with its message.
func (c *check) failure(t testing.TB, m *rig) (words string, red bool) {
	own := m.t
	tried := &trial{TB: t}
	m.t = tried
	defer func() {
		m.t = own
		if cause := recover(); cause != nil { // killed, or the host tripped over what the machine holds
			red = true
			if words = tried.words; words == "" {
				words = fmt.Sprint(cause)
			}
		}
	}()
	m.rest()
	m.patience = c.patience
	c.run(m.t, m)
	return tried.words, tried.words != ""
}

// rest undoes all that a check can do to a machine, except for what it has written to ROM.
func (m *rig) rest() {
	m.runner.UnwatchAll()
	m.m.SetAlarm(0, nil)
	m.m.StopProfile()
	m.m.StopCounting()
	m.m.SetCore(emu.Predecoded)
	m.m.SetGuards(true)
	m.m.Reset()
	m.Attach(nil)
	m.Follow(nil)
	m.SetCycleLimit(0)
	m.visits, m.profiled = nil, false
}

// leastPatience is what a call of any check may take, in cycles.
const leastPatience = 1_000_000

// observer is a machine that knows its longest call, with what continued it, and
// which instructions it has not executed yet.
type observer struct {
	watched
	began, longest uint64          // cycles
	unseen         map[uint32]bool // by address
}

// observe makes a rig's machine one that sees which instructions of an image it executes.
func (m *rig) observe(img *asm.Image) *observer {
	o := &observer{unseen: map[uint32]bool{}}
	o.watched = watched{Machine: m.m, theirs: map[uint32]func(){}, own: func(addr uint32) func() {
		if !o.unseen[addr] {
			return nil
		}
		return func() { o.see(addr) }
	}}
	m.runner = o
	for _, l := range img.Lines {
		o.unseen[l.Addr] = true
		o.watch(l.Addr)
	}
	return o
}

func (m *observer) Call(label string, budget uint64) error {
	m.began = m.Cycles()
	return m.took(m.Machine.Call(label, budget))
}

func (m *observer) CallAddr(addr uint32, budget uint64) error {
	m.began = m.Cycles()
	return m.took(m.Machine.CallAddr(addr, budget))
}

func (m *observer) Continue(budget uint64) error { return m.took(m.Machine.Continue(budget)) }

func (m *observer) took(err error) error {
	m.longest = max(m.longest, m.Cycles()-m.began)
	return err
}

func (m *observer) see(addr uint32) {
	if m.unseen[addr] {
		delete(m.unseen, addr)
		m.watch(addr)
	}
}
