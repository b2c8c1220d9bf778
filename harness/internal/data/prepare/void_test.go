package prepare

import (
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/sp"
)

// Void variables leave an instance with a box, too, though the box knows their labels. Scalings and
// vocabularies come from the variables left, and also apply to the frame.
func TestCut(t *testing.T) {
	x := sp.Instance{ID: "x", Weight: 1, K: 2, Edges: sp.ChainEdges(4),
		Gold: []int32{0, sp.Unknown, 1, sp.Unknown},
		Node: sp.Rows{N: 4, D: 1, Dense: []float32{1, 70, 3, 90}}}
	cut := Cut(Box(x, []bool{true, true, false, false}), x.Gold)
	if !slices.Equal(cut.Gold, []int32{0, sp.Unknown}) || len(cut.Edges) != 0 || cut.N() != 2 {
		t.Errorf("%+v", cut)
	}
	scaling := must(NewScaling([]sp.Instance{cut}))(t)
	out, err := scaling.Apply([]sp.Instance{cut})
	if err != nil || !slices.Equal(out[0].Node.Dense, []float32{-1, 1}) ||
		!slices.Equal(out[0].Frame.Node.Dense, []float32{-1, 68, 1, 88}) || x.Node.Dense[1] != 70 {
		t.Errorf("%+v, frame %+v, %v", out[0], out[0].Frame, err)
	}
	x.Node = sp.Rows{N: 4, D: 3, Start: []int32{0, 1, 2, 3, 4}, Index: []int32{0, 1, 2, 2}}
	cut = Cut(x, x.Gold)
	words := NewVocabulary([]sp.Instance{cut}, 1).Apply([]sp.Instance{cut})
	if got := words[0]; got.Node.D != 2 || got.Frame.Node.D != 2 ||
		!slices.Equal(got.Frame.Node.Index, []int32{0, 1, 1}) || len(x.Node.Index) != 4 {
		t.Errorf("%+v, frame %+v", got, got.Frame)
	}
}
