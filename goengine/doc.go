// Package goengine is the reference of the search: chess rules, an evaluation
// built at the root, swap-off and the SEX search (Levy, Broughton and Taylor,
// ICCA Journal 12(1), 1989), written the way an 8-bit machine would do it.
//
// It is the executable specification of the engines in asm/: what they
// compute, in which order and with which integer widths, is what stands here.
// A square is 0x88 (a1 = 0x00, h8 = 0x77), a score is a signed 16-bit number
// of 64ths of a pawn, and an SX budget is an unsigned byte.
package goengine
