package bench

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"time"

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
		fits, _, err := record.Load(dir, record.CutCurve)
		if err != nil {
			return nil, 0, err
		}
		for i := range fits {
			f := &fits[i]
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

// Divide says for which of n shards each fit is, so that they take about as long. Fits with one key, which share what
// is fitted, are for one shard. Those in done cost nothing.
func (p *Plan) Divide(seconds []float64, n int, done func(*Fit) bool) record.Division {
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
	return record.Division{Shards: n, Of: of, Seconds: seconds}
}

// Leave leaves in the plan the fits that are chosen, by their place in it, those that are expected to take longest first,
// and takes the others out. Its text stays that of the whole.
func (p *Plan) Leave(d record.Division, of func(i int) bool) { p.Fits = chosen(p.Fits, d, of) }

// chosen returns some of the fits of a divided plan, those that are expected to take longest first.
func chosen(fits []*Fit, d record.Division, of func(i int) bool) []*Fit {
	var places []int
	for i := range fits {
		if of(i) {
			places = append(places, i)
		}
	}
	slices.SortStableFunc(places, func(a, b int) int { return cmp.Compare(d.Seconds[b], d.Seconds[a]) })
	list := make([]*Fit, len(places))
	for n, i := range places {
		list[n] = fits[i]
	}
	return list
}

// Pin copies the programs of the plan's learners into a folder; see [host.Pin].
func (p *Plan) Pin(dir string) error {
	var sources []host.Source
	for _, name := range slices.Sorted(maps.Keys(p.learners)) {
		sources = append(sources, p.learners[name].source)
	}
	return host.Pin(dir, sources)
}

// Alike returns costs by which shards divide the plan alike wherever they are, whatever records there are: about one each,
// so that fits are mixed.
func (p *Plan) Alike() []float64 {
	costs := make([]float64, len(p.Fits))
	for i, f := range p.Fits {
		n, err := strconv.ParseUint(f.Key[:8], 16, 32)
		if err != nil {
			panic("bench: a key that is no hash: " + f.Key)
		}
		costs[i] = 1 + float64(n)/(1<<40)
	}
	return costs
}

// Most returns the wall time after which nothing of the fit goes on: tuning, fitting and predicting, each to its limit; 0 where the suite sets none.
func (f *Fit) Most() time.Duration {
	return f.limit() * time.Duration((1+len(f.Learner.Outputs))*(1+len(f.Learner.Candidates)))
}
