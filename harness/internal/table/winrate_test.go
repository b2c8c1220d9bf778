package table_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
)

// If the instances of a group are equal, wins count each instance. The interval is that of one
// instance from each group.
func TestWinRateOfGroups(t *testing.T) {
	a := []float64{1, 2, 3, 4, 5, 6, 2, 0, 1, 3, 4, 2}
	b := []float64{2, 2, 5, 5, 9, 7, 1, 1, 3, 4, 3, 3} // a is better on 9, and worse on 2
	of := func(copies int) table.WinRate {
		var entries []table.Entry
		for row, values := range [][]float64{a, b} {
			e := fitted(string(rune('a'+row)), table.Planned{Dataset: "d", Test: copies * len(a)})
			var s record.Statistics
			mean := 0.0
			for i, v := range values {
				for c := range copies {
					s.Num, s.Den = append(s.Num, v), append(s.Den, 1)
					e.Fit.Test = append(e.Fit.Test, fmt.Sprint(i, " ", c))
					if copies > 1 {
						e.Fit.Groups, e.TestGroups = append(e.Fit.Groups, fmt.Sprint(i)), len(a)
					}
				}
				mean += v / float64(len(values))
			}
			e.Row.Metrics = map[string]record.Number{"m": record.Number(mean)}
			e.Row.Instances = map[string]record.Statistics{"m": s}
			entries = append(entries, e)
		}
		tab := built(t, entries, table.Options{Metrics: []table.Metric{{Name: "m"}}})
		w, known := tab.WinRate(0, 1, 0)
		if !known {
			t.Fatal("no win rate")
		}
		return w
	}
	single, grouped := of(1), of(3)
	if single.Better != 9 || single.Equal != 1 || single.Worse != 2 || single.Share != 9.5/12 {
		t.Errorf("%+v", single)
	}
	if !(single.Low > 0.5 && single.Low < single.Share && single.High == 1) {
		t.Errorf("interval %v to %v of %v", single.Low, single.High, single.Share)
	}
	if grouped.Better != 27 || math.Abs(grouped.Low-single.Low) > 1e-9 || grouped.High != single.High {
		t.Errorf("%+v, want the interval of %+v", grouped, single)
	}
}
