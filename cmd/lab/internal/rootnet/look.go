package rootnet

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"

	"github.com/searchex/searchex/cmd/internal/chess/epd"
	"github.com/searchex/searchex/cmd/internal/chess/openings"
	"github.com/searchex/searchex/cmd/internal/pool"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/internal/probe"
)

// Look is what is seen of a network in games: from each second one of the built-in openings tuned
// plays itself with lookNodes nodes a move, and both sides' hidden values are taken at every position.
type Look struct {
	Net *probe.Net
	// Views is the number of positions, counted once for each side.
	Views int
	// Often is how often a man stands on a square, of 1, by row of the inputs.
	Often [inputs]float64
	Units []Unit
}

const (
	lookEach    = 2
	lookNodes   = 200
	lookLongest = 160 // half-moves
)

// Unit is a hidden value of a network, as games show it.
type Unit struct {
	Number int `json:"unit"`
	// Mean is its mean, of 1, and Lit the part of the views in which it is not 0.
	Mean float64 `json:"mean"`
	Lit  float64 `json:"lit"`
	// Follows are features, each the one that explains most together with those before it.
	Follows []Followed `json:"follows"`
	// Explained is the part of its variance that a linear function of all features explains.
	Explained float64 `json:"explained"`
	// Brightest and Dimmest are the positions of testdata in which its sum is greatest and least.
	Brightest View `json:"brightest"`
	Dimmest   View `json:"dimmest"`
}

// Followed is a feature that a hidden value follows.
type Followed struct {
	Feature string `json:"feature"`
	// R is the correlation with the feature alone, Sign its direction among those before it.
	R    float64 `json:"r"`
	Sign string  `json:"sign"`
	// Explained is the part of the variance that the features up to this one explain.
	Explained float64 `json:"explained"`
}

// followed is how many features of a hidden value are picked.
const followed = 3

// View is a position as a side sees it, with the value of a Unit, of 1.
type View struct {
	Name  string  `json:"name"`
	FEN   string  `json:"fen"`
	Side  string  `json:"side"`
	Value float64 `json:"value"`
	sum   int
}

// lookFiles are the files of testdata whose positions are brightest or dimmest.
var lookFiles = []string{"bench12.epd", "openings.epd", "openings-fresh.epd"}

// NewLook plays the games and looks at a network. The result does not depend on the number of
// processors.
func NewLook(ctx context.Context, n *probe.Net) (*Look, error) {
	book, err := openings.BuiltIn()
	if err != nil {
		return nil, err
	}
	s := newSums(n)
	err = pool.Each(ctx, runtime.GOMAXPROCS(0), len(book)/lookEach, func() (*goengine.Engine, error) { return goengine.NewEngine(), nil },
		func(e *goengine.Engine, i int) ([]Root, error) { return lookGame(ctx, e, book[i*lookEach]) },
		func(_ int, game []Root) error {
			for i := range game {
				s.add(&game[i])
			}
			return nil
		})
	if err != nil {
		return nil, err
	}
	l := &Look{Net: n, Views: s.views}
	for i, k := range s.often {
		l.Often[i] = float64(k) / float64(s.views)
	}
	for k := range n.Hidden {
		l.Units = append(l.Units, s.unit(k))
	}
	return l, l.extremes(s.net)
}

