package playing

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/searchex/searchex/cmd/internal/chess/books"
	"github.com/searchex/searchex/cmd/internal/chess/polyglot"
	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/internal/userfile"
	"github.com/searchex/searchex/goengine/book"
)

// Book has the commands for opening books: for sources in the form of PGN, and for the
// tables that the engines look up.
type Book struct {
	Build bookBuild `cmd:"" help:"Compile sources into a table for the engines."`
	Check bookCheck `cmd:"" help:"Report the bad lines of sources, and how large the book is."`
	Show  bookShow  `cmd:"" help:"Show the moves that a book knows in a position."`
	Add   bookAdd   `cmd:"" help:"Add lines of moves to a source."`
}

// tableSuffix is the file name extension of compiled books.
const tableSuffix = ".sxb"

// bookBuild compiles sources.
type bookBuild struct {
	Source []string `arg:"" name:"src" help:"Sources, PGN; - is standard input."`
	Out    string   `short:"o" placeholder:"FILE" help:"Where to write the table. Default the first source's name with the extension .sxb."`
	Plies  *int     `placeholder:"N" help:"Take no more than N half-moves of each line. Default all."`
	ROM    string   `name:"rom" placeholder:"ENGINE" help:"Write the complete book ROM of a machine (${machines}), code and table."`
	// Polyglot is the name of a Polyglot book to write in place of the table, or beside it if Out or ROM is set.
	Polyglot string `placeholder:"FILE" help:"Write a Polyglot book, for other chess programs. It has no limit of size."`
	JSON     bool   `name:"json" help:"Print JSON, one object a line."`
}

// Run compiles the sources. It writes nothing if any line is bad.
func (c *bookBuild) Run(a *cli.App) error {
	out, err := c.target()
	if err != nil {
		return err
	}
	tree, err := readSources(a, c.Source, c.Plies, c.JSON)
	if err != nil {
		return fmt.Errorf("%w: nothing is written", err)
	}
	if c.Polyglot != "" {
		if err := c.writePolyglot(a, tree); err != nil {
			return err
		}
	}
	if out == "" {
		return nil
	}
	fitted, err := tree.Fit(book.MaxSize)
	if err != nil {
		return err
	}
	image := fitted.Table
	if c.ROM != "" {
		img, err := cli.EmbeddedImage(c.ROM)
		if err != nil {
			return err
		}
		if image, err = img.BookROM(fitted.Table); err != nil {
			return err
		}
	}
	return c.write(a, out, image, books.SizeOf(tree, fitted))
}

// write writes a file, and prints how large the book is.
func (c *bookBuild) write(a *cli.App, name string, content []byte, size books.Size) error {
	if err := userfile.Replace(a.Ctx, name, content); err != nil {
		return err
	}
	size.File = name
	if c.JSON {
		return report.JSON(a.Out, size)
	}
	_, err := fmt.Fprintf(a.Out, "%s: %s\n", name, size)
	return err
}

// writePolyglot writes the Polyglot book.
func (c *bookBuild) writePolyglot(a *cli.App, tree *book.Tree) error {
	content, err := polyglot.Write(tree)
	if err != nil {
		return err
	}
	b, err := books.Open(c.Polyglot, content)
	if err != nil {
		return err
	}
	size, err := b.Size()
	if err != nil {
		return err
	}
	return c.write(a, c.Polyglot, content, size)
}

