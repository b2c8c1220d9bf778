package prepare

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/sp"
)

// measured returns n instances. Column 0 of the node features is the constant 0.1; column 1 of the
// edge features is 0 except in odd instances.
func measured(n int, seed uint64) []sp.Instance {
	r := rand.New(rand.NewPCG(seed, 1))
	list := make([]sp.Instance, n)
	for i := range list {
		x := &list[i]
		*x = sp.Instance{
			ID: fmt.Sprint(i), K: 2, Weight: 1, Edges: sp.ChainEdges(3), Gold: make([]int32, 3),
			Node: sp.Rows{N: 3, D: 3}, Edge: sp.Rows{N: 2, D: 2},
		}
		for range 3 {
			x.Node.Dense = append(x.Node.Dense, 0.1, float32(1000+0.01*r.NormFloat64()),
				float32(5*r.Float64()-20))
		}
		for range 2 {
			x.Edge.Dense = append(x.Edge.Dense, float32(300*r.Float64()), float32(i%2))
		}
	}
	return list
}

// moments returns mean and standard deviation of a column.
func moments(list []sp.Instance, of func(*sp.Instance) *sp.Rows,
	column int) (mean, deviation float64) {
	var values []float64
	for row := range rows(list, of) {
		values = append(values, float64(row[column]))
		mean += float64(row[column])
	}
	mean /= float64(len(values))
	for _, v := range values {
		deviation += (v - mean) * (v - mean)
	}
	return mean, math.Sqrt(deviation / float64(len(values)))
}

func TestScalingStandardisesWhatIsLearnedFrom(t *testing.T) {
	learned := measured(40, 1)
	s := must(NewScaling(learned))(t)
	out := must(s.Apply(learned))(t)
	for c, want := range [][2]float64{{float64(float32(0.1)), 0}, {0, 1}, {0, 1}} {
		if mean, deviation := moments(out, nodeRows, c); math.Abs(mean-want[0]) > 1e-6 ||
			math.Abs(deviation-want[1]) > 1e-6 {
			t.Errorf("node feature %d has mean %v and standard deviation %v, want %v", c, mean,
				deviation, want)
		}
	}
	for c := range 2 {
		if mean, _ := moments(out, edgeRows, c); math.Abs(mean-1) > 1e-6 {
			t.Errorf("edge feature %d has mean %v, want 1", c, mean)
		}
	}
	for i := range out {
		for j, v := range out[i].Edge.Dense {
			if (v == 0) != (learned[i].Edge.Dense[j] == 0) || v < 0 {
				t.Fatalf("edge features of %s become %v: they were shifted", out[i].ID,
					out[i].Edge.Dense)
			}
		}
	}
}

// Other instances get the same map as the training instances, and results share no memory with the
// input.
func TestScalingIsAnAffineMapOfItsOwn(t *testing.T) {
	learned, other := measured(10, 1), measured(5, 2)
	before := fmt.Sprint(learned, other)
	s := must(NewScaling(learned))(t)
	again, _ := NewScaling(measured(10, 1))
	if fmt.Sprint(s) != fmt.Sprint(again) {
		t.Error("the same instances give two scalings")
	}
	out := must(s.Apply(other))(t)
	for c := range 3 {
		mean, deviation := moments(learned, nodeRows, c)
		if c == 0 {
			mean, deviation = 0, 1
		}
		for i := range other {
			x, y := other[i].Node.DenseRow(1)[c], out[i].Node.DenseRow(1)[c]
			if want := (float64(x) - mean) / deviation; math.Abs(float64(y)-want) > 1e-4*(1+math.Abs(want)) {
				t.Errorf("node feature %d of %s: %v becomes %v, want %v", c, other[i].ID, x, y,
					want)
			}
		}
	}
	out[0].Node.Dense[0], out[0].Edge.Dense[0] = 77, 77
	if fmt.Sprint(learned, other) != before {
		t.Error("standardising changes its input")
	}
}

func TestScalingLeavesWhatDoesNotVary(t *testing.T) {
	learned := measured(10, 1)
	for i := range learned {
		for j := range learned[i].Edge.Dense {
			learned[i].Edge.Dense[j] = 0
		}
	}
	learned = append(learned,
		sp.Instance{ID: "alone", K: 2, Node: sp.Rows{N: 1, D: 3, Dense: []float32{0.1, 1, 1}},
			Edge: sp.Rows{D: 2}})
	s := must(NewScaling(learned))(t)
	other := measured(4, 2)
	out, err := s.Apply(other)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(out[1].Edge.Dense, other[1].Edge.Dense) || out[1].Node.Dense[0] != 0.1 {
		t.Errorf("constant features become %v and %v", out[1].Edge.Dense, out[1].Node.Dense)
	}
	bare := []sp.Instance{{ID: "bare", Node: sp.Rows{N: 1, D: 1, Dense: []float32{3}},
		Gold: []int32{0}}}
	if s, err = NewScaling(bare); err == nil {
		out, err = s.Apply(bare)
	}
	if err != nil || out[0].Node.Dense[0] != 3 {
		t.Errorf("one variable without edges: %v, %v", out, err)
	}
}

func TestScalingRefusesSparseRows(t *testing.T) {
	dense, sparse := measured(1, 1),
		[]sp.Instance{{ID: "s", Node: sp.Rows{D: 3, Start: []int32{0}}}}
	_, err := NewScaling(sparse)
	wantError(t, "learned", err, `prepare: standardise: instance "s"`, "only dense ones")
	s := must(NewScaling(dense))(t)
	_, err = s.Apply(sparse)
	wantError(t, "applied", err, `prepare: standardise: instance "s"`, "only dense ones")
}
