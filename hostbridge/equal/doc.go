// Package equal checks that engines make the same search.
//
// [Search] makes one search and hashes its events. [Compare] makes it on several
// engines, with events and without, and names each field that differs.
// [FirstDifference] finds the event at which two searches part, and what each
// engine did there; [Source] is the source of the instruction at which a machine
// stood. [Draw] draws a task at random, and a [Tally] counts what the drawn
// searches covered.
//
// A run of many tasks is a loop, so that its caller chooses the order, the
// number of cores and the report:
//
//	for i := range n {
//		d := equal.Draw(seed, from+i)
//		c, err := d.Compare(ctx, engines)
//		if err != nil {
//			return err // the context has ended
//		}
//		tally.Add(&d, &c)
//		if !c.Equal {
//			return fmt.Errorf("search %d of seed %d: %v", d.Number, d.Seed, c.Differences)
//		}
//	}
package equal
