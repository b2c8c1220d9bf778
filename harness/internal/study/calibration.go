package study

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/wording"
)

const (
	calibrationName = "calibration" // name of the metric
	rowsOfDiagram   = 5             // bands of more rows look alike
)

// calibrationText explains the columns and charts.
var calibrationText = []string{
	"Variables are binned by the probability of their predicted label, in 15 bins of equal " +
		"width. Right is the share of correct labels. The error is the expected calibration " +
		"error: the mean distance of probability and share, weighted by the variables of " +
		"each bin. By chance is the error of a calibrated decoder on as many instances with " +
		"the same variation. A mean probability above the share means overconfidence. " +
		"Learners without a likelihood, such as max-margin ones, do not scale their scores " +
		"as log-probabilities.",
	"Bins are summed over all fits. The table averages the errors of single fits, which are " +
		"a little larger. Bands are 95 % bootstrap intervals over test instances. They " +
		"ignore the variation of training sets.",
}

// calibration compares the marginals of each row with the share of correct labels.
func calibration(r *Run) *Section {
	p := &Section{Title: "Calibration of marginals"}
	metric := ""
	for _, m := range r.Suite.Metrics {
		if m.Name == calibrationName {
			metric = m.Label
		}
	}
	if metric == "" {
		p.Empty = "There is no metric calibration. Add metrics: [calibration] to the suite and " +
			"run it again, which refits nothing."
		return p
	}
	p.Grid = grid.New("dataset", "learner", "decoder").Numbers("error %", "by chance %",
		"probability %", "right %", "variables")
	var with, without []string // decoders
	for _, dataset := range r.Table.Datasets {
		var lines []chart.Series
		for i := range r.Table.Rows {
			row := &r.Table.Rows[i]
			counts, width, err := sumBins(r, dataset, row, metric)
			if err != nil {
				return &Section{Title: p.Title, Empty: "A file of the run cannot be read: " + err.Error()}
			}
			if width == 0 {
				without = append(without, row.Decoder)
				continue
			}
			with = append(with, row.Decoder)
			rel := stats.NewReliability(counts, width)
			p.Grid.Add(dataset, row.Label, row.Decoder, chart.Fixed(100*rel.Error, 1),
				chart.Fixed(100*rel.Chance, 1),
				chart.Fixed(100*rel.Confidence, 1), chart.Fixed(100*rel.Right, 1),
				wording.Amount(rel.N))
			lines = append(lines, diagramSeries(rel, row.Name(), i))
		}
		for some := range slices.Chunk(lines, rowsOfDiagram) {
			p.Charts = append(p.Charts, reliabilityDiagram(dataset, some))
		}
	}
	if len(p.Grid.Rows) == 0 {
		p.Grid, p.Empty = nil, "No decoder of this run has marginals."
		return p
	}
	p.Text = slices.Clone(calibrationText)
	slices.Sort(without)
	without = slices.DeleteFunc(slices.Compact(without),
		func(o string) bool { return slices.Contains(with, o) })
	if len(without) > 0 {
		p.Text = append(p.Text, "Decoders without marginals: "+strings.Join(without, ", ")+".")
	}
	return p
}

// sumBins sums the bins of each test instance over the fits of a row on a dataset. counts has width
// values per instance. Without bins the width is 0.
func sumBins(r *Run, dataset string, row *table.Row, metric string) (counts []float64, width int,
	err error) {
	at := map[string]int{} // index in counts, by instance
	for i := range r.Entries {
		e := &r.Entries[i]
		if e.Dataset != dataset || e.Label != row.Label || e.Decoder != row.Decoder {
			continue
		}
		all, err := e.Statistics(r.Dir)
		if err != nil {
			return nil, 0, err
		}
		s, ok := all[metric]
		if !ok || s.Width == 0 {
			continue
		}
		width = s.Width
		for j := range s.N() {
			id := fmt.Sprint(e.Split, " ", j) // if IDs are unknown
			if len(e.Fit.Test) == s.N() {
				id = e.Fit.Test[j]
			}
			to, known := at[id]
			if !known {
				to = len(counts)
				at[id] = to
				counts = append(counts, make([]float64, width)...)
			}
			for k, v := range s.Of(j) {
				counts[to+k] += v
			}
		}
	}
	return counts, width, nil
}

func diagramSeries(rel stats.Reliability, name string, style int) chart.Series {
	s := chart.Series{Label: name, Style: style}
	for _, b := range rel.Bins {
		s.X, s.Y = append(s.X, b.Confidence), append(s.Y, b.Right)
		s.Low, s.High = append(s.Low, b.Low), append(s.High, b.High)
		s.Hints = append(s.Hints, fmt.Sprintf(
			"%s: probability %.3f, right %.3f (%.3f … %.3f), %s variables",
			name, b.Confidence, b.Right, b.Low, b.High, wording.Amount(b.N)))
	}
	return s
}

// reliabilityDiagram draws the share of correct labels against their predicted probability. On the
// diagonal they are equal.
func reliabilityDiagram(dataset string, lines []chart.Series) *chart.Chart {
	both := []float64{0, 1}
	axis := func(title string) chart.Axis { return chart.Axis{Title: title, Plain: true, Show: both} }
	return &chart.Chart{
		Title: dataset, Alt: "Share of correct labels on " + dataset +
			" against their predicted probability, by bin. On the diagonal the two are equal.",
		X: axis("probability of the predicted label"), Y: axis("share that is right"),
		Series: append([]chart.Series{{Kind: chart.Curve, Style: -1, X: both, Y: both}}, lines...),
	}
}
