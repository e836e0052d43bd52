package player

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/searchex/searchex/cmd/internal/protocol/uci"
	"github.com/searchex/searchex/goengine"
)

// A guest is named by its program, and has limits but no profile.
func TestSpecOfAGuest(t *testing.T) {
	name := given.Guest(t)
	s := one(t, name+",cycles=2000000")
	assert.Equal(t, []any{name, "", "mini6502", Limits{Cycles: 2000000}}, []any{s.Engine, s.ProfileName, s.Label, s.Limits})
	assert.Equal(t, Limits{Nodes: defaultNodes}, one(t, name).Limits)
	assert.Equal(t, Limits{Depth: 5}, one(t, name+",depth=5").Limits)
	odder := given.Guest(t, given.Described(`name = "mini6502"`, `name = "mini\n\u001b[2J  6502"`))
	assert.Equal(t, "mini [2J 6502", one(t, odder).Label, "one line, without control characters")
	assert.Equal(t, "mine", one(t, name+",name=mine").Label)

	// A path may have what separates settings.
	odd := given.Guest(t)
	folder := filepath.Join(t.TempDir(), "a=b,c.d:e")
	odd = move(t, odd, folder)
	assert.Equal(t, odd, one(t, `"`+odd+`",depth=2`).Engine)

	refused := func(text string, d Defaults) string {
		_, err := ParseSpec(text, d)
		require.Error(t, err, text)
		assert.NotContains(t, err.Error(), "\n")
		_, says, _ := strings.Cut(err.Error(), `": `)
		return says
	}
	for settings, want := range map[string]string{
		":sx81":            "a guest has no profile: leave :sx81 out",
		":all":             "a guest has no profile: leave :all out",
		",price.evasion=7": `"price.evasion" is no setting of a guest, which has no profile`,
		",step=4":          `"step" is no setting of a guest, which has no profile`,
		",sx=20":           "sx=: mini6502 has none: want nodes=, depth=, cycles=, movetime= or tc=",
		",elo=1200":        "elo=: mini6502 has none: want nodes=, depth=, cycles=, movetime= or tc=",
		",depth=6":         "depth=6: mini6502 searches 1 to 5 plies",
	} {
		assert.Equal(t, want, refused(name+settings, Defaults{}))
	}
	assert.Equal(t, "sx: a guest has no SX: want nodes=, depth=, cycles=, movetime= or tc=", refused(name, Defaults{Limits: Limits{SX: 20, SXSet: true}}))
	assert.Contains(t, refused("guest:nowhere.toml", Defaults{}), "nowhere.toml: no such file")
	deaf := given.Guest(t, given.Without("events.scored"))
	assert.Equal(t, "nodes= wants a count of nodes; mini6502 has none: want depth=, cycles=, movetime= or tc=", refused(deaf+",nodes=5", Defaults{}))
}

// move moves a guest to a folder.
func move(t *testing.T, guest, folder string) string {
	t.Helper()
	prefix, file, _ := strings.Cut(guest, ":")
	require.NoError(t, os.Rename(filepath.Dir(file), folder))
	return prefix + ":" + filepath.Join(folder, filepath.Base(file))
}

// The fingerprint of a guest is that of its description, image and symbols, wherever they are.
func TestFingerprintOfAGuest(t *testing.T) {
	fingerprint := func(guest string) string {
		s := one(t, guest)
		f, err := s.Fingerprint()
		require.NoError(t, err)
		return f
	}
	same := fingerprint(given.Guest(t))
	assert.Regexp(t, "^[0-9a-f]{64}$", same)
	assert.Equal(t, same, fingerprint(given.Guest(t)), "in another folder")
	for what, changed := range map[string]string{
		"description": given.Guest(t, given.Described("plies = 3", "plies = 4")),
		"image":       given.Guest(t, given.Patched(0x8030, 0xEA)),
		"symbols": given.Guest(t, func(_ testing.TB, files map[string][]byte) {
			files["mini6502.lbl"] = append(files["mini6502.lbl"], "al 008030 .another\n"...)
		}),
	} {
		assert.NotEqual(t, same, fingerprint(changed), what)
	}
}

// A guest answers alike to one number of plies in this process and through the UCI session,
// and its depth is its plies.
func TestAGuestPlaysAlikeDirectlyAndThroughTheSession(t *testing.T) {
	name := given.Guest(t)
	turn := Turn{FEN: goengine.StartFEN, Moves: []string{"e2e4"}}
	var replies [2]Reply
	for i, text := range []string{name + ",cycles=2000000", name + ",movetime=2000"} {
		s := one(t, text)
		p := s.Maker(true, uci.Run)()
		defer p.Close()
		require.NoError(t, p.NewGame())
		var err error
		replies[i], err = p.Move(turn)
		require.NoError(t, err)
		replies[i].Elapsed = 0
	}
	assert.Equal(t, replies[0], replies[1])
	assert.Equal(t, []any{2, uint64(2000000)}, []any{replies[0].Depth, replies[0].Cycles})
}
