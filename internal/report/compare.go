package report

import (
	"fmt"
	"slices"

	"github.com/spbench/spbench/internal/record"
	"github.com/spbench/spbench/internal/stats"
)

// fewSplits is the number of splits below which the t test has hardly any power.
const fewSplits = 5

// A comparison is one row against the best of its column.
type comparison struct {
	column, row int
	test        stats.Test
}

// compare marks, in the columns of the first metric, the best complete row and
// those that the test cannot tell from it.
func (t *Table) compare(g *grouping) error {
	var family []comparison
	for c := range t.Columns {
		if t.Columns[c].Metric.Name != t.Columns[0].Metric.Name {
			continue
		}
		for _, shown := range t.protocols() {
			best := t.best(c, shown)
			if best < 0 {
				continue
			}
			tests, err := t.testColumn(g, c, best)
			if err != nil {
				return err
			}
			family = append(family, tests...)
		}
	}
	family = t.silence(family)
	t.Comparisons = len(family)
	p := make([]float64, len(family))
	for i, f := range family {
		p[i] = f.test.P
	}
	for i, adjusted := range stats.Holm(p) {
		f := family[i]
		cell := &t.Rows[f.row].Cells[f.column]
		cell.P, cell.Adjusted = record.Number(p[i]), record.Number(adjusted)
		cell.Equal = adjusted > t.Alpha
	}
	return nil
}

// best marks and returns the best complete row of column c among those of a protocol,
// the first of equals; -1 if fewer than two of them are complete.
func (t *Table) best(c int, shown string) int {
	best, complete := -1, 0
	for r := range t.Rows {
		cell := &t.Rows[r].Cells[c]
		if !cell.Complete() || t.Rows[r].Shown != shown {
			continue
		}
		complete++
		if best < 0 || t.Columns[c].Metric.better(cell.Mean, t.Rows[best].Cells[c].Mean) {
			best = r
		}
	}
	if complete < 2 {
		return -1
	}
	t.Rows[best].Cells[c].Best = true
	return best
}

func (m Metric) better(a, b record.Number) bool {
	if m.Higher {
		return a > b
	}
	return a < b
}

// testColumn tests every other complete row of column c and of the best row's
// protocol against the best. Where
// that cannot be done it says why in the column and returns nothing.
func (t *Table) testColumn(g *grouping, c, best int) ([]comparison, error) {
	col := &t.Columns[c]
	at := func(r int) []*Entry { return g.at[place{rowName{t.Rows[r].Label, t.Rows[r].Output}, col.Dataset}] }
	test, err := g.testFor(col, at(best))
	if err != nil || test == nil {
		return nil, err
	}
	var done []comparison
	for r := range t.Rows {
		cell := &t.Rows[r].Cells[c]
		if r == best || !cell.Complete() || t.Rows[r].Shown != t.Rows[best].Shown {
			continue
		}
		result, err := test(at(r))
		if err != nil {
			return nil, err
		}
		cell.Effect = record.Number(result.Effect)
		if finite(result.P) {
			done = append(done, comparison{c, r, result})
		}
	}
	return done, nil
}

// testFor chooses the test for a column and returns a function that applies it
// to the entries of a row and the best row. nil means no test; col.Silent says why.
func (g *grouping) testFor(col *Column, best []*Entry) (func([]*Entry) (stats.Test, error), error) {
	metric := col.Metric
	if splits := g.splits(col.Dataset); len(splits) > 1 {
		ratio, ok := g.ratio(col.Dataset)
		if !ok {
			col.Silent = "the sizes of the splits are not known"
			return nil, nil
		}
		col.Test = fmt.Sprintf("Nadeau–Bengio corrected resampled t test over %d splits", len(splits))
		col.Detail = fmt.Sprintf("n_test/n_train = %s%s", significant(ratio), g.allCounted(col.Dataset))
		if len(splits) < fewSplits {
			col.Warning = fmt.Sprintf("with %d splits only very large differences can be significant", len(splits))
		}
		return func(row []*Entry) (stats.Test, error) {
			return stats.CorrectedT(splitDifferences(row, best, metric.Name), ratio), nil
		}, nil
	}
	if metric.Value != nil {
		return col.testCounts(best)
	}
	reference, seeds, err := instanceMeans(best, metric)
	if err != nil {
		return nil, err
	}
	if reference == nil {
		col.Silent = "there is one split and no losses by instance were recorded"
		return nil, nil
	}
	col.Test = "sign-flip permutation test by instance" + averagedOver(seeds)
	col.Detail = "n = " + grouped(float64(len(reference)))
	return func(row []*Entry) (stats.Test, error) {
		means, _, err := instanceMeans(row, metric)
		switch {
		case err != nil:
			return stats.Test{}, err
		case len(means) != len(reference) && means != nil:
			return stats.Test{}, fmt.Errorf("report: %s: %s has losses for %d test instances, %s for %d: they did not see the same test set",
				col.Dataset, row[0].Label, len(means), best[0].Label, len(reference))
		}
		return stats.SignFlip(differences(means, reference)), nil
	}, nil
}

