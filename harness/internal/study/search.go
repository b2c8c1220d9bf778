package study

import (
	"bytes"
	"encoding/json"
	"maps"
	"math"
	"slices"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
)

// A search is the candidates of one learner's grid on one dataset, by the fits that tried all of them: of several grids that which most
// fits tried, the first of equals.
type search struct {
	dataset, label string
	style          int
	grid           [][]byte // the parameters of the candidates
	fits           []*record.Fit
	all            int         // fits of the learner, also those that tried other candidates, or none that ended well
	scores         [][]float64 // validation losses by fit and candidate, negated where higher is better; of a failed trial the worst of its fit
	failed         int         // trials

	names  []string    // of the parameters that the candidates differ in and that are numbers in all of them, sorted
	values [][]float64 // of these, by candidate
}

// searches returns those of the run, in the order of the table.
func searches(r *Run) (all []*search) {
	for _, d := range groupBy(courses(r), byDataset) {
		for _, l := range groupBy(d.list, byLabel) {
			s := &search{dataset: d.key, label: l.key, style: l.list[0].style, all: len(l.list), grid: shared(l.list)}
			for _, c := range l.list {
				s.add(c.fit, r.Metrics[0].Higher)
			}
			if len(s.fits) > 0 {
				s.names, s.values = differing(s.grid)
				all = append(all, s)
			}
		}
	}
	return all
}

// shared returns the grid that most fits tried.
func shared(list []*course) (most [][]byte) {
	tried := map[string]int{}
	for _, c := range list {
		tried[string(bytes.Join(gridOf(c.fit), nil))]++
	}
	for _, c := range list {
		grid := gridOf(c.fit)
		if len(grid) > 1 && (most == nil || tried[string(bytes.Join(grid, nil))] > tried[string(bytes.Join(most, nil))]) {
			most = grid
		}
	}
	return most
}

// gridOf returns the candidates of a fit's grid, without those that extended it.
func gridOf(f *record.Fit) (grid [][]byte) {
	for _, t := range f.Trials {
		if t.Round == 0 {
			grid = append(grid, t.Params)
		}
	}
	return grid
}

// add takes a fit if it tried that grid, and any candidate ended well.
func (s *search) add(f *record.Fit, higher bool) {
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

// best returns the expected best of k candidates over the fits, by k−1.
func (s *search) best() (over []stats.Summary) {
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

// seconds returns the CPU seconds of a trial: the mean of a fit's trials, those that extend the grid too, the median over fits; 0 where
// they were not recorded.
func (s *search) seconds() float64 {
	var each []float64
	for _, f := range s.fits {
		each = append(each, float64(f.Times.TuneCPU)/float64(len(f.Trials)))
	}
	return stats.Median(each)
}

// profile returns the values of a parameter of names, ascending, and the scores with each over the fits: of candidates that
// differ in other parameters too, the best.
func (s *search) profile(name string) (x []float64, over []stats.Summary) {
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

// differing returns the parameters in which the candidates differ and that are numbers in all of them, sorted by name.
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
