package spbench_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// limits are those of CONTRIBUTING.md, by the kind of what is measured.
var limits = map[string]int{
	"methods": 25,   // of a type
	"files":   30,   // of a package
	"lines":   3500, // of a package
	"body":    50,   // lines of a function
	"columns": 0,    // lines of more than 100 columns in the Go files of a folder
}

const exceptionsFile = "tools/limits.txt"

// TestLimits: no type, package or function is larger than the project's own limits, but for a list
// of exceptions with a number each. They may only shrink: -update writes smaller numbers, and never
// adds one.
func TestLimits(t *testing.T) {
	measured := measure(t)
	text, err := os.ReadFile(exceptionsFile)
	if err != nil {
		t.Fatal(err)
	}
	allowed := map[string]int{}
	for line := range strings.Lines(string(text)) {
		kind, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		name, number, _ := strings.Cut(rest, " ")
		var n int
		if _, err := fmt.Sscan(number, &n); err != nil {
			t.Fatalf("%s: %q: %v", exceptionsFile, line, err)
		}
		allowed[kind+" "+name] = n
	}

	var list strings.Builder
	for _, what := range slices.Sorted(maps.Keys(allowed)) {
		kind, _, _ := strings.Cut(what, " ")
		n := min(measured[what], allowed[what])
		if n > limits[kind] {
			fmt.Fprintf(&list, "%s %d\n", what, n)
		} else if !*update {
			t.Errorf("%s: %s needs no exception: go test . -run TestLimits -update", exceptionsFile, what)
		}
	}
	for _, what := range slices.Sorted(maps.Keys(measured)) {
		kind, _, _ := strings.Cut(what, " ")
		if n, most := measured[what], max(limits[kind], allowed[what]); n > most {
			t.Errorf("%s: %d, at most %d are wanted (CONTRIBUTING.md, Size)", what, n, most)
		}
	}
	if *update && list.String() != string(text) {
		if err := os.WriteFile(exceptionsFile, []byte(list.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// measure returns the sizes of packages, types and functions. Tests count for columns only.
func measure(t *testing.T) map[string]int {
	out, err := exec.Command("git", "ls-files", "*.go").Output()
	if err != nil {
		t.Skip("SKIPPED: no files listed by git: ", err)
	}
	sizes := map[string]int{}
	for _, name := range strings.Fields(string(out)) {
		text, err := os.ReadFile(name)
		if os.IsNotExist(err) { // deleted, and not committed yet
			continue
		}
		folder := path.Dir(name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, ".pb.go") || strings.HasPrefix(name, "tools/") {
			continue
		}
		for line := range strings.Lines(string(text)) {
			if utf8.RuneCountInString(line) > 101 && !strings.Contains(line, "://") {
				sizes["columns "+folder]++
			}
		}
		if !strings.HasSuffix(name, "_test.go") {
			sizes["files "+folder]++
			sizes["lines "+folder] += strings.Count(string(text), "\n")
			measureFile(t, name, text, sizes)
		}
	}
	return sizes
}

// measureFile adds the functions and methods of a file. The longest counts, if several systems have
// a function of that name.
func measureFile(t *testing.T, name string, text []byte, sizes map[string]int) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		full := path.Dir(name) + "."
		if f.Recv != nil {
			full += receiver(f.Recv.List[0].Type)
			sizes["methods "+full]++
			full += "."
		}
		full = "body " + full + f.Name.Name
		sizes[full] = max(sizes[full], set.Position(f.End()).Line-set.Position(f.Pos()).Line+1)
	}
}

// receiver returns the name of the type of a method.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return "?"
}
