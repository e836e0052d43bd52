// Package rootnet trains a small network that builds piece-square tables from the root
// position of a search.
//
// Draw plays games of profile tuned against itself and takes terminals of its searches, each
// with the root whose tables valued it and the value of a stronger program. A File keeps
// them, game by game. Train fits a Net to them, and Source writes it as Go source.
//
// All of it depends on seeds alone: neither the number of workers nor the computer changes a
// byte. Sums run in a fixed order, and each product that is added to something is converted
// explicitly, so that no compiler fuses the two.
package rootnet