// target returns the name of the file to write, "" for none besides a Polyglot book. None of them may be one of the
// sources.
func (c *bookBuild) target() (string, error) {
	if img, err := cli.EmbeddedImage(c.ROM); c.ROM != "" && (err != nil || img == nil) {
		return "", cli.Usagef("--rom %s: no such machine: want %s", c.ROM, strings.Join(cli.MachineNames(), " or "))
	}
	out := c.Out
	if out == "" && (c.Polyglot == "" || c.ROM != "") {
		if c.Source[0] == "-" {
			return "", cli.Usagef("-o: want a name, standard input has none")
		}
		out = strings.TrimSuffix(c.Source[0], filepath.Ext(c.Source[0])) + tableSuffix
		if c.ROM != "" {
			out = strings.TrimSuffix(out, tableSuffix) + ".rom"
		}
	}
	for _, name := range c.Source {
		if out != "" && userfile.Same(out, name) {
			return "", cli.Usagef("%s: the table would take the place of its source: want another name after -o", out)
		}
		if c.Polyglot != "" && userfile.Same(c.Polyglot, name) {
			return "", cli.Usagef("%s: the Polyglot book would take the place of its source: want another name after --polyglot", c.Polyglot)
		}
	}
	if c.Polyglot != "" && out != "" && userfile.Same(c.Polyglot, out) {
		return "", cli.Usagef("%s: want different names after -o and --polyglot", out)
	}
	return out, nil
}

// bookCheck reports on sources.
type bookCheck struct {
	Source []string `arg:"" optional:"" name:"src" help:"Sources, PGN; - is standard input. Default the built-in book."`
	Plies  *int     `placeholder:"N" help:"Take no more than N half-moves of each line. Default all."`
	JSON   bool     `name:"json" help:"Print JSON, one object a line."`
}

// Run prints the bad lines, and the size of the book without them.
func (c *bookCheck) Run(a *cli.App) error {
	tree, bad := readSources(a, c.Source, c.Plies, c.JSON)
	if p := (polyglotBook{}); errors.As(bad, &p) && len(c.Source) == 1 {
		b, err := books.Open(p.label, p.content)
		if err != nil {
			return err
		}
		size, err := b.Size()
		if err != nil {
			return err
		}
		return c.write(a, size)
	}
	if tree == nil {
		return bad
	}
	fitted, err := tree.Fit(book.MaxSize)
	if err != nil {
		return err
	}
	return cmp.Or(c.write(a, books.SizeOf(tree, fitted)), bad)
}

// write prints the size of a book.
func (c *bookCheck) write(a *cli.App, size books.Size) error {
	if c.JSON {
		return report.JSON(a.Out, size)
	}
	return size.Write(a.Out)
}

// polyglotBook is the error of a Polyglot book in place of a source.
type polyglotBook struct {
	label   string
	content []byte
}

func (p polyglotBook) Error() string {
	return p.label + ": is a Polyglot book: want a source; searchex book show prints its moves, and option BookFile plays them"
}

