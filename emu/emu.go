// Package emu has what the project's emulated machines share: Machine, with
// everything that does not depend on the CPU (the memory map, watches, cycle
// deadlines, budget, guards, the profile); the program that a machine runs; and
// the faults that its guards report.
//
// The packages below this one, one per CPU, make the machines.
//
// # Programs of your own
//
// The examples (go doc -http ./emu shows them) have a program for each CPU in
// twenty lines: its exact cycles, the guards, and a profile that go tool pprof,
// KCachegrind or speedscope opens, which package export writes. For other boards each
// machine has a NewWithOptions, see Options.
//
// # What a CPU supplies
//
// New makes a Machine of a Spec, a Program and the machine's CPU, which has these
// parts:
//
//   - Two arrays that reach up to the end of the map: memory, and what may be
//     done to each byte of it (Readable, Writable). New fills them. The
//     CPU's accesses look there, mark a byte of RAM that they write as both,
//     and ignore a write elsewhere; with guards they call RefuseRead,
//     RefuseWrite or, for a fault of the CPU's own such as an odd address,
//     Refuse. What is not in the arrays reads as $FF.
//   - A loop, Run. Before each instruction it calls Control.Attend if the
//     cycle count has reached what Due or Attend named last, or if the
//     instruction is one to attend to: watched, not in code, or Refused
//     (Spec.Home, to which a called routine returns, is not in code). With
//     guards, it calls Control.Check after each instruction for which
//     MustCheck holds. Attend and Check may end the run, and what they call
//     may have changed anything: the loop reads PC and registers again. For
//     speed it keeps what it needs to know about each address in a table of
//     the CPU's own, which Init fills; Changed is called where that is out of
//     date.
//   - Step, the same for one instruction, which also reports whether it called
//     or returned. Only this is used while profiling or counting.
//   - The stack: SP is the lowest address in use, whatever the register
//     holds (a 6502's is the free byte below). Where it can wrap around,
//     Spec.Stack leaves room below for one push more, so that it is seen to
//     leave its bounds. ReturnAt finds the return addresses, for the chain in
//     a Fault.
//
// Addresses and the stack pointer are uint32; nothing here knows how wide they
// are, where ROM and RAM are, or how long an instruction or a return address
// is. Package emutest has the tests that every machine must pass.
package emu
