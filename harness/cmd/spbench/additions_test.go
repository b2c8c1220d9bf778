package main

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/longtest"
)

// An addition is an example for a row of "To add something" in CONTRIBUTING.md. It adds "added".
type addition struct {
	entry string // line of the registry
	text  string // file
}

// additions maps the first column of a row to its example. Every row with a registry needs one.
var additions = map[string]addition{
	"a learner": {`"added": added.Learner`, `
import (
	"context"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/sp"
)

func Learner() (learner.Info, func() learner.Learner) {
	return learner.Info{Name: "added", Doc: "Weights 0."}, func() learner.Learner { return &zero{} }
}

type zero struct{}

func (*zero) Fit(_ context.Context, t *sp.Task, emit func(sp.Checkpoint) error) error {
	return learner.Steps(t, emit, 1, func() error { return learner.ErrConverged }, func() sp.Checkpoint {
		return sp.Checkpoint{Weights: make([]float64, t.Map.Dim())}
	})
}
`},
	"a key of a suite": {"Added int `key:\"added\" range:\"[1,9]\" help:\"a number\"`", ""},
	"a suite": {"", `
datasets: [added: {split: {train: 10, test: 10}}]
learners: [added]
`},
	"a decoder": {"addedKind", `
import "github.com/spbench/spbench/harness/sp"

var addedKind = Kind{Name: "added", Doc: "label 1 everywhere", Approximate: "no search", new: func() Decoder { return &added{} }}

type added struct{}

func (*added) Decode(out *sp.Prediction, p *sp.Potentials, _ Help) error {
	*out = sp.Prediction{Labels: sp.Grow(out.Labels, p.N())}
	for v := range out.Labels {
		out.Labels[v] = 1
	}
	return nil
}
`},
	"an oracle": {"addedKind", `
import "github.com/spbench/spbench/harness/sp"

var addedKind = Kind{Name: "added", Doc: "a single sweep", new: func() sp.Approximator { return &added{ICM{Sweeps: 1}} }}

type added struct{ inner ICM }

func (*added) Approximate() string { return "a single sweep" }

func (s *added) MAP(y []int32, p *sp.Potentials) (float64, error) { return s.inner.MAP(y, p) }

func (s *added) Marginals(mu *sp.Marginals, p *sp.Potentials) (float64, error) { return s.inner.Marginals(mu, p) }
`},
	"a loss": {`{"added", "number of wrong variables", added{}, nil}`, `
type added struct{ Hamming }
`},
	"a metric": {`{Metric{Name: "added", Doc: "number of wrong variables", Stat: perInstance(loss.Hamming{})}, nil}`, ``},
	"a feature map": {"addedKind", `
import "github.com/spbench/spbench/harness/sp"

var addedKind = kind{Name: "added", Doc: "no edges", new: func() options { return &added{} }}

type added struct{}

func (*added) featureMap(d Dims, _ []int32) (sp.FeatureMap, error) {
	return NewLinear(Options{Pairs: PairsNone}, d)
}
`},
	"an objective": {"addedKind", `
import (
	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/sp"
)

var addedKind = Kind{Name: "added", Doc: "−Σ log p", value: func(e *evaluation, x *sp.Instance) (float64, error) {
	return new(likelihood.Pseudo).Value(&e.g, &e.p, x)
}}
`},
	"a dataset": {"addedEntry", `
import (
	"strconv"

	"github.com/spbench/spbench/harness/sp"
)

var addedEntry = withArguments(Entry{Name: "added", Doc: "two variables without noise", Licence: "generated; public domain"},
	addedArgs{Instances: 20}, loadAdded)

type addedArgs struct {
	Instances int ` + "`json:\"instances\" range:\"[1,1000]\" help:\"number of instances\"`" + `
}

func loadAdded(_ Entry, a addedArgs) (*Dataset, error) {
	d := &Dataset{K: 2, NodeWidth: 1, Labels: []string{"off", "on"}}
	for i := range a.Instances {
		d.Instances = append(d.Instances, sp.Instance{ID: strconv.Itoa(i), Weight: 1, K: 2, Gold: []int32{0, 1},
			Node: sp.Rows{N: 2, D: 1, Dense: []float32{float32(i), -float32(i)}}, Edges: []sp.Edge{{U: 0, V: 1}}})
	}
	return d, nil
}
`},
	"a format of data": {"addedFormat", `
import "github.com/spbench/spbench/harness/sp"

var addedFormat = with(Format{Name: "added", Doc: "a line with one digit, 0 or 1, for each instance", Endings: []string{".added"}}, struct{}{},
	func(in files, _ struct{}) (*Content, error) {
		b := newBuilder()
		if err := b.setLabels(2, nil); err != nil {
			return nil, err
		}
		n := 0
		err := b.eachFile(in, func(l *lineReader) error {
			return l.each(func(line []byte) error {
				n++
				digit := line[0] - '0'
				return b.add(sp.Instance{ID: b.id(n), Weight: 1, Gold: []int32{int32(digit)},
					Node: sp.Rows{N: 1, D: 1, Dense: []float32{float32(digit)}}}, extra{fold: -1}, l.place)
			})
		})
		b.NodeWidth = 1
		return b.finish(), err
	})
`},
	"a format of tables": {`{"added", (*Grid).added}`, `
import "bytes"

func (g *Grid) added(b *bytes.Buffer) error {
	for _, row := range Texts(g.Rows) {
		for _, cell := range row {
			b.WriteString(cell + ";")
		}
	}
	b.WriteString("\n")
	return nil
}
`},
	"a note under a table": {"{table.Short, added}", `
func added(t *writer) { t.note("The added note names %s.", t.Rows[0].Label) }
`},
	"a section of a report": {`{"added", added}`, `
import "github.com/spbench/spbench/harness/internal/grid"

func added(r *Run) *Section {
	g := grid.New("row")
	for _, row := range r.Table.Rows {
		g.Add(row.Label)
	}
	return &Section{Title: "Names of rows", Grid: g}
}
`},
}

