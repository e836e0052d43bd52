// Package report formats results: tables, numbers and scores for people, JSON lines
// for programs.
package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"strings"
	"time"
	"unicode/utf16"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/internal/number"
)

// JSON writes an object as a line, in one call of Write. On an ASCII screen, other
// characters become \u escapes.
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

// JSONLines writes objects, a line each.
func JSONLines[T any](w io.Writer, all iter.Seq[T]) error {
	for v := range all {
		if err := JSON(w, v); err != nil {
			return err
		}
	}
	return nil
}

// escape replaces characters other than ASCII by \u escapes. In JSON they occur in
// strings only.
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

// Int formats a number with commas: -12,345.
func Int(n int) string {
	if n < 0 {
		return "-" + Count(uint64(-n))
	}
	return Count(uint64(n))
}

// Count formats a number with commas: 1,234,567.
func Count(n uint64) string { return number.Thousands(n) }

// Seconds formats the time that cycles take on a clock: 12.3 s, 4 min 05 s.
func Seconds(cycles uint64, clock emu.Clock) string {
	if clock == 0 {
		return "-"
	}
	return Duration(clock.Time(cycles))
}

// Duration formats a time with about three digits.
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
