package asm

import (
	"bufio"
	"fmt"
	"sort"
	"strconv"
	"strings"
)

// eachLine calls f with the fields of each line that is neither blank nor a # comment, and names file and line in
// f's error.
func eachLine(file, text string, want int, f func(fields []string) error) error {
	sc := bufio.NewScanner(strings.NewReader(text))
	for n := 1; sc.Scan(); n++ {
		line := sc.Text()
		if strings.HasPrefix(line, "#") || strings.TrimSpace(line) == "" {
			continue
		}
		fields := strings.Fields(line)
		if len(fields) != want {
			return fmt.Errorf("%s:%d: %q has %d fields, want %d", file, n, line, len(fields), want)
		}
		if err := f(fields); err != nil {
			return fmt.Errorf("%s:%d: %w", file, n, err)
		}
	}
	return sc.Err()
}

func parseAddr(s string) (uint32, error) {
	a, err := strconv.ParseUint(s, 16, 32)
	if err != nil {
		return 0, fmt.Errorf("%q is not a hexadecimal address", s)
	}
	return uint32(a), nil
}

func parseSymbols(file, text string) (map[string]uint32, map[string]Kind, error) {
	symbols, kinds := map[string]uint32{}, map[string]Kind{}
	err := eachLine(file, text, 3, func(f []string) error {
		addr, err := parseAddr(f[0])
		if err != nil {
			return err
		}
		kind, name := Kind(f[1]), f[2]
		switch kind {
		case Text, Rodata, BSS, Abs:
		default:
			return fmt.Errorf("%q is not a kind of symbol", f[1])
		}
		if _, twice := symbols[name]; twice {
			return fmt.Errorf("%s appears twice", name)
		}
		symbols[name], kinds[name] = addr, kind
		return nil
	})
	return symbols, kinds, err
}

func parseLines(file, text string) ([]Line, error) {
	var lines []Line
	err := eachLine(file, text, 2, func(f []string) error {
		addr, err := parseAddr(f[0])
		if err != nil {
			return err
		}
		name, number, ok := strings.Cut(f[1], ":")
		n, err := strconv.Atoi(number)
		if !ok || err != nil || n < 1 {
			return fmt.Errorf("%q is not file:line", f[1])
		}
		if len(lines) > 0 && addr <= lines[len(lines)-1].Addr {
			return fmt.Errorf("address %04X doesn't rise", addr)
		}
		lines = append(lines, Line{addr, name, n})
		return nil
	})
	return lines, err
}

// FormatSymbols returns the text of a .sym file: ADDR kind name, by address, then kind, then name.
func FormatSymbols(symbols map[string]uint32, kinds map[string]Kind) string {
	names := make([]string, 0, len(symbols))
	for n := range symbols {
		names = append(names, n)
	}
	sort.Slice(names, func(i, j int) bool {
		a, b := names[i], names[j]
		switch {
		case symbols[a] != symbols[b]:
			return symbols[a] < symbols[b]
		case kinds[a] != kinds[b]:
			return kinds[a] < kinds[b]
		}
		return a < b
	})
	var s strings.Builder
	s.WriteString("# ADDR kind name; written by make asm\n")
	for _, n := range names {
		fmt.Fprintf(&s, "%04X %-6s %s\n", symbols[n], kinds[n], n)
	}
	return s.String()
}

// FormatLines returns the text of a .lines file: ADDR file:line. The lines must come by rising address.
func FormatLines(lines []Line) string {
	var s strings.Builder
	s.WriteString("# ADDR file:line; written by make asm\n")
	for _, l := range lines {
		fmt.Fprintf(&s, "%04X %s\n", l.Addr, l)
	}
	return s.String()
}
