package study

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/table/notes"
	"github.com/spbench/spbench/harness/internal/testkit"
	"github.com/spbench/spbench/harness/sp"
)

var wrong = table.Metric{Name: "hamming",
	Doc: "share of wrong variables, mean over instances (macro)", Percent: true}

// A world is the losses of each row on each dataset, by split, seed and test instance. A split has
// the first instances of its dataset.
type world map[string]map[string][][][]float64

// run makes a run of a world. Rows and datasets are sorted by name.
func run(t *testing.T, w world) *Run {
	t.Helper()
	r := &Run{Suite: &suite.Suite{}, Metrics: []table.Metric{wrong}}
	for _, dataset := range slices.Sorted(maps.Keys(w)) {
		for _, label := range slices.Sorted(maps.Keys(w[dataset])) {
			for split, seeds := range w[dataset][label] {
				for seed, losses := range seeds {
					r.Entries = append(r.Entries, entry(dataset, label, split, seed, losses))
				}
			}
		}
	}
	tabulate(t, r)
	return r
}

// tabulate builds the table of the entries of r.
func tabulate(t *testing.T, r *Run) {
	t.Helper()
	r.Table = must(table.Build("run", r.Entries,
		table.Options{Metrics: r.Metrics, Suite: r.Suite}))(t)
	notes.Add(r.Table)
}

// pcg returns a generator of random numbers.
func pcg(a, b uint64) *rand.Rand { return rand.New(rand.NewPCG(a, b)) }

func entry(dataset, label string, split, seed int, losses []float64) table.Entry {
	e := table.Entry{Planned: table.Planned{Dataset: dataset, Split: split, Seed: record.Seed(uint64(seed + 1)), Train: 100, Test: len(losses), TestOverlap: 1}, Label: label, Decoder: "map",
		Fit: &record.Fit{Outcome: record.Outcome{Kind: record.OK}},
		Row: record.Row{Outcome: record.Outcome{Kind: record.OK}, Metrics: map[string]record.Number{}}}
	var s record.Statistics
	sum := 0.0
	for i, loss := range losses {
		e.Fit.Test = append(e.Fit.Test, fmt.Sprint(i))
		sum += loss / float64(len(losses))
		s.Num, s.Den = append(s.Num, loss), append(s.Den, 1)
	}
	e.Row.Metrics[wrong.Name], e.Row.Instances = record.Number(sum), map[string]record.Statistics{wrong.Name: s}
	return e
}

// headings returns the headings of the columns.
func headings(g *grid.Grid) (names []string) {
	for _, h := range g.Heads {
		names = append(names, h.Bottom)
	}
	return names
}

// must is testkit.Must.
func must[T any](v T, err error) func(testing.TB) T { return testkit.Must(v, err) }

var ok = testkit.Need

// says checks that text contains each of wants.
func says(t *testing.T, text string, wants ...string) {
	t.Helper()
	for _, want := range wants {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}

func lines(p *Section) [][]string { return grid.Texts(p.Grid.Rows) }

func textOf(p *Section) string { return strings.Join(p.Text, "\n") }

func same[T any](t *testing.T, want, got T) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// learnedFrom is the end of a fit that used n instances.
func learnedFrom(n record.Number) []record.Checkpoint {
	return []record.Checkpoint{{Values: record.Values{{Name: sp.ValueInstances, Number: n}}}}
}
