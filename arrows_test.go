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

// arrows lists, for each package, what it may import directly besides the
// standard library: packages of the module by their path below harness/ or harness/internal/, and
// other modules by prefix. Arrows only point downward.
var arrows = map[string][]string{
	"spbench":               {},
	"sp":                    {},
	"maxflow":               {},
	"skeleton":              {},
	"param":                 {},
	"superpixel":            {},
	"feature":               {"sp", "param", "kernel"},
	"loss":                  {"sp", "param"},
	"metric":                {"sp", "param", "loss"},
	"elementary":            {"kernel"},
	"kernel":                {"golang.org/x/sys/"},
	"perturb":               {"sp", "elementary", "kernel"},
	"oracle":                {"sp", "param", "maxflow", "elementary", "kernel", "perturb", "local", "messages"},
	"partition":             {"sp", "perturb"},
	"bound":                 {"sp"},
	"local":                 {"sp", "perturb", "elementary"},
	"messages":              {"sp", "elementary"},
	"inorder":               {},
	"likelihood":            {"sp", "local", "elementary"},
	"decode":                {"sp", "param", "perturb", "local", "messages", "oracle", "elementary"},
	"audit":                 {"sp", "oracle", "likelihood"},
	"network":               {"sp", "golang.org/x/sys/"},
	"optim":                 {"kernel", "gonum.org/v1/gonum/"},
	"classify":              {},
	"format":                {"sp", "param", "github.com/klauspost/compress/"},
	"data":                  {"spbench", "sp", "param", "superpixel", "classify", "format"},
	"inspect":               {"sp", "feature", "oracle", "data"},
	"wire":                  {"sp", "param", "wire/pb", "google.golang.org/"},
	"wire/pb":               {"google.golang.org/"},
	"learner":               {"sp", "param", "oracle", "inorder"},
	"serve":                 {"learner", "sp", "param", "feature", "loss", "decode", "oracle", "perturb", "wire", "wire/pb", "google.golang.org/", "github.com/hashicorp/"},
	"learnertest":           {"learner", "box", "chart", "data", "sp", "param", "feature", "loss", "audit", "oracle", "partition", "wire", "host", "longtest"},
	"box":                   {"stage", "golang.org/x/sys/"},
	"stage":                 {},
	"host":                  {"spbench", "box", "stage", "sp", "param", "feature", "loss", "oracle", "wire", "wire/pb", "google.golang.org/", "github.com/hashicorp/", "golang.org/x/sys/"},
	"suite":                 {"box", "param", "github.com/goccy/go-yaml"},
	"record":                {"sp"},
	"longtest":              {},
	"learnertest/scaletest": {"sp", "gonum.org/v1/gonum/"},
	"schematest":            {"github.com/santhosh-tekuri/jsonschema/"},
	"cluster":               {},
	"run":                   {"spbench", "cluster", "sp", "param", "feature", "loss", "likelihood", "metric", "audit", "oracle", "decode", "partition", "data", "wire", "host", "suite", "record"},
	"stats":                 {"gonum.org/v1/gonum/"},
	"chart":                 {"gonum.org/v1/plot", "codeberg.org/go-pdf/fpdf"},
	"ordered":               {},
	"grid":                  {"github.com/olekukonko/tablewriter"},
	"table":                 {"sp", "param", "suite", "record", "ordered", "grid", "stats", "data", "chart", "gonum.org/v1/plot"},
	"study":                 {"sp", "param", "suite", "record", "ordered", "grid", "stats", "table", "chart"},
	"compare":               {"suite", "record", "run", "ordered", "grid", "stats", "table", "chart"},
	"export":                {"sp", "grid", "record"},
	"suites":                {},
	"page":                  {"suite", "record", "ordered", "grid", "table", "study", "chart"},
	"cmd/spbench": {"spbench", "sp", "param", "feature", "loss", "metric", "oracle", "decode", "data", "inspect", "wire", "host", "suite", "record", "cluster", "run", "ordered", "grid", "stats", "table", "compare", "chart", "study", "page", "export", "learnertest", "suites",
		"github.com/alecthomas/kong", "github.com/vbauerster/mpb/", "github.com/mattn/go-runewidth", "github.com/klauspost/compress/", "golang.org/x/term"},
	"cmd/spbench-learners": {"spbench", "learner", "serve", "plugins", "plugins/"}, // nobody else imports learners
	"plugins":              {},
}

// learners may import these and, of other modules, gonum: oracle is not among
// them, since solvers come from the task, which counts their calls.
var plugin = []string{"sp", "param", "learner", "serve", "feature", "loss", "perturb", "partition", "bound", "kernel", "likelihood", "local", "messages", "network", "optim", "skeleton", "gonum.org/v1/gonum/"}

