package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"sort"
	"strings"
)

// The kinds of mutations, as printed in the summary.
const (
	comparison = "comparison turned"
	condition  = "condition changed"
	logic      = "&& and || exchanged"
	sign       = "+ and - exchanged"
	bound      = "min and max exchanged"
	deleted    = "statement deleted"
	branch     = "case of a switch +1"
	constants  = "constant ±1"
	entries    = "table entry +1"
)

var kinds = []string{comparison, condition, logic, sign, bound, deleted, branch, constants, entries}

// sampled reports whether a campaign tries only a tenth of a kind.
func sampled(kind string) bool { return kind == constants || kind == entries }

// mutant is one change in one place.
type mutant struct {
	id   int
	kind string
	file string // base name
	line int
	name string // file, function and change, as in the list of equivalent mutants
	// edit is the change of a constant declaration, which needs a build of its own. All other mutants are compiled into one
	// binary, which selects one when it starts.
	edit *span
	site *span // of a mutant in that binary
}

// span is a piece of a source file, with the text to write around it or in its place.
type span struct {
	from, to  int
	pre, post string
	instead   *string
}

// source is a file of the package with the spans that make its mutants.
type source struct {
	path  string
	text  []byte
	spans []*span
}

// finder looks for the places of mutations in a package.
type finder struct {
	dir     string
	fset    *token.FileSet
	info    *types.Info
	pkg     *types.Package
	sources map[string]*source
	mutants []*mutant
	named   map[string]int

	file   *source
	in     string // the function or variable that is walked
	table  bool   // whether it is a variable of the package
	parent []ast.Node
}

// find reads the package in a folder. It returns the files, and all mutants of those whose base name is wanted and
// which no program wrote.
func find(dir string, wanted func(base string) bool) (*finder, error) {
	f := &finder{
		dir: dir, fset: token.NewFileSet(), sources: map[string]*source{}, named: map[string]int{},
		info: &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}},
	}
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	sort.Strings(paths)
	var files []*ast.File
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		text, err := readFile(path)
		if err != nil {
			return nil, err
		}
		tree, err := parser.ParseFile(f.fset, path, text, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		files = append(files, tree)
		f.sources[path] = &source{path: path, text: text}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s: no Go files", dir)
	}
	conf := types.Config{Importer: importer.ForCompiler(f.fset, "source", nil)}
	if f.pkg, err = conf.Check(dir, f.fset, files, f.info); err != nil {
		return nil, err
	}
	for _, tree := range files {
		path := f.fset.Position(tree.Pos()).Filename
		f.file = f.sources[path]
		// What a program wrote is data: a weight of a network that is one more is no fault.
		if wanted(filepath.Base(path)) && !ast.IsGenerated(tree) {
			f.walkFile(tree)
		}
	}
	return f, nil
}

func (f *finder) walkFile(tree *ast.File) {
	for _, d := range tree.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Body != nil {
				f.in, f.table = d.Name.Name, false
				f.walk(d.Body)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				v, ok := s.(*ast.ValueSpec)
				if !ok {
					continue
				}
				f.in, f.table = v.Names[0].Name, true
				for _, value := range v.Values {
					if d.Tok == token.CONST {
						f.declared(v, value)
					} else {
						f.walk(value)
					}
				}
			}
		}
	}
}

// declared adds the mutants of a constant declaration, except one with iota.
func (f *finder) declared(v *ast.ValueSpec, value ast.Expr) {
	tv := f.info.Types[value]
	if tv.Value == nil || tv.Value.Kind() != constant.Int || strings.Contains(f.textOf(value), "iota") || !hasLiteral(value) {
		return
	}
	for _, by := range []string{"+ 1", "- 1"} {
		s := &span{from: f.offset(value.Pos()), to: f.offset(value.End()), pre: "(", post: ") " + by}
		f.add(constants, value, "const "+v.Names[0].Name+" "+by).edit = s
	}
}

func (f *finder) offset(p token.Pos) int { return f.fset.Position(p).Offset }

func (f *finder) textOf(n ast.Node) string {
	return string(f.file.text[f.offset(n.Pos()):f.offset(n.End())])
}

