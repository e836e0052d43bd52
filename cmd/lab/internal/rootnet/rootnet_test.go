package rootnet

import (
	"go/parser"
	"go/token"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/internal/probe"
	"github.com/searchex/searchex/testdata/switches"
)

// randomPosition returns a position of a random game.
func randomPosition(t *testing.T, r *rand.Rand) *goengine.Position {
	for {
		p, err := goengine.ParseFEN(goengine.StartFEN)
		require.NoError(t, err)
		left := 1 + r.IntN(100)
		for ; left > 0; left-- {
			moves := p.LegalMoves()
			if len(moves) == 0 {
				break
			}
			p.Play(moves[r.IntN(len(moves))])
		}
		if left == 0 && len(p.LegalMoves()) > 0 {
			return p
		}
	}
}

// randomRoots returns roots with terminals a few random moves away. Scores are a rule that only the
// product of root and square explains: a knight on the rim is worth the less, the more pawns the
// root has.
func randomRoots(t *testing.T, r *rand.Rand, n int) (all []Root) {
	for range n {
		p := randomPosition(t, r)
		tables := p.Probe().BuildTables()
		root := Root{Board: NewBoard(p), Side: p.Side()}
		for range 6 {
			q := *p
			for range r.IntN(3) {
				if moves := q.LegalMoves(); len(moves) > 0 {
					q.Play(moves[r.IntN(len(moves))])
				}
			}
			moves := q.LegalMoves()
			if len(moves) == 0 {
				continue
			}
			x, _, ok := newTerminal(&q, moves[r.IntN(len(moves))], tables)
			if !ok {
				continue
			}
			x.Near = r.IntN(2) == 0
			x.Score = int16((float64(x.Static-x.Swap) + ruled(&root, &x)) * theirCentipawns / ourUnits)
			root.Terminals = append(root.Terminals, x)
		}
		all = append(all, root)
	}
	return all
}

func ruled(r *Root, t *Terminal) (v float64) {
	pawns := 0
	for _, m := range r.Board.men(nil) {
		if m.piece%6 == goengine.Pawn {
			pawns++
		}
	}
	for _, m := range t.Board.men(nil) {
		if file := m.square & 7; m.piece%6 == goengine.Knight && (file == 0 || file == 7) {
			d := -10 * float64(pawns)
			if m.piece/6 != t.Mover {
				d = -d
			}
			v += d
		}
	}
	return v
}

func TestABoardIsReadAsWritten(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 50 {
		p := randomPosition(t, r)
		b := NewBoard(p)
		bytes := b.append(nil)
		assert.Len(t, bytes, 8+(b.Len()+1)/2)
		again, rest, err := readBoard(append(bytes, 1, 2))
		require.NoError(t, err)
		assert.Equal(t, b, again)
		assert.Len(t, rest, 2)
		for _, m := range b.men(nil) {
			side, kind, ok := p.PieceAt(m.square>>3<<4 | m.square&7)
			assert.True(t, ok && m.piece == side*6+kind)
		}
		for cut := range bytes {
			_, _, err := readBoard(bytes[:cut])
			assert.Error(t, err)
		}
	}
	_, _, err := readBoard([]byte{1, 0, 0, 0, 0, 0, 0, 0, 12})
	assert.Error(t, err, "a thirteenth piece")
	_, _, err = readBoard([]byte{255, 255, 255, 255, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0})
	assert.Error(t, err, "33 men")
}

func TestExpIsExpOnAnyComputer(t *testing.T) {
	for x := -500.0; x <= 500; x += 0.37 {
		assert.InEpsilon(t, math.Exp(x), exp(x), 1e-14, "%g", x)
	}
	assert.Equal(t, 1.0, exp(0))
	// The bits, not only the value.
	assert.Equal(t, uint64(0x3fe764d4f5d5a2bd), math.Float64bits(logistic(90, 90)), "%x", math.Float64bits(logistic(90, 90)))
	assert.Equal(t, 0.5, logistic(0, 90))
	assert.InDelta(t, 1, logistic(32000, 90), 1e-100)
	assert.Greater(t, logistic(-32000, 90), 0.0)
}

