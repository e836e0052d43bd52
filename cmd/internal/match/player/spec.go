package player

import (
	"cmp"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/searchex/searchex/cmd/internal/classic"
	"github.com/searchex/searchex/cmd/internal/play/level"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/guest"
)

// Spec is the description of a player on the command line (see ParseSpec).
type Spec struct {
	// Engine and Profile are those of a player in this process. Engine is empty for a
	// program. A guest has no profile; its plies are those of uniform.
	Engine      string
	ProfileName string
	Profile     goengine.Profile
	// Classic has the settings of the engine classic, which has no profile.
	Classic classic.Search
	// Changes has the changes of the profile, such as "price.evasion=7", or of the settings
	// of classic, in the order given.
	Changes []string
	// Path is the path of a program, or Self for a UCI session of this program.
	Path string
	Args []string
	// Protocol is the protocol of a program, uci or xboard.
	Protocol string
	Options  map[string]string
	Send     []string // xboard

	Limits   Limits // Nodes and Depth apply to programs, too
	MoveTime time.Duration
	Control  TimeControl
	// Elo is the rated level of one of our engines, 0 for none.
	Elo int

	Label           string
	Timeout, Margin time.Duration
	named           bool
	guest           *hostbridge.EngineKind // nil for others
}

// Self is the path that stands for this program's UCI session.
const Self = "self"

// Defaults has the limits of players that have none.
type Defaults struct {
	// Limits apply to engines in this process.
	Limits Limits
	// MoveTime and Control apply to any player that has no limit then.
	MoveTime time.Duration
	Control  TimeControl
}

// The limits of a player without any limit.
const (
	defaultNodes    = 20000
	defaultMoveTime = 50 * time.Millisecond
)

// known has the programs whose protocol is not UCI, or that need arguments for it. Phalanx
// plays without its book and its memory of past games, so that only the openings of the
// match decide where games begin.
var known = map[string]struct {
	protocol string
	args     []string
}{
	"fairymax": {"xboard", nil},
	"phalanx":  {"xboard", []string{"-b-", "-l-"}},
	"gnuchess": {"uci", []string{"--uci"}},
}

// ParseSpec reads a player: one of our engines, "go:sx81", a guest, "guest:FILE", or a program, by
// its path, its name or "cmd=PATH", followed by settings, separated by commas. Values in double quotes
// may contain commas. "go:all" stands for a player with each profile.
//
//	"go:tuned,nodes=88000"            nodes, depth, sx, cycles
//	"go:sx81,price.evasion=7,switch.killers=on"
//	"z80:sx81,tc=40/7200"             movetime, tc: through the UCI session
//	"go,elo=1200"                     a rated level
//	"classic,quiescence=off,threats.queen=5"  the baseline program
//	"stockfish,elo=1700,movetime=50"  elo: UCI_LimitStrength and UCI_Elo
//	`cmd=/usr/games/phalanx,protocol=xboard,args="-b- -l-",depth=2`
func ParseSpec(text string, d Defaults) ([]Spec, error) {
	specs, err := parseSpec(text, d)
	if err != nil {
		return nil, fmt.Errorf("player %q: %w", report.Short(text, 60), err)
	}
	return specs, nil
}

