package player

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/play/clock"
	"github.com/searchex/searchex/cmd/internal/play/level"
	"github.com/searchex/searchex/cmd/internal/protocol/uci"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

func one(t *testing.T, text string) Spec {
	t.Helper()
	all, err := ParseSpec(text, Defaults{})
	require.NoError(t, err)
	require.Len(t, all, 1)
	return all[0]
}

func TestSpecOfAnEngineHere(t *testing.T) {
	s := one(t, "go:sx81,price.evasion=7,switch.killers=on,switch.half-frontier=off,switch.swap-sort=1,step=4,parity.odd=-2,phase.7=3,nodes=500")
	want, _ := goengine.ProfileByName("sx81")
	want.Price[goengine.Evasion], want.Step = 7, 4
	want.Switches = want.Switches&^goengine.HalfFrontier | goengine.Killers | goengine.SwapSort
	want.Parity[1], want.Phase[7] = -2, 3
	assert.Equal(t, want, s.Profile)
	assert.Equal(t, Limits{Nodes: 500}, s.Limits)
	assert.Equal(t, "go:sx81,price.evasion=7,switch.killers=on,switch.half-frontier=off,switch.swap-sort=1,step=4,parity.odd=-2,phase.7=3", s.Label)

	assert.Equal(t, "z80:sx81", one(t, "z80").Label)
	assert.Equal(t, Limits{Nodes: defaultNodes}, one(t, "z80").Limits)
	for _, name := range hostbridge.AllNames() {
		s := one(t, name+":tuned,cycles=5")
		assert.Equal(t, []any{name, "tuned", name + ":tuned", Limits{Cycles: 5}}, []any{s.Engine, s.ProfileName, s.Label, s.Limits})
	}
	assert.Equal(t, Limits{SX: 0, SXSet: true}, one(t, "go:tuned,sx=0").Limits)
	assert.Equal(t, Limits{Cycles: 1000}, one(t, "go:tuned,cycles=1000").Limits)
	assert.Equal(t, "n, m", one(t, `go:tuned,name="n, m"`).Label)

	all, err := ParseSpec("go:all,depth=2", Defaults{})
	require.NoError(t, err)
	var names []string
	for _, s := range all {
		names = append(names, s.Label[3:])
		assert.Equal(t, 2, s.Limits.Depth)
	}
	assert.Equal(t, goengine.AllProfileNames, names)
}

func TestSpecOfARatedLevel(t *testing.T) {
	want := level.AtElo(700).Profile
	for _, text := range []string{"go,elo=700", "go:tuned,elo=700", "6502:sx81,elo=700,depth=9"} {
		s := one(t, text)
		assert.Equal(t, []any{want, level.AtElo(700).Nodes, s.Engine + " 700"}, []any{s.Profile, s.Limits.Nodes, s.Label}, text)
	}
	assert.Equal(t, must(one(t, "go,elo=700")).String(), must(one(t, "go:tuned,elo=700")).String(), "whatever the profile")
	assert.Equal(t, 9, one(t, "go,elo=700,depth=9").Limits.Depth)
	assert.Equal(t, "weak", one(t, "go,name=weak,elo=700").Label)
	all, err := ParseSpec("go,elo=700", Defaults{Limits: Limits{Cycles: 9000}, MoveTime: time.Second})
	require.NoError(t, err)
	assert.Equal(t, one(t, "go,elo=700"), all[0], "a level is a limit")

	timed := one(t, "go,elo=700,tc=60")
	assert.Equal(t, map[string]string{"UCI_LimitStrength": "true", "UCI_Elo": "700"}, timed.Options)
	assert.Zero(t, timed.Limits)
}

// A rated level plays the same moves directly and through the session, on a clock with enough time.
func TestARatedLevelPlaysAlikeDirectlyAndThroughTheSession(t *testing.T) {
	game := func(text string) []string {
		p := must(one(t, text)).Maker(true, uci.Run)()
		defer p.Close()
		require.NoError(t, p.NewGame())
		turn := Turn{FEN: goengine.StartFEN}
		if p.TimeControl().Clocked() {
			turn.Clock = &Clock{White: time.Hour, Black: time.Hour}
		}
		for range 12 {
			r, err := p.Move(turn)
			require.NoError(t, err)
			turn.Moves = append(turn.Moves, r.Move)
		}
		return turn.Moves
	}
	want := game("go,elo=700")
	assert.NotEqual(t, want, game("go,elo=500"))
	for _, text := range []string{"go,elo=700,tc=3600", "6502,elo=700", "cmd=self,elo=700,tc=3600"} {
		assert.Equal(t, want, game(text), text)
	}
}

