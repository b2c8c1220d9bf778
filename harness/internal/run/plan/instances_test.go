package plan

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/sp"
)

// TestRareFeaturesAreLeftOut: features of the test set alone, or of the validation part alone, are
// left out. So are features that are too rare in the training set.
func TestRareFeaturesAreLeftOut(t *testing.T) {
	word := func(features ...int32) sp.Instance {
		return sp.Instance{
			Gold: []int32{0},
			Node: sp.Rows{N: 1, D: 5, Start: []int32{0, int32(len(features))}, Index: features},
		}
	}
	raw := Instances{
		Train:   []sp.Instance{word(0, 1), word(0, 2)},
		Partial: []sp.Instance{word(1, 3)},
		Test:    []sp.Instance{word(0, 1, 4)},
		units:   []int{0, 1},
	}
	raw.whole = raw.Train
	trial, _ := raw.Validation([]int{0})
	index := func(p Instances, err error) (list [][]int32) {
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range [][]sp.Instance{p.Train, p.Partial, p.Test} {
			for i := range part {
				list = append(list, part[i].Node.Index)
			}
		}
		return list
	}
	of := func(minCount int) *Dataset {
		return &Dataset{
			Features: sp.Spec{Name: "linear"},
			Data:     &data.Dataset{K: 2, NodeWidth: 5, MinCount: minCount},
		}
	}
	other, _ := raw.Validation([]int{1})
	for _, c := range []struct {
		what  string
		raw   Instances
		count int
		want  [][]int32
		width int
	}{
		{"the default", raw, 0, [][]int32{{0, 1}, {0, 2}, {1, 3}, {0, 1}}, 4},
		{"1", raw, 1, [][]int32{{0, 1}, {0, 2}, {1, 3}, {0, 1}}, 4},
		{"2", raw, 2, [][]int32{{0, 1}, {0}, {1}, {0, 1}}, 2},
		{"a trial", trial, 1, [][]int32{{0, 2}, {1, 3}, {0, 1}}, 4},
		{"another trial", other, 1, [][]int32{{0, 1}, {1, 2}, {0}}, 3},
	} {
		p, err := c.raw.Prepared(of(c.count))
		if diff := cmp.Diff(c.want, index(p, err)); diff != "" {
			t.Errorf("%s: %s", c.what, diff)
		}
		if p.Dims != (feature.Dims{K: 2, Node: c.width}) || p.Map.Dim() != 2*c.width+4 ||
			p.Test[0].Node.D != c.width {
			t.Errorf("%s: sizes %+v and %d weights for rows of %d", c.what, p.Dims, p.Map.Dim(),
				p.Test[0].Node.D)
		}
	}
	p, _ := other.Prepared(of(1))
	if w, want := p.Weight(5), (feature.Weight{Column: 3, K: 1, L: -1}); w != want {
		t.Errorf("weight 5 scores %+v, want %+v", w, want)
	}
	if w, want := p.Weight(8), (feature.Weight{Edge: true, K: 1, L: 0}); w != want {
		t.Errorf("weight 8 scores %+v, want %+v", w, want)
	}
}