// A contributingRow is a row of CONTRIBUTING.md: its purpose, the file (with NAME in it), the
// variable of the registry and the file of that variable.
type contributingRow struct{ what, file, variable, registry string }

func contributing(t *testing.T, root string) (rows []contributingRow) {
	t.Helper()
	code := regexp.MustCompile("`([^`]*)`")
	_, text, _ := strings.Cut(string(must(os.ReadFile(filepath.Join(root, "CONTRIBUTING.md")))(t)), "\n## To add something\n")
	text, _, _ = strings.Cut(text, "\n## ")
	for _, line := range strings.Split(text, "\n") {
		cells := strings.Split(line, "|")
		if len(cells) < 5 || !strings.Contains(cells[2], "`") {
			continue
		}
		row := contributingRow{what: strings.TrimSpace(cells[1]), file: code.FindStringSubmatch(cells[2])[1]}
		if at := code.FindAllStringSubmatch(cells[3], -1); len(at) == 2 && strings.HasSuffix(at[1][1], ".go") {
			row.variable, row.registry = at[0][1], at[1][1]
			if !strings.Contains(row.registry, "/") {
				row.registry = filepath.ToSlash(filepath.Join(filepath.Dir(row.file), row.registry))
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// register returns the text of a Go file with one more element at the start of a list.
func register(t *testing.T, path, variable, element string) string {
	t.Helper()
	text := string(must(os.ReadFile(path))(t))
	file := must(parser.ParseFile(token.NewFileSet(), path, text, 0))(t)
	object := file.Scope.Lookup(variable)
	if object == nil {
		t.Fatalf("%s has no variable %s", path, variable)
	}
	list, ok := object.Decl.(*ast.ValueSpec).Values[0].(*ast.CompositeLit)
	if !ok {
		t.Fatalf("%s: %s is not a list", path, variable)
	}
	at := int(list.Rbrace - file.FileStart)
	before := strings.TrimRight(text[:at], " \t\n,")
	return before + ",\n\t" + element + ",\n" + text[at:]
}

// TestAdditions: one file and one line of a registry suffice for each addition, as CONTRIBUTING.md
// promises. The test makes them in an overlay and builds a program with all additions.
func TestAdditions(t *testing.T) {
	t.Parallel()
	root := must(filepath.Abs(filepath.Join("..", "..", "..")))(t)
	dir := t.TempDir()
	replace := map[string]string{}
	add := func(path, text string) {
		name := strings.ReplaceAll(path, "/", "_")
		putText(t, text, dir, name)
		replace[filepath.Join(root, filepath.FromSlash(path))] = filepath.Join(dir, name)
	}
	done := map[string]bool{}
	for _, row := range contributing(t, root) {
		a, known := additions[row.what]
		if !known {
			if row.registry != "" {
				t.Errorf("no example for the row %q of CONTRIBUTING.md", row.what)
			}
			continue
		}
		done[row.what] = true
		name := strings.Replace(row.file, "NAME", "added", 1)
		folder := name
		switch {
		case row.what == "a key of a suite":
			text := string(must(os.ReadFile(filepath.Join(root, filepath.FromSlash(name))))(t))
			add(name, strings.Replace(text, "type file struct {\n", "type file struct {\n\t"+a.entry+"\n", 1))
			continue
		case row.what == "a suite":
			add(name, a.text)
			continue
		case strings.HasSuffix(name, ".go"):
			folder = filepath.ToSlash(filepath.Dir(name))
		default:
			name += "/learner.go"
		}
		registry := register(t, filepath.Join(root, filepath.FromSlash(row.registry)), row.variable, a.entry)
		if row.what == "a learner" {
			registry = strings.Replace(registry, "import (\n", "import (\n\t\"github.com/spbench/spbench/"+folder+"\"\n", 1)
		}
		add(row.registry, registry)
		if a.text != "" {
			add(name, "package "+filepath.Base(folder)+"\n"+a.text)
		}
	}
	for what := range additions {
		if !done[what] {
			t.Errorf("CONTRIBUTING.md has no row for %s", what)
		}
	}
	longtest.Skip(t)
	overlay := must(json.Marshal(map[string]any{"Replace": replace}))(t)
	putText(t, string(overlay), dir, "overlay.json")
	build := exec.Command("go", "build", "-overlay", filepath.Join(dir, "overlay.json"), "-o", dir, "./...")
	build.Dir = filepath.Join(root, "harness", "cmd")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	putText(t, `
suite: additions
added: 3
datasets:
  - added: {split: {train: 10, test: 10}}
  - file: {path: digits.added, as: digits, split: {train: 2, test: 2}}
features: added
oracle: added
train-loss: added
loss: added
learners: [ssvm, added]
decoders: [added]
budget: {passes: 2}
`, dir, "suite.yaml")
	putText(t, "0\n1\n1\n0\n", dir, "digits.added")
	for _, args := range [][]string{
		{"run", "suite.yaml"}, {"table", "-format", "added"}, {"table", "-section", "added"}, {"run", "added"},
	} {
		out, err := program(dir, dir, args...).CombinedOutput()
		if err != nil || !strings.Contains(string(out), "added") || args[0] == "run" && !strings.Contains(string(out), "added note") {
			t.Errorf("spbench %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
}
