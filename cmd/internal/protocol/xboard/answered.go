package xboard

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/searchex/searchex/cmd/internal/protocol/uci"
)

// thought is the last report of a search.
type thought struct {
	depth, score, time, nodes int // score in centipawns, time in hundredths of a second
	line                      []string
}

// answered handles a line of the session.
func (t *talk) answered(line string) {
	words := strings.Fields(line)
	if len(words) == 0 {
		return
	}
	switch words[0] {
	case "option":
		t.options = append(t.options, uci.ParseOption(words[1:]))
	case "uciok":
		t.introduced = true
	case "readyok":
		if len(t.ready) > 0 {
			t.tell("pong %s", t.ready[0])
			t.ready = t.ready[1:]
		}
	case "info":
		t.info(words[1:])
	case "bestmove":
		t.bestMove(words)
	}
}

// bestMove handles the answer of a search.
func (t *talk) bestMove(words []string) {
	if len(t.asked) == 0 || len(words) < 2 {
		return
	}
	p := t.asked[0]
	t.asked = t.asked[1:]
	if p != move {
		return
	}
	defer t.release()
	if err := t.game.Play(words[1]); err != nil { // no move, or no engine
		t.tell("# %v", err)
		t.conclude()
		return
	}
	t.tell("move %s", words[1])
	if t.expected = ""; len(t.thought.line) > 1 && t.thought.line[0] == words[1] {
		t.expected = t.thought.line[1]
	}
	t.conclude()
}

// mateScore plus n is the score of a mate in n moves.
const mateScore = 100_000

// info sends a line of thinking output, or a note.
func (t *talk) info(words []string) {
	if len(words) > 0 && words[0] == "string" {
		// Every line has a second one, about cycles.
		if len(words) > 1 && words[1] != "sx" && t.greet {
			t.tell("# %s", strings.Join(words[1:], " "))
		}
		return
	}
	scored := false
	next := thought{}
	for i := 0; i+1 < len(words); i++ {
		n, _ := strconv.Atoi(words[i+1])
		switch words[i] {
		case "depth":
			next.depth = n
		case "time":
			next.time = n / 10
		case "nodes":
			next.nodes = n
		case "cp":
			next.score, scored = n, true
		case "mate":
			next.score, scored = mateScore+n, true
			if n <= 0 {
				next.score = -mateScore + n
			}
		case "pv":
			next.line = words[i+1:]
			i = len(words)
		}
	}
	// Only the search under way counts, and only if no other one has yet to answer.
	if !scored || len(t.asked) != 1 || t.asked[0] == discarded {
		return
	}
	t.thought = next
	if t.post || t.analysed {
		t.tell("%d %d %d %d %s", next.depth, next.score, next.time, next.nodes, strings.Join(next.line, " "))
	}
}

// leftOut has the options for which the protocol has commands, or that don't apply to it.
var leftOut = map[string]bool{"Hash": true, "Threads": true, "Ponder": true, "MultiPV": true, "NextBest": true}

// feature formats an option as a feature, "" if it is left out.
func feature(o *uci.Option) string {
	if leftOut[o.Name] {
		return ""
	}
	value := o.Value
	if value == "<empty>" {
		value = ""
	}
	switch o.Kind {
	case "check":
		value = map[string]string{"true": "1"}[o.Value]
		if value == "" {
			value = "0"
		}
	case "spin":
		value = fmt.Sprintf("%s %s %s", o.Value, o.Min, o.Max)
	case "combo":
		var vars []string
		for _, v := range o.Vars {
			if v == o.Value {
				v = "*" + v
			}
			vars = append(vars, v)
		}
		value = strings.Join(vars, " /// ")
	case "string":
	default:
		return ""
	}
	kind := o.Kind
	if strings.HasSuffix(o.Name, "File") {
		kind = "file"
	}
	return fmt.Sprintf(`feature option="%s -%s %s"`, o.Name, kind, value)
}

// greetings answers protover with the features.
func (t *talk) greetings() {
	t.greet = true
	t.tell(`feature myname="searchex" ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=0 sigint=0 sigterm=0 reuse=1`)
	t.tell(`feature analyze=1 colors=0 ics=0 name=0 pause=0 nps=0 debug=1 memory=0 smp=0 egt="" variants="normal"`)
	for i := range t.options {
		if f := feature(&t.options[i]); f != "" {
			t.tell("%s", f)
		}
	}
	t.tell("feature done=1")
}

// setOption handles "NAME=VALUE".
func (t *talk) setOption(text string) {
	name, value, given := strings.Cut(text, "=")
	for _, o := range t.options {
		if !strings.EqualFold(o.Name, strings.TrimSpace(name)) {
			continue
		}
		value = strings.TrimSpace(value)
		switch {
		case !given:
			t.say("setoption name %s", o.Name)
		case o.Kind == "check":
			t.say("setoption name %s value %t", o.Name, value == "1" || value == "true")
		case value == "":
			t.say("setoption name %s value <empty>", o.Name)
		default:
			t.say("setoption name %s value %s", o.Name, value)
		}
		return
	}
	t.tell("Error (unknown option): %.80s", text)
}
