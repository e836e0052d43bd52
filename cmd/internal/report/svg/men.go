package svg

// menShapes are the chess men by their letters, in a square of 48 units: the segments of the
// page's display (cmd/internal/web/page/pieces.js).
var menShapes = [...]struct{ letter, path string }{
	{"k", "M22.4 4h3.2v3.6h3.6v3.1h-3.6v4.3h-3.2v-4.3h-3.6v-3.1h3.6zM13 19.5C12.5 15 19.5 14.500 24 20.500C28.500 14.500 35.500 15 35 19.500C36 24 33.200 26.500 32.300 29.500H15.700C14.800 26.500 12 24 13 19.500z" +
		"M15.500 31.300h17v3.200h-17z" + menBase},
	{"q", "M9.500 13.500L16.600 23.500L18.300 9.500L24 22.500L29.700 9.500L31.400 23.500L38.500 13.500L34.300 29.500H13.700zM7 9.700h4v4h-4zM16.300 5.500h4v4h-4zM27.700 5.500h4v4h-4zM37 9.700h4v4h-4z" +
		"M14 31.300h20v3.200h-20z" + menBase},
	{"r", "M12 8h5.600v3.800h4v-3.800h4.800v3.800h4v-3.800h5.600v9.700h-24zM15.500 19.500h17l.8 15h-18.600z" + menBase},
	{"b", "M21.800 4.200h4.400v4h-4.400zM24 9.500C25.500 10.800 26.900 12.200 28.100 13.700L21.900 21.500L23.900 23.100L29.700 15.900C31.800 19.600 31.700 23.700 29 27.300H19C15.500 22.500 16.500 16 24 9.500z" +
		"M19.300 29.200h9.400l2.300 5.300h-14z" + menBase},
	{"n", "M15.500 34.500C15.500 29 18.500 26.500 24.200 21.300C20.500 21.500 18.300 22.500 16.600 25.200L11.500 22.300L14.200 14.800L20.200 9.600L20.800 5L25.600 9.200C33.500 11.500 36.500 20 34.300 34.500z" + menBase},
	{"p", "M24 10.500l5 2.200 2 4.800-2 4.800-5 2.200-5-2.200-2-4.800 2-4.800zM20.500 26h7l3.300 8.500h-13.600zM14 36.500h20v5.500h-20z"},
}

const menBase = "M11 36.5h26v5.5h-26z"

// DefineMen adds the shapes that Man draws.
func (p *Picture) DefineMen() {
	p.Add("<defs>")
	for _, m := range menShapes {
		p.Add(`<symbol id="man-%s" viewBox="0 0 48 48"><path d="%s"/></symbol>`, m.letter, m.path)
	}
	p.Add("</defs>")
}

// Man draws a chess man, given its letter in a FEN, in a square. White's are outlines, Black's are filled.
func (p *Picture) Man(letter byte, x, y, size float64) {
	const lower = 'a' - 'A'
	fill := ` fill="#1a1a1a"`
	if letter < 'a' {
		letter += lower
		fill = ` fill="#ffffff" stroke="#1a1a1a" stroke-width="2.4"`
	}
	p.Add(`<use href="#man-%c" x="%g" y="%g" width="%g" height="%g"%s/>`, letter, x, y, size, size, fill)
}
