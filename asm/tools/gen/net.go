package main

import (
	"fmt"
	"slices"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/internal/probe"
)

// weightsFile has the bytes of the network's tables, the same for each CPU. Each folder has one, so that it holds all that
// its engine is built from. It is not the file of package goengine: that one has a byte for each weight, and any network
// that lab net trains; the machines have room for codes of half a byte only.
const weightsFile = "weights_gen.bin"

// A hidden value of the network has few different weights, so that a weight is the number of one of them, a code of four
// bits: a square of an even file in the low half of a byte, the square to its right in the high one. Of pawns the first
// and the last rank are left out.
const (
	netCodes   = 16
	netKinds   = 6
	netPawns   = 48 / 2
	netKindLen = 64 / 2
	netHalf    = (netKinds-1)*netKindLen + netPawns // the codes of one side's men
)

// netConstants are the numbers that describe the tables of netTables.
func netConstants() probe.Constants {
	return probe.Constants{Title: "The network of the root tables: the shape of its tables.", List: []probe.Constant{
		{Name: "NET_HIDDEN", Value: probe.Of(nil).RootNet().Hidden, Comment: "hidden values"},
		{Name: "NET_ONE", Value: probe.NetOne, Comment: "a hidden value of 1, the greatest"},
		{Name: "NET_CODES", Value: netCodes, Comment: "different weights of a hidden value"},
		{Name: "NET_HALF", Value: netHalf, Comment: "bytes of codes, six kinds of men"},
	}}
}

// netTables returns the tables of the network for a CPU, or an error if its weights have no codes of four bits.
func netTables(cpu *asm.CPU) ([]table, error) {
	n := probe.Of(nil).RootNet()
	in, inValues, err := netCoded(n.In, n.Hidden, 2)
	if err != nil {
		return nil, fmt.Errorf("weights of inputs: %w", err)
	}
	out, outValues, err := netCoded(n.Out, n.Hidden, 1)
	if err != nil {
		return nil, fmt.Errorf("weights of entries: %w", err)
	}
	var bias []int16
	for k := range n.Hidden {
		bias = append(bias, n.Bias[0][k], n.Bias[1][k])
	}
	even := 0
	if cpu.Longwords {
		even = 2
	}
	return []table{
		{
			name: "net_in",
			comment: "The network: for each hidden value the codes of its weights of men: own king to pawn, then the enemy's.\n" +
				"Two squares a byte, the left one low; pawns have six ranks.",
			bytes: in,
		},
		{
			name:    "net_out",
			comment: "For each hidden value the codes of its weights of the tables' entries, king to pawn.",
			bytes:   out,
		},
		{
			name:    "net_in_values",
			comment: "What the codes of net_in mean, in 64ths, 16 bytes each hidden value.",
			bytes:   inValues,
		},
		{
			name:    "net_out_values",
			comment: "What the codes of net_out mean, in score units.",
			bytes:   outValues,
		},
		{
			name:    "net_bias",
			comment: "What each hidden value begins with, in 64ths: for the side to move at the root, then for the other.",
			words:   bias,
			align:   even,
		},
	}, nil
}

// netCoded returns the codes of weights by kind, square and hidden value, and the values of the codes. Each of the sides
// has six kinds.
func netCoded(weights []int8, hidden, sides int) (codes, values []byte, err error) {
	for k := range hidden {
		var used []int8
		for row := range sides * netKinds * 64 {
			if !netLeftOut(row) {
				used = append(used, weights[row*hidden+k])
			}
		}
		known := slices.Compact(slices.Sorted(slices.Values(used)))
		if len(known) > netCodes {
			return nil, nil, fmt.Errorf("hidden value %d has %d different ones: want at most %d", k, len(known), netCodes)
		}
		for i := 0; i < len(used); i += 2 {
			left, right := slices.Index(known, used[i]), slices.Index(known, used[i+1])
			codes = append(codes, byte(right<<4|left))
		}
		for i := range netCodes {
			var v int8
			if i < len(known) {
				v = known[i]
			}
			values = append(values, byte(v))
		}
	}
	return codes, values, nil
}

// netLeftOut reports whether a row of weights is of a pawn where none stands.
func netLeftOut(row int) bool {
	rank := row % 64 / 8
	return goengine.Kind(row/64%netKinds) == goengine.Pawn && (rank == 0 || rank == 7)
}

// inModule is the dialect of the tables that are in the network's own ROM, if the CPU has one.
type inModule struct {
	dialect
	cpu *asm.CPU
}

func (d inModule) section(align int) string {
	switch {
	case d.cpu.Toolchain.Dialect == asm.CA65:
		return `        .segment "WEIGHTS"`
	case d.cpu.Pages:
		return `        .section .weights, "r"`
	}
	return d.dialect.section(align)
}
