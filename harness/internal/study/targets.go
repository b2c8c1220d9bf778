package study

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/table"
)

const (
	manyTargets = 51 // as in COCO
	loose, firm = 0.05, 0.01
)

// targetsText explains the targets, and effortsText the efforts.
const (
	targetsText = "Targets are values %s on the test set. \"Within 5 %%\" and \"within 1 %%\" " +
		"refer, on each split, to the mean final value of the best learner. The curves have " +
		"%d targets on each split, from the worst first checkpoint of any fit to that mean, " +
		"%s. Targets describe this run. They cannot stop a fit, since they use the test set."
	effortsText = "A fit meets a target at its first checkpoint at or below it, even if its value rises " +
		"later. So an effort is exact up to the distance of checkpoints. \"2/3\": 2 of 3 " +
		"fits met the target. Efforts are expected running times: the sum over all fits " +
		"until the target, or until the end of fits without it, divided by the number of " +
		"fits with it. —: no fit met it. For a fit that crashed or was stopped, CPU seconds " +
		"are those of its process. ≥: the effort of such a fit is not fully recorded, such " +
		"as calls after its last checkpoint."
)

// targets measures the effort to come close to the loss of the best row.
func targets(r *Run) (*Section, error) {
	m := r.Metrics[0]
	p := &Section{Name: "targets", Title: "Effort to a target of " + m.Name}
	all, placebos := withoutPlacebos(r)
	all = scored(all)
	several := func(c *trajectory) bool {
		// without curve in the suite only the end is scored
		return len(c.loss) > 1 && !math.IsNaN(c.loss[0])
	}
	switch {
	case len(all) == 0:
		p.Empty = "No fit has scored checkpoints."
		return p, nil
	case !slices.ContainsFunc(all, several):
		p.Empty = "Only the end of each fit was scored. Add curve: {first: 0.5, factor: 1.5} to " +
			"the suite."
		return p, nil
	}
	p.Grid = grid.New("dataset", "row")
	for _, name := range []string{"within 5 %", "within 1 %"} {
		p.Grid.Numbers(name, "CPU s", "wall s", "calls")
	}
	var free []string
	for _, d := range groupBy(all, byDataset) {
		reached := measureTargets(d.list)
		var names []string
		for i, l := range groupBy(d.list, byLabel) {
			name := l.list[0].name()
			p.Grid.Add(append([]string{d.key, name}, reached[i].cells()...)...)
			names = append(names, name)
			if sumEffort(l.list, calls) == 0 {
				free = ordered.Add(free, l.key)
			}
		}
		p.Charts = append(p.Charts, ecdf(d.key, cpu, names, d.list, reached),
			ecdf(d.key, calls, names, d.list, reached))
	}
	p.Text = append(p.Text, fmt.Sprintf(targetsText, describeLoss(m), manyTargets, spacing(m)),
		effortsText)
	if len(free) > 0 {
		p.Text = append(p.Text,
			"Not on the curves against oracle calls, since they make none: "+
				strings.Join(free, ", ")+".")
	}
	p.Text = append(p.Text, leftOut(placebos)...)
	p.Text = append(p.Text, unscoredBest(r, all)...)
	return p, nil
}

// spacing describes the distances between targets.
func spacing(m table.Metric) string {
	if m.Higher && !m.Percent {
		return "equally spaced"
	}
	return "a constant factor apart (equally spaced if that mean is 0)"
}

// describeLoss describes the loss of asLoss in words.
func describeLoss(m table.Metric) string {
	switch {
	case m.Higher && m.Percent:
		return "of 100 % − " + m.Name
	case m.Higher:
		return "of " + m.Name + " (higher is better)"
	}
	return "of the loss " + m.Name
}

// nearBest returns the targets near the lowest mean final loss of a learner, and the range of all
// targets.
func nearTargets(split []*trajectory) (near [2]float64, easiest, hardest float64) {
	hardest, easiest = math.Inf(1), math.Inf(-1)
	for _, g := range groupBy(split, byLabel) {
		var ends []float64
		for _, c := range g.list {
			if len(c.loss) > 0 && !math.IsNaN(c.loss[0]) {
				easiest = max(easiest, c.loss[0])
			}
			if end := last(c.loss); !math.IsNaN(end) {
				ends = append(ends, end)
			}
		}
		if mean := stats.Summarize(ends).Mean; mean < hardest {
			hardest = mean
		}
	}
	return [2]float64{hardest + loose*math.Abs(hardest), hardest + firm*math.Abs(hardest)}, easiest,
		hardest
}

// scored returns the fits of learners with a scored checkpoint in any fit.
func scored(all []*trajectory) []*trajectory {
	has := map[string]bool{}
	for _, c := range all {
		has[c.Label] = has[c.Label] || slices.ContainsFunc(c.loss,
			func(v float64) bool { return !math.IsNaN(v) })
	}
	return slices.DeleteFunc(all, func(c *trajectory) bool { return !has[c.Label] })
}

// leftOut returns a note on the placebos.
func leftOut(placebos []string) []string {
	if len(placebos) == 0 {
		return nil
	}
	return []string{"Placebos are left out: " + strings.Join(placebos, ", ") + "."}
}

// otherBest returns a note on datasets where the best row of the table has no trajectory.
// Checkpoints are scored with the first decoder only.
func unscoredBest(r *Run, all []*trajectory) []string {
	var texts []string
	for c := range r.Table.Columns {
		col := &r.Table.Columns[c]
		for i := range r.Table.Rows {
			row := &r.Table.Rows[i]
			followed := func(o *trajectory) bool {
				return o.Dataset == col.Dataset && o.Label == row.Label && o.decoder == row.Decoder
			}
			if col.Metric.Name == r.Metrics[0].Name && row.Cells[c].Best &&
				!slices.ContainsFunc(all, followed) {
				texts = append(texts, fmt.Sprintf("%s (%s)", rowName(row), col.Dataset))
			}
		}
	}
	if len(texts) == 0 {
		return nil
	}
	return []string{"Checkpoints are scored with the first decoder of each learner. These rows " +
		"are the best of the table, but set no target: they have a different decoder or no " +
		"scored checkpoints: " +
		strings.Join(texts, ", ") + "."}
}
