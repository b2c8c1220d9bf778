package results

import (
	"math"

	"github.com/spbench/spbench/harness/internal/metric"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
)

// A Warn prints warnings.
type Warn func(warnings ...string)

// ReadPlan reads the plan of a run folder.
func ReadPlan(dir string) (*plan.File, error) {
	text, err := record.Plan(dir)
	if err != nil {
		return nil, err
	}
	return plan.Read(text)
}

// ReadFits reads the plan and the fits of a run folder. It calls cut for each fit, as [record.Load]
// does.
func ReadFits(dir string, warn Warn, cut ...func(*record.Fit)) (*plan.File, []record.Fit, error) {
	planned, err := ReadPlan(dir)
	if err != nil {
		return nil, nil, err
	}
	fits, warnings, err := record.Load(dir, cut...)
	if err != nil {
		return nil, nil, err
	}
	warn(warnings...)
	return planned, fits, nil
}

// ReadScores is [ReadFits] with the IDs of instances.
func ReadScores(dir string, warn Warn, cut ...func(*record.Fit)) (*plan.File, []record.Fit, error) {
	planned, fits, err := ReadFits(dir, warn, cut...)
	record.ReadIDs(dir, fits)
	return planned, fits, err
}

// ReadRow reads the statistics and predictions of the rows of a fit.
func ReadRow(dir string, f *record.Fit) error {
	if err := record.ReadStatistics(dir, []record.Fit{*f}); err != nil {
		return err
	}
	for i := range f.Rows {
		p, err := record.ReadPredictions(dir, &f.Rows[i])
		if err != nil {
			return err
		}
		f.Rows[i].Predictions = p
	}
	return nil
}

// CountFits returns the number of planned fits with a record.
func CountFits(dir string) (int, error) {
	places := map[record.Place]bool{}
	err := record.EachFit(dir, func(f *record.Fit) error {
		places[f.Place()] = true
		return nil
	})
	return len(places), err
}

// Entries returns the planned rows, in the order of the table.
func Entries(planned *plan.File) []table.Entry {
	rows := 0
	for i := range planned.Suite.Learners {
		rows += len(planned.Suite.Learners[i].Decoders)
	}
	entries := make([]table.Entry, 0, rows*len(planned.Repeats))
	for i := range planned.Suite.Learners {
		l := &planned.Suite.Learners[i]
		for j := range l.Decoders {
			for k := range planned.Repeats {
				entries = append(entries, table.Entry{Planned: repeat(planned, &planned.Repeats[k]),
					Fit: table.NotRun, Label: l.Label, Decoder: l.Decoders[j].Label,
					Best: l.Decoders[j].Name == suite.Best})
			}
		}
	}
	return entries
}

// repeat returns what the plan says of the fits in one repeat.
func repeat(planned *plan.File, r *plan.Repeat) table.Planned {
	of := func(overlaps map[string]float64) float64 {
		if overlap, ok := overlaps[r.Dataset]; ok {
			return overlap
		}
		return math.NaN()
	}
	return table.Planned{
		Dataset: r.Dataset, Split: r.Split, Seed: r.Seed,
		Train: r.Train, Boxes: r.Boxes, Partial: r.Partial, Test: r.Test, Variables: r.Variables,
		Copies: r.Copies, TestGroups: r.Groups, LearnedGroups: r.LearnedGroups,
		GroupName: planned.Groups[r.Dataset],
		Training:  r.Training, Overlap: of(planned.Overlap), TestOverlap: of(planned.TestOverlap),
		DataWarnings: planned.Warnings[r.Dataset], Unseen: planned.Unseen[r.Dataset],
	}
}

// Metrics returns the metrics on all datasets of the suite as package table needs them.
func Metrics(planned *plan.File) ([]table.Metric, error) {
	var metrics []table.Metric
	for _, spec := range planned.Suite.AllMetrics() {
		m, err := metric.New(spec.Name, spec.Args, nil)
		if err != nil {
			return nil, err
		}
		r := table.Metric{Name: spec.Label, Args: spec.Name + string(spec.Args), Doc: m.Doc,
			Percent: m.Percent, Micro: m.Micro, Higher: m.Higher, Neutral: m.Neutral}
		if m.Counts != nil {
			r.Value = m.Counts.Value
		}
		metrics = append(metrics, r)
	}
	return metrics, nil
}