// short returns the text of a node on one line, cut after 100 characters.
func (f *finder) short(n ast.Node) string {
	s := []rune(strings.Join(strings.Fields(f.textOf(n)), " "))
	if len(s) > 100 {
		s = append(s[:99], '…')
	}
	return string(s)
}

func (f *finder) add(kind string, at ast.Node, change string) *mutant {
	pos := f.fset.Position(at.Pos())
	m := &mutant{id: len(f.mutants) + 1, kind: kind, file: filepath.Base(pos.Filename), line: pos.Line}
	m.name = m.file + " " + f.in + ": " + change
	f.named[m.name]++
	if n := f.named[m.name]; n > 1 {
		m.name += fmt.Sprintf(" (%d)", n)
	}
	f.mutants = append(f.mutants, m)
	return m
}

// wrap adds a span that writes text around a node, for some mutants.
func (f *finder) wrap(n ast.Node, pre, post string, ms ...*mutant) {
	s := &span{from: f.offset(n.Pos()), to: f.offset(n.End()), pre: pre, post: post}
	f.file.spans = append(f.file.spans, s)
	for _, m := range ms {
		m.site = s
	}
}

// replace adds a span that replaces a token.
func (f *finder) replace(at token.Pos, old, now string) {
	from := f.offset(at)
	f.file.spans = append(f.file.spans, &span{from: from, to: from + len(old), instead: &now})
}

func (f *finder) walk(n ast.Node) {
	f.parent = f.parent[:0]
	f.inspect(n)
}

// inspect visits a node and those below it. parent has the way to the visited one.
func (f *finder) inspect(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		if n == nil {
			f.parent = f.parent[:len(f.parent)-1]
			return true
		}
		if !f.visit(n) {
			return false
		}
		f.parent = append(f.parent, n)
		return true
	})
}

// above returns the parent of the visited node.
func (f *finder) above() ast.Node {
	if len(f.parent) == 0 {
		return nil
	}
	return f.parent[len(f.parent)-1]
}

// visit adds the mutants of a node and reports whether to visit its children.
func (f *finder) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.GenDecl:
		return n.Tok != token.CONST
	case *ast.ArrayType, *ast.FuncType:
		return false
	case ast.Stmt:
		f.statement(n)
	case ast.Expr:
		return f.expression(n)
	}
	return true
}

func (f *finder) statement(s ast.Stmt) {
	inList := false
	switch f.above().(type) {
	case *ast.BlockStmt, *ast.CaseClause:
		inList = true
	}
	drop := func() {
		if inList {
			m := f.add(deleted, s, "delete "+f.short(s))
			f.wrap(s, fmt.Sprintf("if !mutOn(%d) { ", m.id), " }", m)
		}
	}
	switch s := s.(type) {
	case *ast.ExprStmt, *ast.BranchStmt:
		drop()
	case *ast.AssignStmt:
		if s.Tok == token.DEFINE {
			return
		}
		drop()
		if s.Tok != token.ADD_ASSIGN && s.Tok != token.SUB_ASSIGN {
			return
		}
		if t, ok := f.integer(s.Lhs[0]); ok {
			m := f.add(sign, s, f.short(s)+" -> "+turned[s.Tok].String())
			f.wrap(s.Rhs[0], fmt.Sprintf("mutNeg[%s](%d, ", t, m.id), ")", m)
		}
	case *ast.IncDecStmt:
		drop()
		t, _ := f.integer(s.X)
		m := f.add(sign, s, f.short(s)+" -> "+turned[s.Tok].String())
		op := " += "
		if s.Tok == token.DEC {
			op = " -= "
		}
		f.replace(s.TokPos, "++", fmt.Sprintf("%smutNeg[%s](%d, 1)", op, t, m.id))
		m.site = f.file.spans[len(f.file.spans)-1]
	}
}

// turned has the operator that replaces another.
var turned = map[token.Token]token.Token{
	token.ADD_ASSIGN: token.SUB_ASSIGN, token.SUB_ASSIGN: token.ADD_ASSIGN, token.INC: token.DEC, token.DEC: token.INC,
	token.ADD: token.SUB, token.SUB: token.ADD, token.LAND: token.LOR, token.LOR: token.LAND,
	token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
	token.EQL: token.NEQ, token.NEQ: token.EQL,
}

