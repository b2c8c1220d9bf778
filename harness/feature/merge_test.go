package feature_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/sp"
)

// TestMerge: weights expanded from the merged model have its norm and its scores, and the merged
// features have different columns.
func TestMerge(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 0))
	const width = 60000
	train := make([]sp.Instance, 1200)
	for i := range train {
		x := sp.Instance{ID: "x", Weight: 1, K: 3, Edges: sp.ChainEdges(5),
			Node: sp.Rows{N: 5, D: width, Start: []int32{0}}}
		for range 5 {
			row := []int32{int32(r.IntN(10)), int32(10 + r.IntN(300))}
			for range 4 {
				row = append(row, int32(310+r.IntN(width-310)))
			}
			slices.Sort(row)
			x.Node.Index = append(x.Node.Index, slices.Compact(row)...)
			x.Node.Start = append(x.Node.Start, int32(len(x.Node.Index)))
			x.Gold = append(x.Gold, int32(r.IntN(3)))
		}
		train[i] = x
	}
	dims := feature.DimsOf(&train[0])
	m, err := feature.New("linear", nil, dims)
	if err != nil {
		t.Fatal(err)
	}
	seen, err := feature.NewSeen("linear", nil, dims, labels(m.Dim(), train))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []sp.FeatureMap{m, seen} {
		checkMerge(t, r, m, train)
	}
}

// labels returns the indices of the weights at labels of the instances.
func labels(dim int, train []sp.Instance) (list []int32) {
	for i := range train {
		for d, k := range train[i].Gold {
			index, _ := train[i].Node.Row(d)
			for _, j := range index {
				list = append(list, 3*j+k)
			}
		}
	}
	for i := range 9 {
		list = append(list, int32(dim-9+i))
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func checkMerge(t *testing.T, r *rand.Rand, m sp.FeatureMap, train []sp.Instance) {
	small, less, of, unit := feature.Merge(m, train)
	if small == nil || small.Dim() > m.Dim()*3/4 {
		t.Fatalf("%d weights, merged %v", m.Dim(), small)
	}
	v, w := normal(r, small.Dim()), make([]float64, m.Dim())
	for i, u := range unit {
		if u == 0 {
			v[i] = 0
		}
	}
	for i, at := range of {
		w[i] = v[at] / unit[at]
	}
	if a, b := floats.Norm(v, 2), floats.Norm(w, 2); math.Abs(a/b-1) > 1e-12 {
		t.Errorf("norms %v and %v", a, b)
	}
	floats.Mul(v, unit)
	columns, at := map[int32][]int{}, 0
	var p, q sp.Potentials
	for i := range train {
		m.Potentials(&p, w, &train[i])
		small.Potentials(&q, v, &less[i])
		if !floats.EqualApprox(p.Node, q.Node, 1e-12) || !slices.Equal(p.Pair.Table, q.Pair.Table) {
			t.Fatalf("instance %d: other scores", i)
		}
		for d := range train[i].N() {
			index, _ := less[i].Node.Row(d)
			for _, j := range index {
				columns[j] = append(columns[j], at)
			}
			at++
		}
	}
	var different [][]int
	for _, c := range columns {
		different = append(different, c)
	}
	slices.SortFunc(different, slices.Compare)
	if n := len(slices.CompactFunc(slices.Clone(different), slices.Equal)); n != len(different) {
		t.Errorf("%d of %d merged features are equal", len(different)-n, len(different))
	}
}
