// Package shelf keeps the games of a table in a folder: each in a PGN file, and in
// table.json which of them is on which board.
package shelf

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/searchex/searchex/cmd/internal/chess/pgn"
	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/cmd/internal/play"
	"github.com/searchex/searchex/cmd/internal/play/lcd"
	"github.com/searchex/searchex/cmd/internal/play/level"
	"github.com/searchex/searchex/cmd/internal/userfile"
)

// Folder returns the default folder for games: below XDG's data folder, or on other
// systems below the folder for settings.
func Folder(getenv func(string) string) (string, error) {
	if dir := getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "searchex", "games"), nil
	}
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		dir, err := os.UserConfigDir()
		return filepath.Join(dir, "searchex", "games"), err
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".local", "share", "searchex", "games"), err
}

// Shelf is a folder of games.
type Shelf struct {
	dir    string
	now    func() time.Time
	lock   *userfile.File // nil if another program uses the folder
	saved  map[string]string
	refuse error // why nothing can be saved
}

// The files of a folder other than games.
const (
	tableFile = "table.json"
	lockFile  = ".lock"
)

// maxFile bounds the size of a file, in bytes.
const maxFile = 16 << 20

// Open opens a folder, and creates it if it doesn't exist. If it can't be used, each
// Save returns the reason. If another program uses it, games are saved but not resumed,
// and alone is false.
func Open(dir string, now func() time.Time) (s *Shelf, alone bool) {
	s = &Shelf{dir: dir, now: now, saved: map[string]string{}}
	if s.refuse = userfile.MakeFolders(dir); s.refuse != nil {
		return s, true
	}
	f, err := userfile.OpenFile(filepath.Join(dir, lockFile), os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return s, true // the folder can only be read; Save returns the error
	}
	if userfile.Lock(f) != nil {
		_ = f.Close()
		return s, false
	}
	s.lock = f
	return s, true
}

// Folder returns the name of the folder.
func (s *Shelf) Folder() string { return s.dir }

// Close releases the folder for other programs.
func (s *Shelf) Close() {
	if s.lock != nil {
		_ = s.lock.Close()
	}
}

// table is the content of table.json.
type table struct {
	Current int     `json:"current"`
	Display int     `json:"display"`
	Boards  []board `json:"boards"`
}

// board is a board of table.json.
type board struct {
	Board int          `json:"board"`
	File  string       `json:"file,omitempty"`
	Start string       `json:"start"`
	Level string       `json:"level"`
	Seats [2]play.Seat `json:"seats"`
	play.Kept
}

// Save saves all games that have changed, and the table.
func (s *Shelf) Save(t *play.Table) error {
	if s.refuse != nil {
		return s.refuse
	}
	now := table{Current: t.Current(), Display: int(t.Display)}
	for i := range play.Boards {
		g := t.At(i)
		if g == nil {
			continue
		}
		if err := s.keep(g, i); err != nil {
			return err
		}
		now.Boards = append(now.Boards, board{i, g.File, g.Start, g.Level.String(), g.Seats, g.Kept()})
	}
	if s.lock == nil {
		return nil
	}
	text, err := json.MarshalIndent(now, "", "  ")
	if err != nil {
		return err
	}
	return s.replace(tableFile, string(text)+"\n")
}

// keep saves a game if it has changed. A game gets its file with the first move.
func (s *Shelf) keep(g *play.Game, board int) error {
	if len(g.Moves()) == 0 {
		return nil
	}
	text, err := g.PGN().Text()
	if err != nil {
		return err
	}
	if g.File != "" {
		if err = s.replace(g.File, text); !errors.Is(err, errTaken) {
			return err
		}
	}
	name, err := s.newFile(board)
	if err != nil {
		return err
	}
	if err := s.replace(name, text); err != nil {
		_ = os.Remove(filepath.Join(s.dir, name))
		return err
	}
	g.File = name
	return nil
}

// errTaken is the error of a file that another program has changed, or changes now.
var errTaken = errors.New("another program has changed it")

// patience is how long Save waits for another program.
const patience = 500 * time.Millisecond

// replace writes a file if its content has changed. What another program has written to a
// game since stays: that is errTaken.
func (s *Shelf) replace(name, text string) error {
	old, kept := s.saved[name]
	if kept && old == text {
		return nil
	}
	path := filepath.Join(s.dir, name)
	ctx, cancel := context.WithTimeoutCause(context.Background(), patience, errTaken)
	defer cancel()
	err := userfile.Alone(ctx, path, func() error {
		if now, err := os.ReadFile(path); kept && name != tableFile && err == nil && string(now) != old {
			return errTaken
		}
		return userfile.Replace(context.Background(), path, []byte(text))
	})
	if err == nil {
		s.saved[name] = text
	}
	return err
}

