package guest

import (
	"crypto/sha256"
	"fmt"
	"os"
	"strings"
	"sync"
	"unicode"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/internal/words"
)

// Prefix is what the names of guests begin with: guest:FILE.
const Prefix = "guest:"

func init() { hostbridge.AddKinds(Prefix, find) }

// found has the kinds of the descriptions that this process has read, by name, so that a match does not change with a file.
var found sync.Map

// find returns the kind of a guest.
func find(name string) (*hostbridge.EngineKind, error) {
	if k, ok := found.Load(name); ok {
		return k.(*hostbridge.EngineKind), nil
	}
	d, err := Read(strings.TrimPrefix(name, Prefix))
	if err != nil {
		return nil, err
	}
	e, err := open(name, d)
	if err != nil {
		return nil, err
	}
	made, err := e.kind()
	if err != nil {
		return nil, err
	}
	files.Store(d.path, name)
	for _, s := range e.sources {
		files.Store(d.pathOf(s.file), name)
	}
	k, _ := found.LoadOrStore(name, made)
	return k.(*hostbridge.EngineKind), nil
}

// kind returns the kind of an engine. An image that changes meanwhile is not read again.
func (e *Engine) kind() (*hostbridge.EngineKind, error) {
	name, d, p := e.name, e.d, e.program
	cpu, err := asm.FindCPU(d.Program.CPU)
	if err != nil {
		return nil, err
	}
	return &hostbridge.EngineKind{
		Name: name, Title: title(d.Program.Name), About: d.Program.About, Digest: digest(d, p), Depths: [2]int{d.least(), d.most()},
		Clock: e.Clock(), Unit: processors[d.Program.CPU].unit, CPU: cpu, Image: sync.OnceValues(e.image), Can: e.can(), Unplayable: e.unplayable(),
		Make: func(o hostbridge.Options) (hostbridge.Engine, error) {
			e, err := load(name, d, p)
			if err != nil {
				return nil, err
			}
			e.m.SetCore(o.Core)
			return e, nil
		},
	}, nil
}

// files has the files from which this process has read guests, and the guests' names.
var files sync.Map

// UserOf returns the name of a guest that this process has read from a file, "" for none.
func UserOf(path string) (name string) {
	to, err := os.Stat(path)
	if err != nil {
		return ""
	}
	files.Range(func(file, guest any) bool {
		if from, err := os.Stat(file.(string)); err == nil && os.SameFile(from, to) {
			name = guest.(string)
		}
		return name == ""
	})
	return name
}

// title returns the name of a program as one line without control characters, for tables, games and protocols.
func title(name string) string {
	const longest = 60
	plain := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) { // these turn the direction of a text
			return ' '
		}
		return r
	}, name)
	return words.Short(strings.Join(strings.Fields(plain), " "), longest)
}

// digest returns a hash of what a description says, wherever it stands, and of its program.
func digest(d *Description, p *emu.Program) string {
	says := *d
	says.path, says.lines, says.from = "", nil, nil
	h := sha256.New()
	fmt.Fprintf(h, "%+v %x %v %v %v %v", says, p.ROM, p.More, p.Symbols, p.Constants, p.Lines)
	return fmt.Sprintf("%x", h.Sum(nil))
}

// can returns what the description lets a host do.
func (e *Engine) can() hostbridge.Ability {
	can := hostbridge.CountsCycles
	if e.unplayable() == nil {
		can |= hostbridge.Plays
	}
	if e.countsNodes() {
		can |= hostbridge.CountsNodes
	}
	if e.answer.score != nil {
		can |= hostbridge.Values
	}
	replaces := true
	for _, of := range []struct {
		kind goengine.EventKind
		hostbridge.Ability
		values bool
	}{
		{goengine.EventGenerated, hostbridge.Generates, false}, {goengine.EventScored, hostbridge.Scores, true},
		{goengine.EventBeta, hostbridge.Betas, true}, {goengine.EventAlpha, hostbridge.Alphas, false},
		{goengine.EventBest, hostbridge.Bests, false},
	} {
		ev := e.events.find(of.kind)
		if ev != nil {
			can |= of.Ability
		}
		if of.kind == goengine.EventGenerated && ev != nil && len(ev.suppress) > 0 {
			can |= hostbridge.Suppresses
		}
		replaces = replaces && (!of.values || ev != nil && len(ev.replace) > 0)
	}
	if replaces {
		can |= hostbridge.Replaces
	}
	return can
}
