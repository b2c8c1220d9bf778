package record

import (
	"errors"
	"regexp"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/sp"
)

// An OutcomeKind is the way in which a fit or a row ended.
type OutcomeKind string

// Kinds of outcomes. Every planned fit and row ends in exactly one.
const (
	OK        OutcomeKind = "ok"        // ended by itself
	Budget    OutcomeKind = "budget"    // ended at the budget of passes, calls or seconds: as good as OK
	Timeout   OutcomeKind = "timeout"   // overran the harness's time limit; its last checkpoint may have been scored
	OOM       OutcomeKind = "oom"       // overran the memory limit
	Processes OutcomeKind = "processes" // overran the limit of processes
	Crash     OutcomeKind = "crash"     // the process died or failed
	Diverged  OutcomeKind = "diverged"  // left numbers that are not finite
	Protocol  OutcomeKind = "protocol"  // answered against the contract
	Skipped   OutcomeKind = "skipped"   // said that it cannot do this task
)

var kinds = []OutcomeKind{OK, Budget, Timeout, OOM, Processes, Crash, Diverged, Protocol, Skipped}

// An Outcome is how a fit or row ended, and why if not well.
type Outcome struct {
	Kind   OutcomeKind `json:"kind"`
	Reason string      `json:"reason,omitempty"`
}

// Good reports whether the learner ended by itself or at its budget.
func (o Outcome) Good() bool { return o.Kind == OK || o.Kind == Budget }

// Why returns the reason. For a skipped fit it strips the wrappings of the error and the name of the
// first instance, since others failed too, and adds the remedy. The reasons of several fits then
// differ at most in a few numbers.
func (o Outcome) Why() string {
	if o.Kind != Skipped {
		return o.Reason
	}
	why := o.Reason
	for _, by := range []string{": fit: learner: fit: ", ": predict: learner: "} {
		if _, own, found := strings.Cut(why, by); found {
			why = own
		}
	}
	if strings.HasPrefix(why, "decoder ") { // NAME for instance ID
		if _, own, found := strings.Cut(why, ": "); found {
			why = own
		}
	}
	why = strings.TrimSuffix(why, ": "+errors.ErrUnsupported.Error())
	for _, r := range remedies {
		why = r.reason.ReplaceAllString(why, r.text)
	}
	return why
}

// remedies are reasons of oracles, and texts without what differs by instance and weights.
var remedies = []struct {
	reason *regexp.Regexp
	text   string
}{
	{regexp.MustCompile(`edge \d+ .* is not submodular.*`), "scores of edges are not submodular; " +
		"write features: {linear: {pairs: potts}}, or oracle and decoder qpbo"},
	{regexp.MustCompile(`no marginals of instance "[^"]*"( .*)`), "no marginals${1}; write " +
		"oracle: lbp, or, for crf, objective: pseudolikelihood"},
	{regexp.MustCompile(`no marginals of instance "[^"]*":`), "no marginals:"}, // of a structure
	{regexp.MustCompile(`(no exact oracle) for instance "[^"]*"( [^:]*: width [^:]*).*`), "$1$2; or " +
		"write features: {linear: {pairs: potts}}"},
}

// Failed reports whether something went wrong. A skipped fit did not fail: the learner cannot do
// the task.
func (o Outcome) Failed() bool { return !o.Good() && o.Kind != Skipped }

// fits reports whether a fit with this outcome can have ended so. A failed fit can have ended in
// any way, since it may have failed after its end.
func (o Outcome) fits(end sp.End) bool {
	switch o.Kind {
	case OK:
		return end == sp.Converged || end == sp.Stalled || end == sp.StoppedChanging ||
			end == sp.EndedByLimit
	case Budget:
		return end == sp.EndedByBudget
	}
	return true
}

func (o Outcome) known() bool { return slices.Contains(kinds, o.Kind) }
