package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

var pools = flag.Int("pools", 4, "pools of 120 words in TestErrorsOverPools")

// poolWords is the number of words of a pool; ten folds of twelve.
const poolWords = 120

// A design divides a pool into splits.
type design struct {
	name   string
	layout stats.Layout
	split  func(r *rand.Rand, split int) (train, test []int)
	least  float64 // smallest s.d. / s.e. of differences
}

// designs returns the four designs of the test.
func designs() []design {
	fold := func(split int, inside bool) (of []int) {
		for i := range poolWords {
			if (i%10 == split) == inside {
				of = append(of, i)
			}
		}
		return of
	}
	drawn := func(train, test int) func(*rand.Rand, int) ([]int, []int) {
		return func(r *rand.Rand, _ int) (a, b []int) {
			p := r.Perm(poolWords)
			return p[:train], p[train : train+test]
		}
	}
	return []design{
		{"train-one, 10 folds of 12", stats.Layout{Sets: 10, Tests: 8. / 9, Ratio: 9},
			func(_ *rand.Rand, j int) (a, b []int) { return fold(j, true), fold(j, false) }, 0.85},
		{"test-one, 10 folds of 12", stats.Layout{Sets: 10, Training: 8. / 9, Ratio: 1. / 9},
			func(_ *rand.Rand, j int) (a, b []int) { return fold(j, false), fold(j, true) }, 0.5},
		{"80 and 40 of 120, 5 draws", stats.Layout{Sets: 5, Training: 2. / 3, Tests: 1. / 3, Ratio: .5},
			drawn(80, 40), 0.5},
		{"40 and 40 of 120, 5 draws", stats.Layout{Sets: 5, Training: 1. / 3, Tests: 1. / 3, Ratio: 1},
			drawn(40, 40), 0.5},
	}
}

// TestErrorsOverPools: the standard errors of tables agree with the standard deviation over pools
// of one language. Shipped learners are fitted to each pool, in four designs.
//
//	SPBENCH_LONG=1 go test ./harness/cmd/spbench-learners -run ErrorsOverPools -pools 200 -v
func TestErrorsOverPools(t *testing.T) {
	longtest.Skip(t)
	n := *pools
	words, _ := learnertest.Instances(t, "chains", fmt.Sprintf(`{"words":%d,"seed":77}`, n*poolWords))
	rows := []string{`crf {"objective":"unary","lambda":0.01}`, `crf {"lambda":0.01}`,
		`ssvm {"solver":"perceptron","passes":10}`,
		`marginalpmap {"objective":"joint","lambda":0.01,"passes":15,"average":true}`}
	for _, d := range designs() {
		means := make([][]stats.Test, len(rows))
		var differences [][]stats.Test
		for pool := range n {
			said := d.run(t, words[pool*poolWords:][:poolWords], rows, uint64(pool))
			pair := 0
			for k := range said {
				means[k] = append(means[k], d.layout.Test(said[k], stats.Prior{}))
				for l := range k {
					if differences == nil || pair == len(differences) {
						differences = append(differences, nil)
					}
					differences[pair] = append(differences[pair],
						d.layout.Test(differ(said[k], said[l]), stats.Prior{}))
					pair++
				}
			}
		}
		ofMeans, ofDifferences := deviations(means), deviations(differences)
		t.Logf("%s: s.d./s.e. of means %.2f, of differences %.2f; covered %.1f %%, %.1f %%", d.name,
			ofMeans, ofDifferences, within(means), within(differences))
		slack := 3 / math.Sqrt(2*float64(n)) // of one standard deviation
		for _, ratios := range [][]float64{ofMeans, ofDifferences} {
			if most := 1.15 + slack; slices.Max(ratios) > most || slices.Min(ratios) < d.least-slack {
				t.Errorf("%s: s.d./s.e. %.2f", d.name, ratios)
			}
		}
	}
}

// run fits each row to each split of a pool, and returns its shares of wrong letters.
func (d *design) run(t *testing.T, words []sp.Instance, rows []string,
	seed uint64) [][]stats.Sample {
	r := rand.New(rand.NewPCG(seed, 5))
	said := make([][]stats.Sample, len(rows))
	for split := range d.layout.Sets {
		train, test := d.split(r, split)
		xs := make([]sp.Instance, 0, len(train))
		for _, i := range train {
			xs = append(xs, words[i])
		}
		for k, row := range rows {
			name, args, _ := strings.Cut(row, " ")
			_, create := learners[name]()
			l := create()
			if err := json.Unmarshal([]byte(args), l); err != nil {
				t.Fatal(err)
			}
			in := learnertest.Input(xs, `{}`, "hamming-count")
			in.Budget.Passes = 60
			points, _ := learnertest.Fit(t, l, in)
			s := stats.Sample{Instances: test, Train: train}
			w := points[len(points)-1].Weights
			for _, i := range test {
				s.Values = append(s.Values, wrongShare(t, in.Map, w, &words[i]))
			}
			said[k] = append(said[k], s)
		}
	}
	return said
}

// wrongShare returns the share of wrong letters of the best labeling.
func wrongShare(t *testing.T, m sp.FeatureMap, w []float64, x *sp.Instance) float64 {
	t.Helper()
	var p sp.Potentials
	m.Potentials(&p, w, x)
	y := make([]int32, x.N())
	solver, err := oracle.New(x, m)
	if err == nil {
		_, err = solver.MAP(y, &p)
	}
	if err != nil {
		t.Fatal(err)
	}
	wrong := 0.0
	for i := range y {
		if y[i] != x.Gold[i] {
			wrong++
		}
	}
	return wrong / float64(len(y))
}

// differ returns the differences of two rows by instance.
func differ(a, b []stats.Sample) []stats.Sample {
	d := slices.Clone(a)
	for j := range d {
		d[j].Values = slices.Clone(d[j].Values)
		for i := range d[j].Values {
			d[j].Values[i] -= b[j].Values[i]
		}
	}
	return d
}

// deviations returns, for each series, the s.d. of its estimates over its root mean square s.e.
func deviations(series [][]stats.Test) (ratios []float64) {
	for _, tests := range series {
		var effects []float64
		square := 0.0
		for i := range tests {
			effects = append(effects, tests[i].Effect)
			square += tests[i].Err * tests[i].Err / float64(len(tests))
		}
		ratios = append(ratios, stats.Summarize(effects).Std/math.Sqrt(square))
	}
	return ratios
}

// within returns the percentage of 95 % intervals with the mean of their series inside.
func within(series [][]stats.Test) float64 {
	in, all := 0, 0
	for _, tests := range series {
		truth := 0.0
		for i := range tests {
			truth += tests[i].Effect / float64(len(tests))
		}
		for i := range tests {
			if lo, hi := tests[i].Interval(0.95); lo <= truth && truth <= hi {
				in++
			}
			all++
		}
	}
	return 100 * float64(in) / float64(all)
}
