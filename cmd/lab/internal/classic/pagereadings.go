package classic

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/searchex/searchex/cmd/internal/classic"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/lab/internal/lab"
	"github.com/searchex/searchex/goengine"
)

// compared is a reading with the counts of each source.
type compared struct {
	reading classic.Protects
	counts  [len(sources)]*Reading
	// likelihood is the decimal logarithm of the likelihood of the counts.
	likelihood [len(sources)]float64
	// lessLikely is how many times less likely it is than the likeliest reading, on the boards of each source.
	lessLikely [len(sources)]float64
	remains    bool
}

// likely returns the logarithm of the product of the likelihoods.
func (x *compared) likely() (sum float64) {
	for _, l := range x.likelihood {
		sum += l
	}
	return sum
}

// leading is the number of the likeliest readings that are shown. Of the others those are shown that differ from the
// program's own in nothing but what is counted once, and for which kind.
const leading = 10

// mostUnlikely is how many times less likely than the likeliest a reading may be, on the boards of each source, to remain.
const mostUnlikely = 10

// compare returns the readings that are shown, the likeliest first, and which of them remain. A reading is as likely
// as the product of its likelihoods on the boards of the sources.
func compare(from *[len(sources)]*Readings) (shown []compared) {
	var all []compared
	var best [len(sources)]float64
	for i, reading := range classic.Readings() {
		x := compared{reading: reading}
		for k, made := range from {
			x.counts[k] = &made.Readings[i]
			x.likelihood[k] = x.counts[k].likelihood(made.Boards)
			if i == 0 || x.likelihood[k] > best[k] {
				best[k] = x.likelihood[k]
			}
		}
		all = append(all, x)
	}
	slices.SortStableFunc(all, func(a, b compared) int { return cmp.Compare(b.likely(), a.likely()) })
	for i := range all {
		x := &all[i]
		x.remains = true
		for k := range from {
			behind := best[k] - x.likelihood[k]
			x.lessLikely[k] = math.Pow(10, behind)
			x.remains = x.remains && behind <= math.Log10(mostUnlikely)
		}
		if i < leading || x.remains || x.reading&^(classic.By|classic.Men|classic.Guards) == 0 {
			shown = append(shown, *x)
		}
	}
	return shown
}

// counted returns the counts of both sources and the boards that were sought. ok is false if a count is missing.
func (p *readingsPlan) counted(r Records) (counted [len(sources)]*Readings, sought map[string]*Sought, ok bool) {
	all, _ := p.jobs(r)
	if counted, ok = countedBy(r, all); !ok {
		return counted, nil, false
	}
	sought = map[string]*Sought{}
	if made := r[all[len(sources)].key]; made != nil && made.Readings != nil {
		for i := range made.Readings.Sought {
			s := &made.Readings.Sought[i]
			sought[s.Reading] = s
		}
	}
	return counted, sought, true
}

