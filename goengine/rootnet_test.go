package goengine

import (
	"fmt"
	"hash/crc32"
	"math/rand"
	"strings"
	"testing"

	"github.com/searchex/searchex/internal/insides"
	"github.com/searchex/searchex/internal/work"
)

// handNet returns a network without weights.
func handNet(hidden int) *insides.Net {
	return &insides.Net{
		Hidden: hidden, In: make([]int8, 768*hidden), Out: make([]int8, 384*hidden),
		Bias: [2][]int16{make([]int16, hidden), make([]int16, hidden)},
	}
}

// A network of weights by hand: hidden value 0 is 1 if the own king stands on g1 (h1 one half), value 1
// is 1/4 for each enemy queen on any square, if the side is to move. Value 0 adds 20 units to a pawn
// on h3 (h2 7), value 1 takes 40 from a rook on e1.
func TestATableByHand(t *testing.T) {
	n := handNet(2)
	set := func(weights []int8, piece int, square, k int, v int8) { weights[(piece*64+square)*2+k] = v }
	set(n.In, int(King), 6, 0, 64)
	set(n.In, int(King), 7, 0, 32)
	for square := range 64 {
		set(n.In, 6+int(Queen), square, 1, 16)
	}
	n.Bias[1][1] = -100
	set(n.Out, int(Pawn), 2*8+7, 0, 20)
	set(n.Out, int(Pawn), 1*8+7, 0, 7)
	set(n.Out, int(Rook), 4, 1, -40)
	if err := checkNet(n); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		fen  string
		want map[string]int // by side, kind and square
	}{
		// 20 and 7 for White; black's king is on b8. A queen is a quarter: 10 units.
		{"1k1q4/8/8/8/8/8/P7/6K1 w - -", map[string]int{"wPh3": 20, "wPh2": 7, "wRe1": -10}},
		// Two queens are a half, and the king on h1 too: (7*32+32)>>6 = 4, (20*32+32)>>6 = 10.
		{"1k1qq3/8/8/8/8/8/P7/7K w - -", map[string]int{"wPh3": 10, "wPh2": 4, "wRe1": -20}},
		// Black sees the board from the other side; the bias of the side not to move hides White's queen from Black.
		{"6k1/p7/8/8/8/8/3Q4/1K6 w - -", map[string]int{"bPh6": 20, "bPh7": 7}},
		{"6k1/p7/8/8/8/8/3Q4/1K6 b - -", map[string]int{"bPh6": 20, "bPh7": 7, "bRe8": -10}},
		// Five queens are no more than 1.
		{"kqqqqq2/8/8/8/8/8/P7/7K w - -", map[string]int{"wPh3": 10, "wPh2": 4, "wRe1": -40}},
		// Against a king alone the builder's tables stay as they are, for both sides.
		{"1k1q4/8/8/8/8/8/8/6K1 w - -", nil},
		{"6k1/8/8/8/8/8/3Q4/1K6 b - -", nil},
	} {
		p := mustParse(t, tt.fen)
		plain, with := p.Probe().BuildTables(), p.Probe().NetTables(n)
		for piece := range plain {
			for sq := range 128 {
				name := string("wb"[piece/6]) + string("KQRBNP"[piece%6]) + SquareName(Square(sq))
				want := 0
				if sq&0x88 == 0 {
					want = int(plain[piece][sq]) + tt.want[name]
				}
				if sq&0x88 == 0 && int(with[piece][sq]) != want {
					t.Errorf("%s: %s is %d, want %d", tt.fen, name, with[piece][sq], want)
				}
			}
		}
	}
}

// Half a unit, 32 of 64, rounds up; 31 round down.
func TestHalfAUnitOfTheNetworkRoundsUp(t *testing.T) {
	n := handNet(1)
	n.Bias[0][0], n.Bias[1][0] = 31, 32 // White is to move
	n.Out[int(Knight)*64] = 1           // on a1
	p := mustParse(t, StartFEN)
	plain, with := p.Probe().BuildTables(), p.Probe().NetTables(n)
	if white, black := with[Knight][0]-plain[Knight][0], with[6+Knight][0x70]-plain[6+Knight][0x70]; white != 0 || black != 1 {
		t.Errorf("31 gives %d and 32 %d, want 0 and 1", white, black)
	}
}

