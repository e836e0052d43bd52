package window

import (
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/searchex/searchex/testdata"
)

// MaxSize bounds the file of a model, in bytes.
const MaxSize = 1 << 20

// Parse reads a model; name is that of its file, for the model and for errors.
// An error is one line: the file, the key where there is one, and what is wrong.
// The file is a JSON object; fields that are not marked as required may be left out:
//
//	title, about, outcome  texts: what it is, what it shows, what to see in its runs
//	start      the position that is really searched, a FEN; required
//	pretend    the position that it represents, a FEN
//	profile    as goengine.ParseProfile reads it; left out: uniform
//	sx         0 to 255; left out: 8*(depth-1) in uniform, else 255
//	depth      plies, 1 to 32; left out: the length of the longest key
//	runs       a list of objects: name (required if there are several),
//	           profile, sx, depth instead of the model's own, and scores, an
//	           object of scores by key that replace those of positions
//	positions  an object of positions by key, at least one; required
//
// A key has a letter from A to Z for each ply; that without its last letter is
// the position before. Positions of one node are kept in the order of the file.
// Each is an object:
//
//	move       in UCI notation, legal in start after the moves before; wanted
//	line       the pretended moves from the root; left out: the real ones
//	score      pawns, White's view, -100 to 100, rounded to eighths; left out:
//	           the engine's own
//	category   a name of goengine.CategoryNames; left out: the engine's word
//	price      SXDEC, 1 to 254; left out: the engine's own
//
// A position without any after it is terminal. Half-frontiers, stages, futility,
// pass cuts, swap-sort and the bonuses for killers and checks are off, unless
// the profile's text sets them: they would show what stands on the board.
func Parse(name string, r io.Reader) (*Model, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxSize+1))
	switch {
	case err != nil:
	case len(data) > MaxSize:
		err = fmt.Errorf("larger than %d bytes, want a model", MaxSize)
	case !utf8.Valid(data):
		err = errors.New("the file is not UTF-8, want a model")
	case len(strings.TrimSpace(string(data))) == 0:
		err = errors.New("the file is empty, want a model")
	}
	if err != nil {
		return nil, inFile(name, err)
	}
	m := &Model{Name: strings.TrimSuffix(filepath.Base(name), ".json")}
	if err := m.read(data); err != nil {
		return nil, inFile(name, err)
	}
	return m, nil
}

// inFile puts a file's name before an error.
func inFile(name string, err error) error { return fmt.Errorf("%s: %w", name, err) }

// modelFolder is where the models that come with the program lie in
// testdata.Files.
const modelFolder = "models"

// BuiltinNames are the names of the models that come with the program:
// Sargon's first, then the others by name.
func BuiltinNames() []string {
	entries, _ := testdata.Files.ReadDir(modelFolder)
	var sargons, others []string
	for _, e := range entries { // by name
		name, isModel := strings.CutSuffix(e.Name(), ".json")
		switch {
		case !isModel:
		case strings.HasPrefix(name, sargon):
			sargons = append(sargons, name)
		default:
			others = append(others, name)
		}
	}
	return append(sargons, others...)
}

// sargon is what the names of the original's models begin with.
const sargon = "sargon"

// Builtin is a model that comes with the program, by its name; 1 to 5 are
// Sargon's.
func Builtin(name string) (*Model, error) {
	names := BuiltinNames()
	if slices.Contains(names, sargon+name) {
		name = sargon + name
	}
	if !slices.Contains(names, name) {
		return nil, fmt.Errorf("model %s is unknown: want a number from 1 to 5, %s, or a file",
			quoted(name), strings.Join(names, ", "))
	}
	f, err := testdata.Files.Open(path.Join(modelFolder, name+".json"))
	if err != nil {
		return nil, fmt.Errorf("model %s: %w", name, err)
	}
	defer f.Close()
	return Parse(name+".json", f)
}
