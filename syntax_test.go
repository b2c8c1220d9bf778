package spbench

import (
	"maps"
	"strings"
	"testing"
	"testing/fstest"
)

// small is a module with a learner that uses two packages.
var small = map[string]string{
	"go.mod": "module github.com/spbench/spbench\n\nrequire (\n\tgonum.org/v1/gonum v0.1.0\n\tgoogle.golang.org/grpc v1.0.0\n)\n",
	"plugins/one/one.go": `package one

import (
	"math/rand"

	"github.com/spbench/spbench/harness/sp"
	"google.golang.org/grpc"
)

// Learner fits.
func Learner() float64 {
	if grpc.Version == "" { return 1 }
	return sp.Sum(1, rand.Float64())
}
`,
	"harness/sp/sum.go": `package sp

import "gonum.org/v1/gonum/floats"

type state struct{ n int }

func (s *state) add(v float64) { s.n++; loop(v) }

func (s *state) Name() string { return "state" }

func Sum(v ...float64) float64 { var s state; s.add(v[0]); return floats.Sum(v) }

func loop(v float64)

func Other() int { return 2 }

var _ = register("sum")

var _ interface{ Name() string } = (*state)(nil)
`,
	"harness/sp/more.go":    "package sp\n\nimport _ \"embed\"\n\nfunc register(string) int { return len(table) }\n\n//go:embed table.txt\nvar table string\n",
	"harness/sp/loop.s":     "TEXT loop",
	"harness/sp/table.txt":  "1 2 3",
	"harness/sp/only.go":    "package sp\n\nfunc init() { limit = 3 }\n\nvar limit int\n",
	"plugins/two/two.go":    "package two\n",
	"harness/other/only.go": "package other\n",
}

// learner returns the hash of learner one after an edit of the small module: a file replaced, or
// removed if its text is "".
func learner(edits ...string) string {
	files, own := fstest.MapFS{}, fstest.MapFS{}
	edited := maps.Clone(small)
	for i := 0; i < len(edits); i += 2 {
		edited[edits[i]] = edits[i+1]
	}
	for name, text := range edited {
		if in, ok := strings.CutPrefix(name, "plugins/"); ok && text != "" {
			own[in] = &fstest.MapFile{Data: []byte(text)}
		} else if text != "" {
			files[name] = &fstest.MapFile{Data: []byte(text)}
		}
	}
	fit, _ := NewTree(files, own).Learner("one")
	return fit
}

// TestHashIsOfMeaning: a hash changes with what the program computes, and not with its text.
func TestHashIsOfMeaning(t *testing.T) {
	before := learner()
	edit := func(file, old, new string) []string {
		if !strings.Contains(small[file], old) {
			t.Fatalf("%s lacks %q", file, old)
		}
		return []string{file, strings.Replace(small[file], old, new, 1)}
	}
	const one, sum, more = "plugins/one/one.go", "harness/sp/sum.go", "harness/sp/more.go"
	for name, edits := range map[string][]string{
		"nothing": {},
		"comment": edit(one, "// Learner fits.",
			"// Learner fits again.\n//\n//go:generate none"),
		"layout":         edit(one, `{ return 1 }`, "{\n\n\t\treturn 1\n\t}"),
		"trailing comma": edit(one, "sp.Sum(1, rand.Float64())", "sp.Sum(\n1,\nrand.Float64(),\n)"),
		"name of an import": {one,
			strings.NewReplacer(`"math/rand"`, `r "math/rand"`, "rand.F",
				"r.F").Replace(small[one])},
		"name of a file": {sum, "", "harness/sp/adding.go", small[sum]},
		"folder of a package": {one, strings.Replace(small[one], "harness/sp", "harness/in/sp", 1),
			"harness/in/sp/a.go", small[sum], "harness/in/sp/b.go", small[more],
			"harness/in/sp/c.s", small["harness/sp/loop.s"], "harness/in/sp/table.txt",
			small["harness/sp/table.txt"], "harness/in/sp/d.go", small["harness/sp/only.go"]},
		"another file": {sum,
			strings.Replace(small[sum], "func Other() int { return 2 }\n", "", 1),
			"harness/sp/other.go", "package sp\nfunc Other() int { return 2 }"},
		"order": edit(sum,
			"type state struct{ n int }\n\nfunc (s *state) add(v float64) { s.n++; loop(v) }",
			"func (s *state) add(v float64) { s.n++; loop(v) }\n\ntype state struct{ n int }"),
		"unused function":  edit(sum, "return 2", "return 3"),
		"another function": edit(sum, "func loop", "func Third() {}\n\nfunc loop"),
		"assertion":        edit(sum, "var _ interface{ Name() string } = (*state)(nil)\n", ""),
		"added file":       {"plugins/one/more.go", "package one\n\nfunc F() {}\n"},
		"test": {"harness/sp/sum_test.go", "package sp\n", "plugins/one/one_test.go",
			"package one\n"},
		"other learner":      {"plugins/two/two.go", "package two\n\nfunc F() {}\n"},
		"other package":      {"harness/other/only.go", "package other\n\nfunc init() {}\n"},
		"silent dependency":  edit("go.mod", "grpc v1.0.0", "grpc v1.0.1"),
		"unknown dependency": edit("go.mod", ")", "\texample.com/x v1.0.0\n)"),
	} {
		if learner(edits...) != before {
			t.Errorf("%s changes the hash", name)
		}
	}
	for name, edits := range map[string][]string{
		"own number":           edit(one, "return 1", "return 2"),
		"statement":            edit(one, "return 1", "return;1"),
		"added effect":         {"plugins/one/more.go", "package one\n\nfunc init() {}\n"},
		"used function":        edit(sum, "floats.Sum(v)", "-floats.Sum(v)"),
		"method":               edit(sum, `"state"`, `"State"`),
		"type":                 edit(sum, "n int", "n int32"),
		"directive":            edit(sum, "func Sum", "//go:noinline\nfunc Sum"),
		"constraint":           {sum, "//go:build linux\n\n" + small[sum]},
		"constraint by name":   {sum, "", "harness/sp/sum_amd64.go", small[sum]},
		"standard library":     edit(one, "math/rand", "math/rand/v2"),
		"assembly":             {"harness/sp/loop.s", "TEXT loop2"},
		"embedded file":        {"harness/sp/table.txt", "1 2 4"},
		"effect of a variable": edit(sum, `register("sum")`, `register("sums")`),
		"init":                 edit("harness/sp/only.go", "= 3", "= 4"),
		"computing dependency": edit("go.mod", "gonum v0.1.0", "gonum v0.1.1"),
	} {
		if learner(edits...) == before {
			t.Errorf("%s does not change the hash", name)
		}
	}
}

