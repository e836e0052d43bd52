package guest

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// searchGames lead to the positions in which searches are checked.
var searchGames = []string{
	"",
	"e2e4 e7e5 g1f3 b8c6 f1b5",
	"d2d4 d7d5 c2c4 e7e6 b1c3 g8f6 g1f3 f8e7",
}

// mateGames lead to positions with a mate in one, mateFENs are others; in overFENs the side to move has no legal move.
var (
	mateGames = []string{"f2f3 e7e5 g2g4", "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6"}
	mateFENs  = []string{"6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "k2r4/8/8/8/8/8/5PPP/6K1 b - - 0 1", "6k1/P4ppp/8/8/8/8/8/K7 w - - 0 1"}
	overFENs  = []string{"R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "8/8/8/8/8/2k5/2p5/2K5 w - - 0 1", "k7/8/8/8/8/8/r4PPP/1r4K1 w - - 0 1"}
)

// usual is the usual depth of the program.
func (d *Description) usual() int { return max(d.Search.Plies, d.least()) }

// searchable reports whether searches can be checked.
func (c *checker) searchable() bool { return !c.stuck && c.e.unplayable() == nil }

// deeper is the part of the allowance after which no deeper search begins: it may take many times as many cycles.
const deeper = 8

// search searches with each depth.
func (c *checker) search() {
	if err := c.e.unplayable(); err != nil {
		bad := err.(*Error)
		key, want, _ := strings.Cut(bad.What, ": ")
		c.missing("search", "no search: "+want, key)
		c.runs()
		return
	}
	if c.stuck {
		return
	}
	a := &c.e.answer
	var spent uint64
	left := 0
	for plies := c.d.least(); plies <= c.d.usual(); plies++ {
		for _, moves := range searchGames {
			if spent > c.allowance/deeper && plies > c.d.least() {
				left++
				continue
			}
			g := gameOf(moves)
			r, err := c.find(g, plies, nil, nil)
			if err == nil && r.Best == goengine.NoMove && c.ctx.Err() == nil {
				err = errors.New("it finds no move, and there are some")
			}
			if err != nil {
				c.fails("search", fmt.Errorf("%d plies in %s: %w", plies, g.Position().FEN(), err))
				return
			}
			spent += r.Cycles
			c.Searches = append(c.Searches, Searched{g.Position().FEN(), plies, g.Position().UCI(r.Best), r.Score, r.Nodes, r.Cycles})
		}
	}
	note := ""
	if left > 0 {
		note = fmt.Sprintf("; %d deeper ones would take too long", left)
	}
	c.works("search", "%d searches answer with legal moves%s", len(c.Searches), note)
	if a.promotion == nil {
		c.missing("answer.promotion", "a pawn that it promotes becomes a queen", "answer.promotion")
	}
	if a.score == nil {
		c.missing("answer.score", "its scores are 0", "answer.score, pawn, mate")
	}
	if !c.e.countsNodes() {
		c.missing("answer.nodes", "its nodes are not counted, and cannot be limited", "answer.nodes, or events.scored")
	}
}

// runs runs a program that is given no positions, or answers with no moves.
func (c *checker) runs() {
	if c.stuck || c.e.runnable() != nil {
		return
	}
	if r, err := c.find(initial(), c.d.least(), nil, nil); err != nil {
		c.fails("run", err)
	} else {
		c.works("run", "ends after %d cycles", r.Cycles)
	}
}

// noMove searches where there is no legal move.
func (c *checker) noMove() {
	if !c.searchable() {
		return
	}
	if c.e.answer.none == nil {
		c.missing("answer.none", "that the program has no move cannot be told from an answer", "answer.none")
		return
	}
	games := c.with(overFENs, mateGames[0]+" d8h4")
	for _, g := range games {
		for _, plies := range slices.Compact([]int{c.d.least(), c.d.usual()}) {
			// Any answer is an illegal move.
			if _, err := c.find(g, plies, nil, nil); err != nil {
				c.fails("answer.none", fmt.Errorf("no legal move, %d plies in %s: %w", plies, g.Position().FEN(), err))
				return
			}
		}
	}
	c.works("answer.none", "no move in %d positions that have none", len(games))
}

// with returns games by their moves, and positions if the program has a board.
func (c *checker) with(fens []string, moves ...string) (games []*goengine.Game) {
	for _, m := range moves {
		games = append(games, gameOf(m))
	}
	for _, fen := range fens {
		if p, err := goengine.ParseFEN(fen); err == nil && c.e.board.is {
			games = append(games, goengine.NewGame(p))
		}
	}
	return games
}

// mates searches positions with a mate in one.
func (c *checker) mates() {
	if !c.searchable() {
		return
	}
	games := c.with(mateFENs, mateGames...)
	plies := min(max(c.d.usual(), 2), c.d.most())
	for _, g := range games {
		p := *g.Position()
		r, err := c.find(g, plies, nil, nil)
		if err == nil && r.Best == goengine.NoMove {
			err = errors.New("no move")
		}
		if err == nil {
			if name := p.UCI(r.Best); p.Play(r.Best) && (!p.InCheck() || len(p.LegalMoves()) > 0) {
				err = fmt.Errorf("%s is no mate", name)
			} else if c.d.Answer.Mate != 0 && r.Score != goengine.Mate-1 {
				err = c.d.wrong("answer.mate", "the score of a mate in one ply is not mate - 1, but as of %d in 64ths of a pawn", r.Score)
			}
		}
		if err != nil {
			c.fails("mate in one", fmt.Errorf("%d plies in %s: %w", plies, g.Position().FEN(), err))
			return
		}
	}
	c.works("mate in one", "%d found with %d plies", len(games), plies)
	if c.d.Answer.Mate == 0 && c.e.answer.score != nil {
		c.missing("answer.mate", "mates have scores of pawns", "answer.mate")
	}
}

// tally counts the events of a search, and tests that their moves are legal and their values in range.
type tally struct {
	d      *Description
	root   *goengine.Position
	most   int64 // of a value
	path   []goengine.Move
	after  []goengine.Position // after each move of path
	counts [goengine.EventIteration + 1]int
	wrong  [goengine.EventIteration + 1]error // the first
	best   goengine.Move                      // of the root
	others int                                // generated moves that leave the king in check
}

// at returns the position of a node.
func (t *tally) at(line []goengine.Move) (*goengine.Position, error) {
	same := 0
	for same < min(len(line), len(t.path)) && line[same] == t.path[same] {
		same++
	}
	t.path, t.after = t.path[:same], t.after[:same]
	for _, m := range line[same:] {
		p := *t.root
		if n := len(t.after); n > 0 {
			p = t.after[n-1]
		}
		if !p.Legal(m) {
			return nil, fmt.Errorf("%v, which leads there, is not legal in %s", m, p.FEN())
		}
		p.Play(m)
		t.path, t.after = append(t.path, m), append(t.after, p)
	}
	if n := len(t.after); n > 0 {
		return &t.after[n-1], nil
	}
	return t.root, nil
}

// Event implements goengine.Callbacks.
func (t *tally) Event(n goengine.Node, ev *goengine.Event) {
	if ev.Kind == goengine.EventIteration {
		return
	}
	t.counts[ev.Kind]++
	if t.wrong[ev.Kind] != nil {
		return
	}
	m := ev.Move
	if ev.Kind == goengine.EventGenerated {
		m = append(n.Moves(nil), goengine.NoMove)[0]
	}
	p, err := t.at(n.Path(nil))
	switch {
	case err != nil:
	case !p.Legal(m):
		err = t.illegal(ev.Kind, p, m)
	case int64(ev.Value) > t.most || int64(ev.Value) < -t.most:
		err = fmt.Errorf("value %d of %s in %s: want at most %d", ev.Value, p.UCI(m), p.FEN(), t.most)
	}
	if ev.Kind == goengine.EventBest && ev.Ply == 0 {
		t.best = m
	}
	t.wrong[ev.Kind] = err
}

// illegal returns the error of a move that is not legal. One that is only generated may leave the king in check, if the
// description says so.
func (t *tally) illegal(kind goengine.EventKind, p *goengine.Position, m goengine.Move) error {
	switch {
	case kind != goengine.EventGenerated || !pseudoLegal(p, m):
		return fmt.Errorf("%v is not legal in %s", m, p.FEN())
	case !t.d.Events.Generated.PseudoLegal:
		return t.d.wrong("events.generated.pseudo_legal", exposed, p.UCI(m), p.FEN())
	}
	t.others++
	return nil
}

// eventKinds are the events of a description, by their key.
var eventKinds = []struct {
	key   string
	kind  goengine.EventKind
	gives string
}{
	{"events.generated", goengine.EventGenerated, "lines are not known, no move can be left out"},
	{"events.scored", goengine.EventScored, "no tree with values, no nodes"},
	{"events.beta", goengine.EventBeta, "no cut-offs"},
	{"events.alpha", goengine.EventAlpha, "no values against alpha"},
	{"events.best", goengine.EventBest, "no principal variation; a stopped search has no move"},
}

// event counts the events of searches.
func (c *checker) event() {
	if !c.searchable() {
		return
	}
	t := tally{d: c.d, most: int64(goengine.Infinity) - 1}
	if c.d.Answer.Mate > 0 {
		t.most = min(t.most, c.d.Answer.Mate)
	}
	for _, moves := range searchGames {
		g := gameOf(moves)
		t.root, t.path, t.after, t.best = g.Position(), nil, nil, goengine.NoMove
		r, err := c.find(g, min(c.d.usual(), 2), nil, &t)
		if err != nil {
			c.fails("events", fmt.Errorf("in %s: %w", g.Position().FEN(), err))
			return
		}
		if t.wrong[goengine.EventBest] == nil && t.best != goengine.NoMove && t.best != r.Best {
			t.wrong[goengine.EventBest] = fmt.Errorf("the last best move of the root is %v, the answer %v, in %s", t.best, r.Best, g.Position().FEN())
		}
	}
	for _, of := range eventKinds {
		switch n := t.counts[of.kind]; {
		case c.e.events.find(of.kind) == nil:
			c.missing(of.key, of.gives, "["+of.key+"]")
		case n == 0:
			c.fails(of.key, c.d.wrong(of.key+".at", "no search comes there"))
		case t.wrong[of.kind] != nil:
			c.fails(of.key, t.wrong[of.kind])
		case of.kind == goengine.EventGenerated:
			c.works(of.key, "%d seen%s", n-t.others, andOthers(t.others))
		default:
			c.works(of.key, "%d seen", n)
		}
	}
}

// dropping leaves out generated moves, and tests that nothing more is heard of them.
type dropping struct {
	drop    func(ply int, m goengine.Move) bool
	dropped goengine.Move // the last one, until the next is generated
	ply     int
	count   int
	wrong   error
}

// Event implements goengine.Callbacks.
func (s *dropping) Event(n goengine.Node, ev *goengine.Event) {
	switch {
	case ev.Kind == goengine.EventGenerated && n.Ply() <= s.ply || s.dropped == goengine.NoMove && ev.Kind == goengine.EventGenerated:
		s.dropped = goengine.NoMove
		if m := n.Moves(nil)[0]; s.drop(n.Ply(), m) {
			n.Keep(nil)
			s.dropped, s.ply = m, n.Ply()
			s.count++
		}
	case s.dropped == goengine.NoMove || ev.Kind == goengine.EventIteration || s.wrong != nil:
	case n.Ply() > s.ply || n.Ply() == s.ply && ev.Move == s.dropped:
		s.wrong = fmt.Errorf("%v was left out, and then there was %v of ply %d", s.dropped, ev, n.Ply())
	}
}

// suppress leaves out moves.
func (c *checker) suppress() {
	ev := c.e.events.find(goengine.EventGenerated)
	if ev == nil || !c.searchable() {
		return
	}
	const what = "events.generated.suppress"
	if len(ev.suppress) == 0 {
		c.missing(what, "no move can be left out", what)
		return
	}
	g := gameOf(searchGames[1])
	tried := g.Position().LegalMoves()
	tried = tried[:min(len(tried), 8)]
	for _, m := range tried {
		r, err := c.find(g, c.d.least(), []goengine.Move{m}, nil)
		if err == nil && r.Best != m {
			err = fmt.Errorf("it answers %v where all moves but %v are left out", r.Best, m)
		}
		if err != nil {
			c.fails(what, err)
			return
		}
	}
	s := &dropping{drop: func(ply int, m goengine.Move) bool { return ply > 0 && (m.From()^m.To())&1 != 0 }}
	if _, err := c.find(g, min(c.d.usual(), 2), nil, s); err != nil || s.wrong != nil {
		c.fails(what, errors.Join(err, s.wrong))
		return
	}
	c.works(what, "all root moves but one: %d times; %d moves below: none is played", len(tried), s.count)
}

// replace gives values to events.
func (c *checker) replace() {
	if !c.searchable() {
		return
	}
	for _, of := range eventKinds {
		ev := c.e.events.find(of.kind)
		if ev == nil || of.kind != goengine.EventScored && of.kind != goengine.EventBeta {
			continue
		}
		what := of.key + ".replace"
		if len(ev.replace) == 0 {
			c.missing(what, "no value can be replaced", what)
			continue
		}
		effects, tried, err := c.replaced(of.kind)
		switch {
		case err != nil:
			c.fails(what, err)
		case effects == 0:
			c.fails(what, c.d.wrong(what, "%d values are replaced, and no search is another", tried))
		default:
			c.works(what, "%d values are replaced: %d of %d searches are others", tried, effects, len(searchGames))
		}
	}
}

// replaced searches with and without other values of a kind of event. effects counts the searches that differ.
func (c *checker) replaced(kind goengine.EventKind) (effects, values int, err error) {
	large := int16(min(max(2*c.d.Answer.Pawn, 10), 2000))
	give := goengine.CallbackFunc(func(n goengine.Node, ev *goengine.Event) {
		if ev.Kind != kind {
			return
		}
		h := uint32(ev.Move) * 2654435761 >> 16
		for _, m := range n.Path(nil) {
			h = h*31 + uint32(m)
		}
		ev.Value = int16(h%uint32(2*large)) - large
		values++
	})
	for _, moves := range searchGames {
		g := gameOf(moves)
		plies := c.d.least()
		var results [2]hostbridge.Result
		for i, with := range []hostbridge.Callbacks{goengine.CallbackFunc(func(goengine.Node, *goengine.Event) {}), give} {
			if results[i], err = c.find(g, plies, nil, with); err != nil {
				return 0, values, err
			}
		}
		a, b := &results[0], &results[1]
		if a.Best != b.Best || a.Score != b.Score || a.Nodes != b.Nodes || !slices.Equal(a.PV, b.PV) {
			effects++
		}
	}
	return effects, values, nil
}
