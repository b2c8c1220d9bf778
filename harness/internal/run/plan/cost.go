package plan

import (
	"slices"

	"github.com/spbench/spbench/harness/internal/record"
)

// Costs returns the expected seconds of each fit of the plan: the median over fits in the run
// folders with the same learner, dataset and label, or else with the same learner and dataset, or
// else over all fits. Without any fit it is 1. known counts the fits with an estimate by learner
// and dataset.
func (p *Plan) Costs(runs []string) (seconds []float64, known int, err error) {
	type like struct{ learner, data, label string }
	times := map[like][]float64{}
	for _, dir := range runs {
		fits, _, err := record.Load(dir, record.DropCurve)
		if err != nil {
			return nil, 0, err
		}
		for i := range fits {
			f := &fits[i]
			if s := SecondsOf(f); s > 0 {
				name, data := f.Learner, f.DatasetHash
				for _, l := range []like{{name, data, f.Label}, {name, data, ""}, {}} {
					times[l] = append(times[l], s)
				}
			}
		}
	}
	for _, list := range times {
		slices.Sort(list)
	}
	seconds = make([]float64, len(p.Fits))
	for i, f := range p.Fits {
		seconds[i] = 1
		name, data := f.Learner.Name, f.Dataset.Data.Hash
		for _, l := range []like{{name, data, f.Learner.Label}, {name, data, ""}, {}} {
			if list := times[l]; len(list) > 0 {
				if seconds[i] = list[len(list)/2]; l != (like{}) {
					known++
				}
				break
			}
		}
	}
	return seconds, known, nil
}

// SecondsOf returns the wall time of tuning, fit and predictions; 0 if the fit did not end.
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

// Shard returns a function for choosing the fits of shard i, from 0, of n. The choice depends on
// the plan alone. Fits with the same key belong to one shard; learners and datasets are mixed.
func (p *Plan) Shard(i, n int) func(*Fit) bool {
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
