package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/searchex/searchex/cmd/internal/play/terminal"
)

// welcome is what the program says of itself to one who calls it by its name
// alone.
const welcome = `searchex: a chess engine on the SEX algorithm (Search EXtension, 1989), in Go
and, under emulation with exact clock cycles, in Z80, 6502 and 68000 assembly.
All search the same tree, node for node, and the program proves it.

Commands to try first:

  searchex play                 play against the machine, here in the terminal
  searchex compare              search twelve positions on each: all equal?
  searchex window               see a search decide, on a small tree
  searchex cycles               where the machines' time goes, by routine
  searchex solve --nodes 5000   how many mates each profile of prices finds
  searchex match go:sx81 go:uniform --games 20
                                two engines against each other

All commands:  searchex --help        One of them:  searchex help COMMAND
To play in a chess program, enter this one as its UCI engine (docs/manual/uci.md).
Everything else: README.md.
`

// welcomed shows the welcome, folded to the screen.
func (a *app) welcomed() error {
	_, err := io.WriteString(a.out, a.out.Fold(welcome))
	return err
}

// offered shows the welcome, and asks one who sits at a terminal whether he wants to
// play now.
func (a *app) offered() (play bool, err error) {
	if err := a.welcomed(); err != nil || !a.atTerminal() {
		return false, err
	}
	if _, err := io.WriteString(a.out, "\nPlay now? y or n: "); err != nil {
		return false, err
	}
	answer, _ := bufio.NewReader(a.in).ReadString('\n')
	answer = strings.ToLower(strings.TrimSpace(answer))
	return answer == "y" || answer == "yes", nil
}

// atTerminal tells whether standard input and output are terminals.
func (a *app) atTerminal() bool {
	in, ok := a.in.(*os.File)
	return ok && terminal.Is(in) && terminal.Is(os.Stdout)
}

// labCommandNames are the commands that the laboratory's program has taken over.
var labCommandNames = []string{"lab", "tune", "fit"}

// commandLine returns the command to execute. "help COMMAND" is "COMMAND --help".
// Without arguments it is uci for a chess program, whose engine reads from a pipe; a person
// gets the welcome, then play or nothing.
func commandLine(a *app, args []string) ([]string, error) {
	switch {
	case len(args) == 0 && a.alone():
		if play, err := a.offered(); err != nil || !play {
			return nil, err
		}
		return []string{"play"}, nil
	case len(args) == 0:
		return []string{"uci"}, nil
	case slices.Contains(labCommandNames, args[0]):
		return nil, usagef("%s is a command of another program, the laboratory: want go run ./cmd/lab %s", args[0], strings.TrimPrefix(strings.Join(args[:min(2, len(args))], " "), "lab "))
	case args[0] == "help":
		return append(args[1:len(args):len(args)], "--help"), nil
	}
	return args, nil
}

// alone tells whether nobody can have written commands to standard input: it is
// a terminal, or the null device.
func (a *app) alone() bool {
	f, ok := a.in.(*os.File)
	if !ok {
		return false
	}
	s, err := f.Stat()
	return err == nil && s.Mode()&os.ModeCharDevice != 0
}

// detail is the second part of a command's help: what it prints, an example,
// its manual.
func detail(prints, example, manual string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\nFor example:\n\n", prints)
	for line := range strings.Lines(example) {
		b.WriteString("    " + line)
	}
	fmt.Fprintf(&b, "\n\nManual: %s", manual)
	return b.String()
}

// The manuals that the commands name.
const (
	readmeSession  = `README.md, "A session"`
	readmeCommands = `README.md, "Commands"`
	readmeSX       = `README.md, "What SX is"`
	treeManual     = "docs/manual/tree.md"
	labManual      = "docs/lab/README.md"
	annotateManual = "docs/manual/annotate.md"
	bookManual     = "docs/manual/book.md"
	playManual     = "docs/manual/play.md"
	cyclesManual   = "docs/manual/cycles.md"
	matchManual    = "docs/manual/match.md"
	tuneManual     = "docs/lab/tuning.md"
	routineManual  = "docs/manual/routine.md"
	uciManual      = "docs/manual/uci.md"
	xboardManual   = "docs/manual/xboard.md"
	windowManual   = "docs/manual/window.md; for models of your own testdata/models/README.md"
)

