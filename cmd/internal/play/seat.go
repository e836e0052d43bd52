package play

import "github.com/searchex/searchex/hostbridge"

// Seat is the player of one side.
type Seat struct {
	Machine bool `json:"machine"`
	// Engine and Profile are the machine's, kept while a person plays.
	Engine  string `json:"engine"`
	Profile string `json:"profile"`
	// Title is the name of a guest's program.
	Title string `json:"title,omitempty"`
}

// player returns the player's name for PGN.
func (s Seat) player() string {
	if s.Machine {
		return "searchex " + s.Name()
	}
	return "Human"
}

// Name returns the name of the machine of a seat: of a guest its program's.
func (s Seat) Name() string {
	switch {
	case !hostbridge.IsForeign(s.Engine):
		return s.Engine + ":" + s.Profile
	case s.Title != "":
		return s.Title
	}
	k, err := hostbridge.KindOf(s.Engine)
	if err != nil { // the file is gone
		return s.Engine
	}
	return k.Title
}

// titled returns a seat with the name of its machine's program, if that is a guest.
func (t *Table) titled(s Seat) Seat {
	s.Title = ""
	if hostbridge.IsForeign(s.Engine) {
		if k, err := t.Kinds(s.Engine); err == nil {
			s.Title = k.Title
		}
	}
	return s
}
