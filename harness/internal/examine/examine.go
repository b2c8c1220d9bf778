package examine

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/host/confine"
	"github.com/spbench/spbench/harness/internal/host/find"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// Options of an examination.
type Options struct {
	// Plugins are the folders with learners known by name.
	Plugins []string
	// Log receives a line before slow steps, such as building a learner; it may be nil.
	Log func(line string)
	// Oracle is the oracle of fits; no name: the exact one.
	Oracle sp.Spec
	// Sandbox is the sandbox of the learner: bubblewrap, landlock or none; "": the best that works.
	// In bubblewrap all processes of a learner have the same process id, so that the examination
	// cannot see a learner that depends on it.
	Sandbox string
	// Paths are absolute files and folders readable besides the learner's own and the system's.
	Paths []string
	// Patience is the longest time of a call expected to take no time; 0: 20 s. Waiting for a
	// processor does not count. On systems without a measure of this waiting, a call may take 5
	// times as long.
	Patience time.Duration
	// Grace is the time for a cancelled fit to stop, counted in the same way; 0: 5 s.
	Grace time.Duration
	// Tasks are the names of the tasks to use; nil: all.
	Tasks []string
	// Without says which laws to leave out on a task; "" is the task of laws of the whole learner.
	// nil leaves out none.
	Without func(l *Law, task string) bool
	// Plain resumes fits with the declared settings alone, without their variants.
	Plain bool
}

// A Report is the result of an examination, in the order of [Laws] and, within a law, of the tasks.
type Report struct {
	Learner string // its name
	Tasks   []string
	Results []Result
	// Trouble is the trouble of this machine, if any. The results then say nothing about the
	// learner.
	Trouble error
}

// A Result says whether one law holds: it does, unless Skip or Err is set.
type Result struct {
	Law  string
	Task string // "" for a law of the whole learner
	Skip string // why it was not checked
	Err  error  // the failure, and a remedy
	// Doubts are the warnings that the fit would get in a suite.
	Doubts []string
}

// Marker is the environment variable of processes under examination, and of the processes they
// start.
const Marker = "SPBENCH_LEARNERTEST"

// An examination checks the laws on one learner.
type examination struct {
	ctx    context.Context
	source find.Source
	Options
	mark string // the value of Marker

	about   wire.Description
	openErr error    // of starting it
	tasks   []*task  // all
	usable  *task    // a task that the learner can do; nil: none
	refused []error  // of the other tasks
	folders []string // for temporary files of its processes
	hung    bool     // a call did not end
	results []Result
	trouble error // a [host.ErrHost], if any
}

// Learner checks all laws on a learner, in processes of its own, and reports. It takes about 10 s
// for the learners that come with spbench.
//
// name is as in a suite: a path to a program (with a slash), a command line, or a name. The error
// says that there is no such learner or oracle, or what is wrong with this machine. A program that
// is not a learner breaks the first law.
func Learner(ctx context.Context, name string, o Options) (*Report, error) {
	if _, err := oracle.Choose(o.Oracle.Name, o.Oracle.Args); err != nil {
		return nil, fmt.Errorf("examine: %w", err)
	}
	source, err := find.Learner(name, find.Options{PluginPath: o.Plugins, Log: o.Log})
	if err != nil {
		return nil, fmt.Errorf("examine: %w", err)
	}
	report := Source(ctx, source, o)
	if report.Trouble != nil {
		return nil, fmt.Errorf("examine: %w", report.Trouble)
	}
	return report, nil
}

// Source is Learner for a learner that was already found. The oracle must exist.
func Source(ctx context.Context, source find.Source, o Options) *Report {
	o.Patience = cmp.Or(o.Patience, 20*time.Second)
	o.Grace = cmp.Or(o.Grace, 5*time.Second)
	e := &examination{ctx: ctx, source: source, Options: o, mark: rand.Text(), tasks: tasks()}
	if o.Tasks != nil {
		e.tasks = slices.DeleteFunc(e.tasks,
			func(t *task) bool { return !slices.Contains(o.Tasks, t.name) })
	}
	under(o.Oracle, e.tasks...)
	r := &Report{Learner: source.Name}
	for _, t := range e.tasks {
		r.Tasks = append(r.Tasks, t.name)
	}

	// A learner that cannot start is not started again: a crash would happen again.
	var l *host.Learner
	if l, e.openErr = e.open(1, nil, nil); e.openErr == nil {
		e.about = l.Describe()
		r.Learner = e.about.Name
		l.Close()
	}

	// Laws of the whole learner come last, because most need a task that the learner can do.
	for _, t := range e.tasks {
		e.try(t)
	}
	e.judge()
	for i := range laws {
		for _, result := range e.results {
			if result.Law == laws[i].Name {
				r.Results = append(r.Results, result)
			}
		}
	}
	if r.Trouble = e.trouble; r.Trouble == nil && r.Failed() {
		r.Trouble = confine.CheckTempFolder()
	}
	return r
}

// Failed reports whether any law is broken.
func (r *Report) Failed() bool { return r.failed(func(*Result) bool { return true }) }

// try checks the laws on one task.
func (e *examination) try(of *task) {
	t := &trial{examination: e, task: of, broken: map[string]bool{}}
	unable := t.begin()
	defer t.end()
	for i := range laws {
		l := &laws[i]
		if !l.PerTask || l.applies != nil && !l.applies(of) || e.leftOut(l, of.name) {
			continue
		}
		if t.obey(l, unable) != nil {
			t.broken[l.Name] = true
			unable = t.restart()
		}
	}
}

func (e *examination) leftOut(l *Law, task string) bool {
	return e.Without != nil && e.Without(l, task)
}

// judge checks the laws of the whole learner, on its usable task.
func (e *examination) judge() {
	t := &trial{examination: e, task: e.usable}
	for i := range laws {
		l := &laws[i]
		if l.PerTask || e.leftOut(l, "") {
			continue
		}
		var unable error
		if l.usable && e.usable == nil {
			unable = skip("it can do no task")
		}
		t.obey(l, unable)
	}
}

// obey checks a law and notes the result. unable says why no law can be checked; nil: it can be. It
// returns the error of a broken law.
func (t *trial) obey(l *Law, unable error) error {
	err := unable
	for _, name := range l.needs {
		if err == nil && t.broken[name] {
			err = skip("after what " + name + " found")
		}
	}
	t.doubts = nil
	if err == nil {
		err = l.check(t)
	}
	if err == nil && t.openErr != nil && l.Name != leftovers {
		err = skip("it does not start")
	}

	r := Result{Law: l.Name, Doubts: t.doubts}
	if l.PerTask {
		r.Task = t.name
	}
	if why := skip(""); errors.As(err, &why) {
		r.Skip = string(why)
	} else {
		r.Err = err
	}
	t.results = append(t.results, r)
	return r.Err
}