func TestSpecOfAProgram(t *testing.T) {
	self := os.Args[0]
	s := one(t, `cmd=`+self+`,args="-a  -b",arg="x, \"y\"",option.Clear Path="a,b",elo=1700,movetime=70,name=me`)
	assert.Equal(t, []string{"-a", "-b", `x, "y"`}, s.Args)
	assert.Equal(t, map[string]string{"Clear Path": "a,b", "UCI_LimitStrength": "true", "UCI_Elo": "1700"}, s.Options)
	assert.Equal(t, []any{"me", 70 * time.Millisecond, "uci", "go movetime 70"}, []any{s.Label, s.MoveTime, s.Protocol, s.goCommand()})

	s = one(t, self+",elo=1500")
	assert.Equal(t, []any{"player.test 1500", defaultMoveTime}, []any{s.Label, s.MoveTime})
	s = one(t, self+`,protocol=xboard,depth=3,send="level 0 1 0",tc=40/60`)
	assert.Equal(t, []any{"xboard", 3, []string{"level 0 1 0"}, of(clock.Period{Moves: 40, Time: time.Minute})}, []any{s.Protocol, s.Limits.Depth, s.Send, s.Control})
	assert.Equal(t, "go nodes 7 depth 3", must(one(t, self+",nodes=7,depth=3")).goCommand())
}

func must(s Spec) *Spec { return &s }

func TestDefaultsAreForPlayersWithoutALimit(t *testing.T) {
	d := Defaults{Limits: Limits{Cycles: 9000}, MoveTime: time.Second}
	for text, want := range map[string]string{
		"go:sx81":                "cycles=9000",
		"z80:sx81":               "cycles=9000",
		"go@6502:sx81":           "cycles=9000",
		"go:sx81,nodes=5":        "nodes=5",
		"go:sx81,movetime=5":     "movetime=5",
		os.Args[0]:               "movetime=1000",
		os.Args[0] + ",depth=2":  "depth=2",
		os.Args[0] + ",tc=60+.5": "tc=60+0.5",
	} {
		all, err := ParseSpec(text, d)
		require.NoError(t, err, text)
		assert.Equal(t, want, all[0].Limit(), text)
	}
}

