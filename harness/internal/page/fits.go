package page

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/table/notes"
)

// scores returns a grid with a row per fit of a learner: parameters, outcome and scores; nil without
// fits.
func scores(r *Run, label string, fits []*record.Fit) *grid.Grid {
	if len(fits) == 0 {
		return nil
	}
	g := grid.New("dataset", "split", "seed", "key", "end")
	g.Title = "Outcomes and scores of " + label
	tuned := slices.ContainsFunc(fits, func(f *record.Fit) bool { return len(f.Trials) > 0 })
	if tuned {
		g.Heads = append(g.Heads, grid.Head{Bottom: "chosen parameters"})
	}
	decoders, at := decodersOf(r, label), map[string]map[record.Place]*table.Entry{}
	for _, o := range decoders {
		g.Numbers(o + ", " + r.LossWords(table.Metric.Heading))
		at[o] = map[record.Place]*table.Entry{}
	}
	for i := range r.Entries {
		if e := &r.Entries[i]; e.Label == label && at[e.Decoder] != nil {
			at[e.Decoder][e.Place()] = e
		}
	}
	for _, f := range fits {
		line := append(identified(f), end(f))
		if tuned {
			line = append(line, string(f.Params))
		}
		for _, o := range decoders {
			line = append(line, scored(at[o][f.Place()], r.Loss(f.Dataset)))
		}
		g.Add(line...)
	}
	return g
}

// effort returns a grid with a row per fit: its cost and its gap; nil without fits.
func effort(label string, fits []*record.Fit) *grid.Grid {
	if len(fits) == 0 {
		return nil
	}
	g := grid.New("dataset", "split", "seed", "key").Numbers("passes", "calls", "CPU s", "wall s",
		"peak MB", "F(w)", "reported bound", "gap %")
	g.Title = "Effort of " + label
	for _, f := range fits {
		memory, objective, bound, gap := math.NaN(), math.NaN(), math.NaN(), math.NaN()
		if bytes := f.Times.Process.Memory; bytes > 0 {
			memory = float64(bytes) / 1e6
		}
		if f.Audit != nil {
			objective, bound, gap = float64(f.Audit.Objective), float64(f.Audit.Bound),
				100*f.Audit.RelativeGap()
		}
		g.Add(append(identified(f), number(float64(f.Passes)),
			strconv.FormatInt(f.Counts.Calls(), 10), number(float64(f.Times.Fit.CPU)),
			number(float64(f.Times.Fit.Wall)), number(memory), number(objective), number(bound),
			number(gap))...)
	}
	return g
}

// identified returns the cells that identify a fit.
func identified(f *record.Fit) []string {
	return []string{f.Dataset, strconv.Itoa(f.Split), f.Seed.String(), short(f.Key)}
}

// scored formats the metric of a decoder of a fit, or the outcome without it. e is nil if the
// decoder was not planned.
func scored(e *table.Entry, m table.Metric) string {
	if e == nil {
		return "—"
	}
	v, ok := e.Row.Metrics[m.Name]
	if !ok {
		return string(e.Outcome().Kind)
	}
	return measured(float64(v), m)
}

// measured formats a metric in the unit of its heading.
func measured(v float64, m table.Metric) string {
	if m.Percent && !math.IsNaN(v) {
		return chart.Fixed(100*v, 2)
	}
	return number(v)
}

// end describes the end of a fit, with the reason of a failure.
func end(f *record.Fit) string {
	switch {
	case !f.Outcome.Good():
		return strings.TrimSuffix(string(f.Outcome.Kind)+": "+f.Outcome.Why(), ": ")
	case f.Ended != "":
		return notes.Ending(f.Ended)
	}
	return string(f.Outcome.Kind)
}

// number formats v with four digits. NaN and infinity are —.
func number(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return "—"
	}
	return chart.Significant(v, 4)
}
