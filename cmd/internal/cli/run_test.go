package cli

import (
	"reflect"
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
