package asm

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// goFiles returns the Go engine's functions and methods by name, each with the files that declare one, without ".go".
func goFiles(t *testing.T) map[string][]string {
	paths, err := filepath.Glob("../goengine/*.go")
	require.NoError(t, err)
	files := map[string][]string{}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		require.NoError(t, err)
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok {
				files[f.Name.Name] = append(files[f.Name.Name], strings.TrimSuffix(filepath.Base(path), ".go"))
			}
		}
	}
	return files
}

// misplaced compares the file of each routine that Go has too with the Go file. It returns a line for each routine in a
// file of another name, and the number of routines compared. If Go has both GoNames, the first counts.
func misplaced(img *Image, files map[string][]string) (wrong []string, shared int) {
	lines := map[uint32]Line{}
	for _, line := range img.Lines {
		lines[line.Addr] = line
	}
	for label, kind := range img.Kinds {
		if kind != Text {
			continue
		}
		unexported, exported := GoNames(label)
		homes := files[unexported]
		if homes == nil {
			homes = files[exported]
		}
		if homes == nil {
			continue
		}
		shared++
		line, ok := lines[img.Symbols[label]]
		unit := strings.TrimSuffix(line.File, filepath.Ext(line.File))
		for _, home := range homes {
			if !ok || home != unit {
				wrong = append(wrong, label+" is in "+line.File+", in Go in "+home+".go")
			}
		}
	}
	sort.Strings(wrong)
	return wrong, shared
}

func TestARoutineOfBothEnginesStandsInFilesOfTheSameName(t *testing.T) {
	for _, cpu := range Names() {
		img, err := Load(cpu)
		require.NoError(t, err)
		wrong, shared := misplaced(img, goFiles(t))
		require.Empty(t, wrong, cpu)
		require.Greater(t, shared, 50, "hardly any routine of %s has a Go function of its name", cpu)
	}
}

func TestARoutineInAFileOfAnotherNameIsNoticed(t *testing.T) {
	img := &Image{
		Symbols: map[string]uint32{"generate_moves": 0, "perft": 2, "only_here": 4},
		Kinds:   map[string]Kind{"generate_moves": Text, "perft": Text, "only_here": Text},
		Lines:   []Line{{0, "movegen.s", 1}, {2, "movegen.s", 9}, {4, "movegen.s", 12}},
	}
	wrong, shared := misplaced(img, map[string][]string{
		"generateMoves": {"movegen"}, "GenerateMoves": {"export"}, "Perft": {"perft"},
	})
	require.Equal(t, []string{"perft is in movegen.s, in Go in perft.go"}, wrong)
	require.Equal(t, 2, shared)
}
