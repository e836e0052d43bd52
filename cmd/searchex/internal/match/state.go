package match

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/searchex/searchex/cmd/searchex/internal/openings"
	"github.com/searchex/searchex/cmd/searchex/internal/rules"
)

// Header says which match a state file is of. Everything in it decides what
// the games are; what does not, their number for one, is not in it.
type Header struct {
	Version int `json:"searchex_match"`
	// Players are the specs of the first players, then their opponent.
	Players []string `json:"players"`
	// Names are theirs in the tables.
	Names []string `json:"names"`
	// Searches are the fingerprints of the engines in this process.
	Searches []string `json:"searches"`
	Openings string   `json:"openings"`
	Seed     uint64   `json:"seed"`
	Rules    Rules    `json:"rules"`
	Time     string   `json:"time"`
}

// stateVersion is that of the file's form.
const stateVersion = 2

// difference says in what another header differs, empty if in nothing.
func (h *Header) difference(o *Header) string {
	fields := []headerField{{"version", h.Version, o.Version}}
	fields = append(fields, each("players", h.Players, o.Players)...)
	fields = append(fields, each("names", h.Names, o.Names)...)
	fields = append(fields, headerField{"openings", h.Openings, o.Openings}, headerField{"seed", h.Seed, o.Seed},
		headerField{"rules", h.Rules, o.Rules}, headerField{"time", h.Time, o.Time})
	for _, f := range append(fields, each("searches (the engines have changed)", h.Searches, o.Searches)...) {
		a, _ := json.Marshal(f.old)
		b, _ := json.Marshal(f.new)
		if string(a) != string(b) {
			return fmt.Sprintf("%s: %s there, %s here", f.what, a, b)
		}
	}
	return ""
}

// headerField is a part of two headers.
type headerField struct {
	what     string
	old, new any
}

// each takes two lists apart where they are of one length, so that only what
// differs is shown.
func each(what string, old, new []string) []headerField {
	if len(old) != len(new) {
		return []headerField{{what, old, new}}
	}
	var all []headerField
	for i := range old {
		all = append(all, headerField{what, old[i], new[i]})
	}
	return all
}

// record is a game as a line of a state file.
type record struct {
	Pairing      int       `json:"pairing"`
	Game         int       `json:"game"` // from 1
	Opening      string    `json:"opening"`
	FEN          string    `json:"fen"`
	White        string    `json:"white"`
	Black        string    `json:"black"`
	FirstIsWhite bool      `json:"first_is_white"`
	Result       string    `json:"result"`
	End          rules.End `json:"end"`
	Detail       string    `json:"detail,omitempty"`
	Plies        int       `json:"plies"`
	Moves        string    `json:"moves"`
	Date         string    `json:"date"`
	Seconds      float64   `json:"seconds"`
	Asked        [2]int    `json:"moves_asked"` // of White and Black, as below
	Nodes        [2]uint64 `json:"nodes"`
	Cycles       [2]uint64 `json:"cycles"`
	Clock        [2]string `json:"clock"` // durations, on the players' own clocks
	TimeControls [2]string `json:"time_controls"`
	// Comments are those of PGN, one for each move.
	Comments []string `json:"comments"`
	// MoveNodes are the nodes of each move; files of before have none.
	MoveNodes []uint64 `json:"move_nodes,omitempty"`
}

func newRecord(pairing int, g Game) record {
	r := record{
		Pairing: pairing, Game: g.Index + 1, Opening: g.Opening.Name, FEN: g.Opening.FEN,
		White: g.White, Black: g.Black, FirstIsWhite: g.FirstIsWhite, Result: g.Result, End: g.End, Detail: g.Detail,
		Plies: len(g.Moves), Moves: strings.Join(g.Moves, " "), Date: g.Date, Seconds: g.Elapsed.Seconds(),
		TimeControls: g.TimeControls, Comments: g.Comments, MoveNodes: g.Nodes,
	}
	for i, s := range g.Spent {
		r.Asked[i], r.Nodes[i], r.Cycles[i], r.Clock[i] = s.Moves, s.Nodes, s.Cycles, s.Time.String()
	}
	return r
}

// game turns the record back into the game, which it checks by the rules.
func (r *record) game(from []openings.Opening) (Game, error) {
	g := Game{
		Index: r.Game - 1, White: r.White, Black: r.Black, FirstIsWhite: r.FirstIsWhite,
		Moves: strings.Fields(r.Moves), Result: r.Result, End: r.End, Detail: r.Detail, Date: r.Date,
		Elapsed: time.Duration(r.Seconds * float64(time.Second)), TimeControls: r.TimeControls, Comments: r.Comments, Nodes: r.MoveNodes,
	}
	switch {
	case r.Game < 1 || r.Pairing < 0:
		return g, fmt.Errorf("game %d of pairing %d", r.Game, r.Pairing)
	case !(r.Seconds >= 0 && r.Seconds < 1e9):
		return g, fmt.Errorf("%g seconds", r.Seconds)
	}
	g.Opening = from[g.Index/2%len(from)]
	switch {
	case r.Result != rules.WhiteWins && r.Result != rules.BlackWins && r.Result != rules.Draw:
		return g, fmt.Errorf("result %q", r.Result)
	case r.FirstIsWhite != (g.Index%2 == 0):
		return g, errors.New("the colours are wrong")
	case r.FEN != g.Opening.FEN || len(g.Moves) < len(g.Opening.Moves):
		return g, errors.New("another opening")
	}
	if err := rules.Check(g.Opening.FEN, g.Moves); err != nil {
		return g, err
	}
	if len(g.Comments) != len(g.Moves) {
		return g, fmt.Errorf("%d comments on %d moves", len(g.Comments), len(g.Moves))
	}
	if g.Nodes != nil && len(g.Nodes) != len(g.Moves) {
		return g, fmt.Errorf("nodes of %d moves of %d", len(g.Nodes), len(g.Moves))
	}
	for i := range g.Spent {
		g.Spent[i] = Spent{Moves: r.Asked[i], Nodes: r.Nodes[i], Cycles: r.Cycles[i]}
		var err error
		if g.Spent[i].Time, err = time.ParseDuration(r.Clock[i]); err != nil || g.Spent[i].Time < 0 || r.Asked[i] < 0 {
			return g, fmt.Errorf("%d moves in %q", r.Asked[i], r.Clock[i])
		}
	}
	return g, nil
}

