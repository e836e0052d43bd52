package playing

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/internal/userfile"
	"github.com/searchex/searchex/goengine/book"
)

// Book is about opening books: sources in the form of PGN, and the tables
// that the engines look up.
type Book struct {
	Build bookBuild `cmd:"" help:"Compile sources into a table for the engines."`
	Check bookCheck `cmd:"" help:"Report the bad lines of sources, and how large the book is."`
	Show  bookShow  `cmd:"" help:"Show the moves that a book knows in a position."`
	Add   bookAdd   `cmd:"" help:"Add lines of moves to a source."`
}

// tableSuffix is the extension of compiled books.
const tableSuffix = ".sxb"

// bookBuild compiles sources.
type bookBuild struct {
	Source []string `arg:"" name:"src" help:"Sources, PGN; - is standard input."`
	Out    string   `short:"o" placeholder:"FILE" help:"Where to write the table. Default the first source's name with the extension .sxb."`
	Plies  *int     `placeholder:"N" help:"Take no more than N half-moves of each line. Default all."`
	ROM    string   `name:"rom" placeholder:"ENGINE" help:"Write the whole of the book ROM of a machine (${machines}), code and table."`
	JSON   bool     `name:"json" help:"Print JSON, one object a line."`
}

// Run compiles, and writes nothing if any line is bad.
func (c *bookBuild) Run(a *cli.App) error {
	out, err := c.target()
	if err != nil {
		return err
	}
	tree, err := readSources(a, c.Source, c.Plies, c.JSON)
	if err != nil {
		return fmt.Errorf("%w: nothing is written", err)
	}
	table, err := tree.Compile()
	if err != nil {
		return err
	}
	image := table
	if c.ROM != "" {
		img, err := cli.EmbeddedImage(c.ROM)
		if err != nil {
			return err
		}
		if image, err = img.BookROM(table); err != nil {
			return err
		}
	}
	if err := userfile.Replace(out, image); err != nil {
		return err
	}
	size := sizeOf(tree)
	size.File = out
	if c.JSON {
		return report.JSON(a.Out, size)
	}
	_, err = fmt.Fprintf(a.Out, "%s: %s\n", out, size)
	return err
}

// target is where the table goes: no source of this build.
func (c *bookBuild) target() (string, error) {
	if img, err := cli.EmbeddedImage(c.ROM); c.ROM != "" && (err != nil || img == nil) {
		return "", cli.Usagef("--rom %s: no such machine: want %s", c.ROM, strings.Join(cli.MachineNames(), " or "))
	}
	out := c.Out
	if out == "" {
		if c.Source[0] == "-" {
			return "", cli.Usagef("-o: want a name, standard input has none")
		}
		out = strings.TrimSuffix(c.Source[0], filepath.Ext(c.Source[0])) + tableSuffix
		if c.ROM != "" {
			out = strings.TrimSuffix(out, tableSuffix) + ".rom"
		}
	}
	there, err := os.Stat(out)
	if err != nil {
		return out, nil
	}
	for _, name := range c.Source {
		if s, err := os.Stat(name); err == nil && os.SameFile(there, s) {
			return "", cli.Usagef("%s: the table would take the place of its source: want another name after -o", out)
		}
	}
	return out, nil
}

// bookCheck reports on sources.
type bookCheck struct {
	Source []string `arg:"" optional:"" name:"src" help:"Sources, PGN; - is standard input. Default the built-in book."`
	Plies  *int     `placeholder:"N" help:"Take no more than N half-moves of each line. Default all."`
	JSON   bool     `name:"json" help:"Print JSON, one object a line."`
}

// Run prints the bad lines and the size of what is right.
func (c *bookCheck) Run(a *cli.App) error {
	tree, bad := readSources(a, c.Source, c.Plies, c.JSON)
	if tree == nil {
		return bad
	}
	size := sizeOf(tree)
	if c.JSON {
		if err := report.JSON(a.Out, size); err != nil {
			return err
		}
	} else if err := size.table(a.Out); err != nil {
		return err
	}
	if bad != nil {
		return bad
	}
	_, err := tree.Compile()
	return err
}

// bookSize is how large a book is.
type bookSize struct {
	File           string `json:"file,omitempty"`
	Lines          int    `json:"lines,omitempty"`
	HalfMoves      int    `json:"half_moves"`
	Known          int    `json:"known_only"`
	Positions      int    `json:"positions"`
	Transpositions int    `json:"transpositions,omitempty"`
	Bytes          int    `json:"bytes"`
	Room           int    `json:"room"`
}

