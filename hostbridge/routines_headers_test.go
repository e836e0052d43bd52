package hostbridge

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
)

// sources is the folder of the machine's program.
func (m *rig) sources() string { return "../asm/" + m.kind.CPU.Folder }

// headers are the headers of the sources, by label.
func (m *rig) headers() map[string]asm.Header {
	headers, err := m.kind.CPU.Headers(os.DirFS(m.sources()))
	require.NoError(m.t, err)
	byLabel := map[string]asm.Header{}
	for _, h := range headers {
		byLabel[h.Label] = h
	}
	return byLabel
}

// bytesOf returns the bytes that a word of a header names.
func (c *cpuTest) bytesOf(word string) []string {
	if slices.Contains(c.registers, word) {
		return []string{word}
	}
	return c.groups[word]
}

// uses are the words of a routine's Uses that name registers, as far as a
// semicolon, behind which memory follows. all says that it may change
// everything.
func (c *cpuTest) uses(t testing.TB, headers map[string]asm.Header, label string) (words []string, all bool) {
	h, ok := headers[label]
	require.True(t, ok, label)
	text, _, _ := strings.Cut(h.Uses, ";")
	if other, ok := strings.CutPrefix(text, "as "); ok && headers[other].Label != "" {
		return c.uses(t, headers, other)
	}
	for _, word := range asm.HeaderWords(text) {
		if word == "everything" {
			return nil, true
		}
		if len(c.bytesOf(word)) > 0 {
			words = append(words, word)
		}
	}
	require.True(t, len(words) > 0 || text == "nothing", "%s:%d: %s: Uses names no register", h.File, h.Line, label)
	return words, false
}

// outs are the words of a routine's Out that name registers.
func (c *cpuTest) outs(headers map[string]asm.Header, label string) (words []string) {
	text := headers[label].Out
	if other, ok := strings.CutPrefix(text, "as "); ok && headers[other].Label != "" {
		return c.outs(headers, other)
	}
	for _, word := range asm.HeaderWords(text) {
		if len(c.bytesOf(word)) > 0 {
			words = append(words, word)
		}
	}
	return words
}

// changes is which registers the calls of each routine have changed.
type changes map[string]*changed

type changed struct {
	calls int
	byte  [len(registerBytes{})]bool
}

func (c changes) note(label string, before, after []byte) {
	e := c[label]
	if e == nil {
		e = &changed{}
		c[label] = e
	}
	e.calls++
	for i := range before {
		if before[i] != after[i] {
			e.byte[i] = true
		}
	}
}

// TestHeadersListWhatIsChanged: the registers that a routine changes are those that its header
// lists under Uses and Out.
func TestHeadersListWhatIsChanged(t *testing.T) { onMachines(t, testHeadersListWhatIsChanged) }

func testHeadersListWhatIsChanged(t testing.TB, m *rig) {
	c, headers := m.cpu, m.headers()
	all := changes{}
	exercise(t, m, all)

	for _, label := range routines(m.m.Program()) {
		h := headers[label]
		where := fmt.Sprintf("%s:%d: %s", h.File, h.Line, label)
		seen := all[label]
		if seen == nil {
			if c.neverCalled[label] == "" {
				t.Errorf("%s is never called here, so its header is not checked", where)
			}
			continue
		}
		if c.neverCalled[label] != "" {
			t.Errorf("%s is called all the same", where)
		}
		uses, everything := c.uses(t, headers, label)
		listed := map[string]bool{}
		for _, word := range append(c.outs(headers, label), uses...) {
			for _, r := range c.bytesOf(word) {
				listed[r] = true
			}
		}
		for i, r := range c.registers {
			if seen.byte[i] && !listed[r] && !everything {
				t.Errorf("%s changes %s, and neither Uses nor Out says so", where, r)
			}
		}
		for _, word := range uses {
			changed := false
			for _, r := range c.bytesOf(word) {
				changed = changed || seen.byte[slices.Index(c.registers, r)]
			}
			if !changed && c.seldom[label+" "+word] == "" {
				t.Errorf("%s lists %s under Uses, and none of %d calls changes it", where, word, seen.calls)
			}
		}
	}
}

