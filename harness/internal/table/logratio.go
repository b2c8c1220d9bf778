package table

import (
	"math"

	"github.com/spbench/spbench/harness/internal/stats"
)

// LogRatio returns the logarithm of the error of row a over that of row b in column c, see
// [Metric.Error]. Let e be the errors of both rows, and v their values on test instances. The
// standard error of the ratio is that of the mean of v_a/e_a − v_b/e_b (delta method), by the test of
// the column without a prior. It is NaN if nothing varies, as between equal rows. why is the reason
// if there is no ratio; "": there is one. O(n) for n values on test instances of all splits.
func (t *Table) LogRatio(a, b, c int) (ratio, stdErr float64, why string) {
	col := &t.Columns[c]
	switch {
	case !t.Comparable(a, b, c):
		return 0, 0, "results are missing, or rows learned from other instances"
	case col.method.silent != "":
		return 0, 0, col.method.silent
	}

	var of [2]float64
	var relative [2]sample
	for i, r := range []int{a, b} {
		cell := &t.Rows[r].Cells[c]
		e := col.Metric.Error(float64(cell.Mean))
		switch {
		case math.IsNaN(e):
			return 0, 0, col.Metric.Name + " has no error"
		case e <= 0 || e <= 2*float64(cell.Error): // the delta method fails near 0
			return 0, 0, "an error is within two standard errors of 0"
		}
		of[i] = e
		relative[i] = t.sample(r, c).times(1 / e)
	}
	d, err := relative[0].minus(relative[1])
	switch {
	case err != nil:
		return 0, 0, err.Error()
	case col.method.byInstance() && d.parts == nil:
		return 0, 0, notByInstance
	}
	return math.Log(of[0] / of[1]), col.method.estimate(d, stats.Prior{}).Err, ""
}
