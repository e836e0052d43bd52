package guest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand"
	"slices"
	"strings"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/random"
)

// State is what Check finds of a part of a description.
type State string

// The states.
const (
	Works   State = "works"
	Fails   State = "fails"
	Missing State = "not described"
)

// Row is a part of a description, and what Check has found of it.
type Row struct {
	// What is the part, mostly by its key.
	What  string `json:"what"`
	State State  `json:"state"`
	// Result has figures, what fails, or what cannot be done without it.
	Result string `json:"result,omitempty"`
	// Write is what may be written into the description next.
	Write string `json:"write,omitempty"`
}

// Searched is a search of Check.
type Searched struct {
	FEN    string `json:"fen"`
	Plies  int    `json:"plies"`
	Move   string `json:"move"` // empty for none
	Score  int16  `json:"score"`
	Nodes  uint64 `json:"nodes"`
	Cycles uint64 `json:"cycles"`
}

// Report is what Check has found.
type Report struct {
	Rows     []Row
	Searches []Searched
	Clock    emu.Clock
}

// Failed counts the rows that fail.
func (r *Report) Failed() (n int) {
	for i := range r.Rows {
		if r.Rows[i].State == Fails {
			n++
		}
	}
	return n
}

// patience is how many cycles a call may take in a check, unless the description says how many.
const patience = 400_000_000

// checker runs a description.
type checker struct {
	Report
	ctx context.Context
	d   *Description
	e   *Engine
	// cases is the number of positions in a check of one part, allowance the cycles after which it begins with no further
	// one.
	cases     int
	allowance uint64
	// begun is the machine after the routine that initialises the program, which is called once.
	begun *emu.State
	// stuck is set if a routine does not return: no part that would call it again is checked.
	stuck bool
}

// Check runs a description and reports what of it works. The error is that of the context.
func Check(ctx context.Context, d *Description) (*Report, error) {
	return newChecker(ctx, d).check()
}

func newChecker(ctx context.Context, d *Description) *checker {
	return &checker{ctx: ctx, d: d, cases: 1000, allowance: 500_000_000}
}

func (c *checker) check() (*Report, error) {
	c.Clock = emu.Clock(c.d.Program.Clock)
	if c.load() {
		for _, part := range []func(){
			c.start, c.board, c.untold, c.lists, c.plays, c.search, c.noMove, c.mates, c.event, c.suppress, c.replace,
		} {
			if part(); c.ctx.Err() != nil {
				return nil, context.Cause(c.ctx)
			}
		}
	}
	return &c.Report, nil
}

func (c *checker) row(what string, state State, write, result string, args ...any) {
	c.Rows = append(c.Rows, Row{what, state, fmt.Sprintf(result, args...), write})
}

func (c *checker) works(what, result string, args ...any) { c.row(what, Works, "", result, args...) }

// fails adds a row of a part that fails. The line of an error of the description stays, its file is left out.
func (c *checker) fails(what string, err error) {
	c.stuck = c.stuck || isFault(err, emu.Runaway)
	text := err.Error()
	if bad := (*Error)(nil); errors.As(err, &bad) {
		without := bad.What
		if bad.Line > 0 {
			without = fmt.Sprintf("line %d: %s", bad.Line, bad.What)
		}
		text = strings.Replace(text, bad.Error(), without, 1)
	}
	c.row(what, Fails, "", "%s", text)
}

func (c *checker) missing(what, without, write string) { c.row(what, Missing, write, "%s", without) }

// load reads the files and compiles the description. It reports whether there is a machine to go on with.
func (c *checker) load() bool {
	p, read, err := c.d.program()
	for _, s := range read {
		c.source(&s)
	}
	if err != nil {
		c.fails("program", err)
		return false
	}
	switch given := len(c.d.Program.Symbols) > 0; {
	case given && len(p.Symbols) > 0 && !slices.ContainsFunc(slices.Collect(maps.Values(p.Symbols)), p.InCode):
		c.missing("program.images.at", fmt.Sprintf("none of %d labels is in an image", len(p.Symbols)), "at, the address for which the image is linked")
	case !given:
		c.missing("program.symbols", "errors and profiles name addresses alone", `program.symbols = "FILE"`)
	}
	m, err := c.d.machine(p)
	if err != nil {
		c.fails("memory", err)
		return false
	}
	var areas []string
	for _, r := range m.Map() {
		areas = append(areas, fmt.Sprintf("$%04X-$%04X", r.Start, r.End()-1))
	}
	c.works("memory", "%s", strings.Join(areas, ", "))
	c.e = &Engine{name: Prefix + c.d.path, d: c.d, program: p, m: m}
	errs := c.e.compile()
	for _, err := range errs {
		c.fails("description", err)
	}
	for call, own := range map[*call]uint64{&c.e.start: c.d.Start.Cycles, &c.e.play: c.d.Play.Cycles, &c.e.list: c.d.List.Cycles, &c.e.search: c.d.Search.Cycles} {
		call.budget, call.patient = cmp.Or(own, patience), false
	}
	return len(errs) == 0
}

