package play

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A seat is written with the names of the page's protocol, and those of older files are read.
func TestASeatIsReadUnderOldNames(t *testing.T) {
	seat := Seat{Machine: true, Engine: "z80", Profile: "sx81"}
	b, err := json.Marshal(seat)
	require.NoError(t, err)
	assert.Equal(t, `{"machine":true,"engine":"z80","profile":"sx81"}`, string(b))
	var old Seat
	require.NoError(t, json.Unmarshal([]byte(`{"Machine":true,"Engine":"z80","Profile":"sx81"}`), &old))
	assert.Equal(t, seat, old)
}
