// Package cycles accounts for the clock cycles of machines.
//
// [Measure] makes one search on a machine with the profiler on, which costs no
// cycles, and returns where its cycles went: by routine, by source line and by
// kind of node. An [Account] sums the measurements of one engine with one
// profile over positions; [Compare] finds what changed between two of them. [Profile] records
// several searches as one profile for other tools.
package cycles
