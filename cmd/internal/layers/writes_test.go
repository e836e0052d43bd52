package layers

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// writers are the functions of package os that write.
var writers = []string{"Create", "CreateTemp", "Link", "Mkdir", "MkdirAll", "MkdirTemp", "OpenFile", "Rename", "Symlink", "Truncate", "WriteFile"}

// ownWriters are the folders whose code writes without package userfile, each with its reason.
var ownWriters = map[string]string{
	"cmd/internal/userfile":                "it is the one",
	"cmd/internal/cli/clitest":             "for tests",
	"cmd/internal/match/player/playertest": "for tests",
	"cmd/internal/web/site":                "a tool that builds the static page",
	"cmd/lab/internal/kinds":               "the program of the checks in a temporary folder",
	"cmd/lab/internal/spread":              "the server's own folder",
}

// Commands write through package userfile alone, whose tests let each step fail.
func TestCommandsWriteThroughUserfile(t *testing.T) {
	used := map[string]bool{}
	require.NoError(t, filepath.WalkDir(root+"/cmd", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		folder, err := filepath.Rel(root, filepath.Dir(path))
		folder = filepath.ToSlash(folder)
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.SelectorExpr); ok {
				if of, ok := call.X.(*ast.Ident); ok && of.Name == "os" && slices.Contains(writers, call.Sel.Name) {
					used[folder] = true
					assert.NotEmpty(t, ownWriters[folder], "%s calls os.%s: want userfile", path, call.Sel.Name)
				}
			}
			return true
		})
		return err
	}))
	for folder := range ownWriters {
		assert.True(t, used[folder], "%s writes nothing by itself any more: remove the exception", folder)
	}
}
