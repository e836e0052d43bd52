package asm

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"sort"
	"strings"
)

// Entry is one file of a manifest.
type Entry struct {
	Name string
	Hash string // SHA-256, lower-case hexadecimal
}

// Manifest lists the sources of a ROM, sorted by name, then the files that were built from them. Its text has the format
// of sha256sum.
type Manifest []Entry

// parseManifest reads the text of a .manifest file. The file's name is for errors.
func parseManifest(file, text string) (Manifest, error) {
	var m Manifest
	seen := map[string]bool{}
	r := reader{file: file, rest: text}
	for r.next() {
		hash, name, ok := strings.Cut(r.line, "  ")
		if b, err := hex.DecodeString(hash); !ok || err != nil || len(b) != sha256.Size {
			return nil, r.errorf("%q is not a SHA-256 hash and a name", r.line)
		}
		if seen[name] {
			return nil, r.errorf("%s appears twice", name)
		}
		seen[name] = true
		m = append(m, Entry{Name: name, Hash: hash})
	}
	return m, nil
}

// String returns the text of a .manifest file.
func (m Manifest) String() string {
	var s strings.Builder
	s.WriteString("# SHA-256 of sources and outputs; written by make asm\n")
	for _, e := range m {
		fmt.Fprintf(&s, "%s  %s\n", e.Hash, e.Name)
	}
	return s.String()
}

// Hash returns the manifest entry for a file's content.
func Hash(name string, content []byte) Entry {
	sum := sha256.Sum256(content)
	return Entry{Name: name, Hash: hex.EncodeToString(sum[:])}
}

// Sources lists the files in a CPU's folder from which the ROM is built: *.s, *.inc, tables in binary form (*.bin), the
// linker script (*.ld or *.cfg) and those of other patterns, sorted.
func Sources(dir fs.FS, other ...string) ([]string, error) {
	var names []string
	for _, pattern := range append([]string{"*.s", "*.inc", "*.bin", "*.ld", "*.cfg"}, other...) {
		found, err := fs.Glob(dir, pattern)
		if err != nil {
			return nil, err
		}
		names = append(names, found...)
	}
	sort.Strings(names)
	return names, nil
}

// Check hashes the sources and outputs in a CPU's folder. It returns an error that names the first file that differs from
// the manifest.
func (m Manifest) Check(dir fs.FS) error {
	sources, err := Sources(dir)
	if err != nil {
		return err
	}
	listed := map[string]bool{}
	for _, want := range m {
		listed[want.Name] = true
		b, err := fs.ReadFile(dir, want.Name)
		if err != nil {
			return fmt.Errorf("%s: in the manifest but can't be read: %w (run make asm)", want.Name, err)
		}
		if Hash(want.Name, b) != want {
			return fmt.Errorf("%s: changed since the ROM was built (run make asm)", want.Name)
		}
	}
	for _, name := range sources {
		if !listed[name] {
			return fmt.Errorf("%s: not in the manifest: the ROM was built without it (run make asm)", name)
		}
	}
	return nil
}

// SourceFiles returns the names of the files that the image was built from.
func (img *Image) SourceFiles() ([]string, error) { return Sources(img.source) }
