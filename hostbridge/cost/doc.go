// Package cost fits, for each machine, a model of its clock cycles to the work
// that the Go engine counts (work.Kind): what each kind takes, by least
// squares of the relative errors over a fixed sample of searches.
package cost
