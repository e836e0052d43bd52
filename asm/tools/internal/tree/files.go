package tree

import (
	"os"
	"path/filepath"

	"github.com/searchex/searchex/asm"
)

// File is a file of a folder: a source, or what a tool makes of the sources.
type File struct {
	Name    string
	Content []byte
}

// Read reads files of a folder.
func Read(dir string, names []string) (files []File, err error) {
	for _, name := range names {
		content, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		files = append(files, File{name, content})
	}
	return files, nil
}

// Write writes files to a folder.
func Write(dir string, files []File) error {
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(dir, f.Name), f.Content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// Manifest returns the manifest of files of a folder, whose name ends with a slash or is empty.
func Manifest(folder string, files []File) (m asm.Manifest) {
	for _, f := range files {
		m = append(m, asm.Hash(folder+f.Name, f.Content))
	}
	return m
}