// splitDifferences returns the differences of the split means where both rows
// have the same splits, else nothing, which no test can be made of.
func splitDifferences(row, best []*Entry, metric string) []float64 {
	a, x := splitMeans(row, metric)
	b, y := splitMeans(best, metric)
	if !slices.Equal(a, b) {
		return nil
	}
	return differences(x, y)
}

// differences returns a − b without the pairs of which one is missing.
func differences(a, b []float64) []float64 {
	var d []float64
	for i := range a {
		if x := a[i] - b[i]; finite(x) {
			d = append(d, x)
		}
	}
	return d
}

// instanceMeans returns, for every test instance, its part in the metric,
// averaged over the seeds: num/den for a macro metric, num·n/Σden for a micro
// one, so that the mean over instances is the metric's value. NaN where den is 0;
// nil if a fit has no statistics.
func instanceMeans(entries []*Entry, m Metric) (means []float64, seeds int, err error) {
	for _, e := range entries {
		s := e.Instances[m.Name]
		switch {
		case len(s.Num) == 0:
			return nil, 0, nil
		case len(s.Num) != len(s.Den):
			return nil, 0, fmt.Errorf("report: %s %s on %s: %d numerators and %d denominators of %s", e.Label, e.Output, e.Dataset, len(s.Num), len(s.Den), m.Name)
		case means == nil:
			means = make([]float64, len(s.Num))
		case len(s.Num) != len(means):
			return nil, 0, fmt.Errorf("report: %s %s on %s: %d test instances with one seed, %d with another: they are different splits",
				e.Label, e.Output, e.Dataset, len(means), len(s.Num))
		}
		shared := 0.0
		if m.Micro {
			for _, den := range s.Den {
				shared += den / float64(len(s.Den))
			}
		}
		for i := range means {
			den := s.Den[i]
			if m.Micro {
				den = shared
			}
			if s.Den[i] == 0 {
				den = notANumber
			}
			means[i] += s.Num[i] / den / float64(len(entries))
		}
	}
	return means, len(entries), nil
}

// silence takes the columns out of the family in which no comparison could come
// out significant even if every difference agreed, given the size of the family.
// The weakest goes first, as each that goes makes the family smaller.
func (t *Table) silence(family []comparison) []comparison {
	for {
		weakest, floor := -1, t.Alpha
		for c := range t.Columns {
			if lowest, ok := lowestFloor(family, c); ok && lowest*float64(len(family)) > floor {
				weakest, floor = c, lowest*float64(len(family))
			}
		}
		if weakest < 0 {
			return family
		}
		col := &t.Columns[weakest]
		n := 0
		for _, f := range family {
			if f.column == weakest {
				n = max(n, f.test.N)
			}
		}
		col.Silent = fmt.Sprintf("n = %d is too small to say anything: the smallest attainable p is %s after correction", n, significant(min(1, floor)))
		col.Test, col.Detail, col.Warning = "", "", ""
		family = slices.DeleteFunc(family, func(f comparison) bool { return f.column == weakest })
	}
}

// lowestFloor returns the smallest p that any comparison in column c can attain.
func lowestFloor(family []comparison, c int) (floor float64, ok bool) {
	floor = 1
	for _, f := range family {
		if f.column == c {
			floor, ok = min(floor, f.test.Floor), true
		}
	}
	return floor, ok
}

func averagedOver(seeds int) string {
	if seeds == 1 {
		return ""
	}
	return fmt.Sprintf(", averaged over %d seeds", seeds)
}
