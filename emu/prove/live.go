package prove

import (
	"go/ast"
	"go/token"
)

// place is an instruction, in the routine that is proved or in one that it calls.
type place struct {
	pc   uint32
	home bool
}

// live are the registers that the code from an address on may read before it writes them: states that differ in others only
// can be merged. nil says that nothing is known. home is set where a return ends the routine, with which only what it leaves
// is live.
func (m *Machine) live(pc uint32, home bool) map[string]bool {
	cpu, ok := m.cpu.(*m6502)
	if !ok {
		return nil
	}
	at := place{pc, home}
	if m.alive[at] == nil {
		var all []place
		seen := map[uint32]bool{}
		var visit func(pc uint32)
		visit = func(pc uint32) {
			if seen[pc] {
				return
			}
			seen[pc] = true
			next, _ := m.cpu.flow(m, pc)
			for _, to := range next {
				visit(to)
			}
			at := place{pc, home}
			all = append(all, at)
			m.alive[at] = map[string]bool{}
		}
		visit(pc)
		for again := true; again; {
			again = false
			for _, at := range all {
				n := len(m.alive[at])
				cpu.liven(m, at)
				again = again || len(m.alive[at]) > n
			}
		}
	}
	return m.alive[at]
}

// liven adds to the live registers of an instruction what it reads, and what those behind it read and it does not write.
func (c *m6502) liven(m *Machine, at place) {
	live, pc := m.alive[at], at.pc
	op, _ := m.program.rom(uint64(pc))
	f := c.forms[op]
	next, _ := c.flow(m, pc)
	if f == nil || m.callees[pc] != nil || f.name == "jsr" || len(next) == 0 && !(f.name == "rts" && at.home) { // what is called, or returned to, may read all
		for r := range kinds6502 {
			live[r] = true
		}
		return
	}
	if f.name == "rts" && at.home {
		for r := range m.left {
			live[r] = true
		}
		return
	}
	reads, writes := f.touched()
	for r := range reads {
		live[r] = true
	}
	for _, to := range next {
		for r := range m.alive[place{to, at.home}] {
			if !writes[r] {
				live[r] = true
			}
		}
	}
}

// touched are the registers that an instruction reads before it writes them, and those that it always writes.
func (f *form6502) touched() (reads, writes map[string]bool) {
	reads, writes = map[string]bool{}, map[string]bool{}
	switch f.mode {
	case "zpx", "abx", "inx":
		reads["x"] = true
	case "zpy", "aby", "iny":
		reads["y"] = true
	case "acc":
		reads["a"] = true
	}
	for _, s := range f.effect {
		assigned, _ := s.(*ast.AssignStmt)
		ast.Inspect(s, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && kinds6502[id.Name] != "" && !writes[id.Name] && !(assigned != nil && assigned.Tok == token.ASSIGN && len(assigned.Lhs) == 1 && assigned.Lhs[0] == ast.Expr(id)) {
				reads[id.Name] = true
			}
			return true
		})
		if f.name == "php" {
			reads["nz"], reads["cf"] = true, true
		}
		if assigned != nil {
			for _, l := range assigned.Lhs {
				if id, ok := l.(*ast.Ident); ok {
					writes[id.Name] = true
				}
			}
		}
	}
	return reads, writes
}
