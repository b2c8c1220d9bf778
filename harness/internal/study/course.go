package study

import (
	"math"
	"slices"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
)

// A course is one fit by its checkpoints: the slices are parallel.
type course struct {
	record.Place
	fit     *record.Fit
	decoder string    // the first one, which was scored at the checkpoints
	style   int       // index of the learner in the table
	loss    []float64 // of that decoder on the test set, as lossOf has it; NaN where it was not scored
	effort  map[effort][]float64
}

// An effort is what a fit has taken so far.
type effort string

const (
	cpu   effort = "CPU seconds"
	wall  effort = "wall seconds"
	calls effort = "oracle calls"
)

// entrants returns the courses that are compared with each other: not of placebos, which take no part, but are named.
func entrants(r *Run) (all []*course, placebos []string) {
	for i := range r.Table.Rows {
		if row := &r.Table.Rows[i]; row.PlaceboOf != "" {
			placebos = ordered.Add(placebos, row.Label)
		}
	}
	return slices.DeleteFunc(courses(r), func(c *course) bool { return slices.Contains(placebos, c.Label) }), placebos
}

// courses returns those of all fits that were tried, in the order of the table: not of learners that said they cannot do the task.
func courses(r *Run) (all []*course) {
	var labels []string
	for _, p := range table.FitsOf(r.Entries, r.Fits) {
		labels = ordered.Add(labels, p.Label)
		if p.Fit == nil || p.Fit.Outcome.Kind == record.Skipped {
			continue
		}
		c := &course{Place: p.Place(), fit: p.Fit, decoder: p.Decoder, style: slices.Index(labels, p.Label)}
		c.follow(r.Metrics[0])
		all = append(all, c)
	}
	return all
}

// follow fills in what the checkpoints say.
func (c *course) follow(m table.Metric) {
	f := c.fit
	c.effort = map[effort][]float64{}
	for i := range f.Checkpoints {
		p := &f.Checkpoints[i]
		c.loss = append(c.loss, lossOf(float64(p.Loss), m))
		clock := record.Clock{Wall: record.Number(math.NaN()), CPU: record.Number(math.NaN())}
		if i < len(f.Times.Checkpoints) {
			clock = f.Times.Checkpoints[i]
		}
		for kind, v := range map[effort]float64{cpu: float64(clock.CPU), wall: float64(clock.Wall), calls: float64(p.Counts.Calls())} {
			c.effort[kind] = append(c.effort[kind], v)
		}
	}
}

// lossOf returns what falls as a metric gets better: where higher is better what it lacks to 100 %, so that a share of it means the
// same as of an error; −v of a metric without such an end.
func lossOf(v float64, m table.Metric) float64 {
	switch {
	case m.Higher && m.Percent:
		return 1 - v
	case m.Higher:
		return -v
	}
	return v
}

// spent is all that the fit took. Of a fit that did not end by itself the learner says nothing after its last checkpoint: its process
// tells the CPU seconds, the harness the wall seconds, and nobody the calls. Not whole: it took that much or more.
func (c *course) spent(kind effort) (v float64, whole bool) {
	t := &c.fit.Times
	said := map[effort]float64{cpu: float64(t.Fit.CPU), wall: float64(t.Fit.Wall), calls: float64(c.fit.Counts.Calls())}[kind]
	outside := map[effort]float64{cpu: float64(t.Process.CPU), wall: float64(t.Host)}[kind]
	whole = c.fit.Outcome.Good()
	if whole {
		outside = 0
	}
	for _, one := range []float64{last(c.effort[kind]), said, outside} {
		if one > v { // not if it is NaN
			v = one
		}
	}
	return v, whole || outside > 0
}

// name is that of its row.
func (c *course) name() string { return c.Label + " " + c.decoder }

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
