package session

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/searchex/searchex/cmd/internal/chess/pgn"
	"github.com/searchex/searchex/cmd/internal/explain/annotate"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// reviewOrder is a message that asks for the values of a game's moves.
type reviewOrder struct {
	head
	// PGN is the game: the first of the text.
	PGN     string `json:"pgn"`
	Engine  string `json:"engine"`
	Profile string `json:"profile"`
	// Nodes end the search of a position.
	Nodes uint64 `json:"nodes"`
}

// Bounds of a review. What it answers fits in a message: a move has a best line of at most
// goengine.MaxPly moves, but of some ten in most positions.
const (
	maxReviewed    = 1200 // half-moves
	maxReviewText  = 1 << 18
	maxReviewNodes = 1_000_000
)

// judging is how far a review has come: the positions that were searched, of all.
type judging struct {
	head
	Done int `json:"done"`
	Of   int `json:"of"`
}

// reviewed is the end of a review.
type reviewed struct {
	head
	// By is who valued the moves: engine, profile and budget.
	By string `json:"by"`
	// Moves are the moves as searchex annotate --json prints them.
	Moves []json.RawMessage `json:"moves"`
	// PGN is the game with values, glyphs and better lines, as searchex annotate writes it.
	PGN string `json:"pgn"`
}

// review begins the searches of a game's positions.
func (s *Session) review(o *reviewOrder) error {
	o.Engine, o.Profile = cmp.Or(o.Engine, "go"), cmp.Or(o.Profile, "tuned")
	switch {
	case o.ID == "":
		return errors.New("a review wants an id, by which it is stopped")
	case o.Nodes == 0 || o.Nodes > maxReviewNodes:
		return fmt.Errorf("nodes %d: want 1 to %d", o.Nodes, maxReviewNodes)
	case len(o.PGN) > maxReviewText:
		return fmt.Errorf("the game has %d bytes: want at most %d", len(o.PGN), maxReviewText)
	}
	kind, err := kindOf(o.Engine)
	if err != nil {
		return err
	}
	profile, err := goengine.ParseProfile(o.Profile)
	if err != nil {
		return err
	}
	reader := pgn.NewReader(strings.NewReader(o.PGN), "PGN").Within(&pgn.Budget{Ctx: s.ctx, Plies: maxReviewed})
	reader.KeepSource()
	raw, err := reader.Next()
	if errors.Is(err, io.EOF) {
		return errors.New("a review wants a game: the text has none")
	}
	if err != nil {
		return err
	}
	g, _, err := raw.Game()
	if err != nil {
		return err
	}
	return s.begin(o.ID, &running{}, func(x *running) (any, error) {
		e, err := s.NewEngine(o.Engine)
		if err != nil {
			return nil, err
		}
		e.Follow(s.yielding(x))
		found, err := s.judge(x, o, e, g, &profile)
		if err != nil {
			return nil, err
		}
		by := pgn.Annotator(kind.Title, o.Profile, report.Count(o.Nodes)+" nodes")
		return newReviewed(o.ID, by, raw, g, found)
	})
}

// judge searches the positions of a game one after the other.
func (s *Session) judge(x *running, o *reviewOrder, e hostbridge.Engine, g *pgn.Game, profile *goengine.Profile) (found []annotate.Found, err error) {
	positions, err := annotate.PositionsOf(g)
	if err != nil {
		return nil, err
	}
	sent, of := s.Clock.Now(), len(g.Moves)+1
	for i := range of {
		game, err := positions.At(i)
		if err != nil {
			return nil, err
		}
		f, _, err := annotate.Search(x, e, game, profile, goengine.Limits{Nodes: o.Nodes}, 0)
		if err != nil || x.Err() != nil {
			return nil, err
		}
		found = append(found, f)
		s.yield(x)
		if now := s.Clock.Now(); now.Sub(sent) >= reportEvery {
			sent = now
			s.send(judging{head{typeJudging, o.ID}, i + 1, of})
		}
	}
	return found, nil
}

// newReviewed returns the end of a review with these results.
func newReviewed(id, by string, raw *pgn.Raw, g *pgn.Game, found []annotate.Found) (*reviewed, error) {
	verdicts, err := annotate.Judge(g, found)
	if err != nil {
		return nil, err
	}
	text, _, err := raw.Insert(annotate.Notes(verdicts), by)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := annotate.WriteJSON(report.ScreenOf(&b), 1, verdicts); err != nil {
		return nil, err
	}
	return &reviewed{head{typeReviewed, id}, by, jsonLines(b.Bytes()), string(text)}, nil
}
