package skeleton

import (
	"testing"

	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/serve"
)

func TestMain(m *testing.M) { learnertest.Main(m, func() { serve.Main(Learner()) }) }

func TestConformance(t *testing.T) { learnertest.RunOrPart(t) }
