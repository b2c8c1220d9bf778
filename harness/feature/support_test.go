package feature_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/learnertest/cputime"
	"github.com/spbench/spbench/harness/sp"
)

// inRanges returns the coordinates of ranges after checking their form.
func inRanges(t *testing.T, ranges []int32, dim int) []bool {
	t.Helper()
	inside := make([]bool, dim)
	last := int32(-1)
	for i := 0; i < len(ranges); i += 2 {
		lo, hi := ranges[i], ranges[i+1]
		if lo <= last || hi <= lo || int(hi) > dim {
			t.Fatalf("ranges %v are not ascending, disjoint and apart", ranges)
		}
		for j := lo; j < hi; j++ {
			inside[j] = true
		}
		last = hi
	}
	return inside
}

func TestSupportIsWhatAddTouches(t *testing.T) {
	each(t, func(t *testing.T, _ *rand.Rand, m sp.FeatureMap, x *sp.Instance) {
		ranges := m.Support([]int32{7}, x)
		if ranges[0] != 7 {
			t.Fatal("the previous content of ranges is lost")
		}
		inside := inRanges(t, ranges[1:], m.Dim())
		touched := make([]bool, m.Dim())
		for c := range int32(81) {
			phi := make([]float64, m.Dim())
			m.Add(phi, 1, x, []int32{c % 3, c / 3 % 3, c / 9 % 3, c / 27})
			for i, v := range phi {
				touched[i] = touched[i] || v != 0
			}
		}
		if !slices.Equal(inside, touched) {
			t.Errorf("support %v, touched %v", inside, touched)
		}
	})
}

// sentence is an instance of n words. Each has the same number of ones among d features.
func sentence(r *rand.Rand, n, ones, d, k int) *sp.Instance {
	x := &sp.Instance{ID: "s", Weight: 1, K: k, Edges: sp.ChainEdges(n), Gold: make([]int32, n),
		Node: sp.Rows{N: n, D: d, Start: []int32{0}}}
	for range n {
		row := make([]int32, ones)
		for i := range row {
			row[i] = int32(r.IntN(d))
		}
		slices.Sort(row)
		x.Node.Index = append(x.Node.Index, slices.Compact(row)...)
		x.Node.Start = append(x.Node.Start, int32(len(x.Node.Index)))
	}
	return x
}

// TestSupportOfAnyWidth: narrow rows are marked in a bit set, wide rows sorted; both find the
// columns.
func TestSupportOfAnyWidth(t *testing.T) {
	r := pcg(5, 5)
	for _, d := range []int{1, 31, 32, 33, 1000, 100000, 1000000} {
		for _, ones := range []int{0, 1, 20} {
			x := sentence(r, 5, ones, d, 3)
			m, err := feature.New("linear", []byte(`{"pairs":"none"}`), feature.Dims{K: 3, Node: d})
			if err != nil {
				t.Fatal(err)
			}
			inside := inRanges(t, m.Support(nil, x), m.Dim())
			want := make([]bool, m.Dim())
			for _, j := range x.Node.Index {
				for k := range 3 {
					want[3*int(j)+k] = true
				}
			}
			if !slices.Equal(inside, want) {
				t.Errorf("width %d, %d ones: wrong support", d, ones)
			}
		}
	}
}

func benchmarkSupport(b *testing.B, m sp.FeatureMap, x *sp.Instance) {
	var ranges []int32
	b.ReportAllocs()
	defer cputime.PerOp(b)()
	for b.Loop() {
		ranges = m.Support(ranges[:0], x)
	}
}

func BenchmarkSupportOCR(b *testing.B) {
	m, x, _, _ := ocr(b)
	benchmarkSupport(b, m, x)
}

func BenchmarkSupportTagging(b *testing.B) {
	m, x, _, _ := tagging(b)
	benchmarkSupport(b, m, x)
}
