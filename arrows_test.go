package spbench_test

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/spbench/spbench/"

// A floor is a group of packages. A package imports packages of its own floor and of lower ones.
type floor struct {
	name  string
	rooms []string // patterns, as in [inRoom]
}

// floors lists the floors from the roof down. Each package is on exactly one.
var floors = []floor{
	{"Commands", []string{"harness/cmd/..."}},
	{"Learners", []string{"plugins/..."}},
	{"Toolkit for authors of learners", []string{"harness/learnertest/...", "harness/serve", "harness/learner"}},
	{"Harness", []string{"harness/internal/...", "suites", ".", "harness"}},
	{"Learning", []string{"harness/likelihood", "harness/optim", "harness/network", "harness/skeleton",
		"harness/maxima", "harness/encoder"}},
	{"Inference", []string{"harness/oracle", "harness/decode", "harness/local", "harness/messages",
		"harness/maxflow", "harness/perturb", "harness/partition", "harness/bound",
		"harness/roof", "harness/sparsemap", "harness/structure", "harness/minfill"}},
	{"Vocabulary", []string{"harness/sp", "harness/param", "harness/feature", "harness/loss",
		"harness/elementary", "harness/kernel", "harness/inorder"}},
}

// allowances lists packages and modules that only some packages may import.
var allowances = []struct {
	imported  string
	importers []string
	why       string
}{
	{"google.golang.org/...", []string{"harness/internal/wire/...", "harness/serve", "harness/internal/host/..."},
		"other packages know nothing of gRPC"},
	{"github.com/hashicorp/...", []string{"harness/serve", "harness/internal/host/..."},
		"other packages do not know how learners are started"},
	{"harness/oracle", []string{"harness/decode", "harness/learner", "harness/serve",
		"harness/internal/...", "harness/cmd/spbench"},
		"learners take their solvers from the task, because the task counts calls"},
	{"harness/maxflow", []string{"harness/oracle"}, "learners would minimise cuts without being counted"},
	{"harness/structure", []string{"harness/oracle", "harness/internal/...", "harness/learner"},
		"learners would solve without being counted"},
	{"harness/learnertest/...", nil, "the test kit is for tests"},
	{"harness", []string{"harness/cmd/...", "harness/internal/run/runtest", "harness/learnertest"},
		"each change of the harness would compile the importer again"},
	{"plugins/...", []string{"harness/cmd/spbench-learners"}, "learners do not share code with each other"},
}

// prohibitions lists packages that must not depend on each other, directly or not.
var prohibitions = []struct{ from, to, why string }{
	{"plugins/...", "harness/decode", "a changed decoder must not change the hash of a learner"},
	{"plugins/...", "harness/serve", "a changed protocol must not change the hash of a learner"},
	{"plugins/...", "harness/internal/...", "learners are compiled without the harness"},
	{"harness/learner", "harness/internal/...", "learners are compiled without the harness"},
	{"harness/internal/record/...", "harness/internal/host/...", "results are read without learners"},
	{"harness/internal/table/...", "harness/internal/host/...", "results are read without learners"},
	{"harness/internal/page/...", "harness/internal/host/...", "results are read without learners"},
}

func TestArrowsPointDownward(t *testing.T) {
	for _, p := range packages(t) {
		at := floorOf(p.ImportPath)
		if at < 0 {
			t.Errorf("%s is on no floor: add it to one of floors, in arrows_test.go", p.ImportPath)
			continue
		}
		for _, imp := range p.Imports {
			if to := floorOf(imp); ownPackage(imp) && to < at {
				t.Errorf("%s (%s) must not import %s (%s): imports point downward",
					p.ImportPath, floors[at].name, imp, floors[max(0, to)].name)
			}
		}
	}
	for _, f := range floors {
		for _, room := range f.rooms {
			if !slices.ContainsFunc(packages(t), func(p list) bool { return inRoom(p.ImportPath, room) }) {
				t.Errorf("floor %s: there is no package %s", f.name, room)
			}
		}
	}
}

