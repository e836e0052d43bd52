package shelf

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/chess/pgn"
	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/searchex/searchex/cmd/internal/play"
	"github.com/searchex/searchex/cmd/internal/play/clock"
	"github.com/searchex/searchex/cmd/internal/play/lcd"
	"github.com/searchex/searchex/cmd/internal/play/level"
	"github.com/searchex/searchex/cmd/internal/play/thinker"
	"github.com/searchex/searchex/cmd/internal/userfile"
)

type still struct{}

func (still) Now() time.Time { return time.Date(1981, 9, 1, 12, 0, 0, 0, time.UTC) }

func (still) Sleep(time.Duration, <-chan struct{}) {}

// dumb never answers.
type dumb struct{}

func (dumb) Start(thinker.Task, func(thinker.Report), func(thinker.Answer)) *thinker.Search {
	return thinker.Idle()
}

// sit returns a table that keeps its games in a folder.
func sit(t *testing.T, dir string) (*play.Table, *Shelf, bool) {
	t.Helper()
	s, alone := Open(dir, still{}.Now)
	t.Cleanup(s.Close)
	return play.New(play.Options{
		Clock: still{}, Brain: dumb{}, Engine: "6502", Profile: "sx81", Level: level.Level{Kind: level.Move, Time: time.Second}, Store: s,
	}), s, alone
}

func enter(t *testing.T, table *play.Table, moves ...string) {
	t.Helper()
	for _, m := range moves {
		require.True(t, table.Enter(m), table.Message())
	}
}

func sans(g *play.Game) (all []string) {
	for _, m := range g.Moves() {
		all = append(all, m.SAN)
	}
	return all
}

func TestATableComesBackAsItWas(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "deep", "down")
	table, s, alone := sit(t, dir)
	require.True(t, alone)
	table.TwoPlayers()
	enter(t, table, "e4", "e5", "Nf3")
	table.Back(1)
	table.Look(6)
	table.SetLevel(level.Tourn(clock.Period{Moves: 40, Time: 2 * time.Hour}))
	table.TwoPlayers()
	enter(t, table, "d4")
	require.NoError(t, table.UseSetup("4k3/8/8/8/8/8/8/R3K3 b Q - 0 40"))
	table.Display = lcd.Clock
	require.NoError(t, s.Save(table))
	require.Empty(t, table.Unsaved())
	// The program is killed here, so Leave is not called.
	s.Close()

	again, s2, alone := sit(t, dir)
	require.True(t, alone)
	require.NoError(t, s2.Load(context.Background(), again))
	assert.Equal(t, 6, again.Current())
	assert.Equal(t, lcd.Clock, again.Display)
	assert.Equal(t, "4k3/8/8/8/8/8/8/R3K3 b Q - 0 40", again.Game().FEN())
	assert.Equal(t, "TOURN 40/120", again.Game().Level.String())
	g := again.At(0)
	assert.Equal(t, []string{"e4", "e5", "Nf3"}, sans(g))
	assert.Equal(t, 2, g.At(), "one move was taken back")
	assert.False(t, g.Seats[0].Machine || g.Seats[1].Machine)
	assert.Nil(t, again.At(1))

	// The game that was replaced by the set-up is still in its file.
	files, err := filepath.Glob(filepath.Join(dir, "*.pgn"))
	require.NoError(t, err)
	require.Len(t, files, 2)
	text := given.File(t, filepath.Join(dir, "1981-09-01-120000-7.pgn"))
	assert.Contains(t, string(text), "1. d4 ")
}

func TestTwoGamesOfASecondHaveTwoFiles(t *testing.T) {
	dir := t.TempDir()
	table, _, _ := sit(t, dir)
	for range 3 {
		require.NoError(t, table.NewGame("", play.White))
		table.TwoPlayers()
		enter(t, table, "e4")
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.pgn"))
	require.NoError(t, err)
	assert.Len(t, files, 3)
}

func TestASecondProgramKeepsItsGamesAndLeavesTheTable(t *testing.T) {
	dir := t.TempDir()
	first, _, _ := sit(t, dir)
	first.TwoPlayers()
	enter(t, first, "e4")
	before := given.File(t, filepath.Join(dir, tableFile))

	second, s, alone := sit(t, dir)
	assert.False(t, alone)
	require.NoError(t, s.Load(context.Background(), second))
	assert.Empty(t, second.Game().Moves())
	second.TwoPlayers()
	enter(t, second, "d4")
	assert.Empty(t, second.Unsaved())
	after := given.File(t, filepath.Join(dir, tableFile))
	assert.Equal(t, string(before), string(after))
	files, _ := filepath.Glob(filepath.Join(dir, "*.pgn"))
	assert.Len(t, files, 2)
}

func TestAFolderThatCannotBeWrittenIsToldAndPlayGoesOn(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	table, s, _ := sit(t, filepath.Join(file, "games")) // below a file there is no folder
	require.NoError(t, s.Load(context.Background(), table))
	table.TwoPlayers()
	enter(t, table, "e4", "e5")
	assert.Contains(t, table.Unsaved(), "not a directory")
	assert.Len(t, table.Game().Moves(), 2)
}

func TestAFolderThatVanishesIsToldAndBackAgainUsed(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "games")
	table, _, _ := sit(t, dir)
	table.TwoPlayers()
	enter(t, table, "e4")
	require.NoError(t, os.Rename(dir, dir+".away"))
	enter(t, table, "e5")
	assert.NotEmpty(t, table.Unsaved())
	require.NoError(t, os.Rename(dir+".away", dir))
	enter(t, table, "Nf3")
	assert.Empty(t, table.Unsaved())
	text := given.File(t, filepath.Join(dir, table.Game().File))
	assert.Contains(t, string(text), "1. e4 e5 2. Nf3")
}

