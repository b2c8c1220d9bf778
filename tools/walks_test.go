// Package tools holds a test of the ways through the program. The tools are in its folders.
package tools

import (
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

const module = "github.com/spbench/spbench/"

// walks are the ways through the program that its maintainers follow most often, from a parameter
// of a function. Limits may only shrink.
var walks = []struct {
	name, pkg, start, parameter string
	functions, climbs           int // at most
}{
	{"entry to cell", "harness/internal/table", "Build", "entries", 45, 3},
	{"suite to plan", "harness/internal/run/plan", "New", "s", 60, 0},
}

// TestWalks follows a value down through the program. It counts the functions on the way: a
// reader meets them all.
//
// The walk has our functions with the value, a part of it or a holder of either as an argument, as
// receiver or as a captured variable. Fields and elements are parts, but numbers, truth values,
// texts and errors are not. Structs, lists, maps and function literals are holders of their
// contents. The result of a function of ours is another value, and not followed. A function literal
// belongs to the function around it. Calls of interfaces and of function values are not followed.
//
// A climb is a call back up: from one file into another one, if the walk came down from there.
func TestWalks(t *testing.T) {
	program := harness(t)
	for _, want := range walks {
		w := &walk{program: program, marked: map[ssa.Value]bool{}}
		w.follow(t, program.ImportedPackage(module+want.pkg).Func(want.start), want.parameter)
		climbs := w.climbs()
		t.Logf("%s: %d functions, %d climbs", want.name, len(w.functions), len(climbs))
		if len(w.functions) <= want.functions && len(climbs) <= want.climbs {
			continue
		}
		t.Errorf("%s: %d functions and %d climbs, at most %d and %d are wanted", want.name,
			len(w.functions), len(climbs), want.functions, want.climbs)
		for _, f := range w.functions {
			t.Logf("%s: %s", w.file(f), f.RelString(f.Pkg.Pkg))
		}
		for _, climb := range climbs {
			t.Log("climb: ", climb)
		}
	}
}

// TestNoArrowUp: the files of package table lie on floors. No file names anything of another one
// that leads back to it.
func TestNoArrowUp(t *testing.T) {
	config := &packages.Config{Mode: packages.LoadSyntax, Dir: ".."}
	loaded, err := packages.Load(config, "./harness/internal/table")
	if err != nil || packages.PrintErrors(loaded) > 0 {
		t.Fatal("package table does not load: ", err)
	}
	table, arrows := loaded[0], map[string]map[string]bool{}
	file := func(at token.Pos) string { return filepath.Base(table.Fset.Position(at).Filename) }
	for name, is := range table.TypesInfo.Uses {
		from, to := file(name.Pos()), file(is.Pos())
		if is.Pkg() != table.Types || from == to {
			continue
		}
		if arrows[from] == nil {
			arrows[from] = map[string]bool{}
		}
		arrows[from][to] = true
	}

	// Files without arrows to others are a floor; the files above it remain.
	for lowest := true; lowest; {
		lowest = false
		for from, to := range arrows {
			maps.DeleteFunc(to, func(to string, _ bool) bool { return len(arrows[to]) == 0 })
			if len(to) == 0 {
				delete(arrows, from)
				lowest = true
			}
		}
	}
	for from, to := range arrows {
		t.Errorf("%s leads back to itself, or to such files, by %v", from,
			slices.Sorted(maps.Keys(to)))
	}
}

// harness returns the packages of the harness, without tests.
func harness(t *testing.T) *ssa.Program {
	config := &packages.Config{Mode: packages.LoadSyntax, Dir: ".."}
	loaded, err := packages.Load(config, "./harness/...")
	if err != nil || packages.PrintErrors(loaded) > 0 {
		t.Fatal("the harness does not load: ", err)
	}
	program, _ := ssautil.Packages(loaded, ssa.InstantiateGenerics)
	program.Build()
	return program
}

// A walk is the way of a value.
type walk struct {
	program   *ssa.Program
	functions []*ssa.Function    // declared ones, in the order of the walk
	marked    map[ssa.Value]bool // the value, its parts and holders
	waiting   []ssa.Value        // of the marked
}

// follow walks from a parameter of a function.
func (w *walk) follow(t *testing.T, start *ssa.Function, parameter string) {
	for _, p := range start.Params {
		if p.Name() == parameter {
			w.hand(start, p)
		}
	}
	if len(w.functions) == 0 {
		t.Fatalf("%v has no parameter %s", start, parameter)
	}
	for len(w.waiting) > 0 {
		v := w.waiting[0]
		w.waiting = w.waiting[1:]
		for _, user := range *v.Referrers() {
			w.use(v, user)
		}
	}
}

// hand puts f on the walk, and follows its parameter or captured variable v, if v can be a part.
func (w *walk) hand(f *ssa.Function, v ssa.Value) {
	if !isPart(v.Type()) {
		return
	}
	if f = declared(f); f.Synthetic == "" && !slices.Contains(w.functions, f) {
		w.functions = append(w.functions, f)
	}
	w.mark(v)
}

func (w *walk) mark(v ssa.Value) {
	if !w.marked[v] && v.Referrers() != nil && isPart(v.Type()) {
		w.marked[v] = true
		w.waiting = append(w.waiting, v)
	}
}

// isPart reports whether a value of a type, or what it points to, is more than a number, a truth
// value, a text or an error.
func isPart(t types.Type) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if list, ok := t.Underlying().(*types.Slice); ok {
		if types.Identical(list.Elem(), types.Typ[types.Byte]) {
			return false // a text
		}
	}
	_, basic := t.Underlying().(*types.Basic)
	return !basic && !types.Identical(t, types.Universe.Lookup("error").Type())
}

