package report

import (
	"fmt"

	"github.com/spbench/spbench/internal/record"
	"github.com/spbench/spbench/internal/stats"
)

// A builtPart is the differences of some rows on a dataset.
type builtPart struct {
	Comparison // notes, and how many rows are the same

	dataset string // "" where nothing differs
	columns []Column
	rows    [][]measured // by column
	tested  func(n int) string
}

// A measured difference is one that has been tested, if it could be.
type measured struct {
	Difference
	test   *stats.Test // nil: not
	beyond float64     // P of the difference less the threshold
}

// measure finds the differences of all pairs of some rows. Where seeds are given they are those of all rows of the dataset.
func (p *builtPart) measure(pairs []Paired, seeds []*Entry, metrics []Metric, alpha float64) error {
	entries, differs := p.lay(pairs)
	if len(entries) == 0 {
		return nil
	}
	if err := check(entries, Options{Metrics: metrics, Alpha: alpha}); err != nil {
		return err
	}
	g := arrange(entries)
	if err := g.check(); err != nil {
		return err
	}
	p.dataset = g.datasets[0]
	all := g
	if len(seeds) > 0 {
		all = arrange(seeds)
		g.judges[p.dataset] = all.judge(p.dataset)
	}
	for _, m := range metrics {
		col := Column{Dataset: p.dataset, Metric: m, Digits: m.Digits(), judge: g.judge(p.dataset)}
		var list []measured
		for _, row := range g.rows {
			at := place{row, p.dataset}
			if differs[at] == nil {
				continue
			}
			x, err := g.difference(at, col, differs[at], alpha)
			if err != nil {
				return err
			}
			if x != nil {
				list = append(list, *x)
			}
		}
		p.columns, p.rows = append(p.columns, col), append(p.rows, list)
	}
	p.tested = all.tested(p.dataset)
	return nil
}

// difference is that in a place of column c; nil where neither build can be measured so.
func (g *grouping) difference(at place, c Column, differs []string, alpha float64) (*measured, error) {
	after, is, err := g.cell(at.row, c)
	if err != nil {
		return nil, err
	}
	before, was, err := g.cell(rowName{Before(at.row.label), at.row.output}, c)
	if err != nil {
		return nil, err
	}
	if before.Good+after.Good == 0 {
		return nil, nil
	}
	nan := record.Number(notANumber)
	d := &measured{Difference: Difference{
		Dataset: at.dataset, Learner: at.row.label, Output: at.row.output, Metric: c.Metric.Name, Higher: c.Metric.Higher, Fits: after.Planned,
		Before: before.Mean, After: after.Mean, Effect: after.Mean - before.Mean, Low: nan, High: nan, P: nan, Floor: nan, Adjusted: nan, BeyondP: nan,
		Verdict: IsUntested, Differs: differs, Threshold: c.Metric.Threshold,
	}}
	switch {
	case failsNow(before.Values, after.Values):
		d.Verdict, d.Effect, d.Reason = HasFailed, nan, lacking(&after)
	case !before.Complete():
		d.Effect, d.Reason = nan, "before: "+lacking(&before)
	case !after.Complete():
		d.Effect, d.Reason = nan, lacking(&after)
	case unchanged(was, is, before.Values, after.Values):
		d.Verdict = IsEqual // and can never be anything else, so that it is not in the family
	default:
		diff, err := is.minus(was)
		if err != nil {
			return nil, fmt.Errorf("report: %s: %s: the two builds: %w", at.dataset, at.row.label, err)
		}
		d.judge(diff, &c.judge, alpha)
	}
	return d, nil
}

// judge tests a difference, and whether it is one by more than the threshold for the worse: the same difference less the threshold.
func (d *measured) judge(diff sample, judge *judge, alpha float64) {
	switch {
	case judge.silent != "":
		d.Reason = judge.silent
		return
	case judge.byInstance && diff.parts == nil:
		d.Reason = "what the value is made of was not recorded by instance"
		return
	}
	test := judge.difference(diff)
	if !finite(test.P) {
		d.Reason = "differences do not vary"
		return
	}
	low, high := test.Interval(1 - alpha)
	d.Low, d.High, d.P, d.Floor = record.Number(low), record.Number(high), record.Number(test.P), record.Number(test.Floor)
	d.test, d.beyond = &test, d.beyondP(diff, judge, &test)
}

// beyondP returns twice the one-sided p that the later build is worse by more than the threshold, 1 at most: of the same test of the difference less
// the threshold.
func (d *Difference) beyondP(diff sample, judge *judge, test *stats.Test) float64 {
	worse := d.Threshold
	if d.Higher {
		worse = -worse
	}
	shifted := *test
	if worse != 0 {
		shifted = judge.difference(diff.less(worse))
	}
	if d.loss() > d.Threshold {
		return shifted.P
	}
	return 1 // for one that is better takes no place in the correction from one that is worse
}
