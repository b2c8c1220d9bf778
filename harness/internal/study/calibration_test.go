package study

import (
	"math"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
)

// calibratedRun has two fits of one row in three bins, on two splits with one common test instance,
// and a row without marginals.
func calibratedRun() *Run {
	entry := func(split int, tested []string, counts ...float64) table.Entry {
		return table.Entry{Planned: table.Planned{Dataset: "d", Split: split}, Label: "A", Decoder: "mpm",
			Fit: &record.Fit{Test: tested},
			Row: record.Row{Instances: map[string]record.Statistics{"ECE": {Width: 9, Counts: counts}}}}
	}
	return &Run{
		Suite: &suite.Suite{Metrics: []suite.Metric{{Spec: suite.Spec{Name: "hamming"},
			Label: "hamming"}, {Spec: suite.Spec{Name: "calibration"}, Label: "ECE"}}},
		Table: &table.Table{Datasets: []string{"d"},
			Rows: []table.Row{{Label: "A", Decoder: "map"}, {Label: "A", Decoder: "mpm"}}},
		Entries: []table.Entry{
			{Planned: table.Planned{Dataset: "d"}, Label: "A", Decoder: "map"},
			entry(0, []string{"x", "y"}, 0, 0, 0, 0, 0, 0, 2, 1.8, 1 /**/, 0, 0, 0, 1, 0.5, 1, 1,
				0.7, 1),
			entry(1, []string{"y", "z"}, 0, 0, 0, 1, 0.6, 0, 1, 0.9, 1 /**/, 0, 0, 0, 0, 0, 0, 2,
				1.6, 2),
		},
	}
}

func TestCalibration(t *testing.T) {
	r := calibratedRun()
	p := calibration(r)
	// Bins: 2 variables, 1.1 expected, 1 right; 6 variables, 5.0 expected, 5 right.
	got := lines(p)[0]
	got = append(got[:4:4], got[5:]...)
	same(t, []string{"d", "A", "mpm", "1.3", "76.2", "75.0", "8"}, got)
	line := p.Charts[0].Series[1]
	if len(line.X) != 2 || math.Abs(line.X[0]-0.55) > 1e-12 || line.Y[0] != 0.5 ||
		!strings.Contains(p.Text[2], "marginals: map.") {
		t.Errorf("%+v %q", line, p.Text)
	}
	if counts, width, _ := sumBins(r, "d", &r.Table.Rows[1], "ECE"); len(counts) != 3*width {
		t.Errorf("%d counts of three instances", len(counts))
	}
}

// TestNoCalibration: the section is empty without marginals.
func TestNoCalibration(t *testing.T) {
	r := calibratedRun()
	r.Entries = r.Entries[:1]
	if p := calibration(r); p.Grid != nil || !strings.Contains(p.Empty, "has marginals") {
		t.Errorf("%+v", p)
	}
}
