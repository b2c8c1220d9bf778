package learnertest

import (
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

// A Check is one property that every learner must have.
type Check struct {
	Name string
	Doc  string // one sentence
	// PerTask: the check runs on each task, and not only once.
	PerTask bool
}

// A Task is one of the small problems of the examination.
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
	Task  string // "" for a check that runs once
	Skip  string // why it did not run
	Err   error  // the failure, and a remedy
	// Doubts are the warnings that the fit would get in a suite.
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

// A skip is the error of a check that cannot run.
type skip string

func (s skip) Error() string { return string(s) }

// Names of checks.
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
	{handshakeCheck,
		"The learner starts by the protocol, only with the cookie, and describes itself without " +
			"contradiction.", (*examination).handshake},
	{stdoutCheck, "The handshake is on a line of its own, and other output does not hide it.",
		(*examination).stdout},
	{"parameters", "Invalid parameters are refused by name; defaults are accepted.",
		(*examination).parameters},
	{"empty", "A fit to no instances ends with an error, and the process still answers.",
		(*examination).empty},
	{supportCheck, "The learner does at least one task.", (*examination).support},
	{meterCheck,
		"The counted oracle calls explain the CPU time of inference: no solver of its own, no " +
			"uncounted call.", (*examination).meter},
	{stopCheck, "A long fit stops when it is cancelled.", (*examination).stop},
	{leftoversCheck, "After the end no processes and no files are left.", (*examination).leftovers},
}

// timed reports whether a check measures times of a second or more.
func timed(check string) bool { return check == meterCheck || check == stopCheck }

// light returns the checks before the tasks without those that measure times.
func light() []onceCheck {
	return slices.DeleteFunc(slices.Clone(onceChecks),
		func(c onceCheck) bool { return timed(c.name) })
}

// fitted lists the checks that most others need.
var fitted = []string{fitCheck, weightsCheck, countsCheck, budgetCheck}

var taskChecks = []taskCheck{
	{fitCheck,
		"A fit with a budget ends by itself, without an error, and sends the due checkpoints.",
		(*attempt).ends, nil, nil},
	{weightsCheck, "The weights of all checkpoints are finite and of one length.",
		(*attempt).weights, nil, nil},
	{countsCheck, "Counts never decrease, and are possible for the measured CPU time.",
		(*attempt).counts, nil, nil},
	{budgetCheck, "No count exceeds the budget.", (*attempt).budget, nil, []string{fitCheck}},
	{"sign", "Weights constrained by the feature map are never negative.", (*attempt).sign,
		constrained, fitted},
	{"claims", "Objective and bound agree with the audit; no bound exceeds the objective.",
		(*attempt).claims, nil, fitted},
	{predictCheck,
		"Predictions have a label in range for each variable; marginals and weights of atoms " +
			"sum to one.", (*attempt).predict, nil, fitted},
	{"observed", "Predictions keep the revealed labels of a test instance.", (*attempt).observed,
		observes, []string{fitCheck, predictCheck}},
	{"learns", "The training loss is below that of the best constant label.", (*attempt).learns,
		learnable, []string{fitCheck, predictCheck}},
	{repeatCheck,
		"The same seed gives the same bits, in one process and in a second one with two threads.",
		(*attempt).repeat, nil, fitted},
	{lastCheck,
		"The last checkpoint holds the end of the fit, for every kind of end and every schedule.",
		(*attempt).last, nil, append(fitted, repeatCheck)},
	{inputsCheck, "A prediction depends only on its weights, its instance and the seed.",
		(*attempt).inputs, nil, []string{fitCheck, predictCheck}},
	{"canary", "Labels from an earlier fit or process change nothing.", (*attempt).canary, nil,
		append(fitted, repeatCheck, predictCheck, inputsCheck)},
	{cancelCheck, "An endless fit stops when it is cancelled, and the process still answers.",
		(*attempt).cancel, nil, fitted},
	{"resume",
		"A resumed fit gives the same bits as one in one piece. Half of a state is refused, and " +
			"the fit starts again.", (*attempt).resume, nil,
		append(fitted, repeatCheck, lastCheck, cancelCheck)},
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
