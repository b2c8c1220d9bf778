package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/spbench/spbench/harness/internal/cluster"
	"github.com/spbench/spbench/harness/internal/host/confine"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/record/rundir"
	"github.com/spbench/spbench/harness/internal/results"
	"github.com/spbench/spbench/harness/internal/run"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table/layout"
)

// runCommand runs a suite and prints its table.
type runCommand struct {
	suiteChoice `embed:""`
	Workers     int  `default:"1" help:"Fits in parallel. With more than one, seconds are less comparable."`
	Rerun       bool `xor:"changed" help:"Refit the fits of other builds, of learners or of spbench."`
	Keep        bool `xor:"changed" help:"Keep the fits of other builds, marked in tables."`
	Retry       bool `help:"Repeat failed fits and scores."`

	From []string `placeholder:"RUN" help:"Also reuse fits of this run folder, such as from another machine or user, besides your own in -results."`

	With []string `sep:"none" placeholder:"LEARNER" help:"Add this learner and fit only it: NAME, PATH, a command line, or NAME: {parameters}. The other results are the shipped ones. Repeatable."`

	SaveEvery time.Duration `default:"30s" help:"Interval of saving the state of a fit, if its learner can resume."`

	Marginals bool `help:"Store marginals of predictions too, which takes space."`

	Shard string `placeholder:"I/N" help:"Run part I of N of the fits. auto/I/N: as task I of a job array, run fits not leased by other tasks."`
}

func (c *runCommand) Run(t *terminal) error {
	if c.Workers < 1 {
		return fmt.Errorf("-workers is %d, must be at least 1", c.Workers)
	}
	if c.SaveEvery <= 0 {
		return fmt.Errorf("-save-every is %v, must be positive", c.SaveEvery)
	}
	if len(c.With) > 0 && c.Shard != "" {
		return errors.New("-with and -shard exclude each other")
	}
	c.Override.With = c.With
	planned, published, err := c.plan(t)
	if err != nil {
		return err
	}
	var store *record.Store
	how := run.Options{
		Workers: c.Workers, Rerun: c.Rerun, Keep: c.Keep, Retry: c.Retry, Marginals: c.Marginals,
		SaveEvery: c.SaveEvery, From: c.From,
	}
	if len(c.With) > 0 {
		temp, err := confine.NewTemp()
		if err != nil {
			return err
		}
		defer temp.Remove()
		if err = c.unship(t, temp.Dir, planned, &how); err != nil {
			return err
		}
	}
	if c.Shard != "" {
		store, err = c.share(t, planned, &how)
	} else {
		store, err = record.Create(t.Results, planned.Suite.Name, planned.Text)
	}
	if err != nil {
		return err
	}
	summary, err := do(t, planned, published, store, how)
	if err != nil {
		return err
	}
	if summary.Before > 0 {
		t.note("%d of %d fits were up to date\n", summary.Before, summary.Fits)
	}
	if c.Shard == "" {
		if err := printTable(t, store.Dir(), "text", results.TableOptions{},
			layout.Style{}); err != nil {
			return err
		}
	}
	t.note("results: %s\n", store.Dir())
	if summary.Failed > 0 {
		return fmt.Errorf("%d of %d fits %w", summary.Failed, summary.Fits, errFailed)
	}
	return nil
}

// unship unpacks the shipped results of the suite into an empty folder, for all learners but those
// of -with.
func (c *runCommand) unship(t *terminal, temp string, planned *plan.Plan, how *run.Options) error {
	s, _, err := results.FindSuite(c.Suite)
	if err != nil {
		return err
	}
	sum, err := results.Unship(s, temp)
	if err != nil {
		return err
	}
	t.note("shipped results: SHA-256 %s\n", sum)
	how.Shipped = temp
	for _, l := range planned.Suite.Learners {
		if !slices.ContainsFunc(s.Learners, func(o suite.Learner) bool { return o.Label == l.Label }) {
			how.Strangers = append(how.Strangers, l.Label)
		}
	}
	return nil
}