func sizeOf(tree *book.Tree) bookSize {
	s := tree.Stats()
	return bookSize{
		Lines: tree.Lines, HalfMoves: s.Played, Known: s.HalfMoves - s.Played, Positions: s.Positions,
		Transpositions: s.Transpositions, Bytes: tree.Size(), Room: book.MaxSize,
	}
}

// String is one line.
func (s bookSize) String() string {
	return fmt.Sprintf("%s, %s, %s of %s bytes", report.Plural(s.HalfMoves, "half-move"), report.Plural(s.Positions, "position"), report.Int(s.Bytes), report.Int(s.Room))
}

// table writes all figures for people.
func (s bookSize) table(w io.Writer) error {
	free := fmt.Sprintf("%s free", report.Int(s.Room-s.Bytes))
	if s.Bytes > s.Room {
		free = fmt.Sprintf("%s TOO MANY", report.Int(s.Bytes-s.Room))
	}
	_, err := fmt.Fprintf(w, "lines            %7s\nhalf-moves       %7s played, %s more are known\npositions        %7s with a move to play\n"+
		"transpositions   %7s positions that several moves lead to\nbytes            %7s of %s, %s\n",
		report.Int(s.Lines), report.Int(s.HalfMoves), report.Int(s.Known), report.Int(s.Positions),
		report.Int(s.Transpositions), report.Int(s.Bytes), report.Int(s.Room), free)
	return err
}

// readSources reads sources into one tree and prints their bad lines. With an
// error the tree holds what is right; it is nil where a file can't be read.
func readSources(a *cli.App, names []string, most *int, json bool) (*book.Tree, error) {
	plies := 0 // all
	if most != nil {
		if plies = *most; plies < 1 {
			return nil, cli.Usagef("--plies %d: want 1 or more", plies)
		}
	}
	tree := book.NewTree()
	if len(names) == 0 {
		bad, err := printErrors(a, tree.Read(book.Source(), book.SourceName, plies), json)
		return tree, errors.Join(err, badLines(bad, "the built-in book"))
	}
	bad := 0
	for _, name := range names {
		n, err := readSource(a, tree, name, plies, json)
		if err != nil {
			return nil, err
		}
		bad += n
	}
	where := strings.Join(names, ", ")
	if bad == 0 && tree.Lines == 0 {
		return tree, fmt.Errorf("no moves in %s", where)
	}
	return tree, badLines(bad, where)
}

// badLines is an error that says how many there are, nil for none.
func badLines(n int, where string) error {
	switch {
	case n == 0:
		return nil
	case n >= book.MaxErrors:
		return fmt.Errorf("%s or more in %s", report.Plural(n, "bad line"), where)
	}
	return fmt.Errorf("%s in %s", report.Plural(n, "bad line"), where)
}

// readSource reads one source and returns the number of its bad lines.
func readSource(a *cli.App, tree *book.Tree, name string, plies int, json bool) (bad int, err error) {
	content, label, err := readBook(a, name)
	if err != nil {
		return 0, err
	}
	if book.IsTable(content) {
		return 0, cli.Usagef("%s: is compiled: want its source", label)
	}
	return printErrors(a, tree.Read(bytes.NewReader(content), label, plies), json)
}

// maxBook bounds a book's file in bytes: a collection of games may be large.
const maxBook = 512 << 20

// readBook reads a book's file, or standard input for -; errors call it label.
func readBook(a *cli.App, name string) (content []byte, label string, err error) {
	if name == "-" {
		label = "standard input"
		if content, err = io.ReadAll(io.LimitReader(a.Input(), maxBook+1)); err == nil && len(content) > maxBook {
			err = cli.Usagef("%s: more than %d MB: want a book", label, maxBook>>20)
		}
		return content, label, err
	}
	content, err = a.ReadFile(name, maxBook)
	return content, name, err
}

// printErrors prints the bad lines of a source and counts them; err is any
// other error.
func printErrors(a *cli.App, found error, json bool) (bad int, err error) {
	var lines book.Errors
	if !errors.As(found, &lines) {
		return 0, found
	}
	for _, e := range lines {
		if json {
			err = report.JSON(a.Out, e)
		} else {
			_, err = fmt.Fprintln(a.Out, e)
		}
		if err != nil {
			return 0, err
		}
	}
	return len(lines), nil
}

// bookAdd adds lines to a source.
type bookAdd struct {
	File string   `arg:"" help:"The source. It is made if there is none."`
	Line []string `arg:"" help:"A line of moves, as '1. e4 c5 2. Nf3*3 d6'."`
	JSON bool     `name:"json" help:"Print JSON, one object a line."`
}

