package guest

import (
	"errors"
	"fmt"
	"strings"
)

// Description is a description file, as TOML has it. docs/manual/guests.md documents each field. A field that is left
// out is the zero value, and what needs it says so.
//
// A field of type string is an expression unless its comment says otherwise: registers, labels and memory in the
// language of package expr, see values for the numbers that it may contain besides. A list of strings is assignments.
type Description struct {
	Program  Program
	Memory   Memory
	Labels   map[string]uint32 // addresses that no symbol file has
	Start    Call              // before a position is set up
	Board    Board
	Play     Play
	Search   Search
	Answer   Answer
	List     List
	Events   Events
	Features Features

	from  origin         // where the description and its files are
	path  string         // of the file, for messages
	lines map[string]int // of the keys, by their full name
}

// Lines are strings; one alone may stand without brackets.
type Lines []string

// UnmarshalText reads one string.
func (l *Lines) UnmarshalText(text []byte) error {
	*l = Lines{string(text)}
	return nil
}

// Program says what runs on what.
type Program struct {
	Name    string // plain text, as tables and PGN have it
	About   string // plain text
	CPU     string // z80, 6502 or 68000
	Clock   uint64 // Hz
	Images  []Image
	Symbols Lines  // files
	Level   string // label of a byte with the depth of recursion, for profiles
}

// Image is a file in memory.
type Image struct {
	File   string
	At     uint32
	SHA256 string // of the file, in hexadecimal; may be left out
	Data   bool   // no code is in it
}

// Memory is the memory map. Ranges are written "$0000-$07FF".
type Memory struct {
	ROM, RAM  Lines  // ROM is the images that are not in RAM, if it is left out
	Stack     string // a range in RAM; the CPU's usual place if it is left out
	CodeInRAM bool   `toml:"code_in_ram"`
	Unguarded bool   // reads of what nobody wrote, and writes to ROM, are no faults
}

// Features are what a program needs of its machine besides.
type Features struct {
	Undocumented bool // Z80
	Interrupts   bool // 6502, Z80; exceptions of the 68000
	Decimal      bool // 6502
}

// Call is a routine that the host calls.
type Call struct {
	Call string // an address
	Set  Lines  // before
	// Cycles is how many it may take; 0: defaultTime and defaultCycles.
	Cycles uint64
}

// Board is how a position is written.
type Board struct {
	At string // the address of the first square
	// Squares is "0x88", "8x8", "10x12", a table {a1 = 21, rank = 10, file = 1} of numbers, or 64 numbers from a1 to h8.
	// They are offsets from At, and the program's numbers of the squares.
	Squares any
	// Men has the codes of empty, P, N, B, R, Q, K, and of p, n, b, r, q, k, or black, which is added to White's. moved is
	// added to the code of a man who does not stand where he may have stood since the beginning.
	Men map[string]int64
	// Mask has the bits of a square that make its code, 0 for all: the others are not read.
	Mask      int64
	ToMove    ToMove `toml:"to_move"`
	Castling  Castling
	EnPassant EnPassant `toml:"en_passant"`
	Set       Lines     // after all others
}

// ToMove is the cell of the side to move.
type ToMove struct {
	At           string // a place: a label, byte(…), a register
	White, Black int64
}

// Castling is the cell of the castling rights: the sum of None and what Rights has for each of K, Q, k and q that is given.
type Castling struct {
	At     string
	Rights map[string]int64
	None   int64
}

// EnPassant is the cell of the en passant square.
type EnPassant struct {
	At   string
	None int64
	Of   string // "passed", the square passed over, as in FEN; "pawn", that of the pawn
}

// Play makes a move on the program's board.
type Play struct {
	Call
	OK string // whether it was made; may be left out
}

// Search is how a search is started.
type Search struct {
	Call
	// Until is an address at which the search has ended; if it is left out, the routine returns.
	Until string
	// Least, Most and Plies are the program's depths in plies, and the usual one.
	Least, Most, Plies int
}

// Answer is what a search has found.
type Answer struct {
	From, To, Promotion string
	None                string // whether there is no move
	Score               string
	// Pawn is how many units of the score a pawn has. A score of Mate - n, n below 100, is mate in n plies.
	Pawn, Mate int64
	White      bool   // the score is White's, not that of the side to move
	Nodes      string // what the program has counted; without it scored events are counted
}

// List is how the program lists its moves.
type List struct {
	Call
	Count               string
	When                string // whether the entry list.index is a move; may be left out
	From, To, Promotion string // of the move list.index, from 0
	// PseudoLegal is set if the list may have moves that leave the king in check.
	PseudoLegal bool `toml:"pseudo_legal"`
}

// Events are the places of a search at which the host is called.
type Events struct {
	Ply                 string // the distance of the node that moves from the root
	Pawn                int64  // how many units of the events' values a pawn has; 64 if it is left out
	From, To, Promotion string // the move at hand
	Generated           Event
	// Made is where the move at hand is about to be searched deeper: the lines of the nodes below begin with it. Without it
	// they begin with the move that was generated last.
	Made              Event
	Scored            Event
	Beta, Alpha, Best Event
}

// Event is a kind of event.
type Event struct {
	At                  Lines  // addresses
	When                string // a condition: where it is 0 nothing has happened
	Ply                 string // instead of those of Events
	From, To, Promotion string
	// Node is set if a scored event is of the node that the last move led to, for the side to move there. Ply is that
	// node's distance then, and the event has no move of its own.
	Node  bool
	Value string
	// Against is what the value is compared with, alpha or beta.
	Against string
	White   bool // value is White's
	// PseudoLegal is set if a generated move may leave the king in check.
	PseudoLegal bool  `toml:"pseudo_legal"`
	Suppress    Lines // generated: leaves the move out
	Replace     Lines // gives the value event.value
}

// Error is a fault of a description.
type Error struct {
	File string
	Line int // 0 if it is of no line
	What string

	cause error // or nil
}

// Unwrap returns the fault of the machine or the error of an expression, if it is one.
func (e *Error) Unwrap() error { return e.cause }

// Error is one line.
func (e *Error) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %s", e.File, e.What)
	}
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.What)
}

// wrong is the error of a key, such as events.scored.value.
func (d *Description) wrong(key, format string, args ...any) error {
	line := 0
	for at := key; line == 0 && at != ""; {
		line = d.lines[at]
		at = at[:max(strings.LastIndexByte(at, '.'), 0)]
	}
	err := fmt.Errorf(format, args...)
	return &Error{d.path, line, key + ": " + err.Error(), errors.Unwrap(err)}
}