// TestComponents: each name in a registry is a component, and a component has no part in another.
func TestComponents(t *testing.T) {
	tree := Sources()
	seen := map[string]string{}
	for kind, names := range map[string]string{
		Decoder: "map mpm perturb icm icm-iter locpmap lbp trw meanfield gibbs annealing cut expansion",
		Oracle:  "chain tree independent binary elimination expansion lbp trw mean-field gibbs icm",
		Loss:    "hamming hamming-count weighted-hamming boundary-count zero-one cost",
		Metric:  "hamming hamming-micro log-loss command", Features: "linear",
	} {
		for name := range strings.FieldsSeq(names) {
			hash := tree.Component(kind, name)
			if other := seen[hash]; len(hash) != 16 || other != "" {
				t.Errorf("%s %s has the hash %q, as %s", kind, name, hash, other)
			}
			seen[hash] = kind + " " + name
		}
		if hash := tree.Component(kind, "exact"); hash != "" {
			t.Errorf("the %s of no name has the hash %s", kind, hash)
		}
	}
}

// TestHiddenSources: a learner has no hash if it depends on sources outside the tree.
func TestHiddenSources(t *testing.T) {
	const one = "plugins/one/one.go"
	for name, edit := range map[string][]string{
		"C": {one,
			strings.Replace(small[one], "import (",
				"// int f() { return 1; }\nimport \"C\"\n\nimport (", 1)},
		"replaced module": {"go.mod", small["go.mod"] + "\nreplace gonum.org/v1/gonum => ../gonum\n"},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: there is a hash", name)
				}
			}()
			learner(edit...)
		}()
	}
}

// TestPredict: a method Predict counts for a fit, except that of a learner.
func TestPredict(t *testing.T) {
	const one = "plugins/one/one.go"
	with := func(result, value string) string {
		text := strings.Replace(small[one], "func Learner() float64 {",
			"func Learner() float64 {\n\tvar n net\n\tn.Predict()", 1)
		return learner(one, text+"type net struct{}\n\nfunc (net) Predict() (p "+result+") { _ = "+value+"; return p }\n")
	}
	if with("int", "1") == with("int", "2") {
		t.Error("the prediction of a network does not count")
	}
	if with("sp.Prediction", "1") != with("sp.Prediction", "2") {
		t.Error("the prediction of a learner counts")
	}
}

// TestChoosers: each solver that the tree does not follow from its chooser is part of a component.
func TestChoosers(t *testing.T) {
	tree := Sources()
	parts := map[string]bool{}
	for name := range tree.Components() {
		kind, name, _ := strings.Cut(name, ":")
		var entries []*declaration
		for _, r := range chosen[[2]string{kind, name}] {
			entries = append(entries, (*tree.pkg(r.folder))[r.name]...)
		}
		if d := tree.listed[[2]string{kind, name}]; len(entries) == 0 {
			entries = append(entries, d)
		}
		for d := range tree.reached(entries, "", "") {
			parts[d.name] = true
		}
	}
	for from, names := range choosers {
		if len((*tree.pkg(from.folder))[from.name]) == 0 {
			t.Errorf("choosers: %v is gone", from)
		}
		for _, name := range names {
			if !parts[name] && from.folder != "harness/serve" { // part of Scoring
				t.Errorf("choosers: %v leaves out %s, which no component has", from, name)
			}
		}
	}
	for d := range tree.reached((*tree.pkg("harness/oracle"))["New"], "", "") {
		if strings.HasPrefix(d.name, "New") && d.name != "New" && d.folder == "harness/oracle" {
			t.Errorf(
				"%s is a solver: add it to solvers and chosen in sources.go, and to oracle.Solvers",
				d.name)
		}
	}
}
