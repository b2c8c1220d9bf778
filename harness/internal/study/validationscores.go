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

// ChartValidationScores plots validation scores against a tuned parameter. There is a chart for
// each dataset, named in its title, with a line for each learner. If candidates differ in other
// parameters too, it takes the best of them. Test scores are not shown, since they must not choose
// parameters. If nothing was tuned over this parameter, the error names those that were.
func ChartValidationScores(r *Run, parameter string) (charts []*chart.Chart, err error) {
	var names []string
	for _, s := range gridSearches(r) {
		for _, name := range s.names {
			names = ordered.Add(names, name)
		}
		charts = s.addTo(charts, parameter, r.Loss(s.dataset))
	}
	switch {
	case len(names) == 0:
		return nil, fmt.Errorf("study: no scores against %q: no numeric parameter was tuned\n"+
			"hint: give the parameter a list of values and tune: {fraction: 0.2} in the suite",
			parameter)
	case len(charts) == 0:
		hint := ""
		if near := param.Nearest(parameter, names); near != "" {
			hint = fmt.Sprintf("\nhint: did you mean %q?", near)
		}
		return nil, fmt.Errorf("study: no numeric parameter %q was tuned: want one of %s%s",
			parameter, strings.Join(names, ", "), hint)
	}
	return charts, nil
}

// firstParameterCharts plots scores against the first parameter of each learner. list has the
// searches of one dataset.
func firstParameterCharts(list []*gridSearch, m table.Metric) (charts []*chart.Chart) {
	for _, s := range list {
		if len(s.names) > 0 {
			charts = s.addTo(charts, s.names[0], m)
		}
	}
	return charts
}

// addTo adds the scores of a learner to the chart of its dataset and parameter. It does nothing if
// its candidates do not differ in the parameter.
func (s *gridSearch) addTo(charts []*chart.Chart, name string, m table.Metric) []*chart.Chart {
	if !slices.Contains(s.names, name) {
		return charts
	}
	at := slices.IndexFunc(charts, func(c *chart.Chart) bool {
		return c.X.Title == name &&
			c.Title == s.dataset
	})
	if at < 0 {
		at = len(charts)
		charts = append(charts, &chart.Chart{
			Title: s.dataset, Alt: fmt.Sprintf("Validation %s on %s against %s, for each learner.",
				m.Name, s.dataset, name),
			X: chart.Axis{Title: name}, Y: validationAxis(m),
		})
	}
	x, y := s.profile(name)
	charts[at].Series = append(charts[at].Series, s.series(x, y, m))
	return charts
}
