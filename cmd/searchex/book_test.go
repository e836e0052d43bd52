package main

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/chess/books/bookstest"
	"github.com/searchex/searchex/cmd/internal/chess/polyglot"
	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/goengine/book"
	"github.com/searchex/searchex/hostbridge"
)

// runBook runs a book command.
func runBook(t *testing.T, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, complaint bytes.Buffer
	status = run(cli.NewApp(t.Context(), strings.NewReader(""), &out, &complaint), append([]string{"book"}, args...))
	return status, out.String(), complaint.String()
}

// A book that is larger than the machines' room: build takes what fits and says how much, check and add work as for any
// other, and a Polyglot book has all of it.
func TestALargeBook(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "large.pgn")
	source, _ := bookstest.Large(t)
	require.NoError(t, os.WriteFile(path, []byte(source), 0o600))
	status, out, complaint := runBook(t, "build", path, "--polyglot", filepath.Join(dir, "large.bin"), "-o", filepath.Join(dir, "large.sxb"))
	require.Equal(t, cli.ExitFine, status, complaint)
	polyglotLine, tableLine, _ := strings.Cut(out, "\n")
	var all, moves, taken, bytes int
	_, err := fmt.Sscanf(strings.ReplaceAll(polyglotLine, ",", ""), filepath.Join(dir, "large.bin")+": Polyglot book %d moves", &all)
	require.NoError(t, err, polyglotLine)
	rest, line, ok := strings.Cut(strings.ReplaceAll(tableLine, ",", ""), ": the machines take the ")
	require.True(t, ok, tableLine)
	_, err = fmt.Sscanf(rest, filepath.Join(dir, "large.sxb")+": %d half-moves", &moves)
	require.NoError(t, err)
	_, err = fmt.Sscanf(line, "%d half-moves that come up most often %d of 12282 bytes", &taken, &bytes)
	require.NoError(t, err, line)
	assert.Equal(t, moves, all)
	table, err := os.ReadFile(filepath.Join(dir, "large.sxb"))
	require.NoError(t, err)
	opened, err := book.Open(table)
	require.NoError(t, err)
	assert.Equal(t, []int{opened.HalfMoves(), opened.Size()}, []int{taken, bytes})
	assert.Greater(t, bytes, book.MaxSize-4)
	assert.Less(t, taken, moves)

	status, out, complaint = runBook(t, "check", path)
	assert.Equal(t, cli.ExitFine, status, complaint)
	assert.Contains(t, out, fmt.Sprintf("whole; the machines take the %s half-moves", report.Int(taken)))
	status, out, complaint = runBook(t, "check", "--json", path)
	assert.Equal(t, cli.ExitFine, status, complaint)
	assert.Contains(t, out, fmt.Sprintf(`"taken":%d,"taken_bytes":%d`, taken, bytes))
	status, out, complaint = runBook(t, "add", path, "1. a3 a6 2. a4 a5 3. b3 b6")
	assert.Equal(t, cli.ExitFine, status, complaint)
	assert.Contains(t, out, "1 line added, ")
	status, out, complaint = runBook(t, "show", filepath.Join(dir, "large.bin"))
	assert.Equal(t, cli.ExitFine, status, complaint)
	assert.Contains(t, out, "a3 ")
}

// add keeps the file's mode and its symbolic link, and leaves no other file behind.
func TestAddReplacesTheFileOnly(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	require.NoError(t, os.WriteFile(file, []byte("1. e4 {no end of line}"), 0o640))
	require.NoError(t, os.Symlink(file, link))
	status, _, complaint := runBook(t, "add", link, "1. d4")
	require.Equal(t, cli.ExitFine, status, complaint)
	info, err := os.Lstat(file)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o640), info.Mode())
	info, err = os.Lstat(link)
	require.NoError(t, err)
	assert.NotZero(t, info.Mode()&os.ModeSymlink, "the link has become a file")
	content, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, "1. e4 {no end of line}\n*\n\n1. d4\n*\n", string(content))
	all, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, all, 2)

	status, _, complaint = runBook(t, "add", dir, "1. d4")
	assert.Equal(t, cli.ExitUsage, status, complaint)
	status, _, complaint = runBook(t, "add", filepath.Join(dir, "none", "x"), "1. d4")
	assert.Equal(t, cli.ExitOutput, status)
	assert.Equal(t, 1, strings.Count(complaint, "\n"))
}

