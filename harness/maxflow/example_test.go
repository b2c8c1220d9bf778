package maxflow_test

import (
	"fmt"

	"github.com/spbench/spbench/harness/maxflow"
	"github.com/spbench/spbench/harness/sp"
)

func Example() {
	var g maxflow.Graph
	g.Reset(2, []sp.Edge{{U: 0, V: 1}})
	g.SetEdge(0, 3, 3)   // 3 from 0 to 1 and 3 back
	g.SetTerminal(0, 5)  // 5 from the source
	g.SetTerminal(1, -4) // 4 to the sink
	fmt.Println(g.Solve(), g.Source(0), g.Source(1))
	fmt.Println(g.Force(1, true), g.Source(0), g.Source(1))
	g.Rollback()
	g.SetTerminal(0, -1) // now 1 to the sink
	fmt.Println(g.Solve(), g.Source(0), g.Source(1))
	// Output:
	// 3 true false
	// 4 true true
	// 0 false false
}