func parseSpec(text string, d Defaults) (all []Spec, err error) {
	words, err := splitSettings(text)
	if err != nil {
		return nil, err
	}
	names := words[:1]
	if name, profile, _ := strings.Cut(words[0], ":"); profile == "all" && isEngine(name) {
		if slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, "name=") }) {
			return nil, fmt.Errorf("name= is for one player, and all are %d", len(goengine.AllProfileNames))
		}
		names = nil
		for _, profile := range goengine.AllProfileNames {
			names = append(names, name+":"+profile)
		}
	}
	for _, name := range names {
		s := Spec{Options: map[string]string{}, Timeout: moveTimeout, Margin: defaultMargin}
		if err := s.read(name, words[1:], d); err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

// read reads who plays, and the settings.
func (s *Spec) read(who string, settings []string, d Defaults) (err error) {
	path, isPath := strings.CutPrefix(who, "cmd=")
	engine, profile, _ := strings.Cut(who, ":")
	switch {
	case hostbridge.IsForeign(who):
		err = s.setGuest(who)
	case !isPath && strings.Contains(who, "=") && !strings.ContainsAny(who, `/\`):
		return fmt.Errorf("it begins with a setting: want an engine, such as go:tuned, a program, or cmd=PATH first")
	case who == classic.EngineName:
		s.Engine, s.Label, s.Classic = who, who, classic.Plain()
		s.Profile, _ = goengine.ProfileByName("uniform") // whose plies are classic's
	case isEngine(engine):
		err = s.setEngine(engine, cmp.Or(profile, "sx81"))
	default:
		err = s.setProgram(path)
	}
	if err != nil {
		return err
	}
	seen := map[string]bool{}
	for _, w := range settings {
		key, value, ok := strings.Cut(w, "=")
		if !ok {
			return fmt.Errorf("%q: want NAME=VALUE", w)
		}
		if seen[key] && key != "arg" && key != "send" {
			return fmt.Errorf("%s= stands twice", key)
		}
		seen[key] = true
		if err := s.set(key, value); err != nil {
			return err
		}
	}
	return s.complete(d)
}

// splitSettings splits at commas outside double quotes, and removes the quotes. Within
// quotes, \" and \\ stand for " and \.
func splitSettings(text string) ([]string, error) {
	if !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl) {
		return nil, fmt.Errorf("it has a control character, or is not UTF-8")
	}
	var words []string
	var word strings.Builder
	quoted := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			quoted = !quoted
		case c == '\\' && quoted && i+1 < len(text) && (text[i+1] == '"' || text[i+1] == '\\'):
			i++
			word.WriteByte(text[i])
		case c == ',' && !quoted:
			words = append(words, strings.TrimSpace(word.String()))
			word.Reset()
		default:
			word.WriteByte(c)
		}
	}
	if quoted {
		return nil, fmt.Errorf("a double quote is not closed")
	}
	words = append(words, strings.TrimSpace(word.String()))
	if slices.Contains(words, "") {
		return nil, fmt.Errorf("there is nothing between two commas, or nothing at all")
	}
	return words, nil
}

// quote quotes a setting for splitSettings.
func quote(s string) string {
	if !strings.ContainsAny(s, `,"`) && strings.TrimSpace(s) == s {
		return s
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

// setEngine sets one of our engines and its profile.
func (s *Spec) setEngine(name, profile string) error {
	p, ok := goengine.ProfileByName(profile)
	if !ok {
		return fmt.Errorf("profile %q is unknown: want one of %s, or all", profile, strings.Join(goengine.AllProfileNames, ", "))
	}
	s.Engine, s.ProfileName, s.Profile, s.Label = name, profile, p, name+":"+profile
	return nil
}

// isEngine reports whether there is an engine of a name.
func isEngine(name string) bool {
	_, err := hostbridge.KindOf(name)
	return err == nil
}

// setGuest sets a guest, whose name in tables is its program's.
func (s *Spec) setGuest(name string) error {
	k, err := hostbridge.PlayerOf(name)
	if err != nil {
		if at := strings.LastIndexByte(name, ':'); isEngine(name[:at]) {
			return fmt.Errorf("a guest has no profile: leave %s out", name[at:])
		}
		return err
	}
	s.Engine, s.Label, s.guest = name, k.Title, k
	s.Profile, _ = goengine.ProfileByName("uniform")
	return nil
}

// setProgram finds a program in PATH, or in Debian's folder of games, which is not in root's
// PATH.
func (s *Spec) setProgram(name string) error {
	if s.Protocol = "uci"; name == Self {
		s.Path, s.Label = Self, "searchex"
		return nil
	}
	candidates := []string{name}
	if filepath.Base(name) == name {
		candidates = append(candidates, "/usr/games/"+name, "/usr/local/games/"+name)
	}
	for _, c := range candidates {
		path, err := exec.LookPath(c)
		if err != nil {
			continue
		}
		s.Label = strings.TrimSuffix(filepath.Base(name), ".exe")
		if k, ok := known[s.Label]; ok {
			s.Protocol, s.Args = k.protocol, k.args
		}
		s.Path, err = filepath.Abs(path)
		return err
	}
	return fmt.Errorf("%q is neither an engine here (%s, %s) nor a program that can be run", name, strings.Join(hostbridge.AllNames(), ", "), classic.EngineName)
}

// number reads a number from least to most, times a unit.
func number[N ~int | ~int64 | ~uint64](to *N, key, value string, least, most, unit N) error {
	n, err := strconv.ParseUint(value, 10, 64)
	if err != nil || n < uint64(least) || n > uint64(most) {
		return fmt.Errorf("%s=%s: want a number from %d to %d", key, value, uint64(least), uint64(most))
	}
	*to = N(n) * unit
	return nil
}

// set sets one setting.
func (s *Spec) set(key, value string) (err error) {
	const ms, week = time.Millisecond, MaxTime / time.Millisecond
	own, plain := s.Engine != "", s.Engine == classic.EngineName || s.guest != nil
	switch {
	case key == "name":
		s.Label, s.named = value, true
	case key == "nodes":
		return number(&s.Limits.Nodes, key, value, 1, MaxNodes, 1)
	case key == "depth":
		return number(&s.Limits.Depth, key, value, 1, goengine.MaxPly, 1)
	case key == "movetime":
		return number(&s.MoveTime, key, value, 1, week, ms)
	case key == "timeout":
		return number(&s.Timeout, key, value, 1, week, ms)
	case key == "margin":
		return number(&s.Margin, key, value, 0, week, ms)
	case key == "tc":
		s.Control, err = ParseTimeControl(value)
	case plain && (key == "sx" || key == "elo"):
		return fmt.Errorf("%s=: %s has none: want nodes=, depth=, cycles=, movetime= or tc=", key, s.Label)
	case own && key == "sx":
		s.Limits.SXSet = true
		return number(&s.Limits.SX, key, value, 0, goengine.MaxSX, 1)
	case own && key == "cycles":
		return number(&s.Limits.Cycles, key, value, 1, MaxCycles, 1)
	case own && key == "elo":
		least, most := level.EloBounds()
		return number(&s.Elo, key, value, least, most, 1)
	case strings.HasPrefix(key, "option.") && key != "option.":
		s.Options[strings.TrimPrefix(key, "option.")] = value
	case own:
		set := s.Profile.Set
		if plain {
			set = s.Classic.Set
		}
		ok := false
		if s.guest != nil {
			return fmt.Errorf("%q is no setting of a guest, which has no profile", key)
		}
		if ok, err = set(key, value); !ok {
			return fmt.Errorf("%q is no setting of it", key)
		}
		s.Changes = append(s.Changes, key+"="+value)
	case key == "elo":
		if !s.named {
			s.Label += " " + value
		}
		s.limitStrength(value)
		return number(new(int), key, value, 0, 5000, 1)
	case key == "args":
		s.Args = strings.Fields(value)
	case key == "arg":
		s.Args = append(slices.Clip(s.Args), value)
	case key == "protocol":
		if s.Protocol = value; value != "uci" && value != "xboard" {
			return fmt.Errorf("protocol=%s: want uci or xboard", value)
		}
	case key == "send":
		s.Send = append(s.Send, value)
	default:
		return fmt.Errorf("%q is no setting of it", key)
	}
	return err
}

// complete adds defaults. It returns an error for settings that can't be combined.
func (s *Spec) complete(d Defaults) error {
	if s.Engine != "" && !s.named && len(s.Changes) > 0 {
		s.Label += "," + strings.Join(s.Changes, ",")
	}
	if s.Elo > 0 {
		if err := s.setElo(); err != nil {
			return err
		}
	}
	s.addDefaults(d)
	if err := s.completeGuest(); err != nil {
		return err
	}
	own, xboard, l := s.Engine != "", s.Protocol == "xboard", s.Limits
	searches, timed := l != Limits{}, s.timed()
	switch {
	case s.Label == "":
		return fmt.Errorf("name= is empty")
	case s.MoveTime > 0 && s.Control.Clocked():
		return fmt.Errorf("movetime= and tc=: want one of them")
	case own && timed && searches:
		return fmt.Errorf("movetime= or tc= and nodes=, depth=, sx= or cycles=: want one of them")
	case own && timed && len(s.Changes) > 0:
		return fmt.Errorf("movetime= and tc= go through the UCI session, which knows no %s: limit it by nodes=, sx= or cycles=", s.Changes[0])
	case own && !timed && len(s.Options) > 0:
		return fmt.Errorf("option.* are the UCI session's, which only movetime= and tc= use: want one of them, or cmd=self")
	case s.Path == Self && (xboard || len(s.Args) > 0):
		return fmt.Errorf("cmd=self takes neither args= nor protocol=")
	case xboard && l.Nodes > 0:
		return fmt.Errorf("nodes= does not exist in the xboard protocol: want depth=, movetime= or tc=")
	case xboard && len(s.Options) > 0:
		return fmt.Errorf("option.* and elo= are UCI's: want send=\"LINE\"")
	case xboard && s.MoveTime%time.Second != 0:
		return fmt.Errorf("movetime=%d: the xboard protocol knows whole seconds only: want 1000 or a multiple", s.MoveTime/time.Millisecond)
	case xboard && !searches && !timed && len(s.Send) == 0:
		return fmt.Errorf("it has no limit: want depth=N, movetime=1000 or tc=60+1")
	case !xboard && len(s.Send) > 0:
		return fmt.Errorf("send= is for protocol=xboard")
	case !own && !xboard && s.Control.Clocked() && searches:
		return fmt.Errorf("tc= and nodes= or depth=: want one of them")
	}
	return nil
}

// completeGuest returns an error for limits that a guest cannot have.
func (s *Spec) completeGuest() error {
	switch l := s.Limits; {
	case s.guest == nil:
		return nil
	case l.SXSet:
		return fmt.Errorf("sx: a guest has no SX: want nodes=, depth=, cycles=, movetime= or tc=")
	case l.Depth != 0 && !s.guest.Reaches(l.Depth):
		return fmt.Errorf("depth=%d: %s searches %d to %d plies", l.Depth, s.Label, s.guest.Depths[0], s.guest.Depths[1])
	case l.Nodes != 0:
		if err := s.guest.Lacks("nodes=", hostbridge.CountsNodes); err != nil {
			return fmt.Errorf("%w: want depth=, cycles=, movetime= or tc=", err)
		}
	}
	return nil
}

// File returns the description of a guest, "" for others.
func (s *Spec) File() string {
	if s.guest == nil {
		return ""
	}
	return strings.TrimPrefix(s.Engine, guest.Prefix)
}

// setElo makes one of our engines play at its rated level, as a UCI session does with
// UCI_LimitStrength.
func (s *Spec) setElo() error {
	switch {
	case len(s.Changes) > 0:
		return fmt.Errorf("elo= and %s: a rated level has its own profile: want one of them", s.Changes[0])
	case s.Limits.Nodes > 0:
		return fmt.Errorf("elo= and nodes=: want one of them")
	}
	elo := strconv.Itoa(s.Elo)
	if !s.named {
		s.Label = s.Engine + " " + elo
	}
	if s.timed() {
		s.limitStrength(elo)
		return nil
	}
	strength := level.AtElo(s.Elo)
	s.ProfileName, s.Profile, s.Limits.Nodes = strength.Name, strength.Profile, strength.Nodes
	return nil
}

// limitStrength sets the UCI options of a rated level.
func (s *Spec) limitStrength(elo string) {
	s.Options["UCI_LimitStrength"], s.Options["UCI_Elo"] = "true", elo
}

// addDefaults sets the default limits of a player without limits.
func (s *Spec) addDefaults(d Defaults) {
	own, none := s.Engine != "", func() bool { return s.Limits == Limits{} && !s.timed() }
	if own && none() {
		s.Limits = d.Limits
	}
	if none() {
		s.MoveTime, s.Control = d.MoveTime, d.Control
	}
	switch {
	case none() && own:
		s.Limits.Nodes = defaultNodes
	case none() && s.Protocol == "uci":
		s.MoveTime = defaultMoveTime
	}
}

// Limit describes the limits of a player.
func (s *Spec) Limit() string {
	var all []string
	add := func(on bool, format string, args ...any) {
		if on {
			all = append(all, fmt.Sprintf(format, args...))
		}
	}
	l := s.Limits
	add(l.Nodes > 0, "nodes=%d", l.Nodes)
	add(l.Depth > 0, "depth=%d", l.Depth)
	add(l.SXSet, "sx=%d", l.SX)
	add(l.Cycles > 0, "cycles=%d", l.Cycles)
	add(s.MoveTime > 0, "movetime=%d", s.MoveTime/time.Millisecond)
	add(s.Control.Clocked(), "tc=%v", s.Control)
	for _, line := range s.Send {
		all = append(all, "send="+quote(line))
	}
	return strings.Join(all, ",")
}

// String returns the spec with all settings, for a state file. Players with equal strings
// play the same moves.
func (s *Spec) String() string {
	var options []string
	for name, value := range s.Options {
		options = append(options, quote("option."+name+"="+value))
	}
	slices.Sort(options)
	var all []string
	switch {
	case s.guest != nil:
		all = []string{quote(s.Engine)}
	case s.Engine == "":
		all = []string{"cmd=" + quote(s.Path), "protocol=" + s.Protocol}
		for _, a := range s.Args {
			all = append(all, quote("arg="+a))
		}
		all = append(all, options...)
		options = nil
	case s.Engine == classic.EngineName:
		all = append([]string{s.Engine}, s.Classic.Settings()...)
	default:
		all = []string{s.Engine + ":" + s.ProfileName, fmt.Sprintf("profile=%x", s.Profile.Bytes())}
	}
	if l := s.Limit(); l != "" || s.Engine != "" {
		all = append(all, l)
	}
	return strings.Join(append(all, options...), ",")
}
