package claims_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/claims"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/table/notes"
)

var hamming = table.Metric{Name: "hamming", Percent: true}

// Suites of a dataset d and learners a, b and c.
const (
	onOneSplit  = "datasets:\n  - ocr: {as: d, split: {train: [0], test: [1]}}\n" + learners
	onRotations = "datasets:\n  - ocr: {as: d, split: {rotate: test-one}}\n" + learners
	learners    = "decoders: [map]\nlearners: [crf: {as: a}, crf: {as: b}, crf: {as: c}]\n"
)

// Beginnings of papers about these datasets.
const (
	ofOneSplit  = "metric: hamming\ndatasets: {d: {data: ocr, split: {train: [0], test: [1]}}}\n"
	ofRotations = "metric: hamming\ndatasets: {d: {data: ocr, split: {rotate: test-one}}}\n"
)

// beside makes the table of a run of a suite, with its notes, beside the numbers of a paper.
func beside(t *testing.T, entries []table.Entry, of, paper string,
	metrics ...table.Metric) *table.Table {
	t.Helper()
	p, err := suite.ParsePublished("published.yaml", []byte("source: A paper\n"+paper))
	if err != nil {
		t.Fatal(err)
	}
	s, err := suite.Parse("suite.yaml", []byte(of))
	if err != nil {
		t.Fatal(err)
	}
	if metrics == nil {
		metrics = []table.Metric{hamming}
	}
	tab, err := claims.Build("", entries, table.Options{Suite: s, Metrics: metrics}, p)
	if err != nil {
		t.Fatal(err)
	}
	notes.Add(tab)
	return tab
}

// rotations is beside with ten splits of a cross-validation. It has the means of splits, by learner.
func rotations(t *testing.T, rows string, means map[string][]float64) *table.Table {
	t.Helper()
	return beside(t, tenfold(means), onRotations, ofRotations+rows)
}

func tenfold(means map[string][]float64) (entries []table.Entry) {
	for _, label := range []string{"a", "b", "c"} {
		for split, v := range means[label] {
			e := entry(label, 90, 10)
			e.Split, e.Overlap = split, 8./9
			e.Row.Metrics = map[string]record.Number{"hamming": record.Number(v)}
			entries = append(entries, e)
		}
	}
	return entries
}

// entry is a fit that ended well, with decoder map.
func entry(label string, train, test int) table.Entry {
	ok := record.Outcome{Kind: record.OK}
	return table.Entry{Planned: table.Planned{Dataset: "d", Seed: record.Seed(1), Train: train, Test: test},
		Label: label, Decoder: "map", Fit: &record.Fit{Outcome: ok}, Row: record.Row{Outcome: ok}}
}

// losses are fits of one split, with the losses of its test instances.
func losses(of map[string][]float64) (entries []table.Entry) {
	for _, label := range []string{"a", "b", "c"} {
		if of[label] != nil {
			e := entry(label, 10, len(of[label]))
			score(&e, "hamming", of[label])
			entries = append(entries, e)
		}
	}
	return entries
}

// score sets the values of a metric on all instances, and their mean.
func score(e *table.Entry, metric string, values []float64) {
	s, mean := record.Statistics{}, 0.0
	for _, v := range values {
		s.Num, s.Den = append(s.Num, v), append(s.Den, 1)
		mean += v / float64(len(values))
	}
	e.Row.Metrics = map[string]record.Number{metric: record.Number(mean)}
	e.Row.Instances = map[string]record.Statistics{metric: s}
}

// around returns ten numbers with that mean and standard deviation.
func around(mean, std float64) (v []float64) {
	for i := range 10 {
		v = append(v, mean+std*(float64(i)-4.5)/math.Sqrt(82.5/9))
	}
	return v
}

// apart returns ten split means of a row a, and of a row b above it by delta, with that standard
// deviation of the differences.
func apart(delta, std float64) map[string][]float64 {
	x, b := around(0.2, 0.003), around(delta, std)
	a := make([]float64, len(x))
	for i := range a {
		a[i] = x[(i*3)%10]
		b[i] += a[i]
	}
	return map[string][]float64{"a": a, "b": b}
}

// says checks that each of wants is in the notes.
func says(t *testing.T, tab *table.Table, wants ...string) {
	t.Helper()
	text := strings.Join(tab.Notes, "\n")
	for _, want := range wants {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}

func pcg(a, b uint64) *rand.Rand { return rand.New(rand.NewPCG(a, b)) }
