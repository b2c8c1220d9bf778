// Package figure draws the results of a run: curves as panels, and pictures or texts of single
// instances.
//
// [NewCurves] collects the checkpoints of a run by dataset. [Curves.Figure] lays them out: for each
// learner the median over its fits, as steps, and a band for their spread. [NewDrawing] shows an
// instance with the truth and the predictions of learners: a [Picture] of an image or a grid, or a
// [Sequence] of a chain.
package figure

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/wording"
	"github.com/spbench/spbench/harness/sp"
)

// Axes of a curve. y can also be the name of any value in the checkpoints.
var (
	curveY = []string{
		"objective", // F(w), computed by the harness; before the end of a fit, as the learner reports it unless the suite has a curve
		"gap",       // F(w) minus the lower bound that the learner reports
		"loss",      // the suite's, on the test set
	}
	curveX = []string{
		"passes",
		"calls",   // of oracles, of all kinds
		"seconds", // wall time
	}
)

// Curves are the checkpoints of a run on one dataset.
type Curves struct {
	Dataset string
	Title   string
	Loss    table.Metric // by which rows are compared

	labels []string // of the learners, in the order of the table
	fits   map[string][]*record.Fit
	mixed  map[string]int // fits by other builds than the latest, by a description
	stale  int            // fits left out because other sources scored them
}

// warnings lists differences from the published dataset, objectives that were not audited, fits by
// other builds than the latest, and fits that are left out.
func (c *Curves) warnings() (all []string) {
	for _, label := range c.labels {
		for _, f := range c.fits[label] {
			for _, w := range f.DataWarnings {
				all = ordered.Add(all, "Warning: "+wording.OneLine(w)+".")
			}
		}
	}
	if c.reported() {
		all = append(all,
			"Learners report the objectives and gaps before the end; those at the end are audited. To audit all, add curve: {first: 1, factor: 2} to the suite.")
	}
	for _, what := range slices.Sorted(maps.Keys(c.mixed)) {
		all = append(all, fmt.Sprintf("Warning: %d fits %s.", c.mixed[what], what))
	}
	if c.stale > 0 {
		all = append(all,
			fmt.Sprintf("Warning: %d fits are left out, because a different spbench scored them: run the suite again.", c.stale))
	}
	return all
}

// reported reports whether any objective before the end was reported and not audited.
func (c *Curves) reported() bool {
	for _, fits := range c.fits {
		for _, f := range fits {
			for i := range f.Checkpoints {
				if reported(f, i) {
					return true
				}
			}
		}
	}
	return false
}

// A Band is the trajectory of one learner over its fits: at X[i] the median, and the spread from
// Low[i] to High[i]. A fit keeps its last value until the next checkpoint, and after its end. A
// band begins at the first X with a value of all fits.
type Band struct {
	Label             string
	Fits              int
	X                 []float64 // ascending
	Median, Low, High []float64 // parallel to X
}

// quartilesFrom is the number of fits from which the spread is between quartiles. With fewer fits,
// it is between the smallest and the largest value.
const quartilesFrom = 5

// NewCurves returns the curves of each dataset of the entries. It fails if no fit ended well, or if
// all fits have only one checkpoint.
func NewCurves(title string, entries []table.Entry,
	loss func(dataset string) table.Metric) ([]*Curves, error) {
	var all []*Curves
	good, trajectories := 0, 0
	for _, e := range table.FitsOf(entries) {
		at := slices.IndexFunc(all, func(c *Curves) bool { return c.Dataset == e.Dataset })
		if at < 0 {
			at = len(all)
			all = append(all, &Curves{Dataset: e.Dataset, Title: title, Loss: loss(e.Dataset),
				fits: map[string][]*record.Fit{}, mixed: map[string]int{}})
		}
		c := all[at]
		c.labels = ordered.Add(c.labels, e.Label)
		if e.Stale {
			c.stale++
		}
		if !e.Fit.Outcome.Good() {
			continue
		}
		if what := e.Origin.Describe(); what != "" {
			c.mixed["of "+e.Label+" by "+what]++
		}
		good++
		if len(e.Fit.Checkpoints) > 1 {
			trajectories++
		}
		c.fits[e.Label] = append(c.fits[e.Label], e.Fit)
	}
	switch {
	case good == 0:
		return nil, errors.New("figure: no fit has ended well yet: there is nothing to draw")
	case trajectories == 0:
		return nil,
			errors.New("figure: every fit has one checkpoint, its end: fits of more than a pass have more")
	}
	return all, nil
}

