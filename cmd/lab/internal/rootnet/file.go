package rootnet

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"

	"github.com/searchex/searchex/cmd/internal/match/journal"
	"github.com/searchex/searchex/cmd/internal/userfile"
	"github.com/searchex/searchex/cmd/lab/internal/job"
)

// Header identifies a drawing. It has everything on which the positions depend.
type Header struct {
	Version int `json:"searchex_positions"`
	// Search is a hash of the searches of profile tuned, Program the name of the program that
	// valued the positions, and By how it was called.
	Search  string `json:"search"`
	Program string `json:"program"`
	By      string `json:"by"`
	// Openings is a digest of the openings with which every other game begins, Fresh one of those
	// with which none does.
	Openings string `json:"openings"`
	Fresh    string `json:"fresh"`
	Seed     uint64 `json:"seed"`
}

// fileVersion is the version of the file's format, and of how positions are drawn.
const fileVersion = 1

// Difference describes the first difference between two headers, "" if there is none.
func (h *Header) Difference(o *Header) string {
	return journal.Difference([]journal.Field{
		{What: "version", There: h.Version, Now: o.Version}, {What: "search (the engine has changed)", There: h.Search, Now: o.Search},
		{What: "program", There: h.Program, Now: o.Program}, {What: "by", There: h.By, Now: o.By},
		{What: "openings", There: h.Openings, Now: o.Openings}, {What: "fresh openings", There: h.Fresh, Now: o.Fresh},
		{What: "seed", There: h.Seed, Now: o.Seed},
	})
}

// maxLine bounds the header, and maxBlock a game, in bytes.
const (
	maxLine  = 4096
	maxBlock = 1 << 16
)

// Count has the numbers of games, roots and terminals of a file.
type Count struct{ Games, Roots, Terminals, Near int }

// Add counts a game.
func (c *Count) Add(g *Game) {
	c.Games++
	c.Roots += len(g.Roots)
	for i := range g.Roots {
		c.Terminals += len(g.Roots[i].Terminals)
		for j := range g.Roots[i].Terminals {
			if g.Roots[i].Terminals[j].Near {
				c.Near++
			}
		}
	}
}

// File is a file of positions that is written: a line with the Header as JSON, then a block for
// each game, in order: length and CRC-32 (IEEE) of the game's bytes, little endian, and these
// (see Game). It is locked against other processes.
type File struct {
	Count
	f     *userfile.File
	path  string
	fresh bool // created, and without a game
	// Cut is the number of bytes of a half-written last block that were dropped.
	Cut int64
	// known has the hashes of the games' bytes.
	known map[int][sha256.Size]byte
	// kept has the bytes of games that wait for an earlier one, which was withdrawn.
	kept map[int][]byte
}

// Create creates a file. It returns an error if the file exists.
func Create(path string, h Header) (*File, error) {
	f, err := userfile.OpenFile(path, os.O_RDWR|os.O_APPEND|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("%s exists already: continue it with --resume, or name another file", path)
	}
	if err != nil {
		return nil, err
	}
	file := &File{f: f, path: path, fresh: true}
	if err := file.lock(path); err != nil { // another drawing has taken it up already
		f.Close()
		return nil, err
	}
	if err := file.begin(h); err != nil {
		f.Discard()
		return nil, err
	}
	return file, nil
}

// begin writes the header.
func (f *File) begin(h Header) error {
	h.Version = fileVersion
	line, err := json.Marshal(h)
	if err != nil {
		return err
	}
	return userfile.AppendText(f.f, append(line, '\n'))
}

func (f *File) lock(path string) error {
	if err := userfile.Lock(f.f); err != nil {
		return fmt.Errorf("%s: another drawing is writing to it (%w)", path, err)
	}
	return nil
}

