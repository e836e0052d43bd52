// Package given has what tests begin with. Each function ends the test if it cannot make it.
package given

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// File returns what is in a file.
func File(t testing.TB, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	return b
}

// Position returns the position of a FEN.
func Position(t testing.TB, fen string) *goengine.Position {
	t.Helper()
	p, err := goengine.ParseFEN(fen)
	require.NoError(t, err)
	return p
}

// Profile returns a profile, as "sx81,pass=20".
func Profile(t testing.TB, text string) goengine.Profile {
	t.Helper()
	p, err := goengine.ParseProfile(text)
	require.NoError(t, err)
	return p
}

// Engine returns an engine by its name.
func Engine(t testing.TB, name string) hostbridge.Engine {
	t.Helper()
	e, err := hostbridge.New(name)
	require.NoError(t, err)
	return e
}
