package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/searchex/internal/showing"
)

// docs/manual/routine.md has other code or figures than the program.
func TestFourTonguesIsFresh(t *testing.T) {
	if testing.Short() {
		t.Skip("the page's searches take some seconds")
	}
	const page = "../../docs/manual/routine.md"
	fresh := filepath.Join(t.TempDir(), "page.md")
	a := cli.NewApp(t.Context(), nil, os.Stdout, os.Stderr)
	require.Equal(t, cli.ExitFine, run(a, []string{"routine", "--doc", fresh}))
	want, err := os.ReadFile(fresh)
	require.NoError(t, err)
	if *update {
		require.NoError(t, os.WriteFile(page, want, 0o644))
	}
	have, err := os.ReadFile(page)
	require.NoError(t, err)
	if diff := cmp.Diff(string(have), string(want)); diff != "" {
		t.Errorf("docs/manual/routine.md (-) is not what the program writes (+); after a change on purpose: %s\n%s", showing.PageCommand, diff)
	}
}
