package bench_test

import (
	"errors"
	"testing"

	"github.com/spbench/spbench/internal/bench"
	"github.com/spbench/spbench/internal/suite"
)

// TestNoBox: a suite that asks for a box gets one or is refused.
func TestNoBox(t *testing.T) {
	for _, box := range []string{"bubblewrap", "none", "{paths: [/usr/share]}"} {
		s, err := suite.Parse("suite.yaml", []byte("datasets: [chains]\nlearners: [crf]\nbox: "+box+"\n"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := bench.NewPlan(t.Context(), s, bench.Options{}); !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("box: %s: %v", box, err)
		}
	}
}
