package stats

import (
	"math"
	"slices"
)

// Rules for a failed split.
const (
	fallenFrom  = 10 // splits; of five, one of six tables of two rows has a fallen split by chance
	fallenScale = 4  // robust standard deviations
)

// BesideOthers returns the values of rows by split less the median of the other rows on this split.
// There are two rows or more. O(splits·rows²·log rows).
func BesideOthers(rows [][]float64) (beside [][]float64) {
	for r, row := range rows {
		others := medianRow(slices.Delete(slices.Clone(rows), r, r+1))
		own := make([]float64, len(row))
		for j := range row {
			own[j] = row[j] - others[j]
		}
		beside = append(beside, own)
	}
	return beside
}

// Fallen returns the failed splits of each row. There the value of [BesideOthers] is more than four
// robust standard deviations above the median of the row. These are 1.4826 times the median
// distance from this median (Hampel 1974). If the median over rows is larger, it counts: one row
// may have a small one by chance. With fewer than ten splits, none is fallen.
// O(rows·splits·log splits).
func Fallen(beside [][]float64) (splits [][]int) {
	splits = make([][]int, len(beside))
	if len(beside[0]) < fallenFrom {
		return splits
	}
	var centres, scales []float64
	for _, row := range beside {
		centre, distances := Median(row), []float64(nil)
		for _, x := range row {
			distances = append(distances, math.Abs(x-centre))
		}
		centres, scales = append(centres, centre), append(scales, 1.4826*Median(distances))
	}
	usual := Median(scales)
	for r, row := range beside {
		for j, x := range row {
			if limit := fallenScale * max(scales[r], usual); x-centres[r] > limit && limit > 0 {
				splits[r] = append(splits[r], j)
			}
		}
	}
	return splits
}

// UnseenFailures returns 1 − 0.05^(1/splits). A learner may fail on this share of training sets. It
// shows no failure in so many splits with probability 0.05.
func UnseenFailures(splits int) float64 { return 1 - math.Pow(0.05, 1/float64(splits)) }
