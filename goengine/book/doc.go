// Package book is the opening book: a readable source of lines with weights, and the compact table made of it that the
// engine and all machines look up.
//
// # Source
//
// The source is UTF-8 text in the form of PGN. Any PGN file with many games is one, and so are files of ECO codes:
//
//	[ECO "B90"]
//	[Opening "Sicilian"]
//	[Variation "Najdorf"]
//
//	1. e4*4 c5 2. Nf3 d6 (2... Nc6 3. d4) (2... f6?) 3. d4 cxd4
//	4. Nxd4 Nf6 5. Nc3 a6 *
//
// Moves are in standard algebraic notation, from the initial position or from that of a FEN tag; move numbers may be
// missing, but not wrong. Variations stand in parentheses, comments in braces or from a semicolon to the end of the
// line; a line that begins with % is skipped. A line of moves ends at a result (*, 1-0, 0-1, 1/2-1/2), at the next tag,
// and where a line of text begins with move 1 again. Tags hold up to and with the next result.
//
// A weight from 0 to 8 follows its move, as e4*4: the move is chosen that many times as often as one of weight 1, which
// is the default. Weight 0 is a move that the book can answer but does not play; the marks ? and ?? ($2 and $4) stand
// for it too. Other marks are read and mean nothing. Of several weights given to one move the greatest holds. All lines
// make one graph: positions reached in several ways are one position.
//
// # Table
//
// A table is the same on every machine. Numbers of two bytes have the low byte first, nothing has to be aligned.
//
//	0    4  "SXB2"
//	4    2  n, the number of bytes of the positions
//	6    2  checksum: CRC-16 (polynomial $1021, begun with $FFFF) of all bytes from 8 on
//	8  512  for each bucket the number of bytes that its positions take
//	520  n  the positions, bucket after bucket
//
// The key of a position is the engines' (see goengine/key.go). Its byte 0, with bit 7 inverted where Black is to move, is
// the number of the bucket; bit 7 of byte 3 adds 256 to it. A position is then
//
//	0    1  byte 1 of the key
//	1    1  byte 2 of the key
//	2    …  its moves, one or two bytes each
//
// The first byte of a move says where to and, where several pieces can go there, which of them:
//
//	0 to 5  the to-square, rank*8 + file
//	     6  bit 0 of the move's number
//	     7  set if a second byte follows
//
// of which bits 0 to 6 are exclusive or'ed with those of byte 3 of the key. The second byte is
//
//	0 to 2  the weight less 1
//	3 to 5  bits 1 to 3 of the move's number
//	     6  0
//	     7  set if another move of the position follows
//
// Without a second byte all of these are 0: weight 1, number 0 or 1, the position's last move. The number of a move counts
// the legal moves to the same square whose from-square, exclusive or'ed with it, is less, squares as in 0x88; so most moves
// have number 0 or 1, and none one above 15. A promotion is one to a queen, others are not counted. The only move of a
// position has weight 1. Positions of a bucket stand in rising order of byte 2, byte 1 of the key. Their moves stand by
// falling weight.
//
// A reader walks the bucket. It must end within the table's room ([MaxSize]); a position needs 3 bytes, and one whose
// last move is missing ends the walk. A position counts as found where the two bytes of the key are equal, every one of
// its moves is legal, and the weights add up to 255 at most; otherwise the walk goes on. So whatever bytes a table has,
// the walk ends and the move is legal.
//
// A position that the book does not hold is taken for another one in a book of n positions with a probability of n/2^25,
// times that of the other's moves being legal: a byte read with another key is any square and any number, and of
// these 128 moves some 30 are legal in an opening. docs/manual/book.md has the measurement: with 3,455 positions one lookup in 36,000.
//
// The move for a random byte r: with the weights' sum t, the first move whose running sum is more than r*t/256, rounded
// down.
package book

//go:generate go run ../../asm/tools/gen
