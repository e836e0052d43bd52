// Package layers tests in which direction the packages of the module import
// each other.
package layers

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	module = "github.com/searchex/searchex/"
	root   = "../../.."
)

// layer is a row of the table: packages that stand on the same floor.
type layer struct {
	name string
	// packages are the layer's. NAME/... is a package and all below it.
	packages []string
	// apart forbids packages of the layer to import each other.
	apart bool
}

// layers are the floors of the house, the lowest first. A package imports
// packages of lower layers and, unless they are apart, of its own.
var layers = []layer{
	{name: "test data", packages: []string{"testdata/..."}},
	{name: "types below the engine", packages: []string{"internal/work", "internal/insides", "internal/number", "internal/words"}},
	{name: "engine in Go", packages: []string{"goengine/..."}},
	{name: "insides of the engine", packages: []string{"internal/probe"}},
	{name: "machines", packages: []string{"emu/..."}},
	{name: "assembly", packages: []string{"asm", "asm/tools/..."}},
	{name: "bridge", packages: []string{"hostbridge/..."}},
	{name: "guests", packages: []string{"asm/guests"}},
	{name: "recorded results", packages: []string{"golden"}},
	{name: "tables, files, workers", packages: []string{"cmd/internal/report/...", "cmd/internal/userfile", "cmd/internal/pool", "cmd/internal/given", "cmd/internal/roms"}},
	{name: "chess", packages: []string{"cmd/internal/chess/..."}},
	{name: "other engines", packages: []string{"cmd/internal/classic"}},
	{name: "play", packages: []string{"cmd/internal/play/..."}},
	{name: "protocols", packages: []string{"cmd/internal/protocol/..."}},
	{name: "matches", packages: []string{"cmd/internal/match/..."}},
	{name: "explanations", packages: []string{"cmd/internal/explain/..."}},
	{name: "doors", packages: []string{"cmd/internal/session/...", "cmd/internal/web/...", "cmd/internal/debug/..."}},
	{name: "command line", packages: []string{"cmd/internal/cli/..."}},
	{name: "jobs", packages: []string{"cmd/lab/internal/job"}},
	{name: "carriers of jobs", packages: []string{"cmd/lab/internal/spread"}},
	{name: "laboratory", packages: []string{
		"cmd/lab/internal/lab", "cmd/lab/internal/kinds", "cmd/lab/internal/classic", "cmd/lab/internal/ladder",
		"cmd/lab/internal/oddeven", "cmd/lab/internal/rootnet", "cmd/lab/internal/scale", "cmd/lab/internal/sex", "cmd/lab/internal/tune",
	}},
	{name: "commands", apart: true, packages: []string{
		"cmd/searchex/internal/playing", "cmd/searchex/internal/measuring", "cmd/searchex/internal/showing", "cmd/lab/internal/commands",
	}},
	{name: "programs", apart: true, packages: []string{"cmd/searchex", "cmd/searchexwasm", "cmd/lab"}},
	{name: "tests of the module", packages: []string{"cmd/internal/layers"}},
}

// upwards are imports of tests that run upwards, each with its reason.
var upwards = map[string]string{
	"cmd/internal/chess/openings -> cmd/internal/match/player": "openings are played by players, to show that they are balanced",
	"cmd/internal/play/level -> cmd/internal/match/stats":      "levels by rating are rated by matches",
}

// pkg is a package as go list describes it.
type pkg struct {
	ImportPath, Name                   string
	Imports, TestImports, XTestImports []string
	Standard                           bool
	Module                             *struct {
		Path string
		Main bool
	}
}

// list returns the packages that go list finds.
func list(t *testing.T, args ...string) (all []pkg) { return listWith(t, nil, args...) }

// listWith is list with more variables in the environment.
func listWith(t *testing.T, env []string, args ...string) (all []pkg) {
	t.Helper()
	c := exec.Command("go", append([]string{"list", "-json=ImportPath,Name,Imports,TestImports,XTestImports,Standard,Module"}, args...)...)
	c.Dir = root
	c.Env = append(os.Environ(), env...)
	out, err := c.Output()
	require.NoError(t, err, "go list %s", args)
	d := json.NewDecoder(strings.NewReader(string(out)))
	for {
		var p pkg
		err := d.Decode(&p)
		if errors.Is(err, io.EOF) {
			return all
		}
		require.NoError(t, err)
		all = append(all, p)
	}
}

// has reports whether the package is one of the layer.
func (l *layer) has(name string) bool {
	return slices.ContainsFunc(l.packages, func(pattern string) bool {
		below, all := strings.CutSuffix(pattern, "/...")
		return name == below || all && strings.HasPrefix(name, below+"/")
	})
}

// floor returns the index of a package's layer, -1 for none.
func floor(name string) int {
	return slices.IndexFunc(layers, func(l layer) bool { return l.has(name) })
}

