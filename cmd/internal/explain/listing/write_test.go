package listing

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/hostbridge"
)

// As JSON, data has all its bytes in its text. A table has the first eight, and their number.
func TestTextOfData(t *testing.T) {
	long := 0
	for _, k := range hostbridge.MachineKinds() {
		e, err := hostbridge.New(k.Name)
		require.NoError(t, err)
		img, err := asm.Load(k.Name)
		require.NoError(t, err)
		l, err := New(e.(hostbridge.Emulated).Machine(), img)
		require.NoError(t, err)
		for i := range l.Len() {
			e := l.Untimed(i)
			if !e.Data {
				continue
			}
			var out bytes.Buffer
			require.NoError(t, Write(report.ScreenOf(&out), []Entry{e}, true))
			var o struct{ Bytes, Text string }
			require.NoError(t, json.Unmarshal(out.Bytes(), &o))
			digits := strings.NewReplacer(".byte ", "", "$", "", ",", "").Replace(o.Text)
			require.Equal(t, o.Bytes, strings.ToLower(digits))
			require.Equal(t, hex.EncodeToString(l.read(e.Addr, uint32(len(o.Bytes)/2))), o.Bytes)

			out.Reset()
			require.NoError(t, Write(report.ScreenOf(&out), []Entry{e}, false))
			if n := len(o.Bytes) / 2; n > 8 {
				long++
				require.Contains(t, out.String(), fmt.Sprintf("%s,… (%d)", o.Text[:len(".byte ")+8*len("$00,")-1], n))
			} else {
				require.Contains(t, out.String(), o.Text+" ")
			}
		}
	}
	require.NotZero(t, long)
}
