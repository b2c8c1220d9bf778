package spbench_test

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the tables of ARCHITECTURE.md")

// TestArchitecture compares the tables of packages in ARCHITECTURE.md with the code.
func TestArchitecture(t *testing.T) {
	const begin, end = "<!-- go test . -run TestArchitecture -update writes from here -->\n", "<!-- to here -->\n"
	old, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(old), begin)
	_, after, ended := strings.Cut(rest, end)
	if !found || !ended {
		t.Fatalf("ARCHITECTURE.md: the lines %q and %q are missing", begin, end)
	}
	text := before + begin + floorTables(t) + end + after
	if text == string(old) {
		return
	}
	if !*update {
		t.Fatal("ARCHITECTURE.md: the tables of packages are old; run go test . -run TestArchitecture -update")
	}
	if err := os.WriteFile("ARCHITECTURE.md", []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// floorTables returns one table per floor, a row per package: purpose and imports. A folder below
// another package stands in a row of its own.
func floorTables(t *testing.T) string {
	var b strings.Builder
	for i, f := range floors {
		fmt.Fprintf(&b, "\n### %s\n\n| package | purpose | imports |\n|---|---|---|\n", f.name)
		for _, p := range packages(t) {
			if floorOf(p.ImportPath) == i {
				if generated := strings.HasSuffix(p.GoFiles[0], ".pb.go"); p.Doc == "" && !generated {
					t.Errorf("%s has no package comment", p.ImportPath)
				}
				path := cmp.Or(strings.TrimSuffix(strings.TrimPrefix(p.ImportPath+"/", module), "/"), ".")
				fmt.Fprintf(&b, "| `%s` | %s | %s |\n", path, purpose(p), imports(p))
			}
		}
	}
	b.WriteString("\n")
	return b.String()
}

// purpose returns the first sentence of a package comment without the name of the package.
func purpose(p list) string {
	text := strings.TrimSuffix(strings.TrimSuffix(p.Doc, "."), ":")
	_, text, _ = strings.Cut(strings.TrimPrefix(text, "Package "), " ")
	text = cmp.Or(strings.TrimPrefix(text, "is "), "generated code")
	return strings.NewReplacer("|", `\|`, "[", "", "]", "", "<", "&lt;").Replace(text)
}

// imports returns the packages and other modules that a package imports, without the standard
// library. A package of the project is named by the end of its path.
func imports(p list) string {
	var own, others []string
	for _, imp := range p.Imports {
		if host, _, _ := strings.Cut(imp, "/"); !strings.Contains(host, ".") {
			continue
		}
		if !ownPackage(imp) {
			others = append(others, moduleName(imp))
			continue
		}
		name := strings.TrimPrefix(imp+"/", module)
		name = strings.TrimPrefix(strings.TrimPrefix(name, "harness/"), "internal/")
		own = append(own, cmp.Or(strings.TrimSuffix(name, "/"), "the root"))
	}
	slices.Sort(own)
	all := slices.Concat(own, slices.Compact(slices.Sorted(slices.Values(others))))
	if len(all) == 0 {
		return "–"
	}
	return strings.Join(all, ", ")
}

// moduleName returns the path of a module without the packages inside it.
func moduleName(imp string) string {
	n := 3
	if strings.HasPrefix(imp, "google.golang.org/") {
		n = 2
	}
	parts := strings.Split(imp, "/")
	return strings.TrimPrefix(strings.Join(parts[:min(n, len(parts))], "/"), "github.com/")
}
