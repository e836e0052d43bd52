package showing

import (
	"bytes"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/explain/tour"
	"github.com/searchex/searchex/cmd/internal/userfile"
	"github.com/searchex/searchex/hostbridge"
)

// tour writes the guided tour to a file or standard output. If anything fails it writes
// nothing.
func (c *Window) tour(a *cli.App, names []string) error {
	if c.File != "" {
		if err := cli.WritableOrOut("--doc", &c.File); err != nil {
			return err
		}
	}
	all, err := a.NewBench(names)()
	if err != nil {
		return err
	}
	var engines []hostbridge.Engine
	for _, name := range names {
		engines = append(engines, all[name])
	}
	var b bytes.Buffer
	if err := a.Ended(a.Abandonable(func() error { return tour.Write(&b, engines) })); err != nil {
		return err
	}
	if c.File == "" || c.File == "-" {
		_, err := a.Out.Write(b.Bytes())
		return err
	}
	return userfile.Write(a.Ctx, c.File, b.Bytes())
}
