package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/record/rundir"
	"github.com/spbench/spbench/harness/internal/results"
	"github.com/spbench/spbench/harness/internal/run"
	"github.com/spbench/spbench/harness/internal/suite"
)

// runCommand runs a suite and prints its table.
type runCommand struct {
	suiteChoice `embed:""`
	Workers     int  `default:"1" help:"Fits at a time. More than one makes their seconds less comparable."`
	Rerun       bool `xor:"changed" help:"Fit again what other builds, of learners or of spbench, did."`
	Keep        bool `xor:"changed" help:"Keep what other builds did, with a mark in the table."`
	Retry       bool `help:"Fit or score again what failed."`

	From []string `placeholder:"RUN" help:"Take the same fits over from this run folder too, beside all that are in -results."`

	Trust []string `placeholder:"DIR" help:"Reuse fits of this run folder, or of all run folders in it, though another user owns them."`

	SaveEvery time.Duration `default:"30s" help:"How often the state of a fit is saved, of learners that can: an interrupted run goes on from there."`

	Marginals bool `help:"Keep the marginals of predictions too, which take space, beside the labels."`

	Shard string `placeholder:"I/N" help:"Only part I of N of the fits, beside processes that do the others, here or on other machines; auto: a task of a job array, which does the fits that no other task does, in a shared folder."`
}

func (c *runCommand) Run(t *terminal, o *options) error {
	if c.Workers < 1 {
		return fmt.Errorf("-workers is %d, must be at least 1", c.Workers)
	}
	if c.SaveEvery <= 0 {
		return fmt.Errorf("-save-every is %v, must be positive", c.SaveEvery)
	}
	s, published, err := c.read()
	if err != nil {
		return err
	}
	settings := o.bench(t)
	settings.Pins = pinsOf(c.Suite)
	plan, err := run.NewPlan(t.ctx, s, settings)
	if err != nil {
		return err
	}
	var store *record.Store
	how := run.RunOptions{
		Workers: c.Workers, Rerun: c.Rerun, Keep: c.Keep, Retry: c.Retry, Marginals: c.Marginals, SaveEvery: c.SaveEvery, From: c.From, Trust: c.Trust,
	}
	if c.Shard != "" {
		store, err = c.share(t, o, plan, &how)
	} else {
		store, err = record.Create(o.Results, plan.Suite.Name, plan.Text)
	}
	if err != nil {
		return err
	}
	err = keepTexts(store.Dir(), plan.Suite, published)
	var summary run.Summary
	if err == nil {
		summary, err = do(t, o, plan, store, how)
	}
	if err := errors.Join(err, store.Close()); err != nil {
		return err
	}
	if summary.Before > 0 {
		fmt.Fprintf(t.err, "%d of %d fits were done before\n", summary.Before, summary.Fits)
	}
	if c.Shard != "" {
		fmt.Fprintf(t.err, "results: %s\n", store.Dir())
		return failures(summary)
	}
	if err := printTable(t, store.Dir(), "text", results.TableOptions{}, new(cutFlags).style(t, "text")); err != nil {
		return err
	}
	fmt.Fprintf(t.err, "results: %s\n", store.Dir())
	return failures(summary)
}

// do runs what is left of the plan.
func do(t *terminal, o *options, plan *run.Plan, store *record.Store, how run.RunOptions) (summary run.Summary, err error) {
	if how.Others, err = record.Runs(o.Results); err != nil {
		return summary, err
	}
	p := newProgress(t.watched(), t.interactive, plan.Suite.Metrics[0].Name)
	defer p.close()
	how.ReportEvery, how.Observe = p.every(), p.observe
	return plan.Run(t.ctx, store, how)
}

// failures returns an error where fits failed.
func failures(s run.Summary) error {
	if s.Failed > 0 {
		return fmt.Errorf("%d of %d fits: %w", s.Failed, s.Fits, errFailed)
	}
	return nil
}

// watched is where a run is shown.
func (t *terminal) watched() io.Writer {
	if t.interactive {
		return t.moving
	}
	return t.err
}

// keepTexts leaves in the run folder the suite as it is written, for readers, where it lay, and what stands beside it,
// which is where a table looks for published numbers. They are no part of the plan: to
// correct a comment or a number does not begin another run.
func keepTexts(dir string, s *suite.Suite, p *suite.Published) error {
	if err := keepText(filepath.Join(dir, suite.FileName), s.Text()); err != nil {
		return err
	}
	from, err := filepath.Abs(s.Dir())
	if err == nil {
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

// keepText writes a file that is not as it should be: shards of one run that read it meanwhile must find it whole.
func keepText(name string, text []byte) error {
	dir, base := filepath.Split(name)
	if have, err := rundir.Read(dir, base); err == nil && bytes.Equal(have, text) {
		return nil
	}
	return rundir.Write(dir, base, text)
}

// bench returns the options of plans.
func (o *options) bench(t *terminal) run.Options {
	return run.Options{
		DataDir: o.Data, PluginPath: o.Plugins, Results: o.Results,
		Note: func(line string) { fmt.Fprintln(t.err, line) },
	}
}

// past returns the options of what is done again from a run folder.
func (o *options) past(t *terminal, dir string) run.Options {
	b := o.bench(t)
	if from, err := rundir.Read(dir, suite.DirFile); err == nil { // a run of before there was one has no own data
		b.SuiteDir = strings.TrimSuffix(string(from), "\n")
	}
	return b
}
