package table_test

import (
	"math"
	"testing"

	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/table"
)

// On splits and on one training set, the error of a log ratio is that of the mean of v_a/e_a −
// v_b/e_b. It is close to what the logarithms of the means of random instances vary.
func TestLogRatio(t *testing.T) {
	for _, drawn := range []bool{true, false} {
		tab := built(t, run("words", 5, 60, drawn), table.Options{Metrics: []table.Metric{hamming}})
		a, b := tab.FindRow("CRF", "map"), tab.FindRow("independent", "map")
		ratio, stdErr, why := tab.LogRatio(a, b, 0)
		means := [2]float64{float64(tab.Rows[a].Cells[0].Mean), float64(tab.Rows[b].Cells[0].Mean)}
		if want := math.Log(means[0] / means[1]); why != "" || math.Abs(ratio-want) > 1e-12 {
			t.Errorf("ratio %v, want %v: %s", ratio, want, why)
		}
		var d []stats.Sample
		y := tab.Instances(b, 0)
		for j, x := range tab.Instances(a, 0) {
			s := stats.Sample{Instances: x.Instances, Train: x.Train}
			for i := range x.Values {
				s.Values = append(s.Values, x.Values[i]/means[0]-y[j].Values[i]/means[1])
			}
			d = append(d, s)
		}
		layout, _ := tab.Layout("words")
		want := stats.OneSplit(d[0]).Err
		if drawn {
			want = layout.Test(d, stats.Prior{}).Err
		}
		if math.Abs(stdErr-want) > 1e-12 || !(want > 0) {
			t.Errorf("standard error %v, want %v", stdErr, want)
		}
		if back, same, _ := tab.LogRatio(b, a, 0); math.Abs(back+ratio)+math.Abs(same-stdErr) > 1e-12 {
			t.Errorf("reversed: %v ± %v, not %v ± %v", back, same, -ratio, stdErr)
		}
		if zero, none, why := tab.LogRatio(a, a, 0); zero != 0 || !math.IsNaN(none) || why != "" {
			t.Errorf("a row to itself: %v ± %v, %q", zero, none, why)
		}
	}
}
