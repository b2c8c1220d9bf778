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
	dir   string
	stubs []record.Stub                           // of all fits
	fit   func(*record.Stub) (*record.Fit, error) // reads one; may be called concurrently
	sums  *report.Sums                            // of their statistics; nil where these are read
}

// readBuilds reads both sides. Where after is the same folder, or "", that of before are the fits that others of
// another build stand before in the table.
func readBuilds(before, after string, read func(dir string) (*buildRun, error)) (was, is *buildRun, err error) {
	if after == "" {
		after = before
	}
	if is, err = read(after); err != nil {
		return nil, nil, err
	}
	if !record.SameFolder(before, after) {
		was, err = read(before)
		return was, is, err
	}
	earlier := bench.Earlier(is.stubs, is.Fits)
	if len(earlier) == 0 {
		return nil, nil, fmt.Errorf("%s has no fits of an earlier build: name the run folder that has them, or edit a learner and run the suite with -rerun", after)
	}
	old := *is
	old.Fits, old.stubs = report.Standing(earlier), earlier
	return &old, is, nil
}

// readBuild reads one side with all that its records say, and the statistics.
func readBuild(t *terminal, dir string) (*buildRun, []record.Fit, error) {
	plan, fits, err := readScores(t, dir)
	if err != nil {
		return nil, nil, err
	}
	stubs := record.StubsOf(fits)
	fit := func(s *record.Stub) (*record.Fit, error) { return &fits[s.N], nil }
	identity := func(s *record.Stub) map[string]string { return fits[s.N].Identity }
	return &buildRun{Side: bench.Side{Plan: plan, Fits: report.Standing(stubs), Identity: identity}, dir: dir, stubs: stubs, fit: fit}, fits, nil
}

// readBriefBuild reads one side by its index.
func readBriefBuild(t *terminal, dir string) (*buildRun, error) {
	r, err := readBrief(t, dir)
	if err != nil {
		return nil, err
	}
	side := bench.Side{Plan: r.plan, Fits: report.Standing(r.stubs), Identity: r.index.Identity}
	return &buildRun{Side: side, dir: dir, stubs: r.stubs, fit: r.fit, sums: r.sums}, nil
}

// stale counts the places of which all fits were scored by other sources than the last one of all.
func (b *buildRun) stale() int {
	left := map[record.Place]bool{}
	for i := range b.stubs {
		if place := b.stubs[i].Place; b.Fits[place] == nil {
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

// rowsOf reads the rows of a side, the fit of several in a row once.
type rowsOf struct {
	*buildRun
	planned map[record.Place]*bench.Repeat // see there
	last    *record.Stub
	read    *record.Fit // that of last
}

// entry returns a row as the table of its side has it.
func (b *rowsOf) entry(row bench.RowOf) (*report.Entry, error) {
	of := row.Fit.Place
	of.Label = ""
	r := b.planned[of]
	if r == nil {
		return nil, fmt.Errorf("%s: the plan has no split %d and seed %s of %s, the records have", b.dir, of.Split, of.Seed, of.Dataset)
	}
	if b.last != row.Fit {
		f, err := b.fit(row.Fit)
		if err != nil {
			return nil, err
		}
		b.last, b.read = row.Fit, f
	}
	e := entryOf(b.Plan, r, row.Fit.Label, row.Output)
	report.Fill(&e, b.read)
	e.Origin, e.Sums = report.MadeBy(row.Fit), b.sums
	return &e, nil
}

// beside returns the plan and the fits of a run with the rows of it that other builds did in the run folder with, which may be the
// same, each beside its row as LABEL (before). Rows that are of one build in both are not there twice.
func beside(t *terminal, dir, with string) (*bench.Written, []record.Fit, error) {
	fitsOf := map[*bench.Written][]record.Fit{} // by the plan of their side
	before, after, err := readBuilds(with, dir, func(dir string) (*buildRun, error) {
		side, fits, err := readBuild(t, dir)
		if err == nil {
			fitsOf[side.Plan] = fits
		}
		return side, err
	})
	if err != nil {
		return nil, nil, err
	}
	olds, news := fitsOf[before.Plan], fitsOf[after.Plan]
	for _, m := range after.Plan.Suite.Metrics {
		for _, old := range before.Plan.Suite.Metrics {
			if old.Label == m.Label && !sameMetric(&old, &m) {
				return nil, nil, fmt.Errorf("the metric %s is another in %s than in %s", m.Label, with, dir)
			}
		}
	}
	fits, rescored := slices.Clone(news), 0
	learners := map[string]bool{} // labels of those with an earlier build
	copies := map[[2]*record.Stub]int{}
	pairs, _, _ := bench.Pair(&before.Side, &after.Side)
	for _, p := range pairs {
		switch {
		case len(p.Differs) == 0:
			continue
		case slices.Contains(p.Differs, "score"):
			rescored++
			continue
		}
		of := [2]*record.Stub{p.Before.Fit, p.After.Fit}
		if _, ok := copies[of]; !ok {
			copies[of] = len(fits)
			was, is := olds[p.Before.Fit.N], &news[p.After.Fit.N]
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
