package study

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/table"
)

const (
	calibrationName = "calibration" // of the metric
	rowsOfDiagram   = 5             // more bands cannot be told apart
)

// calibration says how far the marginals of each row are from how often its labels are right.
func calibration(r *Run) (*Section, error) {
	p := &Section{Name: calibrationName, Title: "Calibration of marginals"}
	metric := ""
	for _, m := range r.Suite.Metrics {
		if m.Name == calibrationName {
			metric = m.Label
		}
	}
	if metric == "" {
		p.Empty = "No calibration: it needs a line such as metrics: [calibration] in the suite. Run with it, no fit is done again."
		return p, nil
	}
	p.Grid = grid.New("dataset", "learner", "decoder").Numbers("error %", "by chance %", "probability %", "right %", "variables")
	var with, without []string // decoders
	for _, dataset := range r.Table.Datasets {
		var lines []chart.Series
		for i := range r.Table.Rows {
			row := &r.Table.Rows[i]
			counts, width := binsOf(r, dataset, row, metric)
			if width == 0 {
				without = append(without, row.Decoder)
				continue
			}
			with = append(with, row.Decoder)
			rel := stats.NewReliability(counts, width)
			p.Grid.Add(dataset, row.Label, row.Decoder, chart.Fixed(100*rel.Error, 1), chart.Fixed(100*rel.Chance, 1),
				chart.Fixed(100*rel.Confidence, 1), chart.Fixed(100*rel.Right, 1), amount(rel.N))
			lines = append(lines, diagramLine(rel, nameOf(row), i))
		}
		for some := range slices.Chunk(lines, rowsOfDiagram) {
			p.Charts = append(p.Charts, reliability(dataset, some))
		}
	}
	if len(p.Grid.Rows) == 0 {
		p.Grid, p.Empty = nil, "No calibration: no decoder of this run has marginals."
		return p, nil
	}
	p.Text = []string{
		"Variables are binned by the probability of their predicted label, in 15 bins of equal width; right: the share of them whose label is right. The error is the distance of the two in each bin, weighted by its variables: the expected calibration " +
			"error. By chance: what a calibrated decoder would show on so many instances that vary as these do. A mean probability above the share that is right is overconfidence. A learner that maximises no likelihood, such as a max-margin one, gives its scores no scale that would make them log-probabilities.",
		"Bins are summed over all fits; the table has the mean over fits, each with the error of its own bins, which is a little larger. Bands are 95 % bootstrap intervals over test instances, and do not count that training sets vary.",
	}
	slices.Sort(without)
	without = slices.DeleteFunc(slices.Compact(without), func(o string) bool { return slices.Contains(with, o) })
	if len(without) > 0 {
		p.Text = append(p.Text, "Decoders without marginals: "+strings.Join(without, ", ")+".")
	}
	return p, nil
}

// binsOf sums the bins of each test instance over the fits of a row on a dataset; width 0 where there are none.
func binsOf(r *Run, dataset string, row *table.Row, metric string) (counts []float64, width int) {
	at := map[string]int{} // place in counts, by instance
	for i := range r.Entries {
		e := &r.Entries[i]
		s, ok := e.Instances[metric]
		if e.Dataset != dataset || e.Label != row.Label || e.Decoder != row.Decoder || !ok || s.Width == 0 {
			continue
		}
		width = s.Width
		for j := range s.N() {
			id := fmt.Sprint(e.Split, " ", j) // where IDs are not known
			if len(e.Tested) == s.N() {
				id = e.Tested[j]
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
	return counts, width
}

func diagramLine(rel stats.Reliability, name string, style int) chart.Series {
	s := chart.Series{Label: name, Style: style}
	for _, b := range rel.Bins {
		s.X, s.Y = append(s.X, b.Confidence), append(s.Y, b.Right)
		s.Low, s.High = append(s.Low, b.Low), append(s.High, b.High)
		s.Hints = append(s.Hints, fmt.Sprintf("%s: probability %.3f, right %.3f (%.3f … %.3f), %s variables", name, b.Confidence, b.Right, b.Low, b.High, amount(b.N)))
	}
	return s
}

// reliability is a reliability diagram: on the diagonal probabilities are shares.
func reliability(dataset string, lines []chart.Series) *chart.Chart {
	both := []float64{0, 1}
	return &chart.Chart{
		Title: dataset, Alt: "Share of right variables on " + dataset + " against the probability of their predicted labels, by bin; on the diagonal the two are equal.",
		X: shares("probability of the predicted label"), Y: shares("share that is right"), Rising: true,
		Series: append([]chart.Series{{Kind: chart.Curve, Style: -1, X: both, Y: both}}, lines...),
	}
}
