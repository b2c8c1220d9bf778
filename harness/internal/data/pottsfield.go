package data

import (
	"math"
	"math/rand/v2"
)

// fieldSweeps is the number of sweeps from uniform labels to a sample.
const fieldSweeps = 100

// field draws labels from exp(coupling·#{equal neighbours} + diagonal·#{equal diagonal neighbours})
// by Gibbs sampling (Geman & Geman 1984). Strong couplings mix slowly: the sample is then one of
// [fieldSweeps] sweeps, not of the field. Weights are rounded to multiples of 2⁻¹⁶, so that all
// machines agree. O(sweeps·n·K).
func (a blobsArgs) field(r *rand.Rand) []int32 {
	var weights [5][5]uint64 // by numbers of neighbours and of diagonal ones
	for i := range weights {
		for j := range weights[i] {
			weights[i][j] = uint64(math.Round((1 << 16) *
				math.Exp(float64(i)*a.Coupling+float64(j)*a.Diagonal)))
		}
	}
	y := make([]int32, a.Rows*a.Columns)
	for v := range y {
		y[v] = int32(r.IntN(a.Labels))
	}
	sums := make([]uint64, a.Labels)
	for range fieldSweeps {
		for v := range y {
			var near, diagonal [16]uint8
			a.count(y, v, &near, &diagonal)
			total := uint64(0)
			for k := range sums {
				total += weights[near[k]][diagonal[k]]
				sums[k] = total
			}
			u := r.Uint64N(total)
			for k := range sums {
				if u < sums[k] {
					y[v] = int32(k)
					break
				}
			}
		}
	}
	return y
}

// count adds up the labels around v: those of its neighbours, and those of its diagonal ones.
func (a blobsArgs) count(y []int32, v int, near, diagonal *[16]uint8) {
	row, column := v/a.Columns, v%a.Columns
	for i := max(0, row-1); i <= min(a.Rows-1, row+1); i++ {
		for j := max(0, column-1); j <= min(a.Columns-1, column+1); j++ {
			switch k := y[i*a.Columns+j]; {
			case i != row && j != column:
				diagonal[k]++
			case i != row || j != column:
				near[k]++
			}
		}
	}
}
