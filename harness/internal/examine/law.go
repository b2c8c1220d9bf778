package examine

import (
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

// A Law is one property that every learner must have.
type Law struct {
	Name string
	Doc  string // one sentence
	// PerTask: the law is checked on each task, and not only once for the whole learner.
	PerTask bool
	// Timed: the check measures times of a second or more.
	Timed bool

	check   func(*trial) error
	applies func(*task) bool // nil: to every task
	usable  bool             // a check of the whole learner: needs a task that it can do
	needs   []string         // laws that must not be broken on this task
}

// A skip is the error of a law that cannot be checked.
type skip string

func (s skip) Error() string { return string(s) }

// fitted lists the laws on which most others depend.
var fitted = []string{"fit", "weights", "counts", "budget"}

// Laws returns all laws in the order of a report. The caller owns the slice.
func Laws() []Law { return slices.Clone(laws) }

var laws = []Law{
	{Name: "handshake", check: (*trial).handshake,
		Doc: "The learner starts by the protocol, only with the cookie, and describes itself without " +
			"contradiction."},
	{Name: "stdout", check: (*trial).stdout,
		Doc: "The handshake is on a line of its own, and other output does not hide it."},
	{Name: "parameters", check: (*trial).parameters, usable: true,
		Doc: "Invalid parameters are refused by name; defaults are accepted."},
	{Name: "empty", check: (*trial).empty, usable: true,
		Doc: "A fit to no instances ends with an error, and the process still answers."},
	{Name: "support", check: (*trial).support,
		Doc: "The learner does at least one task."},
	{Name: "meter", check: (*trial).meter, usable: true, Timed: true,
		Doc: "The counted oracle calls explain the CPU time of inference: no solver of its own, no " +
			"uncounted call."},
	{Name: "stop", check: (*trial).stop, usable: true, Timed: true,
		Doc: "A long fit stops when it is cancelled."},
	{Name: leftovers, check: (*trial).leftovers,
		Doc: "After the end no processes and no files are left."},

	{Name: "fit", PerTask: true, check: (*trial).ends,
		Doc: "A fit with a budget ends by itself, without an error, and sends the due checkpoints."},
	{Name: "weights", PerTask: true, check: (*trial).weights,
		Doc: "The weights of all checkpoints are finite and of one length."},
	{Name: "counts", PerTask: true, check: (*trial).counts,
		Doc: "Counts never decrease, and are possible for the measured CPU time."},
	{Name: "budget", PerTask: true, check: (*trial).budget, needs: []string{"fit"},
		Doc: "No count exceeds the budget."},
	{Name: "sign", PerTask: true, check: (*trial).sign, applies: constrained, needs: fitted,
		Doc: "Weights constrained by the feature map are never negative."},
	{Name: "claims", PerTask: true, check: (*trial).claims, needs: fitted,
		Doc: "Objective and bound agree with the audit; no bound exceeds the objective."},
	{Name: "predict", PerTask: true, check: (*trial).predict, needs: fitted,
		Doc: "Predictions have a label in range for each variable; marginals and weights of atoms " +
			"sum to one."},
	{Name: "observed", PerTask: true, check: (*trial).observed, applies: observes,
		needs: []string{"fit", "predict"},
		Doc:   "Predictions keep the revealed labels of a test instance."},
	{Name: "learns", PerTask: true, check: (*trial).learns, applies: learnable,
		needs: []string{"fit", "predict"},
		Doc:   "The training loss is below that of the best constant label."},
	{Name: "repeat", PerTask: true, check: (*trial).repeat, needs: fitted,
		Doc: "The same seed gives the same bits, in one process and in a second one with two threads."},
	{Name: "last", PerTask: true, check: (*trial).last, needs: append(fitted, "repeat"),
		Doc: "The last checkpoint holds the end of the fit, for every kind of end and every schedule."},
	{Name: "inputs", PerTask: true, check: (*trial).inputs, needs: []string{"fit", "predict"},
		Doc: "A prediction depends only on its weights, its instance and the seed."},
	{Name: "canary", PerTask: true, check: (*trial).canary,
		needs: append(fitted, "repeat", "predict", "inputs"),
		Doc:   "Labels from an earlier fit or process change nothing."},
	{Name: "cancel", PerTask: true, check: (*trial).cancel, needs: fitted,
		Doc: "An endless fit stops when it is cancelled, and the process still answers."},
	{Name: "resume", PerTask: true, check: (*trial).resume,
		needs: append(fitted, "repeat", "last", "cancel"),
		Doc: "A resumed fit gives the same bits as one in one piece. Half of a state is refused, and " +
			"the fit starts again."},
}

func constrained(t *task) bool { return len(t.fmap.NonNegative()) > 0 }

func learnable(t *task) bool { return t.learnable }

func observes(t *task) bool {
	return slices.ContainsFunc(t.shown, func(x sp.Instance) bool {
		return slices.ContainsFunc(x.Gold, func(k int32) bool { return k != sp.Unknown })
	})
}
