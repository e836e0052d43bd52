package pgn

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// values returns notes with a value for each move.
func values(n int) []Note {
	all := make([]Note, n)
	for i := range all {
		all[i].Eval = &Eval{Centipawns: 25}
	}
	return all
}

// lost returns notes by which each move loses, and a null move was better.
func lost(notes []Note) []Note {
	all := slices.Clone(notes)
	for i := range all {
		all[i].NAG, all[i].Loss, all[i].Better = 4, 300, []Move{{UCI: NullMove}}
	}
	return all
}

const (
	ourTag  = "[Annotator \"searchex go, profile tuned, 5 nodes a position, marked %sx\"]\n\n"
	oldOnes = "[Annotator \"searchex go, profile sx81, 100 nodes a position\"]\n\n"
)

// moveText returns what stands behind the tags of an annotated text, in one line and without
// our value, 0.25.
func moveText(t *testing.T, text string, notes ...Note) string {
	t.Helper()
	got := annotated(t, text, notes...)
	assert.Equal(t, got, annotated(t, got, notes...), "a second run")
	if !strings.Contains(text, oldOnes) {
		assert.Equal(t, got, annotated(t, annotated(t, text, lost(notes)...), notes...), "after other limits")
		assert.Equal(t, annotated(t, text, lost(notes)...), annotated(t, got, lost(notes)...), "other limits after these")
	}
	got = strings.Join(strings.Fields(got[strings.LastIndex(got, "\"]\n")+3:]), " ")
	return strings.ReplaceAll(strings.ReplaceAll(got, "{[%eval 0.25]} ", ""), "[%eval 0.25] ", "")
}

// The words of a person stay, also those that look like ours.
func TestWordsOfAPersonStay(t *testing.T) {
	for _, v := range []string{
		"({Better, by far, is} 1... c5 {my analysis})", "({Better, by transposition,} 1... c5 2. Nc3 (2. Nf3 {so}))", "( {Better, by the way} 1... c5)", "({Better, by 0.55:} 1... c5)",
		"({Better, by 0.55: [%sx 00000000]} 1... c5)", "({Better, by 0.55: [%sx]} 1... c5)", "({[%sx 8c1f0a2b]} 1... c5)", "({Better, by 0.55:})", "()", "(1... c5 {[%sx $4]})", "$4", "$0", "$", "$4 {[%sx $2x]}", "{[%SX $4]}",
	} {
		for _, tag := range []string{"", ourTag, "[Annotator \"searchex\"]\n\n", "[Annotator \"searchex go, profile sx81, some nodes a position\"]\n\n"} {
			assert.Equal(t, "1. e4 1... e5 "+v+" 2. Nf3 *", moveText(t, tag+"1. e4 e5 "+v+" 2. Nf3 *", values(3)...), tag)
		}
	}
}

// A line of an earlier version is ours if the annotator is and if it is in all as it was
// written. The glyph that it justifies goes with it.
func TestLinesOfEarlierVersions(t *testing.T) {
	for old, want := range map[string]string{
		"({Better, by 0.55:} 1... c5)":                   "",
		"({Better,\nby 12.00:} 1... c5 2. Nf3\nd6)":      "",
		"$6 {[%eval 1.00]} ({Better, by 0.99:} 1... c5)": "",
		"$2 ({Better, by 1.00:} 1... c5)":                "",
		"$4 $10 ({Better, by 2.50:} 1... c5)":            "$10",
		"$2 ({Better, by 2.50:} 1... c5)":                "$2",
		"$10 $4 ({Better, by 2.50:} 1... c5)":            "$10 $4",
		"$2 {[%eval 1.00]}":                              "$2",
		"({Better, by 0.55:} 1... c5 {so})":              "=",
		"({Better, by 0.55:} 1... c5!)":                  "=",
		"({Better, by 0.55:} 1... c5 (1... c6))":         "=",
		"({Better, by 0.55:} 1... c5 $1)":                "=",
		"({Better, by 0.55:} c5)":                        "=",
		"({Better, by 0.55:} 1...c5)":                    "=",
		"({Better, by 0.55:} 1... c7c5)":                 "=",
		"({Better, by 0.55:} 1... c4)":                   "=",
		"({Better, by 0.55: so} 1... c5)":                "=",
		"({Better by 0.55:} 1... c5)":                    "=",
		"({Better, by 0.5:} 1... c5)":                    "=",
		"({Better, by 0.55:} {so} 1... c5)":              "=",
	} {
		if want == "=" {
			want = old
		}
		assert.Equal(t, strings.TrimSpace("1. e4 1... e5 "+want)+" 2. Nf3 *", moveText(t, oldOnes+"1. e4 e5 "+old+" 2. Nf3 *", values(3)...), old)
		_, line, found := strings.Cut(old, "(")
		if got := moveText(t, "[Annotator \"Tal\"]\n\n1. e4 e5 "+old+" 2. Nf3 *", values(3)...); found {
			assert.Contains(t, got, oneLine("("+line), "no annotator of ours")
		}
	}
	// As long as a part has old lines, the annotator is an earlier version's.
	text := annotated(t, oldOnes+"1. e4 ({Better, by 0.55:} 1. d4) e5 ({Better, by 0.55:} 1... c5) *", values(1)...)
	assert.Contains(t, text, "5 nodes a position\"]\n\n1. e4 {[%eval 0.25]} 1... e5 ({Better, by 0.55:} 1... c5) *")
	assert.Equal(t, ourTag+"1. e4 {[%eval 0.25]} 1... e5 {[%eval 0.25]} *", annotated(t, text, values(2)...))
}

