package main

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/spbench/spbench/internal/bench"
	"github.com/spbench/spbench/internal/record"
	"github.com/spbench/spbench/internal/report"
	"github.com/spbench/spbench/internal/suite"
)

// A buildRun is one side of a comparison of builds: a run, or what earlier builds did in it.
type buildRun struct {
	bench.Side
	dir  string
	fits []record.Fit // all
}

// readBuilds reads both sides. Where after is the same folder, or "", that of before are the fits that others of
// another build stand before in the table. read reads one side.
func readBuilds(before, after string, read func(dir string) (*bench.Written, []record.Fit, error)) (was, is *buildRun, err error) {
	if after == "" {
		after = before
	}
	if is, err = readBuild(after, read); err != nil {
		return nil, nil, err
	}
	if !record.SameFolder(before, after) {
		was, err = readBuild(before, read)
		return was, is, err
	}
	earlier := bench.Earlier(is.fits, is.Fits)
	if len(earlier) == 0 {
		return nil, nil, fmt.Errorf("%s has no fits of an earlier build: name the run folder that has them, or edit a learner and run the suite with -rerun", after)
	}
	old := *is
	old.Fits, _ = record.Standing(earlier)
	old.fits = earlier
	return &old, is, nil
}

func readBuild(dir string, read func(dir string) (*bench.Written, []record.Fit, error)) (*buildRun, error) {
	plan, fits, err := read(dir)
	if err != nil {
		return nil, err
	}
	at, _ := record.Standing(fits)
	return &buildRun{bench.Side{Plan: plan, Fits: at}, dir, fits}, nil
}

// stale counts the places of which all fits were scored by other sources than the last one of all.
func (b *buildRun) stale() int {
	left := map[record.Place]bool{}
	for i := range b.fits {
		if place := b.fits[i].Place(); b.Fits[place] == nil {
			left[place] = true
		}
	}
	return len(left)
}

// planned returns what was planned of the rows of a side, by dataset, split and seed, and without a learner.
func (b *buildRun) planned() map[record.Place]*bench.Repeat {
	at := map[record.Place]*bench.Repeat{}
	for i := range b.Plan.Repeats {
		r := &b.Plan.Repeats[i]
		at[record.Place{Dataset: r.Dataset, Split: r.Split, Seed: r.Seed}] = r
	}
	return at
}

// entry returns a row of a side as its table has it, with its statistics.
func (b *buildRun) entry(row bench.RowOf, planned map[record.Place]*bench.Repeat) (*report.Entry, error) {
	of := row.Fit.Place()
	of.Label = ""
	r := planned[of]
	if r == nil {
		return nil, fmt.Errorf("%s: the plan has no split %d and seed %s of %s, the records have", b.dir, of.Split, of.Seed, of.Dataset)
	}
	e := entryOf(b.Plan, r, row.Fit.Label, row.Output)
	report.Fill(&e, row.Fit)
	e.Origin = report.MadeBy(row.Fit)
	return &e, e.Read(b.dir)
}

// beside returns the plan and the fits of a run with the rows of it that other builds did in the run folder with, which may be the
// same, each beside its row as LABEL (before). Rows that are of one build in both are not there twice.
func beside(t *terminal, dir, with string) (*bench.Written, []record.Fit, error) {
	before, after, err := readBuilds(with, dir, func(dir string) (*bench.Written, []record.Fit, error) {
		return readScores(t, dir, record.ReadStatistics)
	})
	if err != nil {
		return nil, nil, err
	}
	for _, m := range after.Plan.Suite.Metrics {
		for _, old := range before.Plan.Suite.Metrics {
			if old.Label == m.Label && !sameMetric(&old, &m) {
				return nil, nil, fmt.Errorf("the metric %s is another in %s than in %s", m.Label, with, dir)
			}
		}
	}
	fits, rescored := slices.Clone(after.fits), 0
	learners := map[string]bool{} // labels of those with an earlier build
	copies := map[[2]*record.Fit]int{}
	pairs, _, _ := bench.Pair(&before.Side, &after.Side)
	for _, p := range pairs {
		switch {
		case len(p.Differs) == 0:
			continue
		case slices.Contains(p.Differs, "score"):
			rescored++
			continue
		}
		of := [2]*record.Fit{p.Before.Fit, p.After.Fit}
		if _, ok := copies[of]; !ok {
			copies[of] = len(fits)
			was, is := *p.Before.Fit, p.After.Fit
			was.Dataset, was.Label, was.Split, was.Seed, was.Rows = is.Dataset, report.Before(is.Label), is.Split, is.Seed, slices.Clone(was.Rows)
			fits = append(fits, was)
			learners[is.Label] = true
		}
		rows := fits[copies[of]].Rows
		for i := range rows {
			if p.Before.Fit.Rows[i].Label == p.Before.Output {
				rows[i].Label = p.After.Output
			}
		}
	}
	if rescored > 0 {
		fmt.Fprintf(t.err, "warning: %d rows of %s were scored by another spbench and are left out: run their suite again, which scores them without fitting them\n", rescored, with)
	}
	if len(learners) == 0 {
		fmt.Fprintf(t.err, "warning: nothing in %s was done by another build: the table is that of %s alone\n", with, dir)
	}
	plan, s := *after.Plan, *after.Plan.Suite
	s.Learners = nil
	for _, l := range after.Plan.Suite.Learners {
		s.Learners = append(s.Learners, l)
		if learners[l.Label] && (l.Placebo == nil || learners[l.Placebo.Of]) {
			l.Label = report.Before(l.Label)
			if l.Placebo != nil { // it repeats the build of its time
				l.Placebo = &suite.Placebo{Of: report.Before(l.Placebo.Of), Number: l.Placebo.Number}
			}
			s.Learners = append(s.Learners, l)
		}
	}
	plan.Suite = &s
	return &plan, fits, nil
}

func sameMetric(a, b *suite.Metric) bool { return a.Name == b.Name && bytes.Equal(a.Args, b.Args) }
