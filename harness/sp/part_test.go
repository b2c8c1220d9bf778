package sp_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/spbench/spbench/harness/sp"
)

// TestPart: a part has the rows of its variables and edges. A part of a part is a part of the
// whole.
func TestPart(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for trial := range 200 {
		n := 1 + r.IntN(8)
		x := sp.Instance{ID: "x", Weight: 2, K: 2, Edges: sp.ChainEdges(n), Gold: make([]int32, n),
			Node: sp.Rows{N: n, D: 2}, Size: make([]float64, n), Mixed: make([]float64, 2*n),
			Costs: make([]float64, 2*n)}
		if trial%2 == 0 {
			x.Allowed = make([][]int32, n)
			x.Node.Start, x.Node.Value = []int32{0}, []float32{}
			x.Edge = sp.Rows{N: n - 1, D: 1, Dense: []float32{}}
			for e := range n - 1 {
				x.Edge.Dense = append(x.Edge.Dense, float32(e))
			}
		}
		for d := range n {
			x.Size[d], x.Mixed[2*d+1], x.Costs[2*d] = float64(d), float64(d), float64(d)
			if !x.Node.Sparse() {
				x.Node.Dense = append(x.Node.Dense, float32(d), 1)
				continue
			}
			if d%2 == 0 {
				x.Node.Index, x.Node.Value = append(x.Node.Index, 1), append(x.Node.Value, float32(d))
			}
			x.Node.Start = append(x.Node.Start, int32(len(x.Node.Index)))
			x.Allowed[d] = []int32{int32(d % 2)}
		}
		in := make([]bool, n)
		kept := []int32{}
		for d := range in {
			if in[d] = r.IntN(3) > 0; in[d] {
				kept = append(kept, int32(d))
			}
		}
		part := x.Part(func(d int) bool { return in[d] })
		if err := part.Check(); err != nil {
			t.Fatal(err)
		}
		if len(kept) == n {
			if diff := cmp.Diff(x, part); diff != "" {
				t.Fatal(diff)
			}
			continue
		}
		edges := 0
		for e := range n - 1 {
			if in[e] && in[e+1] {
				u := slices.Index(kept, int32(e))
				if uv := part.Edges[edges]; uv != (sp.Edge{U: int32(u), V: int32(u + 1)}) ||
					x.Edge.N > 0 && part.Edge.Dense[edges] != float32(e) {
					t.Fatalf("edge %d of %v is %v", e, kept, uv)
				}
				edges++
			}
		}
		if edges != len(part.Edges) || part.Shape != [2]int{} || part.ID != "x" || part.Weight != 2 {
			t.Fatalf("%+v has %d edges, want %d", part, len(part.Edges), edges)
		}
		for i, d := range kept {
			if part.Size[i] != float64(d) || part.Mixed[2*i+1] != float64(d) ||
				part.Costs[2*i] != float64(d) || part.Place(i) != int(d) ||
				x.Allowed != nil && part.Allowed[i][0] != d%2 {
				t.Fatalf("variable %d of %+v", i, part)
			}
			if part.Node.Sparse() {
				index, value := part.Node.Row(i)
				if len(index) != 1-int(d)%2 || len(value) == 1 && value[0] != float32(d) {
					t.Fatalf("variable %d has %v %v", d, index, value)
				}
			} else if part.Node.DenseRow(i)[0] != float32(d) {
				t.Fatalf("variable %d has %v", d, part.Node.DenseRow(i))
			}
		}
		if node, _ := part.Whole(); node.N != n {
			t.Fatalf("a frame of %d variables of %d", node.N, n)
		}
		if len(kept) > 1 {
			again := part.Part(func(i int) bool { return i != 0 })
			want := x.Part(func(d int) bool { return in[d] && int32(d) != kept[0] })
			if diff := cmp.Diff(want, again); diff != "" {
				t.Fatal(diff)
			}
		}
	}
}

// TestFrames: a frame in contradiction to its instance is an error.
func TestFrames(t *testing.T) {
	whole := sp.Instance{ID: "x", Weight: 1, K: 2, Shape: [2]int{1, 3}, Edges: sp.ChainEdges(3),
		Gold: []int32{0, 1, 1}, Node: sp.Rows{N: 3, D: 1, Dense: []float32{1, 2, 3}}}
	for name, change := range map[string]func(f *sp.Frame){
		"":       func(*sp.Frame) {},
		"shape":  func(f *sp.Frame) { f.Shape = [2]int{2, 2} },
		"signs":  func(f *sp.Frame) { f.Shape = [2]int{-1, -3} },
		"rows":   func(f *sp.Frame) { f.Node = sp.Rows{N: 3, D: 1} },
		"width":  func(f *sp.Frame) { f.Node = sp.Rows{N: 3} },
		"sparse": func(f *sp.Frame) { f.Node = sp.Rows{N: 3, D: 1, Start: make([]int32, 4)} },
		"number": func(f *sp.Frame) { f.At = f.At[1:] },
		"order":  func(f *sp.Frame) { f.At = []int32{2, 0} },
		"end":    func(f *sp.Frame) { f.At = []int32{0, 3} },
	} {
		x := whole.Part(func(d int) bool { return d != 1 })
		change(x.Frame)
		if err := x.Check(); (err != nil) != (name != "") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestPartOfStructures: a part of an assignment has all labels; other structures stay whole.
func TestPartOfStructures(t *testing.T) {
	x := sp.Instance{K: 4, Node: sp.Rows{N: 3, D: 1, Dense: []float32{1, 2, 3}},
		Gold: []int32{1, sp.Unknown, 3}, Structure: &sp.Structure{Kind: sp.Assignment},
		Label: sp.Rows{N: 4, D: 1, Dense: []float32{1, 2, 3, 4}}}
	keep := func(d int) bool { return d != 1 }
	y := x.Part(keep)
	if y.N() != 2 || y.Structure != x.Structure || y.Label.N != 4 || y.Gold[1] != 3 {
		t.Errorf("the part is %+v", y)
	}
	x.Structure = &sp.Structure{Kind: sp.Arborescence}
	if y = x.Part(keep); y.N() != 3 {
		t.Errorf("a tree loses variables: %+v", y)
	}
}
