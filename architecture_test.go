package spbench_test

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"path"
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

// floorTables returns a drawing of the floors, and one table per floor with a row per package. A
// folder below another package stands in a row of its own.
func floorTables(t *testing.T) string {
	var drawing, tables strings.Builder
	for i, f := range floors {
		fmt.Fprintf(&tables, "\n### %s\n\n| package | purpose |\n|---|---|\n", f.name)
		line := fmt.Sprintf("%-32s", f.name)
		for _, p := range packages(t) {
			if floorOf(p.ImportPath) != i {
				continue
			}
			if generated := strings.HasSuffix(p.GoFiles[0], ".pb.go"); p.Doc == "" && !generated {
				t.Errorf("%s has no package comment", p.ImportPath)
			}
			folder := cmp.Or(strings.TrimSuffix(strings.TrimPrefix(p.ImportPath+"/", module), "/"), ".")
			fmt.Fprintf(&tables, "| `%s` | %s |\n", folder, purpose(p))
			if name := path.Base(folder); len(line)+len(name) < 100 {
				line += " " + name
			} else {
				drawing.WriteString(line + "\n")
				line = strings.Repeat(" ", 33) + name
			}
		}
		drawing.WriteString(line + "\n")
	}
	return "\n```\n" + drawing.String() + "```\n" + tables.String() + "\n"
}

// purpose returns the first sentence of a package comment without the name of the package.
func purpose(p list) string {
	text := strings.TrimSuffix(strings.TrimSuffix(p.Doc, "."), ":")
	_, text, _ = strings.Cut(strings.TrimPrefix(text, "Package "), " ")
	text = cmp.Or(strings.TrimPrefix(text, "is "), "generated code")
	return strings.NewReplacer("|", `\|`, "[", "", "]", "", "<", "&lt;").Replace(text)
}
