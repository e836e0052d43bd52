package main

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/searchex/searchex/cmd/internal/cli"
)

func TestEnginesMustCountTheSameNodes(t *testing.T) {
	status, out, complaint := runCrooked(t, crooked{lie: 1}, "engines --seconds 0.01")
	assert.Equal(t, cli.ExitFailed, status)
	assert.Empty(t, out)
	assert.Regexp(t, `^searchex: engines: profile sx81: fen ".*": go counts 3490 nodes, z80 3491: see searchex diff\n$`, complaint)
}

func TestEnginesNamesTheEngineThatFails(t *testing.T) {
	status, out, complaint := runCrooked(t, crooked{fail: errors.New("out of order")}, "engines")
	assert.Equal(t, cli.ExitFailed, status)
	assert.Empty(t, out)
	assert.Regexp(t, `^searchex: engines: engine z80: profile sx81: fen ".*": out of order\n$`, complaint)
}
