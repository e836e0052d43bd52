package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-dap"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/cli"
)

// A client of a guest's search stops at labels with conditions in its words, sees registers, memory, board and line of moves,
// and goes back to where it was.
func TestDebugOfAGuest(t *testing.T) {
	for _, guest := range miniGuests {
		c, exit := startDebug(t, "debug", "--engine", guest, "--fen", endgame, "--depth", "2")
		c.says = nil
		require.Equal(t, "think", c.do("stack")[0], guest)
		require.Empty(t, c.do("break attacked if ply == 1 && node == 2"))
		said := strings.Join(c.do("continue"), "\n")
		require.Contains(t, said, "attacked", guest)
		require.Equal(t, []string{"1 ($1)"}, c.do("print ply"))
		require.Equal(t, []string{"2 ($2)"}, c.do("print node"))
		stack := c.do("stack")
		require.Equal(t, "attacked", stack[0])
		require.Greater(t, len(stack), 2)
		require.Regexp(t, `^think\+`, stack[len(stack)-1])

		search := strings.Join(c.do("show Search"), "\n")
		require.Regexp(t, `(?m)^line +K[a-e][1-4]`, search)
		require.Regexp(t, `(?m)^alpha +-?\d+$`, search)
		require.Regexp(t, `(?m)^rank 5 +\. \. \. p \. \. \. \.$`, search)
		require.NotContains(t, search, "sx")
		require.Contains(t, strings.Join(c.do("show Memory by symbol"), "\n"), "depth    $02 (2)")
		require.Regexp(t, `^ply 1, after K..: window -?\d+ to -?\d+$`, c.do("plies")[0])

		before := append(c.do("show Registers"), c.do("print cycles")...)
		c.do("instruction")
		c.do("instruction")
		require.Regexp(t, `^attacked\+`, c.do("stack")[0])
		c.do("next") // no source lines: an instruction
		c.do("stepBack")
		c.do("stepBack")
		c.do("stepBack")
		require.Equal(t, before, append(c.do("show Registers"), c.do("print cycles")...), guest)
		require.Equal(t, []string{"2 ($2)"}, c.do("print node"), "counted once, though it came by again")
		require.Regexp(t, `(?m)^0x830E  85 0A +sta value\+\$3 +; 3$|^0x4070  5D +ld e,l +; 4$`, strings.Join(c.do("code"), "\n"))
		c.do("stepOut")
		require.Equal(t, stack[1][:strings.IndexByte(stack[1], '+')], c.do("stack")[0][:strings.IndexByte(stack[1], '+')])

		r := c.ask("setFunctionBreakpoints", map[string]any{"breakpoints": []any{}}).(*dap.SetFunctionBreakpointsResponse)
		require.True(t, r.Success)
		c.says = nil
		end := strings.Join(c.do("continue"), "\n")
		_, out, _ := ran(t, "search", "--engine", guest, "--fen", endgame, "--depth", "2", "--profile", "uniform")
		found := regexp.MustCompile(`(\S+) +\S+ +(\S+) +([0-9,]+) +[0-9a-f]{16} +([0-9,]+) `).FindStringSubmatch(out)
		require.NotNil(t, found, out)
		require.Contains(t, end, "the search returned after "+found[4]+" cycles: best move "+found[1]+", score "+found[2]+", "+found[3]+" moves evaluated")
		c.do("stepBack")
		require.Regexp(t, `^think\+`, c.do("stack")[0])
		c.ask("disconnect", nil)
		require.Zero(t, <-exit)
	}
}

// A search that ends at an address ends there under the debugger too.
func TestDebugOfAGuestThatNeverReturns(t *testing.T) {
	for _, guest := range miniGuests {
		until := copyGuest(t, guest, func(text string) string {
			return strings.Replace(text, "call = \"think\"\n", "call = \"think\"\nuntil = \"improved\"\n", 1)
		})
		c, exit := startDebug(t, "debug", "--engine", until, "--fen", endgame, "--depth", "1")
		require.Contains(t, strings.Join(c.do("continue"), "\n"), "end of the search")
		require.Equal(t, "improved", c.do("stack")[0])
		c.do("stepBack")
		require.NotEqual(t, "improved", c.do("stack")[0])
		c.do("instruction")
		require.Equal(t, "improved", c.do("stack")[0])
		c.ask("disconnect", nil)
		require.Zero(t, <-exit)
	}
}

// What a guest can't be debugged with is refused on one line.
func TestDebugOfAGuestRefuses(t *testing.T) {
	for _, guest := range miniGuests {
		for _, c := range []struct{ args, says string }{
			{"--until divergence", "--until divergence wants the tree of this project's engines; " + titleOf(guest) + " has none"},
			{"--rom ../../asm/z80/z80.rom", "--rom ../../asm/z80/z80.rom: is of the z80, and --engine " + guest + " has its own images: want one of them"},
			{"--sources .", "--sources .: no source lines of " + guest + " are known"},
			{"--poke depth=1", "--poke depth=1: $"},
		} {
			status, _, complaint := ran(t, append([]string{"debug", "--engine", guest}, strings.Fields(c.args)...)...)
			require.Equal(t, cli.ExitUsage, status, complaint)
			require.True(t, strings.HasPrefix(complaint, "searchex: debug: "+c.says), complaint)
			require.Equal(t, 1, strings.Count(complaint, "\n"))
		}
	}
	status, _, complaint := ran(t, "debug", "--engine", "guest:none.toml")
	require.Equal(t, cli.ExitUsage, status)
	require.Equal(t, "searchex: debug: none.toml: no such file or directory\n", complaint)
}

// A program may tell the ply at its events alone, as one that keeps it on a stack does: between them it is as the last event
// had it, and the line of moves is the same. What alpha and beta are at an event alone is not shown.
func TestDebugOfAGuestThatTellsThePlyAtItsEvents(t *testing.T) {
	events := map[string]string{miniGuests[0]: "generated scored at_beta at_alpha improved", miniGuests[1]: "generated scored beta alpha improved"}
	for _, guest := range miniGuests[:2] {
		here := ""
		for label := range strings.FieldsSeq(events[guest]) {
			here += " && pc != &" + label
		}
		local := copyGuest(t, guest, func(text string) string {
			return strings.NewReplacer("ply = \"ply\"", "ply = \"ply + 100 * ("+here[4:]+")\"", "against = \"", "against = \"0 * pc + ").Replace(text)
		})
		seen := map[string][]string{}
		for _, name := range []string{guest, local} {
			c, exit := startDebug(t, "debug", "--engine", name, "--fen", endgame, "--depth", "3")
			c.says = nil
			require.Empty(t, c.do("break scored"))
			require.Empty(t, c.do("break attacked if ply == 2"))
			for range 8 {
				c.do("continue")
				seen[name] = append(seen[name], c.do("print ply")[0], c.do("show Search: line ply")[0])
				if plies := c.do("plies"); name == local {
					require.Less(t, len(plies), 12, "%s %s", guest, plies)
					require.NotContains(t, strings.Join(plies, " "), "window")
				}
			}
			require.Equal(t, name == guest, len(c.do("show Search: alpha")) > 0)
			c.ask("disconnect", nil)
			require.Zero(t, <-exit)
		}
		require.Equal(t, seen[guest], seen[local], guest)
	}
}
