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

// A gridSearch is the grid of one learner on one dataset, with the fits that tried all of its
// candidates. If fits tried different grids, it is the most common one, the first among equals.
type gridSearch struct {
	dataset, label string
	style          int
	grid           [][]byte // parameters of each candidate
	fits           []*record.Fit
	all            int // number of all fits of the learner
	// validation losses by fit and candidate, negated if higher is better; a failed trial has the
	// worst of its fit
	scores [][]float64
	failed int // number of failed trials

	names  []string    // parameters with different numbers, sorted
	values [][]float64 // by parameter and candidate
}

// gridSearches returns the grid searches of a run, in the order of the table.
func gridSearches(r *Run) (all []*gridSearch) {
	type row struct{ dataset, label string }
	var rows []row
	var datasets, labels []string
	fits := map[row][]*record.Fit{}
	for _, p := range table.FitsOf(r.Entries) {
		datasets, labels = ordered.Add(datasets, p.Dataset), ordered.Add(labels, p.Label)
		if !p.Recorded() || p.Fit.Outcome.Kind == record.Skipped {
			continue
		}
		at := row{p.Dataset, p.Label}
		rows, fits[at] = ordered.Add(rows, at), append(fits[at], &p.Fit)
	}
	slices.SortStableFunc(rows, func(a, b row) int {
		return cmp.Compare(slices.Index(datasets, a.dataset), slices.Index(datasets, b.dataset))
	})
	for _, at := range rows {
		s := &gridSearch{dataset: at.dataset, label: at.label,
			style: slices.Index(labels, at.label), all: len(fits[at]), grid: mostTried(fits[at])}
		for _, f := range fits[at] {
			s.addFit(f, r.Loss(at.dataset).Higher)
		}
		if len(s.fits) > 0 {
			s.names, s.values = differing(s.grid)
			all = append(all, s)
		}
	}
	return all
}

// mostTried returns the grid with the most fits.
func mostTried(fits []*record.Fit) (most [][]byte) {
	tried := map[string]int{}
	for _, f := range fits {
		tried[string(bytes.Join(gridOf(f), nil))]++
	}
	for _, f := range fits {
		grid := gridOf(f)
		if len(grid) > 1 && (most == nil ||
			tried[string(bytes.Join(grid, nil))] > tried[string(bytes.Join(most, nil))]) {
			most = grid
		}
	}
	return most
}

// gridOf returns the candidates of a fit's grid, without its extensions.
func gridOf(f *record.Fit) (grid [][]byte) {
	for _, t := range f.Trials {
		if t.Round == 0 {
			grid = append(grid, t.Params)
		}
	}
	return grid
}

// addFit adds a fit if it tried this grid and at least one candidate succeeded.
func (s *gridSearch) addFit(f *record.Fit, higher bool) {
	var scores, good []float64
	for _, t := range f.Trials {
		if t.Round > 0 {
			continue
		}
		v := float64(t.Loss)
		if higher {
			v = -v
		}
		scores = append(scores, v)
		if !math.IsNaN(v) {
			good = append(good, v)
		}
	}
	if len(good) == 0 || !slices.EqualFunc(s.grid, gridOf(f), bytes.Equal) {
		return
	}
	for i, v := range scores {
		if math.IsNaN(v) {
			scores[i] = slices.Max(good)
			s.failed++
		}
	}
	s.fits, s.scores = append(s.fits, f), append(s.scores, scores)
}

// best returns the expected best of k candidates over the fits, at index k−1.
func (s *gridSearch) best() (over []stats.Summary) {
	var curves [][]float64
	for _, scores := range s.scores {
		curves = append(curves, stats.ExpectedBest(scores))
	}
	for k := range s.grid {
		var nth []float64
		for _, curve := range curves {
			nth = append(nth, curve[k])
		}
		over = append(over, stats.Summarize(nth))
	}
	return over
}

// seconds returns the CPU seconds of a trial: the mean within a fit, extensions included, and the
// median over fits. It is 0 if they were not recorded.
func (s *gridSearch) seconds() float64 {
	var each []float64
	for _, f := range s.fits {
		each = append(each, float64(f.Times.TuneCPU)/float64(len(f.Trials)))
	}
	return stats.Median(each)
}

// profile returns the sorted values of a parameter, and the scores at each value over the fits. If
// candidates differ in other parameters too, the best of them counts.
func (s *gridSearch) profile(name string) (x []float64, over []stats.Summary) {
	values := s.values[slices.Index(s.names, name)]
	x = slices.Compact(slices.Sorted(slices.Values(values)))
	for _, value := range x {
		var least []float64
		for _, scores := range s.scores {
			best := math.Inf(1)
			for i, v := range scores {
				if values[i] == value {
					best = min(best, v)
				}
			}
			least = append(least, best)
		}
		over = append(over, stats.Summarize(least))
	}
	return x, over
}

// differing returns the parameters with numeric values that differ between candidates, sorted by
// name, and these values by candidate.
func differing(grid [][]byte) (names []string, values [][]float64) {
	params := make([]map[string]json.RawMessage, len(grid))
	for i, text := range grid {
		if json.Unmarshal(text, &params[i]) != nil {
			return nil, nil
		}
	}
	for _, name := range slices.Sorted(maps.Keys(params[0])) {
		v, numbers, differ := make([]float64, len(grid)), true, false
		for i, p := range params {
			numbers = numbers && json.Unmarshal(p[name], &v[i]) == nil
			differ = differ || !bytes.Equal(p[name], params[0][name])
		}
		if numbers && differ {
			names, values = append(names, name), append(values, v)
		}
	}
	return names, values
}
