package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/claims"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/results"
	"github.com/spbench/spbench/harness/internal/run"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/table/notes"
	"github.com/spbench/spbench/harness/internal/wording"
)

// planCommand prints the fits of a suite without running them.
type planCommand struct {
	suiteChoice `embed:""`
	Pilot       bool `help:"Make the fits of two splits, and estimate differences from them."`
}

func (c *planCommand) Run(t *terminal) error {
	p, published, err := c.plan(t)
	if err != nil {
		return err
	}
	s := p.Suite
	written, err := plan.Read(p.Text)
	if err != nil {
		return err
	}
	rows := 0
	for i := range s.Learners {
		rows += len(s.Learners[i].Decoders)
	}
	t.printf("%s: %s (%s × %s), %s in the table\n\n", s.Name,
		wording.Count(len(p.Fits), "fit"), wording.Count(len(s.Learners), "learner"),
		wording.Count(len(written.Repeats), "repeat"), wording.Count(rows, "row"))
	w := columns(t.out)
	fmt.Fprintln(w, "dataset\tsplit\tseed\ttrain\tboxes\tpartial\ttest\tvariables")
	for _, r := range written.Repeats {
		fmt.Fprintf(w, "%s\t%d\t%s\t%d\t%d\t%d\t%d\t%d\n", r.Dataset, r.Split, r.Seed, r.Train,
			r.Boxes, r.Partial, r.Test, r.Variables)
	}
	printLearners(w, s)
	if err := w.Flush(); err != nil {
		return err
	}
	sizes, err := weights(p)
	if err != nil {
		return err
	}
	t.printf("\nweights of a fit: %s\ntime limit of a fit or a prediction: %s\n\n", sizes,
		limits(p))
	entries := results.Entries(written)
	planned := &table.Table{Entries: entries}
	for _, text := range notes.Planned(planned) {
		t.printf("%s\n\n", text)
	}
	lines := table.PlannedPower(entries, s)
	if c.Pilot {
		if err := pilot(t, p, published); err != nil {
			return err
		}
	}
	dir := record.Folder(t.Results, s.Name, p.Text)
	if record.IsRun(dir) {
		r, err := results.ReadTable(dir, t.warn, results.TableOptions{Splits: 2})
		if err != nil {
			return err
		}
		lines = append(lines, claims.Planned(r.Table, entries)...)
	}
	for _, line := range lines {
		fmt.Fprintln(t.out, line)
	}
	return nil
}

// weights lists the number of weights of the first fit to each dataset, and the memory of one vector
// of them. Training needs several.
func weights(p *plan.Plan) (string, error) {
	var seen, parts []string
	for _, f := range p.Fits {
		label := f.Dataset.Spec.Label
		if slices.Contains(seen, label) {
			continue
		}
		seen = append(seen, label)
		in, err := f.Instances()
		if err == nil {
			in, err = in.Prepared(f.Dataset)
		}
		if err != nil {
			return "", err
		}
		n := in.Map.Dim()
		parts = append(parts, label+" "+wording.Grouped(n)+" ("+megabytes(8*int64(n))+")")
	}
	return strings.Join(parts, ", "), nil
}

// pilot makes the fits of two splits.
func pilot(t *terminal, p *plan.Plan, published *suite.Published) error {
	p.Fits = slices.DeleteFunc(p.Fits, func(f *plan.Fit) bool { return f.Split > 1 })
	p.Weaker = nil // run will say it
	t.note("pilot: %d fits\n", len(p.Fits))
	store, err := record.CreateShard(t.Results, p.Suite.Name, p.Text, "pilot")
	if err == nil {
		_, err = do(t, p, published, store, run.Options{})
	}
	return err
}

// printLearners prints the learners of a suite and the oracles of its datasets.
func printLearners(w io.Writer, s *suite.Suite) {
	fmt.Fprintln(w, "\nlearner\tlabel\tdecoders\tparameters")
	for i := range s.Learners {
		l := &s.Learners[i]
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", l.Name, l.Label, decoderLabels(l), l.Args)
		for _, e := range l.Exceptions {
			fmt.Fprintf(w, "\ton %s\t\t%s\n", e.Dataset, e.Args)
		}
	}
	oracles := "\noracle\ttrained with by\n"
	list := func(o *suite.Spec, by string) {
		if o != nil {
			fmt.Fprintf(w, "%s%s %s\t%s\n", oracles, o.Name, o.Args, by)
			oracles = ""
		}
	}
	for i := range s.Datasets {
		list(s.Datasets[i].Oracle, "all on "+s.Datasets[i].Label)
	}
	for i := range s.Learners {
		list(s.Learners[i].Oracle, s.Learners[i].Label)
	}
}

func decoderLabels(l *suite.Learner) string {
	var labels []string
	for i := range l.Decoders {
		labels = append(labels, l.Decoders[i].Label)
	}
	return strings.Join(labels, ", ")
}

// limits returns the time limits of the fits of a plan.
func limits(p *plan.Plan) string {
	var all []string
	for _, f := range p.Fits {
		limit, byDefault := f.Timeout()
		text := limit.String()
		if byDefault {
			text += " (default; limits: {seconds: N} in the suite changes it)"
		}
		all = ordered.Add(all, text)
	}
	return strings.Join(all, ", or ")
}

// A suiteChoice is a suite on the command line, with changes for a quick look.
type suiteChoice struct {
	Suite          string `arg:"" help:"Folder or file of a suite, or the name of a shipped suite (spbench list suites)."`
	suite.Override `embed:""`
	Seeds          *int `placeholder:"N" help:"Use N seeds."`
}

// plan plans the changed suite. It also returns its published numbers; nil: there are none. If it is
// a run folder with copied programs, the plan uses them.
func (c *suiteChoice) plan(t *terminal) (*plan.Plan, *suite.Published, error) {
	s, published, err := results.FindSuite(c.Suite)
	if err != nil {
		return nil, nil, err
	}
	if c.Seeds != nil {
		if c.Override.Seeds = *c.Seeds; *c.Seeds < 1 {
			return nil, nil, fmt.Errorf("-seeds is %d, must be at least 1", *c.Seeds)
		}
	}
	if s, err = s.Override(c.Override); err != nil {
		return nil, nil, err
	}
	planned, err := plan.New(t.ctx, s, t.runOptions())
	return planned, published, err
}