// source adds the row of a file.
func (c *checker) source(s *source) {
	what := s.key + " " + s.file
	switch {
	case s.key == "program.symbols":
		c.works(what, "%d labels, %d source lines", s.labels, s.lines)
	case s.sha256 == "": // it could not be read
	case s.described:
		c.works(what, "%d bytes at $%04X, SHA-256 as described", s.size, s.at)
	default:
		c.row(what, Works, fmt.Sprintf("sha256 = %q", s.sha256), "%d bytes at $%04X", s.size, s.at)
	}
}

// start calls the routine that initialises the program.
func (c *checker) start() {
	switch err := c.begin(); {
	case err != nil:
		c.fails("start", err)
	case !c.e.start.is:
		c.missing("start", "memory is as the images have it", "start.call")
	default:
		c.works("start", "returns after %d cycles", c.begun.Cycles())
	}
}

// begin initialises the program.
func (c *checker) begin() error {
	err := c.e.begin(c.ctx)
	if err == nil {
		c.begun = c.e.m.State()
	}
	return err
}

// setUp sets up a game. The machine is as the program's own initialisation has left it.
func (c *checker) setUp(g *goengine.Game) error {
	if c.begun == nil {
		if err := c.begin(); err != nil {
			return err
		}
	}
	c.e.m.SetState(c.begun)
	c.e.clear(c.ctx)
	return c.e.place(g)
}

// spent returns the cycles since the game was set up.
func (c *checker) spent() uint64 { return c.e.m.Cycles() - c.begun.Cycles() }

// special are positions in which each castling right counts, each kind of promotion, captures en passant on the edges, and
// checks.
var special = []string{
	"4k3/8/8/2pPp3/8/8/8/4K3 w - - 0 1",
	"r3k2r/8/8/8/8/8/8/R3K2R w K - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w Q - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R b k - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R b q - 0 1",
	"r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R b KQ - 0 1",
	"1n2k3/P7/8/8/8/8/p7/1N2K3 w - - 0 1", "1n2k3/P7/8/8/8/8/p7/1N2K3 b - - 0 1",
	"4k3/8/8/pP6/8/8/8/4K3 w - a6 0 1", "4k3/8/8/6Pp/8/8/8/4K3 w - h6 0 1", "4k3/8/8/8/Pp6/8/8/4K3 b - a3 0 1", "4k3/8/8/8/6pP/8/8/4K3 b - h3 0 1",
	"4k3/8/8/8/1b5q/8/3P1P2/4K3 w - - 0 1", "4k3/8/8/8/8/5n2/8/4K2R w K - 0 1",
}

// position returns a position of a check, the special ones first.
func position(r *rand.Rand, n int) *goengine.Position {
	if n < len(special) {
		if p, err := goengine.ParseFEN(special[n]); err == nil {
			return p
		}
	}
	return random.Game(r).Position()
}

// board writes positions, and reads them back.
func (c *checker) board() {
	if !c.e.board.is {
		c.missing("board", "games begin with the initial position, by [play]", "board.at")
		return
	}
	if c.stuck {
		return
	}
	r := rand.New(rand.NewSource(1))
	n := 0
	for ; n < c.cases && c.ctx.Err() == nil; n++ {
		p := []func() *goengine.Position{
			func() *goengine.Position { return position(r, n/3) },
			func() *goengine.Position { return random.Placed(r, n&1) },
			func() *goengine.Position { return random.Hostile(r) },
		}[n%3]()
		err := c.setUp(goengine.NewGame(p))
		if err == nil {
			err = c.e.same(p, goengine.NoSquare)
		}
		if err != nil {
			c.fails("board", err)
			return
		}
	}
	c.works("board", "%d random positions are written and read back", n)
}

