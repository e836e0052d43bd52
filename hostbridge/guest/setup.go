package guest

import (
	"context"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// setUp resets the machine and sets up the game. If the context ends, the error is emu.ErrStopped.
func (e *Engine) setUp(ctx context.Context, g *goengine.Game) error {
	if err := e.begin(ctx); err != nil {
		return err
	}
	return e.place(g)
}

// begin resets the machine and calls the routine that initialises the program.
func (e *Engine) begin(ctx context.Context) error {
	e.m.Reset()
	e.clear(ctx)
	return e.run(&e.start)
}

// clear makes the machine ready for calls: nothing of a search before is left.
func (e *Engine) clear(ctx context.Context) {
	e.m.UnwatchAll()
	e.now = numbers{}
	e.poll(ctx, 0, unbounded, e.unmoved())
}

// unmoved returns a follower of what is done before a search, nil for none. The search has not come any further then.
func (e *Engine) unmoved() *hostbridge.Follower {
	f := e.follower
	if f == nil || f.Tick == nil {
		return nil
	}
	return &hostbridge.Follower{Every: f.Every, Tick: func(hostbridge.Progress) { f.Tick(e.before) }}
}

// place sets up the game in a program that is initialised.
func (e *Engine) place(g *goengine.Game) error {
	if e.board.is {
		return e.setPosition(g.Position())
	}
	start, moves := g.Whole()
	if start.FEN() != goengine.StartFEN {
		return e.d.wrong("board", "without at a game begins with the initial position: not with %s", start.FEN())
	}
	p := *start
	for _, m := range moves {
		if err := e.playMove(&p, m); err != nil {
			return err
		}
	}
	return nil
}

// playMove makes the program make a move, and makes it in p.
func (e *Engine) playMove(p *goengine.Position, m goengine.Move) error {
	b, n := &e.board, &e.now
	n.from, n.to, n.promotion = b.number(m.From()), b.number(m.To()), 0
	side, kind, _ := p.PieceAt(m.From())
	if name := p.UCI(m); len(name) > 4 {
		kind = m.Promotion()
		n.promotion = b.code(goengine.White, kind)
	}
	n.man = b.code(side, kind)
	if err := e.run(&e.play); err != nil {
		return err
	}
	if e.ok != nil {
		ok, err := e.number("play.ok", e.ok)
		if err == nil && ok == 0 {
			err = e.d.wrong("play.ok", "the program refuses the move %s in %s", p.UCI(m), p.FEN())
		}
		if err != nil {
			return err
		}
	}
	p.Play(m)
	return nil
}
