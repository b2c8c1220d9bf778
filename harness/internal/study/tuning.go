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

// tuning says what choosing parameters cost, and what it brought, by validation scores alone.
func tuning(r *Run) (*Section, error) {
	m := r.Metrics[0]
	p := &Section{Name: "tuning", Title: "Tuning by validation " + m.Name}
	all := searches(r)
	if len(all) == 0 {
		p.Empty = "Nothing was tuned: parameters are those that the suite gives."
		return p, nil
	}
	p.Grid = grid.New("dataset", "learner").Numbers("fits", "candidates", "failed", "calls", "÷ fit", "CPU s", "÷ fit", "best of 1", "best of all")
	var wordy []string // learners with a grid of words
	for i, s := range all {
		p.Grid.Add(s.cells(m)...)
		if len(s.names) == 0 {
			wordy = ordered.Add(wordy, s.label)
		}
		if i+1 == len(all) || all[i+1].dataset != s.dataset { // its last one
			of := slices.DeleteFunc(slices.Clone(all), func(o *search) bool { return o.dataset != s.dataset })
			p.Charts = append(p.Charts, bestOf(of, m)...)
			p.Charts = append(p.Charts, firstOf(of, m)...)
		}
	}
	p.Text = []string{
		fmt.Sprintf("Scores are validation %s (%s), measured on a part of the training instances and never on the test set. The score of the best of several flatters it: what the chosen parameters are worth is in the table.", m.Name, m.Doc),
		"Fits are those that tried the grid which most fits share, with any candidate that ended well; all else is of these. Calls and CPU seconds are of all trials of a fit, medians over fits; ÷ fit: over those of the fit itself. \"Best of 1\" is the mean candidate of the grid, \"best of all\" what a search of the whole grid finds; between them, on the curves, " +
			"the expected best of k candidates drawn without replacement (Dodge et al. 2019). Bands are ± the standard deviation over fits. A trial that failed counts as the worst of its fit. Candidates that extended a grid are left out, as scores chose them.",
	}
	if len(wordy) > 0 {
		p.Text = append(p.Text, "No curve against a parameter, as the grid differs in none that is a number: "+strings.Join(wordy, ", ")+".")
	}
	return p, nil
}

// cells are those of the grid.
func (s *search) cells(m table.Metric) []string {
	var trialCalls, fitCalls, trialCPU, fitCPU []float64
	for _, f := range s.fits {
		n := 0.0
		for _, t := range f.Trials {
			n += float64(t.Counts.Calls())
		}
		trialCalls, fitCalls = append(trialCalls, n), append(fitCalls, float64(f.Counts.Calls()))
		trialCPU, fitCPU = append(trialCPU, float64(f.Times.TuneCPU)), append(fitCPU, float64(f.Times.Fit.CPU))
	}
	cells := []string{s.dataset, s.label, fmt.Sprintf("%d of %d", len(s.fits), s.all), fmt.Sprint(len(s.grid)), fmt.Sprintf("%d/%d", s.failed, len(s.fits)*len(s.grid))}
	for _, cost := range [][2][]float64{{trialCalls, fitCalls}, {trialCPU, fitCPU}} {
		trials, fit := stats.Median(cost[0]), stats.Median(cost[1])
		if trials > 0 {
			cells = append(cells, amount(trials), amount(trials/fit))
		} else { // no calls; no CPU seconds in older records
			cells = append(cells, "—", "—")
		}
	}
	best := s.best()
	return append(cells, chart.Fixed(score(best[0].Mean, m), m.Digits()), chart.Fixed(score(best[len(best)-1].Mean, m), m.Digits()))
}

// score is how a reader sees a loss of a course or a search.
func score(v float64, m table.Metric) float64 {
	if m.Higher {
		v = -v
	}
	return m.Scale() * v
}

// bestOf draws the expected best of k candidates, for each learner on one dataset: against k, and against the CPU seconds that
// so many trials take on average, where these are recorded.
func bestOf(list []*search, m table.Metric) []*chart.Chart {
	alt := fmt.Sprintf("Validation %s on %s of the best of k candidates, as expected, for each learner, against ", m.Name, list[0].dataset)
	number := &chart.Chart{Title: list[0].dataset, Alt: alt + "k.", X: chart.Axis{Title: "candidates k", Plain: true}, Y: scores(m)}
	seconds := &chart.Chart{Title: list[0].dataset, Alt: alt + "their CPU seconds.", X: chart.Axis{Title: "CPU seconds of k trials", Log: true}, Y: scores(m)}
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
	if len(seconds.Series) == 0 { // older records
		return []*chart.Chart{number}
	}
	return []*chart.Chart{number, seconds}
}

func scores(m table.Metric) chart.Axis {
	return chart.Axis{Title: "validation " + m.Heading(), Plain: true}
}

// series is a line with a band of ± the standard deviation.
func (s *search) series(x []float64, y []stats.Summary, m table.Metric) chart.Series {
	line := chart.Series{Label: s.label, Style: s.style, X: x}
	for _, v := range y {
		spread := v.Std
		if v.N < 2 {
			spread = 0
		}
		low, high := score(v.Mean-spread, m), score(v.Mean+spread, m)
		line.Y, line.Low, line.High = append(line.Y, score(v.Mean, m)), append(line.Low, min(low, high)), append(line.High, max(low, high))
	}
	return line
}