// Help is kong's hook for a command's details, as all those below.
func (*searchCmd) Help() string {
	return detail("Prints a line for each position, profile and engine: best move, score in pawns for the side to move (#3: mate in three "+
		"moves), nodes, the hash of all events of the search (equal hashes mean equal searches), clock cycles, and the principal variation.",
		`searchex search --fen '6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1' --profile all`, readmeSX)
}

func (*compareCmd) Help() string {
	return detail("Prints a line for each position: move, score, nodes, the hash of all events, whether all engines have found the same, or "+
		"else which differ from the first, and in what, and what the machines took; then the totals. The exit status is 1 if any search differs; diff then shows where. "+
		"With --soak it draws searches instead: positions from games and set down anywhere, games that repeat themselves, profiles, limits; "+
		"and prints how many of each kind it has made and, of the first that differs, the diff command. Search I of seed S is always the same.",
		"searchex compare\nsearchex compare --engine z80,6502\nsearchex compare --profile all --sx 26 --epd FILE\nsearchex compare --soak 1000 --seed 1981", readmeSession)
}

func (*diffCmd) Help() string {
	return detail("Prints nothing but a line where the first engine and each of the others search alike. Else it prints the first event in which two "+
		"differ: both boards, both values, the line of moves, the machine's registers and source line; the exit status is 1. --poke breaks a machine on purpose.",
		"searchex diff --engine go,6502\nsearchex diff --poke 'attack_table+$20=0'", readmeSession)
}

func (*perftCmd) Help() string {
	return detail("Prints for each position and engine the number of move sequences of a length, which tests the rules, and what a machine took. Counts that "+
		"an EPD file gives (D3 8902) are checked; the exit status is 1 if one is wrong.",
		"searchex perft --depth 3 --epd testdata/cpw_perft6.epd", readmeSession)
}

func (*cyclesCmd) Help() string {
	return detail("Prints for each profile the cycles to finish the search, those of a node (a move's position that was valued), memory and stack; then the cycles of "+
		"a visit by what became of the node, without the nodes below it; then the routines by their own cycles a node, of several machines beside each other, of one with those of what they call. "+
		"All add up to the search's cycles. --list shows them beside a routine's source; --json prints what --vs holds a later run against.",
		"searchex cycles --profile sx81 --top 16\nsearchex cycles --engine z80 --list map_hits\nsearchex cycles --json > old.json; searchex cycles --vs old.json --rom asm/z80/z80.rom", cyclesManual)
}

func (*routineCmd) Help() string {
	return detail("Prints a routine's source, comments and all, in Go and in each assembly language, the macros that it uses behind it; then its bytes and what it took "+
		"in the searches of cycles: calls a node; cycles a call, with what it calls, and microseconds at the machine's clock; its own cycles a node, and their share of all. "+
		"Without a name it prints a list of all routines.",
		"searchex routine map_hits\nsearchex routine --beside --engine z80,6502 repeated\nsearchex routine", routineManual)
}

func (*profileCmd) Help() string {
	return detail("Prints what was searched, the clock cycles that it took, and the command that opens the file. In it are cycles and instructions by routine, by "+
		"source line, and by what called them; their sum is exact. Recursion is folded: of a routine that was called again below itself, a chain has the innermost call.",
		"searchex profile --engine 6502 --out 6502.pb.gz\nsearchex profile --format callgrind --out callgrind.out.z80", cyclesManual)
}

func (*solveCmd) Help() string {
	return detail("Prints for each profile and limit how many test positions it solves, by file and, of mates, by length. A position is solved where the move "+
		"is the one that the file asks for (bm, am, pm), or the score proves the mate (dm).",
		"searchex solve --nodes 20000,88000\nsearchex solve --engine 6502 --seconds 30 --epd FILE", readmeSession)
}