func TestWrongSpecsAreExplained(t *testing.T) {
	self := os.Args[0]
	for text, want := range map[string]string{
		"":                                    "nothing at all",
		"go:sx82":                             `profile "sx82" is unknown: want one of uniform,`,
		"go81":                                `"go81" is neither an engine here (` + strings.Join(hostbridge.AllNames(), ", ") + `, classic) nor a program`,
		"go@z80":                              `"go@z80" is neither an engine here`, // it is plain go
		"go@go:sx81":                          `"go@go:sx81" is neither an engine here`,
		"go@6502:sx82":                        `profile "sx82" is unknown`,
		"/nowhere/engine":                     "nor a program that can be run",
		"/etc/passwd":                         "nor a program that can be run",
		"nodes=5,go:sx81":                     "it begins with a setting",
		"go:sx81,":                            "nothing between two commas",
		"go:sx81,nodes":                       `"nodes": want NAME=VALUE`,
		"go:sx81,nodes=0":                     "nodes=0: want a number from 1 to",
		"go:sx81,nodes=-1":                    "nodes=-1: want",
		"go:sx81,depth=33":                    "depth=33: want a number from 1 to 32",
		"go:sx81,sx=256":                      "sx=256: want a number from 0 to 255",
		"go:sx81,cycles=0":                    "cycles=0: want a number from 1",
		"go:sx81,cpn=5":                       `"cpn" is no setting of it`,
		"go:sx81,price.evasion=300":           "price.evasion=300: want a number from 0 to 255",
		"go:sx81,price.capture=0":             "price.capture=0: want a number from 1 to 255",
		"go:sx81,price.nothing=1":             `"price.nothing" is no setting`,
		"go:sx81,switch.killers=maybe":        "switch.killers=maybe: want on or off",
		"go:sx81,switch.thinking=on":          "switch.thinking: want one of cache, half-frontier,",
		"go:sx81,step=256":                    "step=256",
		"go:sx81,parity.even=200":             "want a number from -128 to 127",
		"go:sx81,nodes=5,tc=60":               "movetime= or tc= and nodes=",
		"go:sx81,step=4,movetime=5":           "which knows no step=4",
		"go:sx81,option.Clock=5":              "option.* are the UCI session's",
		"go:sx81,movetime=5,tc=60":            "movetime= and tc=: want one of them",
		"go:sx81,tc=0/60":                     "moves are not from 1 to 1000",
		"go:sx81,name=":                       "name= is empty",
		"go:all,name=x":                       "name= is for one player",
		"go,elo=5000":                         "elo=5000: want a number from ",
		"go,elo=1":                            "elo=1: want a number from ",
		"go,elo=strong":                       "elo=strong: want a number from ",
		"go,elo=700,nodes=500":                "elo= and nodes=: want one of them",
		"go:tuned,step=4,elo=700":             "elo= and step=4: a rated level has its own profile: want one of them",
		"go,elo=700,option.Clock=5":           "option.* are the UCI session's",
		self + ",sx=5":                        `"sx" is no setting of it`,
		self + ",protocol=usi":                "want uci or xboard",
		self + ",protocol=xboard":             "it has no limit",
		self + ",protocol=xboard,movetime=50": "whole seconds only",
		self + ",protocol=xboard,nodes=5":     "nodes= does not exist in the xboard protocol",
		self + ",protocol=xboard,st=1":        `"st" is no setting`,
		self + ",protocol=xboard,elo=5,tc=9":  "option.* and elo= are UCI's",
		self + ",send=x":                      "send= is for protocol=xboard",
		self + `,args="x`:                     "a double quote is not closed",
		self + ",tc=60,nodes=5":               "tc= and nodes= or depth=",
		"cmd=self,args=x":                     "cmd=self takes neither",
		"go:sx81,name=a\nb":                   "control character",
		"go:sx81,name=a\x7f":                  "control character",
		"go:sx81,name=\xff":                   "is not UTF-8",
		"go:sx81,nodes=5,nodes=6":             "nodes= stands twice",
		"go:sx81,option.A=1,option.A=2":       "option.A= stands twice",
		"go:sx81,movetime=-5":                 "movetime=-5: want a number from 1 to 604800000",
		"go:sx81,nodes=1099511627777":         "nodes=1099511627777: want a number from 1 to 1099511627776",
	} {
		_, err := ParseSpec(text, Defaults{})
		require.Error(t, err, text)
		assert.ErrorContains(t, err, want, text)
		assert.ErrorContains(t, err, "player ")
	}
}

func FuzzParseSpec(f *testing.F) {
	for _, s := range []string{"go:sx81,nodes=5", `cmd=self,option.A="b,c"`, "go:all,depth=3", `z80,tc=40/60:00+1,margin=5`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		specs, err := ParseSpec(text, Defaults{})
		if err == nil {
			require.NotEmpty(t, specs)
			for _, s := range specs {
				require.NotEmpty(t, s.Label)
				require.NotEmpty(t, s.String())
			}
		}
	})
}

// of returns the time control of some periods.
func of(periods ...clock.Period) TimeControl { return TimeControl{Periods: periods} }

func TestTimeControls(t *testing.T) {
	for text, want := range map[string]TimeControl{
		"40/7200":     of(clock.Period{Moves: 40, Time: 2 * time.Hour}),
		"40/120:00+5": of(clock.Period{Moves: 40, Time: 2 * time.Hour, Inc: 5 * time.Second}),
		"60+0.6":      of(clock.Period{Time: time.Minute, Inc: 600 * time.Millisecond}),
		"1:30":        of(clock.Period{Time: 90 * time.Second}),
	} {
		got, err := ParseTimeControl(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, got, text)
		again, err := ParseTimeControl(got.String())
		require.NoError(t, err)
		assert.Equal(t, want, again, text)
	}
	for _, bad := range []string{"", "0", "/60", "40/", "x/60", "60+", "60+x", "-5", "60+-1", "NaN", "Inf", "1e30", "99999:00", "1001/5"} {
		_, err := ParseTimeControl(bad)
		assert.ErrorContains(t, err, "want moves/seconds+increment", bad)
	}
}

