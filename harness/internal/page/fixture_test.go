package page_test

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/internal/page"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/study"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/table/notes"
	"github.com/spbench/spbench/harness/sp"
)

// hostile is text that would run if it were markup.
const hostile = `</script></title></pre><script>window.ran=1</script><img src=x onerror="window.ran=1">"'`

const yaml = `suite: made
about: About ` + "`" + `<b>` + "`" + `.
datasets: [chains: {as: words}]
learners:
  - crf: {lambda: 0.01, as: A & co}
  - ssvm: {lambda: 0.01}
decoders: [map, mpm, icm]
seeds: 2
`

// newRun makes a run of two learners with two decoders and two seeds. The text is the second label
// and a warning.
func newRun(t *testing.T, text string) *page.Run {
	t.Helper()
	s, err := suite.Parse("suite.yaml", []byte(yaml))
	if err != nil {
		t.Fatal(err)
	}
	s.Learners[1].Label = text
	var plan []table.Entry
	var fits []record.Fit
	for l := range s.Learners {
		for seed := uint64(1); seed <= 2; seed++ {
			fits = append(fits, newFit(s.Learners[l].Label, l, seed, text))
		}
		for _, decoder := range []string{"map", "mpm", "icm"} {
			for seed := uint64(1); seed <= 2; seed++ {
				plan = append(plan, table.Entry{Planned: table.Planned{Dataset: "words", Seed: record.Seed(seed), Train: 30, Test: 20, Variables: 100, Overlap: math.NaN()}, Label: s.Learners[l].Label, Decoder: decoder})
			}
		}
	}
	metrics := []table.Metric{{Name: "hamming", Doc: "share of wrong variables", Percent: true}}
	entries, err := table.FromRecords(plan, fits)
	if err != nil {
		t.Fatal(err)
	}
	tab, err := table.Build("made", entries, table.Options{Metrics: metrics, Suite: s})
	if err != nil {
		t.Fatal(err)
	}
	notes.Add(tab)
	return &page.Run{
		Run:    study.Run{Suite: s, Metrics: metrics, Entries: entries, Table: tab, Fits: fits},
		Folder: "made-01234567", File: "suite.yaml", Text: s.Text(),
	}
}

// newFit makes a fit with a row for each decoder. The second learner is worse, and fails with the
// second seed.
func newFit(label string, learner int, seed uint64, text string) record.Fit {
	identity := map[string]string{"learner": label, "seed": fmt.Sprint(seed),
		"harness": "0123456789abcdef"}
	f := record.Fit{
		Key: record.Key(identity), Identity: identity, Suite: "made", Dataset: "words",
		DatasetHash: "abcdef0123456789", Seed: record.Seed(seed),
		Learner: "crf", Label: label, Params: json.RawMessage(`{"lambda":0.01}`),
		Outcome: record.Outcome{Kind: record.OK}, Ended: sp.Converged,
		Passes: 12, Counts: sp.Counts{Visits: 360, MAP: 360},
		Audit: &record.Audit{Kind: "likelihood", Objective: 2, Bound: 1.9,
			Dual: record.Number(math.NaN()), Lambda: 0.01},
		Times: record.Times{Fit: record.Clock{Wall: 1.5, CPU: 1}, Machine: "a machine",
			Appended: time.Date(2026, 1, 2, 3, int(seed), 0, 0, time.UTC)},
	}
	for p := range 4 {
		f.Checkpoints = append(f.Checkpoints,
			record.Checkpoint{Passes: record.Number(3 * (p + 1)),
				Counts:    sp.Counts{MAP: int64(90 * (p + 1))},
				Objective: record.Number(5 - p), Loss: record.Number(0.5 - 0.1*float64(p)),
				Values: record.ValuesOf(map[string]record.Number{"bound": 1})})
		f.Times.Checkpoints = append(f.Times.Checkpoints, record.Clock{Wall: record.Number(p + 1)})
	}
	if learner == 1 {
		f.Warnings = []string{text}
		f.Trials = []record.Trial{
			{Params: json.RawMessage(`{"lambda":0.1}`), Outcome: f.Outcome, Loss: 0.31},
			{Params: f.Params, Round: 1, Outcome: f.Outcome, Loss: 0.27},
		}
	}
	if learner == 1 && seed == 2 {
		f.Outcome, f.Ended = record.Outcome{Kind: record.Crash, Reason: text}, ""
		return f
	}
	for o, decoder := range []string{"map", "mpm", "icm"} {
		row := record.Row{Key: record.Key(map[string]string{"fit": f.Key, "decoder": decoder}),
			Decoder: decoder, Label: decoder, Outcome: record.Outcome{Kind: record.OK}}
		var s record.Statistics
		sum := 0.0
		for i := range 20 {
			wrong := float64((i*7+learner*3+o+int(seed))%5 + 2*learner)
			s.Num, s.Den = append(s.Num, wrong), append(s.Den, 10)
			sum += wrong / 10
		}
		row.Instances = map[string]record.Statistics{"hamming": s}
		row.Metrics = map[string]record.Number{"hamming": record.Number(sum / 20)}
		f.Rows = append(f.Rows, row)
	}
	return f
}

// again takes changed fits of a run into its entries.
func again(t *testing.T, r *page.Run) {
	t.Helper()
	for i := range r.Entries {
		r.Entries[i].Fit, r.Entries[i].Row = table.NotRun, record.Row{}
	}
	entries, err := table.FromRecords(r.Entries, r.Fits)
	if err != nil {
		t.Fatal(err)
	}
	r.Entries = entries
}