func TestWhatIsDamagedIsToldAndLeftAlone(t *testing.T) {
	dir := t.TempDir()
	table, s, _ := sit(t, dir)
	table.TwoPlayers()
	enter(t, table, "e4", "e5", "Nf3")
	file := filepath.Join(dir, table.Game().File)
	s.Close()

	text, err := os.ReadFile(file)
	require.NoError(t, err)
	damaged := strings.Replace(string(text), "2. Nf3", "2. Nf6", 1)
	require.NoError(t, os.WriteFile(file, []byte(damaged), 0o600))
	again, s, _ := sit(t, dir)
	err = s.Load(context.Background(), again)
	require.Error(t, err)
	assert.Contains(t, err.Error(), "Nf6")
	assert.Equal(t, []string{"e4", "e5"}, sans(again.Game()), "the game up to there")
	enter(t, again, "Bc4")
	left := given.File(t, file)
	assert.Equal(t, damaged, string(left), "the damaged file is not replaced: the game goes on in another")
	assert.Empty(t, again.Unsaved())
	s.Close()

	require.NoError(t, os.WriteFile(filepath.Join(dir, tableFile), []byte("{nonsense"), 0o600))
	again, s, _ = sit(t, dir)
	assert.Error(t, s.Load(context.Background(), again))
	assert.NotNil(t, again.Game())
	again.TwoPlayers()
	kept := given.File(t, filepath.Join(dir, tableFile+".unread"))
	assert.Equal(t, "{nonsense", string(kept))
	s.Close()

	for _, wild := range []string{
		`{"current":99,"display":-5,"boards":[{"board":-1},{"board":12},{"board":0,"start":"nonsense"},{"board":1,"file":"../../etc/passwd"},{"board":2,"file":"none.pgn"},{"board":3,"start":"8/8 w","level":"x"}]}`,
		`{"boards":[{"board":0,"start":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","level":"5","at":3}]}`,
		`[]`, `null`, ``,
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, tableFile), []byte(wild), 0o600))
		again, s, _ = sit(t, dir)
		_ = s.Load(context.Background(), again)
		require.NotNil(t, again.Game(), wild)
		again.TwoPlayers()
		require.True(t, again.Enter("e4"), wild)
		s.Close()
	}
}

func TestGamesOfAFileAreReadByNumber(t *testing.T) {
	file := "[White \"A\"]\n\n1. e4 e5 1-0\n\n[White \"B\"]\n\n1. d4 Nf6 2. c5 *\n"
	seats := [2]play.Seat{{}, {Machine: true}}
	g, err := Read(t.Context(), pgn.NewReader(strings.NewReader(file), "x.pgn"), 1, seats, level.Level{})
	require.NoError(t, err)
	assert.Equal(t, []string{"e4", "e5"}, sans(g))
	g, err = Read(t.Context(), pgn.NewReader(strings.NewReader(file), "x.pgn"), 2, seats, level.Level{})
	require.Error(t, err)
	assert.Contains(t, err.Error(), "c5")
	assert.Equal(t, []string{"d4", "Nf6"}, sans(g))
	_, err = Read(t.Context(), pgn.NewReader(strings.NewReader(file), "x.pgn"), 3, seats, level.Level{})
	assert.EqualError(t, err, "x.pgn: game 3: the file has 2")
	_, err = Read(t.Context(), pgn.NewReader(strings.NewReader(""), "x.pgn"), 1, seats, level.Level{})
	assert.EqualError(t, err, "x.pgn: no game in it")
}

