package annotate

import (
	"errors"
	"io"
	"io/fs"
	"os"

	"github.com/searchex/searchex/cmd/internal/chess/pgn"
)

// Replaceable counts the games of a file that annotated games are to replace. It returns
// an error for a file that has something else. A file that does not exist, an empty one
// and a device have no games.
func Replaceable(path string) (games int, err error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !info.Mode().IsRegular() {
		return 0, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	r := pgn.NewReader(f, path)
	for {
		raw, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return 0, err
		}
		if len(raw.Tags) == 0 {
			if g, _, _ := raw.Game(); len(g.Moves) == 0 {
				return 0, errNoGames
			}
		}
		games++
	}
	if games == 0 && info.Size() > 0 {
		return 0, errNoGames
	}
	return games, nil
}

var errNoGames = errors.New("it has something else than games: name another file")
