package main

import (
	"iter"
	"slices"

	"github.com/spbench/spbench/internal/bench"
	"github.com/spbench/spbench/internal/record"
	"github.com/spbench/spbench/internal/report"
)

// A pairing reads the pairs of two sides with what the records say of those that differ.
type pairing struct {
	before, after *buildRun
	was, is       map[record.Place]*bench.Repeat // what was planned of each
}

// pairedDatasets returns the pairs, which are in the order of datasets and learners: learner by learner where the dataset has one split, so that only
// few entries are there at a time.
func pairedDatasets(before, after *buildRun, pairs []bench.Paired) iter.Seq[report.PairedDataset] {
	p := &pairing{before, after, before.planned(), after.planned()}
	return func(yield func(report.PairedDataset) bool) {
		for len(pairs) > 0 {
			var one []bench.Paired
			one, pairs = alike(pairs, func(f *record.Fit) string { return f.Dataset })
			if !yield(p.dataset(one)) {
				return
			}
		}
	}
}

// alike returns the first pairs that have something in common, and the rest.
func alike(pairs []bench.Paired, of func(*record.Fit) string) (first, rest []bench.Paired) {
	name := of(pairs[0].After.Fit)
	n := slices.IndexFunc(pairs, func(p bench.Paired) bool { return of(p.After.Fit) != name })
	if n < 0 {
		n = len(pairs)
	}
	return pairs[:n], pairs[n:]
}

// dataset is the pairs of one dataset.
func (p *pairing) dataset(pairs []bench.Paired) (d report.PairedDataset) {
	add := func(part []bench.Paired) {
		d.Parts = append(d.Parts, func() ([]report.Paired, error) { return p.read(part) })
	}
	seeds := map[record.Seeds]*report.Entry{}
	for i := range pairs {
		f := pairs[i].After.Fit
		if f.Split != pairs[0].After.Fit.Split {
			d.Seeds = nil
			add(pairs)
			return d
		}
		if len(pairs[i].Differs) > 0 && seeds[f.Seed] == nil {
			e := &report.Entry{Dataset: f.Dataset, Split: f.Split, Seed: f.Seed}
			seeds[f.Seed], d.Seeds = e, append(d.Seeds, e)
		}
	}
	for len(pairs) > 0 {
		var one []bench.Paired
		one, pairs = alike(pairs, func(f *record.Fit) string { return f.Label })
		add(one)
	}
	return d
}

// read returns the pairs with their entries.
func (p *pairing) read(pairs []bench.Paired) ([]report.Paired, error) {
	list := make([]report.Paired, len(pairs))
	err := record.Chunks(len(pairs), 256, func(lo, hi int) (err error) {
		var same *report.Entry // the last one of which nothing differs
		for i := lo; i < hi && err == nil; i++ {
			of := &pairs[i]
			if list[i].Differs = of.Differs; len(of.Differs) == 0 {
				if f := of.After.Fit; same == nil || same.Dataset != f.Dataset || same.Label != f.Label || same.Output != of.After.Output {
					same = &report.Entry{Dataset: f.Dataset, Label: f.Label, Output: of.After.Output}
				}
				list[i].After = same
				continue
			}
			if list[i].Before, err = p.before.entry(of.Before, p.was); err == nil {
				list[i].After, err = p.after.entry(of.After, p.is)
			}
		}
		return err
	})
	return list, err
}