// The gradient is the derivative of the sum of squared errors.
func TestTheGradientIsTheDerivative(t *testing.T) {
	for _, alone := range []bool{false, true} {
		r := rand.New(rand.NewPCG(5, 0))
		roots := randomRoots(t, r, 12)
		m := newModel(shape{5, alone}, r)
		for i := range m.p { // the phase is 1 exactly in many roots, where there is no derivative
			by := 0.02
			if i >= m.out() {
				by = 0.2
			}
			m.p[i] += by * (r.Float64() - 0.5)
		}
		if !alone {
			clear(m.p[m.ground():m.tempo()]) // has no gradient: it is no part of such a network
		}
		s := &scratch{}
		grad := make([]float64, m.size())
		for i := range roots {
			m.gradient(&roots[i], s, grad)
		}
		loss := func() (sum float64) {
			for i := range roots {
				sum += m.gradient(&roots[i], s, make([]float64, m.size()))
			}
			return sum
		}
		tried := 0
		for i := range m.p {
			if grad[i] == 0 || (i%37 != 0 && i < m.bias()) || (i%11 != 0 && i >= m.out() && i < m.tempo()) {
				continue
			}
			tried++
			const h = 1e-6
			was := m.p[i]
			m.p[i] = was + h
			up := loss()
			m.p[i] = was - h
			down := loss()
			m.p[i] = was
			assert.InDelta(t, (up-down)/(2*h), grad[i], 1e-5+1e-4*math.Abs(grad[i]), "parameter %d, alone %v", i, alone)
		}
		assert.Greater(t, tried, 100)
	}
}

// A network learns what only the product of root and square explains.
func TestTheTrainingLearnsWhatDependsOnTheRoot(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 0))
	set := Set{Trained: randomRoots(t, r, 1500), HeldOut: randomRoots(t, r, 200)}
	x := Training{Hidden: 4, Epochs: 12, Rate: 0.01, Seed: 1, Workers: 2}
	var errors []float64
	m, err := x.Train(t.Context(), set.Trained, func(int, int) {}, func(_ int, m *Trained) { errors = append(errors, m.Error) })
	require.NoError(t, err)
	today, now := ErrorsToday(set.HeldOut, 0), m.Errors(set.HeldOut)
	assert.Less(t, now.Near, 0.7*today.Near)
	assert.Less(t, now.NearWithin, 0.7*today.NearWithin)
	assert.Less(t, errors[11], errors[0])
	n, err := m.Quantised()
	require.NoError(t, err)
	bytes := ErrorsOf(n, set.HeldOut, int(math.Round(m.Tempo())))
	assert.InDelta(t, now.Near, bytes.Near, 0.004)
	assert.InDelta(t, now.RandomWithin, bytes.RandomWithin, 0.004)
}

// Weights that have codes of four bits are few, and do nearly as well.
func TestWeightsHaveCodesOfFourBits(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 0))
	set := Set{Trained: randomRoots(t, r, 1500), HeldOut: randomRoots(t, r, 200)}
	x := Training{Hidden: 4, Codes: true, Epochs: 12, Rate: 0.01, Seed: 1, Workers: 2}
	m, err := x.Train(t.Context(), set.Trained, func(int, int) {}, func(int, *Trained) {})
	require.NoError(t, err)
	assert.Less(t, m.Errors(set.HeldOut).Near, 0.7*ErrorsToday(set.HeldOut, 0).Near)
	n, err := m.Quantised()
	require.NoError(t, err)
	assert.InDelta(t, m.Errors(set.HeldOut).Near, ErrorsOf(n, set.HeldOut, int(math.Round(m.Tempo()))).Near, 0.002)
	for k := range n.Hidden {
		for name, all := range map[string][]int8{"in": n.In, "out": n.Out} {
			values := map[int8]bool{}
			for i := k; i < len(all); i += n.Hidden {
				if pawnNowhere(i / n.Hidden) {
					require.Zero(t, all[i], "%s %d", name, i)
				} else {
					values[all[i]] = true
				}
			}
			assert.LessOrEqual(t, len(values), 16, "%s of hidden value %d", name, k)
			assert.Greater(t, len(values), 8, "%s of hidden value %d", name, k)
		}
	}
}

