package learnertest

import (
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

// A Check is one property that every learner must have.
type Check struct {
	Name string
	Doc  string // one sentence
	// PerTask says that it is checked on each task, else once.
	PerTask bool
}

// A Task is one of the small problems that every learner is put to.
type Task struct{ Name, Doc string }

// Tasks returns all tasks in the order of a report.
func Tasks() []Task {
	var list []Task
	for _, t := range tasks() {
		list = append(list, Task{t.name, t.doc})
	}
	return list
}

// A Result is the outcome of one check: ok, unless Skip or Err is set.
type Result struct {
	Check string
	Task  string // "" for a check that is made once
	Skip  string // why it was not made
	Err   error  // what was seen, and what to do
	// Doubts are marks that the fit would have in a suite, beside its result.
	Doubts []string
}

// Checks returns all checks in the order of a report. The caller owns the slice.
func Checks() []Check {
	var list []Check
	for _, c := range onceChecks {
		list = append(list, Check{Name: c.name, Doc: c.doc})
	}
	for _, c := range taskChecks {
		list = append(list, Check{Name: c.name, Doc: c.doc, PerTask: true})
	}
	return list
}

// A onceCheck is a check of the learner as a whole.
type onceCheck struct {
	name, doc string
	run       func(e *examination) error
}

// A taskCheck is a check on one task.
type taskCheck struct {
	name, doc string
	run       func(t *attempt) error
	applies   func(t *task) bool // nil: to every task
	needs     []string           // checks that must not have failed on this task
}

// A skip is the error of a check that could not be made.
type skip string

func (s skip) Error() string { return string(s) }

// The names that code refers to.
const (
	handshakeCheck = "handshake"
	stdoutCheck    = "stdout"
	supportCheck   = "support"
	meterCheck     = "meter"
	stopCheck      = "stop"
	leftoversCheck = "leftovers"
	fitCheck       = "fit"
	weightsCheck   = "weights"
	countsCheck    = "counts"
	budgetCheck    = "budget"
	predictCheck   = "predict"
	repeatCheck    = "repeat"
	lastCheck      = "last"
	inputsCheck    = "inputs"
	cancelCheck    = "cancel"
)

var onceChecks = []onceCheck{
	{handshakeCheck, "It comes up within the protocol, only when asked by the cookie, and describes itself without contradiction.", (*examination).handshake},
	{stdoutCheck, "What it prints never hides the handshake, which stands on a line of its own.", (*examination).stdout},
	{"parameters", "Parameters that its schema does not admit are refused by name; its own defaults are not.", (*examination).parameters},
	{"empty", "A fit to no instances ends with an error, and the process serves on.", (*examination).empty},
	{supportCheck, "It refuses some tasks, if any, but not all.", (*examination).support},
	{meterCheck, "The oracle calls that it counts explain what its inference takes: no solver of its own, no call that is left out.", (*examination).meter},
	{stopCheck, "A fit that would take long stops when it is cancelled.", (*examination).stop},
	{leftoversCheck, "After its end neither processes nor files are left.", (*examination).leftovers},
}

// timed reports whether a check measures times, of a second and more.
func timed(check string) bool { return check == meterCheck || check == stopCheck }

// light are the checks before the tasks that measure no times.
func light() []onceCheck {
	return slices.DeleteFunc(slices.Clone(onceChecks), func(c onceCheck) bool { return timed(c.name) })
}

// fitted is what most checks need.
var fitted = []string{fitCheck, weightsCheck, countsCheck, budgetCheck}

var taskChecks = []taskCheck{
	{fitCheck, "A fit with a budget ends by itself, without an error, and sends the checkpoints that are due.", (*attempt).ends, nil, nil},
	{weightsCheck, "The weights of all checkpoints are finite and of one length.", (*attempt).weights, nil, nil},
	{countsCheck, "Counts never decrease, and its processes can have done what is counted.", (*attempt).counts, nil, nil},
	{budgetCheck, "No count exceeds the budget.", (*attempt).budget, nil, []string{fitCheck}},
	{"sign", "Weights that the feature map constrains are never negative.", (*attempt).sign, constrained, fitted},
	{"claims", "Objective and bound are what the harness finds them to be; no bound exceeds the objective.", (*attempt).claims, nil, fitted},
	{predictCheck, "Predictions have a label in range for each variable; marginals and weights of atoms sum to one.", (*attempt).predict, nil, fitted},
	{"observed", "Labels that a test instance shows are kept.", (*attempt).observed, observes, []string{fitCheck, predictCheck}},
	{"learns", "The training loss is below that of the best constant label.", (*attempt).learns, learnable, []string{fitCheck, predictCheck}},
	{repeatCheck, "The same seed gives the same bits, in one process and in another, which may use two threads.", (*attempt).repeat, nil, fitted},
	{lastCheck, "Whatever ends a fit, and whichever checkpoints are wanted, the last one holds its end.", (*attempt).last, nil, append(fitted, repeatCheck)},
	{inputsCheck, "A prediction depends on its weights, its instance and the seed, and on nothing else.", (*attempt).inputs, nil, []string{fitCheck, predictCheck}},
	{"canary", "Labels that were seen in an earlier fit, or process, change nothing.", (*attempt).canary, nil, append(fitted, repeatCheck, predictCheck, inputsCheck)},
	{cancelCheck, "An endless fit stops when it is cancelled, and the process serves on.", (*attempt).cancel, nil, fitted},
	{"resume", "Where it says that a fit can be resumed, one that is cut short and gone on with gives the same bits, and half of a state is refused, so that the fit begins anew.", (*attempt).resume, nil, append(fitted, repeatCheck, lastCheck, cancelCheck)},
}

func constrained(t *task) bool { return len(t.fmap.NonNegative()) > 0 }

func learnable(t *task) bool { return t.learnable }

func observes(t *task) bool {
	for i := range t.shown {
		for _, k := range t.shown[i].Gold {
			if k != sp.Unknown {
				return true
			}
		}
	}
	return false
}
