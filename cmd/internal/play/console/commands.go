package console

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/searchex/searchex/cmd/internal/play"
	"github.com/searchex/searchex/cmd/internal/play/level"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// command is a command that the user can type.
type command struct {
	name, args, help string
	run              func(c *Console, arg string)
}

// commands are all commands in the order of the help. A command may be abbreviated
// to three letters or more if it is unambiguous.
var commands []command

func init() {
	commands = []command{
		{"go", "", "! machine moves, Move Now", (*Console).moveNow},
		{"back", "[n]", "< take n half-moves back", func(c *Console, a string) { c.count(a, c.table.Back) }},
		{"undo", "", "take your last move back", func(c *Console, _ string) { c.table.Undo() }},
		{"forward", "[n]", "> play them again", func(c *Console, a string) { c.count(a, c.table.Forward) }},
		{"replay", "", "the game from its start", func(c *Console, _ string) { c.table.Replay() }},
		{"end", "", "go to the end of the game", func(c *Console, _ string) { c.table.Forward(math.MaxInt32) }},
		{"best", "", "Next Best: another move", func(c *Console, _ string) { c.table.NextBest() }},
		{"hint", "", "a move for you", func(c *Console, _ string) { c.table.Hint() }},
		{"swap", "", "swap sides", func(c *Console, _ string) { c.table.Swap(); c.orient() }},
		{"two", "", "two players, or one again", func(c *Console, _ string) { c.table.TwoPlayers() }},
		{"auto", "[A B]", "the machine plays itself", (*Console).auto},
		{"level", "L", "seconds, and more forms", (*Console).level},
		{"new", "[black]", "new game, you have Black", (*Console).newGame},
		{"game", "N", "one of 12 games by number", (*Console).game},
		{"simult", "", "Next Simult: next game", func(c *Console, _ string) { c.table.NextGame(); c.orient() }},
		{"open", "FILE [n]", "game n of a PGN file", (*Console).open},
		{"list", "FILE", "the games of a PGN file", (*Console).list},
		{"save", "[FILE]", "add the game to a PGN file", (*Console).save},
		{"setup", "[FEN]", "set up a position", (*Console).setUp},
		{"verify", "", "tell where the pieces are", func(c *Console, _ string) { c.table.Verify() }},
		{"draw", "", "offer a draw", func(c *Console, _ string) { c.table.Draw() }},
		{"resign", "", "resign", func(c *Console, _ string) { c.table.Resign() }},
		{"mode", "", "kind of level; numbers", (*Console).mode},
		{"display", "[WHAT]", "what the display shows", (*Console).display},
		{"stop", "", "Stop Clock", func(c *Console, _ string) { c.table.StopClock() }},
		{"start", "", "Start Clock", func(c *Console, _ string) { c.table.StartClock() }},
		{"sound", "", "a bell, or none", (*Console).sound},
		{"speed", "N", "times its own, or max", (*Console).speed},
		{"machine", "E[:P]", "as z80:tuned", (*Console).machine},
		{"flip", "", "turn the board", func(c *Console, _ string) { c.flipped = !c.flipped }},
		{"size", "", "larger or smaller board", (*Console).resizeBoard},
		{"help", "", "? this list", func(c *Console, _ string) { c.help = true }},
		{"quit", "", "ctrl-C; games are kept", func(c *Console, _ string) { c.Ended = true }},
	}
}

// shortest is the least number of letters of an abbreviation.
const shortest = 3

// obey carries out a line that was typed: a command or a move.
func (c *Console) obey(line string) {
	word, arg, _ := strings.Cut(strings.TrimSpace(line), " ")
	arg = strings.TrimSpace(arg)
	if c.answer(word) || c.enterNumber(word) {
		return
	}
	if name, ok := otherWords[strings.ToLower(word)]; ok {
		var more string
		word, more, _ = strings.Cut(name, " ")
		arg = strings.TrimSpace(more + " " + arg)
	}
	if found := commandsNamed(word); len(found) == 1 {
		found[0].run(c, arg)
		return
	} else if len(found) > 1 {
		var names []string
		for _, f := range found {
			names = append(names, f.name)
		}
		c.notice = word + " may be " + strings.Join(names, " or ")
		return
	}
	if c.enter(strings.TrimSpace(line)); !moveLike.MatchString(word) && c.table.Message() != "" {
		c.notice = fmt.Sprintf("%s: neither a word that is known nor a move: ? lists the words", clip(line, 40))
	}
}

// otherWords maps words that people type to commands.
var otherWords = map[string]string{
	"takeback": "undo", "u": "undo", "exit": "quit", "q": "quit", "x": "quit", "bye": "quit", ":q": "quit", "load": "open", "read": "open", "write": "save",
	"clock": "display clock", "comment": "display comment", "analysis": "display line",
	"h": "help", "commands": "help", "play": "go", "move": "go", "now": "go", "next": "forward", "b": "back", "restart": "new", "rotate": "flip", "position": "setup", "fen": "setup",
}

// moveLike matches what may be meant as a move.
var moveLike = regexp.MustCompile(`^([KQRBNPSLTDkqrn]?[a-h]?[1-9]?[x:-]?[a-i][0-9].*|[a-h]x?[a-h]|[Oo0][-–][Oo0].*)$`)

// commandsNamed returns the commands that a word may stand for.
func commandsNamed(word string) (found []command) {
	word = strings.ToLower(word)
	for _, k := range commands {
		if k.name == word {
			return []command{k}
		}
		if len(word) >= shortest && strings.HasPrefix(k.name, word) {
			found = append(found, k)
		}
	}
	return found
}

