package pgn

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/searchex/searchex/testdata/switches"
)

// judgedPosition is a position as a search sees it.
type judgedPosition struct {
	legal []string
	next  map[string]string // the positions after moves, as FEN
}

// judge gives notes on games as a search with some limits might.
type judge map[string]*judgedPosition // by FEN, since the same games come again

func (j judge) at(t *testing.T, fen string) *judgedPosition {
	if p := j[fen]; p != nil {
		return p
	}
	g, err := rules.New(fen)
	require.NoError(t, err)
	p := &judgedPosition{legal: g.LegalMoves(), next: map[string]string{}}
	slices.Sort(p.legal)
	j[fen] = p
	return p
}

// after returns the position after a move.
func (j judge) after(t *testing.T, fen, uci string) string {
	p := j.at(t, fen)
	if p.next[uci] == "" {
		pos, err := rules.ParsePosition(fen)
		require.NoError(t, err)
		next, _, err := pos.Move(uci)
		require.NoError(t, err)
		p.next[uci] = next.FEN()
	}
	return p.next[uci]
}

// notes returns a value for each move, and for some a loss. They depend on the position,
// the move and the limits alone.
func (j judge) notes(t *testing.T, g *Game, limits int) []Note {
	notes := make([]Note, len(g.Moves))
	for i, fen := 0, g.FEN; i < len(g.Moves); i++ {
		n, played, now := &notes[i], g.Moves[i].UCI, fen
		fen = j.after(t, fen, played)
		if len(j.at(t, fen).legal) == 0 {
			continue
		}
		sum := int(crc32.ChecksumIEEE(fmt.Appendf(nil, "%s %s %d", now, played, limits)) >> 1)
		n.Eval = &Eval{Centipawns: sum%1200 - 600}
		if sum%40 == 0 {
			n.Eval = &Eval{Mate: sum%7 - 9}
		}
		if sum /= 1200; sum%3 == 0 || played == NullMove {
			continue
		}
		n.Loss = 50 + sum%400
		n.NAG = oldGlyph(n.Loss)
		for range 1 + sum%5 {
			legal := j.at(t, now).legal
			if len(legal) == 0 {
				break
			}
			uci := legal[sum%len(legal)]
			n.Better = append(n.Better, Move{UCI: uci})
			now = j.after(t, now, uci)
		}
	}
	return notes
}

// annotate annotates every game of a text, as a run with some limits does. most bounds
// the moves of each game, as ctrl-C does.
func (j judge) annotate(t *testing.T, text string, limits, most int) string {
	t.Helper()
	games, rest := sources(t, text)
	var b strings.Builder
	for _, raw := range games {
		g, _, _ := raw.Game()
		notes := j.notes(t, g, limits)
		out, glyphs, err := raw.Insert(notes[:min(most, len(notes))], Annotator("go", "tuned", fmt.Sprintf("%d nodes", limits)))
		require.NoError(t, err, "%q", text)
		b.Write(out)
		if limits == 1 {
			shown(t, out, glyphs)
		}
	}
	return b.String() + rest
}

// shown requires that the moves of a game have the glyphs that Insert has returned.
func shown(t *testing.T, text []byte, glyphs []int) {
	t.Helper()
	if len(glyphs) == 0 {
		return
	}
	raw, err := NewReader(bytes.NewReader(text), "x").Next()
	require.NoError(t, err)
	g, _, _ := raw.Game()
	for i, want := range glyphs {
		got := 0
		if at := slices.IndexFunc(g.Moves[i].NAGs, func(n int) bool { return n <= 6 }); at >= 0 {
			got = g.Moves[i].NAGs[at]
		}
		require.Equal(t, want, got, "move %d of %q", i, text)
	}
}

// whole is more than the moves of any game.
const whole = 1 << 30

// keepsAndRepeats requires of a text that a second run equals the first, whatever came
// between them, and that nothing of the text is lost. It returns the annotated text.
func (j judge) keepsAndRepeats(t *testing.T, text string) string {
	first := j.annotate(t, text, 1, whole)
	require.Equal(t, first, j.annotate(t, first, 1, whole), "a second run of %q", text)
	keeps(t, text, first)
	other := j.annotate(t, text, 2, whole)
	if !strings.Contains(text, oldAnnotator) {
		other = j.annotate(t, other, 3, 3) // stopped by ctrl-C
	}
	require.Equal(t, first, j.annotate(t, other, 1, whole), "after runs with other limits: %q", text)
	return first
}

// oneLine returns a text with single spaces.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// ourLine matches a line of ours.
var ourLine = regexp.MustCompile(`\(\{Better,\s+by\s+[0-9.]+:\s+\[%sx [0-9a-f]{8}\]\}[^(){}]*\)`)