// State is a file that holds a match: a header and a line for every game.
type State struct {
	f    *os.File
	path string
	size int64
	// created says that the file was begun here, and empty that it holds no
	// game.
	created, empty bool
	// Played are the games that the file held when it was opened, by pairing.
	Played map[int][]Game
	// Cut is how many bytes of a half-written last line were dropped.
	Cut int
}

// CreateState begins a state file, which must not exist yet.
func CreateState(path string, h Header) (*State, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("%s exists already: continue it with --resume, or name another file", path)
	}
	if err != nil {
		return nil, err
	}
	s := &State{f: f, path: path, Played: map[int][]Game{}, created: true, empty: true}
	if err := s.lock(); err != nil {
		return nil, err
	}
	h.Version = stateVersion
	if err := s.append(h); err != nil {
		f.Close()
		os.Remove(path) // nothing but ours is in it
		return nil, err
	}
	return s, nil
}

// OpenState continues the match of a state file, which must be the one that h
// describes; a file that does not exist or is empty is begun. A last line that
// was only half written is dropped.
func OpenState(path string, h Header, from []openings.Opening) (*State, error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return CreateState(path, h)
	}
	if err != nil {
		return nil, err
	}
	s := &State{f: f, path: path, Played: map[int][]Game{}}
	if err := s.lock(); err != nil {
		return nil, err
	}
	h.Version = stateVersion
	if err := s.load(h, from); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

// lock keeps two matches from writing the same file.
func (s *State) lock() error {
	if err := lock(s.f); err != nil {
		s.f.Close()
		return fmt.Errorf("%s: another match is writing to it (%w)", s.path, err)
	}
	return nil
}

// maxState bounds a state file, in bytes: a million games.
const maxState = 4 << 30

func (s *State) load(h Header, from []openings.Opening) error {
	info, err := s.f.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() || info.Size() > maxState {
		return errors.New("is not a state file")
	}
	b, err := io.ReadAll(s.f)
	if err != nil {
		return err
	}
	whole := bytes.LastIndexByte(b, '\n') + 1
	s.Cut = len(b) - whole
	lines := bytes.Split(b[:whole], []byte("\n"))
	lines = lines[:len(lines)-1]
	var old Header
	switch {
	case len(b) > 0 && len(lines) == 0 && !bytes.HasPrefix([]byte(`{"searchex_match":`), b[:min(len(b), 18)]):
		return errors.New("is not the state of a match")
	case len(lines) == 0: // it was interrupted before the header was written
	case json.Unmarshal(lines[0], &old) != nil || old.Version == 0:
		return errors.New("is not the state of a match")
	default:
		if d := old.difference(&h); d != "" {
			return fmt.Errorf("is the state of another match: %s", d)
		}
		seen := map[[2]int]bool{}
		for i, text := range lines[1:] {
			if err := s.loadGame(text, from, len(h.Players)-1, seen); err != nil {
				return fmt.Errorf("line %d: %w", i+2, err)
			}
		}
	}
	// Only now is anything changed.
	s.size = int64(whole)
	if s.Cut > 0 {
		if err := s.f.Truncate(s.size); err != nil {
			return err
		}
	}
	if len(lines) == 0 {
		return s.append(h)
	}
	return nil
}

// loadGame reads a line; seen are the pairings and games before it.
func (s *State) loadGame(text []byte, from []openings.Opening, pairings int, seen map[[2]int]bool) error {
	var r record
	if err := json.Unmarshal(text, &r); err != nil {
		return fmt.Errorf("not a game: %w", err)
	}
	g, err := r.game(from)
	if err != nil {
		return fmt.Errorf("game %d of pairing %d: %w", r.Game, r.Pairing, err)
	}
	if r.Pairing >= pairings {
		return fmt.Errorf("pairing %d does not exist", r.Pairing)
	}
	at := [2]int{r.Pairing, r.Game}
	if seen[at] {
		return fmt.Errorf("game %d of pairing %d stands twice", r.Game, r.Pairing)
	}
	seen[at] = true
	s.Played[r.Pairing] = append(s.Played[r.Pairing], g)
	return nil
}

// Add writes a game.
func (s *State) Add(pairing int, g Game) error {
	s.empty = false
	return s.append(newRecord(pairing, g))
}

// append writes a line in one piece and to the disk. Where that fails, what
// was written of it is taken back.
func (s *State) append(v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	if err == nil {
		_, err = s.f.WriteAt(b.Bytes(), s.size)
	}
	if err == nil {
		err = s.f.Sync()
	}
	if err != nil {
		s.f.Truncate(s.size)
		return fmt.Errorf("writing %s: %w", s.path, err)
	}
	s.size += int64(b.Len())
	return nil
}

// Close closes the file. One that was begun here and got no game is removed:
// it would only stand in the way of the next attempt.
func (s *State) Close() error {
	if s.created && s.empty {
		os.Remove(s.path)
	}
	return s.f.Close()
}
