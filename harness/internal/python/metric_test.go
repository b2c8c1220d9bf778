package python_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/spbench/spbench/harness/internal/metric"
	"github.com/spbench/spbench/harness/sp"
)

// The metric in Python counts correctly.
func TestBoundaryF1(t *testing.T) {
	path := plain(t)
	here, err := filepath.Abs("../../../examples/python")
	if err != nil {
		t.Fatal(err)
	}
	m, err := metric.New("command",
		fmt.Appendf(nil, `{"run":[%q,"./boundary_f1.py"],"average":"micro","higher":true}`, path),
		nil)
	if err != nil {
		t.Fatal(err)
	}
	unknown := func(n int) (all []int32) {
		for range n {
			all = append(all, sp.Unknown)
		}
		return all
	}
	square := []sp.Edge{{U: 0, V: 1}, {U: 0, V: 2}, {U: 1, V: 3}, {U: 2, V: 3}}
	test := []sp.Instance{
		{ID: "a", K: 2, Node: sp.Rows{N: 4}, Edges: square, Gold: unknown(4), Shape: [2]int{2, 2}},
		{ID: "b", K: 2, Node: sp.Rows{N: 4}, Edges: square,
			Gold: []int32{sp.Unknown, sp.Unknown, sp.Unknown, 1}},
	}
	gold := [][]int32{{0, 1, 0, 1}, {0, 0, 1, 1}}
	preds := []sp.Prediction{{Labels: []int32{0, 1, 1, 1}}, {Labels: []int32{0, 1, 1, 0}}}
	// a: true edges 0-1 and 2-3, predicted 0-1 and 0-2. b, without variable 3: true 0-2, predicted
	// 0-1 and 0-2.
	pairs, err := m.Command.Measure(t.Context(), here, test, gold, preds)
	if want := "[[2 4] [2 3]]"; err != nil || fmt.Sprint(pairs) != want {
		t.Errorf("%v, %v, want %s", pairs, err, want)
	}
}
