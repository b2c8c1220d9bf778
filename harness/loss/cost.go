package loss

import (
	"errors"
	"fmt"

	"github.com/spbench/spbench/harness/sp"
)

// Cost is Σ_d C[y_d][ŷ_d] for a matrix C (K×K): rows are true labels, columns predicted ones.
// No entry is negative, and the diagonal is 0. If Mean is set, the sum is divided by the number
// of variables with a known reference.
type Cost struct {
	Matrix [][]float64 `json:"matrix" help:"a list of costs by predicted label for each true one, such as [[0, 1], [5, 0]]; must be given"`
	Mean   bool        `json:"mean" help:"the mean over the variables instead of the sum"`
}

var _ sp.NodeLoss = (*Cost)(nil)

// Check returns an error unless Matrix is a square matrix of costs.
func (c *Cost) Check() error {
	if len(c.Matrix) == 0 {
		return errors.New("matrix is missing: give the cost of each predicted label, " +
			"a list for each true one, such as [[0, 1], [5, 0]]")
	}
	for k, row := range c.Matrix {
		if len(row) != len(c.Matrix) {
			return fmt.Errorf("matrix has %d rows and row %d has %d entries, it must be square",
				len(c.Matrix), k, len(row))
		}
		for l, v := range row {
			switch {
			case k == l && v != 0:
				return fmt.Errorf("matrix[%d][%d] is %v: a right label costs 0", k, l, v)
			case !(v >= 0) || v-v != 0:
				return fmt.Errorf("matrix[%d][%d] is %v, must be finite and not negative", k, l, v)
			}
		}
	}
	return nil
}

// Fits returns an error unless the matrix is K×K for k labels.
func (c *Cost) Fits(k int) error {
	if len(c.Matrix) != k {
		return fmt.Errorf("loss: cost: the matrix is %d×%d, but there are %d labels", len(c.Matrix),
			len(c.Matrix), k)
	}
	return nil
}

// Value returns the cost of y if ref is right. O(n).
func (c *Cost) Value(x *sp.Instance, ref, y []int32) float64 {
	cost, known := 0.0, 0
	for d, k := range ref {
		if k != sp.Unknown {
			cost += c.Matrix[k][y[d]]
			known++
		}
	}
	if c.Mean && known > 0 {
		return cost / float64(known)
	}
	return cost
}

// Costs fills dst with θ·Σ_l q_d(l)·C[l][k], θ = 1 or 1/n. O(nK²).
func (c *Cost) Costs(dst []float64, x *sp.Instance, q []float64) {
	known := c.beliefs(dst, x, q)
	var stack [64]float64 // no allocation for up to 64 labels
	belief := stack[:]
	if x.K > len(belief) {
		belief = make([]float64, x.K)
	}
	for d := range x.N() {
		row := dst[d*x.K:][:x.K]
		copy(belief, row)
		clear(row)
		for l, b := range belief[:x.K] {
			if b == 0 {
				continue
			}
			for k, v := range c.Matrix[l] {
				row[k] += b / known * v // this order avoids overflow for beliefs of any size
			}
		}
	}
}

// Weights fills dst with q_d(k)·θ_d(k): the weight of a true label is its mean cost over the
// wrong ones, θ·Σ_l C[k][l]/(K−1). O(nK + K²).
func (c *Cost) Weights(dst []float64, x *sp.Instance, q []float64) {
	known := c.beliefs(dst, x, q)
	for k, costs := range c.Matrix {
		mean := sum(costs) / float64(max(x.K-1, 1))
		for i := k; i < len(dst); i += x.K {
			dst[i] = dst[i] / known * mean
		}
	}
}

// beliefs fills dst with q, or the gold labels, and returns the divisor of the loss.
func (c *Cost) beliefs(dst []float64, x *sp.Instance, q []float64) (known float64) {
	beliefs(dst, x, q)
	if known = sum(dst); c.Mean && known > 0 {
		return known
	}
	return 1
}
