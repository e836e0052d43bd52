package sex

import (
	"fmt"
	"slices"
	"strings"

	"github.com/searchex/searchex/cmd/lab/internal/lab"
)

// texts adds what sx81 adds to the texts, and other readings of them.
func (v *view) texts(page *lab.Page) {
	page.Heading("The texts alone")
	page.Text("`%s` is `sx81` with nothing but what the texts give: every quiet move forward costs 21, every other one 24, and a node lists, values and sorts all its moves. "+
		"`sx81` adds five ideas of ours. [Sources](../sources.md#what-sx81-adds-to-the-texts) has what each of them is worth, and what other readings of the texts are.", textProfile)
	page.Detail(func() {
		v.ideaTable(page, "without", "All of them, and each taken away from `sx81` alone. Each row is the profile that has the idea against the profile that has not.", slices.Concat([]idea{allAdded}, takenAway), v.Small)
		v.ideaTable(page, "added", fmt.Sprintf("Each added to `%s` alone.", textProfile), addedAlone, v.Small)
	})
	v.ideaTable(page, "graded", fmt.Sprintf("\"Up to 21 (forward moves) or 24 (backward moves)\": `sx81-graded` is `%s` with the best quiet move of a node at 10 or 12, and the others dearer by a quarter of the difference in value.", textProfile), graded, v.Small)
	page.Detail(func() {
		v.ideaTable(page, "readings_of_texts", "Other readings.", others, v.Small)
		if v.Large > 0 {
			v.ideaTable(page, "texts_large", fmt.Sprintf("At %s a move.", budgetName(v.Large)), v.playedAt(v.Large, []idea{allAdded, graded[0]}), v.Large)
		}
	})
	if v.match(allAdded.with, allAdded.without, v.Small) == nil {
		return
	}
	page.Text("**All five together** score %s.", v.scored(allAdded.with, allAdded.without, v.Small))
	page.Detail(func() {
		page.Text("%s %s", v.foundOf("In `sx81`", takenAway), v.foundOf(fmt.Sprintf("Added to `%s`", textProfile), addedAlone))
	})
}

// foundOf says which ideas have gains or losses that are proven, "" if none was played.
func (v *view) foundOf(where string, all []idea) string {
	names := map[string][]string{}
	for _, x := range all {
		if m := v.match(x.with, x.without, v.Small); m != nil {
			_, low, high := m.elo()
			is := lab.Verdict(low, high)
			names[is] = append(names[is], x.name)
		}
	}
	var words []string
	for _, is := range []struct{ verdict, words string }{{lab.Held, "proven gains"}, {lab.Fails, "proven losses"}, {lab.NotShown, "not shown"}} {
		n := names[is.verdict]
		switch {
		case len(n) == 0:
		case is.verdict == lab.NotShown && len(words) > 0:
			words = append(words, is.words+": the others")
		default:
			words = append(words, is.words+": "+strings.Join(n, ", "))
		}
	}
	if len(words) == 0 {
		return ""
	}
	return where + ", " + strings.Join(words, "; ") + "."
}
