// Command gen writes the tables and constants that all engines share in the dialect of each assembler. It takes them from
// package goengine. It also writes the opening book's table from its source:
//
//	go run ./asm/tools/gen           writes the files
//	go run ./asm/tools/gen -check    writes nothing; exit status 1 names a file that is stale
//
// tables.go lists what is written, and dialect.go has the dialects.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/searchex/searchex/asm/tools/internal/tree"
)

func main() {
	check := flag.Bool("check", false, "compare with the files on disk instead of writing them")
	flag.Parse()
	if flag.NArg() != 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(*check); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(check bool) error {
	folder, err := tree.Asm()
	if err != nil {
		return err
	}
	root := filepath.Dir(folder)
	files, err := generate()
	if err != nil {
		return err
	}
	if check {
		return stale(root, files)
	}
	for _, f := range files {
		// An unchanged file is left alone, so that make and the build cache see no change.
		path := filepath.Join(root, f.path)
		if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, f.text) {
			continue
		}
		if err := os.WriteFile(path, f.text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// stale returns an error that names the first file whose text on disk isn't the one generated.
func stale(root string, files []file) error {
	for _, f := range files {
		old, err := os.ReadFile(filepath.Join(root, f.path))
		if err != nil {
			return fmt.Errorf("%s: %w (run make generate)", f.path, err)
		}
		if !bytes.Equal(old, f.text) {
			return fmt.Errorf("%s: stale: what it is made from has changed (run make generate)", f.path)
		}
	}
	return nil
}