// Tests of learners may import these besides; their benchmarks draw the figures of papers.
var pluginTest = []string{"learnertest", "learnertest/scaletest", "oracle", "github.com/google/go-cmp/", "pgregory.net/rapid"}

func TestArrowsPointDownward(t *testing.T) {
	for path, p := range packages(t) {
		allowed, known := allowedFor(path)
		if !known {
			t.Errorf("%s is not in the plan: add it to arrows, with what it may import", path)
			continue
		}
		for _, imp := range p.Imports {
			if !permits(allowed, imp) {
				t.Errorf("%s must not import %s", path, imp)
			}
		}
		if !isPlugin(path) {
			continue
		}
		for _, imp := range slices.Concat(p.TestImports, p.XTestImports) {
			if !permits(slices.Concat(allowed, pluginTest), imp) && imp != path {
				t.Errorf("tests of %s must not import %s", path, imp)
			}
		}
	}
}

// TestPluginsHaveNoOracle: the arrow that keeps the meter closed is drawn. A learner gets no oracle
// through another learner either, although one program links all of them.
func TestPluginsHaveNoOracle(t *testing.T) {
	allowed, known := allowedFor(module + "plugins/new")
	for _, imp := range []string{"harness/oracle", "plugins/crf", "plugins"} {
		if !known || permits(allowed, module+imp) {
			t.Errorf("a learner may import %s: %v", imp, allowed)
		}
	}
}

// TestLearnersFitWithoutDecoders: a change of a decoder or of the protocol leaves the packages that
// shipped learners fit with, and so their hashes, as they are.
func TestLearnersFitWithoutDecoders(t *testing.T) {
	for path, p := range packages(t) {
		if !isPlugin(path) || p.Name == "main" {
			continue
		}
		for _, other := range []string{"harness/decode", "harness/serve", "harness/internal/wire"} {
			if slices.Contains(p.Deps, module+other) {
				t.Errorf("%s must not depend on %s", path, other)
			}
		}
	}
}

// Each learner of the tree is in the program with the learners, and no other package has one.
func TestEveryPluginIsShipped(t *testing.T) {
	all := packages(t)
	program := all[module+"harness/cmd/spbench-learners"]
	for path, p := range all {
		if isPlugin(path) && p.Name != "main" && !slices.Contains(program.Imports, path) {
			t.Errorf("harness/cmd/spbench-learners does not have %s", path)
		}
		if path == program.ImportPath {
			continue
		}
		for _, imp := range p.Imports {
			if isPlugin(imp) {
				t.Errorf("%s imports the learner %s", path, imp)
			}
		}
	}
}

func isPlugin(path string) bool { return strings.HasPrefix(path, module+"plugins/") }

func allowedFor(path string) (allowed []string, known bool) {
	if path+"/" == module {
		return nil, true // the sources
	}
	rest, ok := strings.CutPrefix(path, module)
	if !ok {
		return nil, false
	}
	if isPlugin(path) {
		return plugin, true
	}
	allowed, known = arrows[strings.TrimPrefix(strings.TrimPrefix(rest, "harness/"), "internal/")]
	return allowed, known
}

func permits(allowed []string, imp string) bool {
	if first, _, _ := strings.Cut(imp, "/"); !strings.Contains(first, ".") {
		return true // the standard library
	}
	name, own := strings.CutPrefix(imp+"/", module)
	name = strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(name, "harness/"), "internal/"), "/")
	if own && name == "" {
		name = "spbench" // the sources
	}
	return slices.ContainsFunc(allowed, func(a string) bool {
		if own {
			return a == name || strings.HasSuffix(a, "/") && strings.HasPrefix(name, a)
		}
		return strings.Contains(a, ".") && strings.HasPrefix(imp, a)
	})
}

// A list is what go says of one package.
type list struct {
	ImportPath, Name                            string
	Imports, TestImports, XTestImports, GoFiles []string
	Deps                                        []string // imported, directly or not
}

// packages returns every package that has non-test files, by its path.
func packages(t *testing.T) map[string]list {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Name,Imports,TestImports,XTestImports,GoFiles,Deps", module+"...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	found := map[string]list{}
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p list
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if len(p.GoFiles) > 0 {
			found[p.ImportPath] = p
		}
	}
	if len(found) == 0 {
		t.Fatal("go list found no package")
	}
	return found
}

func TestNoVagueNames(t *testing.T) {
	for path := range packages(t) {
		last := path[strings.LastIndex(path, "/")+1:]
		if slices.Contains([]string{"util", "utils", "common", "types", "helpers", "base"}, last) {
			t.Errorf("%s says nothing about what is in it", path)
		}
	}
}