// page writes the section on readings of protections.
func (p *readingsPlan) page(page *lab.Page, r Records) {
	counted, sought, ok := p.counted(r)
	if !ok {
		return
	}
	page.Heading("What \"protects\" counts")
	page.Text("The text breaks down a board whose picture is lost. White has 8 pawns, a knight, two bishops, two rooks and the queen. Mobility: %s. Threats: %s. Protects: %s. "+
		"Where each guard of each pawn counts, the initial position has 14 protections of pawns. Which reading gives 3 here?", listed(&sample.Mobility), listed(&sample.Threats), listed(&sample.Protects))
	page.Text("A reading is a set of words, as in `searchex match classic,protects=by+men`. `of` counts for the kind of the man guarded, `by` for the guard's kind; without another word they count each guard of each man. `men`: a man guarded counts once for a kind; "+
		"`guards`: a guard counts once for a kind. `attacked`: only men that the enemy attacks. `xray`: also through own men that slide along the same line. `ahead`: pawns guard the square ahead. `unpinned`: no pinned guards. "+
		"`noking`: the king guards nothing. `nopawns`: pawns guard nothing. `pieces`: pawns are not guarded. `mortal`: nor is the king. `empty`: empty squares are guarded too. %d readings give each kind a count.", len(classic.Readings()))
	page.Text("Each reading was tried on %s boards of two sources, seed %d, White to move with the men of the text. *Played*: openings without a knight of White's and up to two of Black's minor pieces, then up to 40 half-moves by a one-ply search with chance. "+
		"*Random*: all men on random squares, up to 15 of Black's and its king. *Pawns* counts boards with 3 protections of pawns. *One in*: one board in so many would have all six numbers, if they were independent. "+
		"*Found*: how often a search that moves men, from %d boards of games and %s steps each, found a board with all of the text's counts. "+
		"Counted on %s, commit %s.", report.Int(p.boards), p.seed, p.starts, report.Int(p.steps), counted[0].Date, counted[0].Commit)
	page.Detail(func() {
		page.Text("*Protects*: boards with all six of the text's protections; *all*: with its threats and mobility too, in legal moves or as the program counts it (threats by the same of `by`, `men`, `guards`); *least*: the least sum of differences from the six.")
	})
	columns := lab.Columns("<protects=|protects")
	for _, s := range sources {
		columns = append(columns, lab.Columns(s.name+": pawns|"+s.name+"_pawns", "?protects|"+s.name+"_protects", "?all|"+s.name+"_all",
			"?least|"+s.name+"_least", "one in|"+s.name+"_one_in")...)
	}
	shown := compare(&counted)
	keys := []string{shown[0].reading.String(), likeliest, classic.Protects(0).String(), classic.By.String()}
	t := page.Table(&lab.Table{Name: "readings", Key: func(row []any) bool { return slices.Contains(keys, row[0].(string)) }, KeyRows: "the likeliest, the one that plays [below](#more-of-the-texts-claims), and the plain two", Columns: append(columns, lab.Columns("found", "<remains")...)})
	example := ""
	for _, x := range shown {
		cells := []any{x.reading.String()}
		for k, n := range x.counts {
			cells = append(cells, n.Kinds[goengine.Pawn], n.Protects, n.All, n.Least, n.oneIn(counted[k].Boards))
		}
		found, remains := any(nil), "no"
		if s := sought[x.reading.String()]; s != nil {
			found = len(s.Found)
			if x.remains && len(s.Found) > 0 && example == "" {
				example = fmt.Sprintf(" The search found this board with all of the text's counts in the reading `%s`; it is like no game: `%s`.", s.Reading, s.Found[0])
			}
		}
		if x.remains {
			remains = "yes"
		}
		t.Add(append(cells, found, remains)...)
	}
	page.Text("Mobility alone is the text's on %s of the played boards and on %s of the random ones, so chance hardly gives a board with all counts. **The rule**: a reading *remains* if on the boards of both sources it is at most %d times less likely than the likeliest there. %s%s",
		report.Int(counted[0].Mobility+counted[0].Legal), report.Int(counted[1].Mobility+counted[1].Legal), mostUnlikely, verdict(shown), example)
}

// oneIn returns one board in how many would have the text's protections.
func (x *Reading) oneIn(boards int) int {
	return int(math.Round(math.Pow(10, -x.likelihood(boards))))
}

// verdict says which of the readings shown remain, and how likely the program's own is.
func verdict(shown []compared) string {
	remain, own := 0, ""
	for _, x := range shown {
		if x.remains {
			remain++
		} else if x.reading == 0 {
			own = fmt.Sprintf(" The program's own, `of`, is %.0f times less likely than the likeliest on played boards and %.0f times on random ones.", x.lessLikely[0], x.lessLikely[1])
		}
	}
	return fmt.Sprintf("%d of %d readings remain.%s", remain, len(classic.Readings()), own)
}

// listed writes counts in the text's order, without those that are 0.
func listed(of *counts) string {
	var all []string
	for k := goengine.Pawn; ; k-- {
		if n := of[k]; n > 0 {
			all = append(all, fmt.Sprintf("%s %d", classic.Kinds[k], n))
		}
		if k == goengine.King {
			return strings.Join(all, ", ")
		}
	}
}
