package study

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/internal/report"
	"github.com/spbench/spbench/internal/suite"
)

// splitWorld has five splits of each dataset, of 30 instances; row B is worse by gap than A, and C as good as A.
func splitWorld(datasets []string, gap float64) world {
	random := rand.New(rand.NewPCG(1, 2))
	w := world{}
	for _, name := range datasets {
		rows := map[string][][][]float64{}
		for range 5 {
			losses := map[string][]float64{}
			for range 30 {
				hard := random.Float64()
				losses["A"] = append(losses["A"], hard)
				losses["B"] = append(losses["B"], hard+gap+0.02*random.NormFloat64())
				losses["C"] = append(losses["C"], hard+0.001*random.NormFloat64())
			}
			for label, l := range losses {
				rows[label] = append(rows[label], [][]float64{l})
			}
		}
		w[name] = rows
	}
	return w
}

func TestBayes(t *testing.T) {
	r := run(t, splitWorld([]string{"a", "b", "c", "d"}, 0.05))
	r.Suite = &suite.Suite{Rope: 1} // a point
	part, err := bayes(r)
	if err != nil {
		t.Fatal(err)
	}
	if len(part.Grid.Rows) != 4*2+2 {
		t.Fatalf("%d lines: %v", len(part.Grid.Rows), part.Grid.Rows)
	}
	for _, line := range part.Grid.Rows {
		certain := map[string]int{"B map": 3, "A map": 4, "C map": 4}[line[2]] // A and C are equal, either may lead
		if line[certain] < "0.9" {
			t.Errorf("%v", line)
		}
	}
	if last := part.Grid.Rows[9]; last[0] != "4 datasets" {
		t.Errorf("nothing is over all datasets: %v", last)
	}
}

// TestBeliefsAreDrawn: over several datasets a triangle for each row against the first, over splits of one a density for each.
func TestBeliefsAreDrawn(t *testing.T) {
	r := run(t, splitWorld([]string{"a", "b", "c", "d"}, 0.05))
	r.Suite = &suite.Suite{Rope: 1}
	part, err := bayes(r)
	if err != nil || len(part.Charts) != 2 {
		t.Fatalf("%v, %d charts", err, len(part.Charts))
	}
	for i, c := range part.Charts {
		line := part.Grid.Rows[8+i] // after those of the datasets
		for _, corner := range []string{nameOfLine(line[1]) + line[3], "equal: " + line[4], nameOfLine(line[2]) + line[5]} {
			if !strings.Contains(c.Alt, corner) {
				t.Errorf("%q is not in %q", corner, c.Alt)
			}
		}
		points := c.Series[len(c.Series)-1]
		if len(points.X) < 100 || len(points.X) > manyPoints {
			t.Errorf("%d points", len(points.X))
		}
		for k, x := range points.X { // within the triangle
			if y := points.Y[k]; y < -1e-9 || y > math.Sqrt(3)*min(x, 1-x)+1e-9 {
				t.Fatalf("a point at %v, %v", x, y)
			}
		}
	}
	r = run(t, splitWorld([]string{"a"}, 0.05))
	r.Suite = &suite.Suite{Rope: 1}
	if part, err = bayes(r); err != nil || len(part.Charts) != 1 {
		t.Fatalf("%v, %d charts", err, len(part.Charts))
	}
	series := part.Charts[0].Series
	if len(series) != 3 || series[0].Label != "equal" || series[0].X[1] != 1 { // a point on either side
		t.Fatalf("%+v", series)
	}
	for _, s := range series[1:] {
		if last := len(s.Y) - 1; slices.Max(s.Y) != 1 || s.Y[0] > 0.03 || math.Abs(s.Y[0]-s.Y[last]) > 1e-9 || s.Y[last/2] != 1 {
			t.Errorf("the density of %s: %v", s.Label, s.Y)
		}
	}
}

func nameOfLine(name string) string { return name + " better: " }