// However great the weights are, codes of inputs are at most 127, and of entries 63.
func TestCodesAreBounded(t *testing.T) {
	m := newModel(shape{2, false}, rand.New(rand.NewPCG(1, 0)))
	importance := make([]float64, m.size())
	for i := range m.p {
		m.p[i], importance[i] = float64(i%401-200), 1
	}
	c := newCodes(m, importance)
	for k := range m.hidden {
		for _, x := range []struct {
			values      []float64
			scale, most float64
		}{{c.input[k], inScale, 127}, {c.entry[k], ourUnits, 63}} {
			assert.Equal(t, []float64{-x.most, x.most}, []float64{math.Round(x.scale * slices.Min(x.values)), math.Round(x.scale * slices.Max(x.values))})
		}
	}
}

// The result has the same bits with any number of workers.
func TestATrainingDoesNotDependOnItsWorkers(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 0))
	roots := randomRoots(t, r, 300)
	for _, codes := range []bool{false, true} {
		var first []float64
		for _, workers := range []int{1, 2, 3, 8, 100} {
			x := Training{Hidden: 6, Codes: codes, Epochs: 2, Rate: 0.01, Seed: 4, Workers: workers}
			m, err := x.Train(t.Context(), roots, func(int, int) {}, func(int, *Trained) {})
			require.NoError(t, err)
			if first == nil {
				first = m.model.p
				continue
			}
			for i, v := range m.model.p {
				require.Equal(t, math.Float64bits(first[i]), math.Float64bits(v), "parameter %d of %d workers, codes %v", i, workers, codes)
			}
		}
	}
}

// randomNet returns a network with small random weights.
func randomNet(r *rand.Rand, hidden int, alone bool) *probe.Net {
	weights := func(n, most int) (all []int8) {
		for range n {
			all = append(all, int8(r.IntN(2*most+1)-most))
		}
		return all
	}
	n := &probe.Net{Hidden: hidden, Alone: alone, In: weights(768*hidden, 40), Out: weights(384*hidden, 3)}
	for c := range n.Bias {
		for range hidden {
			n.Bias[c] = append(n.Bias[c], int16(r.IntN(200)-60))
		}
	}
	if alone {
		n.Ground = weights(384, 60)
	}
	return n
}

// The laboratory's value of a terminal is the engine's.
func TestTheLaboratoryValuesAsTheEngineDoes(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 0))
	for _, alone := range []bool{false, true} {
		for _, hidden := range []int{1, 4, 16} {
			n := &integer{Net: randomNet(r, hidden, alone)}
			require.NoError(t, probe.Of(nil).CheckNet(n.Net))
			for range 30 {
				p := randomPosition(t, r)
				root := Root{Board: NewBoard(p), Side: p.Side()}
				n.root(&root)
				tables := p.Probe().NetTables(n.Net)
				q := *p
				moves := q.LegalMoves()
				x, _, ok := newTerminal(&q, moves[r.IntN(len(moves))], p.Probe().BuildTables())
				if !ok {
					continue
				}
				at := *p
				for _, m := range moves {
					next := *p
					next.Play(m)
					if NewBoard(&next) == x.Board {
						at = next
					}
				}
				clipped := false
				for i := range tables {
					for sq := range 128 {
						clipped = clipped || sq&0x88 == 0 && (tables[i][sq] == 0 || tables[i][sq] == 255)
					}
				}
				have := shape{hidden, alone}.base(&x) + float64(int(x.Swap)+n.share(&x))
				if want := -at.Probe().Static(tables); !clipped {
					assert.Equal(t, int(want), int(have), p.FEN())
				}
			}
		}
	}
}

// The package has no instruction that fuses a product and a sum, which rounds once instead of
// twice: the weights depend on no computer. On arm64 Go fuses where the source lets it.
func TestNoProductIsFused(t *testing.T) {
	switches.Need(t, "slow")
	c := exec.Command("go", "build", "-gcflags=-S", ".")
	c.Env = append(os.Environ(), "GOARCH=arm64", "GOOS=linux", "CGO_ENABLED=0")
	out, err := c.CombinedOutput()
	require.NoError(t, err)
	assert.Contains(t, string(out), "FMULD")
	assert.Empty(t, regexp.MustCompile(`.*FN?M(ADD|SUB).*`).FindAllString(string(out), -1))
}

// A mirrored board has its files exchanged, and mirrored twice it is itself.
func TestAMirroredBoard(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for range 30 {
		p := randomPosition(t, r)
		b := NewBoard(p)
		m := b.mirrored()
		assert.Equal(t, b.Len(), m.Len())
		for _, x := range m.men(nil) {
			side, kind, ok := p.PieceAt((x.square>>3<<4 | x.square&7) ^ 7)
			assert.True(t, ok && side*6+kind == x.piece)
		}
		assert.Equal(t, b, m.mirrored())
	}
}

