package study

import (
	"math/rand/v2"
	"strings"
	"testing"

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
