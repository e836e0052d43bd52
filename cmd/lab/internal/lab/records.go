package lab

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"strings"

	"github.com/searchex/searchex/testdata"
)

// Records maps keys to raw results. A key describes what was measured and everything on which it
// depends, so that results can't be mistaken for others.
type Records[T any] map[string]T

// record is a line of a file of records.
type record[T any] struct {
	Key  string `json:"key"`
	Made T      `json:"made"`
}

// maxRecord bounds a line of a file of records in bytes.
const maxRecord = 1 << 20

// ReadRecords reads a file of records; name is the name of the file in errors.
func ReadRecords[T any](r io.Reader, name string) (Records[T], error) {
	all := Records[T]{}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxRecord)
	for n := 1; lines.Scan(); n++ {
		if bytes.HasPrefix(lines.Bytes(), []byte("#")) {
			continue
		}
		var one record[T]
		err := json.Unmarshal(lines.Bytes(), &one)
		if err == nil && one.Key == "" {
			err = fmt.Errorf("a record without a key")
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		all[one.Key] = one.Made
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return all, nil
}

// Missing returns the places of the keys that have no record.
func (r Records[T]) Missing(keys []string) (places []int) {
	for i, key := range keys {
		if _, ok := r[key]; !ok {
			places = append(places, i)
		}
	}
	return places
}

// File formats the records of some keys, in their order, for ReadRecords. command is the command
// that writes them. Keys without a record are left out.
func (r Records[T]) File(command string, keys []string) ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# Written by %s.\n", command)
	for _, key := range keys {
		made, ok := r[key]
		if !ok {
			continue
		}
		line, err := json.Marshal(record[T]{key, made})
		if err != nil {
			return nil, fmt.Errorf("record %s: %w", key, err)
		}
		b.Write(append(line, '\n'))
	}
	return b.Bytes(), nil
}

// Recorded returns the raw results of an experiment in testdata.
func Recorded[T any](name string) (Records[T], error) {
	path := "lab/" + name + ".jsonl"
	b, err := testdata.Lab.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return ReadRecords[T](bytes.NewReader(b), "testdata/"+path)
}

// Commit returns the short hash of the commit that the sources in this folder stand on, for the record, or "unknown" if git
// does not tell it.
func Commit(ctx context.Context) string {
	out, err := exec.CommandContext(ctx, "git", "rev-parse", "--short=7", "HEAD").Output()
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(out))
}
