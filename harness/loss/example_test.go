package loss_test

import (
	"fmt"

	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/sp"
)

// The costs of a labeling sum to its loss; an oracle adds them to its scores.
func ExampleNew() {
	l, err := loss.New("hamming", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	x := sp.Instance{ID: "a", K: 2, Gold: []int32{0, 1}, Node: sp.Rows{N: 2}}
	costs := make([]float64, 4)
	l.(sp.NodeLoss).Costs(costs, &x, nil)
	fmt.Println(costs, l.Value(&x, x.Gold, []int32{1, 1}))
	// Output: [0 0.5 0.5 0] 0.5
}
