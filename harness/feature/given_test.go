package feature_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/sp"
)

// TestScoresAreTied: the map is that of "linear" whose weights of scores are θ at their own labels,
// and else 0.
func TestScoresAreTied(t *testing.T) {
	for i, pairs := range []string{"potts", "full", "none"} {
		for _, width := range []int{3, 4} {
			for _, de := range []int{0, 2} {
				r := pcg(uint64(i), uint64(width+de))
				x := &sp.Instance{ID: "x", Weight: 1, K: 3, Node: rows(r, 4, width, "dense"),
					Edges: sp.ChainEdges(4), Gold: make([]int32, 4)}
				if de > 0 {
					x.Edge = rows(r, 3, de, "dense")
				}
				args, dims := fmt.Appendf(nil, `{"pairs":%q}`, pairs), feature.DimsOf(x)
				m, linear := mapOf(t, "scores", args, dims), mapOf(t, "linear", args, dims)
				w, of := normal(r, m.Dim()), make([]int, linear.Dim())
				all := make([]float64, linear.Dim())
				for j := range of {
					if of[j] = j - 3*width + 1; of[j] < 1 {
						of[j] = -1
						if j < 9 && j%4 == 0 {
							of[j] = 0
						}
					}
					if of[j] >= 0 {
						all[j] = w[of[j]]
					}
				}
				named := m.(interface{ Weight(i int) feature.Weight })
				for j, k := range of {
					if k > 0 && named.Weight(k) != linear.(*feature.Linear).Weight(j) ||
						k == 0 && named.Weight(0) != (feature.Weight{K: -1, L: -1, Given: true}) {
						t.Errorf("%s: weight %d is %+v", pairs, k, named.Weight(k))
					}
				}
				same := func(what string, add func(m sp.FeatureMap, dst []float64)) {
					got, want := make([]float64, m.Dim()), make([]float64, m.Dim())
					full := make([]float64, linear.Dim())
					add(m, got)
					add(linear, full)
					for j, v := range full {
						if of[j] >= 0 {
							want[of[j]] += v
						}
					}
					for j := range want {
						if math.Abs(got[j]-want[j]) > 1e-5 {
							t.Errorf("%s %s %d: %v, want %v", pairs, what, j, got, want)
							return
						}
					}
				}
				p, q := new(sp.Potentials), new(sp.Potentials)
				m.Potentials(p, w, x)
				linear.Potentials(q, all, x)
				if !slices.Equal(p.Node, q.Node) || !slices.Equal(p.Pair.Potts, q.Pair.Potts) ||
					!slices.Equal(p.Pair.Table, q.Pair.Table) {
					t.Errorf("%s: potentials %v, want %v", pairs, p, q)
				}
				y, z := labeling(r, x), labeling(r, x)
				same("Add", func(m sp.FeatureMap, dst []float64) { m.Add(dst, 2, x, y) })
				mu := &sp.Marginals{Node: normal(r, 12), Pair: normal(r, 27)}
				same("AddMean", func(m sp.FeatureMap, dst []float64) { m.AddMean(dst, 2, x, mu) })
				same("AddDifferences", func(m sp.FeatureMap, dst []float64) {
					m.AddDifferences(dst, x, []float64{2, 3}, slices.Concat(y, z), z)
				})
				var signs []int
				for _, at := range linear.NonNegative() {
					signs = append(signs, of[at])
				}
				if got := m.NonNegative(); !slices.Equal(got, signs) {
					t.Errorf("%s: signs %v, want %v", pairs, got, signs)
				}
				if got := m.Support(nil, x); !slices.Equal(got, []int32{0, int32(m.Dim())}) {
					t.Errorf("support %v", got)
				}
				if got := m.(sp.Independent).Independent(); got != (pairs == "none") {
					t.Errorf("%s: independent: %v", pairs, got)
				}
			}
		}
	}
}

func TestScoresOfAllLabels(t *testing.T) {
	for width, want := range map[int]string{3: "", 4: "", 2: "2 node features of 3 labels",
		5: "5 node features of 3 labels"} {
		_, err := feature.New("scores", nil, feature.Dims{K: 3, Node: width})
		if want == "" && err != nil || want != "" && !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("%d: error %v, want %q", width, err, want)
		}
	}
	m := mapOf(t, "scores", nil, feature.Dims{K: 3})
	x := &sp.Instance{ID: "x", Weight: 1, K: 3, Node: sp.Rows{N: 1}, Gold: []int32{0}}
	if m.(interface{ Fits(*sp.Instance) error }).Fits(x) == nil {
		t.Error("an instance without scores fits")
	}
}

func mapOf(t *testing.T, name string, args []byte, d feature.Dims) sp.FeatureMap {
	m, err := feature.New(name, args, d)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
