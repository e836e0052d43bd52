package window

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/searchex/searchex/goengine"
)

// maxScore bounds pretended scores, in pawns.
const maxScore = 100

// maxRuns bounds the runs of a model.
const maxRuns = 100

// pawn is a pawn in score units.
const pawn = 64

// file is a model as its file has it.
type file struct {
	start, pretend string
	setting        rawSetting // the model's own
	runs           []rawSetting
	given          bool // the runs are the file's
	positions      []*Position
	moves          map[*Position]string
}

// rawSetting is a setting as far as the file says it.
type rawSetting struct {
	name      string
	spec      string
	sx, depth int // -1, 0: not said
	scores    map[string]int16
}

// read fills a model from a file's bytes.
func (m *Model) read(data []byte) error {
	s := newStrict(data)
	bad := s.check()
	f := file{setting: rawSetting{sx: -1}, moves: map[*Position]string{}}
	known := f.setting.fields(s)
	known["title"] = func() error { return s.text(&m.Title, false) }
	known["about"] = func() error { return s.text(&m.About, true) }
	known["outcome"] = func() error { return s.text(&m.Outcome, true) }
	known["start"] = func() error { return s.text(&f.start, false) }
	known["pretend"] = func() error { return s.text(&f.pretend, false) }
	known["positions"] = func() error { return f.readPositions(s) }
	known["runs"] = func() error { return f.readRuns(s) }
	// What is no JSON is found on the way too, where the key is known.
	if err := s.fields(known); err != nil {
		return err
	}
	if bad != nil {
		return bad
	}
	if m.Title == "" {
		m.Title = m.Name
	}
	if err := m.setUp(&f); err != nil {
		return err
	}
	return m.set(&f)
}

// wrong says what is wrong with a position.
func wrong(key, format string, args ...any) error {
	return atKey(key, fmt.Errorf(format, args...))
}

func atKey(key string, err error) error { return &placed{"key " + quoted(key), err} }

// readPositions reads the positions in their order.
func (f *file) readPositions(s *strict) error {
	return s.object(
		func(key string) error { return wrong(key, "is there twice") },
		func(key string) error {
			if err := checkKey(key); err != nil {
				return err
			}
			p := &Position{Key: key}
			move, score, price := "", 0.0, 0
			err := s.fields(map[string]func() error{
				"move": func() error { return s.text(&move, false) },
				"line": func() error { return s.text(&p.Line, false) },
				"score": func() error {
					p.Scored = true
					return s.number(&score, -maxScore, maxScore)
				},
				"category": func() error { return s.text(&p.Category, false) },
				"price":    func() error { return s.whole(&price, 1, goengine.MaxSX-1) },
			})
			switch {
			case err != nil:
			case move == "":
				err = errors.New("its move is missing")
			case p.Category != "" && !slices.Contains(goengine.CategoryNames[:], p.Category):
				err = fmt.Errorf("category %s is unknown: want one of %s",
					quoted(p.Category), strings.Join(goengine.CategoryNames[:], ", "))
			}
			if err != nil {
				return atKey(key, err)
			}
			p.Score, p.Price = eighths(score), uint8(price)
			f.positions = append(f.positions, p)
			f.moves[p] = move
			return nil
		})
}

// checkKey wants a capital letter a ply.
func checkKey(key string) error {
	if key == "" || strings.Trim(key, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return wrong(key, "want a letter from A to Z for each ply")
	}
	if len(key) > goengine.MaxPly {
		return wrong(key, "has %d plies, want at most %d", len(key), goengine.MaxPly)
	}
	return nil
}

// eighths rounds pawns to eighths, halves away from zero, in score units.
func eighths(pawns float64) int16 { return int16(math.Round(pawns*pawn/Unit)) * Unit }

// fields are those that set how a model is searched.
func (r *rawSetting) fields(s *strict) map[string]func() error {
	return map[string]func() error{
		"profile": func() error { return s.text(&r.spec, false) },
		"sx":      func() error { return s.whole(&r.sx, 0, goengine.MaxSX) },
		"depth":   func() error { return s.whole(&r.depth, 1, goengine.MaxPly) },
	}
}

// readRuns reads the runs in their order.
func (f *file) readRuns(s *strict) error {
	f.given = true
	return s.list(func() error {
		r := rawSetting{sx: -1, scores: map[string]int16{}}
		known := r.fields(s)
		known["name"] = func() error { return s.text(&r.name, false) }
		known["scores"] = func() error {
			return s.object(
				func(key string) error { return wrong(key, "is there twice") },
				func(key string) error {
					score := 0.0
					if err := s.number(&score, -maxScore, maxScore); err != nil {
						return wrong(key, "score: %w", err)
					}
					r.scores[key] = eighths(score)
					return nil
				})
		}
		if err := s.fields(known); err != nil {
			return &placed{fmt.Sprintf("run %d", len(f.runs)+1), err}
		}
		if f.runs = append(f.runs, r); len(f.runs) > maxRuns {
			return fmt.Errorf("want at most %d", maxRuns)
		}
		return nil
	})
}