// Open opens a file to continue its drawing, whose header must be h. It creates a file that
// doesn't exist, and drops a half-written last block.
func Open(path string, h Header) (*File, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.Mode().IsRegular() && info.Size() == 0 {
		if err == nil {
			err = os.Remove(path)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		return Create(path, h)
	}
	f, err := userfile.Append(path)
	if err != nil {
		return nil, err
	}
	f.Close()
	if f, err = userfile.OpenFile(path, os.O_RDWR|os.O_APPEND, 0); err != nil {
		return nil, err
	}
	file := &File{f: f, path: path}
	if err := file.continued(path, h); err != nil {
		f.Close()
		return nil, err
	}
	return file, nil
}

func (f *File) continued(path string, h Header) error {
	if err := f.lock(path); err != nil {
		return err
	}
	h.Version = fileVersion
	r := &reader{r: bufio.NewReaderSize(f.f, 1<<16), name: path}
	old, err := r.header()
	if err != nil {
		return err
	}
	if d := old.Difference(&h); d != "" {
		return fmt.Errorf("%s: has the positions of another drawing: %s", path, d)
	}
	end := r.at
	for {
		g, err := r.game()
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			break
		}
		if err != nil {
			return err
		}
		f.count(&g, g.append(nil))
		end = r.at
	}
	info, err := f.f.Stat()
	if err != nil {
		return err
	}
	if f.Cut = info.Size() - end; f.Cut > 0 {
		return f.f.Truncate(end)
	}
	return nil
}

// Add writes the next game. If it can't be written as a whole, nothing of it is.
func (f *File) Add(g *Game) error { return f.add(g, g.append(nil)) }

