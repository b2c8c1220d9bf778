package marginalpmap

import (
	"testing"

	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/sp"
)

// TestThreadsOfAnOracleThatDraws: the results of Gibbs sampling depend on earlier calls for the
// instance, and a batch larger than the set visits an instance more than once.
func TestThreadsOfAnOracleThatDraws(t *testing.T) {
	in := mixed(2, 0, false, `{"pairs":"potts"}`, "weighted-hamming")
	in.Oracle = sp.Spec{Name: "gibbs", Args: []byte(`{"burn-in":1,"sweeps":2}`)}
	l := newLearner().(*MarginalPMAP)
	l.Objective, l.Lambda, l.Passes, l.Batch = kindJoint, 0.05, 40, 2*len(in.Train)+1
	learnertest.Threads(t, "gibbs", l, in, 4, 4, 4, 4, 4)
}
