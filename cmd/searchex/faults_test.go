package main

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/cli/clitest"
)

// The n-th step of writing fails, for each n, in each command that writes files: nothing is
// lost, left over or reported as written that is not.
func TestCommandsSurviveADiskThatFails(t *testing.T) {
	const (
		games = "[Event \"a\"]\n[Result \"*\"]\n\n1. e4 e5 *\n\n"
		match = "match go:sx81 go:uniform --nodes 50 --games 2 --draw-after 18 --parallel 1 "
	)
	record := regexp.MustCompile(`["\]]\}\n$|(1-0|0-1|1/2-1/2|\*)\n\n$`) // ends a line of JSON or a game
	times := regexp.MustCompile(`"seconds":[0-9.e-]+|"clock":\[[^]]*\]|\b[0-9.]+s\b`)
	writings := map[string]clitest.Writing{
		"annotate onto itself": {Line: "annotate @/g.pgn --nodes 20 --out @/g.pgn", Old: map[string]string{"g.pgn": games + games}},
		"annotate":             {Line: "annotate @/g.pgn --nodes 20 --out @/new.pgn --svg @/g.svg", Old: map[string]string{"g.pgn": games, "g.svg": "old"}},
		"book add":             {Line: "book add @/b.txt e4", Old: map[string]string{"b.txt": "1. d4 d5\n"}},
		"book add, new":        {Line: "book add @/b.txt e4"},
		"book build":           {Line: "book build @/b.txt --out @/b.sxb", Old: map[string]string{"b.txt": "1. d4 d5\n", "b.sxb": "old"}},
		"book build, Polyglot": {Line: "book build @/b.txt --polyglot @/b.bin", Old: map[string]string{"b.txt": "1. d4 d5\n", "b.bin": "old"}},
		"match --pgn":          {Line: match + "--pgn @/g.pgn", Old: map[string]string{"g.pgn": games}, Record: record, Varies: times},
		"match --out":          {Line: match + "--out @/m.jsonl", Record: record, Varies: times},
		"match --pgn --out":    {Line: match + "--out @/m.jsonl --pgn @/g.pgn", Record: record, Varies: times},
		"export msx":           {Line: "export msx --out @/msx", Slow: true},
		"cycles":               {Line: "cycles --engine z80 --nodes 9 --profile sx81 --svg @/c.svg", Old: map[string]string{"c.svg": "old"}, Slow: true},
		"profile":              {Line: "profile --nodes 9 --out @/p", Old: map[string]string{"p": "old"}, Slow: true},
		"snapshot":             {Line: "snapshot --nodes 9 --out @/s"},
		"symbols":              {Line: "symbols --out @/s"},
		"heat":                 {Line: "heat --nodes 9 --svg @/s", Slow: true},
		"engines":              {Line: "engines --svg @/s", Slow: true},
		"guest new":            {Line: "guest new --out @/g.toml"},
		"window --svg":         {Line: "window --svg @/s", Slow: true},
		"window --doc":         {Line: "window --doc @/w", Slow: true},
		"routine --doc":        {Line: "routine --doc --nodes 200 @/r", Old: map[string]string{"r": "old"}, Slow: true},
		"tree":                 {Line: "tree --nodes 9 --svg @/s"},
	}
	clitest.Covered(t, &commands{}, inputs, outputs(""), writings, nil)
	clitest.Faults(t, writings, func(args ...string) (int, string, string) {
		var out, complaint bytes.Buffer
		status := run(cli.NewApp(t.Context(), strings.NewReader(""), &out, &complaint), args)
		return status, out.String(), complaint.String()
	})
}
