package marginalpmap

import (
	"testing"

	"github.com/spbench/spbench/harness/learnertest"
)

func TestMain(m *testing.M) { learnertest.Main(m, Main) }

func TestConformance(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: under the race detector, whose run is short, those of crf and partclamp stand for all; not with -short")
	}
	learnertest.Run(t)
}
