package playing

import (
	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/protocol/xboard"
)

// XBoard lets a chess program that speaks the XBoard protocol play against the engines.
type XBoard struct{ sessionFlags }

// Run answers commands until quit or the end of the input.
func (c *XBoard) Run(a *cli.App) error {
	session, err := c.session()
	if err != nil {
		return err
	}
	return a.Ended(xboard.Run(a.Ctx, a.In, a.Out, session))
}

const xboardManual = "docs/manual/xboard.md"

func (*XBoard) Help() string {
	return cli.Detail("Reads the commands of version 2 of the Chess Engine Communication Protocol, for XBoard, WinBoard and Cute Chess, and answers them. "+
		"searchex uci also speaks this protocol, if the first command is xboard.",
		"searchex xboard", xboardManual)
}
