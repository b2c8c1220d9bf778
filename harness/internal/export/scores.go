package export

import (
	"encoding/json"
	"maps"
	"math"
	"slices"

	"github.com/spbench/spbench/harness/internal/record"
)

// A Score is one number of a run: a metric of a decoder of a fit.
type Score struct {
	Origin
	Metric  string          `json:"metric" help:"label of the metric"`
	Value   record.Number   `json:"value" help:"as it is recorded: a share is not in percent; none where there is no number"`
	Outcome string          `json:"outcome" help:"how the fit, or the decoder, ended: ok, budget, timeout, oom, processes, crash, diverged, protocol, skipped"`
	Reason  string          `json:"reason" help:"why there is no number"`
	Params  json.RawMessage `json:"params" help:"the parameters it was fitted with, a JSON object"`

	Ended      string        `json:"ended" help:"what ended the fit: converged, stalled, stopped changing, limit (its own), budget, time"`
	Seconds    record.Number `json:"seconds" help:"wall seconds of the fit; none if shipped from another machine"`
	CPUSeconds record.Number `json:"cpu_seconds" help:"CPU seconds of the fit; none if shipped from another machine"`
	Passes     record.Number `json:"passes" help:"visits / instances learned from, without those that a learner leaves out for unknown labels"`
	Visits     int64         `json:"visits" help:"instances worked on"`
	Calls      int64         `json:"calls" help:"oracle calls of all kinds"`
	Objective  record.Number `json:"objective" help:"F(w) of what the learner minimises, as the harness finds it"`
	Bound      record.Number `json:"bound" help:"the lower bound on min F that the learner claims, as far as dual variables or the gradient certify it"`
	Machine    string        `json:"machine" help:"on which seconds were measured"`
	Build      string        `json:"build" help:"hash of the learner's build"`
	Harness    string        `json:"harness" help:"hash of the parts of spbench that the fit depends on"`
	ScoredBy   string        `json:"score" help:"hashes of the sources of spbench that scored it"`
}

// Scores writes a line for each fit, decoder and metric of a run folder to w: first the metrics of
// the dataset in their order, then others of the row. For a fit without rows it writes the planned
// lines, with the outcome and no value; decoders returns the labels of the decoders of a learner.
// stale is the number of stale fits, which are left out.
func Scores(dir string, metricsOn func(dataset string) []string,
	decoders func(learner string) []string, w *Writer) (stale int, err error) {
	return each(dir, func(f *record.Fit) error {
		fit, metrics := scoreOf(f), metricsOn(f.Dataset)
		if len(f.Rows) == 0 {
			for _, decoder := range decoders(f.Label) {
				line := fit
				line.Origin = of(f, decoder, nil)
				if err := writeMetrics(w, line, metrics, nil); err != nil {
					return err
				}
			}
		}
		for i := range f.Rows {
			r := &f.Rows[i]
			line := fit
			line.Origin, line.ScoredBy = of(f, labelOf(r), r), r.Score
			if r.Outcome.Kind != record.OK {
				line.Outcome, line.Reason = string(r.Outcome.Kind), r.Outcome.Reason
			}
			more := slices.DeleteFunc(slices.Sorted(maps.Keys(r.Metrics)),
				func(name string) bool { return slices.Contains(metrics, name) })
			if err := writeMetrics(w, line, slices.Concat(metrics, more), r); err != nil {
				return err
			}
		}
		return nil
	})
}

func writeMetrics(w *Writer, line Score, metrics []string, r *record.Row) error {
	for _, metric := range metrics {
		one := line
		one.Metric, one.Value = metric, record.Number(math.NaN())
		if r != nil {
			if v, ok := r.Metrics[metric]; ok {
				one.Value = v
			}
			if reason := r.Reasons[metric]; reason != "" {
				one.Reason = reason
			}
		}
		if err := w.Write(&one); err != nil {
			return err
		}
	}
	return nil
}

// scoreOf returns the common fields of all lines of a fit.
func scoreOf(f *record.Fit) Score {
	nan := record.Number(math.NaN())
	s := Score{
		Outcome: string(f.Outcome.Kind), Reason: f.Outcome.Reason, Params: f.Params,
		Ended:   string(f.Ended),
		Seconds: f.Times.Fit.Wall, CPUSeconds: f.Times.Fit.CPU, Passes: f.Passes, Visits: f.Counts.Visits,
		Calls:     f.Counts.Calls(),
		Objective: nan, Bound: nan, Machine: f.Times.Machine, Build: f.Identity["build"],
		Harness: record.HarnessHash(f.Identity),
	}
	if f.Audit != nil {
		s.Objective, s.Bound = f.Audit.Objective, f.Audit.Bound
	}
	return s
}
