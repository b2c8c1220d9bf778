package oracle

import "github.com/spbench/spbench/harness/sp"

// A clamped holds the moves of the last clamped query of a solver.
type clamped struct{ moves []sp.Move }

// Moves implements [sp.Clamper].
func (c *clamped) Moves(list []sp.Move) []sp.Move { return append(list, c.moves...) }

// compare sets the moves to those from labeling y to labeling z. O(n).
func (c *clamped) compare(y, z []int32) {
	c.moves = c.moves[:0]
	for d, k := range z {
		if k != y[d] {
			c.moves = append(c.moves, sp.Move{Variable: int32(d), Label: k})
		}
	}
}
