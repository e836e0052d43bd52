package uci

import (
	"bufio"
	"context"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"
)

// talk sends lines one by one, each after the answer that it waits for has
// come: "line => pattern". It returns all that was said.
func talk(t *testing.T, script ...string) string {
	t.Helper()
	in, send := io.Pipe()
	answers, out := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- Run(context.Background(), in, out)
		out.Close()
	}()
	lines := make(chan string, 1000)
	go func() {
		defer close(lines)
		for s := bufio.NewScanner(answers); s.Scan(); {
			lines <- s.Text()
		}
	}()
	var said strings.Builder
	for _, entry := range script {
		line, want, waits := strings.Cut(entry, " => ")
		if _, err := io.WriteString(send, line+"\n"); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		deadline := time.After(30 * time.Second)
		for waits {
			select {
			case answer, ok := <-lines:
				if !ok {
					t.Fatalf("%q: the engine ended, want %q", line, want)
				}
				said.WriteString(answer + "\n")
				waits = !regexp.MustCompile(want).MatchString(answer)
			case <-deadline:
				t.Fatalf("%q: no answer like %q; so far:\n%s", line, want, said.String())
			}
		}
	}
	send.Close()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	for answer := range lines {
		said.WriteString(answer + "\n")
	}
	return said.String()
}

func TestHandshake(t *testing.T) {
	said := talk(t, "uci => ^uciok$", "isready => ^readyok$", "quit")
	for _, want := range []string{"id name searchex", "option name Profile type combo default tuned", "option name Engine type combo default go"} {
		if !strings.Contains(said, want) {
			t.Errorf("no %q in:\n%s", want, said)
		}
	}
}

func TestEveryLimitIsAnsweredOnce(t *testing.T) {
	for _, limit := range []string{"nodes 500", "depth 2", "movetime 50", "searchmoves a2a3 nodes 100", "nodes 0", "depth -3"} {
		said := talk(t, "ucinewgame", "position startpos moves e2e4 e7e5", "go "+limit+" => ^bestmove [a-h][1-8][a-h][1-8]$", "isready => ^readyok$", "quit")
		if n := strings.Count(said, "bestmove"); n != 1 {
			t.Errorf("go %s: %d best moves:\n%s", limit, n, said)
		}
		if strings.Contains(limit, "a2a3") && !strings.Contains(said, "bestmove a2a3") {
			t.Errorf("go %s: wrong move:\n%s", limit, said)
		}
	}
}

func TestInfiniteWaitsForStop(t *testing.T) {
	// Mate in one: the search itself ends at once.
	said := talk(t, "position fen 6k1/5ppp/8/8/8/8/8/K6R w - - 0 1", "go infinite => info", "isready => ^readyok$")
	if strings.Index(said, "bestmove") < strings.Index(said, "readyok") && strings.Contains(said, "bestmove") {
		t.Errorf("the best move came before stop:\n%s", said)
	}
	said = talk(t, "go infinite", "stop => ^bestmove", "quit")
	if strings.Count(said, "bestmove") != 1 {
		t.Errorf("not one best move:\n%s", said)
	}
}

func TestMateAndStalemateAreAnswered(t *testing.T) {
	talk(t, "position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "go nodes 100 => ^bestmove 0000$", "quit")
	talk(t, "position fen 7k/8/6Q1/8/8/8/8/K7 b - - 0 1", "go nodes 100 => ^bestmove 0000$", "quit")
	said := talk(t, "position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "go nodes 1000 => ^bestmove a1a8$", "quit")
	if !strings.Contains(said, "score mate 1 ") {
		t.Errorf("no mate in 1:\n%s", said)
	}
}

func TestNonsenseIsSurvived(t *testing.T) {
	said := talk(t, "", "xyzzy", "position", "position fen", "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
		"position startpos moves e2e5", "setoption", "setoption name Engine value z81", "setoption name Profile value x",
		"setoption name Nothing value 3", "stop", "   isready\r => ^readyok$", "joho go nodes 50 => ^bestmove", "quit")
	for _, want := range []string{"white has no king", `"e2e5" is not legal`, `engine "z81" is unknown`, `profile "x" is unknown`} {
		if !strings.Contains(said, want) {
			t.Errorf("no word of %s in:\n%s", want, said)
		}
	}
}

func TestTheEndOfInputEndsASearch(t *testing.T) {
	talk(t, "position startpos", "go infinite")
}