func (*enginesCmd) Help() string {
	return detail("Prints for each engine the nodes of the benchmark, the same on all, and for a machine what it takes: clock cycles, cycles a node, time to finish at "+
		"its own clock; then the test mates that are found in 30 seconds of that time, and the memory in use.",
		"searchex engines\nsearchex engines --profile tuned --svg FILE", readmeSession)
}

func (*matchCmd) Help() string {
	return detail("Prints for each match won, drawn and lost games, the score, the Elo difference with its 95% interval, and faults. Every game begins with "+
		"another opening, so that no two are the same.",
		"searchex match go:sx81 go:cyrus86 --against go:uniform --nodes 5000 --games 40", matchManual)
}

func (*tuneCmd) Help() string {
	return detail("Prints where numbers of a profile stand after being changed by games (SPSA), and last the player that this makes. Each iteration plays two trials, a step "+
		"to either side of where the numbers stand, against each other and against the opponents, and moves the numbers towards the one that did better.",
		"go run ./cmd/lab tune go@6502:tuned --key pass=1..48 --key late=0..12 --out pass.jsonl", tuneManual)
}

func (*windowCmd) Help() string {
	return detail("Prints the tree of a small made-up position as the search saw it: which moves were tried, in which order, against which window, and "+
		"what was cut off; then each decision as a line. All engines must agree.",
		"searchex window --model 2\nsearchex window --model 2 --svg tree.svg", windowManual)
}

func (*treeCmd) Help() string {
	return detail("Prints the position, what the search found, and the moves of its last iteration as a tree: category and price, SX left, static value, the window, the value, and "+
		"what became of each. --line goes down; --why says where a move fell out of the search, from which SX on it is followed up and best, and what that costs. All engines must agree.",
		"searchex tree --fen '6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1' --line Rd8 --plies 1\nsearchex tree --why e2e4 --sx 20", treeManual)
}

func (*labClassicCmd) Help() string {
	return detail("Prints what the plain program counts of a board and how it scores it, and what minimax and alpha-beta look at, with and without its ideas.",
		"go run ./cmd/lab classic --quick", labManual)
}

func (*labOddEvenCmd) Help() string {
	return detail("Prints the formulas of the minimal tree; what searches of the benchmark and of openings count, by depth and kind of node; what "+
		"iterations take on each machine; how scores swing with the parity of the depth. It takes some minutes; --recorded prints the results in testdata/lab.",
		"go run ./cmd/lab odd-even --quick\ngo run ./cmd/lab odd-even --doc", labManual)
}

func (*labLadderCmd) Help() string {
	return detail("Prints a rating list of all profiles and of programs limited by nodes or depth, and what each level is worth by each of them alone. "+
		"The games take hours; each pair is kept in testdata/lab when it ends, so that it goes on after ctrl-C, and after a change of a profile plays that one's alone. "+
		"Programs that are not installed are left out. --recorded prints the list of the games in testdata/lab.",
		"go run ./cmd/lab ladder --quick\ngo run ./cmd/lab ladder --recorded\ngo run ./cmd/lab ladder --games 4 --doc", labManual)
}

func (*labSexCmd) Help() string {
	return detail("Prints what the ideas of the SEX algorithm are worth at equal cycles of a 6502: the prices that follow from what is played, each idea in games with and "+
		"without it, the readings of two budgets, what sx81 finds and uniform misses, and the style of their lines. The games take an hour; what is done is kept in "+
		"testdata/lab when ctrl-C ends it, and --doc goes on from there. --recorded prints the results in testdata/lab.",
		"go run ./cmd/lab sex --quick\ngo run ./cmd/lab sex --recorded\ngo run ./cmd/lab sex --doc", labManual)
}

func (*uciCmd) Help() string {
	return detail("Reads commands of the Universal Chess Interface and prints what it asks for, until quit or the end of the input. A chess program starts "+
		"this by itself: enter the program as a UCI engine; the argument uci may be left out. Options choose machine, profile, level, "+
		"book and speed.",
		`printf 'position startpos\ngo nodes 5000\n' | searchex uci`, uciManual)
}

