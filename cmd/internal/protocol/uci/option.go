package uci

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/searchex/searchex/cmd/internal/chess/books"
	"github.com/searchex/searchex/cmd/internal/classic"
	"github.com/searchex/searchex/cmd/internal/play/clock"
	"github.com/searchex/searchex/cmd/internal/play/level"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// options has the values of all options except file names.
type options struct {
	engine, profile string // profile is the value of its option: autoProfile or a name
	kHz             int    // 0 for the engine's own clock
	speed           int    // percent, 0 for no delay
	emulated        bool
	level           level.Level
	ownBook         bool
	bookKind        string // of books.Kinds
	bookSeed        int
	contempt        int // centipawns
	ponder          bool
	multiPV         int
	overhead        time.Duration
	limited         bool // UCI_LimitStrength
	elo             int
	classic         classic.Search
}

func defaultOptions(engine string) options {
	return options{engine: engine, profile: autoProfile, bookKind: books.Kinds[0], multiPV: 1, overhead: 50 * time.Millisecond, elo: level.DefaultElo, classic: plain()}
}

// plain returns the default settings of classic, with the greatest depth.
func plain() classic.Search {
	s := classic.Plain()
	s.Depth = 0
	return s
}

// maxContempt is goengine.MaxDraw in centipawns.
const maxContempt = int(goengine.MaxDraw) * 100 / 64

// option is an option of setoption.
type option struct {
	name string
	// kind is check, spin, combo, string or button; value is the default.
	kind, value string
	min, max    int
	vars        []string
	// open reports whether a value is valid besides vars.
	open func(value string) bool
	// wants is what an engine must be able to do, or the option does nothing.
	wants hostbridge.Ability
	// set sets a value, which is valid for kind, min, max and vars. n is the value of a
	// spin.
	set func(s *session, value string, n int) error
}

// table returns all options.
func (s *session) table() []option {
	leastElo, mostElo := level.EloBounds()
	return []option{
		{name: "Engine", kind: "combo", value: s.cfg.Engines[0], vars: s.cfg.Engines, open: hostbridge.IsForeign, set: (*session).setEngine},
		{name: "Profile", kind: "combo", value: autoProfile, vars: slices.Concat([]string{autoProfile}, goengine.AllProfileNames), wants: hostbridge.SameTree, set: func(s *session, v string, _ int) error {
			s.opts.profile = v
			return nil
		}},
		{name: "Clock", kind: "spin", value: "0", max: 1_000_000, set: func(s *session, _ string, n int) error {
			s.opts.kHz = n
			s.newClock()
			return nil
		}},
		{name: "Speed", kind: "spin", value: "0", max: 100_000, set: number(&s.opts.speed)},
		{name: "Time", kind: "combo", value: "wall", vars: []string{"wall", "emulated"}, set: is(&s.opts.emulated, "emulated")},
		{name: "Level", kind: "string", set: (*session).setLevel},
		{name: "UCI_LimitStrength", kind: "check", value: "false", wants: hostbridge.SameTree, set: is(&s.opts.limited, "true")},
		{name: "UCI_Elo", kind: "spin", value: strconv.Itoa(level.DefaultElo), min: leastElo, max: mostElo, wants: hostbridge.SameTree, set: number(&s.opts.elo)},
		{name: "OwnBook", kind: "check", value: "false", wants: hostbridge.SameTree, set: is(&s.opts.ownBook, "true")},
		{name: "BookFile", kind: "string", wants: hostbridge.SameTree, set: (*session).setBookFile},
		{name: "BookKind", kind: "combo", value: books.Kinds[0], vars: books.Kinds, wants: hostbridge.SameTree, set: (*session).setBookKind},
		{name: "BookSeed", kind: "spin", value: "0", max: 1_000_000_000, wants: hostbridge.SameTree, set: func(s *session, _ string, n int) error {
			s.opts.bookSeed = n
			s.seedBook()
			return nil
		}},
		{name: "Contempt", kind: "spin", value: "0", min: -maxContempt, max: maxContempt, wants: hostbridge.SameTree, set: number(&s.opts.contempt)},
		{name: "Ponder", kind: "check", value: "false", set: is(&s.opts.ponder, "true")},
		{name: "MultiPV", kind: "spin", value: "1", min: 1, max: 64, wants: hostbridge.Suppresses, set: number(&s.opts.multiPV)},
		{name: "NextBest", kind: "button", wants: hostbridge.Suppresses, set: (*session).nextBest},
		{name: "Move Overhead", kind: "spin", value: "50", max: 10_000, set: func(s *session, _ string, n int) error {
			s.opts.overhead = time.Duration(n) * time.Millisecond
			return nil
		}},
		{name: "Hash", kind: "spin", value: "1", min: 1, max: 1_048_576, set: (*session).setNothing},
		{name: "Threads", kind: "spin", value: "1", min: 1, max: 1024, set: (*session).setNothing},
		{name: "ClassicDepth", kind: "spin", value: "0", max: classic.MaxDepth, wants: hostbridge.SameTree, set: func(s *session, _ string, n int) error {
			s.opts.classic.Depth = n
			return s.resetClassic()
		}},
		{name: "ClassicNodes", kind: "spin", value: "0", max: 1_000_000_000, wants: hostbridge.SameTree, set: func(s *session, _ string, n int) error {
			s.opts.classic.MaxNodes = uint64(n)
			return s.resetClassic()
		}},
		{name: "ClassicOrder", kind: "combo", value: classic.Plain().Order.String(), vars: classic.Orders[:], wants: hostbridge.SameTree, set: func(s *session, v string, _ int) error {
			return s.setClassic("order", v)
		}},
		classicSwitch("ClassicMinimax", "minimax", false),
		classicSwitch("ClassicNullMove", "null", true),
		classicSwitch("ClassicQuiescence", "quiescence", true),
		{name: "LogFile", kind: "string", set: func(s *session, v string, _ int) error { return s.out.logTo(v) }},
	}
}