// values returns the names of the values in checkpoints, sorted.
func (c *Curves) values() []string {
	names := map[string]bool{}
	for _, fits := range c.fits {
		for _, f := range fits {
			for i := range f.Checkpoints {
				for _, v := range f.Checkpoints[i].Values {
					names[v.Name] = true
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// Bands returns the bands of y against x, and the learners without one, by reason.
func (c *Curves) Bands(y, x string) (bands []Band, missing ordered.Groups[string]) {
	for _, label := range c.labels {
		var traces []trace
		for _, f := range c.fits[label] {
			t := newTrace(f, y, x)
			if ended := y == "loss" && len(t.x) == 1 && len(f.Checkpoints) > 1; !ended && len(t.x) > 0 { // one loss, of the end, is no curve
				traces = append(traces, t)
			}
		}
		if len(traces) > 0 {
			b := spread(traces)
			b.Label = label
			bands = append(bands, b)
			continue
		}
		missing.Add(whyMissing(c.fits[label], y), label)
	}
	return bands, missing
}

func whyMissing(fits []*record.Fit, y string) string {
	switch {
	case len(fits) == 0:
		return "no fit has ended well"
	case y == "loss":
		return "losses before the end are scored only with a line such as curve: {first: 1, factor: 2} in the suite"
	case !slices.Contains(curveY, y):
		return "the checkpoints have no " + y
	case fits[0].Audit == nil:
		return "the learner reports no objective that the harness can evaluate"
	case !finite(float64(fits[0].Audit.Objective)):
		return "the objective was not audited: its oracle is approximate"
	}
	return "the learner reports no lower bound"
}

// A trace is one fit, as steps: y[i] is its value from x[i] on.
type trace struct{ x, y []float64 }

func newTrace(f *record.Fit, y, x string) (t trace) {
	for i := range f.Checkpoints {
		p := &f.Checkpoints[i]
		at := float64(p.Passes)
		switch x {
		case "calls":
			at = float64(p.Counts.Calls())
		case "seconds":
			at = math.NaN()
			if i < len(f.Times.Checkpoints) {
				at = float64(f.Times.Checkpoints[i].Wall)
			}
		}
		v := valueAt(f, i, y)
		if !finite(at) || !finite(v) {
			continue
		}
		if n := len(t.x); n > 0 && at < t.x[n-1] {
			at = t.x[n-1] // two readings of a clock may be within its resolution
		}
		t.x, t.y = append(t.x, at), append(t.y, v)
	}
	return t
}

// finite reports whether v is a number and not infinite.
func finite(v float64) bool { return v-v == 0 }

// reported reports whether the learner reported the objective of checkpoint i, and only the end was
// audited.
func reported(f *record.Fit, i int) bool {
	_, ok := f.Checkpoints[i].Values.Get(sp.ValueObjective)
	return ok && i < len(f.Checkpoints)-1 && !finite(float64(f.Checkpoints[i].Objective)) &&
		f.Audit != nil && finite(float64(f.Audit.Objective))
}

// valueAt returns y at checkpoint i.
func valueAt(f *record.Fit, i int, y string) float64 {
	p := &f.Checkpoints[i]
	objective := float64(p.Objective)
	if reported(f, i) {
		v, _ := p.Values.Get(sp.ValueObjective)
		objective = float64(v)
	}
	switch y {
	case "objective":
		return objective
	case "loss":
		return float64(p.Loss)
	case "gap":
		bound, ok := p.Values.Get("bound")
		if !ok {
			return math.NaN()
		}
		// A gap below the rounding error counts as zero. A logarithmic axis needs a positive value.
		const rounding = 1e-14
		if objective-float64(bound) < -1e-6*(1+math.Abs(objective)) {
			return math.NaN() // the bound is wrong, beyond the tolerance of the harness
		}
		return max(objective-float64(bound), rounding*(1+math.Abs(objective)))
	}
	if v, ok := p.Values.Get(y); ok {
		return float64(v)
	}
	return math.NaN()
}

// spread returns the band of the traces. It has a point for each x at which a trace changes.
func spread(traces []trace) Band {
	b := Band{Fits: len(traces)}
	start := math.Inf(-1)
	var grid []float64
	for _, t := range traces {
		start = max(start, t.x[0])
		grid = append(grid, t.x...)
	}
	slices.Sort(grid)
	grid = slices.Compact(grid)
	low, high := 0.25, 0.75
	if len(traces) < quartilesFrom {
		low, high = 0, 1
	}
	next := make([]int, len(traces)) // first point after x, by trace
	values := make([]float64, len(traces))
	for _, x := range grid {
		for i, t := range traces {
			for next[i] < len(t.x) && t.x[next[i]] <= x {
				values[i] = t.y[next[i]]
				next[i]++
			}
		}
		if x < start {
			continue
		}
		b.X = append(b.X, x)
		b.Median = append(b.Median, stats.Median(values))
		b.Low = append(b.Low, stats.Quantile(values, low))
		b.High = append(b.High, stats.Quantile(values, high))
	}
	return b
}
