package study

import (
	"encoding/json"
	"math"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
)

// tunedRun has a fit of A and B on one dataset for each list of scores of the grid {λ: 0.1, 0.01} ×
// {power: 1, 2}.
func tunedRun(scores ...[4]float64) *Run {
	r := &Run{Suite: &suite.Suite{}, Table: &table.Table{Datasets: []string{"d"},
		Columns: []table.Column{{Dataset: "c"}, {Dataset: "d"}}, Rows: []table.Row{
			{Label: "A", Rival: true, Cells: []table.Cell{{}, {ByChoice: 0.9}}},
			{Label: "A", Cells: []table.Cell{{ByChoice: 0.7}, {ByChoice: 0.8}}}}},
		Metrics: []table.Metric{{Name: "hamming", Percent: true}}}
	for i := range scores {
		r.Entries = append(r.Entries, table.Entry{
			Planned: table.Planned{Dataset: "d", Seed: record.Seed(uint64(i))}, Label: "A", Decoder: "map",
			Fit: &record.Fit{Outcome: record.Outcome{Kind: record.OK}}})
		f := r.Entries[i].Fit
		for k, params := range []string{`{"lambda":0.1,"power":1,"solver":"x"}`,
			`{"lambda":0.1,"power":2,"solver":"x"}`, `{"lambda":0.01,"power":1,"solver":"y"}`,
			`{"lambda":0.01,"power":2,"solver":"y"}`} {
			f.Trials = append(f.Trials, record.Trial{Params: json.RawMessage(params),
				Loss: record.Number(scores[i][k]), Outcome: record.Outcome{Kind: record.OK}})
		}
		f.Trials = append(f.Trials,
			record.Trial{Params: json.RawMessage(`{"lambda":0.001,"power":2,"solver":"y"}`),
				Round: 1, Loss: 0.01})
	}
	return r
}

// TestTuning: of two fits, one has a failed trial, which counts as 0.4. Extensions of the grid are
// no candidates.
func TestTuning(t *testing.T) {
	p := tuning(tunedRun([4]float64{0.4, 0.2, 0.3, 0.1},
		[4]float64{0.4, 0.3, math.NaN(), 0.2}))
	// Means of the candidates: 0.25 and 0.325; the best: 0.1 and 0.2.
	same(t, [][]string{{"d", "A", "2 of 2", "4", "1/8", "28.7", "15.0", "80"}}, lines(p))
	lambda := p.Charts[0].Series[0]
	if p.Charts[0].X.Title != "lambda" || !slices.Equal(lambda.X, []float64{0.01, 0.1}) ||
		math.Abs(lambda.Y[0]-15) > 1e-9 || math.Abs(lambda.Y[1]-25) > 1e-9 {
		t.Errorf("against λ: %+v", p.Charts[0])
	}
	if half := 100 * 0.1 / math.Sqrt2; math.Abs(lambda.High[0]-lambda.Y[0]-half) > 1e-9 ||
		math.Abs(lambda.Y[0]-lambda.Low[0]-half) > 1e-9 {
		t.Errorf("band %v … %v, want ± %v", lambda.Low[0], lambda.High[0], half)
	}
}

// TestTuningHigher: if higher is better, the best is the highest.
func TestTuningHigher(t *testing.T) {
	r := tunedRun([4]float64{0.4, 0.2, 0.3, 0.1})
	r.Metrics[0].Higher = true
	p := tuning(r)
	if got := lines(p)[0]; got[5] != "25.0" || got[6] != "40.0" {
		t.Errorf("%q", got)
	}
	if l := p.Charts[0].Series[0]; l.Y[1] != 40 || l.Low[1] != 40 {
		t.Errorf("%+v", l)
	}
}

// TestTuningOfPartOfAGrid: the section shows the fits that tried the whole grid, and their number.
func TestTuningOfPartOfAGrid(t *testing.T) {
	r := tunedRun([4]float64{0.9, 0.9, 0.9, 0.9}, [4]float64{0.4, 0.2, 0.3, 0.1},
		[4]float64{0.4, 0.3, 0.4, 0.2}, [4]float64{math.NaN(), math.NaN(), math.NaN(), math.NaN()})
	r.Entries[0].Fit.Trials = r.Entries[0].Fit.Trials[:3]
	p := tuning(r)
	if lines(p)[0][2] != "2 of 4" || lines(p)[0][6] != "15.0" {
		t.Errorf("%+v", p.Grid)
	}
}

func TestTuningWithoutNumbers(t *testing.T) {
	r := tunedRun([4]float64{0.4, 0.2, 0.3, 0.1})
	for i := range r.Entries[0].Fit.Trials {
		r.Entries[0].Fit.Trials[i].Params = json.RawMessage(`{"lambda":0.1,"solver":"` +
			string(rune('a'+i)) + `"}`)
	}
	if p := tuning(r); len(p.Charts) != 0 {
		t.Errorf("%+v", p.Charts)
	}
	r.Entries[0].Fit.Trials = nil
	if p := tuning(r); p.Empty == "" {
		t.Errorf("untuned: %+v", p)
	}
}
