package play

// Wording has the parts of messages that name keys or files, for one kind of interface.
type Wording struct {
	// Thinking refuses a move while the machine thinks.
	Thinking string
	// Go says what makes the machine move, Step how one goes through a game.
	Go, Step string
	// Scale is the scale of the rated levels.
	Scale string
	// Guests says how machines are named besides the built-in ones.
	Guests string
	// NewGame asks whether a new game may take the place of the one on the board.
	NewGame string
	// Undo says how moves that another one has replaced come back, Again how they are then
	// played.
	Undo, Again string
}

// Terminal is the wording of searchex play.
var Terminal = Wording{
	Thinking: "the machine is thinking: Move Now (!) makes it move, Backward (<) stops it",
	Go:       "Go (!) makes the machine move",
	Step:     "forward (>) and back (<) step through it",
	Scale:    "the scale of docs/manual/levels.md",
	Guests:   ", or guest:FILE",
	NewGame:  "a new game? This one is kept in its file:",
	Undo:     "undo brings it back",
	Again:    "forward (>) plays it",
}

// Page is the wording of the page, whose keys have names only.
var Page = Wording{
	Thinking: "the machine is thinking: Go makes it move now, Back stops it",
	Go:       "Go makes the machine move",
	Step:     "Forward and Back step through it",
	Scale:    "a scale of our own",
	NewGame:  "a new game? It takes this board; the other boards, 1 to 12, are kept:",
	Undo:     "Take Back brings it back",
	Again:    "Forward plays it",
}