// An entry stops at the ends of a byte, and a table that is the network's alone has none of the
// builder's numbers.
func TestTheNetworksTablesStopAtTheEndsOfAByte(t *testing.T) {
	n := handNet(16)
	n.Alone, n.Ground = true, make([]int8, 384)
	for k := range 16 {
		n.Bias[0][k], n.Bias[1][k] = 64, 64
		n.Out[k] = 127 / 6 // the king on a1: 336 in all
		n.Out[16+k] = -127 / 6
	}
	n.Ground[2] = 5
	p := mustParse(t, StartFEN)
	got := p.Probe().NetTables(n)
	for sq, want := range map[Square]uint8{0x00: 255, 0x01: 0, 0x02: tableBias + 5, 0x03: tableBias} {
		if got[King][sq] != want || got[6+King][sq^0x70] != want {
			t.Errorf("%s: %d and %d, want %d", SquareName(sq), got[King][sq], got[6+King][sq^0x70], want)
		}
	}
}

// The sums of the network fit 16 bits, and its bound is what its weights can reach.
func TestTheNetworksSumsFit16Bits(t *testing.T) {
	if err := checkNet(rootNet()); err != nil {
		t.Error(err)
	}
	n := handNet(16)
	for i := range n.In {
		n.In[i] = -128
	}
	if got := greatestIn(n); got != 32*128 {
		t.Errorf("32 men of -128: %d", got)
	}
	n.Bias[1][3] = 32767 - 32*128
	if err := checkNet(n); err != nil || greatestIn(n) != 32767 {
		t.Errorf("%d: %v", greatestIn(n), err)
	}
	n.Bias[0][3] = -n.Bias[1][3] - 1
	if err := checkNet(n); err == nil {
		t.Error("a hidden value of -32768 is accepted")
	}
	n.Bias[0][3] = 0
	for k, u := range []int8{127, -127, 127, 127, 3} { // 511 in all
		n.Out[(5*64+9)*16+k] = u
	}
	if err := checkNet(n); err != nil || greatestOut(n) != 511*64+32 {
		t.Errorf("%d: %v", greatestOut(n), err)
	}
	n.Out[(5*64+9)*16+15] = 1
	if err := checkNet(n); err == nil {
		t.Error("an entry of 512 is accepted")
	}
	for _, n := range []*insides.Net{{}, {Hidden: 33}, {Hidden: 2, In: n.In, Out: n.Out, Bias: n.Bias}} {
		if err := checkNet(n); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%d hidden values: %v", n.Hidden, err)
		}
	}
}

// Mirrored positions have mirrored tables, and captured pieces that keep their slots have no weight.
func TestTheNetworkSeesBothSidesAlike(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	n := handNet(4)
	for i := range n.In {
		n.In[i] = int8(r.Intn(64) - 32)
	}
	for i := range n.Out {
		n.Out[i] = int8(r.Intn(100) - 50)
	}
	p := mustParse(t, StartFEN)
	for range 80 {
		moves := p.LegalMoves()
		if len(moves) == 0 {
			break
		}
		p.Play(moves[r.Intn(len(moves))])
		var q Position
		q.clear()
		q.fill(func(sq Square) (Side, Kind, bool) {
			side, kind, ok := p.PieceAt(sq ^ 0x70)
			return side ^ 1, kind, ok
		})
		q.side = p.side ^ 1
		var a, b tables
		for i := range a {
			for j := range a[i] {
				a[i][j], b[i][j] = tableBias, tableBias
			}
		}
		netTables(n, &a, p)
		netTables(n, &b, &q)
		for piece := range a {
			for sq := range Square(128) {
				if sq&0x88 == 0 && a[piece][sq] != b[(piece+6)%12][sq^0x70] {
					t.Fatalf("%s: %d %s: %d, mirrored %d", p.FEN(), piece, SquareName(sq), a[piece][sq], b[(piece+6)%12][sq^0x70])
				}
			}
		}
	}
}

