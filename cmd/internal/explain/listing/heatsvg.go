package listing

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/internal/report/svg"
	"github.com/searchex/searchex/emu"
)

// Measures of the picture in pixels, and of its grids in cells.
const (
	cellSize   = 9
	across     = 32 // cells of a row
	heatMargin = 24
	addrWidth  = 56
	panelGap   = 20
	headHeight = 18
)

// heatColours are the colours of a cell by the digits of its count.
var heatColours = [...]string{"#ffffcc", "#ffeda0", "#fed976", "#feb24c", "#fd8d3c", "#fc4e2a", "#e31a1c", "#bd0026", "#800026", "#40004b"}

// provedColours are the colours of a cell by how much of it ran in proofs: less than half of its bytes, more, all of them.
var provedColours = [...]string{"#c8e6c9", "#81c784", "#2e7d32"}

// region is a part of the map that is drawn.
type region struct {
	name string
	emu.Range
}

// regions returns the parts of the machine's map that its program uses, by address.
func (l *Listing) regions() []region {
	p, s := l.program, l.img.Symbols
	if l.img.Entries != nil {
		return l.guestRegions()
	}
	all := []region{
		{"ROM", emu.Range{Start: p.Origin, Size: uint32(len(p.ROM))}},
		{"RAM", emu.Range{Start: s["ram_start"], Size: s["ram_limit"] - s["ram_start"]}},
	}
	for i := range p.More {
		if more := &p.More[i]; !p.InROM(more.Origin) {
			all = append(all, region{more.Name, more.Range()})
		}
	}
	slices.SortFunc(all, func(a, b region) int { return cmp.Compare(a.Start, b.Start) })
	return all
}

// guestRegions returns the areas of a guest's map: those without code have its variables.
func (l *Listing) guestRegions() (all []region) {
	for _, area := range l.m.Map() {
		name := "RAM"
		for _, code := range l.images() {
			if area.Has(code.Start) {
				name = "code"
			}
		}
		all = append(all, region{name, area})
	}
	return all
}

// panel is the map once: what is counted at each address, and the colour of a cell by the sum of its bytes.
type panel struct {
	name    string
	counts  []uint64
	colours []string
	of      func(sum uint64) int // colours
}

// panels are the maps of a picture whose cells have some bytes: what was counted and, unless it is a guest's, what was proved.
func (h *Heat) panels(bytes uint32) []panel {
	digits := func(n uint64) int { return min(len(fmt.Sprint(n)), len(heatColours)) - 1 }
	all := []panel{
		{"reads", h.Reads, heatColours[:], digits}, {"writes", h.Writes, heatColours[:], digits}, {"executed", h.Executed, heatColours[:], digits},
	}
	if proved := h.listing.img.ProvedBytes(h.listing.m.ReadBytes); len(proved) > 0 {
		counts := make([]uint64, len(h.Executed))
		for at := range proved {
			counts[at] = 1
		}
		all = append(all, panel{"bytes proved", counts, provedColours[:], func(n uint64) int { return int(2 * n / uint64(bytes)) }})
	}
	return all
}

// SVG returns a picture: the map of the machine for the reads, the writes and the
// executions of each few bytes, and for those that ran in proofs.
func (h *Heat) SVG() []byte {
	regions := h.listing.regions()
	total := uint32(0)
	for _, r := range regions {
		total += r.Size
	}
	bytes := uint32(32) // of a cell
	for total/(bytes*across) > 64 {
		bytes *= 2
	}
	var p svg.Picture
	title := "What searches do with memory: " + h.listing.m.Name()
	lines := []string{h.What, fmt.Sprintf("A cell is %d bytes, a row %s; its colour is the number of digits of its count", bytes, report.Count(uint64(bytes*across)))}
	y := float64(heatMargin + 18)
	p.Text(heatMargin, y, title, ` font-size="18" font-weight="bold"`)
	for _, line := range lines {
		y += headHeight
		p.Text(heatMargin, y, line, ` fill="#424242"`)
	}
	y += headHeight
	y = legend(&p, y)
	panels := h.panels(bytes)
	const panelWidth = across*cellSize + panelGap
	for i, panel := range panels {
		p.Text(heatMargin+addrWidth+float64(i*panelWidth), y+svg.FontSize, fmt.Sprintf("%s: %s", panel.name, report.Count(sum(panel.counts))), ` font-weight="bold"`)
	}
	y += headHeight
	for _, r := range regions {
		rows := int((r.Size + bytes*across - 1) / (bytes * across))
		for row := 0; row < rows; row += 2 {
			p.Text(heatMargin, y+float64(row*cellSize)+cellSize, fmt.Sprintf("$%04X", r.Start+uint32(row)*bytes*across), ` font-size="9"`)
		}
		for i, panel := range panels {
			left := heatMargin + addrWidth + i*panelWidth
			p.Add(`<rect x="%d" y="%.0f" width="%d" height="%d" fill="#f5f5f5"/>`, left, y, across*cellSize, rows*cellSize)
			panel.grid(&p, r, bytes, left, int(y))
		}
		p.Text(heatMargin+addrWidth+float64(len(panels)*panelWidth)-panelGap/2, y+svg.FontSize, r.name, "")
		y += float64(rows*cellSize) + cellSize
	}
	width := max(float64(heatMargin+addrWidth+len(panels)*panelWidth+heatMargin+40), svg.Width(lines[0])+2*heatMargin, svg.Width(lines[1])+2*heatMargin)
	return p.Bytes(width, y+heatMargin, title, strings.Join(lines, "; "))
}

// legend draws the colours and returns where the picture goes on.
func legend(p *svg.Picture, y float64) float64 {
	x := float64(heatMargin)
	least := uint64(1)
	for _, colour := range heatColours {
		p.Add(`<rect x="%.1f" y="%.1f" width="%d" height="%d" fill="%s"/>`, x, y, cellSize, cellSize, colour)
		text := report.Count(least) + "+"
		p.Text(x+cellSize+3, y+cellSize, text, ` font-size="10"`)
		x += cellSize + 12 + svg.Width(text)
		least *= 10
	}
	return y + headHeight
}

// grid draws the cells of a region, those of a colour as one path.
func (x *panel) grid(p *svg.Picture, r region, bytes uint32, left, top int) {
	paths := make([]strings.Builder, len(x.colours))
	for cell := uint32(0); cell*bytes < r.Size; cell++ {
		from := r.Start + cell*bytes
		n := sum(x.counts[min(int(from), len(x.counts)):min(int(from+bytes), len(x.counts))])
		if n == 0 {
			continue
		}
		fmt.Fprintf(&paths[x.of(n)], "M%d %dh%dv%dh-%dz", left+int(cell%across)*cellSize, top+int(cell/across)*cellSize, cellSize, cellSize, cellSize)
	}
	for i := range paths {
		if paths[i].Len() > 0 {
			p.Add(`<path fill="%s" d="%s"/>`, x.colours[i], paths[i].String())
		}
	}
}