// sx81 finds axb8=R with a thousand nodes, which is taken at once as the queen is.
func TestAnEnginePlaysAQueenWhereALesserPieceGainsNothing(t *testing.T) {
	prof, _ := goengine.ProfileByName("sx81")
	for _, engine := range []string{"go", "z80"} {
		p := NewEngine("p", engine, prof, Limits{Nodes: 1000})
		require.NoError(t, p.NewGame())
		r, err := p.Move(Turn{FEN: "1r3rk1/P4ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"})
		require.NoError(t, err)
		assert.Equal(t, "a7b8q", r.Move, engine)
		assert.Greater(t, r.Nodes, uint64(1030), "%s: both searches count", engine)
	}
}

func TestEnginesAnswerByLimit(t *testing.T) {
	prof, _ := goengine.ProfileByName("sx81")
	turn := Turn{FEN: goengine.StartFEN, Moves: []string{"e2e4", "e7e5"}}
	ask := func(engine string, l Limits) Reply {
		p := NewEngine("p", engine, prof, l)
		require.NoError(t, p.NewGame())
		r, err := p.Move(turn)
		require.NoError(t, err)
		require.True(t, r.Scored)
		return r
	}
	few, many := ask("go", Limits{Nodes: 300}), ask("go", Limits{Nodes: 3000})
	assert.Less(t, few.Nodes, uint64(600))
	assert.GreaterOrEqual(t, many.Nodes, uint64(3000))
	machine := ask("z80", Limits{Nodes: 300})
	assert.Equal(t, []any{few.Move, few.Nodes, few.Score}, []any{machine.Move, machine.Nodes, machine.Score})
	assert.Positive(t, machine.Cycles)
	// Go stops about where the machine does, by the cost model. The same number of cycles is not the
	// same number of nodes.
	limited := ask("z80", Limits{Cycles: 3_000_000})
	assert.InDelta(t, 3_000_000, float64(limited.Cycles), 300_000)
	modelled := ask("go", Limits{Cycles: 3_000_000})
	assert.Zero(t, modelled.Cycles)
	assert.InEpsilon(t, limited.Nodes, modelled.Nodes, 0.15)
	assert.Less(t, 2*modelled.Nodes, ask("go", Limits{Cycles: 9_000_000}).Nodes)

	p := NewEngine("p", "go", prof, Limits{Nodes: 100})
	require.NoError(t, p.NewGame())
	_, err := p.Move(Turn{FEN: "8/8/8/8/8/8/8/8 w - - 0 1"})
	require.Error(t, err)
	require.NoError(t, p.NewGame(), "it must be fit to play again")
	_, err = p.Move(turn)
	require.NoError(t, err)
	require.NoError(t, p.Close())
	_, err = p.Move(turn)
	assert.ErrorContains(t, err, "closed")
}

func TestFingerprintTellsProfilesApart(t *testing.T) {
	a, b := one(t, "go:sx81"), one(t, "go:sx81,price.evasion=9")
	fa, err := a.Fingerprint()
	require.NoError(t, err)
	fb, err := b.Fingerprint()
	require.NoError(t, err)
	assert.NotEqual(t, fa, fb)
	assert.NotEqual(t, a.String(), b.String())
	again, err := must(one(t, "go:sx81,nodes=3")).Fingerprint()
	require.NoError(t, err)
	assert.Equal(t, fa, again)
}