func TestTheFolderIsThatForData(t *testing.T) {
	env := func(vars map[string]string) func(string) string {
		return func(name string) string { return vars[name] }
	}
	dir, err := Folder(env(map[string]string{"XDG_DATA_HOME": "/data"}))
	require.NoError(t, err)
	assert.Equal(t, filepath.FromSlash("/data/searchex/games"), dir)
	dir, err = Folder(env(map[string]string{"XDG_DATA_HOME": "relative"}))
	if err == nil {
		assert.True(t, filepath.IsAbs(dir), "XDG: a path that isn't absolute is to be left out")
	}
}

// A variant is not shown as a game without moves, and a null move ends a replay by name.
func TestGamesThatCannotBePlayedOn(t *testing.T) {
	const text = "[Variant \"Antichess\"]\n\n1. e3 b5 *\n\n[Event \"x\"]\n\n1. e4 e5 2. -- Nf6 *\n\n[Event \"y\"]\n\n1. e9 *\n"
	for number, want := range map[int]struct {
		moves int // -1: no game
		err   string
	}{
		1: {-1, "x.pgn:1: game 1: the game is Antichess: searchex plays standard chess"},
		2: {2, "x.pgn:5: game 2: move 2. --: a null move"},
		3: {-1, "x.pgn:11: game 3: move 1. e9: not a move: want one such as e4, Nf3, O-O or e2e4"},
	} {
		g, err := Read(t.Context(), pgn.NewReader(strings.NewReader(text), "x.pgn"), number, [2]play.Seat{}, level.Level{})
		assert.EqualError(t, err, want.err)
		if want.moves < 0 {
			assert.Nil(t, g)
		} else if assert.NotNil(t, g) {
			assert.Len(t, g.Moves(), want.moves)
		}
	}
}

// A folder in which nothing can be saved is known at the start.
func TestAFolderThatCannotBeUsed(t *testing.T) {
	dir := t.TempDir()
	s, _ := Open(filepath.Join(dir, "games"), time.Now)
	defer s.Close()
	assert.NoError(t, s.Writable())
	assert.Equal(t, filepath.Join(dir, "games"), s.Folder())
	file := filepath.Join(dir, "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	s, _ = Open(filepath.Join(file, "games"), time.Now)
	defer s.Close()
	assert.Error(t, s.Writable())
}

// A game is added to a file of games, which keeps its other games.
func TestAGameIsAddedToAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mine.pgn")
	g, err := play.NewGame("", [2]play.Seat{}, level.Level{})
	require.NoError(t, err)
	g.Tags = []pgn.Tag{{Name: "White", Value: "first"}}
	require.NoError(t, Append(path, g))
	g.Tags = []pgn.Tag{{Name: "White", Value: "second"}}
	require.NoError(t, Append(path, g))
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	games, err := List(pgn.NewReader(f, path))
	require.NoError(t, err)
	assert.Equal(t, []string{"1 first - ? *", "2 second - ? *"}, games)
	assert.ErrorContains(t, Append(filepath.Dir(path), g), "is a folder")
	_, err = List(pgn.NewReader(strings.NewReader(""), "empty.pgn"))
	assert.EqualError(t, err, "empty.pgn: no game in it")
}

// Reading a game ends with the context, also after its moves have been read.
func TestAGameIsNotReadBeyondTheContext(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("ctrl-C"))
	g, err := Read(ctx, pgn.NewReader(strings.NewReader("1. e4 *"), "x.pgn"), 1, [2]play.Seat{}, level.Level{})
	assert.EqualError(t, err, "ctrl-C")
	assert.Nil(t, g)
	_, err = play.FromPGN(ctx, &pgn.Game{Moves: []pgn.Move{{UCI: "e2e4"}}}, [2]play.Seat{}, level.Level{})
	assert.EqualError(t, err, "ctrl-C")
}

// failing lets step n of writing fail, and all after it if all is set. total counts the steps.
func failing(t *testing.T, n int, all bool) (total *int) {
	total = new(int)
	t.Cleanup(userfile.Failing(func(userfile.Step, string) error {
		if *total++; *total == n || all && *total > n {
			return syscall.EIO
		}
		return nil
	}))
	return total
}

