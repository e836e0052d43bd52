package cli

import (
	"bytes"
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

type aCommand struct{}

// A command line is read with the command that it names alone, and a help text or a suggestion
// lists them all.
func TestOnlyTheCommandNamedIsDeclared(t *testing.T) {
	commands := &struct {
		Play  aCommand `cmd:""`
		UCI   aCommand `cmd:"" name:"uci"`
		TwoOf aCommand `cmd:""` // kong's name is two-of
	}{}
	for _, tt := range []struct {
		args []string
		want []string
	}{
		{[]string{"play", "uci"}, []string{"Play"}},
		{[]string{"uci", "--help"}, []string{"UCI"}},
		{[]string{"UCI"}, []string{"Play", "UCI", "TwoOf"}},
		{[]string{"--help", "play"}, []string{"Play", "UCI", "TwoOf"}},
		{[]string{"twoof"}, []string{"Play", "UCI", "TwoOf"}},
		{[]string{"two-of"}, []string{"Play", "UCI", "TwoOf"}},
		{[]string{""}, []string{"Play", "UCI", "TwoOf"}},
		{nil, []string{"Play", "UCI", "TwoOf"}},
	} {
		var got []string
		for f := range reflect.TypeOf(only(commands, tt.args)).Elem().Fields() {
			got = append(got, f.Name)
		}
		require.Equal(t, tt.want, got, "%q", tt.args)
	}
}

// An error is one line of bounded length, whatever bytes a file's name or contents have put into it.
func TestAComplaintIsOneLine(t *testing.T) {
	for what, want := range map[string]string{
		"no file":                      "p: play: no file",
		"one\ntwo\n":                   "p: play: one; two",
		"a\x1b[31mred\rand\x07 back":   "p: play: a [31mred and  back",
		"bad \xff":                     "p: play: bad ?",
		strings.Repeat("x", 1_000_000): "p: play: " + strings.Repeat("x", longestComplaint) + "…",
	} {
		var out bytes.Buffer
		a := NewApp(context.Background(), nil, nil, &out)
		a.Program = "p"
		require.Equal(t, ExitFailed, a.report("play", errors.New(what)))
		require.Equal(t, want+"\n", out.String())
	}
}