// helper has the function that replaces an operator in the built package.
var helper = map[token.Token]string{
	token.ADD: "mutAdd", token.SUB: "mutSub", token.LAND: "mutAnd", token.LOR: "mutOr",
	token.LSS: "mutLess", token.LEQ: "mutLessEqual", token.GTR: "mutGreater", token.GEQ: "mutGreaterEqual",
	token.EQL: "mutEqual", token.NEQ: "mutNotEqual",
}

func (f *finder) expression(e ast.Expr) bool {
	if kv, ok := e.(*ast.KeyValueExpr); ok {
		// Keys are not changed.
		f.parent = append(f.parent, kv)
		f.inspect(kv.Value)
		f.parent = f.parent[:len(f.parent)-1]
		return false
	}
	tv, ok := f.info.Types[e]
	if !ok || tv.IsType() {
		return !ok
	}
	if tv.Value != nil {
		f.constant(e, tv)
		return false
	}
	negated := false
	if boolean(tv.Type) {
		negated = f.condition(e)
	}
	switch e := e.(type) {
	case *ast.BinaryExpr:
		f.binary(e, negated)
	case *ast.UnaryExpr:
		if t, ok := f.integer(e); ok && e.Op == token.SUB {
			m := f.add(sign, e, f.short(e)+" -> without -")
			f.wrap(e, fmt.Sprintf("mutNeg[%s](%d, ", t, m.id), ")", m)
		}
	case *ast.CallExpr:
		id, ok := e.Fun.(*ast.Ident)
		if !ok || id.Name != "min" && id.Name != "max" {
			return true
		}
		if _, builtin := f.info.Uses[id].(*types.Builtin); builtin {
			t, _ := f.integer(e)
			m := f.add(bound, e, f.short(e)+" -> "+map[string]string{"min": "max", "max": "min"}[id.Name])
			f.replace(id.Pos(), id.Name, "")
			f.wrap(e, "mut"+strings.ToUpper(id.Name[:1])+id.Name[1:]+fmt.Sprintf("[%s](%d, ", t, m.id), ")", m)
			f.replace(e.Lparen, "(", "")
			f.replace(e.Rparen, ")", "")
		}
	}
	return true
}

func (f *finder) binary(e *ast.BinaryExpr, negated bool) {
	name, ok := helper[e.Op]
	if !ok {
		return
	}
	kind, t := comparison, ""
	switch e.Op {
	case token.ADD, token.SUB:
		kind = sign
		if t, ok = f.integer(e); !ok {
			return
		}
		t = "[" + t + "]"
	case token.LAND, token.LOR:
		m := f.add(logic, e, f.short(e)+" -> "+turned[e.Op].String())
		f.wrap(e, fmt.Sprintf("%s(%d, ", name, m.id), " })", m)
		f.replace(e.OpPos, "&&", ", func() bool { return ")
		return
	case token.EQL, token.NEQ:
		if negated || f.isNil(e.X) || f.isNil(e.Y) {
			return
		}
	}
	m := f.add(kind, e, f.short(e)+" -> "+turned[e.Op].String())
	f.wrap(e, fmt.Sprintf("%s%s(%d, ", name, t, m.id), ")", m)
	f.replace(e.OpPos, e.Op.String(), ", ")
}