// number returns what sets an option that is a number.
func number(to *int) func(*session, string, int) error {
	return func(_ *session, _ string, n int) error { *to = n; return nil }
}

// is returns what sets an option that is true for one word.
func is(to *bool, word string) func(*session, string, int) error {
	return func(_ *session, v string, _ int) error { *to = v == word; return nil }
}

// classicSwitch returns an option that switches an idea of classic.
func classicSwitch(name, key string, on bool) option {
	return option{name: name, kind: "check", value: strconv.FormatBool(on), wants: hostbridge.SameTree, set: func(s *session, v string, _ int) error {
		return s.setClassic(key, map[string]string{"true": "on", "false": "off"}[v])
	}}
}

// setClassic changes a setting of classic's search.
func (s *session) setClassic(key, value string) error {
	if _, err := s.opts.classic.Set(key, value); err != nil {
		return err
	}
	return s.resetClassic()
}

// resetClassic applies classic's options, if it is the engine.
func (s *session) resetClassic() error {
	if s.opts.engine != classic.EngineName {
		return nil
	}
	return s.setEngine(classic.EngineName, 0)
}

// newEngine creates an engine.
func (s *session) newEngine(name string) (hostbridge.Engine, error) {
	if name == classic.EngineName {
		return classic.NewEngine(s.opts.classic)
	}
	return s.cfg.New(name)
}

// introduce answers uci.
func (s *session) introduce() {
	name := "searchex"
	if s.guest != nil {
		name += " " + s.guest.Title
	}
	s.out.say("id name %s", name)
	s.out.say("id author the searchex authors")
	for _, o := range s.table() {
		if s.lacks("", o.wants) != nil {
			continue
		}
		line := "option name " + o.name + " type " + o.kind
		switch o.kind {
		case "spin":
			line += fmt.Sprintf(" default %s min %d max %d", o.value, o.min, o.max)
		case "combo":
			line += " default " + o.value + " var " + strings.Join(o.vars, " var ")
		case "check":
			line += " default " + o.value
		case "string":
			line += " default <empty>"
		}
		s.out.say("%s", line)
	}
	s.out.say("uciok")
}

// setOption handles "name N… [value V…]". A search that is waiting for stop or ponderhit
// goes on with the old options.
func (s *session) setOption(text string) {
	name, value := nameAndValue(text)
	if name == "" {
		s.out.note("setoption: want name and value")
		return
	}
	for _, o := range s.table() {
		if !strings.EqualFold(o.name, name) {
			continue
		}
		v, n, err := o.read(value)
		if err == nil {
			if does := s.lacks("option "+o.name, o.wants); does != nil {
				s.out.note("%v", does)
			}
			if o.kind == "spin" && v != value {
				s.out.note("option %s: %s is out of range %d to %d: taken as %d", o.name, value, o.min, o.max, n)
			}
			err = o.set(s, v, n)
		}
		if err != nil {
			s.out.note("option %s: %v", o.name, err)
		}
		return
	}
	s.out.note("option %q is unknown", name)
}

// nameAndValue splits "name N… [value V…]". It keeps white space within a value, which
// names of files can have.
func nameAndValue(text string) (name, value string) {
	word := " "
	for word != "name" && word != "" {
		word, text = cutWord(text)
	}
	var words []string
	for {
		if word, text = cutWord(text); word == "" || word == "value" {
			return strings.Join(words, " "), strings.TrimSpace(text)
		}
		words = append(words, word)
	}
}

