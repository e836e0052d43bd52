package debug

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu/disasm"
)

// usesLocal matches a local label at the end of an instruction that jumps there.
var usesLocal = regexp.MustCompile(`^(?:[.@\w]+: *)?[a-z]+[a-z.]* (?:\S+, *)?([.@]\w+)$`)

// A local label is where the assembler has it: where each jump of the sources to it leads.
func TestLocalLabelsAreTheAssemblers(t *testing.T) {
	each(t, 10, func(t *testing.T, d *Debugger) {
		l, err := d.Code()
		require.NoError(t, err)
		n := 0
		for i := range l.Len() {
			e := l.Untimed(i)
			found := usesLocal.FindStringSubmatch(e.Source)
			if e.Data || found == nil || !strings.HasPrefix(found[1], ".L") && found[1][0] != '@' {
				continue
			}
			in := disasm.Decode(d.m.Name(), e.Bytes, e.Addr, nil)
			_, digits, ok := strings.Cut(in.Text, "$")
			if s := disasm.StepOf(in.Text); !ok || !s.Known || !s.Jumps && !s.Calls {
				continue
			}
			want, err := strconv.ParseUint(digits, 16, 32)
			require.NoError(t, err, in.Text)
			if text, err := d.Source(e.File); err != nil || !strings.Contains(text, found[1]+":") {
				continue // a macro makes its name
			}
			addr, ok := d.local(found[1], e.Addr)
			require.True(t, ok, "%s:%d %s", e.File, e.Line, e.Source)
			require.Equal(t, uint32(want), addr, "%s:%d %s", e.File, e.Line, e.Source)
			n++
		}
		require.Greater(t, n, 500)
	})
}

// An expression may name local labels of the routine that it is for, and no others.
func TestLocalLabelsInExpressions(t *testing.T) {
	for engine, name := range map[string]string{"z80": ".Lsame", "6502": "@piece", "68000": ".Lpiece"} {
		d := start(t, engine, 34)
		var here uint32
		for _, l := range d.localsIn("key.s").all {
			if l.name == name {
				here = l.addr
			}
		}
		require.NotZero(t, here, engine)
		want := int64(here)
		got, err := d.EvaluateIn("&"+name, here)
		require.NoError(t, err)
		require.Equal(t, want, got)
		got, err = d.EvaluateIn(name, here)
		require.NoError(t, err)
		require.Equal(t, int64(d.m.Read(here)), got)
		require.Contains(t, d.Names(here), name)
		_, err = d.EvaluateIn("&"+name, d.img.Symbols["follow"])
		require.Error(t, err)
		b, err := d.NewBreakpoint(1, []uint32{here}, AtInstruction, Spec{Condition: "pc == &" + name})
		require.NoError(t, err)
		d.SetBreakpoints([]*Breakpoint{b})
		if s := goOn(t, d, d.Continue); s.Reason != Ended {
			require.Equal(t, here, d.m.PC())
		}
	}
}

// Registers are known in upper case too, and all of the Z80's.
func TestRegistersInExpressions(t *testing.T) {
	d := start(t, "z80", 34)
	breakAt(t, d, "map_hits", Spec{HitCondition: "2"})
	goOn(t, d, d.Continue)
	for range 12 { // behind exx
		goOn(t, d, func() { d.StepIn(ByInstruction) })
	}
	require.Contains(t, d.m.Registers(), "hl'=")
	for _, name := range []string{"af'", "bc'", "de'", "hl'", "HL'", "AF", "Hl", "A", "PC"} {
		got, err := d.Evaluate(name)
		require.NoError(t, err, name)
		require.Equal(t, int64(d.m.Register(strings.ToLower(name))), got)
	}
	for _, name := range []string{"i", "R", "iff1", "IFF2", "im"} {
		_, err := d.Evaluate(name)
		require.NoError(t, err, name)
	}
	shown := map[string]string{}
	for _, v := range d.Registers() {
		shown[v.Name] = v.Value
	}
	hl, _ := d.Evaluate("hl'")
	require.Equal(t, strings.ToUpper(strconv.FormatInt(hl, 16)), strings.TrimLeft(shown["hl'"], "$0"))
	require.NoError(t, d.TraceRegisters([]string{" HL'", "im"}))
	d.tracingText(t, "hl'=", " im=")
	require.EqualError(t, d.TraceRegisters([]string{"hk"}), "hk: no register of the z80: the nearest is hl or h")
	require.NoError(t, d.TraceRegisters([]string{"all"}))
	d.tracingText(t, "af=", "hl'=", "iff2=")
	m := start(t, "68000", 10)
	got, err := m.Evaluate("%A6 + D0 * 0")
	require.NoError(t, err)
	require.Equal(t, int64(m.m.Register("a6")), got)
}

// tracingText checks what a trace shows of registers.
func (d *Debugger) tracingText(t *testing.T, has ...string) {
	for _, text := range has {
		require.Contains(t, RegisterText(d.traced()), text)
	}
}