// condition adds the mutants of a boolean expression that decides something. It reports whether its negation is one of
// them.
func (f *finder) condition(e ast.Expr) bool {
	always, never := true, true
	if _, paren := e.(*ast.ParenExpr); paren {
		return false
	}
	above := f.above()
	for i := len(f.parent) - 1; i > 0; i-- {
		if _, paren := f.parent[i].(*ast.ParenExpr); !paren {
			break
		}
		above = f.parent[i-1]
	}
	switch p := above.(type) {
	case *ast.IfStmt, *ast.ReturnStmt:
	case *ast.AssignStmt:
		if slices.Contains(p.Lhs, e) {
			return false
		}
	case *ast.ForStmt:
		always = false // an endless loop
	case *ast.CaseClause:
	case *ast.UnaryExpr:
		return false
	case *ast.BinaryExpr:
		switch p.Op {
		case token.LAND:
			never = false // as the whole
		case token.LOR:
			always = false
		default:
			return false
		}
	default:
		return false
	}
	text := f.short(e)
	ms := []*mutant{f.add(condition, e, text+" -> negated")}
	pre := fmt.Sprintf("mutCond(%d, ", ms[0].id)
	if always {
		ms = append(ms, f.add(condition, e, text+" -> always"))
		pre += fmt.Sprintf("%d, ", ms[len(ms)-1].id)
	} else {
		pre += "0, "
	}
	if never {
		ms = append(ms, f.add(condition, e, text+" -> never"))
		pre += fmt.Sprintf("%d, ", ms[len(ms)-1].id)
	} else {
		pre += "0, "
	}
	f.wrap(e, pre, ")", ms...)
	return true
}

// constant adds the mutants of the largest constant expression that is not part of another.
func (f *finder) constant(e ast.Expr, tv types.TypeAndValue) {
	above := f.above()
	if boolean(tv.Type) {
		switch above.(type) {
		case *ast.ReturnStmt, *ast.AssignStmt:
			m := f.add(condition, e, f.short(e)+" in "+f.short(above)+" -> negated")
			f.wrap(e, fmt.Sprintf("mutCond(%d, 0, 0, ", m.id), ")", m)
		}
		return
	}
	t, ok := f.integer(e)
	if !ok {
		return
	}
	if _, ok := above.(*ast.CaseClause); ok {
		m := f.add(branch, e, "case "+f.short(e)+" -> + 1")
		f.wrap(e, fmt.Sprintf("mutConst[%s](%d, 0, ", t, m.id), ")", m)
		return
	}
	if !hasLiteral(e) {
		return
	}
	if f.inLiteralOf("Draw") {
		return // decides only what a soak draws, which the tests of hostbridge/random hold
	}
	text := f.short(e)
	if f.table && f.inLiteral() {
		m := f.add(entries, e, fmt.Sprintf("%s -> + 1", text))
		f.wrap(e, fmt.Sprintf("mutConst[%s](%d, 0, ", t, m.id), ")", m)
		return
	}
	if s, ok := above.(ast.Expr); ok {
		text = text + " in " + f.short(s)
	} else if s, ok := above.(ast.Stmt); ok {
		text = text + " in " + f.short(s)
	}
	up, down := f.add(constants, e, text+" -> + 1"), f.add(constants, e, text+" -> - 1")
	f.wrap(e, fmt.Sprintf("mutConst[%s](%d, %d, ", t, up.id, down.id), ")", up, down)
}

// inLiteral reports whether the visited node is an element of a composite literal.
func (f *finder) inLiteral() bool {
	for _, p := range f.parent {
		switch p.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CompositeLit:
			return true
		}
	}
	return false
}

// inLiteralOf reports whether the visited node is in a composite literal of a type of the package.
func (f *finder) inLiteralOf(name string) bool {
	return slices.ContainsFunc(f.parent, func(p ast.Node) bool {
		lit, ok := p.(*ast.CompositeLit)
		if !ok {
			return false
		}
		named, ok := f.info.Types[lit].Type.(*types.Named)
		return ok && named.Obj().Name() == name
	})
}

// integer returns the name of an expression's type if it is an integer type.
func (f *finder) integer(e ast.Expr) (string, bool) {
	t := f.info.Types[e].Type
	if id, ok := e.(*ast.Ident); ok && t == nil {
		if o := f.info.Uses[id]; o != nil {
			t = o.Type()
		}
	}
	if t == nil {
		return "", false
	}
	b, ok := t.Underlying().(*types.Basic)
	if !ok || b.Info()&types.IsInteger == 0 {
		return "", false
	}
	if b.Info()&types.IsUntyped != 0 {
		return "int", true
	}
	return types.TypeString(t, types.RelativeTo(f.pkg)), true
}

func (f *finder) isNil(e ast.Expr) bool { return f.info.Types[e].IsNil() }

func boolean(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

func hasLiteral(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if _, ok := n.(*ast.BasicLit); ok {
			found = true
		}
		return true
	})
	return found
}