// exercise runs all that the machine does, and notes what the calls change.
func exercise(t testing.TB, m *rig, all changes) {
	c, labels := m.cpu, routines(m.m.Program())
	followed := func() *calls {
		return follow(m, func(x *call, _ uint64, registers []byte) {
			all.note(labels[x.label], x.registers[:len(c.registers)], registers[:len(c.registers)])
		})
	}
	search := func(g *goengine.Game, prof *goengine.Profile, l goengine.Limits) {
		_, err := m.Search(context.Background(), g, prof, l)
		require.NoError(t, err)
		followed().search(t, g)
	}
	games := epd(t, "bench12.epd")
	for i, name := range goengine.ProfileNames {
		prof := profile(t, name)
		for k := range 3 {
			search(games[(i+4*k)%len(games)], prof, goengine.Limits{Nodes: 800})
		}
		placed(int64(20+i), 12, func(p *goengine.Position) {
			search(goengine.NewGame(p), prof, goengine.Limits{Nodes: 150})
		})
	}
	// Queens and rooks that threaten mate.
	for _, fen := range []string{
		"6k1/5ppp/2p1p3/1p6/8/P7/1PP2PPP/R2R2K1 w - - 0 1", "5rk1/1p3ppp/p7/8/8/4Q3/5PPP/R5K1 w - - 0 1",
		"q7/8/8/2b2k2/8/3K4/8/8 b - - 0 1",
	} {
		p := position(t, fen)
		search(goengine.NewGame(p), profile(t, "cyrus86"), goengine.Limits{Nodes: 2000})
	}
	// In check without a price for evasions; terminals with a tempo; captures
	// sorted by what they lose; late moves whose prices are worked out.
	prof := *profile(t, "cyrus86")
	prof.LateFrom, prof.Late = 4, 8
	prof.Switches |= goengine.SwapSort
	prof.Price[goengine.Evasion], prof.Tempo = 0, -10
	for i, g := range games {
		if i%2 == 0 {
			search(g, &prof, goengine.Limits{Nodes: 900})
		}
	}
	// Lists that hardly find room.
	crowd := position(t, "bnbnknbn/1n3b2/8/8/8/8/1N3B2/BNBNKNBN w - - 0 1")
	search(goengine.NewGame(crowd), cheap(1, goengine.MateTest), goengine.Limits{Nodes: 1500})
	halfway := cheap(24, goengine.HalfFrontier|goengine.MateTest)
	halfway.Start = 30
	queens := position(t, "3qk3/2q1q3/1q3q2/q5q1/1Q5Q/2Q3Q1/3Q1Q2/3KQ3 w - - 0 1")
	search(goengine.NewGame(queens), halfway, goengine.Limits{Nodes: 3000})
	// More officers than slots that are unrolled, attackers that a state can't
	// hold, promotions, en passant, castling, few pieces, the fifty-move rule.
	for i, fen := range []string{
		"1QQQQQ2/7k/8/8/3p4/2RNRN2/2NNN3/K2R4 w - - 0 1", "nnn1k3/P1P4P/8/8/8/8/p3p1pp/2K2NN1 w - - 97 90",
		"qqqqqqqq/q1k5/8/8/8/8/4PPPP/R3K2R w KQ - 0 1", "8/8/4k3/8/8/3BK3/8/5b2 w - - 90 1",
		"r3k2r/8/8/2pPpP2/8/8/8/R3K2R w KQkq c6 0 1", "7k/5Q2/8/6K1/8/8/8/8 w - - 99 80",
		"8/8/8/K2pP2r/8/8/8/7k w - d6 0 1", "4k3/8/8/8/1b5q/8/3P1P2/3RKR2 w - - 0 1",
	} {
		p := position(t, fen)
		g := goengine.NewGame(p)
		for k := range 2 {
			prof := profile(t, goengine.ProfileNames[(i+k)%len(goengine.ProfileNames)])
			search(g, prof, goengine.Limits{Nodes: 300, Moves: p.LegalMoves()[k:]})
		}
		for range 4 {
			moves := g.Position().LegalMoves()
			if len(moves) == 0 {
				break
			}
			require.NoError(t, g.Play(g.Position().UCI(moves[len(moves)/2])))
		}
		search(g, profile(t, "tuned"), goengine.Limits{Nodes: 300})
	}
	for _, w := range workloads[1:] {
		w.run(t, m, 0, 1, followed)
	}
}

// macroCycles is what the comment on a macro says that it takes.
var macroCycles = regexp.MustCompile(`(?m)^; ([A-Z_]+) - (?:[^\n]|\n;)*?(\d+) T-states\.`)

// TestMacrosTakeWhatTheySay: a macro without a branch takes the time that the comment on it says. A
// machine knows a macro by the line that invokes it.
func TestMacrosTakeWhatTheySay(t *testing.T) {
	m := newRig(t, "z80", Options{})
	claims := map[string]string{}
	files, err := filepath.Glob(m.sources() + "/*.inc")
	require.NoError(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, c := range macroCycles.FindAllStringSubmatch(string(text), -1) {
			claims[c[1]] = c[2]
		}
	}
	m.m.StartProfile()
	_, err = m.Search(context.Background(), epd(t, "bench12.epd")[3], profile(t, "tuned"), goengine.Limits{Nodes: 2000})
	require.NoError(t, err)
	size := map[emu.Line]uint64{} // instructions of a line
	for _, l := range m.m.Program().Lines {
		size[emu.Line{File: l.File, Line: l.Line}]++
	}
	seen := map[string]bool{}
	for _, l := range m.m.StopProfile().ByLine {
		text, err := os.ReadFile(filepath.Join(m.sources(), l.File))
		require.NoError(t, err)
		source := strings.Split(string(text), "\n")[l.Line.Line-1]
		words := strings.Fields(source)
		if i := slices.IndexFunc(words, func(w string) bool { return claims[w] != "" }); i >= 0 && words[0] != ";" {
			turns := l.Count / size[emu.Line{File: l.File, Line: l.Line.Line}]
			took := fmt.Sprint(l.Cycles / turns)
			if words[i] == "APPEND" && words[i+1] == "b" {
				continue // 3 less: the flags are in a register
			}
			require.Equal(t, claims[words[i]], took, "%s: %s", l.Line, words[i])
			seen[words[i]] = true
		}
	}
	require.Equal(t, map[string]bool{"XOR_KEY": true, "KEY_PLACE": true, "APPEND": true, "AFTER_QUIET": true}, seen)
}