// With a time limit, Go plays by the cost model of a machine, and differently with another model.
func TestFingerprintTellsModelsApart(t *testing.T) {
	prints := func() (all []string) {
		for _, name := range hostbridge.AllNames() {
			for _, limit := range []string{"nodes=5", "cycles=5", "movetime=5", "tc=5"} {
				f, err := must(one(t, name+",name=x,"+limit)).Fingerprint()
				require.NoError(t, err)
				all = append(all, f)
			}
		}
		return all
	}
	before := prints()
	for _, k := range hostbridge.MachineKinds() {
		own := k.Model
		k.Model = func() (*hostbridge.Model, error) { return &hostbridge.Model{}, nil }
		i := 0
		after := prints()
		for _, name := range hostbridge.AllNames() {
			stands, err := hostbridge.KindOf(name)
			require.NoError(t, err)
			for _, timed := range []bool{false, true, true, true} {
				assert.Equal(t, timed && stands != k && stands.Timed() == k, before[i] != after[i], "%s of %s, timed %t", name, k.Name, timed)
				i++
			}
		}
		k.Model = own
	}
}

func TestOptionsAreSetInOrderOfName(t *testing.T) {
	known := map[string]uci.Option{"hash": {Kind: "spin", Min: "1", Max: "64"}, "profile": {}, "a": {}}
	s, err := setOptions(map[string]string{"Profile": "sx81", "Hash": "16", "A": "x y"}, known)
	require.NoError(t, err)
	assert.Equal(t, "setoption name A value x y\nsetoption name Hash value 16\nsetoption name Profile value sx81\n", s)
	strength := map[string]uci.Option{"uci_elo": {}, "uci_limitstrength": {}}
	s, err = setOptions(map[string]string{"UCI_Elo": "9", "UCI_LimitStrength": "true"}, strength)
	require.NoError(t, err)
	assert.Equal(t, "setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 9\n", s)
}

// A value that the program would ignore is refused.
func TestOptionsThatAProgramWouldIgnoreAreRefused(t *testing.T) {
	known := map[string]uci.Option{}
	for _, text := range []string{
		"name Skill Level type spin default 20 min 0 max 20", "name Ponder type check default false",
		"name Analysis Contempt type combo default Both var Off var Both Sides", "name Clear Hash type button", "name Odd type spin",
	} {
		o := uci.ParseOption(strings.Fields(text))
		known[strings.ToLower(o.Name)] = o
	}
	for option, want := range map[string]string{
		"Skill Level=20": "", "skill level=0": "", "Ponder=true": "", "analysis contempt=both sides": "", "Clear Hash=": "", "Odd=99": "",
		"Skill Level=21": `option "Skill Level": "21" is not in 0..20`, "Skill Level=x": `"x" is not in 0..20`,
		"Ponder=on": `option "Ponder": "on" is neither true nor false`, "Skill=1": `no option "Skill"`,
		"Analysis Contempt=Sides": `"Sides" is not one of off, both sides`,
	} {
		name, value, _ := strings.Cut(option, "=")
		_, err := setOptions(map[string]string{name: value}, known)
		if want == "" {
			assert.NoError(t, err, option)
		} else {
			assert.ErrorContains(t, err, want, option)
		}
	}
}

func TestClockCommand(t *testing.T) {
	assert.Equal(t, "go wtime 60000 btime 30000", clockCommand(&Clock{White: time.Minute, Black: 30 * time.Second}))
	assert.Equal(t, "go wtime 11000 btime 9000 winc 1000 binc 500 movestogo 2", clockCommand(&Clock{
		White: 11 * time.Second, Black: 9 * time.Second, WhiteIncrement: time.Second, BlackIncrement: time.Second / 2, MovesToGo: 2}))
}

// panicking is an engine that panics.
type panicking struct{ hostbridge.Engine }

func (panicking) Search(context.Context, *goengine.Game, *goengine.Profile, goengine.Limits) (hostbridge.Result, error) {
	panic("mate in -1")
}

func TestAPanicOfAnEngineIsItsError(t *testing.T) {
	prof, _ := goengine.ProfileByName("sx81")
	p := NewEngine("p", "go", prof, Limits{Nodes: 100})
	p.build = func() (hostbridge.Engine, error) { return panicking{}, nil }
	require.NoError(t, p.NewGame())
	_, err := p.Move(Turn{FEN: goengine.StartFEN})
	assert.EqualError(t, err, "panic: mate in -1")
	p.build = func() (hostbridge.Engine, error) { panic("no ROM") }
	assert.EqualError(t, p.NewGame(), "panic: no ROM")
}