// Mirror images are trained with, and not held out.
func TestOnlyTheTrainingHasMirrorImages(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 5))
	s := Set{Mirror: true}
	s.Add(&Game{Number: 1, Roots: randomRoots(t, r, 3)})
	s.Add(&Game{Number: 12, Roots: randomRoots(t, r, 4)})
	require.Len(t, s.Trained, 6)
	require.Len(t, s.HeldOut, 4)
	assert.Equal(t, s.Trained[0].Board.mirrored(), s.Trained[1].Board)
	assert.Equal(t, s.Trained[0].Terminals[0].Board.mirrored(), s.Trained[1].Terminals[0].Board)
	assert.Equal(t, s.Trained[0].Terminals[0].Score, s.Trained[1].Terminals[0].Score)
}

// Two hidden values of a network without training are the phase of the game and its reverse.
func TestANetworkBeginsWithThePhase(t *testing.T) {
	m := newModel(shape{6, false}, rand.New(rand.NewPCG(1, 2)))
	s := &scratch{}
	for fen, want := range map[string]float64{
		goengine.StartFEN:                   1,
		"4k3/pppp4/8/8/8/8/PPPP4/4K3 w - -": 0,
		"q3k3/8/8/8/8/8/8/R2NK3 b - -":      7. / 24,
		"qqqqk3/8/8/8/8/8/8/QQQQK2R w - -":  1, // more than all
	} {
		p := at(t, fen)
		m.root(&Root{Board: NewBoard(p), Side: p.Side()}, s)
		for c := range 2 {
			assert.InDelta(t, want, s.g[c][0], 1e-9, fen)
			assert.InDelta(t, 1-want, s.g[c][1], 1e-9, fen)
		}
	}
}

func TestThePictureHasALineForEachError(t *testing.T) {
	picture, err := SVG([]Epoch{{1, 0.2, Errors{0.1, 0.1, 0.3, 0.2}}, {2, 0.15, Errors{0.1, 0.1, 0.2, 0.1}}})
	require.NoError(t, err)
	for _, text := range []string{"<svg", "training", "held out, near the window", "held out, at random", "within a root"} {
		assert.Contains(t, string(picture), text)
	}
}

// The name of a program or a file, which may hold anything, ends no comment.
func TestASourceHasNoCodeOfANameInIt(t *testing.T) {
	n := randomNet(rand.New(rand.NewPCG(1, 1)), 2, false)
	source, err := Source(n, "lab net --positions a\nb", "a\nb\".bin", "valued by x\r\nfunc init() { panic(1) }\n")
	require.NoError(t, err)
	file, err := parser.ParseFile(token.NewFileSet(), "x.go", source, 0)
	require.NoError(t, err)
	assert.Len(t, file.Decls, 4, "an import, the network, its weights and their sum")
}

// The weights follow each other as the network has them, each a signed byte.
func TestTheWeightsInTheirFile(t *testing.T) {
	n := &probe.Net{In: []int8{1, -1}, Out: []int8{-128, 127}, Ground: []int8{5}}
	assert.Equal(t, []byte{1, 255, 128, 127, 5}, Weights(n))
}

// The network in use is in the files that are written for it, with the lines of comment that they have: so the engine
// reads what Source and Weights write.
func TestTheNetworkInUseIsAsItIsWritten(t *testing.T) {
	const folder, weights = "../../../../goengine/", "rootnetweights.bin"
	text, err := os.ReadFile(folder + "rootnetweights.go")
	require.NoError(t, err)
	command := regexp.MustCompile(`^// Code generated by (.*); DO NOT EDIT\.\n`).FindSubmatch(text)
	about := regexp.MustCompile(`without its weights\.\n((?:// .*\n)+)`).FindSubmatch(text)
	require.NotNil(t, command)
	require.NotNil(t, about)
	n := probe.Of(nil).RootNet()
	source, err := Source(n, string(command[1]), weights, strings.Split(strings.ReplaceAll(strings.TrimSpace(string(about[1])), "// ", ""), "\n")...)
	require.NoError(t, err)
	assert.Equal(t, string(source), string(text))
	b, err := os.ReadFile(folder + weights)
	require.NoError(t, err)
	assert.Equal(t, Weights(n), b)
}