// TestTestInstancesHaveNoInfluence: other test instances leave the training set as it is.
func TestTestInstancesHaveNoInfluence(t *testing.T) {
	d := &Dataset{
		Features: sp.Spec{Name: "linear"},
		Data:     &data.Dataset{K: 3, NodeWidth: 5, Found: true},
	}
	word := func(gold int32, features ...int32) sp.Instance {
		return sp.Instance{
			Gold: []int32{gold},
			Node: sp.Rows{N: 1, D: 5, Start: []int32{0, int32(len(features))}, Index: features},
		}
	}
	prepared := func(test ...sp.Instance) Instances {
		p, err := Instances{Train: []sp.Instance{word(0, 1), word(1, 3)}, Test: test}.Prepared(d)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	first, second := prepared(word(0, 0, 1, 2)), prepared(word(2, 3, 4), word(0, 4))
	if diff := cmp.Diff(first.Train, second.Train); diff != "" || first.Dims != second.Dims || first.Dims.K != 2 {
		t.Errorf("sizes %+v and %+v, training sets: %s", first.Dims, second.Dims, diff)
	}
}

// TestVoid: void variables leave training instances, whatever part of the split they are in. They
// stay in test instances, and in those on which a trial of tuning is scored.
func TestVoid(t *testing.T) {
	chain := func(id string, gold ...int32) sp.Instance {
		return sp.Instance{ID: id, Weight: 1, K: 2, Edges: sp.ChainEdges(len(gold)), Gold: gold,
			Node: sp.Rows{N: len(gold), D: 1, Dense: make([]float32, len(gold))}}
	}
	void := sp.Unknown
	d := &Dataset{units: []int{0, 1, 2, 3, 4, 5}, Data: &data.Dataset{Name: "d", Void: true,
		Instances: []sp.Instance{chain("a", 0, void, 1), chain("b", void), chain("c", 1, 1),
			chain("d", void, 1, 1), chain("e", 1, void, 0, 1), chain("f", 0, void)},
		Outside: [][]bool{3: {true, false, false}, 5: nil}}}
	f := &Fit{Configuration: &Configuration{Dataset: d, split: &Split{
		Split: data.Split{Train: []int{0, 1, 2}, Boxes: []int{3}, Partial: []int{4}, Test: []int{5}}}}}
	p, err := f.Instances()
	if err != nil {
		t.Fatal(err)
	}
	v, _ := p.Validation([]int{0})
	n := func(list []sp.Instance) (all []int) {
		for i := range list {
			all = append(all, list[i].N())
		}
		return all
	}
	got := [][]int{n(p.Train), n(p.Partial), n(p.Test), n(v.Train), n(v.Test)}
	if diff := cmp.Diff([][]int{{2, 2}, {2, 3}, {2}, {2}, {3}}, got); diff != "" {
		t.Error(diff)
	}
	if !slices.Equal(v.Gold[0], []int32{0, void, 1}) || !slices.Equal(p.Gold[0], []int32{0, void}) {
		t.Errorf("scored on %v and %v", v.Gold, p.Gold)
	}
	f.split.Train, f.split.Boxes, f.split.Partial = []int{1}, nil, nil
	if _, err := f.Instances(); err == nil || !strings.Contains(err.Error(), "labels of the training set are void") {
		t.Errorf("nothing to learn from: %v", err)
	}
}

// TestGroupsReachTheMap: a dataset's groups of columns become arguments of the map, all columns
// stay, and instances that the map cannot score are refused.
func TestGroupsReachTheMap(t *testing.T) {
	tree := func(features ...int32) sp.Instance {
		return sp.Instance{ID: "x", Weight: 1, K: 2, Gold: []int32{0}, Node: sp.Rows{N: 1, D: 5,
			Start: []int32{0, int32(len(features))}, Index: features},
			Structure: &sp.Structure{Kind: sp.Arborescence}}
	}
	whole := Dataset{Data: &data.Dataset{K: 2, NodeWidth: 5, NodeGroups: []string{"a=2", "b=5"},
		Instances: []sp.Instance{tree(0), tree(3)}}}
	spec := &suite.Dataset{Features: suite.Spec{Name: "candidates", Args: []byte(`{"cross":["a*b"]}`)}}
	d, err := whole.with(spec)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := string(d.Features.Args), `{"cross":["a*b"],"node":["a=2","b=5"]}`; got != want {
		t.Errorf("arguments %s, want %s", got, want)
	}
	p, err := Instances{Train: []sp.Instance{tree(0)}, Test: []sp.Instance{tree(3)}}.Prepared(d)
	if err != nil || p.Dims.Node != 5 || p.Weights() != 0 || !slices.Equal(p.Test[0].Node.Index,
		[]int32{3}) {
		t.Errorf("got %+v, %v", p, err)
	}
	whole.Data.Instances[1].K = 3
	if _, err = whole.with(spec); err == nil {
		t.Error("an instance without features of labels passes")
	}
}

// TestOrder: a feature map of order 2 has factors over the successive variables of sequences, those
// of a learner take the place of the dataset's, and other graphs are refused.
func TestOrder(t *testing.T) {
	chain := sp.Instance{ID: "x", Weight: 1, K: 2, Node: sp.Rows{N: 4}, Gold: make([]int32, 4),
		Edges: sp.ChainEdges(4)}
	set := Dataset{Data: &data.Dataset{K: 2, Instances: []sp.Instance{chain}}}
	spec := func(args string) *suite.Dataset {
		return &suite.Dataset{Features: suite.Spec{Name: "linear", Args: []byte(args)}}
	}
	for _, args := range []string{`{"order":2}`, `{"order":3}`, `{}`, `{"order":2}`} {
		next, err := set.with(spec(args))
		if err != nil {
			t.Fatal(err)
		}
		set = *next
		want := map[string][]int32{`{"order":2}`: {0, 1, 2, 1, 2, 3}, `{"order":3}`: {0, 1, 2, 3}}[args]
		switch f := set.Data.Instances[0].Factors; {
		case (f == nil) != (want == nil), f != nil && !slices.Equal(f.Variables, want):
			t.Errorf("%s: %+v", args, f)
		}
	}
	chain.Edges = chain.Edges[1:]
	set = Dataset{Data: &data.Dataset{K: 2, Instances: []sp.Instance{chain}}}
	_, err := set.with(spec(`{"order":2}`))
	if err == nil || !strings.Contains(err.Error(), `"x" is none`) {
		t.Errorf("no sequence: %v", err)
	}
}
