package score

import (
	"context"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/metric"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/sp"
)

// The reason of a missing value blames the decoder only if the metric needs more than labels.
func TestReasons(t *testing.T) {
	seen := []sp.Instance{{ID: "x", Weight: 1, K: 2, Node: sp.Rows{N: 1}, Gold: []int32{1}}}
	for name, want := range map[string]string{"iou": "nothing that counts", "hamming": "nothing that counts",
		"log-loss": "lacks what", "f1": "nothing that counts"} {
		m, err := metric.New(name, nil, []string{"a", "b"})
		if err != nil {
			t.Fatal(err)
		}
		in := &Input{Instances: &plan.Instances{Gold: [][]int32{{1}}}}
		row := &record.Row{Metrics: map[string]record.Number{}, Instances: map[string]record.Statistics{}}
		row.Decoder = "map"
		in.measureOne(context.Background(), row, &m, seen, []sp.Prediction{{Labels: []int32{1}}})
		if got := row.Reasons[name]; !strings.Contains(got, want) {
			t.Errorf("%s: reason %q, want %q", name, got, want)
		}
	}
}
