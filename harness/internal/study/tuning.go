package study

import (
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/wording"
)

// tuning shows the benefit of tuning, by validation scores only. The table has its cost.
func tuning(r *Run) *Section {
	p := &Section{Title: "Tuning by validation " + r.LossWords(lossName)}
	all := gridSearches(r)
	if len(all) == 0 {
		p.Empty = "Nothing was tuned: the suite sets all parameters."
		return p
	}
	p.Grid = grid.New("dataset", "learner").Numbers("fits", "candidates", "failed", "mean", "best",
		"choice %")
	for _, s := range all {
		p.Grid.Add(append(s.cells(), s.byChoice(r.Table))...)
		if s.name != "" { // a numeric parameter differs
			p.Charts = s.drawProfile(p.Charts)
		}
	}
	p.Text = []string{
		"Scores are measured on instances held out from training, never on the test set. The best of " +
			"several scores is optimistic. The table has the test score of the chosen parameters.",
		"Only fits that tried the whole grid, with at least one success, count. Mean and best are " +
			"those of the candidates of the grid, averaged over fits. Bands are ± the standard " +
			"deviation over fits. A failed trial counts as the worst of its fit. Candidates that " +
			"extended a grid are left out, since scores chose them.",
		"Choice %: of the test variance between splits, the share that goes with the chosen " +
			"parameters. It is 0 on average without an effect.",
	}
	return p
}

// cells returns the row of s in the section's grid.
func (s *gridSearch) cells() []string {
	digits := s.metric.Digits()
	return []string{s.dataset, s.label, fmt.Sprintf("%d of %d", len(s.fits), len(s.all)),
		fmt.Sprint(len(s.grid)), fmt.Sprintf("%d/%d", s.failed, len(s.fits)*len(s.grid)),
		chart.Fixed(s.score(s.mean()), digits), chart.Fixed(s.score(s.best()), digits)}
}

// byChoice returns the share of the variance between splits by the choices. "": it is not known.
func (s *gridSearch) byChoice(t *table.Table) string {
	for c := range t.Columns {
		for _, row := range t.Rows {
			if v := row.Cells[c].ByChoice; v != 0 && row.Label == s.label && !row.Rival &&
				t.Columns[c].Dataset == s.dataset {
				return wording.Percent(max(0, v))
			}
		}
	}
	return ""
}

// score converts a loss to the units of the table.
func (s *gridSearch) score(v float64) float64 {
	if s.metric.Higher {
		v = -v
	}
	return s.metric.Scale() * v
}

// drawProfile draws the scores against the parameter in the chart of the dataset and this
// parameter, which may be new. The band is ± the standard deviation.
func (s *gridSearch) drawProfile(charts []*chart.Chart) []*chart.Chart {
	x, y := s.profile()
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
		return c.Title == s.dataset && c.X.Title == s.name
	})
	if at < 0 {
		at = len(charts)
		charts = append(charts, &chart.Chart{Title: s.dataset, X: chart.Axis{Title: s.name},
			Y: chart.Axis{Title: "validation " + s.metric.Heading(), Plain: true},
			Alt: fmt.Sprintf("Validation %s on %s against %s, for each learner.", s.metric.Name,
				s.dataset, s.name)})
	}
	charts[at].Series = append(charts[at].Series, line)
	return charts
}
