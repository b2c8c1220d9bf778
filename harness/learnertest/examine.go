package learnertest

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/host/confine"
	"github.com/spbench/spbench/harness/internal/host/find"
	"github.com/spbench/spbench/harness/internal/sandbox"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// Options of [Examine].
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
}

// A Report is the result of an examination, in the order of [Checks] and, within a check, of the
// tasks.
type Report struct {
	Learner string // its name
	Tasks   []string
	Results []Result

	trouble error // of this machine; the results then say nothing about the learner
}

// Failed reports whether any check failed.
func (r *Report) Failed() bool { return r.failed(func(*Result) bool { return true }) }

// marker is the environment variable of processes under examination, and of the processes they
// start.
const marker = "SPBENCH_LEARNERTEST"

// An examination runs the checks on one learner. It has a method for each check of the whole
// process, hence more than 25.
type examination struct {
	ctx    context.Context
	source find.Source
	Options
	mark string // the value of marker

	about   wire.Description
	openErr error    // of starting it
	tasks   []*task  // all
	usable  *task    // a task that the learner can do; nil: none
	refused []error  // of the other tasks
	folders []string // for temporary files of its processes
	hung    bool     // a call did not end
	trouble error    // a [host.ErrHost], if any
	results []Result
}

// Examine runs all checks on a learner, in processes of its own, and reports. It takes about 10 s
// for the learners that come with spbench.
//
// learner is as in a suite: a path to a program (with a slash), a command line, or a name. The
// error says that there is no such learner or oracle, or what is wrong with this machine. A program
// that is not a learner fails at the first check.
func Examine(ctx context.Context, learner string, o Options) (*Report, error) {
	if _, err := oracle.Choose(o.Oracle.Name, o.Oracle.Args); err != nil {
		return nil, fmt.Errorf("learnertest: %w", err)
	}
	source, err := find.Learner(learner, find.Options{PluginPath: o.Plugins, Log: o.Log})
	if err != nil {
		return nil, fmt.Errorf("learnertest: %w", err)
	}
	report := examine(ctx, source, o, onceChecks, tasks())
	if report.trouble != nil {
		return nil, fmt.Errorf("learnertest: %w", report.trouble)
	}
	return report, nil
}

func examine(ctx context.Context, source find.Source, o Options, once []onceCheck,
	tasks []*task) *Report {
	if o.Patience == 0 {
		o.Patience = 20 * time.Second
	}
	if o.Grace == 0 {
		o.Grace = 5 * time.Second
	}
	under(o.Oracle, tasks...)
	e := &examination{ctx: ctx, source: source, Options: o, mark: rand.Text(), tasks: tasks}
	r := &Report{Learner: source.Name}
	for _, t := range e.tasks {
		r.Tasks = append(r.Tasks, t.name)
	}
	var l *host.Learner
	if l, e.openErr = e.open(nil, nil); e.openErr == nil {
		e.about = l.Describe()
		r.Learner = e.about.Name
		l.Close() // a crash would happen again
	}
	for _, t := range e.tasks {
		e.try(t)
	}
	for _, c := range once {
		err := c.run(e)
		if e.openErr != nil && err == nil && c.name != leftoversCheck {
			err = skip("it does not start")
		}
		e.note(c.name, "", err)
	}
	for _, c := range Checks() {
		for _, result := range e.results {
			if result.Check == c.Name {
				r.Results = append(r.Results, result)
			}
		}
	}
	if r.trouble = e.trouble; r.trouble == nil && r.Failed() {
		r.trouble = confine.CheckTempFolder()
	}
	return r
}

// try runs the checks on one task.
func (e *examination) try(t *task) {
	tr := &attempt{examination: e, task: t, failed: map[string]bool{}}
	why := tr.begin()
	defer tr.end()
	for _, c := range taskChecks {
		if c.applies != nil && !c.applies(t) {
			continue
		}
		err := why
		for _, name := range c.needs {
			if err == nil && tr.failed[name] {
				err = skip("after what " + name + " found")
			}
		}
		tr.doubts = nil
		if err == nil {
			err = c.run(tr)
		}
		e.note(c.name, t.name, err)
		e.results[len(e.results)-1].Doubts = tr.doubts
		if err != nil && !isSkip(err) {
			tr.failed[c.name] = true
			why = tr.restart()
		}
	}
}

func (e *examination) note(check, task string, err error) {
	r := Result{Check: check, Task: task}
	if isSkip(err) {
		r.Skip = err.Error()
	} else {
		r.Err = err
	}
	e.results = append(e.results, r)
}

func isSkip(err error) bool {
	var s skip
	return errors.As(err, &s)
}

// open starts a process of the learner and sends the data, unless both sets are nil.
func (e *examination) open(train, test []sp.Instance) (*host.Learner, error) {
	return e.openOn(1, train, test)
}

// openOn is open for a process with this number of threads.
func (e *examination) openOn(threads int, train, test []sp.Instance) (*host.Learner, error) {
	ctx, cancel := e.patient()
	defer cancel()
	l, err := host.Open(ctx, e.source, host.Options{
		Env: []string{marker + "=" + e.mark}, Threads: threads, Timeout: e.Patience / 2,
		Sandbox: confine.Sandbox{Kind: sandbox.Kind(e.Sandbox), Read: e.Paths},
	})
	if errors.Is(err, host.ErrHost) {
		e.trouble = err
	}
	if err != nil {
		return nil, err
	}
	if len(e.folders) == 0 {
		e.folders = temporary(e.mark) // once is enough: this looks at all processes
	}
	if train == nil && test == nil {
		return l, nil
	}
	if err := e.load(l, train, test); err != nil {
		l.Close() // err has the reason
		return nil, err
	}
	return l, nil
}

func (e *examination) load(l *host.Learner, train, test []sp.Instance) error {
	ctx, cancel := e.patient()
	defer cancel()
	if err := l.Load(ctx, host.Train, train); err != nil {
		return e.met(err)
	}
	return e.met(l.Load(ctx, host.Test, test))
}

// met keeps errors that mean that the learner hangs.
func (e *examination) met(err error) error {
	e.hung = e.hung || errors.Is(err, host.ErrTimeout)
	return err
}

// patient returns a context for one call.
func (e *examination) patient() (context.Context, context.CancelFunc) {
	return host.WithTimeout(e.ctx, e.Patience)
}