// AddResult writes the next game, which is the result of a job.
func (f *File) AddResult(number int, game []byte) error {
	g, err := readGame(game)
	if err == nil && g.Number != number {
		err = fmt.Errorf("game %d where %d was asked for", g.Number, number)
	}
	if err != nil {
		return &job.Malformed{Err: fmt.Errorf("job %d: %w", number, err)}
	}
	if err := f.add(&g, game); err != nil {
		return err
	}
	for next := f.kept[f.Games+1]; next != nil; next = f.kept[f.Games+1] {
		delete(f.kept, f.Games+1)
		g, err := readGame(next)
		if err == nil {
			err = f.add(&g, next)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Withdraw removes games. Later ones follow when those have been added again, or are drawn
// again by a run that continues an interrupted one. It returns the numbers of the games that
// were removed.
func (f *File) Withdraw(numbers []int) (gone []int, err error) {
	if _, err := f.f.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	r := &reader{r: bufio.NewReaderSize(f.f, 1<<16), name: f.path}
	if _, err := r.header(); err != nil {
		return nil, err
	}
	wrong := map[int]bool{}
	for _, n := range numbers {
		wrong[n] = true
	}
	end, left, games := r.at, Count{}, f.Games
	f.kept = map[int][]byte{}
	for range games {
		g, err := r.game()
		if err != nil {
			return nil, err
		}
		switch {
		case wrong[g.Number]:
			gone = append(gone, g.Number)
		case len(gone) > 0:
			f.kept[g.Number] = g.append(nil)
		default:
			left.Add(&g)
			end = r.at
		}
	}
	if err := f.f.Truncate(end); err != nil {
		return nil, userfile.NotWritten(f.path, err)
	}
	f.Count = left
	return gone, f.f.Sync()
}

func (f *File) add(g *Game, content []byte) error {
	switch {
	case g.Number != f.Games+1:
		return fmt.Errorf("game %d where %d is next", g.Number, f.Games+1)
	case len(content) > maxBlock:
		return fmt.Errorf("game %d has %d bytes: want at most %d", g.Number, len(content), maxBlock)
	}
	if !f.f.Named() {
		return userfile.NotWritten(f.path, userfile.ErrGone)
	}
	b := binary.LittleEndian.AppendUint32(make([]byte, 0, 8+len(content)), uint32(len(content)))
	b = binary.LittleEndian.AppendUint32(b, crc32.ChecksumIEEE(content))
	if err := userfile.AppendText(f.f, append(b, content...)); err != nil {
		return err
	}
	f.count(g, content)
	f.fresh = false
	return nil
}

// count counts a game of the file.
func (f *File) count(g *Game, content []byte) {
	f.Count.Add(g)
	if f.known == nil {
		f.known = map[int][sha256.Size]byte{}
	}
	f.known[g.Number] = sha256.Sum256(content)
}

// Known returns the hash of the bytes of a game of the file.
func (f *File) Known(number int) (hash [sha256.Size]byte, ok bool) {
	hash, ok = f.known[number]
	return hash, ok && number <= f.Games // and not withdrawn
}

// Close closes the file. It removes a new file without a game.
func (f *File) Close() error {
	if f.fresh && f.f.Named() {
		f.f.Discard()
		return nil
	}
	return f.f.Close()
}

// reader reads a file of positions.
type reader struct {
	r    *bufio.Reader
	name string
	at   int64 // bytes read
	next int   // number of the next game, less 1
	sum  uint32
}

// header reads the first line.
func (r *reader) header() (h Header, err error) {
	foreign := fmt.Errorf("%s: is no file of lab positions", r.name)
	line, err := r.r.ReadSlice('\n')
	if err != nil || len(line) > maxLine || !bytes.HasPrefix(line, []byte(`{"searchex_positions":`)) || json.Unmarshal(line, &h) != nil {
		return h, foreign
	}
	r.at = int64(len(line))
	return h, nil
}

// game reads the next game. It returns io.EOF at the end of the file, and io.ErrUnexpectedEOF
// if the file ends within a game.
func (r *reader) game() (g Game, err error) {
	var head [8]byte
	if _, err := io.ReadFull(r.r, head[:]); err != nil {
		return g, err
	}
	n := binary.LittleEndian.Uint32(head[:])
	bad := func(err error) error { return fmt.Errorf("%s: game %d: %w", r.name, r.next+1, err) }
	if n > maxBlock {
		return g, bad(errGame)
	}
	b := make([]byte, n)
	if _, err := io.ReadFull(r.r, b); err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return g, err
	}
	sum := crc32.ChecksumIEEE(b)
	if sum != binary.LittleEndian.Uint32(head[4:]) {
		return g, bad(errGame)
	}
	if g, err = readGame(b); err != nil {
		return g, bad(err)
	}
	if r.next++; g.Number != r.next {
		return g, fmt.Errorf("%s: game %d where %d is next", r.name, g.Number, r.next)
	}
	r.at += 8 + int64(n)
	r.sum = crc32.Update(r.sum, crc32.IEEETable, head[4:])
	return g, nil
}

// Read calls f with each game of a file, and returns the file's header and a digest of the
// games. search is the hash of today's searches: a file of others is refused. At most limit
// games are read; 0 means all.
func Read(path, search string, limit int, f func(g *Game) error) (h Header, digest string, err error) {
	in, err := userfile.Open(path)
	if err != nil {
		return h, "", err
	}
	defer in.Close()
	r := &reader{r: bufio.NewReaderSize(in, 1<<16), name: path}
	if h, err = r.header(); err != nil {
		return h, "", err
	}
	switch {
	case h.Version != fileVersion:
		return h, "", fmt.Errorf("%s: has version %d of the format: want %d: draw it anew", path, h.Version, fileVersion)
	case h.Search != search:
		return h, "", fmt.Errorf("%s: has positions of other searches, %s there, %s here: draw it anew", path, h.Search, search)
	}
	for n := 0; limit == 0 || n < limit; n++ {
		g, err := r.game()
		if err == io.EOF {
			break
		}
		if err == io.ErrUnexpectedEOF {
			err = fmt.Errorf("%s: ends within game %d: lab positions --resume drops it", path, r.next+1)
		}
		if r.next > 0 && (errors.Is(err, errGame) || errors.Is(err, errBoard)) {
			err = fmt.Errorf("%w: --games %d reads those before it", err, r.next)
		}
		if err != nil {
			return h, "", err
		}
		if err := f(&g); err != nil {
			return h, "", err
		}
	}
	return h, fmt.Sprintf("%d games, crc %08x", r.next, r.sum), nil
}
