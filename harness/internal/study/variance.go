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

// A source is one of those that the variance of a number has, and its part in components.
type source struct {
	name string
	of   func(stats.Components) float64
}

// sources of a run whose seeds draw everything at once, or of one whose seeds are by source, without those that
// have one seed.
func sources(entries []table.Entry, bySource bool) []source {
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

// variance says how much of the variance of a fit's number is of its training set, its seeds and its test instances.
func variance(r *Run) (*Section, error) {
	t := r.Table
	bySource := slices.ContainsFunc(r.Entries, func(e table.Entry) bool { return e.Seed != record.Seed(e.Seed.Learner) })
	from := sources(r.Entries, bySource)
	section := &Section{Title: "Variance by source: training sets, seeds, test instances"}
	g := grid.New("dataset", "row")
	for _, s := range from {
		g.Numbers("± " + s.name)
	}
	for _, s := range from {
		g.Numbers(s.name + " %")
	}
	g.Numbers("± mean", "most of it")
	var designs ordered.Groups[string] // datasets by what their design cannot tell
	overlaps := map[string]float64{}   // of training sets, by dataset
	for i := range r.Entries {
		overlaps[r.Entries[i].Dataset] = r.Entries[i].Overlap
	}
	for c := range t.Columns {
		col := &t.Columns[c]
		if col.Metric.Name != t.Columns[0].Metric.Name {
			continue
		}
		for i := range t.Rows {
			cell := &t.Rows[i].Cells[c]
			if !cell.Complete() {
				continue
			}
			values, tests, overlap := seedValues(cell, bySource), t.Instances(i, c), overlaps[col.Dataset]
			v := stats.VarianceComponents(values, tests, overlap)
			line := append([]string{col.Dataset, nameOf(&t.Rows[i])}, componentCells(v, col, from)...)
			g.Add(append(line, meanCells(v.OfMean(values, tests, overlap), col, from)...)...)
			if text := unknown(values, overlap); text != "" {
				designs.Add(text, col.Dataset)
			}
		}
	}
	if len(g.Rows) == 0 {
		section.Empty = "No row has run completely on a dataset."
		return section, nil
	}
	section.Grid = g
	section.Text = varianceText(&t.Columns[0], len(from))
	for text, datasets := range designs.All() {
		section.Text = append(section.Text, strings.Join(datasets, "; ")+": "+text)
	}
	return section, nil
}

// varianceText says what the numbers are.
func varianceText(col *table.Column, sources int) []string {
	unit, both := "", ""
	if col.Metric.Percent {
		unit = ", in points"
	}
	if sources == 5 {
		both = " What only both seeds together change is by itself."
	}
	return []string{
		"± is the standard deviation of one fit's " + col.Metric.Name + unit + ", if only this source varied: another training set, another seed (of what learners and decoders draw, of the part that validates, or of all), " +
			"as many other test instances. The shares are of their variances." + both + " Few splits or seeds tell these roughly: ≤ 0 stands where chance made the estimate negative, which counts as none.",
		"± mean is the standard error that these components give the mean of this plan, and most of it the source that it has most of its variance from, with its share. " +
			"Over J splits with T × L seeds each, seeds add their variance over how many there are in all (JT, JL, JTL), as what one seed does on different splits is taken for unrelated; splits (1+(J−1)f)/J of theirs, " +
			"where f is the share of a training set that another one has too; and instances the same with the share of test instances. More of that source make it smaller most. " +
			"The intervals and tests of the table are by the rules of the table.",
	}
}

// seedValues returns the values of a complete cell, in the order of splits, as a table of tune seeds × learner
// seeds; or, of seeds that draw everything, with a row for each.
func seedValues(cell *table.Cell, bySource bool) (values [][][]float64) {
	for i, v := range cell.Values {
		newSplit := i == 0 || v.Split != cell.Values[i-1].Split
		if newSplit {
			values = append(values, nil)
		}
		tab := &values[len(values)-1]
		if newSplit || !bySource || v.Seed.Tune != cell.Values[i-1].Seed.Tune {
			*tab = append(*tab, nil)
		}
		row := &(*tab)[len(*tab)-1]
		*row = append(*row, float64(v.Value))
	}
	return values
}

// unknown says what such a design cannot tell; "" if nothing.
func unknown(values [][][]float64, overlap float64) string {
	repeated := slices.ContainsFunc(values, func(tab [][]float64) bool { return len(tab) > 1 || len(tab[0]) > 1 })
	switch {
	case len(values) < 2 && !repeated:
		return "one fit, which says nothing of other training sets or seeds."
	case len(values) < 2:
		return "one split. What another training set would change is not known, and is often the most; so there are no shares, and ± mean is of these fits to this training set."
	}
	var texts []string
	if !repeated {
		texts = append(texts, "one seed for each split, so that both are under splits.")
	}
	switch {
	case !known(overlap):
		texts = append(texts, "it is not known how much training sets share. ± splits takes them to share nothing, and is too small if they do.")
	case overlap >= 1:
		texts = append(texts, "training sets have the same instances, and differ at most in which labels are hidden. What other instances would change is not known; so there are no shares.")
	case overlap >= stats.SameTraining:
		texts = append(texts, fmt.Sprintf("training sets share %.0f %% of their instances. ± splits rests on the correction for it: the variance of splits that was seen is multiplied by %s.", 100*overlap, amount(1/(1-overlap))))
	}
	return strings.Join(texts, " Also, ")
}

// componentCells writes the deviations and then the shares. There are no shares where that of the splits is not known.
func componentCells(v stats.Components, col *table.Column, from []source) (cells []string) {
	total := v.Split + v.Instance // NaN where one is
	if known(total) {
		total = sum(v, from)
	}
	for _, s := range from {
		x := s.of(v)
		text := col.Deviation(math.Sqrt(counted(x)))
		if x < 0 {
			text = "≤ 0"
		}
		cells = append(cells, text)
	}
	for _, s := range from {
		cells = append(cells, chart.Fixed(100*counted(s.of(v))/total, 0))
	}
	return cells
}

// meanCells writes the standard error of a mean, of which m are the parts of its variance, and the largest of these.
func meanCells(m stats.Components, col *table.Column, from []source) []string {
	total := sum(m, from)
	most := ""
	largest := 0.0
	for _, s := range from {
		if x := s.of(m); x > largest {
			largest, most = x, s.name+" "+chart.Fixed(100*x/total, 0)+" %"
		}
	}
	return []string{col.Deviation(math.Sqrt(total)), most}
}

// sum adds up the parts that are known.
func sum(v stats.Components, from []source) (total float64) {
	for _, s := range from {
		if x := counted(s.of(v)); known(x) {
			total += x
		}
	}
	return total
}

// counted is what an estimated variance counts as: a negative one is none.
func counted(x float64) float64 {
	if x < 0 { // max would lose a NaN
		return 0
	}
	return x
}
