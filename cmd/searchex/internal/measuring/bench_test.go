package measuring

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// 300 nodes of two profiles, each searched twice in 2 seconds altogether.
func TestSignature(t *testing.T) {
	require.Equal(t, "300 nodes 300 nps", signature([]speed{
		{Signature: 100, Nodes: 200, Seconds: 0.5}, {Signature: 200, Nodes: 400, Seconds: 1.5}}))
}
