// Package report writes what the program has found: tables for people, JSON
// lines for programs.
package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"

	"github.com/searchex/searchex/emu"
)

// JSON writes an object on a line of its own, in one piece; to a screen that
// shows only ASCII, other characters as \u escapes.
func JSON(w io.Writer, v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err
	}
	line := b.String()
	if ScreenOf(w).ASCII {
		line = escape(line)
	}
	_, err := io.WriteString(w, line)
	return err
}

// escape writes what is not ASCII as JSON's escapes. Outside strings JSON has
// nothing else.
func escape(line string) string {
	var b strings.Builder
	for _, unit := range utf16.Encode([]rune(line)) {
		if unit > 0x7F {
			fmt.Fprintf(&b, `\u%04x`, unit)
		} else {
			b.WriteByte(byte(unit))
		}
	}
	return b.String()
}

// Int returns a number with its thousands apart.
func Int(n int) string {
	if n < 0 {
		return "-" + Count(uint64(-n))
	}
	return Count(uint64(n))
}

// Count returns a number with its thousands apart: 1,234,567.
func Count(n uint64) string {
	s := strconv.FormatUint(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Hash returns an event hash as the program prints it.
func Hash(sum uint64) string { return fmt.Sprintf("%016x", sum) }

// Seconds returns the time that cycles take on a clock: 12.3 s, 4 min 05 s.
func Seconds(cycles uint64, clock emu.Clock) string {
	if clock == 0 {
		return "-"
	}
	return Duration(clock.Time(cycles))
}

// Duration returns a time for people, to about three digits.
func Duration(d time.Duration) string {
	switch s := d.Seconds(); {
	case s < 1:
		return fmt.Sprintf("%.3f s", s)
	case s < 99.95:
		return fmt.Sprintf("%.1f s", s)
	case s < 5999.5:
		return fmt.Sprintf("%d min %02d s", int(s+0.5)/60, int(s+0.5)%60)
	default:
		return fmt.Sprintf("%d h %02d min", int(s+30)/3600, int(s+30)/60%60)
	}
}
