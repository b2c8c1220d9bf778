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
)

// tuning compares cost and benefit of tuning, by validation scores only.
func tuning(r *Run) (*Section, error) {
	p := &Section{Name: "tuning", Title: "Tuning by validation " + r.LossWords(lossName)}
	all := gridSearches(r)
	if len(all) == 0 {
		p.Empty = "Nothing was tuned: the suite sets all parameters."
		return p, nil
	}
	p.Grid = grid.New("dataset", "learner").Numbers("fits", "candidates", "failed", "calls",
		"÷ fit", "CPU s", "÷ fit", "best of 1", "best of all")
	var unplotted []string // learners without a numeric parameter that differs
	for i, s := range all {
		m := r.Loss(s.dataset)
		p.Grid.Add(s.cells(m)...)
		if len(s.names) == 0 {
			unplotted = ordered.Add(unplotted, s.label)
		}
		if i+1 == len(all) || all[i+1].dataset != s.dataset { // last of its dataset
			of := slices.DeleteFunc(slices.Clone(all),
				func(o *gridSearch) bool { return o.dataset != s.dataset })
			p.Charts = append(p.Charts, expectedBestCharts(of, m)...)
			p.Charts = append(p.Charts, firstParameterCharts(of, m)...)
		}
	}
	p.Text = []string{
		fmt.Sprintf("Scores are validation %s, measured on instances held out from training, "+
			"never on the test set. The best of several scores is optimistic. The table has the "+
			"test score of the chosen parameters.", r.LossWords(func(m table.Metric) string {
			return fmt.Sprintf("%s (%s)", m.Name, m.Doc)
		})),
		"Only fits with the most common grid and at least one successful trial count. Calls and " +
			"CPU seconds are sums over the trials of a fit, as medians over fits. ÷ fit: divided " +
			"by those of the fit itself. \"Best of 1\" is the mean candidate of the grid, and " +
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
	return p, nil
}

// cells returns the row of s in the section's grid.
func (s *gridSearch) cells(m table.Metric) []string {
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
	cells := []string{s.dataset, s.label, fmt.Sprintf("%d of %d", len(s.fits), s.all),
		fmt.Sprint(len(s.grid)), fmt.Sprintf("%d/%d", s.failed, len(s.fits)*len(s.grid))}
	for _, cost := range [][2][]float64{{trialCalls, fitCalls}, {trialCPU, fitCPU}} {
		trials, fit := stats.Median(cost[0]), stats.Median(cost[1])
		if trials > 0 {
			cells = append(cells, formatEffort(trials), formatEffort(trials/fit))
		} else { // no calls, or an old record without CPU seconds
			cells = append(cells, "—", "—")
		}
	}
	best := s.best()
	return append(cells, chart.Fixed(score(best[0].Mean, m), m.Digits()),
		chart.Fixed(score(best[len(best)-1].Mean, m), m.Digits()))
}

// score converts a loss to the units of the table.
func score(v float64, m table.Metric) float64 {
	if m.Higher {
		v = -v
	}
	return m.Scale() * v
}

// expectedBestCharts plots the expected best of k candidates for each learner on one dataset:
// against k, and against the mean CPU seconds of k trials if they were recorded.
func expectedBestCharts(list []*gridSearch, m table.Metric) []*chart.Chart {
	alt := fmt.Sprintf("Expected validation %s on %s of the best of k candidates, for each "+
		"learner, against ", m.Name, list[0].dataset)
	number := &chart.Chart{Title: list[0].dataset, Alt: alt + "k.",
		X: chart.Axis{Title: "candidates k", Plain: true}, Y: validationAxis(m)}
	seconds := &chart.Chart{Title: list[0].dataset, Alt: alt + "their CPU seconds.",
		X: chart.Axis{Title: "CPU seconds of k trials", Log: true}, Y: validationAxis(m)}
	for _, s := range list {
		var k, took []float64
		for i := range s.grid {
			k, took = append(k, float64(i+1)), append(took, float64(i+1)*s.seconds())
		}
		number.Series = append(number.Series, s.series(k, s.best(), m))
		if took[0] > 0 {
			seconds.Series = append(seconds.Series, s.series(took, s.best(), m))
		}
	}
	if len(seconds.Series) == 0 { // old records
		return []*chart.Chart{number}
	}
	return []*chart.Chart{number, seconds}
}

func validationAxis(m table.Metric) chart.Axis {
	return chart.Axis{Title: "validation " + m.Heading(), Plain: true}
}

// series returns a line with a band of ± the standard deviation.
func (s *gridSearch) series(x []float64, y []stats.Summary, m table.Metric) chart.Series {
	line := chart.Series{Label: s.label, Style: s.style, X: x}
	for _, v := range y {
		spread := v.Std
		if v.N < 2 {
			spread = 0
		}
		low, high := score(v.Mean-spread, m), score(v.Mean+spread, m)
		line.Y, line.Low, line.High = append(line.Y, score(v.Mean, m)),
			append(line.Low, min(low, high)), append(line.High, max(low, high))
	}
	return line
}