// Each importer of a restricted package has an allowance, and each allowance has an importer.
func TestAllowances(t *testing.T) {
	for _, a := range allowances {
		used := map[string]bool{}
		for _, p := range packages(t) {
			if !slices.ContainsFunc(p.Imports, func(imp string) bool { return inRoom(imp, a.imported) }) {
				continue
			}
			i := slices.IndexFunc(a.importers, func(room string) bool { return inRoom(p.ImportPath, room) })
			if i >= 0 {
				used[a.importers[i]] = true
			} else if !inRoom(p.ImportPath, a.imported) || isPlugin(p.ImportPath) {
				t.Errorf("%s must not import %s: %s", p.ImportPath, a.imported, a.why)
			}
		}
		for _, room := range a.importers {
			if !used[room] {
				t.Errorf("no package of %s imports %s: remove the allowance", room, a.imported)
			}
		}
	}
}

func TestProhibitions(t *testing.T) {
	for _, rule := range prohibitions {
		found := false
		for _, p := range packages(t) {
			if !inRoom(p.ImportPath, rule.from) || p.Name == "main" {
				continue
			}
			found = true
			for _, dep := range p.Deps {
				if inRoom(dep, rule.to) {
					t.Errorf("%s must not depend on %s: %s", p.ImportPath, dep, rule.why)
				}
			}
		}
		if !found || !slices.ContainsFunc(packages(t), func(p list) bool { return inRoom(p.ImportPath, rule.to) }) {
			t.Errorf("there is no package %s or no package %s: remove the prohibition", rule.from, rule.to)
		}
	}
}

// Programs contain nothing of ours that only tests use. (go-plugin links package testing itself.)
func TestProgramsWithoutTestTools(t *testing.T) {
	for _, program := range packages(t) {
		for _, p := range packages(t) {
			if program.Name == "main" && slices.Contains(p.Imports, "testing") &&
				slices.Contains(program.Deps, p.ImportPath) {
				t.Errorf("%s must not depend on %s, which imports testing", program.ImportPath, p.ImportPath)
			}
		}
	}
}

// The program with the learners has each learner of the tree.
func TestEveryPluginIsShipped(t *testing.T) {
	all := packages(t)
	i := slices.IndexFunc(all, func(p list) bool { return inRoom(p.ImportPath, "harness/cmd/spbench-learners") })
	for _, p := range all {
		if isPlugin(p.ImportPath) && p.Name != "main" && !slices.Contains(all[i].Imports, p.ImportPath) {
			t.Errorf("harness/cmd/spbench-learners does not have %s", p.ImportPath)
		}
	}
}

func TestNoVagueNames(t *testing.T) {
	for _, p := range packages(t) {
		last := p.ImportPath[strings.LastIndex(p.ImportPath, "/")+1:]
		if slices.Contains([]string{"util", "utils", "common", "types", "helpers", "base"}, last) {
			t.Errorf("%s: the name does not tell what the package does", p.ImportPath)
		}
	}
}

func isPlugin(path string) bool { return strings.HasPrefix(path, module+"plugins/") }

func ownPackage(path string) bool { return strings.HasPrefix(path+"/", module) }

// inRoom reports whether a package lies in a room: a path of the module, "." for its root, or a
// prefix of other modules. With "/..." at its end a room includes the folders below it.
func inRoom(path, room string) bool {
	if ownPackage(path) {
		if path = strings.TrimPrefix(path+"/", module); path == "" {
			path = "./"
		}
		path = strings.TrimSuffix(path, "/")
	}
	folder, below := strings.CutSuffix(room, "/...")
	return path == folder || below && strings.HasPrefix(path, folder+"/")
}

// floorOf returns the index of the floor of a package, -1 if it is on none.
func floorOf(path string) int {
	return slices.IndexFunc(floors, func(f floor) bool {
		return slices.ContainsFunc(f.rooms, func(room string) bool { return inRoom(path, room) })
	})
}

// A list is the description of one package by go list.
type list struct {
	ImportPath, Name, Doc string
	Imports, GoFiles      []string
	Deps                  []string // imported, directly or not
}

var listed []list

// packages returns every package with non-test files, in the order of their paths.
func packages(t *testing.T) []list {
	t.Helper()
	if listed != nil {
		return listed
	}
	out, err := exec.Command("go", "list", "-json=ImportPath,Name,Doc,Imports,GoFiles,Deps", module+"...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p list
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if len(p.GoFiles) > 0 {
			listed = append(listed, p)
		}
	}
	if len(listed) == 0 {
		t.Fatal("go list found no package")
	}
	return listed
}