func TestBayesOfNothing(t *testing.T) {
	r := run(t, splitWorld([]string{"a"}, 0.05))
	part, err := bayes(r)
	if err != nil || !strings.Contains(part.Empty, "rope: 0.5 declares that those of hamming up to 0.5 points are none") {
		t.Errorf("without a region: %+v, %v", part, err)
	}
	r = run(t, ladder(2)) // one split each
	r.Suite = &suite.Suite{Rope: 1}
	if part, err = bayes(r); err != nil || !strings.Contains(part.Empty, "One split says nothing of other training sets, and gives no belief: data 00; data 01. There are fewer than 3 datasets") {
		t.Errorf("one split: %+v, %v", part, err)
	}
}

// TestAgainst: with a declared control it stands against the others, also where another row is the best, over splits and over datasets.
func TestAgainst(t *testing.T) {
	r := run(t, splitWorld([]string{"a", "b", "c", "d", "e", "f", "g", "h"}, 0.05))
	r.Suite = &suite.Suite{Rope: 1, Against: "B"}
	rebuild(t, r)
	part, err := bayes(r)
	if err != nil {
		t.Fatal(err)
	}
	if len(part.Grid.Rows) != 8*2+2 {
		t.Errorf("%d lines: %v", len(part.Grid.Rows), part.Grid.Rows)
	}
	for _, line := range part.Grid.Rows {
		if line[1] != "B map" || line[5] < "0.9" {
			t.Errorf("%v", line)
		}
	}
	if text := strings.Join(part.Text, "\n"); strings.Contains(text, "best one") || !strings.Contains(text, "The row is of B, the control that the suite declares") {
		t.Errorf("a reader is told of the best row:\n%s", text)
	}
	ranked, err := ranks(r)
	if err != nil {
		t.Fatal(err)
	}
	// 2 comparisons by Holm: 2·2/2⁸. A and C are not compared.
	if text := strings.Join(ranked.Text, "\n"); !strings.Contains(text, "Holm over 2 comparisons with B map, the declared control") || strings.Count(text, "(p 0.016)") != 2 || len(ranked.Charts) > 0 {
		t.Errorf("%d charts, and\n%s", len(ranked.Charts), text)
	}
	for i := range r.Entries { // one fit of the control is missing
		if e := &r.Entries[i]; e.Label == "B" && e.Dataset == "a" {
			e.Metrics = nil
		}
	}
	rebuild(t, r)
	for _, of := range []func(*Run) (*Part, error){bayes, ranks} {
		if part, err = of(r); err != nil || !strings.Contains(strings.Join(part.Text, "\n"), "The first output of B, the declared control, has not run completely on all datasets") {
			t.Errorf("without the control: %+v, %v", part, err)
		}
	}
}

// TestBayesOfTheUntested: what gives no belief is named with the reason of the table, which need not be that there is one split.
func TestBayesOfTheUntested(t *testing.T) {
	w := splitWorld([]string{"a", "b", "c"}, 0.05)
	for label, splits := range w["a"] {
		w["a"][label] = splits[:2]
	}
	r := run(t, w)
	r.Suite = &suite.Suite{Rope: 1}
	part, err := bayes(r)
	if err != nil || !strings.Contains(strings.Join(part.Text, "\n"), "a: no belief, as there is no test: two splits are too few.") {
		t.Errorf("two splits: %+v, %v", part, err)
	}
	for i := range r.Entries {
		r.Entries[i].Instances, r.Entries[i].Overlap = nil, 0.1 // of all test instances nothing is known
	}
	rebuild(t, r)
	part, err = bayes(r)
	text := strings.Join(part.Text, "\n")
	if err != nil || !strings.Contains(text, "b: no belief, as there is no test: what the value is made of was not recorded by instance.") || strings.Contains(text, "One split") {
		t.Errorf("nothing recorded by instance: %+v, %v", part, err)
	}
	for _, rows := range w {
		delete(rows, "B")
		delete(rows, "C")
	}
	r = run(t, w)
	r.Suite = &suite.Suite{Rope: 1}
	if part, err = bayes(r); err != nil || !strings.Contains(part.Empty, "Fewer than two rows") || len(part.Text) > 0 {
		t.Errorf("one row: %+v, %v", part, err)
	}
}

// rebuild makes the table of a run again from its entries and suite.
func rebuild(t *testing.T, r *Run) {
	t.Helper()
	var err error
	if r.Table, err = report.Build("run", r.Entries, report.Options{Metrics: r.Metrics, Suite: r.Suite}); err != nil {
		t.Fatal(err)
	}
}
