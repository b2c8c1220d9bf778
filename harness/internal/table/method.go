package table

import (
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/stats"
)

// fewDegrees is the number of degrees of freedom below which a t test has little power.
const fewDegrees = 4

// fewModerated is the number of splits below which rows of unequal spreads make the prior of few
// splits too sure: simulated, 7 to 12 % of tables of such rows have a false mark.
const fewModerated = 10

// fewGroups is the effective number of groups below which a table warns.
const fewGroups = 10

// correctedWarning is under each table with a Nadeau–Bengio test. docs/statistics-appendix.md
// measures the number for ten folds.
const correctedWarning = "up to 36 % of equal pairs differ if training sets cause half of the variance"

// OneTrainingOnly warns of tests on one training set.
const OneTrainingOnly = "they hold for this training set only and do not generalise to the learners"

// Values of Column.Spread.
const (
	OverInstances = "standard error over test instances"
	OverSplits    = "standard error over splits and test instances"
	Deviation     = "standard deviation over splits" // if there is no standard error
)

// A method is the way to test and to estimate errors on one dataset.
type method struct {
	division *division
	layout   stats.Layout
	kind     stats.Method // for two training sets as for three

	test, detail, warning string
	silent                string // why differences are not tested; "": they are
}

// byInstance reports whether the method needs values by test instance.
func (m *method) byInstance() bool {
	return m.kind == stats.FlippedSigns || m.kind == stats.CrossedMean
}

// spread returns what ± is, as [Column.Spread].
func (m *method) spread() string {
	switch m.kind {
	case stats.FlippedSigns:
		return OverInstances
	case stats.NoMethod:
		return Deviation
	}
	return OverSplits
}

// samples returns the values that the method takes, with one sample for each training set. If it
// needs no instances, each mean is a sample of one value. The result is empty if instances were not
// recorded.
func (m *method) samples(s sample) (all []stats.Sample) {
	s = s.merged(m.division.repeated)
	if m.byInstance() {
		return s.known()
	}
	for _, mean := range s.means {
		all = append(all, stats.Sample{Instances: []int{0}, Values: []float64{mean}})
	}
	return all
}

// estimate returns the standard error and the interval of the mean of a row, or of a difference of
// two rows. P is that of the test, but on one training set of Student's t.
func (m *method) estimate(s sample, prior stats.Prior) stats.Test {
	samples := m.samples(s)
	switch {
	case m.kind == stats.NoMethod || len(samples) == 0:
		return undefined
	case m.kind == stats.FlippedSigns:
		return stats.OneSplit(samples[0])
	}
	return m.layout.Test(samples, prior)
}

var undefined = stats.Test{Effect: notANumber, Err: notANumber, P: notANumber}

// newMethod returns the method of a dataset. It depends on how the dataset was divided.
func newMethod(d *division) *method {
	sets, e := d.trainingSets(), d.entries[0]
	ratio, sized := d.ratio()
	m := &method{division: d,
		layout: stats.Layout{Sets: sets, Training: e.Overlap, Tests: e.TestOverlap, Ratio: ratio}}
	if m.kind = m.layout.Method(); sets == 2 {
		m.kind = stats.MethodOf(3, e.Overlap, e.TestOverlap)
	}
	unsized := m.kind == stats.CorrectedMean && !sized
	if unsized {
		m.kind = stats.NoMethod
	}
	shared := fmt.Sprintf("training sets share %s %%", chart.Significant(100*e.Overlap, 3))
	switch {
	case m.kind == stats.FlippedSigns:
		m.test = "sign flips by instance"
		m.warning = OneTrainingOnly
		return m
	case sets == 2:
		m.silent = "two splits are too few"
	case !finite(e.Overlap):
		m.silent = "the overlap of training sets is not known: run the suite again"
	case e.Overlap >= 1:
		m.silent = "all training sets have the same instances, and differ only in their labels"
	case unsized:
		m.silent = "the sizes of the splits are not known"
	case m.kind == stats.NoMethod:
		m.silent = "the overlap of test sets is not known: run the suite again"
	case m.kind == stats.CrossedMean:
		m.test = fmt.Sprintf("t test over %d splits, with the variance of splits and of test instances", sets)
		m.detail = shared
		if e.Overlap >= stats.SameTraining {
			m.detail += fmt.Sprintf(" and test sets %s %%", chart.Significant(100*e.TestOverlap, 3))
		}
	default:
		m.test = fmt.Sprintf("Nadeau–Bengio corrected resampled t test over %d splits", sets)
		m.detail = "n_test/n_train = " + chart.Significant(ratio, 3) + countsAll(d.entries) + ", " +
			shared
		m.warning = correctedWarning
	}
	return m
}

// Layouts returns how the splits of each dataset of planned entries divide it; nil if an entry occurs
// twice.
func Layouts(entries []Entry) map[string]stats.Layout {
	g, err := group(entries)
	if err != nil {
		return nil // NewCells reports it
	}
	layouts := map[string]stats.Layout{}
	for name, d := range g.datasets {
		layouts[name] = newMethod(d).layout
	}
	return layouts
}

// countsAll returns a remark if n_train counts partly labelled instances too; "" if there are none.
func countsAll(entries []*Entry) string {
	if slices.ContainsFunc(entries, func(e *Entry) bool { return e.Boxes+e.Partial > 0 }) {
		return ", n_train with boxes and hidden labels"
	}
	return ""
}
