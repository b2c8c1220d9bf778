package partition_test

import (
	"fmt"

	"github.com/spbench/spbench/harness/partition"
	"github.com/spbench/spbench/harness/sp"
)

// A ring of five variables with a chord has two cycles; without variable 1 it has none.
func ExampleForest() {
	x := &sp.Instance{
		ID: "ring", K: 2, Node: sp.Rows{N: 5}, Gold: make([]int32, 5),
		Edges: []sp.Edge{{U: 0, V: 1}, {U: 1, V: 2}, {U: 2, V: 3}, {U: 3, V: 4}, {U: 0, V: 4},
			{U: 1, V: 3}},
	}
	f := partition.NewGrower(x, partition.BreadthFirst, 1).Next()
	fmt.Println("A:", f.Order)
	fmt.Println("parents' places:", f.Parent)
	fmt.Println("forests that cover all:", len(partition.Cover(x, partition.BreadthFirst, 1)))
	// Output:
	// A: [0 4 3 2]
	// parents' places: [-1 0 1 2]
	// forests that cover all: 2
}
