package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/cli"
	matchplayer "github.com/searchex/searchex/cmd/internal/match/player"
	"github.com/searchex/searchex/cmd/internal/play/clock"
	"github.com/searchex/searchex/cmd/internal/play/level"
	"github.com/searchex/searchex/cmd/internal/protocol/uci"
	"github.com/searchex/searchex/cmd/internal/protocol/xboard"
)

// timeDoor reads a time control and returns its periods as PGN has them, or the refusal.
type timeDoor func(t *testing.T, text string) (periods string, err error)

// timeDoors are the places where time controls are read, except for the command level of the
// xboard protocol, which has a form of its own.
var timeDoors = map[string]timeDoor{
	"match --tc": func(_ *testing.T, text string) (string, error) {
		d, err := (&cli.MatchFlags{TC: &text}).Defaults()
		return clock.Format(d.Control.Periods), err
	},
	"a player's tc=": func(_ *testing.T, text string) (string, error) {
		all, err := matchplayer.ParseSpec("go:sx81,tc="+text, matchplayer.Defaults{})
		if err != nil {
			return "", err
		}
		return clock.Format(all[0].Control.Periods), nil
	},
	"play, its --level and the page": func(_ *testing.T, text string) (string, error) {
		l, err := level.ParseRated(text)
		return clock.Format(l.Periods()), err
	},
	"uci": func(t *testing.T, text string) (string, error) {
		return levelOption(t, "setoption name Level value "+text+"\n", uci.Run, text)
	},
	"xboard": func(t *testing.T, text string) (string, error) {
		run := func(ctx context.Context, in io.Reader, out io.Writer) error { return xboard.Run(ctx, in, out, uci.Run) }
		return levelOption(t, "protover 2\noption Level="+text+"\n", run, text)
	},
}

// levelRefused matches a line in which a session refuses a level.
var levelRefused = regexp.MustCompile(`(?m)^.*option Level: (.*)$`)

// levelOption sets the option Level in a session. A session does not show what it has read.
func levelOption(t *testing.T, command string, run xboard.Session, text string) (string, error) {
	var out bytes.Buffer
	require.NoError(t, run(t.Context(), strings.NewReader(command), &out))
	if m := levelRefused.FindStringSubmatch(out.String()); m != nil {
		return "", errors.New(m[1])
	}
	periods, _ := clock.Parse(text)
	return clock.Format(periods), nil
}

// The forms of the manual and of the PGN standard, at every door. A control with minutes of
// a whole game alone is a number, which is seconds a move as a level; it has +0 there.
func TestATimeControlMeansTheSameAtEveryDoor(t *testing.T) {
	for text, want := range map[string]string{
		"40/7200":              "40/7200",
		"40/120:00":            "40/7200",
		"40/120:00+5":          "40/7200+5",
		"300+0":                "300",
		"60+0.6":               "60+0.6",
		"5:00":                 "300",
		"1:30+1":               "90+1",
		"40/7200:3600":         "40/7200:3600",
		"40/7200:1800":         "40/7200:1800",
		"40/5400+30:1800":      "40/5400+30:1800",
		"40/5400+30:1800+30":   "40/5400+30:1800+30",
		"40/7200:20/3600:1800": "40/7200:20/3600:1800",
		"40/7200:20/3600":      "40/7200:20/3600",
		"40/120:030":           "40/120:030",
	} {
		for name, door := range timeDoors {
			got, err := door(t, text)
			if assert.NoError(t, err, "%s: %s", name, text) {
				assert.Equal(t, want, got, "%s: %s", name, text)
			}
		}
	}
	for text, want := range map[string]string{
		"5400:1800": "neither minutes:seconds (no base time: 1800 after a colon: want 00 to 59) nor two periods (after 5400 without moves nothing can follow)",
		"1:90":      "90 after a colon: want 00 to 59",
		"2:60":      "60 after a colon: want 00 to 59",
		"40/120:30": "it is 40 moves in 2 minutes, then the rest in 30 seconds (40/120:030), or 40 moves in each 7230 seconds (40/7230)",
		"1:30:00":   "nothing can follow",
		"*180":      "an hourglass is not played",
		"0/60":      "moves are not from 1 to 1000",
		"40/":       "no base time",
	} {
		for name, door := range timeDoors {
			_, err := door(t, text)
			assert.ErrorContains(t, err, want, "%s: %s", name, text)
		}
	}
	for _, text := range []string{"-", "?"} { // no control, an unknown one
		for name, door := range timeDoors {
			_, err := door(t, text)
			assert.Error(t, err, "%s: %s", name, text)
		}
	}
}