// declared returns the declared function around a literal, or behind an instance of a generic one.
func declared(f *ssa.Function) *ssa.Function {
	for f.Parent() != nil {
		f = f.Parent()
	}
	if f.Origin() != nil {
		return f.Origin()
	}
	return f
}

// ours reports whether f has a body in our module.
func ours(f *ssa.Function) bool {
	f = declared(f)
	return f.Blocks != nil && f.Pkg != nil && strings.HasPrefix(f.Pkg.Pkg.Path()+"/", module)
}

// use marks what an instruction makes of v.
func (w *walk) use(v ssa.Value, user ssa.Instruction) {
	switch user := user.(type) {
	case ssa.CallInstruction:
		w.call(v, user)
	case *ssa.Store:
		if user.Val == v {
			w.hold(user.Addr)
		}
	case *ssa.MapUpdate:
		w.hold(user.Map)
	case *ssa.MakeClosure:
		for i, captured := range user.Bindings {
			if captured == v {
				literal := user.Fn.(*ssa.Function)
				w.hand(literal, literal.FreeVars[i])
			}
		}
		w.mark(user)
	case *ssa.BinOp:
	case ssa.Value: // a part, a variable or another type of it
		w.mark(user)
	}
}

// hold marks the variable with an address, and all that it is a part of.
func (w *walk) hold(v ssa.Value) {
	for {
		w.mark(v)
		switch part := v.(type) {
		case *ssa.FieldAddr:
			v = part.X
		case *ssa.IndexAddr:
			v = part.X
		case *ssa.UnOp:
			v = part.X
		case *ssa.Slice:
			v = part.X
		default:
			return
		}
	}
}

// call hands v to the callee. A foreign function returns v, and hands it to the functions among its
// arguments.
func (w *walk) call(v ssa.Value, call ssa.CallInstruction) {
	c := call.Common()
	if callee := c.StaticCallee(); callee != nil && ours(callee) {
		for i, argument := range c.Args {
			if argument == v {
				w.hand(callee, callee.Params[i])
			}
		}
		return
	}
	if _, builtin := c.Value.(*ssa.Builtin); c.StaticCallee() == nil && !builtin {
		return
	}
	if result := call.Value(); result != nil {
		w.mark(result)
	}
	for _, argument := range c.Args {
		f, ok := argument.(*ssa.Function)
		if literal, is := argument.(*ssa.MakeClosure); is {
			f, ok = literal.Fn.(*ssa.Function), true
		}
		if ok && ours(f) {
			for _, p := range f.Params {
				w.hand(f, p)
			}
		}
	}
}

// climbs returns the calls of the walk that climb.
func (w *walk) climbs() (all []string) {
	seen, above := map[*ssa.Function]bool{}, []string(nil) // files
	var descend func(f *ssa.Function)
	descend = func(f *ssa.Function) {
		seen[f] = true
		above = append(above, w.file(f))
		for _, callee := range w.callees(f) {
			if to := w.file(callee); to != w.file(f) && slices.Contains(above, to) {
				all = append(all, fmt.Sprintf("%s: %s calls %s of %s", w.file(f), f.Name(),
					callee.Name(), to))
			}
			if !seen[callee] {
				descend(callee)
			}
		}
		above = above[:len(above)-1]
	}
	descend(w.functions[0])
	return all
}

// callees returns the functions of the walk that f, or a literal in it, calls: in the order of the
// text.
func (w *walk) callees(f *ssa.Function) (all []*ssa.Function) {
	var calls []ssa.CallInstruction
	var collect func(f *ssa.Function)
	collect = func(f *ssa.Function) {
		for _, block := range f.Blocks {
			for _, instruction := range block.Instrs {
				call, ok := instruction.(ssa.CallInstruction)
				if ok && call.Common().StaticCallee() != nil {
					calls = append(calls, call)
				}
			}
		}
		for _, literal := range f.AnonFuncs {
			collect(literal)
		}
	}
	collect(f)
	slices.SortFunc(calls, func(a, b ssa.CallInstruction) int { return int(a.Pos() - b.Pos()) })
	for _, call := range calls {
		callee := declared(call.Common().StaticCallee())
		if slices.Contains(w.functions, callee) && !slices.Contains(all, callee) {
			all = append(all, callee)
		}
	}
	return all
}

// file returns the file of f, with its folder.
func (w *walk) file(f *ssa.Function) string {
	name := w.program.Fset.Position(f.Pos()).Filename
	return filepath.Join(filepath.Base(filepath.Dir(name)), filepath.Base(name))
}