func (*fitCmd) Help() string {
	return detail("Prints what was fitted, and the errors, also those of what was held back from the fit.",
		"go run ./cmd/lab fit cycles --every 10\ngo run ./cmd/lab fit evaluation --positions 60000 --out numbers.txt", tuneManual)
}

func (*fitEvaluationCmd) Help() string {
	return detail("Prints how far the values of today's numbers are from those of a stronger program, and of numbers fitted to these, for a tenth of the games, which was held "+
		"back and for the others. The positions are ends of lines of our own searches. --out writes the fitted numbers as Go source; the engine's own stay as they are.",
		"go run ./cmd/lab fit evaluation --positions 60000 --keep values.jsonl --out numbers.txt\ngo run ./cmd/lab fit evaluation --values values.jsonl --ridge 1000", tuneManual)
}

func (*fitCyclesCmd) Help() string {
	return detail("Prints what each kind of work takes on each machine, fitted to the cycles of two thousand searches, and the errors, also those of the searches that "+
		"were held back from the fit. The exit status is 1 where these are too great. It takes a few minutes; a model is stale when the assembly has changed.",
		"go run ./cmd/lab fit cycles --every 10\ngo run ./cmd/lab fit cycles --write", readmeCommands)
}

func (*bookCmd) Help() string {
	return detail("An opening book is written as lines of moves, PGN with weights, and compiled into a table that all engines look up themselves. Without a "+
		"file show and check take the built-in book.",
		"searchex book show --moves 'e4 c5'\nsearchex book check", bookManual)
}

func (*playCmd) Help() string {
	return detail("Prints a board and the machine beside it on the whole screen of a terminal, and plays: type a move, or a word such as level, hint or help. "+
		"With --speed 1 the machine takes the time that it took; --speed max is as fast as this computer.",
		"searchex play --speed max --level 30", playManual)
}

func (*xboardCmd) Help() string {
	return detail("Reads the commands of version 2 of the Chess Engine Communication Protocol, for XBoard, WinBoard and Cute Chess, and answers them. "+
		"A conversation of searchex uci that begins with the word xboard is one of these, too.",
		"searchex xboard", xboardManual)
}

func (*annotateCmd) Help() string {
	return detail("Prints the games in PGN, each move with its value, and where the score fell a glyph and the better line; with --out it writes them to a file and "+
		"prints a table of the moves. A game that breaks is annotated up to there. After ctrl-C what is done is written.",
		"searchex annotate game.pgn --nodes 200000 --out annotated.pgn --svg score.svg", annotateManual)
}

func (*bookBuildCmd) Help() string {
	return detail("Prints the size of the table that it wrote. Where a line is bad it prints each bad line and writes nothing.",
		"searchex book build mine.pgn -o mine.sxb", bookManual)
}

func (*bookCheckCmd) Help() string {
	return detail("Prints each bad line with its place and reason, then lines, moves, positions, and bytes of the room there is.",
		"searchex book check mine.pgn", bookManual)
}

func (*bookShowCmd) Help() string {
	return detail("Prints the moves that the book knows in a position, how often each is played, and the opening that it leads to.",
		"searchex book show --moves '1. e4 c5' --depth 3", bookManual)
}

func (*bookAddCmd) Help() string {
	return detail("Prints how many lines and moves were new, and the size of the book. A line with a mistake is shown, and then none is added.",
		"searchex book add mine.pgn '1. e4 c5 2. Nf3'", bookManual)
}

func (*benchCmd) Help() string {
	return detail("Prints for each engine, on one core and with nobody watching: nodes a second of this computer, the emulated clock in MHz, and how many times "+
		"the machine's own that is. The last line has the nodes of the twelve positions, each searched once: the same number on every computer, and another where the "+
		"search has been changed; and the first engine's nodes a second.",
		"searchex bench --profile sx81", readmeCommands)
}

func (*versionCmd) Help() string {
	return detail("Prints the version of the program and, for each machine, its clock, the bytes of its ROM, of a second one, of RAM and of the book in use and there are, "+
		"and the hash of all ROM without the book.",
		"searchex version", readmeCommands)
}
