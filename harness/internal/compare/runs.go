package compare

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
)

// New compares the rows of two sides by their common metrics, or only by those named. See
// [SetThresholds] for thresholds.
func New(before, after *Side, only, thresholds []string) (*Comparison, error) {
	matches, onlyBefore, onlyAfter := pair(before, after)
	metrics, left, err := commonMetrics(before, after, only)
	if err != nil {
		return nil, err
	}
	if err := SetThresholds(metrics, thresholds); err != nil {
		return nil, err
	}
	pairs, err := paired(before, after, matches)
	if err != nil {
		return nil, err
	}
	c, err := Builds(pairs, metrics, table.NewCache(after.Dir))
	if err != nil {
		return nil, err
	}
	c.Before, c.After = before.Dir, after.Dir
	c.OnlyBefore, c.OnlyAfter = loneRows(onlyBefore), loneRows(onlyAfter)
	if before.Dir == after.Dir { // rows without an earlier build
		c.Same, c.OnlyAfter = c.Same+len(c.OnlyAfter), nil
	}
	if before.Plan.Suite.Quick || after.Plan.Suite.Quick {
		c.Notes = append([]string{"A quick look, no result."}, c.Notes...)
	}
	for _, side := range []*Side{before, after} {
		if n := side.stale(); n > 0 {
			c.Notes = append(c.Notes,
				fmt.Sprintf("%d fits of %s are left out, because a different spbench scored them than the rest: run that suite again to score them without refitting.", n, side.Dir))
		}
	}
	if len(left) > 0 {
		c.Notes = append(c.Notes, "Metrics in only one run, not compared: "+strings.Join(left,
			", ")+".")
	}
	return c, nil
}

// paired returns the entries of the matches.
func paired(before, after *Side, matches []match) ([]Paired, error) {
	was, err := before.rows()
	if err != nil {
		return nil, err
	}
	is, err := after.rows()
	if err != nil {
		return nil, err
	}
	pairs := make([]Paired, len(matches))
	for i, m := range matches {
		p := Paired{was[m.before.key()], is[m.after.key()], m.differs}
		if p.Before == nil || p.After == nil {
			return nil, fmt.Errorf("the plan of %s or %s lacks fits of the records", before.Dir,
				after.Dir)
		}
		p.Before.Folder, p.After.Folder = before.Dir, after.Dir
		pairs[i] = p
	}
	return pairs, nil
}

// A rowKey is the place of a fit and the label of a decoder.
type rowKey struct {
	place   record.Place
	decoder string
}

func (r rowOf) key() rowKey { return rowKey{r.fit.Place(), r.decoder} }

// rows returns the entries in the table of a side.
func (s *Side) rows() (map[rowKey]*table.Entry, error) {
	entries, err := table.FromRecords(s.Entries, s.Fits)
	if err != nil {
		return nil, err
	}
	rows := map[rowKey]*table.Entry{}
	for i := range entries {
		e := &entries[i]
		rows[rowKey{e.Place(), e.Decoder}] = e
	}
	return rows, nil
}

// SetThresholds sets the threshold of each metric: NAME=X for the metric of that name, X for all
// others, which must have the same unit.
func SetThresholds(metrics []table.Metric, given []string) error {
	named := map[string]bool{}
	rest := 0.0
	for _, text := range given {
		name, number, ok := strings.Cut(text, "=")
		if !ok {
			name, number = "", text
		}
		x, err := strconv.ParseFloat(number, 64)
		if err != nil || !(x >= 0) {
			return fmt.Errorf("-threshold is %q: must be a number of at least 0, or NAME=X for a metric", text)
		}
		at := slices.IndexFunc(metrics, func(m table.Metric) bool { return m.Name == name })
		switch {
		case !ok:
			rest = x
		case at < 0:
			return fmt.Errorf("-threshold names the metric %q, which is not compared", name)
		default:
			metrics[at].Threshold, named[name] = x, true
		}
	}
	var percent, other []string
	for i := range metrics {
		m := &metrics[i]
		switch {
		case named[m.Name]:
			continue
		case m.Percent:
			percent = append(percent, m.Name)
		default:
			other = append(other, m.Name)
		}
		m.Threshold = rest
	}
	if rest > 0 && len(other) > 0 && len(percent)+len(other) > 1 {
		return fmt.Errorf("-threshold %v would apply to metrics in different units, %s: write NAME=X,… or choose with -metrics", rest, strings.Join(append(percent, other...), ", "))
	}
	return nil
}

// commonMetrics returns the metrics of after that both runs measure under one name, or only those
// named, and the names of the others.
func commonMetrics(before, after *Side, only []string) (common []table.Metric, left []string,
	err error) {
	for i, m := range after.Plan.Suite.AllMetrics() {
		same := func(old suite.Metric) bool { return old.Label == m.Label && sameMetric(&old, &m) }
		switch {
		case only != nil && !slices.Contains(only, m.Label):
		case slices.ContainsFunc(before.Plan.Suite.AllMetrics(), same):
			common = append(common, after.Metrics[i])
		default:
			left = append(left, m.Label)
		}
	}
	for _, m := range before.Plan.Suite.AllMetrics() {
		known := func(c suite.Metric) bool { return c.Label == m.Label }
		if only == nil && !slices.ContainsFunc(after.Plan.Suite.AllMetrics(), known) {
			left = append(left, m.Label)
		}
	}
	for _, name := range only {
		if !slices.ContainsFunc(common, func(m table.Metric) bool { return m.Name == name }) {
			return nil, nil,
				fmt.Errorf("compare: the metric %q is not in both runs: %s has %s, %s has %s", name,
					before.Dir, metricNames(before.Plan), after.Dir, metricNames(after.Plan))
		}
	}
	if len(common) == 0 {
		return nil, nil,
			fmt.Errorf("compare: the two runs have no metric in common: one has %s, the other %s",
				metricNames(before.Plan), metricNames(after.Plan))
	}
	return common, left, nil
}

func metricNames(planned *plan.File) string {
	var names []string
	for _, m := range planned.Suite.AllMetrics() {
		names = append(names, m.Label)
	}
	return strings.Join(names, ", ")
}

// loneRows counts the fits of each row.
func loneRows(list []unmatched) (rows []Lone) {
	for _, u := range list {
		f := u.fit
		at := slices.IndexFunc(rows, func(l Lone) bool {
			return l.Dataset == f.Dataset && l.Learner == f.Label && l.Decoder == u.decoder &&
				slices.Equal(l.Differs, u.differs)
		})
		if at < 0 {
			at = len(rows)
			rows = append(rows, Lone{Dataset: f.Dataset, Learner: f.Label, Decoder: u.decoder,
				Differs: u.differs})
		}
		rows[at].Fits++
	}
	return rows
}