// do runs the fits that are not done, and closes the store.
func do(t *terminal, planned *plan.Plan, published *suite.Published,
	store *record.Store, how run.Options) (summary run.Summary, err error) {
	defer t.orderly()()
	defer func() { err = errors.Join(err, store.Close()) }()
	if err = keepTexts(store.Dir(), planned.Suite, published); err == nil {
		how.Others, err = record.Runs(t.Results)
	}
	if err != nil {
		return summary, err
	}
	var m runtime.MemStats
	if runtime.ReadMemStats(&m); m.HeapAlloc > 64<<20 {
		debug.SetGCPercent(20) // large data have few pointers to follow
	}
	how.Declare = func() error {
		runs := slices.Concat(how.Others, how.From)
		if how.Shipped != "" {
			runs = append(runs, how.Shipped)
		}
		return results.Declare(store.Dir(), runs, published)
	}
	p := newProgress(t)
	defer p.close()
	how.Observe = p.observe
	return run.Run(t.ctx, planned, store, how)
}

// keepTexts writes suite file, suite folder and published numbers into the run folder, for readers
// and for tables. They are not part of the plan: editing a comment or a number starts no new run.
func keepTexts(dir string, s *suite.Suite, p *suite.Published) error {
	if err := keepText(filepath.Join(dir, suite.FileName), s.Text()); err != nil {
		return err
	}
	from, err := filepath.Abs(s.Dir())
	if err == nil {
		ownCommands(from, s)
		err = keepText(filepath.Join(dir, suite.DirFile), []byte(from+"\n"))
	}
	if err != nil {
		return err
	}
	name := filepath.Join(dir, suite.PublishedName)
	if p != nil {
		return keepText(name, p.Text)
	}
	if err := os.Remove(name); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// keepText replaces a file atomically if its content differs, since other shards may read it.
func keepText(name string, text []byte) error {
	dir, base := filepath.Split(name)
	if have, err := rundir.Read(dir, base); err == nil && bytes.Equal(have, text) {
		return nil
	}
	return rundir.Write(dir, base, text)
}

// runOptions returns the options of plans.
func (t *terminal) runOptions() plan.Options {
	return plan.Options{
		DataDir: t.Data, PluginPath: t.Plugins, Results: t.Results,
		Note: func(line string) { fmt.Fprintln(t.err, line) },
	}
}

// past returns the options to read the plan of a run folder again.
func (t *terminal) past(dir string) plan.Options {
	b := t.runOptions()
	// old runs lack it and have no data files of their own
	if from, err := rundir.Read(dir, suite.DirFile); err == nil {
		b.SuiteDir = strings.TrimSuffix(string(from), "\n")
	}
	return b
}

// share opens the run folder for a shard. With -shard I/N, the plan keeps the fits of this part
// only. With auto, the task leases fits of the whole plan, one after the other.
func (c *runCommand) share(t *terminal, planned *plan.Plan,
	settings *run.Options) (*record.Store, error) {
	shard, err := cluster.Parse(c.Shard)
	if err != nil {
		return nil, err
	}
	store, err := record.CreateShard(t.Results, planned.Suite.Name, planned.Text,
		fmt.Sprintf("%dof%d", shard.Index+1, shard.Of))
	if err != nil {
		return nil, err
	}
	n, part := len(planned.Fits), planned.Shard(shard.Index, shard.Of)
	if !shard.Auto {
		planned.Fits = slices.DeleteFunc(planned.Fits, func(f *plan.Fit) bool { return !part(f) })
		t.note("shard %s has %d of %d fits\n", shard, len(planned.Fits), n)
		return store, nil
	}
	settings.Lease, settings.Mine = true, part
	left, err := run.Left(planned, store, *settings)
	if err == nil {
		err = store.Leases().ReleaseOwn(left)
	}
	if err != nil {
		return nil, errors.Join(err, store.Close())
	}
	t.note("shard %s leases fits, %d are left\n", shard, len(left))
	return store, nil
}