// Only profile net has the network, and a search without it is as it was.
func TestOnlyProfileNetHasTheNetwork(t *testing.T) {
	for _, name := range ProfileNames {
		if p, ok := ProfileByName(name); !ok || (p.Switches&RootNet != 0) != (name == "net") {
			t.Errorf("%s: known %v, switches %02X", name, ok, p.Switches)
		}
	}
	net, _ := ProfileByName("net")
	plain := net
	plain.Switches &^= RootNet
	e := NewEngine()
	p := mustParse(t, "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2P1PN2/PP1NBPPP/R2Q1RK1 w - -")
	without := NewEngine().search(background, p, &plain, Limits{SX: 30})
	with, again := e.search(background, p, &net, Limits{SX: 30}), e.search(background, p, &plain, Limits{SX: 30})
	if with.Nodes == without.Nodes && with.Score == without.Score {
		t.Error("the network changes nothing")
	}
	if again.Nodes != without.Nodes || again.Score != without.Score {
		t.Error("the network's tables stay")
	}
	if w := without.Work; w[work.Nets] != 0 || w[work.NetMen] != 0 || w[work.NetLit] != 0 {
		t.Errorf("a search without it pays for the network: %d, %d, %d", w[work.Nets], w[work.NetMen], w[work.NetLit])
	}
	lit := 0
	for side := White; side <= Black; side++ {
		g := hidden(rootNet(), p, side)
		for _, v := range g {
			if v > 0 {
				lit++
			}
		}
	}
	if w := with.Work; w[work.Nets] != 1 || w[work.NetMen] != 32 || w[work.NetLit] != uint64(lit) {
		t.Errorf("the network is counted as %d, %d men of 32, %d hidden values of %d", w[work.Nets], w[work.NetMen], w[work.NetLit], lit)
	}
}

// There are as many weights as the network's shape has.
func TestTheNetworksShape(t *testing.T) {
	for _, hidden := range []int{1, 16, 32} {
		for _, alone := range []bool{false, true} {
			n := handNet(hidden)
			if alone {
				n.Alone, n.Ground = true, make([]int8, 384)
			}
			if checkNet(n) != nil || greatestIn(n) != 0 || greatestOut(n) != 32 {
				t.Errorf("%d hidden values, alone %t: %v, %d, %d", hidden, alone, checkNet(n), greatestIn(n), greatestOut(n))
			}
		}
	}
	for _, tt := range []struct {
		change func(n *insides.Net)
		want   string
	}{
		{func(n *insides.Net) { *n = *handNet(33) }, "network: 33 hidden values: want 1 to 32"},
		{func(n *insides.Net) { *n = *handNet(0) }, "network: 0 hidden values: want 1 to 32"},
		{func(n *insides.Net) { n.In = n.In[1:] }, "network: 3071, 1536, 4+4 and 0 weights: want 3072, 1536, 4+4 and 0 for 4 hidden values"},
		{func(n *insides.Net) { n.Out = append(n.Out, 0) }, "network: 3072, 1537, 4+4 and 0 weights: want 3072, 1536, 4+4 and 0 for 4 hidden values"},
		{func(n *insides.Net) { n.Bias[0] = nil }, "network: 3072, 1536, 0+4 and 0 weights: want 3072, 1536, 4+4 and 0 for 4 hidden values"},
		{func(n *insides.Net) { n.Bias[1] = n.Bias[1][:3] }, "network: 3072, 1536, 4+3 and 0 weights: want 3072, 1536, 4+4 and 0 for 4 hidden values"},
		{func(n *insides.Net) { n.Ground = []int8{1} }, "network: 3072, 1536, 4+4 and 1 weights: want 3072, 1536, 4+4 and 0 for 4 hidden values"},
		{func(n *insides.Net) { n.Alone = true }, "network: 3072, 1536, 4+4 and 0 weights: want 3072, 1536, 4+4 and 384 for 4 hidden values"},
	} {
		n := handNet(4)
		tt.change(n)
		if err := checkNet(n); err == nil || err.Error() != tt.want {
			t.Errorf("%v, want %s", err, tt.want)
		}
	}
}

// Of 40 squares with weights, the 32 greatest count, each once, whoever stands there.
func TestTheGreatestSumOf32Men(t *testing.T) {
	n := handNet(4)
	for i := range 40 { // 1 to 40, each of another man and sign
		n.In[(i%12*64+i)*4+2] = int8((i + 1) * (1 - i%2*2))
	}
	n.Bias[1][2] = -5
	if got := greatestIn(n); got != (9+40)*32/2+5 {
		t.Errorf("%d", got)
	}
}

