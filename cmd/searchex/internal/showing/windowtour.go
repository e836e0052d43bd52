package showing

import (
	"bytes"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/explain/tour"
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
	var b bytes.Buffer
	if err := a.Ended(a.Abandonable(func() error { return tour.Write(&b, all.List(names)) })); err != nil {
		return err
	}
	return a.Put(c.File, b.Bytes())
}