// A line of ours that a person has changed or copied is the person's, and ours are
// replaced beside it.
func TestChangedLines(t *testing.T) {
	bad := values(3)
	bad[1] = Note{Eval: bad[1].Eval, NAG: 2, Loss: 131, Better: []Move{{UCI: "c7c5"}, {UCI: "g1f3"}}}
	first := annotated(t, "1. e4 e5 2. Nf3 *", bad...)
	line := ourLine.FindString(first)
	require.NotEmpty(t, line)
	place := func(s string) string { return strings.Replace(first, line, s, 1) }
	for _, same := range []string{line, strings.ReplaceAll(line, " ", "\n"), strings.Replace(line, "1... ", "1...", 1), strings.Replace(line, "1... ", "", 1), strings.ReplaceAll(strings.Replace(line, "}", " } ", 1), "{", "{ ")} {
		assert.Equal(t, first, annotated(t, place(same), bad...), same)
		assert.Equal(t, "1. e4 1... e5 2. Nf3 *", moveText(t, place(same), values(3)...), same)
	}
	for _, changed := range []string{
		strings.Replace(line, "c5", "c6", 1), strings.Replace(line, "c5", "c5 {so}", 1), strings.Replace(line, "c5", "c5!", 1), strings.Replace(line, "c5", "c5 $1", 1), strings.Replace(line, "c5", "c5 (1... e6)", 1),
		strings.Replace(line, " 2. Nf3", "", 1), strings.Replace(line, "Nf3", "Nf3 d6", 1), strings.Replace(line, "1.31", "1.32", 1), strings.Replace(line, "1.31:", "1.31: so", 1), strings.Replace(line, "Better", "Best", 1),
	} {
		changed = oneLine(changed)
		require.NotEqual(t, line, changed)
		assert.Equal(t, "1. e4 1... e5 "+changed+" 2. Nf3 *", moveText(t, place(changed), values(3)...))
		assert.Contains(t, oneLine(annotated(t, place(changed), bad...)), changed+" "+oneLine(line))
	}
	copied := "1. e4 1... e5 2. Nf3 " + oneLine(line) + " *"
	assert.Equal(t, copied, moveText(t, place("")[:strings.LastIndex(place(""), " *")]+" "+line+" *", values(3)...), "at another move")
}

// A glyph is ours while its mark names it.
func TestGlyphsAndTheirMarks(t *testing.T) {
	for old, want := range map[string]string{
		"$2 {[%eval -1.25] [%sx $2]}":            "$6 {[%eval 0.25] [%sx $6]}",
		"$2 {[%eval -1.25] [%sx\n$2] so}":        "$6 {[%eval 0.25] [%sx $6] so}",
		"$2 $10 {so [%eval -1.25] [%sx $2] so}":  "$6 $10 {so [%eval 0.25] [%sx $6] so}",
		"{[%sx $2]} $2":                          "$6 {[%eval 0.25] [%sx $6]}",
		"$4 {[%eval -1.25] [%sx $2]}":            "$4 {[%eval 0.25]}",
		"$2 $1 {[%eval -1.25] [%sx $2]}":         "$1 {[%eval 0.25]}",
		"?? {[%eval -1.25] [%sx $4]}":            "?? {[%eval 0.25]}",
		"{[%eval -1.25] [%sx $4]}":               "$6 {[%eval 0.25] [%sx $6]}",
		"$2 {[%eval -1.25]}":                     "$2 {[%eval 0.25]}",
		"$2 {[%eval -1.25] [%sx $3]}":            "$2 {[%eval 0.25] [%sx $3]}",
		"$2 ; [%eval -1.25] [%sx $2] so\n":       "$6 ; [%eval 0.25] [%sx $6] so",
		"$2 {[%eval -1.25] [%sx $2]} {[%sx $2]}": "$6 {[%eval 0.25] [%sx $6]}",
	} {
		got := annotated(t, ourTag+"1. e4 "+old+" *", Note{Eval: &Eval{Centipawns: 25}, NAG: 6})
		assert.Equal(t, "1. e4 "+want+" *", oneLine(strings.TrimPrefix(got, ourTag)), old)
	}
}