// A file has the weights of In, Out and, of a network that is Alone, of Ground, in this order and with a sign.
func TestWeightsAreReadInTheirOrder(t *testing.T) {
	for _, alone := range []bool{false, true} {
		shape := handNet(2)
		shape.Alone = alone
		shape.Bias[1][0] = 300
		file := make([]byte, 768*2+384*2, 768*2+384*2+384)
		if alone {
			file = file[:cap(file)]
			file[2304], file[len(file)-1] = 5, 0xFA
		}
		file[0], file[1535], file[1536], file[2303] = 1, 0x81, 0x80, 127
		n, err := readNet(string(file), crc32.ChecksumIEEE(file), *shape)
		if err != nil {
			t.Fatal(err)
		}
		if n.In[0] != 1 || n.In[1535] != -127 || n.Out[0] != -128 || n.Out[767] != 127 || n.Bias[1][0] != 300 {
			t.Errorf("%d and %d, %d and %d, %d", n.In[0], n.In[1535], n.Out[0], n.Out[767], n.Bias[1][0])
		}
		if alone && (n.Ground[0] != 5 || n.Ground[383] != -6) {
			t.Errorf("ground: %d and %d", n.Ground[0], n.Ground[383])
		}
		shape.Bias[0] = nil
		if _, err := readNet(string(file), crc32.ChecksumIEEE(file), *shape); err == nil {
			t.Error("a network without numbers to begin with is read")
		}
	}
}

// The weights in use are read. A file that is cut, longer or has one other bit is refused in one line, which says what there
// is, what is wanted and what to do.
func TestDamagedWeightsAreRefused(t *testing.T) {
	if _, err := readNet(rootNetWeights, rootNetSum, rootNetShape); err != nil {
		t.Fatal(err)
	}
	refused := func(weights string) {
		t.Helper()
		_, err := readNet(weights, rootNetSum, rootNetShape)
		want := fmt.Sprintf("network: rootnetweights.bin is damaged: %d bytes with CRC-32 %08x: want %d with %08x, as rootnetweights.go says: ",
			len(weights), crc32.ChecksumIEEE([]byte(weights)), len(rootNetWeights), rootNetSum)
		if err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v, want %s", err, want)
		}
	}
	last := len(rootNetWeights) - 1
	for _, size := range []int{0, 1, last / 2, last} {
		refused(rootNetWeights[:size])
	}
	refused(rootNetWeights + "\x00")
	for at := 0; at <= last; at += 997 {
		b := []byte(rootNetWeights)
		b[at] ^= 1 << (at % 8)
		refused(string(b))
	}
	zeros := make([]byte, 10)
	if _, err := readNet(string(zeros), crc32.ChecksumIEEE(zeros), rootNetShape); err == nil {
		t.Error("ten bytes with the sum of ten bytes are read")
	}
}

// Each square has its own weights.
func TestSquaresOfTheNetwork(t *testing.T) {
	for i := range 64 {
		rank, file := i/8, i%8
		if got := netSquare(White, Square(16*rank+file)); got != i {
			t.Errorf("White, %s: %d", SquareName(Square(16*rank+file)), got)
		}
		if got := netSquare(Black, Square(16*(7-rank)+file)); got != i {
			t.Errorf("Black, %s: %d", SquareName(Square(16*(7-rank)+file)), got)
		}
	}
}

// The weights in use are codes of four bits, 16 of each hidden value for its inputs and 16 for
// its entries, and leave room for a routine in 8 KB. Pawns have none where no pawn stands.
func TestTheWeightsInUseFitAModule(t *testing.T) {
	const room, routine = 8192, 512
	rows := (768 - 2*16) + (384 - 16)
	if size := rootNet().Hidden * (rows/2 + 2*16 + 2*2); size > room-routine {
		t.Errorf("%d bytes: want at most %d", size, room-routine)
	}
	for name, all := range map[string][]int8{"in": rootNet().In, "out": rootNet().Out} {
		for k := range rootNet().Hidden {
			values := map[int8]bool{}
			for row := range len(all) / rootNet().Hidden {
				w := all[row*rootNet().Hidden+k]
				if rank := row % 64 / 8; Kind(row/64%6) == Pawn && (rank == 0 || rank == 7) {
					if w != 0 {
						t.Errorf("%s, row %d: %d: want 0", name, row, w)
					}
					continue
				}
				values[w] = true
			}
			if len(values) > 16 {
				t.Errorf("%s: hidden value %d has %d weights: want at most 16", name, k, len(values))
			}
		}
	}
}
