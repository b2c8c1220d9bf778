package study

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"math"
	"slices"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/table"
)

// A gridSearch is the grid of one learner on one dataset, with the fits of the whole grid.
type gridSearch struct {
	dataset, label string
	metric         table.Metric // of the scores
	style          int
	all, fits      []*record.Fit // fits: those of the whole grid
	grid           [][]byte      // parameters of each candidate
	// validation losses by fit and candidate, negated if higher is better; a failed trial has the
	// worst of its fit
	scores [][]float64
	failed int // number of failed trials

	name   string    // a parameter with different numbers; "" if there is none
	values []float64 // of it, by candidate
}

// gridSearches returns the grid searches of a run, in the order of the table.
func gridSearches(r *Run) (all []*gridSearch) {
	var datasets, labels []string
	of := map[[2]string]*gridSearch{}
	for _, p := range table.FitsOf(r.Entries) {
		datasets, labels = ordered.Add(datasets, p.Dataset), ordered.Add(labels, p.Label)
		if !p.Recorded() || p.Fit.Outcome.Kind == record.Skipped {
			continue
		}
		s := of[[2]string{p.Dataset, p.Label}]
		if s == nil {
			s = &gridSearch{dataset: p.Dataset, label: p.Label, metric: r.Loss(p.Dataset),
				style: slices.Index(labels, p.Label)}
			of[[2]string{p.Dataset, p.Label}] = s
			all = append(all, s)
		}
		s.all = append(s.all, p.Fit)
	}
	for _, s := range all {
		s.collect()
	}
	all = slices.DeleteFunc(all, func(s *gridSearch) bool { return len(s.fits) == 0 })
	slices.SortStableFunc(all, func(a, b *gridSearch) int {
		return cmp.Compare(slices.Index(datasets, a.dataset), slices.Index(datasets, b.dataset))
	})
	return all
}

// gridOf returns the trials of a fit's grid, without its extensions.
func gridOf(f *record.Fit) []record.Trial {
	return slices.DeleteFunc(slices.Clone(f.Trials), func(t record.Trial) bool { return t.Round > 0 })
}

// collect sets the grid. It adds the fits of the whole grid.
func (s *gridSearch) collect() {
	whole := slices.MaxFunc(s.all, func(a, b *record.Fit) int { return len(gridOf(a)) - len(gridOf(b)) })
	for _, t := range gridOf(whole) {
		s.grid = append(s.grid, t.Params)
	}
	if len(s.grid) < 2 {
		return
	}
	s.name, s.values = differing(s.grid)
	for _, f := range s.all {
		if slices.EqualFunc(s.grid, gridOf(f), func(params []byte, t record.Trial) bool {
			return bytes.Equal(params, t.Params)
		}) {
			s.addFit(f)
		}
	}
}

// addFit adds a fit unless all candidates failed.
func (s *gridSearch) addFit(f *record.Fit) {
	var scores []float64
	worst := math.NaN()
	for _, t := range gridOf(f) {
		v := float64(t.Loss)
		if s.metric.Higher {
			v = -v
		}
		scores = append(scores, v)
		if !(v <= worst) && !math.IsNaN(v) {
			worst = v
		}
	}
	if math.IsNaN(worst) {
		return
	}
	for i, v := range scores {
		if math.IsNaN(v) {
			scores[i] = worst
			s.failed++
		}
	}
	s.fits, s.scores = append(s.fits, f), append(s.scores, scores)
}

// mean returns the mean score of a candidate, over the fits, and best that of the best candidate.
func (s *gridSearch) mean() float64 {
	return s.over(func(scores []float64) float64 { return stats.Summarize(scores).Mean })
}

func (s *gridSearch) best() float64 { return s.over(slices.Min[[]float64]) }

// over returns the mean of something over the fits.
func (s *gridSearch) over(of func(scores []float64) float64) float64 {
	var each []float64
	for _, scores := range s.scores {
		each = append(each, of(scores))
	}
	return stats.Summarize(each).Mean
}

// profile returns the sorted values of the parameter, and the scores at each value over the fits.
// If candidates differ in other parameters too, the best of them counts.
func (s *gridSearch) profile() (x []float64, over []stats.Summary) {
	x = slices.Compact(slices.Sorted(slices.Values(s.values)))
	for _, value := range x {
		var least []float64
		for _, scores := range s.scores {
			best := math.Inf(1)
			for i, v := range scores {
				if s.values[i] == value {
					best = min(best, v)
				}
			}
			least = append(least, best)
		}
		over = append(over, stats.Summarize(least))
	}
	return x, over
}

// differing returns the first parameter, by name, with numeric values that differ between
// candidates, and these values by candidate; "" if there is none.
func differing(grid [][]byte) (string, []float64) {
	params := make([]map[string]json.RawMessage, len(grid))
	for i, text := range grid {
		params[i] = table.Members(text)
	}
	for _, name := range slices.Sorted(maps.Keys(params[0])) {
		v, numbers, differ := make([]float64, len(grid)), true, false
		for i, p := range params {
			numbers = numbers && json.Unmarshal(p[name], &v[i]) == nil
			differ = differ || !bytes.Equal(p[name], params[0][name])
		}
		if numbers && differ {
			return name, v
		}
	}
	return "", nil
}
