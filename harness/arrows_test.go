// Package harness_test holds the test of the house's plan: who may import whom.
package harness_test

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

// arrows lists, for each package, what it may import directly besides the
// standard library: packages of the module by their path below harness/, and
// other modules by prefix. Arrows only point downward.
var arrows = map[string][]string{
	"sp":          {},
	"maxflow":     {},
	"superpixel":  {},
	"feature":     {"sp"},
	"loss":        {"sp"},
	"metric":      {"sp", "loss"},
	"perturb":     {"sp"},
	"oracle":      {"sp", "maxflow", "perturb"},
	"local":       {"sp", "perturb"},
	"likelihood":  {"sp", "local"},
	"optim":       {"gonum.org/v1/gonum/"},
	"hdf5":        {},
	"data":        {"sp", "hdf5", "superpixel"},
	"wire":        {"sp", "wire/pb", "google.golang.org/"},
	"wire/pb":     {"google.golang.org/"},
	"learner":     {"sp", "feature", "loss", "oracle", "perturb", "wire", "wire/pb", "google.golang.org/", "github.com/hashicorp/"},
	"learnertest": {"sp", "feature", "loss", "oracle", "wire", "host"},
	"host":        {"sp", "feature", "loss", "oracle", "wire", "wire/pb", "google.golang.org/", "github.com/hashicorp/", "golang.org/x/sys/"},
	"suite":       {"github.com/goccy/go-yaml"},
	"record":      {"sp"},
	"bench":       {"sp", "feature", "loss", "metric", "oracle", "data", "wire", "host", "suite", "record"},
	"stats":       {"gonum.org/v1/gonum/"},
	"report":      {"sp", "suite", "record", "stats", "data", "github.com/olekukonko/tablewriter", "gonum.org/v1/plot"},
	"cmd/spbench": {"sp", "feature", "loss", "metric", "oracle", "data", "wire", "host", "suite", "record", "bench", "stats", "report", "learnertest",
		"github.com/alecthomas/kong", "github.com/vbauerster/mpb/", "golang.org/x/term"},
	"hdf5/hdf5test": {},
}

// learners may import these and, of other modules, gonum.
var plugin = []string{"sp", "learner", "feature", "loss", "oracle", "perturb", "likelihood", "local", "optim", "gonum.org/v1/gonum/"}

func TestArrowsPointDownward(t *testing.T) {
	for path, imports := range directImports(t) {
		allowed, known := allowedFor(path)
		if !known {
			t.Errorf("%s is not in the plan: add it to arrows, with what it may import", path)
			continue
		}
		for _, imp := range imports {
			if !permits(allowed, imp) {
				t.Errorf("%s must not import %s", path, imp)
			}
		}
	}
}

func allowedFor(path string) (allowed []string, known bool) {
	rest, ok := strings.CutPrefix(path, module)
	if !ok {
		return nil, false
	}
	if strings.HasPrefix(rest, "plugins/") {
		return plugin, true
	}
	allowed, known = arrows[strings.TrimPrefix(rest, "harness/")]
	return allowed, known
}

func permits(allowed []string, imp string) bool {
	if first, _, _ := strings.Cut(imp, "/"); !strings.Contains(first, ".") {
		return true // the standard library
	}
	name, own := strings.CutPrefix(imp, module+"harness/")
	return slices.ContainsFunc(allowed, func(a string) bool {
		if own {
			return a == name
		}
		return strings.Contains(a, ".") && strings.HasPrefix(imp, a)
	})
}

// directImports returns the non-test imports of every package that has
// non-test files.
func directImports(t *testing.T) map[string][]string {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports,GoFiles", module+"...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	imports := map[string][]string{}
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			ImportPath string
			Imports    []string
			GoFiles    []string
		}
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if len(p.GoFiles) > 0 {
			imports[p.ImportPath] = p.Imports
		}
	}
	if len(imports) == 0 {
		t.Fatal("go list found no package")
	}
	return imports
}

func TestNoVagueNames(t *testing.T) {
	for path := range directImports(t) {
		last := path[strings.LastIndex(path, "/")+1:]
		if slices.Contains([]string{"util", "utils", "common", "types", "helpers", "base"}, last) {
			t.Errorf("%s says nothing about what is in it", path)
		}
	}
}
