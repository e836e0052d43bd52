package classic

import (
	"slices"
	"strings"
	"testing"
)

func TestSettings(t *testing.T) {
	s := Plain()
	if got := s.Settings(); got != nil {
		t.Errorf("the plain program differs from itself: %v", got)
	}
	names, _ := s.Weights.Numbers()
	if len(names) != 25 || len(slices.Compact(slices.Sorted(slices.Values(names)))) != 25 {
		t.Errorf("%d numbers: %v, want the text's 25", len(names), names)
	}
	want := []string{"minimax=on", "order=best", "null=off", "quiescence=off", "captures=all", "protects=by+men+xray", "possession.pawn=90", "threats.king=0", "advancement.pawn=2"}
	for _, one := range want {
		key, value, _ := strings.Cut(one, "=")
		if known, err := s.Set(key, value); !known || err != nil {
			t.Errorf("%s: %v, %v", one, known, err)
		}
	}
	if got := s.Settings(); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if !s.Minimax || s.Order != Best || s.Null || s.Quiescence || !s.AllCaptures || s.Protects != By|Men|XRay || s.Weights.Possession[pawn] != 90 || s.Weights.Threats[king] != 0 || s.Weights.Advancement != 2 {
		t.Errorf("%+v", s)
	}
	for one, complaint := range map[string]string{
		"minimax=yes": "minimax=yes: want on or off", "captures=some": "captures=some: want new or all", "protects=us": "protects=us: want of or by, and any of men, guards, attacked, xray, ahead, unpinned, noking, nopawns, pieces, mortal, empty, joined by +", "order=worst": "order=worst: want one of generated, smallest, best",
		"threats.queen=-1": "threats.queen=-1: want a number from 0 to 100", "threats.queen=101": "threats.queen=101: want a number from 0 to 100",
		"possession.king=x": "possession.king=x: want a number from 0 to 10000", "possession.queen=10001": "possession.queen=10001: want a number from 0 to 10000",
	} {
		key, value, _ := strings.Cut(one, "=")
		before := s
		if known, err := s.Set(key, value); !known || err == nil || err.Error() != complaint || s.Weights != before.Weights || s.Protects != before.Protects {
			t.Errorf("%s: %v, %v", one, known, err)
		}
	}
	for _, key := range []string{"threats", "threats.", "threats.dog", "advancement.queen", "depth", ""} {
		if known, err := s.Set(key, "1"); known || err != nil {
			t.Errorf("%q: %v, %v", key, known, err)
		}
	}
}
