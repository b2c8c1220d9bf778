package oracle

import "github.com/spbench/spbench/harness/elementary"

// expRow fills dst with exp(score - max) and returns the max.
func expRow(dst, score []float64) float64 {
	top := maxOf(score)
	dst = dst[:len(score)]
	for j, v := range score {
		dst[j] = elementary.Exp(v - top)
	}
	return top
}
