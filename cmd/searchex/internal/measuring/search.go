package measuring

import (
	"strings"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/hostbridge/equal"
)

// Search searches positions.
type Search struct {
	cli.EngineFlag
	cli.CoreFlag
	cli.SearchFlags
	JSON bool `name:"json" help:"Print one JSON object a line."`
}

// Run searches all positions with all profiles and engines.
func (c *Search) Run(a *cli.App) error {
	names, err := c.Able(a, "search", 0)
	if err != nil {
		return err
	}
	tasks, _, err := c.Tasks(a, cli.Initial)
	if err != nil {
		return err
	}
	table := report.NewTable("<position", "<profile", "sx", "<engine", "<move", "pawns", "score", "nodes", "<events", "cycles", "a node", "<on its clock", "<line").
		Abbreviate("position", 10).Break("line", 24).Later("events", "score", "sx")
	err = cli.Each(a, names, len(tasks)*len(names), func(b cli.Bench, i int) (equal.Found, error) {
		return equal.Search(a.Ctx, b[names[i%len(names)]], &tasks[i/len(names)])
	}, func(i int, f equal.Found) error {
		if c.JSON {
			return report.JSON(a.Out, f)
		}
		table.Add(report.Short(tasks[i/len(names)].Name(), 34), f.Profile, f.LastSX, f.Engine, f.BestMove, report.Pawns(f.Score), f.Score, f.Nodes, f.Events,
			f.Cycles, report.Whole(f.PerNode), report.Seconds(f.Cycles, f.Clock), strings.Join(f.PV, " "))
		return nil
	})
	return a.Finish(table, err)
}

const readmeSX = `README.md, "What SX is"`

// Help returns the details of the command's help. Kong calls it.
func (*Search) Help() string {
	return cli.Detail("Prints a line for each position, profile and engine: best move, score in pawns for the side to move (#3: mate in three "+
		"moves), nodes (moves evaluated), the hash of all events of the search (equal hashes mean equal searches), clock cycles, and the principal variation.",
		`searchex search --fen '6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1' --profile all`, readmeSX)
}