// readSources reads sources into one tree and prints their bad lines, of which the error
// has the number. The tree has the good lines; it is nil if a file can't be read.
func readSources(a *cli.App, names []string, maxPlies *int, json bool) (*book.Tree, error) {
	plies := 0 // all
	if maxPlies != nil {
		if plies = *maxPlies; plies < 1 {
			return nil, cli.Usagef("--plies %d: want 1 or more", plies)
		}
	}
	tree := book.NewTree()
	if len(names) == 0 {
		bad, err := countErrors(a, tree.Read(book.Source(), book.SourceName, plies), json)
		return tree, errors.Join(err, books.BadLines(bad, "the built-in book"))
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
	return tree, books.BadLines(bad, where)
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
	if polyglot.Is(content) {
		return 0, cli.UsageError{Err: polyglotBook{label, content}}
	}
	return countErrors(a, books.Read(tree, content, label, plies), json)
}

// maxBook is the greatest size of a book's file in bytes. A collection of games may be
// large.
const maxBook = 512 << 20

// readBook reads a book's file, or standard input for -. label is its name in errors.
func readBook(a *cli.App, name string) (content []byte, label string, err error) {
	content, err = a.ReadText(name, maxBook)
	return content, cli.InputName(name), err
}

// countErrors prints the bad lines in found and returns their number. err is any other
// error in found.
func countErrors(a *cli.App, found error, json bool) (bad int, err error) {
	var lines book.Errors
	if !errors.As(found, &lines) {
		return 0, found
	}
	return len(lines), printErrors(a, lines, json)
}

// printErrors prints the bad lines of a source.
func printErrors(a *cli.App, lines book.Errors, json bool) (err error) {
	for _, e := range lines {
		if json {
			err = report.JSON(a.Out, e)
		} else {
			_, err = fmt.Fprintln(a.Out, e)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// bookAdd adds lines to a source.
type bookAdd struct {
	File string   `arg:"" help:"The source. It is created if it does not exist."`
	Line []string `arg:"" help:"A line of moves, as '1. e4 c5 2. Nf3*3 d6'."`
	JSON bool     `name:"json" help:"Print JSON, one object a line."`
}

// Run adds the lines, or none if one of them is bad.
func (c *bookAdd) Run(a *cli.App) error {
	var added books.Added
	err := userfile.Alone(a.Ctx, c.File, func() (err error) {
		added, err = c.add(a)
		return err
	})
	if err != nil {
		return err
	}
	added.Size.File = c.File
	if c.JSON {
		return report.JSON(a.Out, added.Size)
	}
	_, err = fmt.Fprintf(a.Out, "%s: %s added, %s new; now %s\n", c.File, report.Plural(len(c.Line), "line"), report.Plural(added.New, "half-move"), added.Size)
	return err
}

// add reads the source and replaces it.
func (c *bookAdd) add(a *cli.App) (added books.Added, err error) {
	path, old, err := readOld(a, c.File)
	if err != nil {
		return added, err
	}
	added, bad, err := books.Add(old, c.File, c.Line)
	if perr := printErrors(a, bad, c.JSON); perr != nil {
		return added, perr
	}
	switch {
	case errors.Is(err, books.ErrNoMove):
		return added, cli.UsageError{Err: err}
	case err != nil:
		return added, err
	}
	return added, userfile.Replace(a.Ctx, path, added.Text)
}

// readOld reads the source that add replaces, and returns its path without symbolic
// links. The file need not exist.
func readOld(a *cli.App, name string) (path string, old []byte, err error) {
	path, err = filepath.EvalSymlinks(name)
	if errors.Is(err, fs.ErrNotExist) {
		return name, nil, nil
	}
	if err != nil {
		return "", nil, userfile.NotWritten(name, err)
	}
	if old, err = a.ReadFile(path, maxBook); err != nil {
		return "", nil, err
	}
	switch text, terr := userfile.Text(old); {
	case book.IsTable(old):
		return "", nil, cli.Usagef("%s: is compiled: lines are added to its source", name)
	case cli.Packed(old):
		return "", nil, cli.Usagef("%s: is packed: unpack it first, or name another file", name)
	case polyglot.Is(old):
		return "", nil, cli.Usagef("%s: is a Polyglot book: lines are added to a source", name)
	case terr == nil && book.IsTabbed(text):
		return "", nil, cli.Usagef("%s: is a table: lines are added to a source of moves", name)
	}
	return path, old, nil
}

const bookManual = "docs/manual/book.md"

func (*Book) Help() string {
	return cli.Detail("An opening book is written as lines of moves, PGN with weights, and compiled into a table that all engines look up themselves. Without a "+
		"file, show and check use the built-in book.",
		"searchex book show --moves 'e4 c5'\nsearchex book check", bookManual)
}

func (*bookBuild) Help() string {
	return cli.Detail("Prints the size of the table that it writes. If there are bad lines, it prints them and writes nothing.",
		"searchex book build mine.pgn -o mine.sxb", bookManual)
}

func (*bookCheck) Help() string {
	return cli.Detail("Prints each bad line with its place and the reason, then the number of lines, moves and positions, and the bytes used and available.",
		"searchex book check mine.pgn", bookManual)
}

func (*bookAdd) Help() string {
	return cli.Detail("Prints how many lines and moves were new, and the size of the book. If a line has a mistake, it prints the mistake and adds no line.",
		"searchex book add mine.pgn '1. e4 c5 2. Nf3'", bookManual)
}
