package compare

import (
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/table"
)

// TestThresholds: one number is that of all metrics only where they have one unit.
func TestThresholds(t *testing.T) {
	hamming, f1, nats := table.Metric{Name: "hamming", Percent: true},
		table.Metric{Name: "f1", Percent: true}, table.Metric{Name: "log-loss"}
	for _, test := range []struct {
		metrics []table.Metric
		given   []string
		want    []float64
		mistake string
	}{
		{[]table.Metric{hamming, f1, nats}, nil, []float64{0, 0, 0}, ""},
		{[]table.Metric{hamming, f1}, []string{"0.01"}, []float64{0.01, 0.01}, ""},
		{[]table.Metric{nats}, []string{"0.5"}, []float64{0.5}, ""},
		{[]table.Metric{hamming, f1, nats}, []string{"log-loss=0.5", "0.01"},
			[]float64{0.01, 0.01, 0.5}, ""},
		{[]table.Metric{hamming, nats}, []string{"log-loss=0.5"}, []float64{0, 0.5}, ""},
		{[]table.Metric{hamming, nats}, []string{"0"}, []float64{0, 0}, ""},
		{[]table.Metric{hamming, nats}, []string{"0.01"}, nil,
			"different units, hamming, log-loss"},
		{[]table.Metric{hamming}, []string{"f1=0.01"}, nil, `"f1", which is not compared`},
		{[]table.Metric{hamming}, []string{"hamming=NaN"}, nil, "at least 0"},
		{[]table.Metric{hamming}, []string{"-0.01"}, nil, "at least 0"},
	} {
		metrics := append([]table.Metric{}, test.metrics...)
		err := SetThresholds(metrics, test.given)
		if test.mistake != "" {
			if err == nil || !strings.Contains(err.Error(), test.mistake) {
				t.Errorf("%v: error %v, want %q", test.given, err, test.mistake)
			}
			continue
		}
		for i, m := range metrics {
			if err != nil || m.Threshold != test.want[i] {
				t.Errorf("%v: %s has %v (%v), want %v", test.given, m.Name, m.Threshold, err,
					test.want[i])
			}
		}
	}
}