// keepsChanges changes one of the lines of an annotated text as a person might, and
// requires that it stays so in later runs.
func (j judge) keepsChanges(t *testing.T, random *rand.Rand, annotated string) {
	lines := ourLine.FindAllStringIndex(annotated, -1)
	if len(lines) == 0 {
		return
	}
	at := lines[random.IntN(len(lines))]
	line := annotated[at[0]:at[1]]
	end := len(line) - 1
	last := strings.LastIndexAny(line, " \r\n")
	changed := []string{
		line[:end] + " {mine})", line[:end] + "!)", line[:end] + "\n$1)", line[:end] + " ({mine}))", line[:last] + ")", line[:last] + " h2h4)", line[:end] + " --)",
		strings.Replace(line, ":", ": see Tal.", 1), strings.Replace(line, "Better", "Far better", 1), regexp.MustCompile(`[0-9]:`).ReplaceAllString(line, "7:"),
		strings.Replace(line, "%sx", "%sxx", 1), strings.Replace(line, "}", "so}", 1), strings.Replace(line, "}", "} {mine}", 1),
	}[random.IntN(13)]
	if changed == line {
		return
	}
	text := annotated[:at[0]] + changed + annotated[at[1]:]
	for limits := range 2 {
		once := j.annotate(t, text, limits+1, whole)
		require.Contains(t, oneLine(once), oneLine(changed), "in place of %q in %q", line, annotated)
		require.Equal(t, once, j.annotate(t, once, limits+1, whole), "a second run of %q", text)
	}
}

// oldAnnotator is the annotator of an earlier version.
const oldAnnotator = "searchex go, profile sx81, 100 nodes a position"

// anyValue matches what a comment loses: values, and marks of glyphs, which no person
// writes.
var (
	anyValue      = regexp.MustCompile(`\[%(?i:eval)\s+[^\]\s]+\s*\]|\[%sx \$[246]\]`)
	ourAnnotators = regexp.MustCompile(`(; )?searchex go, profile (tuned|sx81), [0-9,]+ nodes a position(, marked %sx)?`)
)

// persons returns what a person has written into the games of a text: tags, and the
// tokens of the moves without values.
func persons(t *testing.T, text string) (all []string) {
	games, _ := sources(t, text)
	for _, raw := range games {
		all = append(all, "game")
		for _, tag := range raw.Tags {
			if tag.Name == annotatorTag {
				tag.Value = ourAnnotators.ReplaceAllString(tag.Value, "")
			}
			if tag.Name != annotatorTag || tag.Value != "" {
				all = append(all, fmt.Sprint(tag))
			}
		}
		for _, k := range raw.tokens {
			b := string(raw.source[k.from:k.to])
			if k.kind == comment {
				if b = oneLine(anyValue.ReplaceAllString(b, " ")); strings.Trim(b, "{}; ") == "" {
					continue // ours may be in it
				}
				b = strings.ReplaceAll(strings.ReplaceAll(b, "{ ", "{"), " }", "}")
			}
			all = append(all, strings.TrimSpace(b))
		}
	}
	return all
}

// keeps requires that all that a person has written is in the annotated text, in its
// order.
func keeps(t *testing.T, text, annotated string) {
	t.Helper()
	want, got := persons(t, text), persons(t, annotated)
	at := 0
	for i, w := range want {
		for at < len(got) && got[at] != w {
			at++
		}
		require.Less(t, at, len(got), "%q is lost, number %d of %q in\n%q", w, i, want, annotated)
		at++
	}
}

// scribe writes random files.
type scribe struct {
	*rand.Rand
	strings.Builder
	old bool // the annotator is one of an earlier version
}

func (s *scribe) pick(all ...string) string { return all[s.IntN(len(all))] }

func (s *scribe) put(all ...string) { s.WriteString(s.pick(all...)) }

// one reports true once in n times.
func (s *scribe) one(n int) bool { return s.IntN(n) == 0 }

// gap writes what may stand between two words.
func (s *scribe) gap() {
	if s.one(4) {
		s.put("\n", "  ", "\t", "\n\n", "\n \n ", ",", " , ", "\n%1. d4 {\n", "\u00a0", " \u200b ", "\n\n% so\n\n", "\n,\n", "\x00")
		return
	}
	s.WriteByte(' ')
}

