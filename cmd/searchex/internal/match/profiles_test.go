package match

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

// ideas names the switches of a profile.
var ideas = map[string]goengine.Switch{
	"two-budgets": goengine.TwoBudgets, "window-prices": goengine.WindowPrices, "score-prices": goengine.ScorePrices,
	"killers": goengine.Killers, "parity-prices": goengine.ParityPrices, "mate-threats": goengine.MateThreats,
	"half-frontier": goengine.HalfFrontier, "phase-prices": goengine.PhasePrices,
}

// changedProfile reads "sx81" or "sx81:evasion=7,killers=1,step=4": a profile
// with some of its numbers changed, a category's price, a switch (0 or 1), or
// one of the other bytes.
func changedProfile(spec string) (*goengine.Profile, error) {
	name, changes, _ := strings.Cut(spec, ":")
	p, ok := goengine.ProfileByName(name)
	if !ok {
		return nil, fmt.Errorf("profile %q is unknown", name)
	}
	numbers := map[string]*uint8{
		"start": &p.Start, "step": &p.Step, "above": &p.Above, "score-shift": &p.ScoreShift,
		"score-cap": &p.ScoreCap, "killer-bonus": &p.KillerBonus, "check-bonus": &p.CheckBonus,
	}
	for c, name := range goengine.CategoryNames {
		numbers[strings.ReplaceAll(name, " ", "-")] = &p.Price[c]
	}
	for _, change := range strings.FieldsFunc(changes, func(r rune) bool { return r == ',' }) {
		key, value, _ := strings.Cut(change, "=")
		n, err := strconv.ParseUint(value, 10, 8)
		if err != nil {
			return nil, fmt.Errorf("profile %q: %q: want a number from 0 to 255", spec, change)
		}
		switch {
		case numbers[key] != nil:
			*numbers[key] = uint8(n)
		case ideas[key] != 0:
			p.Switches &^= ideas[key]
			if n != 0 {
				p.Switches |= ideas[key]
			}
		case key == "swap-sort":
			p.Switches2 &^= goengine.SwapSort
			if n != 0 {
				p.Switches2 |= goengine.SwapSort
			}
		default:
			return nil, fmt.Errorf("profile %q: %q is nothing to change", spec, key)
		}
	}
	return &p, nil
}

// enginePlayer makes players that search in this process.
func enginePlayer(t *testing.T, spec string, nodes uint64) Maker {
	prof, err := changedProfile(spec)
	require.NoError(t, err)
	return func() Player {
		e := goengine.NewEngine()
		return FuncPlayer{PlayerName: spec, Fn: func(fen string, moves []string) (string, error) {
			p, err := goengine.ParseFEN(fen)
			if err != nil {
				return "", err
			}
			g := goengine.NewGame(p)
			for _, m := range moves {
				if err := g.Play(m); err != nil {
					return "", err
				}
			}
			r := e.Search(g.Position(), prof, goengine.Limits{Nodes: nodes})
			return g.Position().UCI(r.Best), nil
		}}
	}
}

// TestProfilesAgainstEachOther plays SEARCHEX_MATCH_FIRST against
// SEARCHEX_MATCH_SECOND, profiles as changedProfile reads them, several firsts
// divided by semicolons, at SEARCHEX_MATCH_NODES (20,000) nodes a move for
// SEARCHEX_MATCH_GAMES (160) games. The games are a function of these alone.
func TestProfilesAgainstEachOther(t *testing.T) {
	firsts, second := os.Getenv("SEARCHEX_MATCH_FIRST"), os.Getenv("SEARCHEX_MATCH_SECOND")
	if firsts == "" || second == "" {
		t.Skip("SEARCHEX_MATCH_FIRST and SEARCHEX_MATCH_SECOND name no profiles")
	}
	games := envInt(t, "GAMES", "160")
	var results []Result
	for _, first := range strings.Split(firsts, ";") {
		nodes := uint64(envInt(t, "NODES", "20000"))
		r, err := Run(context.Background(), Config{
			First: enginePlayer(t, first, nodes), Second: enginePlayer(t, second, nodes),
			Openings: Spread(manyOpenings(t), (games+1)/2), Games: games, Progress: os.Stderr,
		})
		require.NoError(t, err)
		require.Empty(t, r.Faults)
		results = append(results, r)
	}
	logTable(t, results...)
}

func TestChangedProfile(t *testing.T) {
	p, err := changedProfile("sx81:evasion=7,first-check=2,killers=1,half-frontier=0,step=4,swap-sort=1")
	require.NoError(t, err)
	want, _ := goengine.ProfileByName("sx81")
	want.Price[goengine.Evasion], want.Price[goengine.FirstCheck], want.Step = 7, 2, 4
	want.Switches = goengine.Killers
	want.Switches2 |= goengine.SwapSort
	require.Equal(t, want, *p)
	for _, bad := range []string{"sx82", "sx81:evasion=300", "sx81:nothing=1", "sx81:evasion"} {
		_, err := changedProfile(bad)
		require.Error(t, err, bad)
	}
}
