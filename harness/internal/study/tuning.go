package study

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/wording"
	"github.com/spbench/spbench/harness/param"
)

// tuning compares cost and benefit of tuning, by validation scores only.
func tuning(r *Run) *Section {
	p := &Section{Title: "Tuning by validation " + r.LossWords(lossName)}
	all := gridSearches(r)
	if len(all) == 0 {
		p.Empty = "Nothing was tuned: the suite sets all parameters."
		return p
	}
	p.Grid = grid.New("dataset", "learner").Numbers("fits", "candidates", "failed", "calls",
		"÷ fit", "CPU s", "÷ fit", "best of 1", "best of all")
	var unplotted []string // learners without a numeric parameter that differs
	for _, s := range all {
		p.Grid.Add(s.cells()...)
		p.Charts = s.drawBest(p.Charts)
		if len(s.names) > 0 {
			p.Charts = s.drawProfile(p.Charts, s.names[0])
		} else {
			unplotted = ordered.Add(unplotted, s.label)
		}
	}
	p.Text = []string{
		fmt.Sprintf("Scores are validation %s, measured on instances held out from training, "+
			"never on the test set. The best of several scores is optimistic. The table has the "+
			"test score of the chosen parameters.", r.LossWords(func(m table.Metric) string {
			return fmt.Sprintf("%s (%s)", m.Name, m.Doc)
		})),
		"Only fits that tried the whole grid, with at least one success, count. Calls and CPU " +
			"seconds are sums over the trials of a fit, as medians over fits. ÷ fit: divided by " +
			"those of the fit itself. \"Best of 1\" is the mean candidate of the grid, and " +
			"\"best of all\" the result of the whole grid. Between them, curves show the " +
			"expected best of k candidates drawn without replacement (Dodge et al. 2019). Bands " +
			"are ± the standard deviation over fits. A failed trial counts as the worst of its " +
			"fit. Candidates that extended a grid are left out, since scores chose them.",
	}
	if len(unplotted) > 0 {
		p.Text = append(p.Text,
			"No curve against a parameter, since no numeric parameter differs: "+
				strings.Join(unplotted, ", ")+".")
	}
	return p
}

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
		if slices.Contains(s.names, parameter) {
			charts = s.drawProfile(charts, parameter)
		}
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

// cells returns the row of s in the section's grid.
func (s *gridSearch) cells() []string {
	var trialCalls, fitCalls, trialCPU, fitCPU []float64
	for _, f := range s.fits {
		n := 0.0
		for _, t := range f.Trials {
			n += float64(t.Counts.Calls())
		}
		trialCalls, fitCalls = append(trialCalls, n), append(fitCalls, float64(f.Counts.Calls()))
		trialCPU, fitCPU = append(trialCPU, float64(f.Times.TuneCPU)),
			append(fitCPU, float64(f.Times.Fit.CPU))
	}
	cells := []string{s.dataset, s.label, fmt.Sprintf("%d of %d", len(s.fits), len(s.all)),
		fmt.Sprint(len(s.grid)), fmt.Sprintf("%d/%d", s.failed, len(s.fits)*len(s.grid))}
	for _, cost := range [][2][]float64{{trialCalls, fitCalls}, {trialCPU, fitCPU}} {
		trials, fit := stats.Median(cost[0]), stats.Median(cost[1])
		if trials > 0 {
			cells = append(cells, wording.Amount(trials), wording.Amount(trials/fit))
		} else { // no calls, or an old record without CPU seconds
			cells = append(cells, "—", "—")
		}
	}
	for _, best := range []stats.Summary{s.best()[0], s.best()[len(s.grid)-1]} {
		cells = append(cells, chart.Fixed(s.score(best.Mean), s.metric.Digits()))
	}
	return cells
}

// score converts a loss to the units of the table.
func (s *gridSearch) score(v float64) float64 {
	if s.metric.Higher {
		v = -v
	}
	return s.metric.Scale() * v
}

// drawBest draws the expected best of k candidates, against k and against recorded CPU seconds.
func (s *gridSearch) drawBest(charts []*chart.Chart) []*chart.Chart {
	var k, took []float64
	for i := range s.grid {
		k, took = append(k, float64(i+1)), append(took, float64(i+1)*s.seconds())
	}
	what := "Expected validation " + s.metric.Name + " of the best of k candidates"
	charts = s.draw(charts, chart.Axis{Title: "candidates k", Plain: true}, what, k, s.best())
	if took[0] > 0 {
		charts = s.draw(charts, chart.Axis{Title: "CPU seconds of k trials", Log: true}, what, took,
			s.best())
	}
	return charts
}

// drawProfile draws the scores against a parameter.
func (s *gridSearch) drawProfile(charts []*chart.Chart, name string) []*chart.Chart {
	x, y := s.profile(name)
	return s.draw(charts, chart.Axis{Title: name}, "Validation "+s.metric.Name, x, y)
}

// draw adds a line to the chart of a dataset and a horizontal axis. The chart may be new. The band is
// ± the standard deviation. what describes the scores.
func (s *gridSearch) draw(charts []*chart.Chart, axis chart.Axis, what string, x []float64,
	y []stats.Summary) []*chart.Chart {
	line := chart.Series{Label: s.label, Style: s.style, X: x}
	for _, v := range y {
		spread := v.Std
		if v.N < 2 {
			spread = 0
		}
		low, high := s.score(v.Mean-spread), s.score(v.Mean+spread)
		line.Y, line.Low, line.High = append(line.Y, s.score(v.Mean)),
			append(line.Low, min(low, high)), append(line.High, max(low, high))
	}
	at := slices.IndexFunc(charts, func(c *chart.Chart) bool {
		return c.Title == s.dataset && c.X.Title == axis.Title
	})
	if at < 0 {
		at = len(charts)
		charts = append(charts, &chart.Chart{Title: s.dataset, X: axis,
			Y:   chart.Axis{Title: "validation " + s.metric.Heading(), Plain: true},
			Alt: fmt.Sprintf("%s on %s against %s, for each learner.", what, s.dataset, axis.Title)})
	}
	charts[at].Series = append(charts[at].Series, line)
	return charts
}
