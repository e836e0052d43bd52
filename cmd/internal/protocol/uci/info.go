package uci

import (
	"fmt"
	"strings"
	"time"

	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// info reports the progress of a search of the engine.
type info struct {
	search *search
	prof   *goengine.Profile
	last   int // the greatest SX of the search
	quiet  bool

	iterations int
	sx         int // of the last iteration
	// under reports that the root has a best move in the iteration under way.
	under    bool
	settled  goengine.Move // of the last iteration
	reported uint64        // nodes at the last line

	score   int16
	pv      []goengine.Move
	deepest int
	multiPV int // the line's number, 0 if there is only one
}

// iteration implements hostbridge.Follower.
func (i *info) iteration(q hostbridge.Progress) {
	if i.iterations++; i.search.plan.guest != nil {
		i.iterations = q.SX // which are plies
	}
	i.under = false
	i.sx, i.score, i.pv, i.deepest = q.SX, q.Score, q.PV, q.Deepest
	i.settled = first(q.PV)
	i.line(i.iterations, q)
}

// newsAfter is the time after which a search reports best moves of incomplete
// iterations.
const newsAfter = time.Second

// best implements hostbridge.Follower. It reports a move that is better than the last
// iteration's, unless it is mated, since other moves may not be.
func (i *info) best(q hostbridge.Progress) {
	i.under = true
	i.deepest = q.Deepest
	_, t := i.spent(q.Nodes, q.Cycles)
	if i.iterations > 0 && first(q.PV) != i.settled && t >= newsAfter && q.Score > -goengine.MateBound {
		i.score, i.pv = q.Score, q.PV
		q.SX = i.budget()
		i.line(i.iterations+1, q)
	}
}

// budget returns the SX of the iteration under way.
func (i *info) budget() int {
	if i.iterations == 0 {
		return min(int(i.prof.Start), i.last)
	}
	return min(i.sx+int(i.prof.Step), i.last)
}

// aliveEvery is the interval at which a long search reports nodes and time.
const aliveEvery = time.Second

// alive reports nodes and time from time to time, if the host's time counts. With
// emulated time, the output would depend on the host's.
func (i *info) alive(q hostbridge.Progress) {
	r := i.search
	if r.plan.emulated && r.plan.speed == 0 || time.Since(r.lastTold) < aliveEvery {
		return
	}
	r.lastTold = time.Now()
	nodes, t := i.spent(q.Nodes, q.Cycles)
	r.out.say("info nodes %d time %d nps %d", nodes, t.Milliseconds(), perSecond(nodes, t))
}

// end reports the result, unless the last line has done so.
func (i *info) end(result *hostbridge.Result) {
	if i.iterations > 0 && !i.under && i.reported == result.Nodes {
		return
	}
	i.tell(result, result.Nodes, result.Spent())
}

// tell reports a result, with the nodes and cycles of a search that are not counted yet.
func (i *info) tell(result *hostbridge.Result, nodes, cycles uint64) {
	depth, sx := i.iterations, i.sx
	switch {
	case i.search.plan.guest != nil:
		depth, sx = max(result.SX, 1), result.SX
	case !result.Complete:
		depth, sx = depth+1, i.budget()
	}
	i.score, i.pv = result.Score, result.PV
	i.line(depth, hostbridge.Progress{SX: sx, Nodes: nodes, Cycles: cycles})
}

// spent returns the nodes of the whole search and the time on the clock that counts,
// given what the search under way has spent.
func (i *info) spent(nodes, cycles uint64) (uint64, time.Duration) {
	r := i.search
	if r.plan.emulated {
		return r.nodes + nodes, r.plan.rate.Time(r.spent + cycles)
	}
	return r.nodes + nodes, time.Since(r.began)
}

// line writes the lines about a depth, unless the search is quiet.
func (i *info) line(depth int, q hostbridge.Progress) {
	i.reported = q.Nodes
	if !i.quiet {
		i.write(depth, q)
	}
}

// write writes the two lines about a depth. q is the progress of the search under way.
func (i *info) write(depth int, q hostbridge.Progress) {
	r := i.search
	r.lastTold = time.Now()
	nodes, t := i.spent(q.Nodes, q.Cycles)
	over := len(r.game.Position().LegalMoves()) == 0
	if over {
		depth, i.deepest = 0, 0
	}
	var b strings.Builder
	fmt.Fprintf(&b, "info depth %d seldepth %d", depth, max(i.deepest, len(i.pv)))
	if i.multiPV > 0 {
		fmt.Fprintf(&b, " multipv %d", i.multiPV)
	}
	if k := r.plan.guest; (len(i.pv) > 0 || over) && (k == nil || k.Can&hostbridge.Values != 0) {
		b.WriteString(" score " + score(i.score))
	}
	fmt.Fprintf(&b, " nodes %d time %d nps %d", nodes, t.Milliseconds(), perSecond(nodes, t))
	if len(i.pv) > 0 {
		b.WriteString(" pv " + strings.Join(r.game.Position().UCILine(i.pv), " "))
	}
	r.out.say("%s", b.String())
	cycles := r.spent + q.Cycles
	perNode := float64(cycles) / float64(max(nodes, 1))
	budget := "sx"
	if r.plan.guest != nil {
		budget = "plies"
	}
	r.out.say("info string %s %d cycles %d seconds %.3f cycles_per_node %.0f", budget, q.SX, cycles, r.plan.rate.Time(cycles).Seconds(), perNode)
}

func perSecond(nodes uint64, t time.Duration) uint64 {
	return uint64(float64(nodes) / max(t.Seconds(), 0.001))
}

func first(line []goengine.Move) goengine.Move {
	if len(line) == 0 {
		return goengine.NoMove
	}
	return line[0]
}

// score formats a value for UCI: in centipawns, or in moves to the mate, negative if the
// side to move is mated.
func score(v int16) string {
	if moves, ok := report.Mate(int(v)); ok {
		return fmt.Sprintf("mate %d", moves)
	}
	return fmt.Sprintf("cp %d", report.Centipawns(int(v)))
}
