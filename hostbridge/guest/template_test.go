package guest

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// allKeys returns the keys of a description by table, those of a struct that several tables have under each.
func allKeys() (all []string) {
	var add func(table string, t reflect.Type)
	add = func(table string, t reflect.Type) {
		for _, name := range slices.Sorted(maps.Keys(keysOf(t))) {
			key := strings.TrimPrefix(table+"."+name, ".")
			f := keysOf(t)[name]
			for f.Kind() == reflect.Slice {
				f = f.Elem()
			}
			if f.Kind() == reflect.Struct {
				add(key, f)
				continue
			}
			all = append(all, key)
		}
	}
	add("", reflect.TypeFor[Description]())
	return all
}

// noEffect are the keys of events that a description may not have.
var noEffect = []string{
	"events.made.node", "events.made.value", "events.made.against", "events.made.white", "events.made.suppress", "events.made.replace",
	"events.generated.node", "events.generated.value", "events.generated.against", "events.generated.white", "events.generated.replace",
	"events.scored.against", "events.scored.suppress", "events.beta.node", "events.beta.suppress", "events.alpha.node", "events.alpha.suppress",
	"events.made.pseudo_legal", "events.scored.pseudo_legal", "events.beta.pseudo_legal", "events.alpha.pseudo_legal", "events.best.pseudo_legal",
	"events.alpha.replace", "events.best.node", "events.best.value", "events.best.against", "events.best.white", "events.best.suppress", "events.best.replace",
}

// sameOf are the keys that the template has for one event, and that others have too.
var sameOf = regexp.MustCompile(`^events\.(made|scored|beta|alpha|best)\.(when|ply|from|to|promotion|white|replace)$`)

// With the marks before its keys removed the template is a description, which has every key of Description and no other.
func TestTheTemplateNamesEveryKey(t *testing.T) {
	whole := regexp.MustCompile(`(?m)^#([a-z\[])`).ReplaceAllString(template, "$1")
	d, err := parseOn("template.toml", []byte(whole))
	require.NoError(t, err)
	for _, key := range allKeys() {
		if slices.Contains(noEffect, key) || sameOf.MatchString(key) {
			continue
		}
		assert.NotZero(t, d.lines[key], "%s is not in template.toml", key)
	}
	_, err = parseOn("template.toml", []byte(template))
	require.NoError(t, err)
	for line := range strings.Lines(template) {
		assert.LessOrEqual(t, len(line), 125, line)
	}
}

// A new description has the images with their hashes, symbols, room for RAM, and the labels that look like a key's; what is
// filled in works.
func TestANewDescription(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "roms"), 0o700))
	for _, name := range []string{"mini6502.bin", "mini6502.lbl"} {
		b, err := os.ReadFile("../../asm/guests/mini6502/" + name)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, "roms", name), b, 0o600))
	}
	b := &Beginning{CPU: "6502", Images: []string{filepath.Join(dir, "roms/mini6502.bin@$8000")}, Symbols: []string{filepath.Join(dir, "roms/mini6502.lbl")}, Folder: dir}
	text, err := b.Write()
	require.NoError(t, err)
	path := filepath.Join(dir, "new.toml")
	require.NoError(t, os.WriteFile(path, text, 0o600))
	d, err := Read(path)
	require.NoError(t, err)
	assert.Equal(t, Program{
		Name: "mini6502", CPU: "6502", Clock: 1_000_000, Symbols: Lines{"roms/mini6502.lbl"},
		Images: []Image{{File: "roms/mini6502.bin", At: 0x8000, SHA256: "11cf1ca4920a6118f928d354c0dd4732bba1e3d4fbeefbd065e64fae7cc14379"}},
	}, d.Program)
	assert.Equal(t, Lines{"$0000-$7FFF"}, d.Memory.RAM)
	assert.Equal(t, 0, parts(t, d).Failed())
	for _, want := range []string{"# Labels with such names: board ($0200)\n#[board]", "side ($0010)", "think ($8030)", "best_from ($0001)"} {
		assert.Contains(t, string(text), want)
	}
	assert.NotContains(t, string(text), "#@")
}

// Without files the description is the template; wrong arguments are refused.
func TestBeginnings(t *testing.T) {
	for cpu, clock := range map[string]uint64{"z80": 4_000_000, "6502": 1_000_000, "68000": 8_000_000} {
		text, err := (&Beginning{CPU: cpu}).Write()
		require.NoError(t, err)
		d, err := parseOn("", text)
		require.NoError(t, err)
		assert.Equal(t, cpu, d.Program.CPU)
		assert.Equal(t, clock, d.Program.Clock)
	}
	for want, b := range map[string]Beginning{
		`cpu "6809" is unknown: want one of z80, 6502, 68000`:                    {CPU: "6809"},
		"image x.bin: want FILE@ADDRESS, such as program.bin@0x8000":             {CPU: "z80", Images: []string{"x.bin"}},
		`image x.bin@home: "home" is no address: want one such as $8000`:         {CPU: "z80", Images: []string{"x.bin@home"}},
		"image x.bin: no such file or directory":                                 {CPU: "z80", Images: []string{"x.bin@0"}},
		"x.lbl: no such file or directory":                                       {CPU: "z80", Symbols: []string{"x.lbl"}},
		`template.go:1: "package guest" begins none of the known symbol files: `: {CPU: "z80", Symbols: []string{"template.go"}},
	} {
		_, err := b.Write()
		assert.ErrorContains(t, err, want)
	}
}

// RAM of a new description lies where no image does: below the first for the 6502, else in the largest gap.
func TestRoomForRAM(t *testing.T) {
	for _, c := range []struct{ cpu, images, want string }{
		{"6502", "0x8000", "$0000-$7FFF"},
		{"6502", "0x1000", "$0000-$0FFF"},
		{"z80", "0x0000", "$1000-$FFFF"},
		{"z80", "0x4000", "$5000-$FFFF"},
		{"z80", "0xC000", "$0000-$BFFF"},
		{"68000", "0x0000", "$1000-$FFFFF"},
	} {
		at, err := parseAddress(c.images)
		require.NoError(t, err)
		file := filepath.Join(t.TempDir(), "rom")
		require.NoError(t, os.WriteFile(file, make([]byte, 0x1000), 0o600))
		_, ranges, err := (&Beginning{Images: []string{file + "@" + c.images}}).images()
		require.NoError(t, err)
		assert.Equal(t, at, ranges[0].Start)
		r := room(c.cpu, ranges)
		assert.Equal(t, c.want, fmt.Sprintf("$%04X-$%04X", r.Start, r.End()-1), "%s %s", c.cpu, c.images)
	}
}