// untold names what of a position the program is not told.
func (c *checker) untold() {
	b, d := &c.e.board, &c.d.Board
	if !b.is {
		return
	}
	told := slices.Concat(d.Set, c.d.Start.Set, c.d.Search.Set, c.d.Play.Set)
	uses := func(name string) bool { return c.toldOf(told, name) }
	if !b.toMove.is && !uses("position.black") {
		c.missing("board.to_move", "the program is not told who is to move", "board.to_move = { at = …, white = …, black = … }")
	}
	switch missing := strings.Trim(strings.Map(func(r rune) rune {
		if _, ok := d.Castling.Rights[string(r)]; ok {
			return ' '
		}
		return r
	}, "KQkq"), " "); {
	case !b.castles.is && b.moved == 0:
		c.missing("board.castling", "the program is not told who may castle", "board.castling = { at = …, rights = { K = … } }, or men.moved")
	case b.castles.is && missing != "":
		c.missing("board.castling", "the program is not told of the rights "+missing, "board.castling.rights")
	}
	if !b.ep.is && !uses("position.ep") {
		c.missing("board.en_passant", "the program is not told of pawns to be taken en passant", "board.en_passant = { at = …, none = …, of = … }")
	}
	if !uses("position.move") {
		c.missing("move number", "the program is not told the number of the move", `board.set = "… = position.move"`)
	}
}

// lists compares lists of legal moves.
func (c *checker) lists() {
	switch {
	case !c.e.list.is || c.e.moves.count == nil || c.e.moves.from == nil || c.e.moves.to == nil:
		c.missing("list", "its legal moves cannot be compared", "[list]: call, count, from, to")
		return
	case !c.e.board.is || c.stuck:
		return // plays does it
	}
	r := rand.New(rand.NewSource(2))
	var spent uint64
	n, moves, others := 0, 0, 0
	for ; n < c.cases && spent < c.allowance && c.ctx.Err() == nil; n++ {
		g := goengine.NewGame(position(r, n))
		more, err := 0, c.setUp(g)
		if err == nil {
			more, err = c.e.sameMoves(g.Position())
		}
		if err != nil {
			c.fails("list", err)
			return
		}
		spent, moves, others = spent+c.spent(), moves+len(g.Position().LegalMoves()), others+more
	}
	c.works("list", "%d legal moves in %d random positions%s", moves, n, andOthers(others))
}

// andOthers says how many moves besides the legal ones there were.
func andOthers(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(", and %d that leave the king in check", n)
}

// plays makes moves through the program.
func (c *checker) plays() {
	switch {
	case !c.e.play.is:
		c.missing("play", "the host writes the board anew for each search", "[play]: call, set")
		return
	case c.stuck:
		return
	case c.d.Board.Squares == nil:
		c.missing("play", "squares have no numbers", "board.squares")
		return
	}
	if !c.toldOf(c.d.Play.Set, "move.promotion", "move.man") {
		c.missing("play promotions", "the program is not told what a pawn becomes", `play.set = "… = move.promotion"`)
	}
	r := rand.New(rand.NewSource(3))
	var spent uint64
	n := 0
	for n < c.cases && spent < c.allowance && c.ctx.Err() == nil {
		made, err := c.played(r, n)
		if err != nil {
			c.fails("play", err)
			return
		}
		n, spent = n+made, spent+c.spent()
	}
	c.works("play", "%d moves lead to the position that they must", n)
}

// toldOf reports whether assignments use one of some numbers.
func (c *checker) toldOf(lines Lines, names ...string) bool {
	return slices.ContainsFunc(lines, func(line string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return strings.Contains(line, name) })
	})
}

// played makes one move in a position, or a random game from the initial position if the program has no board.
func (c *checker) played(r *rand.Rand, number int) (n int, err error) {
	g, length := goengine.NewGame(position(r, number/4)), 1 // four moves from each
	if !c.e.board.is {
		g, length = initial(), 10+r.Intn(60)
	}
	if err := c.setUp(g); err != nil {
		return 0, err
	}
	p := *g.Position()
	for ; n < length; n++ {
		moves := p.LegalMoves()
		if len(moves) == 0 {
			break
		}
		m := pick(r, &p, moves)
		if c.d.Board.Men == nil { // no promotion can be told
			m &^= 0x88
		}
		before := p
		passed := passedBy(&p, m)
		err := c.e.playMove(&p, m)
		switch {
		case err != nil:
		case c.e.board.is:
			err = c.e.same(&p, passed)
		case c.e.list.is && c.e.moves.count != nil:
			_, err = c.e.sameMoves(&p)
		}
		if err != nil {
			return n, fmt.Errorf("%s in %s: %w", before.UCI(m), before.FEN(), err)
		}
	}
	return n, nil
}

var uniform = func() *goengine.Profile {
	p, _ := goengine.ProfileByName("uniform")
	return &p
}()

// find searches to a number of plies, with callbacks or nil.
func (c *checker) find(g *goengine.Game, plies int, only []goengine.Move, with hostbridge.Callbacks) (hostbridge.Result, error) {
	c.e.Attach(with)
	return c.e.Search(c.ctx, g, uniform, goengine.Limits{Depth: plies, Moves: only})
}