// newFile creates a file for a new game.
func (s *Shelf) newFile(board int) (string, error) {
	stem := fmt.Sprintf("%s-%d", s.now().Format("2006-01-02-150405"), board+1)
	for i := 0; ; i++ {
		name := stem + ".pgn"
		if i > 0 {
			name = fmt.Sprintf("%s.%d.pgn", stem, i)
		}
		f, err := userfile.OpenFile(filepath.Join(s.dir, name), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
		switch {
		case err == nil:
			_ = f.Close() // it is empty
			return name, nil
		case !errors.Is(err, fs.ErrExist):
			return "", err
		}
	}
}

// Load puts the games of the last session on the table. If something can't be read, it
// returns an error and leaves the file as it is.
func (s *Shelf) Load(ctx context.Context, t *play.Table) error {
	if s.lock == nil {
		return nil
	}
	text, err := userfile.Read(ctx, filepath.Join(s.dir, tableFile), maxFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var was table
	if err := json.Unmarshal(text, &was); err != nil {
		return s.setAside(fmt.Errorf("%s: %w", filepath.Join(s.dir, tableFile), err))
	}
	var games [play.Boards]*play.Game
	var wrong error
	for _, b := range was.Boards {
		if b.Board < 0 || b.Board >= play.Boards {
			continue
		}
		g, err := s.load(ctx, b)
		games[b.Board] = g
		if err != nil {
			wrong = fmt.Errorf("game %d: %w", b.Board+1, err)
		}
	}
	if was.Current < 0 || was.Current >= play.Boards {
		was.Current = 0
	}
	if was.Display >= 0 && was.Display < int(lcd.Modes) {
		t.Display = lcd.Mode(was.Display)
	}
	t.Restore(games, was.Current)
	return wrong
}

// setAside renames a table that can't be read, so that Save doesn't replace it.
func (s *Shelf) setAside(err error) error {
	name := filepath.Join(s.dir, tableFile)
	_ = userfile.Rename(name, name+".unread")
	return err
}

// load reads a game of the table. With an error it returns the game up to the error,
// which will be saved in another file.
func (s *Shelf) load(ctx context.Context, b board) (*play.Game, error) {
	l, err := level.ParseRated(b.Level)
	if err != nil {
		return nil, err
	}
	if b.File == "" {
		return play.NewGame(b.Start, b.Seats, l)
	}
	if filepath.Base(b.File) != b.File {
		return nil, fmt.Errorf("file %q is not in the folder", b.File)
	}
	name := filepath.Join(s.dir, b.File)
	text, err := userfile.Read(ctx, name, maxFile)
	if err != nil {
		return nil, err
	}
	g, err := Read(ctx, pgn.NewReader(bytes.NewReader(text), name).Within(&pgn.Budget{Ctx: ctx}), 1, b.Seats, l)
	if g == nil {
		return nil, err
	}
	if err != nil {
		return g, errors.Join(err, g.Resume(play.Kept{At: len(g.Moves()), Held: true}))
	}
	g.File = b.File
	s.saved[b.File] = string(text)
	return g, g.Resume(b.Kept)
}

// maxListed is the greatest number of games that List returns.
const maxListed = 200

// List returns a line for each game of a PGN file: its number, players and result.
func List(games *pgn.Reader) (all []string, err error) {
	for {
		raw, err := games.Next()
		switch {
		case errors.Is(err, io.EOF) && len(all) == 0:
			return nil, fmt.Errorf("%s: no game in it", games.File())
		case errors.Is(err, io.EOF):
			return all, nil
		case err != nil:
			return all, err
		case len(all) == maxListed:
			return append(all, "and more"), nil
		}
		all = append(all, fmt.Sprintf("%d %s %s", raw.Number, raw.Players(), cmp.Or(raw.Tag("Result"), rules.Unknown)))
	}
}

// Append adds a game to the end of a PGN file, and creates the file if it doesn't exist. It
// waits for another program that changes the file.
func Append(path string, g *play.Game) error {
	text, err := g.PGN().Text()
	if err != nil {
		return err
	}
	return userfile.Alone(context.Background(), path, func() error {
		f, err := userfile.Append(path)
		if err != nil {
			return err
		}
		defer f.Close()
		if info, err := f.Stat(); err == nil && info.Size() > 0 {
			text = "\n" + text
		}
		return userfile.AppendText(f, []byte(text))
	})
}

// Writable returns an error if games can't be saved in the folder.
func (s *Shelf) Writable() error {
	if s.refuse != nil {
		return s.refuse
	}
	return userfile.Writable(filepath.Join(s.dir, tableFile))
}

// Read reads a game of a PGN file by its number, and returns it at its initial position.
// A broken game is returned up to the error, with the error; without a move before the
// error it is nil, and so it is if it is too long, or the context ends.
func Read(ctx context.Context, games *pgn.Reader, number int, seats [2]play.Seat, l level.Level) (*play.Game, error) {
	for i := 1; ; i++ {
		raw, err := games.Next()
		switch {
		case errors.Is(err, io.EOF) && i == 1:
			return nil, fmt.Errorf("%s: no game in it", games.File())
		case errors.Is(err, io.EOF):
			return nil, fmt.Errorf("%s: game %d: the file has %d", games.File(), number, i-1)
		case err != nil:
			return nil, err
		case i < number:
			continue
		}
		p, _, broken := raw.Game()
		switch {
		case ctx.Err() != nil:
			return nil, context.Cause(ctx)
		case broken != nil && len(p.Moves) == 0, errors.Is(broken, pgn.ErrTooLong): // a variant, or a position that cannot be played
			return nil, broken
		}
		if passed := raw.NullMove(p); passed != nil {
			broken = passed
		}
		g, err := play.FromPGN(ctx, p, seats, l)
		if err != nil {
			return nil, fmt.Errorf("%s: game %d: %w", games.File(), number, err)
		}
		return g, broken
	}
}