// Run adds all lines or none.
func (c *bookAdd) Run(a *cli.App) error {
	path, old, err := readOld(a, c.File)
	if err != nil {
		return err
	}
	tree := book.NewTree()
	if err := tree.Read(bytes.NewReader(old), c.File, 0); err != nil {
		bad, err := printErrors(a, err, c.JSON)
		if err != nil {
			return err
		}
		return fmt.Errorf("%w: mend them first; nothing is added", badLines(bad, c.File))
	}
	before := tree.Stats().HalfMoves
	text := bytes.NewBuffer(bytes.Clone(old))
	if len(old) > 0 {
		if old[len(old)-1] != '\n' {
			text.WriteByte('\n')
		}
		if tree.Open {
			text.WriteString("*\n")
		}
		text.WriteByte('\n')
	}
	bad := 0
	for i, line := range c.Line {
		n, err := c.addLine(a, tree, i, line, text)
		if err != nil {
			return err
		}
		bad += n
	}
	if bad > 0 {
		return fmt.Errorf("%w: nothing is added to %s", badLines(bad, "the lines given"), c.File)
	}
	if _, err := tree.Compile(); err != nil {
		return fmt.Errorf("%w: nothing is added to %s", err, c.File)
	}
	// What is about to be written must be read as the lines were.
	again, err := book.Parse(bytes.NewReader(text.Bytes()), c.File)
	if err != nil {
		return fmt.Errorf("with the lines added: %w: nothing is added", err)
	}
	if again.Stats() != tree.Stats() {
		return fmt.Errorf("%s: behind what stands there the lines would be read otherwise: nothing is added", c.File)
	}
	if err := userfile.Replace(path, text.Bytes()); err != nil {
		return err
	}
	size := sizeOf(tree)
	size.File = c.File
	if c.JSON {
		return report.JSON(a.Out, size)
	}
	_, err = fmt.Fprintf(a.Out, "%s: %s added, %s new; now %s\n", c.File, report.Plural(len(c.Line), "line"), report.Plural(tree.Stats().HalfMoves-before, "half-move"), size)
	return err
}

// addLine reads a line into the tree and appends it to the text, ended by a
// result. It returns the number of mistakes.
func (c *bookAdd) addLine(a *cli.App, tree *book.Tree, i int, line string, text *bytes.Buffer) (bad int, err error) {
	name := fmt.Sprintf("line %d", i+1)
	lines := tree.Lines
	if bad, err = printErrors(a, tree.Read(strings.NewReader(line), name, 0), c.JSON); bad > 0 || err != nil {
		return bad, err
	}
	if tree.Lines == lines {
		return 0, cli.Usagef("%s: %q has no move", name, report.Short(line, 60))
	}
	text.WriteString(strings.TrimSpace(line))
	if tree.Open {
		// On a line of its own, lest a comment takes it in.
		text.WriteString("\n*")
	}
	text.WriteByte('\n')
	return 0, nil
}

// readOld reads a source that is to be replaced, and returns its path without
// symbolic links; there may be none yet.
func readOld(a *cli.App, name string) (path string, old []byte, err error) {
	path, err = filepath.EvalSymlinks(name)
	if errors.Is(err, fs.ErrNotExist) {
		return name, nil, nil
	}
	if err != nil {
		return "", nil, cli.UsageError{Err: err}
	}
	if old, err = a.ReadFile(path, maxBook); err != nil {
		return "", nil, err
	}
	if book.IsTable(old) {
		return "", nil, cli.Usagef("%s: is compiled: lines are added to its source", name)
	}
	return path, old, nil
}

const bookManual = "docs/manual/book.md"

func (*Book) Help() string {
	return cli.Detail("An opening book is written as lines of moves, PGN with weights, and compiled into a table that all engines look up themselves. Without a "+
		"file show and check take the built-in book.",
		"searchex book show --moves 'e4 c5'\nsearchex book check", bookManual)
}

func (*bookBuild) Help() string {
	return cli.Detail("Prints the size of the table that it wrote. Where a line is bad it prints each bad line and writes nothing.",
		"searchex book build mine.pgn -o mine.sxb", bookManual)
}

func (*bookCheck) Help() string {
	return cli.Detail("Prints each bad line with its place and reason, then lines, moves, positions, and bytes of the room there is.",
		"searchex book check mine.pgn", bookManual)
}

func (*bookAdd) Help() string {
	return cli.Detail("Prints how many lines and moves were new, and the size of the book. A line with a mistake is shown, and then none is added.",
		"searchex book add mine.pgn '1. e4 c5 2. Nf3'", bookManual)
}
