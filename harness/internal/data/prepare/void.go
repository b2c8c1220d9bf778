package prepare

import "github.com/spbench/spbench/harness/sp"

// Cut returns x without its void variables, those that gold (n) does not label, and without their
// edges. x may show less than gold does. O(size).
func Cut(x sp.Instance, gold []int32) sp.Instance {
	return x.Part(func(d int) bool { return gold[d] != sp.Unknown })
}