// count calls do with the number in arg, or 1 if arg is empty.
func (c *Console) count(arg string, do func(int)) {
	n := 1
	if arg != "" {
		var err error
		if n, err = strconv.Atoi(arg); err != nil || n < 1 || n > 20000 {
			c.notice = fmt.Sprintf("%s: want a number of half-moves", arg)
			return
		}
	}
	do(n)
}

func (c *Console) level(arg string) {
	l, err := level.ParseRated(arg)
	switch {
	case err != nil:
		c.notice = err.Error()
	case l.Kind == level.None:
		now := c.table.Game().Level
		c.notice = fmt.Sprintf("level %v: %s. Want %s", now, c.table.About(now), level.RatedForms())
	default:
		c.table.SetLevel(l)
	}
}

func (c *Console) newGame(arg string) {
	person := play.White
	switch arg {
	case "", "white":
	case "black":
		person = play.Black
	default:
		c.notice = fmt.Sprintf("new %s: want new, or new black", arg)
		return
	}
	begin := func() {
		if err := c.table.NewGame("", person); err != nil {
			c.notice = err.Error()
		}
		c.orient()
	}
	if g := c.table.Game(); len(g.Moves()) > 0 && !c.table.Over() {
		c.ask("NEW GAME ?", c.table.Wording.NewGame, "new", begin)
		return
	}
	begin()
}

func (c *Console) game(arg string) {
	n, err := strconv.Atoi(arg)
	if err != nil {
		c.notice = fmt.Sprintf("game %s: want 1 to %d", arg, play.Boards)
		return
	}
	c.table.Look(n - 1)
	c.orient()
}

func (c *Console) setUp(fen string) {
	if fen == "" {
		c.setup, c.shown = play.SetupOf(c.table.Game()), true
		return
	}
	if err := c.table.UseSetup(fen); err != nil {
		c.notice = err.Error()
	}
	c.orient()
}

// seat reads ENGINE, ENGINE:PROFILE, :PROFILE or guest:FILE.
func (c *Console) seat(text string) (s play.Seat, err error) {
	s.Engine = text
	if !hostbridge.IsForeign(text) {
		s.Engine, s.Profile, _ = strings.Cut(text, ":")
	}
	if s.Engine != "" {
		if _, err := c.table.Kinds(s.Engine); err != nil {
			return s, err
		}
	}
	if s.Profile != "" {
		if _, err := goengine.ParseProfile(s.Profile); err != nil {
			return s, err
		}
	}
	return s, nil
}

func (c *Console) auto(arg string) {
	var seats [2]play.Seat
	words := strings.Fields(arg)
	if len(words) > 2 {
		c.notice = "auto: want up to two machines, such as 6502:sx81 z80:tuned"
		return
	}
	for i, w := range words {
		var err error
		if seats[i], err = c.seat(w); err != nil {
			c.notice = err.Error()
			return
		}
	}
	c.table.Auto(seats[0], seats[1])
}

func (c *Console) machine(arg string) {
	s, err := c.seat(arg)
	switch {
	case arg == "":
		c.notice = "machine: want an engine and a profile: one of " + strings.Join(hostbridge.AllNames(), ", ") + c.table.Wording.Guests + "; and of " + strings.Join(goengine.AllProfileNames, ", ")
	case err != nil:
		c.notice = err.Error()
	default:
		c.table.SetMachine(s.Engine, s.Profile)
	}
}

// Speed reads the speed of a machine's clock, a factor or "max", and returns it in
// percent, 0 for "max".
func Speed(text string) (percent int, err error) {
	if strings.EqualFold(text, "max") {
		return 0, nil
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || !(f >= 0.01 && f <= 10000) {
		return 0, fmt.Errorf("speed %q: want 0.01 to 10000 times the machine's own, or max", text)
	}
	return int(math.Round(f * 100)), nil
}

func (c *Console) speed(arg string) {
	percent, err := Speed(arg)
	if err != nil {
		c.notice = err.Error()
		return
	}
	c.table.SetSpeed(percent)
}

// open reads FILE or FILE n.
func (c *Console) open(arg string) {
	name, number := arg, 1
	if at := strings.LastIndexByte(arg, ' '); at > 0 {
		if n, err := strconv.Atoi(arg[at+1:]); err == nil && n > 0 {
			name, number = strings.TrimSpace(arg[:at]), n
		}
	}
	if name == "" {
		c.notice = "open: want a PGN file, and the number of a game in it"
		return
	}
	c.OpenFile(name, number)
}

// list shows the games of a file.
func (c *Console) list(name string) {
	if name == "" || c.List == nil {
		c.notice = "list: want a PGN file"
		return
	}
	games, err := c.List(name)
	c.notice = strings.Join(games, "; ")
	if err != nil {
		c.notice = strings.TrimPrefix(c.notice+"; "+err.Error(), "; ")
	}
}

// save adds the game to a file. Without a name it says where the games are kept.
func (c *Console) save(name string) {
	switch {
	case c.Write == nil:
		c.notice = "games cannot be saved here"
	case name == "":
		c.notice = "every move is saved, in " + c.Folder + "; save FILE adds the game to a PGN file"
	default:
		if err := c.Write(name, c.table.Game()); err != nil {
			c.notice = err.Error()
			return
		}
		c.notice = "the game is added to " + name
	}
}

// OpenFile puts a game of a file on a board. A broken game is shown up to the error.
func (c *Console) OpenFile(name string, number int) {
	g, err := c.Open(name, number)
	if g != nil {
		c.table.AddGame(g, fmt.Sprintf("%s, game %d", name, number))
		c.orient()
	}
	if err != nil {
		c.notice = err.Error()
	}
}