// A move has one value, ours.
func TestValuesAreReplaced(t *testing.T) {
	for old, want := range map[string]string{
		"{[%eval 0.3] [%eval 0.4]}":                  "{[%eval 0.25]}",
		"{[%eval 0.3]} {[%eval 0.4] so}":             "{[%eval 0.25]} {so}",
		"{[%EVAL 0.5]}":                              "{[%eval 0.25]}",
		"{ [%Eval #-3,20 ] so }":                     "{ [%eval 0.25] so }",
		"{[%eval\n327.67/29]}":                       "{[%eval 0.25]}",
		"{so [%eval -M5]}":                           "{so [%eval 0.25]}",
		"{[%clk 0:01:00][%eval 1.0]}":                "{[%clk 0:01:00][%eval 0.25]}",
		"[%eval 0.3]":                                "{[%eval 0.25]}",
		"(1. d4 {[%eval 0.3]}) {[%eval 0.4]}":        "(1. d4 {[%eval 0.3]}) {[%eval 0.25]}",
		"{[%evaluation 0.3] [%eval] [%eval so far]}": "{[%eval 0.25] [%evaluation 0.3] [%eval] [%eval so far]}",
		"1... {[%eval 0.3]}":                         "{[%eval 0.25]} 1...",
		"1... {[%eval 0.3] so}":                      "{[%eval 0.25]} 1... {so}",
	} {
		number := " 1... "
		if strings.HasPrefix(old, "1...") {
			number = " "
		}
		got := annotated(t, "1. e4 "+old+" e5 *", values(1)...)
		assert.Equal(t, "1. e4 "+want+number+"e5 *", oneLine(strings.TrimPrefix(got, ourTag)), old)
		raw, err := NewReader(strings.NewReader(got), "x").Next()
		require.NoError(t, err)
		g, _, _ := raw.Game()
		assert.Equal(t, &Eval{Centipawns: 25}, g.Moves[0].Eval, old)
	}
	g, _ := one(t, "1. e4 $2 {[%EVAL 0.25] [%sx $2] so [%sx $3]} *")
	assert.Equal(t, Move{UCI: "e2e4", NAGs: []int{2}, Eval: &Eval{Centipawns: 25}, Comment: "so [%sx $3]"}, g.Moves[0], "who plays a game through does not see the marks")
	for _, gap := range []string{"\n\n", ",", "\n%so\n", "\x00", "\n,\n", "\n \n ", "\u00a0", "\u200b", ""} {
		for _, text := range []string{"e4" + gap + "[%eval 0.3]", "e4" + gap + "[%eval 0.3]\n\n", "e4" + gap + "{so}" + gap + "[%eval 0.3]" + gap + "; so\n" + gap + "e5", "e4 ; so", "e4 ; so\n" + gap, "e4 ; so\n" + gap + "e5", "e4 ; so\n%so\ne5", "e4 ; {[%eval\n0.3]} e5", "e4 {[%eval 1]} ; {so\n[%eval 0.3]} e5", "e4 {[%eval 1]} ; [%eval 0.3]\n e5", "e4 {[%eval 1]} ; {[%eval 0.3]\nso} e5"} {
			got := annotated(t, "[White \"A\"]\n"+text, values(2)...)
			keeps(t, "[White \"A\"]\n"+text, got)
			moveText(t, got, values(2)...)
			moveText(t, "[White \"A\"]\n"+text, values(2)...)
		}
	}
	assert.Equal(t, ourTag+"1. e4 {[%eval 0.25]} 1-0 {so}\n", annotated(t, "1. e4 1-0 {[%eval 0.3] so}\n", values(1)...), "a value after the result is the last move's")
	assert.Equal(t, ourTag+"1. e4 {[%eval 0.3]} *", annotated(t, "1. e4 {[%eval 0.3]} *", Note{}), "no value to replace it")
}

