package clock

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	ms     = time.Millisecond
	second = time.Second
	minute = time.Minute
)

// 40/9000, 4500+60 and 40/7200:3600 are as in the PGN standard. Minutes:seconds are read
// where that is the only meaning.
func TestTimeControlsByHand(t *testing.T) {
	for text, want := range map[string][]Period{
		"-":                        nil,
		"300":                      {{Time: 300 * second}},
		"40/9000":                  {{Moves: 40, Time: 9000 * second}},
		"4500+60":                  {{Time: 4500 * second, Inc: minute}},
		"60+0.6":                   {{Time: minute, Inc: 600 * ms}},
		"0.05":                     {{Time: 50 * ms}},
		"5:00":                     {{Time: 5 * minute}},
		"1:30":                     {{Time: 90 * second}},
		"1:5":                      {{Time: 65 * second}},
		"5:30+2":                   {{Time: 330 * second, Inc: 2 * second}},
		"40/120:00+5":              {{Moves: 40, Time: 120 * minute, Inc: 5 * second}},
		"40/7200:3600":             {{Moves: 40, Time: 7200 * second}, {Time: 3600 * second}},
		"40/7200:1800":             {{Moves: 40, Time: 7200 * second}, {Time: 1800 * second}},
		"40/5400+30:1800":          {{Moves: 40, Time: 5400 * second, Inc: 30 * second}, {Time: 1800 * second}},
		"40/5400+30:1800+30":       {{Moves: 40, Time: 5400 * second, Inc: 30 * second}, {Time: 1800 * second, Inc: 30 * second}},
		"40/7200:20/3600:1800":     {{Moves: 40, Time: 7200 * second}, {Moves: 20, Time: 3600 * second}, {Time: 1800 * second}},
		"40/7200:20/3600":          {{Moves: 40, Time: 7200 * second}, {Moves: 20, Time: 3600 * second}},
		"40/120:00:20/60:00:15:00": {{Moves: 40, Time: 120 * minute}, {Moves: 20, Time: 60 * minute}, {Time: 15 * minute}},
		"40/120:030":               {{Moves: 40, Time: 120 * second}, {Time: 30 * second}},
		"40/2:60":                  {{Moves: 40, Time: 2 * second}, {Time: minute}},
	} {
		got, err := Parse(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, got, text)
		again, err := Parse(Format(got))
		require.NoError(t, err, "%q written as %q", text, Format(got))
		assert.Equal(t, got, again, "%q written as %q", text, Format(got))
	}
}

func TestWhatIsNoTimeControlIsRefusedWithTheReason(t *testing.T) {
	for text, want := range map[string]string{
		"?": "unknown", "*180": "hourglass", "*": "hourglass",
		"1:90": "90 after a colon: want 00 to 59", "2:60": "60 after a colon", "0:61": "61 after a colon",
		"5400:1800": "after 5400 without moves nothing can follow", "300:40/60": "without moves nothing can follow",
		"1:30:00":     "after 1 without moves nothing can follow",
		"40/120:30":   "40 moves in 2 minutes, then the rest in 30 seconds (40/120:030), or 40 moves in each 7230 seconds (40/7230)",
		"40/90+30:30": "40 moves in 90 seconds and 30 seconds a move, then the rest in 30 seconds (40/90+30:030), or 40 moves in each 90 seconds and 1830 seconds a move (40/90+1830)",
		"":            "no base time", "+5": "no base time", "40/": "no base time", "40/7200:": "no base time",
		"0": "no base time", "0+5": "no base time", "0:00": "no base time", "40/7200:20/0": "no base time",
		"0/60": "moves are not from 1 to 1000", "1001/5": "moves are not from 1 to 1000", "x/60": "moves are not", "+4/60": "moves are not",
		"60+": `no increment: "" is no time`, "60+-1": "is no time", "-5": "is no time", "NaN": "is no time", "Inf": "is no time", "1e3": "is no time",
		"0x10": "is no time", "1_0": "is no time", "5 00": "is no time", "604801": "more than a week", "99999999999999999999999": "more than a week",
		"99999:00": "more than a week", strings.Repeat("1/60:", 8) + "1/600": "more than 8 periods", strings.Repeat("1/60:", 40): "more than 8 periods",
	} {
		_, err := Parse(text)
		require.ErrorContains(t, err, want, text)
		assert.Less(t, len(err.Error()), 300, text)
	}
}

// Whatever is written is read as the same, also a last period of less than a hundred seconds,
// which would be seconds after a colon.
func TestATimeControlIsReadAsItIsWritten(t *testing.T) {
	times := []time.Duration{ms, 50 * ms, second, 9 * second, 30500 * ms, 59 * second, minute, 99 * second, 100 * second, 2 * time.Hour, MaxTime}
	for _, first := range times {
		for _, last := range times {
			for _, moves := range []int{0, 1, MaxMoves} {
				for _, inc := range []time.Duration{0, 500 * ms, 30 * second} {
					want := []Period{{Moves: 40, Time: first, Inc: inc}, {Moves: moves, Time: last, Inc: inc}}
					got, err := Parse(Format(want))
					require.NoError(t, err, Format(want))
					require.Equal(t, want, got, Format(want))
				}
			}
		}
	}
}

func TestScalesByHand(t *testing.T) {
	for _, tt := range []struct {
		scale Scale
		text  string
		want  time.Duration // 0 if it is refused
	}{
		{InSeconds, "90", 90 * second}, {InSeconds, "1:30", 90 * second}, {InSeconds, "1:60", 0},
		{InMinutes, "90", 90 * minute}, {InMinutes, "1:30", 90 * minute}, {InMinutes, "1:60", 0}, {InMinutes, "0:59", 59 * minute},
		{OfXBoard, "90", 90 * minute}, {OfXBoard, "1:30", 90 * second}, {OfXBoard, "5:90", 0}, {OfXBoard, "0:005", 0},
	} {
		got, err := tt.scale.Time(tt.text)
		assert.Equal(t, tt.want == 0, err != nil, tt.text)
		assert.Equal(t, tt.want, got, tt.text)
	}
}

// Two moves in 10 s and 1 s a move, then three in 20 s, then 5 s and 2 s a move.
func TestPeriodsWithIncrementsByHand(t *testing.T) {
	periods := []Period{{Moves: 2, Time: 10 * second, Inc: second}, {Moves: 3, Time: 20 * second}, {Time: 5 * second, Inc: 2 * second}}
	for made, want := range []Standing{
		{10 * second, 0, second, 2}, {11 * second, 0, second, 1},
		{32 * second, 1, 0, 3}, {32 * second, 1, 0, 2}, {32 * second, 1, 0, 1},
		{37 * second, 2, 2 * second, 0}, {39 * second, 2, 2 * second, 0},
	} {
		assert.Equal(t, want, After(periods, made), "after %d", made)
	}
	assert.Equal(t, Standing{Given: 65 * second, Inc: second, ToGo: 1}, After([]Period{{Moves: 2, Time: 20 * second, Inc: second}}, 5), "the third time")
}
