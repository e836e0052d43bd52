package asm

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	underRemark = 6  // lines of code that a comment line speaks for
	remarksFrom = 40 // lines of code from which a file has a floor
	wantRemarks = 55 // of a hundred lines of code
)

var notCode = regexp.MustCompile(`^(?:[\w.@$]+:\s*)?(?:\.|\w+\s*=|$)`)

// remarked counts the lines of code of a source file, and those of them that have a remark of their own or are one of the
// next few under a comment line.
func remarked(source string, cpu *CPU) (code, with int) {
	under := 0
	for line := range strings.Lines(source) {
		text := cpu.Code(line)
		remark := strings.TrimSpace(strings.TrimPrefix(line[len(text):], cpu.Comment))
		text = strings.TrimSpace(text)
		switch {
		case text == "" && remark != "":
			under = underRemark
		case notCode.MatchString(text):
		default:
			code++
			if remark != "" || under > 0 {
				with++
			}
			under--
		}
	}
	return code, with
}

// Every source file of more than a few lines has remarks on more than half of its code.
func TestSourcesHaveRemarks(t *testing.T) {
	all, have := 0, 0
	folders := map[string]*CPU{MSXEngine.Folder: MSXEngine, MDEngine.Folder: MDEngine}
	for _, cpu := range CPUs {
		folders[cpu.Folder] = cpu
	}
	folders["guests/miniz80"] = folders["z80"]
	folders["mk5"] = folders["m6502"]
	folders["guests/mini6502"] = folders["m6502"]
	for folder, cpu := range folders {
		var files []string
		for _, pattern := range []string{"*.s", "*.inc"} {
			found, err := filepath.Glob(filepath.Join(folder, pattern))
			require.NoError(t, err)
			files = append(files, found...)
		}
		require.NotEmpty(t, files, folder)
		for _, path := range files {
			name := filepath.ToSlash(path)
			if strings.Contains(name, "_gen.") {
				continue
			}
			source, err := os.ReadFile(path)
			require.NoError(t, err)
			code, with := remarked(string(source), cpu)
			all, have = all+code, have+with
			if code <= remarksFrom {
				continue
			}
			share := 100 * with / code
			assert.GreaterOrEqual(t, share, wantRemarks, "%s: lines of a hundred with a remark: want a comment of what a block does every four to eight lines", name)
		}
	}
	t.Logf("%d of %d lines of code have a remark: %d of 100", have, all, 100*have/all)
}

func TestRemarkedCounts(t *testing.T) {
	for source, want := range map[string][2]int{
		"":                                       {0, 0},
		"a:\n b:  ; x\n .byte 1\nN = 3\nN=3\n":   {0, 0},
		" nop\n":                                 {1, 0},
		" nop ; why\n":                           {1, 1},
		"1: nop\n":                               {1, 0},
		" ; why\n nop\n nop\n":                   {2, 2},
		"; why\na:\n nop\n\n.endm\n nop\n":       {2, 2},
		" ; why\n" + strings.Repeat(" nop\n", 8): {8, 6},
		" ;\n nop\n":                             {1, 0},
	} {
		code, with := remarked(source, CPUs[0])
		assert.Equal(t, want, [2]int{code, with}, source)
	}
}
