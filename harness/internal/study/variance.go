package study

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/table"
)

// A source is a source of variance. of returns its component.
type source struct {
	name string
	of   func(stats.Components) float64
}

// varianceSources returns the sources of a run. If bySource is false, one seed draws everything.
// Sources with a single seed are left out.
func varianceSources(entries []table.Entry, bySource bool) []source {
	splits := source{"splits", func(c stats.Components) float64 { return c.Split }}
	instances := source{"instances", func(c stats.Components) float64 { return c.Instance }}
	tune := source{"tune seeds", func(c stats.Components) float64 { return c.Tune }}
	learner := source{"learner seeds", func(c stats.Components) float64 { return c.Learner }}
	both := source{"both seeds", func(c stats.Components) float64 { return c.Both }}
	if !bySource {
		tune.name = "seeds"
		return []source{splits, tune, instances}
	}
	tunes, learners := map[uint64]bool{}, map[uint64]bool{}
	for i := range entries {
		tunes[entries[i].Seed.Tune], learners[entries[i].Seed.Learner] = true, true
	}
	switch {
	case len(tunes) > 1 && len(learners) > 1:
		return []source{splits, tune, learner, both, instances}
	case len(tunes) > 1:
		return []source{splits, tune, instances}
	case len(learners) > 1:
		return []source{splits, learner, instances}
	}
	return []source{splits, instances}
}

// variance splits the variance of one fit's metric into training sets, seeds and test instances.
func variance(r *Run) (*Section, error) {
	t := r.Table
	bySource := slices.ContainsFunc(r.Entries,
		func(e table.Entry) bool { return e.Seed != record.Seed(e.Seed.Learner) })
	sources := varianceSources(r.Entries, bySource)
	section := &Section{Title: "Variance by source: training sets, seeds, test instances"}
	g := grid.New("dataset", "row")
	for _, s := range sources {
		g.Numbers("± " + s.name)
	}
	for _, s := range sources {
		g.Numbers(s.name + " %")
	}
	g.Numbers("s.d. over splits", "± mean", "most of it")
	var designs ordered.Groups[string] // datasets by the limits of their design
	for c := range t.Columns {
		col := &t.Columns[c]
		if !col.Compared {
			continue
		}
		for i := range t.Rows {
			cell := &t.Rows[i].Cells[c]
			if !cell.Complete() {
				continue
			}
			values := seedValues(cell, bySource)
			test, layout := t.Mean(i, c)
			one, mean := layout.Components(test, values, t.Instances(i, c))
			line := append([]string{col.Dataset, t.Rows[i].Name()},
				componentCells(one, col, sources)...)
			deviation := ""
			if len(values) > 1 {
				deviation = col.Deviation(float64(cell.Std))
			}
			g.Add(append(line, deviation, col.Deviation(test.Err), largest(mean, sources))...)
			if text := designLimits(values, layout.Training); text != "" {
				designs.Add(text, col.Dataset)
			}
		}
	}
	if len(g.Rows) == 0 {
		section.Empty = "No row has run completely on a dataset."
		return section, nil
	}
	section.Grid, section.Text = g, varianceText(r, len(sources))
	for text, datasets := range designs.All() {
		section.Text = append(section.Text, strings.Join(datasets, "; ")+": "+text)
	}
	return section, nil
}

// varianceText explains the columns.
func varianceText(r *Run, sources int) []string {
	both := ""
	if sources == 5 {
		both = " Both seeds: their interaction."
	}
	return []string{
		"± is the standard deviation of one fit's " + r.LossWords(lossUnit) +
			", if only this source varied: the training set, the seed (of learners and decoders, " +
			"of the validation split, or of both), or the test instances. Shares are of variances." +
			both + " Few splits or seeds give rough estimates. ≤ 0: a negative estimate, counted as 0.",
		"± mean is the standard error of the row's mean, as in the table. Most of it is its " +
			"largest source, with the share: more of this source reduces ± mean most. The " +
			"components are those of the table's test. With J splits of T × L seeds, the " +
			"variance of seeds is divided by their number (JT, JL, JTL), since effects on " +
			"different splits are taken as unrelated. The standard deviation over splits is " +
			"what papers usually print.",
	}
}

// seedValues returns the values of a complete cell by split, tune seed and learner seed. If
// bySource is false, each seed has a row of its own.
func seedValues(cell *table.Cell, bySource bool) (values [][][]float64) {
	for i, v := range cell.Values {
		newSplit := i == 0 || v.Split != cell.Values[i-1].Split
		if newSplit {
			values = append(values, nil)
		}
		grid := &values[len(values)-1]
		if newSplit || !bySource || v.Seed.Tune != cell.Values[i-1].Seed.Tune {
			*grid = append(*grid, nil)
		}
		row := &(*grid)[len(*grid)-1]
		*row = append(*row, float64(v.Value))
	}
	return values
}

// designLimits returns the quantities that such a design cannot estimate; "" if there are none.
func designLimits(values [][][]float64, overlap float64) string {
	repeated := slices.ContainsFunc(values,
		func(seeds [][]float64) bool { return len(seeds) > 1 || len(seeds[0]) > 1 })
	switch {
	case len(values) < 2 && !repeated:
		return "one fit, so other training sets and seeds are unknown."
	case len(values) < 2:
		return "one split. The variance between training sets is unknown, and often the largest. " +
			"So there are no shares, and ± mean holds for this training set only."
	}
	var texts []string
	if !repeated {
		texts = append(texts, "one seed for each split, so splits include the variance of seeds.")
	}
	switch {
	case !finite(overlap):
		texts = append(texts, "the overlap of training sets is unknown, so there are no shares.")
	case overlap >= 1:
		texts = append(texts,
			"training sets have the same instances, and differ at most in hidden labels. "+
				"The effect of other instances is unknown, so there are no shares.")
	case overlap >= stats.SameTraining:
		texts = append(texts, fmt.Sprintf("training sets share %.0f %% of their instances. "+
			"± splits corrects for it as the table's test does.", 100*overlap))
	}
	return strings.Join(texts, " Also, ")
}

// componentCells writes the deviations and then the shares. Without a component for splits there
// are no shares.
func componentCells(v stats.Components, col *table.Column, sources []source) (cells []string) {
	total := v.Split + v.Instance // NaN if one is NaN
	if finite(total) {
		total = sum(v, sources)
	}
	for _, s := range sources {
		x := s.of(v)
		text := col.Deviation(math.Sqrt(nonNegative(x)))
		if x < 0 {
			text = "≤ 0"
		}
		cells = append(cells, text)
	}
	for _, s := range sources {
		cells = append(cells, chart.Fixed(100*nonNegative(s.of(v))/total, 0))
	}
	return cells
}

// largest names the largest source of a variance with its share; "" if none is known.
func largest(v stats.Components, sources []source) (most string) {
	total, largest := sum(v, sources), 0.0
	for _, s := range sources {
		if x := s.of(v); x > largest {
			largest, most = x, s.name+" "+chart.Fixed(100*x/total, 0)+" %"
		}
	}
	return most
}

// sum adds the known parts.
func sum(v stats.Components, sources []source) (total float64) {
	for _, s := range sources {
		if x := nonNegative(s.of(v)); finite(x) {
			total += x
		}
	}
	return total
}

// nonNegative returns 0 for a negative estimate of a variance.
func nonNegative(x float64) float64 {
	if x < 0 { // max would drop NaN
		return 0
	}
	return x
}