// wrong returns what is wrong with an import, empty for nothing.
func wrong(from, to string) string {
	a, b := floor(from), floor(to)
	switch {
	case a < 0 || b < 0:
		return "" // reported as a package without a layer
	case a < b:
		return fmt.Sprintf("%s (%s) imports %s (%s) upwards", from, layers[a].name, to, layers[b].name)
	case a == b && from != to && layers[a].apart:
		return fmt.Sprintf("%s imports %s: the packages of %s must not know each other", from, to, layers[a].name)
	}
	return ""
}

// Imports run downwards, and each package has a place in the table.
func TestImportsRunDownwards(t *testing.T) {
	all := list(t, "./...")
	require.Greater(t, len(all), 40)
	used := map[string]bool{}
	for _, p := range all {
		name := strings.TrimPrefix(p.ImportPath, module)
		assert.GreaterOrEqual(t, floor(name), 0, "%s has no layer: add it to the table", name)
		check := func(imports []string, ofTests bool) {
			for _, path := range imports {
				to, ours := strings.CutPrefix(path, module)
				if !ours {
					continue
				}
				assert.GreaterOrEqual(t, floor(to), 0, "%s has no layer: add it to the table", to)
				arrow := name + " -> " + to
				if ofTests && upwards[arrow] != "" {
					used[arrow] = true
					continue
				}
				assert.Empty(t, wrong(name, to))
			}
		}
		check(p.Imports, false)
		check(p.TestImports, true)
		check(p.XTestImports, true)
	}
	for arrow := range upwards {
		assert.True(t, used[arrow], "%s: no test imports this any more: remove the exception", arrow)
	}
}

// linked are the modules that searchex links beside this one. A newcomer compiles all of them
// before the first search; make cold prints how long that takes.
var linked = []string{
	"github.com/alecthomas/kong", "github.com/beevik/go6502", "github.com/clipperhouse/displaywidth", "github.com/clipperhouse/uax29/v2",
	"github.com/coder/websocket", "github.com/corentings/chess/v2", "github.com/gdamore/encoding", "github.com/gdamore/tcell/v3",
	"github.com/google/go-dap", "github.com/google/pprof", "github.com/koron-go/z80", "github.com/lucasb-eyer/go-colorful", "github.com/pelletier/go-toml/v2",
	"github.com/user-none/go-chip-m68k", "golang.org/x/exp", "golang.org/x/sync", "golang.org/x/sys", "golang.org/x/term", "golang.org/x/text",
}

// unwanted are the packages of the standard library, with those below them, that searchex does
// not link: what is for tests or the laboratory, or long to compile for what it would give.
var unwanted = regexp.MustCompile(`^(archive|database/sql|debug|encoding/gob|expvar|go/(build|types)|html/template|image|net/http/(httptest|pprof)|net/(rpc|smtp)|plugin|testing)(/|$)`)

// wanted are the exceptions: an interface that types of chess/v2 implement, colours of the terminal,
// a package that go/parser needs, ELF files with their lines, as symbols of guests, and the set of
// the MK V as one file.
var wanted = []string{"archive/zip", "database/sql/driver", "image/color", "go/build/constraint", "debug/elf", "debug/dwarf"}

// The player's program links the modules of a list, and nothing that is for tests or for the
// laboratory.
func TestWhatTheProgramsLink(t *testing.T) {
	for _, program := range []string{"searchex", "lab"} {
		modules := map[string]bool{}
		for _, p := range list(t, "-deps", "./cmd/"+program) {
			assert.False(t, !p.Standard && strings.HasSuffix(p.Name, "test") || p.ImportPath == "testing", "%s links %s, which is for tests", program, p.ImportPath)
			if program != "searchex" {
				continue
			}
			assert.False(t, unwanted.MatchString(p.ImportPath) && !slices.Contains(wanted, p.ImportPath), "searchex links %s", p.ImportPath)
			if p.Module != nil && !p.Module.Main {
				modules[p.Module.Path] = true
			}
		}
		if program == "searchex" && runtime.GOOS == "linux" { // another system's terminal may want others
			assert.Equal(t, linked, slices.Sorted(maps.Keys(modules)), "the modules that searchex links")
		}
	}
}

// The laboratory links NATS, and no program that people play with does.
func TestTheLaboratoryAloneLinksNATS(t *testing.T) {
	for program, wanted := range map[string]bool{"searchex": false, "searchexwasm": false, "lab": true} {
		args := []string{"-deps", "./cmd/" + program}
		var env []string
		if program == "searchexwasm" {
			env = []string{"GOOS=js", "GOARCH=wasm"}
		}
		links := slices.ContainsFunc(listWith(t, env, args...), func(p pkg) bool { return strings.Contains(p.ImportPath, "/nats-io/") })
		assert.Equal(t, wanted, links, program)
	}
}
