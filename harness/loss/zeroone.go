package loss

import "github.com/spbench/spbench/harness/sp"

// ZeroOne is 1 unless every variable with a known reference is right. It is not a sum over
// variables, and so not an [sp.NodeLoss].
type ZeroOne struct{}

var _ sp.Loss = ZeroOne{}

// Value returns 0 or 1. O(n).
func (ZeroOne) Value(x *sp.Instance, ref, y []int32) float64 {
	for d, k := range ref {
		if k != sp.Unknown && y[d] != k {
			return 1
		}
	}
	return 0
}

// Share returns true: the loss lies in [0,1].
func (ZeroOne) Share() bool { return true }
