package hostbridge

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

// complete gives a hook all that any kind needs.
func complete(h *hook) {
	h.move = func() goengine.Move { return 0 }
	h.value = place{func() int16 { return 0 }, func(int16) {}}
	h.category = func() goengine.Category { return 0 }
	h.sx = func() uint8 { return 0 }
	h.leave = func() {}
}

// anywhere has every label but those given.
func anywhere(missing ...string) func(string) (uint32, bool) {
	return func(label string) (uint32, bool) { return 1, !slices.Contains(missing, label) }
}

// A CPU's file that forgets where a hook has what it reports is refused when the engine is made.
func TestHooksAreCheckedWhenAnEngineIsMade(t *testing.T) {
	byLabel, err := locate(hooksOf(nil, complete), "toy", anywhere())
	require.NoError(t, err)
	require.Len(t, byLabel, len(hooks))
	require.EqualValues(t, 1, byLabel["follow"].addr)

	for want, x := range map[string]struct {
		label  string
		forget func(h *hook)
	}{
		"toy: hook hook_tactical has no parts":                              {"hook_tactical", func(h *hook) { h.parts = 0 }},
		"toy: hook hook_listed has no move":                                 {"hook_listed", func(h *hook) { h.move = nil }},
		"toy: hook hook_pass has no value":                                  {"hook_pass", func(h *hook) { h.value.get = nil }},
		"toy: hook hook_beta_test has no place to write the value to":       {"hook_beta_test", func(h *hook) { h.value.set = nil }},
		"toy: hook hook_test_one has no place to write the value to":        {"hook_test_one", func(h *hook) { h.value.set = nil }},
		"toy: hook follow has no move":                                      {"follow", func(h *hook) { h.move = nil }},
		"toy: hook hook_priced has no category":                             {"hook_priced", func(h *hook) { h.category = nil }},
		"toy: hook hook_iteration has no budget":                            {"hook_iteration", func(h *hook) { h.sx = nil }},
		"toy: hook hook_low has no place to continue at":                    {"hook_low", func(h *hook) { h.scoredAt = "" }},
		"toy: hook hook_low_value has no place to continue at":              {"hook_low_value", func(h *hook) { h.worthAt = "" }},
		"toy: hook hook_low has no way to leave":                            {"hook_low", func(h *hook) { h.leave = nil }},
		"toy: hook hook_low continues at hook_nowhere, which is not a hook": {"hook_low", func(h *hook) { h.scoredAt = "hook_nowhere" }},
	} {
		_, err := locate(hooksOf(nil, func(h *hook) {
			if complete(h); h.label == x.label {
				x.forget(h)
			}
		}), "toy", anywhere())
		require.EqualError(t, err, want)
	}

	_, err = locate(hooksOf(nil, complete), "toy", anywhere("hook_best"))
	require.EqualError(t, err, "toy: no label hook_best")
	_, err = locate(hooksOf([]hook{{label: "hook_own", kind: atFollow}}, complete), "toy", anywhere("hook_own"))
	require.EqualError(t, err, "toy: no label hook_own")
}

// A CPU's file changes its own table of hooks alone.
func TestHooksOfACPUAreItsOwn(t *testing.T) {
	hooksOf(nil, complete)
	for _, h := range hooks {
		require.Nil(t, h.move, h.label)
		require.Nil(t, h.value.get, h.label)
	}
}