// The ROM written is the machine's.
func TestBuildROM(t *testing.T) {
	for _, k := range hostbridge.MachineKinds() {
		path := filepath.Join(t.TempDir(), "a")
		require.NoError(t, os.WriteFile(path, []byte("1. e4 e5"), 0o600))
		status, _, complaint := runBook(t, "build", path, "--rom", k.Name)
		require.Equal(t, cli.ExitFine, status, complaint)
		rom, err := os.ReadFile(path + ".rom")
		require.NoError(t, err)
		tree, err := book.Parse(strings.NewReader("1. e4 e5"), path)
		require.NoError(t, err)
		table, err := tree.Compile()
		require.NoError(t, err)
		img, err := k.Image()
		require.NoError(t, err)
		want, err := img.BookROM(table)
		require.NoError(t, err)
		assert.Len(t, rom, int(img.Symbols["book_limit"]-img.Symbols["book_start"]), k.Name)
		assert.Equal(t, want, rom, k.Name)
	}
}

// A Polyglot book is recognized by its content, whatever its name.
func TestAPolyglotBookIsShown(t *testing.T) {
	p, err := goengine.ParseFEN(goengine.StartFEN)
	require.NoError(t, err)
	key := binary.BigEndian.AppendUint64(nil, polyglot.Key(p))
	entry := func(move uint16, weight byte) []byte {
		return append(binary.BigEndian.AppendUint16(bytes.Clone(key), move), 0, weight, 0, 0, 0, 0)
	}
	// a2a3 and e2e4: to file, to rank, from file, from rank in three bits each, from the lowest.
	b := append(entry(0o1020, 1), entry(0o1434, 3)...)
	file := filepath.Join(t.TempDir(), "book")
	require.NoError(t, os.WriteFile(file, b, 0o600))
	status, out, complaint := runBook(t, "show", file)
	assert.Equal(t, 0, status, complaint)
	assert.Contains(t, out, file+": Polyglot book, 2 moves, 1 position, 32 bytes\n")
	assert.Regexp(t, `(?s)e4 +3 +75.0%.*a3 +1 +25.0%`, out)
	status, out, complaint = runBook(t, "check", file)
	assert.Equal(t, 0, status, complaint)
	assert.Contains(t, out, "format           Polyglot book\nmoves                  2\n")
	status, out, _ = runBook(t, "check", "--json", file)
	assert.Equal(t, 0, status)
	assert.Contains(t, out, `"format":"Polyglot book"`)
	status, _, complaint = runBook(t, "build", file, "-o", file+".out")
	assert.Equal(t, cli.ExitUsage, status)
	assert.Contains(t, complaint, "searchex: book build: "+file+": is a Polyglot book: want a source; searchex book show prints its moves, and option BookFile plays them")

	require.NoError(t, os.WriteFile(file, append(entry(0o1434, 3), bytes.Repeat([]byte{0}, 16)...), 0o600))
	for _, command := range []string{"show", "check"} {
		status, _, complaint = runBook(t, command, file)
		assert.Equal(t, cli.ExitFailed, status)
		assert.Equal(t, "searchex: book "+command+": "+file+": is a damaged Polyglot book: entry 2 of 2 is out of order\n", complaint)
	}
	require.NoError(t, os.WriteFile(file, b[:20], 0o600))
	for _, command := range []string{"show", "check"} {
		status, _, complaint = runBook(t, command, file)
		assert.Equal(t, cli.ExitFailed, status)
		assert.Equal(t, "searchex: book "+command+": "+file+": is a damaged Polyglot book: it has 20 bytes, and entries have 16 each\n", complaint)
	}
	status, _, complaint = runBook(t, "add", file, "1. e4")
	assert.Equal(t, cli.ExitUsage, status)
	assert.Contains(t, complaint, "is a Polyglot book: lines are added to a source")
	require.NoError(t, os.WriteFile(file, append(entry(0o6040, 1), entry(0o6141, 1)...), 0o600)) // a5a7, b5b7
	status, out, _ = runBook(t, "show", file)
	assert.Equal(t, cli.ExitFine, status)
	assert.Contains(t, out, "no move is known here: the book has 2 moves for this position, none of them legal\n")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	status, _, complaint = runBook(t, "show", file)
	assert.Equal(t, cli.ExitFailed, status)
	assert.Contains(t, complaint, "is empty: want a book")
}

// A table of openings is a source of a book, packed too.
func TestATableOfOpeningsIsASource(t *testing.T) {
	file := filepath.Join(t.TempDir(), "c.tsv.gz")
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, err := z.Write([]byte("eco\tname\tpgn\nC50\tItalian Game\t1. e4 e5 2. Nf3 Nc6 3. Bc4\nB01\tScandinavian\t1. e4 d5\n"))
	require.NoError(t, err)
	require.NoError(t, z.Close())
	require.NoError(t, os.WriteFile(file, packed.Bytes(), 0o600))
	status, out, complaint := runBook(t, "show", file, "--moves", "e4 e5 Nf3 Nc6")
	require.Equal(t, cli.ExitFine, status, complaint)
	assert.Regexp(t, `Bc4 +1 +100.0% +C50 Italian Game`, out)
	status, _, complaint = runBook(t, "add", file, "1. e4")
	assert.Equal(t, cli.ExitUsage, status)
	assert.Contains(t, complaint, "is packed")
}
