package run

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"github.com/spbench/spbench/harness/internal/host/find"
	"github.com/spbench/spbench/harness/internal/record"
)

// Costs returns the seconds that each fit of the plan is expected to take: the median over fits in those run folders of
// its learner on its dataset, by label, else without it; else over all fits. Without any fit it is 1. known is how many
// are expected by learner and dataset.
func (p *Plan) Costs(runs []string) (seconds []float64, known int, err error) {
	took := map[[3]string][]float64{}
	for _, dir := range runs {
		fits, _, err := record.Load(dir, record.DropCurve)
		if err != nil {
			return nil, 0, err
		}
		for i := range fits {
			f := &fits[i]
			if s := SecondsOf(f); s > 0 {
				for _, like := range [][3]string{{f.Learner, f.DatasetHash, f.Label}, {f.Learner, f.DatasetHash}, {}} {
					took[like] = append(took[like], s)
				}
			}
		}
	}
	for _, list := range took {
		slices.Sort(list)
	}
	seconds = make([]float64, len(p.Fits))
	for i, f := range p.Fits {
		seconds[i] = 1
		name, data := f.Learner.Name, f.Dataset.Data.Hash
		for _, like := range [][3]string{{name, data, f.Learner.Label}, {name, data}, {}} {
			if list := took[like]; len(list) > 0 {
				if seconds[i] = list[len(list)/2]; like != [3]string{} {
					known++
				}
				break
			}
		}
	}
	return seconds, known, nil
}

// SecondsOf returns how long a fit kept a machine busy: tuning, fitting, and predicting; 0 where it did not get there.
func SecondsOf(f *record.Fit) float64 {
	s := f.Times.Host
	if !(s > 0) {
		return 0
	}
	if f.Times.Tune > 0 {
		s += f.Times.Tune
	}
	for _, row := range f.Times.Rows {
		if row.Wall > 0 {
			s += row.Wall
		}
	}
	return float64(s)
}

// Part returns what chooses part i, from 0, of n of the fits. It depends on the plan alone. Fits
// with one key, which share what is fitted, are in one part; learners and datasets are mixed.
func (p *Plan) Part(i, n int) func(*Fit) bool {
	var keys []string
	for _, f := range p.Fits {
		keys = append(keys, f.Key)
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)
	return func(f *Fit) bool {
		at, _ := slices.BinarySearch(keys, f.Key)
		return at%n == i
	}
}

// Sort puts the fits that are expected to take longest first. It takes the seconds of each fit.
func (p *Plan) Sort(seconds []float64) {
	of := map[*Fit]float64{}
	for i, f := range p.Fits {
		of[f] = seconds[i]
	}
	slices.SortStableFunc(p.Fits, func(a, b *Fit) int { return cmp.Compare(of[b], of[a]) })
}

// Pin copies the programs of the plan's learners into a folder; see [find.Pin].
func (p *Plan) Pin(dir string) error {
	var sources []find.Source
	for _, name := range slices.Sorted(maps.Keys(p.learners)) {
		sources = append(sources, p.learners[name].source)
	}
	return find.Pin(dir, sources)
}

// Most returns the wall time after which nothing of the fit goes on: tuning, fitting and predicting, each to its limit; 0 where the suite sets none.
func (f *Fit) Most() time.Duration {
	return f.limit() * time.Duration((1+len(f.Learner.Decoders))*(1+len(f.Learner.Candidates)))
}