// comment writes a comment, with what looks like ours.
func (s *scribe) comment() {
	switch {
	case s.one(2):
		s.put("{so}", "{}", "{ }", "{Better, by far}", "{Better, by 0.55:}", "{[%sx $9]}", "{[%sx]}", "{[%sx 1234abcd]}", "{[%SX $4] }", "{[%sx $44]}", "{%sx $4}", "{[%sxx $4]}",
			"{searchex go, profile tuned, 1 nodes a position}", "{a  b\nc}", "{(}", "{M\xfcller \x96 so}", "{Žižka}", "{a {b} c}", "{[%clk 0:01:00]}", "[0:15]", "[%x]", "; so\n", ";\n", "; [%sx $9] so\n")
	default:
		s.put("{[%eval 0.2]}", "{ [%eval 0.18] [%clk 0:10:00] }", "{[%eval 0.3] [%eval 0.4] so}", "{[%EVAL 0.5]}", "{so [%eval -M5]good}", "{[%eval\n327.67/29]}", "{[%eval #-3,20]}", "[%eval 0.3]",
			"; [%eval 0.3] so\n", "; [%eval 0.3]\n", "; so {[%eval\n327.67/29]}", "; {so\n[%eval 0.3] so}", "{[%eval 0.3]}{[%eval 0.4]}", "{[%eval]}", "{[%eval nothing yet]}", "{[%eval 1]so [%eval 2] so}")
	}
}

// glyph writes a glyph after a move.
func (s *scribe) glyph() {
	s.put("!", "?!", " $2", " $4", " $6", " $10", " $4 $2", " $6 $6", " ??", " +=", "$1", " $139", " ± ", "$4{so}")
}

// number writes a number before a move, or none.
func (s *scribe) number(pos rules.Position) {
	n := pos.Ply()/2 + 1
	form := s.pick("%d.", "%d.", "%d.", "%d", "%d .", "%d. ", "")
	if !pos.WhiteToMove() {
		form = s.pick("", "", "", "%d...", "%d…", "%d …", "%d. …", "%d..", "%d....", "%d. ...", "...", "%d...{so} ", "%d... %d...", "%d...\n")
	}
	if s.WriteString(strings.ReplaceAll(form, "%d", fmt.Sprint(n))); form != "" && s.one(2) {
		s.WriteByte(' ')
	}
}

// move writes a legal move in one of its forms, and returns the position after it.
func (s *scribe) move(pos rules.Position) (next rules.Position, ok bool) {
	g, err := rules.New(pos.FEN())
	if err != nil {
		return pos, false
	}
	legal := g.LegalMoves()
	if len(legal) == 0 {
		return pos, false
	}
	slices.Sort(legal)
	uci := legal[s.IntN(len(legal))]
	for _, m := range legal { // more castling
		if strings.HasPrefix(g.SAN(m), "O-O") && s.one(3) {
			uci = m
		}
	}
	san := g.SAN(uci)
	switch {
	case s.one(20) && !strings.HasSuffix(san, "+"):
		if after, _, err := pos.Move(NullMove); err == nil {
			s.put("--", "Z0")
			return after, true
		}
	case strings.HasPrefix(san, "O"):
		san = strings.ReplaceAll(san, "O", s.pick("O", "0"))
		san = strings.ReplaceAll(san, "-", s.pick("-", "–"))
	case s.one(6):
		san = uci
	}
	s.WriteString(san)
	next, _, err = pos.Move(uci)
	return next, err == nil
}

// line writes moves with what people add to them.
func (s *scribe) line(pos rules.Position, most, deep int) {
	for range s.IntN(most + 1) {
		before := pos
		s.number(pos)
		next, ok := s.move(pos)
		if !ok {
			return
		}
		pos = next
		if s.one(4) {
			s.glyph()
		}
		for s.one(3) {
			s.gap()
			s.comment()
		}
		for deep < 2 && s.one(5) {
			s.gap()
			s.variation(before, deep+1)
			if s.one(3) {
				s.comment()
			}
		}
		if deep == 0 && s.one(60) {
			s.put("Ke9", ")", "} ", "(", "{torn", "[Event \"next\"]\n\n")
		}
		s.gap()
	}
}

// variation writes a variation, with what looks like ours.
func (s *scribe) variation(pos rules.Position, deep int) {
	s.WriteByte('(')
	if s.one(2) {
		s.put("{Better, by far, is}", "{Better, by 0.55: so}", "{Better, by 0.55: [%sx 00000000]}", "{[%sx 1234abcd] Better, by 0.55:}", "{Better, by the way}", "{Better, by 0.55}", "{better, by 0.55:}", "{Better,  by 1.00 :}")
		s.gap()
		if !s.old && s.one(2) {
			s.put("{Better, by 0.55:}", "{Better, by\n1.50:} ")
		}
	}
	s.line(pos, 3, deep)
	s.WriteByte(')')
}

// file returns a random file of one or two games.
func (s *scribe) file() string {
	s.Reset()
	s.old = false
	if s.one(10) {
		s.WriteString("\uFEFF")
	}
	for range 1 + s.IntN(2) {
		s.game()
	}
	text := s.String()
	switch s.IntN(5) {
	case 0:
		return strings.ReplaceAll(text, "\n", "\r\n")
	case 1:
		return strings.ReplaceAll(text, "\n", "\r")
	}
	return text
}

