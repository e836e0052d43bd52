package cli

import (
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/searchex/searchex/goengine"
)

// Each profile is taken by --profile, alone and as one of all, and has an SX of its own where no
// budget is given.
func TestFlagTakesEachProfile(t *testing.T) {
	all, err := (&ProfileFlag{Profile: "all"}).Profiles()
	require.NoError(t, err)
	var names []string
	for _, p := range all {
		names = append(names, p.Name)
		want, _ := goengine.ProfileByName(p.Name)
		assert.Equal(t, want, p.Data, p.Name)
		one, err := (&ProfileFlag{Profile: p.Name + ",tempo=3"}).Profiles()
		require.NoError(t, err)
		require.Len(t, one, 1)
		l, err := new(BudgetFlags).Limits(&App{}, one[0])
		require.NoError(t, err)
		assert.Positive(t, l.SX, p.Name)
	}
	assert.Equal(t, goengine.AllProfileNames, names)
}

// The help, the pages and the menus of the web page name each profile.
func TestEachProfileIsListed(t *testing.T) {
	field, ok := reflect.TypeFor[ProfileFlag]().FieldByName("Profile")
	require.True(t, ok)
	assert.Contains(t, field.Tag.Get("help"), strings.Join(goengine.AllProfileNames, ", ")+", or all")
	for file, mark := range map[string]string{
		"../../../README.md": "`", "../../../docs/glossary.md": "`", "../../../docs/manual/uci.md": "`", "../web/page/english.js": "",
	} {
		text := given.File(t, file)
		for _, name := range goengine.AllProfileNames {
			named := strings.Contains(string(text), mark+name+mark)
			if mark == "" {
				named = strings.Contains(string(text), `"program.`+name+`": "`+name+": ")
			}
			assert.True(t, named, "%s does not name %s", file, name)
		}
	}
}