// Before Black's move comes one number, in any of its forms.
func TestOneNumberBeforeBlacksMove(t *testing.T) {
	const game = "[FEN \"r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 4 8\"]\n\n8. h3 "
	for _, number := range []string{"8... ", "8...", "8… ", "8…", "8 … ", "8 …", "8.… ", "8. … ", "8.. ", "8..", "8.... ", "8 ... ", "8. ", "8 ", "... ", "…", ".. ", "7... ", "8... {so} ", "8... (8. h4) "} {
		for _, move := range []string{"0-0-0", "0-0", "O-O-O", "0–0", "O–O–O", "h6", "e8g8", "--"} {
			if number[len(number)-1] != ' ' && move[0] == '-' {
				continue
			}
			text := game + "{so} " + number + move + " 9. h4 *"
			want := "8. h3 {so} " + number + move + " 9. h4 *"
			assert.Equal(t, want, moveText(t, text, values(3)...))
		}
	}
	for _, move := range []string{"0-0-0", "0–0", "O-O", "h6"} {
		assert.Equal(t, "8. h3 8... "+move+" 9. h4 *", moveText(t, game+move+" 9. h4 *", values(3)...))
	}
}

// Annotators of others stay to the byte, and ours has its place among them.
func TestAnnotators(t *testing.T) {
	const ours = "searchex go, profile tuned, 5 nodes a position, marked %sx"
	for tags, want := range map[string]string{
		`[Annotator "by hand, using searchex and Stockfish"]`:                                                  `[Annotator "by hand, using searchex and Stockfish; ` + ours + `"]`,
		`[Annotator "Researchex team"]`:                                                                        `[Annotator "Researchex team; ` + ours + `"]`,
		`[Annotator "searchex"]`:                                                                               `[Annotator "searchex; ` + ours + `"]`,
		`[Annotator "searchex go, profile sx81, SX 34, 1,000 nodes, 2 cycles a position"]`:                     `[Annotator "` + ours + `"]`,
		`[Annotator "searchex go@z80, profile sx81,price.killer=12, SX 34 a position, marked %sx"]`:            `[Annotator "` + ours + `"]`,
		`[Annotator "searchex go, profile sx81, SX 34 a position, marked %sx; B. Later"]`:                      `[Annotator "` + ours + `; B. Later"]`,
		`[Annotator "A; searchex go, profile sx81, SX 34 a position; B; C"]`:                                   `[Annotator "A; ` + ours + `; B; C"]`,
		`[Annotator "searchex go, profile sx81, SX 34 a position by B"]`:                                       `[Annotator "searchex go, profile sx81, SX 34 a position by B; ` + ours + `"]`,
		`[Annotator "A, searchex go, profile sx81, SX 34 a position"]`:                                         `[Annotator "A, searchex go, profile sx81, SX 34 a position; ` + ours + `"]`,
		"[Annotator \"A\"]\n[Annotator \"B\"]":                                                                 "[Annotator \"A\"]\n[Annotator \"B; " + ours + "\"]",
		"[Annotator \"searchex go, profile sx81, SX 34 a position\"]\n[Annotator \"B\"]":                       "[Annotator \"" + ours + "\"]\n[Annotator \"B\"]",
		"[Annotator \"A\"]\n[Annotator \"searchex go, profile sx81, SX 34 a position\"]\n[White \"searchex\"]": "[Annotator \"A\"]\n[Annotator \"" + ours + "\"]\n[White \"searchex\"]",
		`[Annotator "C:\\ \"x\""]`:                                                                             `[Annotator "C:\\ \"x\"; ` + ours + `"]`,
		"[Annotator \"M\xfcller\"]":                                                                            "[Annotator \"M\xfcller; " + ours + "\"]",
		`[Annotator “Tal”]`:                                                                                    `[Annotator “Tal; ` + ours + `”]`,
		`[Annotator ""]`:                                                                                       `[Annotator "` + ours + `"]`,
		`[ Annotator   "Tal" ]`:                                                                                `[ Annotator   "Tal; ` + ours + `" ]`,
		`[Annotator Tal]`:                                                                                      "[Annotator Tal]\n[Annotator \"" + ours + "\"]",
		`[annotator "Tal"]`:                                                                                    "[annotator \"Tal\"]\n[Annotator \"" + ours + "\"]",
		"[Annotator \x93Tal\x94]":                                                                              "[Annotator \x93Tal\x94]\n[Annotator \"" + ours + "\"]",
		strings.Repeat("[White \"a\"]\n", maxTags) + "[Annotator \"Tal\"]":                                     strings.Repeat("[White \"a\"]\n", maxTags) + "[Annotator \"Tal; " + ours + "\"]",
	} {
		got := annotated(t, tags+"\n\n1. e4 *", values(1)...)
		assert.Equal(t, want+"\n\n1. e4 {[%eval 0.25]} *", got)
		assert.Equal(t, got, annotated(t, got, values(1)...), "a second run")
	}
}
