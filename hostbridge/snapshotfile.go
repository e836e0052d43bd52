package hostbridge

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/searchex/searchex/emu"
)

// snapshotVersion is the first line of a file. A program that reads another one must
// refuse it.
const snapshotVersion = "searchex snapshot 1"

// maxSnapshotMemory bounds the memory in a file.
const maxSnapshotMemory = 1 << 24

// Bytes returns the file: lines of text, an empty line, Memory and After. The last line
// of text is the SHA-256 of the file without this line.
func (s *Snapshot) Bytes() []byte {
	var head strings.Builder
	fmt.Fprintf(&head, "%s\ncpu %s\n", snapshotVersion, s.CPU)
	for _, a := range s.About {
		fmt.Fprintf(&head, "# %s\n", a)
	}
	for _, r := range s.ROM {
		fmt.Fprintf(&head, "rom %x %x\n", r.Start, r.Size)
	}
	fmt.Fprintf(&head, "ram %x %x\nmemory %x\n", s.RAM.Start, s.RAM.Size, len(s.Memory))
	for _, r := range s.Registers {
		fmt.Fprintf(&head, "register %s %x\n", r.Name, r.Value)
	}
	fmt.Fprintf(&head, "home %x\ncycles %d\n", s.Home, s.Cycles)
	body := slices.Concat([]byte("\n"), s.Memory, s.After)
	return slices.Concat([]byte(head.String()), []byte("sha256 "+snapshotSum([]byte(head.String()), body)+"\n"), body)
}

// snapshotSum returns the hash of the lines before the hash and the bytes behind it.
func snapshotSum(head, body []byte) string {
	sum := sha256.Sum256(slices.Concat(head, body))
	return hex.EncodeToString(sum[:])
}

// ParseSnapshot reads what Bytes returns. It refuses a file of another version, one that
// was cut or changed, and one whose parts don't fit together.
func ParseSnapshot(b []byte) (*Snapshot, error) {
	if len(b) == 0 {
		return nil, errors.New("snapshot: the file is empty")
	}
	first, _, _ := bytes.Cut(b, []byte("\n"))
	if string(first) != snapshotVersion {
		return nil, fmt.Errorf("snapshot: the first line is %.40q: want %q", first, snapshotVersion)
	}
	end := bytes.Index(b, []byte("\n\n"))
	if end < 0 {
		return nil, errors.New("snapshot: the file ends within its lines of text")
	}
	head, body := b[:end+1], b[end+1:]
	at := bytes.LastIndexByte(head[:end], '\n') + 1
	sum, ok := strings.CutPrefix(string(head[at:end]), "sha256 ")
	if !ok {
		return nil, fmt.Errorf("snapshot: line %d: want the sha256 before the empty line", bytes.Count(head, []byte("\n")))
	}
	s := &Snapshot{}
	size, err := s.parseLines(strings.Split(string(head[len(first)+1:at]), "\n"))
	if err != nil {
		return nil, err
	}
	if want := 1 + size + int(s.RAM.Size); len(body) != want {
		return nil, fmt.Errorf("snapshot: %d bytes of memory follow: want %d", len(body)-1, want-1)
	}
	if got := snapshotSum(head[:at], body); got != sum {
		return nil, fmt.Errorf("snapshot: the file was changed: its sha256 is %.12s…, it says %.12s", got, sum)
	}
	s.Memory, s.After = body[1:1+size], body[1+size:]
	return s, nil
}

// parseLines reads the lines between the first and the hash, and returns the size of the
// memory.
func (s *Snapshot) parseLines(lines []string) (size int, err error) {
	for i, line := range lines {
		var r emu.Range
		var reg Register
		ok := true
		scan := func(format string, to ...any) {
			n, err := fmt.Sscanf(line, format, to...)
			ok = err == nil && n == len(to)
		}
		switch key, rest, _ := strings.Cut(line, " "); key {
		case "cpu":
			s.CPU = rest
		case "#":
			s.About = append(s.About, rest)
		case "rom":
			scan("rom %x %x", &r.Start, &r.Size)
			s.ROM = append(s.ROM, r)
		case "ram":
			scan("ram %x %x", &s.RAM.Start, &s.RAM.Size)
		case "memory":
			scan("memory %x", &size)
		case "register":
			scan("register %s %x", &reg.Name, &reg.Value)
			s.Registers = append(s.Registers, reg)
		case "home":
			scan("home %x", &s.Home)
		case "cycles":
			scan("cycles %d", &s.Cycles)
		default:
			ok = line == "" && i == len(lines)-1
		}
		if !ok {
			return 0, fmt.Errorf("snapshot: line %d: %.40q is no line of %s", i+2, line, snapshotVersion)
		}
	}
	if size <= 0 || size > maxSnapshotMemory {
		return 0, fmt.Errorf("snapshot: %d bytes of memory: want 1 to %d", size, maxSnapshotMemory)
	}
	for _, r := range append(slices.Clone(s.ROM), s.RAM) {
		if r.Size == 0 || uint64(r.Start)+uint64(r.Size) > uint64(size) {
			return 0, fmt.Errorf("snapshot: $%x bytes at $%x are not in a memory of $%x", r.Size, r.Start, size)
		}
	}
	names := snapshotRegisters[s.CPU]
	if !slices.EqualFunc(s.Registers, names, func(r Register, name string) bool { return r.Name == name }) {
		return 0, fmt.Errorf("snapshot: cpu %.20q: want one of z80, 6502, 68000, with all its registers in order", s.CPU)
	}
	return size, nil
}

// Register returns the value of a register.
func (s *Snapshot) Register(name string) (value uint32) {
	for _, r := range s.Registers {
		if r.Name == name {
			value = r.Value
		}
	}
	return value
}
