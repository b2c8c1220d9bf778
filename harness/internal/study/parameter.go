package study

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/param"
)

// Against draws validation scores against a parameter, for each learner whose candidates differ in it: a chart for each dataset, whose title it is. Of
// candidates that differ in other parameters too it is the best. Test scores are not in it, as parameters may not be chosen by them. The error
// says in what the candidates differ.
func Against(r *Run, parameter string) (charts []*chart.Chart, err error) {
	var names []string
	for _, s := range searches(r) {
		for _, name := range s.names {
			names = ordered.Add(names, name)
		}
		charts = s.against(charts, parameter, r.Metrics[0])
	}
	switch {
	case len(names) == 0:
		return nil, fmt.Errorf("study: nothing to draw against %q: no parameter was tuned over numbers: give a list of values and tune: {fraction: 0.2} in the suite", parameter)
	case len(charts) == 0:
		hint := ""
		if near := param.Nearest(parameter, names); near != "" {
			hint = fmt.Sprintf("; did you mean %q?", near)
		}
		return nil, fmt.Errorf("study: no candidates differ in a number called %q: they do in %s%s", parameter, strings.Join(names, ", "), hint)
	}
	return charts, nil
}

// firstOf draws, of the searches of one dataset, scores against the first parameter of each learner.
func firstOf(list []*search, m table.Metric) (charts []*chart.Chart) {
	for _, s := range list {
		if len(s.names) > 0 {
			charts = s.against(charts, s.names[0], m)
		}
	}
	return charts
}

// against adds the scores of a learner to the chart of its dataset and the parameter; it does nothing where its candidates do not differ in it.
func (s *search) against(charts []*chart.Chart, name string, m table.Metric) []*chart.Chart {
	if !slices.Contains(s.names, name) {
		return charts
	}
	at := slices.IndexFunc(charts, func(c *chart.Chart) bool { return c.X.Title == name && c.Title == s.dataset })
	if at < 0 {
		at = len(charts)
		charts = append(charts, &chart.Chart{
			Title: s.dataset, Alt: fmt.Sprintf("Validation %s on %s against %s, for each learner.", m.Name, s.dataset, name),
			X: chart.Axis{Title: name}, Y: scores(m),
		})
	}
	x, y := s.profile(name)
	charts[at].Series = append(charts[at].Series, s.series(x, y, m))
	return charts
}
