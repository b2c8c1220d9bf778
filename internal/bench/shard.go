package bench

import (
	"maps"
	"slices"

	"github.com/spbench/spbench/internal/cluster"
	"github.com/spbench/spbench/internal/host"
	"github.com/spbench/spbench/internal/record"
)

// Costs returns the seconds that each fit of the plan is expected to take, from what fits in those run folders took: the
// median over those of its learner on its dataset, by label, else by content; else over those of its learner; else over
// those on its dataset; else over all. Without any each costs 1. Known is how many are expected by learner and dataset.
func (p *Plan) Costs(runs []string) (seconds []float64, known int, err error) {
	took := map[likeness][]float64{}
	for _, dir := range runs {
		index, err := record.OpenIndex(dir)
		if err != nil {
			return nil, 0, err
		}
		for f := range index.Fits() {
			if s := SecondsOf(f); s > 0 {
				for _, l := range likenesses(f.Learner, f.Label, f.Dataset, f.DatasetHash) {
					took[l] = append(took[l], s)
				}
			}
		}
	}
	median := map[likeness]float64{}
	for l, list := range took {
		slices.Sort(list)
		median[l] = list[len(list)/2]
	}
	seconds = make([]float64, len(p.Fits))
	for i, f := range p.Fits {
		seconds[i] = 1
		for level, l := range likenesses(f.Learner.Name, f.Learner.Label, f.Dataset.Spec.Label, f.Dataset.Data.Hash) {
			if s, ok := median[l]; ok {
				if seconds[i] = s; level < 2 {
					known++
				}
				break
			}
		}
	}
	return seconds, known, nil
}

// A likeness is what fits have in common that cost about the same: some of the fields, in the order of the levels.
type likeness struct {
	level                         int
	learner, label, dataset, hash string
}

// likenesses returns those of a fit, the closest first.
func likenesses(learner, label, dataset, hash string) [5]likeness {
	return [5]likeness{
		{level: 0, learner: learner, label: label, dataset: dataset, hash: hash},
		{level: 1, learner: learner, hash: hash},
		{level: 2, learner: learner},
		{level: 3, hash: hash},
		{level: 4},
	}
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

// Divide returns which of n shards each fit is for, so that they take about as long. Fits with one key, which share what
// is fitted, are for one shard. Those in done cost nothing.
func (p *Plan) Divide(seconds []float64, n int, done func(*Fit) bool) []int {
	var costs []float64
	at := map[string]int{} // of a key among the costs
	for i, f := range p.Fits {
		if _, ok := at[f.Key]; ok {
			continue
		}
		at[f.Key] = len(costs)
		cost := seconds[i]
		if done != nil && done(f) {
			cost = 0
		}
		costs = append(costs, cost)
	}
	shards := cluster.Partition(costs, n)
	of := make([]int, len(p.Fits))
	for i, f := range p.Fits {
		of[i] = shards[at[f.Key]]
	}
	return of
}

// Leave leaves the fits of one shard in the plan and takes the others out, by what Divide returned. Its text stays that
// of the whole.
func (p *Plan) Leave(of []int, shard int) {
	var fits []*Fit
	for i, f := range p.Fits {
		if of[i] == shard {
			fits = append(fits, f)
		}
	}
	p.Fits = fits
}

// Pin copies the programs of the plan's learners into a folder; see [host.Pin].
func (p *Plan) Pin(dir string) error {
	var sources []host.Source
	for _, name := range slices.Sorted(maps.Keys(p.learners)) {
		sources = append(sources, p.learners[name].source)
	}
	return host.Pin(dir, sources)
}

// Left returns the keys of the fits of which the store has no outcome by this build; if retry, or only a failure.
func (p *Plan) Left(store *record.Store, retry bool) (map[string]bool, error) {
	index, err := record.OpenIndex(store.Dir())
	if err != nil {
		return nil, err
	}
	left := map[string]bool{}
	for _, f := range p.Fits {
		left[f.Key] = true
	}
	for f := range index.Fits() {
		if !retry || !f.Outcome.Failed() {
			delete(left, f.Key)
		}
	}
	return left, nil
}
