package study

import (
	"math"
	"slices"

	"github.com/spbench/spbench/internal/record"
	"github.com/spbench/spbench/internal/report"
)

// A course is one fit by its checkpoints: the slices are parallel.
type course struct {
	record.Place
	fit    *record.Fit
	style  int       // index of the learner in the table
	loss   []float64 // of the first output on the test set, negated where higher is better; NaN where it was not scored
	gap    []float64 // (F − bound)/|F|, by the bound known at the end; NaN where there is none
	effort map[effort][]float64
}

// An effort is what a fit has taken so far.
type effort string

const (
	cpu    effort = "CPU seconds"
	wall   effort = "wall seconds"
	calls  effort = "oracle calls"
	passes effort = "passes"
)

// courses returns those of all fits that were tried, in the order of the table: not of learners that said they cannot do the task.
func courses(r *Run) (all []*course) {
	latest := report.Latest(r.Fits)
	var labels []string
	seen := map[record.Place]bool{}
	for i := range r.Entries {
		e := &r.Entries[i]
		if !slices.Contains(labels, e.Label) {
			labels = append(labels, e.Label)
		}
		place := record.Place{Dataset: e.Dataset, Label: e.Label, Split: e.Split, Seed: e.Seed}
		f := latest[place]
		if seen[place] || f == nil || f.Outcome.Kind == record.Skipped {
			continue
		}
		seen[place] = true
		all = append(all, newCourse(place, f, slices.Index(labels, e.Label), r.Metrics[0].Higher))
	}
	return all
}

func newCourse(place record.Place, f *record.Fit, style int, higher bool) *course {
	c := &course{Place: place, fit: f, style: style, effort: map[effort][]float64{}}
	for i := range f.Checkpoints {
		p := &f.Checkpoints[i]
		loss, gap := float64(p.Loss), math.NaN()
		if higher {
			loss = -loss
		}
		if f.Audit != nil {
			objective := float64(p.Objective)
			gap = max(objective-float64(f.Audit.Bound), 0) / math.Abs(objective)
		}
		c.loss, c.gap = append(c.loss, loss), append(c.gap, gap)
		clock := record.Clock{Wall: record.Number(math.NaN()), CPU: record.Number(math.NaN())}
		if i < len(f.Times.Checkpoints) {
			clock = f.Times.Checkpoints[i]
		}
		for kind, v := range map[effort]float64{cpu: float64(clock.CPU), wall: float64(clock.Wall), calls: float64(p.Counts.Calls()), passes: float64(p.Passes)} {
			c.effort[kind] = append(c.effort[kind], v)
		}
	}
	return c
}

// spent is all that the fit took, as far as its checkpoints say.
func (c *course) spent(kind effort) float64 {
	if n := len(c.effort[kind]); n > 0 {
		return c.effort[kind][n-1]
	}
	return 0
}

// last returns the last of the values; NaN of none.
func last(values []float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	return values[len(values)-1]
}

// A group is courses that have something in common.
type group[K comparable] struct {
	key  K
	list []*course
}

// groupBy divides courses, in the order in which their keys first come.
func groupBy[K comparable](all []*course, key func(*course) K) (groups []group[K]) {
	for _, c := range all {
		k := key(c)
		at := slices.IndexFunc(groups, func(g group[K]) bool { return g.key == k })
		if at < 0 {
			at = len(groups)
			groups = append(groups, group[K]{key: k})
		}
		groups[at].list = append(groups[at].list, c)
	}
	return groups
}

func byDataset(c *course) string { return c.Dataset }
func byLabel(c *course) string   { return c.Label }
func bySplit(c *course) int      { return c.Split }
