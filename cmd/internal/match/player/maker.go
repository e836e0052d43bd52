package player

import (
	"fmt"
	"maps"
	"os"
	"strings"

	"github.com/searchex/searchex/cmd/internal/classic"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// Maker returns the function that creates the player. If emulated is set, movetime and tc
// count the machine's seconds for our engines, otherwise the host's. Players with
// movetime, tc or cmd=self use session.
func (s *Spec) Maker(emulated bool, session Session) Maker {
	return func() Player {
		var made Player
		var p *program
		switch {
		case s.Engine != "" && !s.timed():
			e := NewEngine(s.Label, s.Engine, s.Profile, s.Limits)
			if s.Engine == classic.EngineName {
				e.build = func() (hostbridge.Engine, error) { return classic.NewEngine(s.Classic) }
			}
			return e
		case s.Protocol == "xboard":
			x := NewXBoard(s.Label, s.Path, s.Args)
			x.Depth, x.Send = s.Limits.Depth, s.Send
			made, p = x, &x.program
		case s.Path == Self || s.Engine != "":
			options, machine := s.sessionOptions(emulated)
			u := NewSelf(s.Label, session, options, s.goCommand(), machine)
			made, p = u, &u.program
		default:
			u := NewUCI(s.Label, s.Path, s.Args, s.Options, s.goCommand())
			made, p = u, &u.program
		}
		p.Control, p.Margin = s.Control, s.Margin
		p.Control.PerMove = s.MoveTime
		p.MoveTimeout = max(s.Timeout, s.MoveTime+s.Timeout/6)
		p.StartTimeout = min(startTimeout, s.Timeout)
		return made
	}
}

// timed reports whether the player's time is limited.
func (s *Spec) timed() bool { return s.MoveTime > 0 || s.Control.Clocked() }

// sessionOptions returns the options of a UCI session for one of our engines, and reports
// whether it counts the machine's seconds.
func (s *Spec) sessionOptions(emulated bool) (all map[string]string, machine bool) {
	all = map[string]string{}
	if s.Engine != "" {
		all = map[string]string{"Engine": s.Engine, "Profile": s.ProfileName, "Speed": "0", "Time": "wall", "OwnBook": "false"}
		if s.ProfileName == "" { // classic or a guest
			delete(all, "Profile")
		}
		if emulated {
			all["Time"] = "emulated"
		}
	}
	for name, value := range s.Options {
		maps.DeleteFunc(all, func(known, _ string) bool { return strings.EqualFold(known, name) })
		all[name] = value
	}
	for name, value := range all {
		machine = machine || strings.EqualFold(name, "Time") && strings.EqualFold(value, "emulated")
	}
	return all, machine
}

// goCommand returns UCI's go for a move without a clock: the limits, in UCI's words.
func (s *Spec) goCommand() string {
	return strings.TrimSpace(strings.NewReplacer("=", " ", ",", " ").Replace("go," + s.Limit()))
}

// Fingerprint identifies the state of the player's engine: by event hashes for our
// engines, by a hash of its files for a guest, by its size for a program.
func (s *Spec) Fingerprint() (string, error) {
	switch {
	case s.guest != nil:
		return s.guest.Digest, nil
	case s.Engine == classic.EngineName:
		return classicFingerprint(s.Classic), nil
	case s.Engine != "":
		f, err := Fingerprint(s.Engine, s.Profile)
		if err != nil || s.Limits.Cycles == 0 && !s.timed() {
			return f, err
		}
		m, err := model(s.Engine, &s.Profile)
		return f + m, err
	case s.Path == Self:
		all := ""
		for _, name := range []string{"net", "tuned"} { // uci takes one of them, by the time that it has
			p, _ := goengine.ProfileByName(name)
			f, err := Fingerprint("go", p)
			if err != nil {
				return "", err
			}
			all += f
		}
		return all, nil
	}
	info, err := os.Stat(s.Path)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%d bytes", info.Size()), nil
}
