package emu

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestClock(t *testing.T) {
	const z80, mkV = Clock(4_000_000), Clock(1_966_080)
	require.Equal(t, 4.0, z80.MHz())
	require.Equal(t, 1.96608, mkV.MHz())

	require.Equal(t, 250*time.Nanosecond, z80.Time(1))
	require.Equal(t, 3*time.Minute, z80.Time(720_000_000))
	require.Equal(t, uint64(720_000_000), z80.Cycles(3*time.Minute))
	require.Equal(t, 508*time.Nanosecond, mkV.Time(1), "508.6 ns, rounded down")
	require.Equal(t, time.Minute, mkV.Time(117_964_800))
	require.Equal(t, uint64(117_964_800), mkV.Cycles(time.Minute))
	require.Equal(t, uint64(0), mkV.Cycles(508*time.Nanosecond))
	require.Equal(t, uint64(1), mkV.Cycles(509*time.Nanosecond))
}

func TestClockOutOfRangeNeitherWrapsNorPanics(t *testing.T) {
	require.Equal(t, time.Duration(0), Clock(0).Time(5))
	require.Equal(t, uint64(0), Clock(0).Cycles(time.Hour))
	require.Equal(t, time.Duration(math.MaxInt64), Clock(1).Time(math.MaxUint64))
	require.Equal(t, uint64(0), Clock(4_000_000).Cycles(-time.Hour))
	require.Equal(t, uint64(math.MaxUint64), Clock(math.MaxUint64).Cycles(time.Hour))
}
