package oracle

import (
	"github.com/spbench/spbench/harness/elementary"
	"github.com/spbench/spbench/harness/kernel"
)

// expRow fills dst with exp(score - max) and returns the max.
func expRow(dst, score []float64) float64 {
	top := kernel.Max(score)
	elementary.Exps(dst, score, top)
	return top
}
