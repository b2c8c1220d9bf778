package oracle_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// Summable predicts the result of a call for marginals, for all kinds of solvers.
func TestSummable(t *testing.T) {
	r := pcg(4, 41)
	refused := 0
	for _, k := range []int{2, 3} {
		m := must(feature.New("linear", []byte(`{"pairs":"potts"}`),
			feature.Dims{K: k, Node: 1}))(t)
		for _, edges := range [][]sp.Edge{sp.ChainEdges(400), edgesOf(r, "tree", 400),
			sp.GridEdges(4, 100), sp.GridEdges(20, 20)} {
			x := sp.Instance{ID: fmt.Sprintf("%d labels", k), Weight: 1, K: k,
				Gold: make([]int32, 400), Edges: edges,
				Node: sp.Rows{N: 400, D: 1, Dense: make([]float32, 400)}}
			s := must(oracle.New(&x, m))(t)
			var p sp.Potentials
			m.Potentials(&p, make([]float64, m.Dim()), &x)
			_, want := s.Marginals(nil, &p)
			got := oracle.Summable([]sp.Instance{x, x}, m)
			if (got == nil) != (want == nil) ||
				got != nil && !errors.Is(got, errors.ErrUnsupported) {
				t.Errorf("%d labels, %T: Summable returns %v, Marginals %v", k, s, got, want)
			}
			if got != nil {
				refused++
				if !strings.Contains(got.Error(), x.ID) || !strings.Contains(got.Error(), "width") {
					t.Errorf("the error names neither instance nor width: %v", got)
				}
			}
		}
	}
	if refused != 2 {
		t.Errorf("%d of 8 graphs are refused, the two wide grids must be", refused)
	}
}
