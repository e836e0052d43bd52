// Package guest runs chess programs that were not written for this project on its machines. A description, a TOML file,
// says what a program's cells and labels mean; hostbridge.New makes an Engine of it under the name guest:FILE.
//
// The program does all of the search. The host writes the position, calls the program, watches, and reads the answer. Where
// it is to search for a number of cycles, and has no such limit of its own, the host calls it with one ply after the other
// and takes the answer of the last search that ended in time.
//
// Reading order: description.go, the file; origin.go, where it is; program.go, images and symbols as a machine;
// language.go, the file's expressions; position.go, boards and moves; setup.go, games; engine.go, a search; answer.go, what
// it has found; events.go, its events; stepped.go, a search for a debugger; check.go, guest check.
package guest
