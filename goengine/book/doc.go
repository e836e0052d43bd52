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
// A weight from 0 to 8 follows its move, as e4*4: the move is chosen so many times as often as one of weight 1, which
// is the default. Weight 0 is a move that the book can answer but does not play; the marks ? and ?? ($2 and $4) stand
// for it too. Other marks are read and mean nothing. Of several weights given to one move the greatest holds. All lines
// make one graph: positions reached in several ways are one position.
//
// # Table
//
// A table is the same on every machine. Numbers of two bytes have the low byte first, nothing has to be aligned.
//
//	0    4  "SXB1"
//	4    2  n, the number of bytes of the positions
//	6    2  checksum: CRC-16 (polynomial $1021, begun with $FFFF) of all bytes from 8 on
//	8  256  for each bucket the number of words (two bytes) that its positions take
//	264  n  the positions, bucket after bucket
//
// The key of a position is the engines' (see goengine/key.go), of which the table has 24 bits. Byte 0, with bit 7
// inverted where Black is to move, is the number of the bucket. A position is then
//
//	0    1  byte 1 of the key
//	1    1  byte 2 of the key
//	2    2  for each move: from-square in bits 0 to 5 of the first byte and to-square in bits 0 to 5 of the second, as
//	        rank*8 + file; the weight less 1, with its bit 2 in bit 6 of the first byte and its bits 1 and 0 in bits 7
//	        and 6 of the second; bit 7 of the first byte is set in the last move of a position
//
// The only move of a position needs no weight: it has bits 2 to 0 of byte 3 of the key in its place. A promotion is one to
// a queen. Positions of a bucket stand in rising order of byte 2, byte 1 of the key. Their moves
// stand by falling weight.
//
// A reader walks the bucket. It must end within the table's room ([MaxSize]); a position needs 4 bytes, and one whose
// last move is missing ends the walk. A position counts as found where the key's bytes, and bits, are equal, every one of
// its moves is legal, and the weights add up to 255 at most; otherwise the walk goes on. So whatever bytes a table has, the walk
// ends and the move is legal.
//
// A position that the book does not hold is taken for another one in a book of n positions with a probability of
// n/2^24, or n/2^27 where the other has a single move, as most have, times that of the other's moves being legal.
// docs/book.md has it measured: with 3,500 positions one lookup in 300,000.
//
// The move for a random byte r: with the weights' sum t, the first move whose running sum is more than r*t/256, rounded
// down.
package book

//go:generate go run ../../asm/gen
