package direct

import (
	"testing"

	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/serve"
)

func TestMain(m *testing.M) {
	learnertest.Main(m, func() { serve.Main(learnertest.Encoded(Learner, encoded)) })
}

func TestConformance(t *testing.T) { learnertest.RunOrPart(t) }

// encoded returns a learner with a small encoder.
func encoded(frozen bool) *Direct {
	l := newLearner().(*Direct)
	l.Lambda, l.Passes, l.warm = 0.05, 15, 2
	l.Net, l.Hidden, l.Pretraining, l.Speed, l.Frozen = "mlp", 8, 1, 0.08, frozen
	return l
}

func TestConformanceWithEncoder(t *testing.T) { learnertest.RunEncoded(t) }