// Each step of writing fails, alone or with all after it: the person is told, and once the disk
// is well again the next move saves the whole game, in one file.
func TestPlaySurvivesADiskThatFails(t *testing.T) {
	moves := []string{"e4", "e5"}
	play := func(t *testing.T, dir string, table *play.Table) (unsaved int) {
		for _, m := range moves {
			require.True(t, table.Enter(m), table.Message())
			if table.Unsaved() != "" {
				unsaved++
				assert.Contains(t, table.Unsaved(), "input/output error")
			}
			files, err := filepath.Glob(filepath.Join(dir, "*.pgn"))
			require.NoError(t, err)
			for _, f := range files {
				text := given.File(t, f)
				assert.True(t, strings.HasSuffix(string(text), " *\n\n"), "%q", text)
			}
		}
		return unsaved
	}
	steps, n := 1, 1
	for ; n <= steps; n++ {
		for _, all := range []bool{false, true} {
			t.Run(fmt.Sprint(n, all), func(t *testing.T) {
				dir := t.TempDir()
				table, s, _ := sit(t, dir)
				table.TwoPlayers()
				total := failing(t, n, all)
				unsaved := play(t, dir, table)
				if all && n < 4 {
					assert.Equal(t, len(moves), unsaved)
				}
				if !all {
					steps = *total
				}
				userfile.Failing(func(userfile.Step, string) error { return nil })
				enter(t, table, "Nf3")
				require.Empty(t, table.Unsaved())
				s.Close()
				entries, err := os.ReadDir(dir)
				require.NoError(t, err)
				var names []string
				for _, e := range entries {
					names = append(names, e.Name())
				}
				assert.Equal(t, []string{".lock", "1981-09-01-120000-1.pgn", "table.json"}, names)
				text := given.File(t, filepath.Join(dir, names[1]))
				assert.Contains(t, string(text), "1. e4 e5 2. Nf3 *")
			})
		}
	}
	assert.Greater(t, n, 15)
	t.Logf("%d steps of writing", n-1)
}

// Save FILE adds the whole game or nothing.
func TestAGameIsAppendedWholeOrNotAtAll(t *testing.T) {
	g, err := play.NewGame("", [2]play.Seat{}, level.Level{})
	require.NoError(t, err)
	for n, steps := 1, 1; n <= steps; n++ {
		path := filepath.Join(t.TempDir(), "mine.pgn")
		require.NoError(t, os.WriteFile(path, []byte("old\n"), 0o600))
		total := failing(t, n, false)
		err := Append(path, g)
		steps = *total
		text, rerr := os.ReadFile(path)
		require.NoError(t, rerr)
		if err != nil {
			assert.EqualError(t, err, "writing "+path+": input/output error")
			assert.Equal(t, "old\n", string(text))
		} else {
			assert.True(t, strings.HasSuffix(string(text), "*\n\n"), "%q", text)
		}
		entries, err := os.ReadDir(filepath.Dir(path))
		require.NoError(t, err)
		assert.Len(t, entries, 1)
	}
}

// A game that another program has changed, or changes, stays as that has it: it goes on in a file of
// its own.
func TestAGameThatAnotherProgramHasChangedStays(t *testing.T) {
	dir := t.TempDir()
	table, s, _ := sit(t, dir)
	table.TwoPlayers()
	enter(t, table, "e4")
	first := filepath.Join(dir, table.Game().File)
	require.NoError(t, os.WriteFile(first, []byte("annotated"), 0o600))
	enter(t, table, "e5")
	require.Empty(t, table.Unsaved())
	second := filepath.Join(dir, table.Game().File)
	require.NoError(t, userfile.Alone(t.Context(), second, func() error {
		enter(t, table, "Nf3")
		return nil
	}))
	third := filepath.Join(dir, table.Game().File)
	s.Close()
	assert.NotContains(t, []string{second, third}, first)
	assert.NotEqual(t, second, third)
	for path, want := range map[string]string{first: "annotated", second: "1. e4 e5 *", third: "1. e4 e5 2. Nf3 *"} {
		text := given.File(t, path)
		assert.Contains(t, string(text), want)
	}

	again, s, _ := sit(t, dir)
	require.NoError(t, s.Load(t.Context(), again))
	assert.Equal(t, []string{"e4", "e5", "Nf3"}, sans(again.Game()))
}

// A game is added to a file when no other program changes that.
func TestAGameWaitsForOthersThatChangeItsFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mine.pgn")
	g, err := play.NewGame("", [2]play.Seat{}, level.Level{})
	require.NoError(t, err)
	done, first := make(chan error, 1), make(chan string, 1)
	require.NoError(t, userfile.Alone(t.Context(), path, func() error {
		t.Cleanup(userfile.Failing(func(_ userfile.Step, name string) error {
			select {
			case first <- filepath.Base(name):
			default:
			}
			return nil
		}))
		go func() { done <- Append(path, g) }()
		assert.Equal(t, ".mine.pgn-lock.searchex", <-first)
		assert.NoFileExists(t, path)
		return os.WriteFile(path, []byte("old\n"), 0o600)
	}))
	require.NoError(t, <-done)
	text := given.File(t, path)
	assert.True(t, strings.HasPrefix(string(text), "old\n\n[Event "), "%q", text)
}
