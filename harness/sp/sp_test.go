package sp_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/sp"
)

func chain() sp.Instance {
	return sp.Instance{
		ID: "a", Weight: 1, K: 2,
		Node:  sp.Rows{N: 3, D: 2, Start: []int32{0, 1, 2, 4}, Index: []int32{0, 1, 0, 1}},
		Edges: sp.ChainEdges(3),
		Gold:  []int32{0, 1, sp.Unknown},
	}
}

func TestCheckNamesWhatIsWrong(t *testing.T) {
	tests := []struct {
		name string
		bend func(x *sp.Instance)
		want string
	}{
		{"labels", func(x *sp.Instance) { x.Gold[1] = 2 }, "gold label 2 of variable 1"},
		{"edge", func(x *sp.Instance) { x.Edges[0] = sp.Edge{U: 1, V: 1} }, "edge 0 joins 1 and 1"},
		{"column", func(x *sp.Instance) { x.Node.Index[3] = 2 }, "row 2: column 2"},
		{"repeat", func(x *sp.Instance) { x.Node.Index[3] = 0 }, "row 2: column 0"},
		{"start", func(x *sp.Instance) { x.Node.Start[1] = 3 }, "out of order"},
		{"span", func(x *sp.Instance) { x.Node.Start[3] = 3 }, "do not span"},
		{"weight", func(x *sp.Instance) { x.Weight = math.Inf(1) }, "weight +Inf"},
		{"size", func(x *sp.Instance) { x.Size = []float64{1, 2} }, "2 sizes"},
		{"value", func(x *sp.Instance) { x.Node.Value = []float32{1, 1, 1, float32(math.NaN())} }, "NaN"},
		{"allowed", func(x *sp.Instance) { x.Allowed = [][]int32{nil, nil, {}} }, "no label is allowed"},
		{"grid", func(x *sp.Instance) { x.Shape = [2]int{2, 2} }, "grid of 2×2"},
		{"gold", func(x *sp.Instance) { x.Gold = x.Gold[:2] }, "2 gold labels"},
	}
	good := chain()
	if err := good.Check(); err != nil {
		t.Fatal(err)
	}
	for _, test := range tests {
		x := chain()
		test.bend(&x)
		err := x.Check()
		if err == nil || !strings.Contains(err.Error(), test.want) ||
			!strings.Contains(err.Error(), `"a"`) {
			t.Errorf("%s: error %v does not say %q", test.name, err, test.want)
		}
	}
}

func TestRestrict(t *testing.T) {
	x := chain()
	x.Allowed = [][]int32{nil, nil, {1}}
	p := new(sp.Potentials).Resize(&x, 2, 0)
	for i := range p.Node {
		p.Node[i] = float64(i)
	}
	p.Restrict(&x)
	inf := math.Inf(-1)
	want := []float64{0, inf, inf, 3, inf, 5}
	if fmt.Sprint(p.Node) != fmt.Sprint(want) {
		t.Errorf("Restrict left %v, want %v", p.Node, want)
	}
}

func ExamplePotentials_Score() {
	p := sp.Potentials{
		K:     2,
		Node:  []float64{1, 0, 0, 2, 3, 0},
		Edges: sp.ChainEdges(3),
		Pair:  sp.Pair{Potts: []float64{10, 20}},
	}
	fmt.Println(p.Score([]int32{0, 1, 1}), p.Score([]int32{0, 0, 0}))
	// Output: 23 34
}

func TestIsChain(t *testing.T) {
	x := chain()
	if !x.IsChain() {
		t.Error("a chain is not recognised")
	}
	x.Edges = []sp.Edge{{U: 0, V: 1}, {U: 0, V: 2}}
	if x.IsChain() {
		t.Error("a star passes for a chain")
	}
}

// TestAugment: the score of a labeling grows by its loss; under a scale, by its share.
func TestAugment(t *testing.T) {
	x := chain()
	x.Gold[2] = 1
	p := new(sp.Potentials).Resize(&x, 2, 0)
	for i := range p.Node {
		p.Node[i] = float64(i)
	}
	p.Pair.Potts[0], p.Pair.Potts[1] = 3, 5
	y := []int32{1, 1, 0}
	before := p.Score(y)
	p.Scale(0.5)
	if got := p.Score(y); got != before/2 {
		t.Errorf("got %v, want half of %v", got, before)
	}
	costs := p.Augment(count{}, &x, nil)
	if got := p.Score(y); got != before/2+2 {
		t.Errorf("%v, want %v and two mistakes", got, before/2)
	}
	if again := p.Augment(count{}, &x, costs); &again[0] != &costs[0] {
		t.Error("the buffer is not reused")
	}
}

// count is the number of mistakes.
type count struct{ sp.NodeLoss }

func (count) Costs(dst []float64, x *sp.Instance, _ []float64) {
	for i := range dst {
		dst[i] = 1
	}
	for d, k := range x.Gold {
		dst[d*x.K+int(k)] = 0
	}
}

// TestAgreement: the four parts of a table add up to its scores.
func TestAgreement(t *testing.T) {
	p := sp.Potentials{K: 2, Node: make([]float64, 4), Edges: sp.ChainEdges(2),
		Pair: sp.Pair{Table: []float64{1, -2, 0.5, 7}}}
	strength, u, v, constant := p.Agreement(0)
	for i, want := range p.Pair.Table {
		k, l := i/2, i%2
		got := constant + float64(k)*u + float64(l)*v
		if k == l {
			got += strength
		}
		if got != want {
			t.Errorf("labels %d, %d score %v, want %v", k, l, got, want)
		}
	}
	p.Pair = sp.Pair{Potts: []float64{3}}
	if strength, u, v, constant := p.Agreement(0); strength != 3 || u != 0 || v != 0 || constant != 0 {
		t.Errorf("a strength of 3 is split into %v %v %v %v", strength, u, v, constant)
	}
}
