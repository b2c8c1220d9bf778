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
