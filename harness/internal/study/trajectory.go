package study

import (
	"math"
	"slices"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
)

// A trajectory is a fit by its checkpoints. The slices are parallel.
type trajectory struct {
	record.Place
	fit     *record.Fit
	decoder string    // the first decoder: checkpoints are scored with it
	style   int       // index of the learner in the table
	loss    []float64 // asLoss of that decoder on the test set; NaN if it was not scored
	effort  map[effort][]float64
}

// An effort is one measure of the cost of a fit.
type effort string

const (
	cpu   effort = "CPU seconds"
	wall  effort = "wall seconds"
	calls effort = "oracle calls"
)

// withoutPlacebos returns the trajectories of all learners but placebos, and the labels of the
// placebos.
func withoutPlacebos(r *Run) (all []*trajectory, placebos []string) {
	for i := range r.Table.Rows {
		if row := &r.Table.Rows[i]; row.PlaceboOf != "" {
			placebos = ordered.Add(placebos, row.Label)
		}
	}
	return slices.DeleteFunc(trajectories(r),
		func(c *trajectory) bool { return slices.Contains(placebos, c.Label) }), placebos
}

// trajectories returns the fits that ran, in the order of the table. Skipped fits are left out.
func trajectories(r *Run) (all []*trajectory) {
	var labels []string
	for _, p := range table.FitsOf(r.Entries, r.Fits) {
		labels = ordered.Add(labels, p.Label)
		if p.Fit == nil || p.Fit.Outcome.Kind == record.Skipped {
			continue
		}
		c := &trajectory{Place: p.Place(), fit: p.Fit, decoder: p.Decoder,
			style: slices.Index(labels, p.Label)}
		c.addCheckpoints(r.Metrics[0])
		all = append(all, c)
	}
	return all
}

// addCheckpoints copies loss and efforts from the checkpoints.
func (c *trajectory) addCheckpoints(m table.Metric) {
	f := c.fit
	c.effort = map[effort][]float64{}
	for i := range f.Checkpoints {
		p := &f.Checkpoints[i]
		c.loss = append(c.loss, asLoss(float64(p.Loss), m))
		clock := record.Clock{Wall: record.Number(math.NaN()), CPU: record.Number(math.NaN())}
		if i < len(f.Times.Checkpoints) {
			clock = f.Times.Checkpoints[i]
		}
		for kind, v := range map[effort]float64{cpu: float64(clock.CPU), wall: float64(clock.Wall),
			calls: float64(p.Counts.Calls())} {
			c.effort[kind] = append(c.effort[kind], v)
		}
	}
}

// asLoss turns a metric into a loss, which is lower when better. If higher is better, a percentage
// becomes 1 − v, so that 5 % of it means the same as 5 % of an error. Other such metrics become −v.
func asLoss(v float64, m table.Metric) float64 {
	switch {
	case m.Higher && m.Percent:
		return 1 - v
	case m.Higher:
		return -v
	}
	return v
}

// totalEffort returns the cost of the whole fit. The learner of a fit that failed reports nothing
// after its last checkpoint. Its process still gives the CPU seconds, and the harness the wall
// seconds, but the calls are lost. If whole is false, v is a lower bound.
func (c *trajectory) totalEffort(kind effort) (v float64, whole bool) {
	t := &c.fit.Times
	said := map[effort]float64{cpu: float64(t.Fit.CPU), wall: float64(t.Fit.Wall),
		calls: float64(c.fit.Counts.Calls())}[kind]
	outside := map[effort]float64{cpu: float64(t.Process.CPU), wall: float64(t.Host)}[kind]
	whole = c.fit.Outcome.Good()
	if whole {
		outside = 0
	}
	for _, one := range []float64{last(c.effort[kind]), said, outside} {
		if one > v { // false if it is NaN
			v = one
		}
	}
	return v, whole || outside > 0
}

// name returns the name of the trajectory's row in the table.
func (c *trajectory) name() string { return c.Label + " " + c.decoder }

// last returns the last of the values, or NaN.
func last(values []float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	return values[len(values)-1]
}

// A group is the trajectories with one key.
type group[K comparable] struct {
	key  K
	list []*trajectory
}

// groupBy groups trajectories by key, in the order of first appearance.
func groupBy[K comparable](all []*trajectory, key func(*trajectory) K) (groups []group[K]) {
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

func byDataset(c *trajectory) string { return c.Dataset }
func byLabel(c *trajectory) string   { return c.Label }
func bySplit(c *trajectory) int      { return c.Split }
