package uci

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"time"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/goengine/book"
)

// goWords has the words of a go command. A number is nil if its word is missing or
// invalid.
type goWords struct {
	wtime, btime, winc, binc    *int64 // ms
	movestogo, movetime         *int64
	depth, nodes, mate          *int64
	infinite, ponder            bool
	searchmoves                 []goengine.Move
	complaints                  []string
	unlimitedDepth, distantMate bool
}

// maxNumber bounds all numbers: 31 years in ms.
const maxNumber = 1_000_000_000_000

// The greatest depths and mates. No search reaches them.
const (
	maxDepth = 64
	maxMate  = goengine.MaxPly / 2
)

// plainWords has the words of go without a number.
var plainWords = []string{"infinite", "ponder", "searchmoves"}

var looksLikeAMove = regexp.MustCompile(`^[a-h][1-8][a-h][1-8][a-zA-Z]?$`)

// isMove reports whether a word is a move in some notation.
func isMove(word string) bool {
	_, ok := book.ReadWord(word)
	return ok
}

// parseGo reads the words after go; unknown ones are skipped.
func parseGo(words []string, p *goengine.Position) *goWords {
	g := &goWords{}
	numbers := map[string]**int64{
		"wtime": &g.wtime, "btime": &g.btime, "winc": &g.winc, "binc": &g.binc, "movestogo": &g.movestogo,
		"movetime": &g.movetime, "depth": &g.depth, "nodes": &g.nodes, "mate": &g.mate,
	}
	for i := 0; i < len(words); i++ {
		switch word := words[i]; word {
		case "infinite":
			g.infinite = true
		case "ponder":
			g.ponder = true
		case "searchmoves":
			for i+1 < len(words) && isMove(words[i+1]) {
				i++
				// As in position, some write e4 or O-O, or the piece of a promotion as a capital.
				m, err := book.ParseSAN(p, words[i])
				if err != nil {
					g.complain("searchmoves: %q: %v in %s: left out", words[i], err, p.FEN())
				} else if !slices.Contains(g.searchmoves, m) {
					g.searchmoves = append(g.searchmoves, m)
				}
			}
		default:
			into := numbers[word]
			if into == nil {
				continue
			}
			if i+1 == len(words) {
				g.complain("%s without a number: left out", word)
				continue
			}
			n, err := strconv.ParseInt(words[i+1], 10, 64)
			if err != nil || n > maxNumber {
				g.complain("%s %.30s: no number up to %d: left out", word, words[i+1], int64(maxNumber))
				if numbers[words[i+1]] == nil && !slices.Contains(plainWords, words[i+1]) {
					i++
				}
				continue
			}
			*into = &n
			i++
		}
	}
	g.tame()
	return g
}

func (g *goWords) complain(format string, args ...any) {
	g.complaints = append(g.complaints, "go: "+fmt.Sprintf(format, args...))
}

// tame clamps all numbers to their ranges.
func (g *goWords) tame() {
	least := func(name string, n *int64) {
		if n != nil && *n < 1 {
			g.complain("%s %d: taken as 1", name, *n)
			*n = 1
		}
	}
	least("movestogo", g.movestogo)
	least("movetime", g.movetime)
	least("depth", g.depth)
	least("nodes", g.nodes)
	least("mate", g.mate)
	if g.depth != nil && *g.depth > maxDepth {
		g.complain("depth %d is beyond reach: searching for the time of a go without limits", *g.depth)
		g.depth, g.unlimitedDepth = nil, true
	}
	if g.mate != nil && *g.mate > int64(maxMate) {
		g.complain("mate %d is beyond reach: searching for a mate in %d for the time of a go without limits", *g.mate, maxMate)
		*g.mate, g.distantMate = int64(maxMate), true
	}
}

// ms converts milliseconds to a time.
func ms(n *int64) time.Duration {
	if n == nil {
		return 0
	}
	return time.Duration(*n) * time.Millisecond
}
