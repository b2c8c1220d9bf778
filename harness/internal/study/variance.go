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
	tunes, learners := map[uint64]bool{}, map[uint64]bool{}
	for i := range entries {
		tunes[entries[i].Seed.Tune], learners[entries[i].Seed.Learner] = true, true
	}
	tune, several := "tune seeds", len(learners) > 1
	if !bySource {
		tune, several = "seeds", false
	}
	all := []source{{"splits", func(c stats.Components) float64 { return c.Split }}}
	if !bySource || len(tunes) > 1 {
		all = append(all, source{tune, func(c stats.Components) float64 { return c.Tune }})
	}
	if several {
		all = append(all, source{"learner seeds", func(c stats.Components) float64 { return c.Learner }})
	}
	if several && len(tunes) > 1 {
		all = append(all, source{"both seeds", func(c stats.Components) float64 { return c.Both }})
	}
	return append(all, source{"instances", func(c stats.Components) float64 { return c.Instance }})
}

// variance splits the variance of one fit's metric into training sets, seeds and test instances.
func variance(r *Run) *Section {
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
		return section
	}
	section.Grid, section.Text = g, varianceText(r, len(sources))
	for text, datasets := range designs.All() {
		section.Text = append(section.Text, strings.Join(datasets, "; ")+": "+text)
	}
	return section
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
	parts, total := partsOf(v, sources)
	for i, s := range sources {
		text := col.Deviation(math.Sqrt(parts[i]))
		if s.of(v) < 0 {
			text = "≤ 0"
		}
		cells = append(cells, text)
	}
	if !finite(v.Split, v.Instance) {
		total = math.NaN()
	}
	for _, x := range parts {
		cells = append(cells, chart.Fixed(100*x/total, 0))
	}
	return cells
}

// largest names the largest source of a variance with its share; "" if none is known.
func largest(v stats.Components, sources []source) (most string) {
	parts, total := partsOf(v, sources)
	largest := 0.0
	for i, x := range parts {
		if x > largest {
			largest, most = x, sources[i].name+" "+chart.Fixed(100*x/total, 0)+" %"
		}
	}
	return most
}

// partsOf returns the variance from each source, and the sum of the known ones. A negative estimate
// counts as 0.
func partsOf(v stats.Components, sources []source) (parts []float64, total float64) {
	for _, s := range sources {
		x := s.of(v)
		if x < 0 { // max would drop NaN
			x = 0
		}
		if parts = append(parts, x); finite(x) {
			total += x
		}
	}
	return parts, total
}
