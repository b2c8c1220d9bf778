package partclamp

import (
	"testing"

	"github.com/spbench/spbench/harness/learnertest"
)

func TestMain(m *testing.M) { learnertest.Main(m, Main) }

func TestConformance(t *testing.T) { learnertest.Run(t) }
