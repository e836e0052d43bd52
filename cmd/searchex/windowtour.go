package main

import (
	"bytes"

	"github.com/searchex/searchex/cmd/internal/explain/tour"
	"github.com/searchex/searchex/hostbridge"
)

// tour writes the guided tour, whole or not at all.
func (c *windowCmd) tour(a *app, names []string) error {
	all, err := a.newBench(names)()
	if err != nil {
		return err
	}
	var engines []hostbridge.Engine
	for _, name := range names {
		engines = append(engines, all[name])
	}
	var b bytes.Buffer
	if err := a.abandonable(func() error { return tour.Write(&b, engines) }); err != nil {
		if a.ctx.Err() != nil {
			return interrupted{}
		}
		return err
	}
	if c.File == "" || c.File == "-" {
		_, err := a.out.Write(b.Bytes())
		return err
	}
	return writeFile(c.File, b.Bytes())
}