// read checks a value and converts it to the form for set.
func (o *option) read(value string) (v string, n int, err error) {
	switch o.kind {
	case "check":
		o.vars = []string{"true", "false"}
		fallthrough
	case "combo":
		if o.open != nil && o.open(value) {
			return value, 0, nil
		}
		for _, v := range o.vars {
			if strings.EqualFold(v, value) {
				return v, 0, nil
			}
		}
		return "", 0, fmt.Errorf("%q is unknown: want one of %s", value, strings.Join(o.vars, ", "))
	case "spin":
		// A number that overflows is out of range.
		n, err := strconv.Atoi(value)
		if err != nil && n == 0 {
			return "", 0, fmt.Errorf("%q is no number: want %d to %d", value, o.min, o.max)
		}
		if n < o.min || n > o.max {
			n = min(max(n, o.min), o.max)
			return strconv.Itoa(n), n, nil
		}
		return value, n, nil
	case "string":
		if value == "<empty>" {
			value = ""
		}
	}
	return value, 0, nil
}

// setNothing handles options without effect, which chess programs set for any engine.
func (s *session) setNothing(_ string, n int) error {
	if n != 1 {
		s.out.note("Hash and Threads do nothing: the engines keep no table of scores and search on one core")
	}
	return nil
}

// lacks returns an error if the engine is a guest that lacks an ability. what is what wants it.
func (s *session) lacks(what string, need hostbridge.Ability) error {
	if s.guest == nil {
		return nil
	}
	return s.guest.Lacks(what, need)
}

// setEngine switches to another engine.
func (s *session) setEngine(name string, _ int) error {
	e, err := s.newEngine(name)
	if err != nil {
		return err
	}
	if s.guest = nil; hostbridge.IsForeign(name) {
		if s.guest, err = hostbridge.PlayerOf(name); err != nil {
			return err
		}
	}
	if err := s.handOver(e); err != nil {
		s.out.note("option BookFile: %v: the engine's own book is used", err)
		s.library = nil
	}
	s.engine, s.opts.engine = e, name
	s.newClock()
	return nil
}

// setLevel sets a level, and resets its clock.
func (s *session) setLevel(text string, _ int) error {
	if strings.EqualFold(text, "none") {
		text = ""
	}
	l, err := level.Parse(text)
	if err != nil {
		return err
	}
	s.opts.level = l
	s.newClock()
	return nil
}

// nextBest makes the next go for the same position exclude the last best move and those
// excluded before. While a search of the position is waiting for stop or ponderhit, the
// move that this search will give is meant.
func (s *session) nextBest(string, int) error {
	if err := s.lacks("another move", hostbridge.Suppresses); err != nil {
		return err
	}
	key := s.game.key()
	switch r := s.running; {
	case s.refused == nil && r != nil && r.plan.key == key:
		r.nextBest = true
	case s.refused == nil && s.given.key == key && s.given.last != goengine.NoMove:
		s.given.leaveOut(s.given.last)
	default:
		return fmt.Errorf("no move has been given in this position")
	}
	return nil
}

// rate returns the rate at which the engine's work counts as time.
func (s *session) rate() clock.Rate { return clock.RateOf(hostbridge.ClockOf(s.engine), s.opts.kHz) }

// newGame resets the state that belongs to a game.
func (s *session) newGame() {
	s.given = given{}
	s.seedBook()
	if s.engine != nil {
		s.newClock()
	}
}

// newClock resets the clock of the level.
func (s *session) newClock() {
	s.keeper = nil
	if periods := s.opts.level.Periods(); periods != nil {
		s.keeper = clock.NewKeeper(s.rate(), periods...)
	}
}

// seedBook sets the random number for the book in a game, from the seed or at random.
func (s *session) seedBook() {
	s.bookRand = uint64(s.opts.bookSeed)
	if s.bookRand == 0 {
		s.bookRand = rand.Uint64()
	}
}

// Option is an option as a program describes it, in the words of the protocol. Value is the
// default.
type Option struct {
	Name, Kind, Value, Min, Max string
	Vars                        []string
}

// ParseOption reads the words after option.
func ParseOption(words []string) (o Option) {
	to := new(string)
	for _, w := range words {
		parts := map[string]*string{"default": &o.Value, "min": &o.Min, "max": &o.Max}
		switch part := parts[w]; {
		case w == "name" && o.Name == "":
			to = &o.Name
		case w == "type" && o.Kind == "":
			to = &o.Kind
		case o.Kind != "" && part != nil:
			to = part
		case o.Kind != "" && w == "var":
			o.Vars = append(o.Vars, "")
			to = &o.Vars[len(o.Vars)-1]
		default:
			*to = strings.TrimSpace(*to + " " + w)
		}
	}
	return o
}
