package study

import (
	"math"
	"time"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/sp"
)

// A made is a fit by its checkpoints. After i+1 seconds and 10·(i+1) calls the loss is losses[i].
type made struct {
	dataset, label string
	split          int
	seed           uint64
	losses         []float64
	// CPU seconds of the process, half of the wall seconds; 0 if not recorded
	took float64
}

// madeRun returns a run of these fits. A fit without losses crashed.
func madeRun(fits ...made) *Run {
	r := &Run{Metrics: []table.Metric{{Name: "hamming", Percent: true}}, Table: &table.Table{}}
	for i, m := range fits {
		place := record.Place{Dataset: m.dataset, Label: m.label, Split: m.split,
			Seed: record.Seed(m.seed)}
		r.Entries = append(r.Entries, table.Entry{Dataset: m.dataset, Label: m.label,
			Split: m.split, Seed: record.Seed(m.seed), Decoder: "map"})
		f := record.Fit{Dataset: place.Dataset, Label: place.Label, Split: place.Split,
			Seed: place.Seed, Learner: m.label, Outcome: record.Outcome{Kind: record.OK}}
		if m.losses == nil {
			f.Outcome.Kind = record.Crash
		}
		f.Times.Process.CPU, f.Times.Host = record.Number(m.took), record.Number(2*m.took)
		for j, loss := range m.losses {
			p := record.Checkpoint{Passes: record.Number(j + 1),
				Counts: sp.Counts{MAP: int64(10 * (j + 1))}, Loss: record.Number(loss),
				Objective: record.Number(math.NaN())}
			f.Checkpoints = append(f.Checkpoints, p)
			f.Times.Checkpoints = append(f.Times.Checkpoints,
				record.Clock{Wall: record.Number(2 * (j + 1)), CPU: record.Number(j + 1)})
		}
		f.Times.Appended = time.Unix(int64(i), 0)
		r.Fits = append(r.Fits, f)
	}
	return r
}
