package figure_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/table/figure"
	"github.com/spbench/spbench/harness/sp"
)

func TestSequence(t *testing.T) {
	d := &data.Dataset{Name: "words", K: 3, Labels: []string{"a", "b", "NN"},
		Instances: []sp.Instance{
			{ID: "w", K: 3, Gold: []int32{0, 2, 1, sp.Unknown}, Node: sp.Rows{N: 4},
				Edges: []sp.Edge{{U: 0, V: 1}, {U: 1, V: 2}, {U: 2, V: 3}}},
			{ID: "ring", K: 3, Gold: []int32{0, 0, 0}, Node: sp.Rows{N: 3},
				Edges: []sp.Edge{{U: 0, V: 1}, {U: 1, V: 2}, {U: 0, V: 2}}},
		}}
	s := must(figure.NewSequence(d, 0, "a word"))(t)
	s.Add("CRF", "map", []int32{0, 2, 1, 1})
	s.Add("S-SVM", "mpm", []int32{1, 2, 0, 2})
	s.Add("S-SVM", "icm", nil)
	var b strings.Builder
	ok(t, s.Write(&b))
	want := "a word\n" +
		"──────────────────────────────────\n" +
		"truth      a    NN  b    ?   wrong\n" +
		"──────────────────────────────────\n" +
		"CRF map    a    NN  b    b       0\n" +
		"S-SVM mpm  [b]  NN  [a]  NN      2\n" +
		"──────────────────────────────────\n"
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	fails(figure.NewSequence(d, 1, ""))(t, "not chains")

	d.LabelTexts = [][]string{{"root", "1 It", "2 works"}}
	d.Instances[0] = sp.Instance{K: 3, Gold: []int32{2, 0}, Node: sp.Rows{N: 2},
		Texts:     []string{"It", "works"},
		Structure: &sp.Structure{Kind: sp.Arborescence}}
	for _, want := range []string{"heads\n" +
		"─────────────────────────\n" +
		"         truth    CRF map\n" +
		"─────────────────────────\n" +
		"1 It     2 works  [root]\n" +
		"2 works  root     [1 It]\n" +
		"         wrong    2\n" +
		"─────────────────────────\n", "heads\n" +
		"─────────────────\n" +
		"   truth  CRF map\n" +
		"─────────────────\n" +
		"1  NN     [a]\n" +
		"2  a      [b]\n" +
		"   wrong  2\n" +
		"─────────────────\n"} {
		s = must(figure.NewSequence(d, 0, "heads"))(t)
		s.Add("CRF", "map", []int32{0, 1})
		b.Reset()
		ok(t, s.Write(&b))
		if diff := cmp.Diff(want, b.String()); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
		d.LabelTexts, d.Instances[0].Texts = nil, nil
	}
}