// lookGame plays a game and returns its positions, without terminals.
func lookGame(ctx context.Context, e *goengine.Engine, o openings.Opening) (all []Root, err error) {
	start, err := o.Game()
	if err != nil {
		return nil, err
	}
	p, err := goengine.ParseFEN(start.FEN())
	if err != nil {
		return nil, err
	}
	g := goengine.NewGame(p)
	tuned, _ := goengine.ProfileByName("tuned")
	for range lookLongest {
		now := g.Position()
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if len(now.LegalMoves()) == 0 || now.HalfmoveClock() > 60 || now.Insufficient() {
			break
		}
		all = append(all, Root{Board: NewBoard(now), Side: now.Side()})
		r := probe.Of(now).Search(e, &tuned, goengine.Limits{Nodes: lookNodes})
		if err := g.Play(now.UCI(r.Best)); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// sums are counts of whole numbers, from which correlations follow without rounding.
type sums struct {
	net   *integer
	views int
	often [inputs]int
	g     [][3]int // by unit: lit, sum, sum of squares
	f     []int
	ff    []int // products of features
	gf    [][]int
	row   []int
}

func newSums(n *probe.Net) *sums {
	s := &sums{net: &integer{Net: n}, g: make([][3]int, n.Hidden), f: make([]int, len(features)), ff: make([]int, len(features)*len(features)), row: make([]int, len(features))}
	for range n.Hidden {
		s.gf = append(s.gf, make([]int, len(features)))
	}
	return s
}

// add counts a position, from both sides.
func (s *sums) add(r *Root) {
	s.net.root(r)
	for side := range 2 {
		s.views++
		v := see(s.net.men, side, side == int(r.Side))
		for i := range features {
			s.row[i] = features[i].of(&v)
			s.f[i] += s.row[i]
		}
		for i, x := range s.row {
			for j, y := range s.row {
				s.ff[i*len(s.row)+j] += x * y
			}
		}
		for k := range s.g {
			g := s.net.g[side][k]
			s.g[k][0] += truth(g > 0)
			s.g[k][1] += g
			s.g[k][2] += g * g
			for i, x := range s.row {
				s.gf[k][i] += g * x
			}
		}
		for _, x := range s.net.men {
			s.often[rowIndex(x, side)]++
		}
	}
}

// correlation returns the coefficient of two rows of numbers, given their sums; 0 if one is constant.
func (s *sums) correlation(x, y, xx, yy, xy int) float64 {
	n := s.views
	a, b := n*xx-x*x, n*yy-y*y
	if a == 0 || b == 0 {
		return 0
	}
	return float64(n*xy-x*y) / math.Sqrt(float64(a)) / math.Sqrt(float64(b))
}

// unit describes a hidden value.
func (s *sums) unit(k int) Unit {
	g := s.g[k]
	u := Unit{Number: k + 1, Mean: float64(g[1]) / float64(s.views) / probe.NetOne, Lit: float64(g[0]) / float64(s.views)}
	n := len(features)
	between := make([]float64, n*n)
	with := make([]float64, n)
	for i := range features {
		with[i] = s.correlation(g[1], s.f[i], g[2], s.ff[i*n+i], s.gf[k][i])
		for j := range features {
			between[i*n+j] = s.correlation(s.f[i], s.f[j], s.ff[i*n+i], s.ff[j*n+j], s.ff[i*n+j])
		}
	}
	alone := slices.Clone(with)
	for range features {
		i, gain := pick(between, with)
		if i < 0 {
			break
		}
		u.Explained += gain
		if len(u.Follows) < followed {
			sign := "+"
			if with[i] < 0 {
				sign = "-"
			}
			u.Follows = append(u.Follows, Followed{features[i].name, alone[i], sign, u.Explained})
		}
		takeOut(i, between, with)
	}
	return u
}

// pick returns the feature that explains most, and how much, given the covariances of features and
// those with the hidden value; -1 if none explains anything.
func pick(between, with []float64) (best int, gain float64) {
	best = -1
	for i, c := range with {
		if own := between[i*len(with)+i]; own > 1e-9 && c*c/own > gain {
			best, gain = i, c*c/own
		}
	}
	return best, gain
}

// takeOut takes from all covariances what feature k explains.
func takeOut(k int, between, with []float64) {
	n := len(with)
	row := slices.Clone(between[k*n : k*n+n])
	of := with[k]
	for i := range with {
		by := row[i] / row[k]
		with[i] -= float64(by * of)
		for j := range with {
			between[i*n+j] -= float64(by * row[j])
		}
	}
}

// extremes finds the brightest and the dimmest positions of testdata.
func (l *Look) extremes(n *integer) error {
	for _, name := range lookFiles {
		all, err := epd.BuiltIn(name)
		if err != nil {
			return err
		}
		for _, p := range all {
			r := Root{Board: NewBoard(p.Board), Side: p.Board.Side()}
			sum := n.sums(&r)
			for side, name := range []string{"White", "Black"} {
				for k := range l.Units {
					u := &l.Units[k]
					v := View{p.ID, p.FEN, name, float64(clipped(sum[side][k])) / probe.NetOne, sum[side][k]}
					if u.Brightest.Name == "" || v.sum > u.Brightest.sum {
						u.Brightest = v
					}
					if u.Dimmest.Name == "" || v.sum < u.Dimmest.sum {
						u.Dimmest = v
					}
				}
			}
		}
	}
	return nil
}

// Influence is a man on a square and how it moves a hidden value.
type Influence struct {
	row    int
	weight int
	// strength is the weight times the standard deviation of the man's standing there.
	strength float64
}

// influences returns the men that move a hidden value most in games, one a square, the strongest
// first.
func (l *Look) influences(k int) (all []Influence) {
	var by [64]Influence
	for row, often := range l.Often {
		w := int(l.Net.In[row*l.Net.Hidden+k])
		strength := math.Abs(float64(w)) * math.Sqrt(often*(1-often))
		if at := &by[row%64]; strength > at.strength {
			*at = Influence{row, w, strength}
		}
	}
	for _, x := range by {
		if x.strength > 0 {
			all = append(all, x)
		}
	}
	slices.SortStableFunc(all, func(a, b Influence) int { return cmp.Compare(b.strength, a.strength) })
	return all
}

// Words returns what a unit follows: men - 87%, enemy pawns - 89%.
func (u *Unit) Words() string {
	var b bytes.Buffer
	for i, f := range u.Follows {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%s %s %.0f%%", f.Feature, f.Sign, 100*f.Explained)
	}
	return b.String()
}