func (s *scribe) game() {
	fen := ""
	for range s.IntN(4) {
		s.put("[White \"A\"]", "[White \"M\xfcller\"]", "[Event \"C:\\\"]", "[Site x]", "[Round “1”]", "[Annotator \"Tal\"]", "[Annotator \"\"]", "[Annotator \"by hand, using searchex and Stockfish\"]",
			"[Annotator \"Researchex team\"]", "[Annotator \"searchex\"]", "[Annotator \"C:\\\\\\\"x\\\"\"]", "[Annotator “Tal”]", "[annotator \"x\"]", "[Annotator \"searchex go, profile sx81, 1 nodes a position, marked %sx; B. Later\"]",
			"[Annotator \"A; searchex go, profile sx81, 20,000 nodes a position, marked %sx\"]", "[Annotator Tal]", "[Annotator \"xsearchex go, profile sx81, 1 nodes a position\"]", "[Annotator \"Tal\"\n", "{between tags}")
		s.put("\n", "\n", "\n", " ", "")
	}
	if s.one(8) {
		s.old = true
		fmt.Fprintf(s, "[Annotator \"%s\"]\n", s.pick(oldAnnotator, "Tal; "+oldAnnotator, oldAnnotator+"; B. Later"))
	}
	if s.one(3) {
		fen = s.pick("r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 4 8", "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R b KQkq - 4 8", "8/P6k/8/8/8/8/p6K/8 b - - 0 40")
		fmt.Fprintf(s, "[FEN \"%s\"]\n", fen)
	}
	s.put("\n", "", "\n\n", "{intro} ", "; intro\n")
	if fen == "" {
		fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	}
	pos, err := rules.ParsePosition(fen)
	if err != nil {
		panic(err)
	}
	s.line(pos, 9, 0)
	s.put(" *", "*\n\n", " 1-0 {so}\n\n", " 1 - 0\n", " 1/2-1/2 {a} {b} {[%eval 0.3]}\n\n{next}\n", "\n\n", " 0-1\n{[%eval 0.5]}\n", "; end", " ½–½\n\n")
}

// fixpointFiles is the number of random files: few, so that the test takes a second, or
// 10,000 with SEARCHEX_TESTS=slow.
func fixpointFiles() int {
	if switches.Has("slow") {
		return 10_000
	}
	return 100
}

// A second run equals the first, and loses nothing of a person's: files of users.
func TestInsertAgainOnFilesOfUsers(t *testing.T) {
	names, err := filepath.Glob("testdata/*.pgn")
	require.NoError(t, err)
	wild, err := filepath.Glob("testdata/wild/*.pgn")
	require.NoError(t, err)
	names = append(names, wild...)
	require.Greater(t, len(names), 20)
	for _, name := range names {
		b := given.File(t, name)
		judge{}.keepsAndRepeats(t, string(b))
	}
}

// The same for random files, in which a person then changes a line of ours.
func TestInsertAgainOnRandomFiles(t *testing.T) {
	for i := range fixpointFiles() {
		s := scribe{Rand: rand.New(rand.NewPCG(uint64(i), 7))}
		j := judge{}
		first := j.keepsAndRepeats(t, s.file())
		if i%2 == 0 {
			j.keepsChanges(t, s.Rand, first)
		}
	}
}

// FuzzInsertAgain is the same for any text.
func FuzzInsertAgain(f *testing.F) {
	for _, s := range wild {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		utf16 := strings.HasPrefix(text, "\xfe\xff") || strings.HasPrefix(text, "\xff\xfe")
		if !utf16 && !strings.Contains(text, "%sx") && !strings.Contains(text, "searchex") {
			judge{}.keepsAndRepeats(t, text)
		}
	})
}

// What is repeated without end takes no longer each time.
func TestInsertIsLinear(t *testing.T) {
	const many = 50_000
	for name, middle := range map[string]string{
		"comments": strings.Repeat("{a}\n\n", many), "values in a comment": "{" + strings.Repeat("[%eval 1] ", many) + "}", "variations": strings.Repeat("({Better, by 1.00: [%sx 00000000]} 1. d4) ", many/100),
		"open": strings.Repeat("( {a} ", many), "glyphs": strings.Repeat("$2 ", many), "numbers": strings.Repeat("1... ", many), "nested": strings.Repeat("({a}", many) + strings.Repeat(")", many),
	} {
		got := annotated(t, "1. e4 "+middle+"e5 *", values(2)...)
		require.Equal(t, got, annotated(t, got, values(2)...), name)
	}
}