// 40/9000, 300 and 4500+60 are examples of the PGN standard.
func TestTimeControlInPGN(t *testing.T) {
	for want, c := range map[string]TimeControl{
		"-":           {},
		"1/5":         {PerMove: 5 * time.Second},
		"1/0.05":      {PerMove: 50 * time.Millisecond},
		"40/9000":     of(clock.Period{Moves: 40, Time: 9000 * time.Second}),
		"300":         of(clock.Period{Time: 5 * time.Minute}),
		"4500+60":     of(clock.Period{Time: 75 * time.Minute, Inc: time.Minute}),
		"40/9000+0.6": of(clock.Period{Moves: 40, Time: 9000 * time.Second, Inc: 600 * time.Millisecond}),
	} {
		assert.Equal(t, want, c.PGN())
	}
	for text, want := range map[string]string{"go:sx81,nodes=5": "-", "go:sx81,tc=60+1": "60+1", "go:sx81,movetime=5000": "1/5"} {
		p := must(one(t, text)).Maker(true, nil)()
		assert.Equal(t, want, p.TimeControl().PGN(), text)
	}
}

func TestScoresOfAnInfoLine(t *testing.T) {
	for text, want := range map[string]Reply{
		"info depth 9 seldepth 12 score cp -48 nodes 77 pv e2e4": {Score: -48, Scored: true, Depth: 9, Nodes: 77},
		// Mate in 3 is on the player's third move, the fifth ply; mated in 2 is
		// on the opponent's second, the fourth.
		"info depth 12 score mate 3":                {Score: mateScore, Scored: true, Mate: 5, Depth: 12},
		"info depth 12 score mate -2":               {Score: -mateScore, Scored: true, Mate: -4, Depth: 12},
		"info score cp 5":                           {Score: 5, Scored: true},
		"info depth -3 score cp 5":                  {Score: 5, Scored: true},
		"info depth 99999999999999999 score cp 5":   {Score: 5, Scored: true},
		"info depth 9 score cp 9223372036854775807": {},
		"info depth 9 score mate 0":                 {},
		"info depth 9 score cp NaN":                 {},
		"info depth 9 multipv 2 score cp 5":         {},
		"info depth 9 currmove e2e4":                {},
	} {
		var r Reply
		r.info(strings.Fields(text))
		assert.Equal(t, want, r, text)
	}
}

// A mate that our search has found is reported in plies.
func TestAnEngineTellsTheMateItSees(t *testing.T) {
	prof, _ := goengine.ProfileByName("uniform")
	ask := func(fen string, depth int) Reply {
		p := NewEngine("p", "go", prof, Limits{Depth: depth})
		require.NoError(t, p.NewGame())
		r, err := p.Move(Turn{FEN: fen})
		require.NoError(t, err)
		return r
	}
	// The back rank mates at once.
	r := ask("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 3)
	assert.Equal(t, []any{"a1a8", 1, mateScore}, []any{r.Move, r.Mate, r.Score})
	// Black has only moves of the pawn, and Rd8 mates.
	r = ask("7k/p7/6K1/8/2B5/8/8/3R4 b - - 0 1", 3)
	assert.Equal(t, []any{-2, -mateScore}, []any{r.Mate, r.Score})
}

func TestDepthIsTheNumberOfIterations(t *testing.T) {
	uniform, _ := goengine.ProfileByName("uniform")
	for sx, want := range map[int]int{0: 1, 8: 2, 16: 3} { // a ply an iteration
		for _, l := range []Limits{{SX: sx, SXSet: true}, {Depth: want}} {
			p := NewEngine("p", "go", uniform, l)
			require.NoError(t, p.NewGame())
			r, err := p.Move(Turn{FEN: goengine.StartFEN})
			require.NoError(t, err)
			assert.Equal(t, want, r.Depth, "%+v", l)
		}
	}
	p := &Engine{prof: goengine.Profile{Start: 10, Step: 8}}
	for sx, want := range map[int]int{0: 1, 10: 1, 11: 2, 18: 2, 19: 3, 50: 6} {
		assert.Equal(t, want, p.depth(sx), "SX %d", sx)
	}
}
