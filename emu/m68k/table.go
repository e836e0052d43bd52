package m68k

import _ "embed"

// Instructions is instructions.txt, the table from which the predecoded core is generated.
//
//go:embed instructions.txt
var Instructions string
