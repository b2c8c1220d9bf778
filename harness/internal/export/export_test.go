package export_test

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/internal/export"
	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/record"
)

const hash = "%064x"

// fit is a record with a row of two metrics. The second one has no value.
func fit(label string, seed uint64, value float64) record.Fit {
	identity := map[string]string{"learner": label, "seed": fmt.Sprint(seed), "build": "b",
		"harness": "h"}
	nan := record.Number(math.NaN())
	return record.Fit{
		Key: record.Key(identity), Identity: identity, Suite: "s", Dataset: "words",
		Seed: record.Seed(seed), Learner: "crf", Label: label,
		Params: json.RawMessage(`{"lambda":0.1}`), Outcome: record.Outcome{Kind: record.OK},
		Ended: "converged", Passes: 7, Test: []string{"w1", "w,2"},
		Rows: []record.Row{{
			Key: fmt.Sprintf(hash, seed), Score: "score", Decoder: "map", Label: "map",
			Args: json.RawMessage(`{}`), Outcome: record.Outcome{Kind: record.OK},
			Metrics:     map[string]record.Number{"hamming": record.Number(value), "brier": nan},
			Reasons:     map[string]string{"brier": "decoder \"map\" lacks it"},
			Predictions: &record.Predictions{Labels: [][]int32{{0, 1}, {1}}},
		}},
		Times: record.Times{Fit: record.Clock{Wall: 2, CPU: 1}, Rows: make([]record.Clock, 1)},
	}
}

// store returns a run folder with records.
func store(t *testing.T, fits ...record.Fit) string {
	t.Helper()
	s, err := record.Create(t.TempDir(), "run", []byte(`{}`))
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range fits {
		if err := s.Append(i%2, f); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return s.Dir()
}

func scores(t *testing.T, dir, format string) (text string, stale int) {
	t.Helper()
	var b strings.Builder
	w := export.NewWriter(&b, format, export.Score{})
	stale, err := export.Scores(dir, func(string) []string { return []string{"hamming"} },
		func(string) []string { return []string{"map", "mpm"} }, w)
	if err == nil {
		err = w.Flush()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.String(), stale
}

// TestScores: each number has a line. A repeated fit has the lines of its last record, a failed fit
// a line for each planned number, and a stale fit none.
func TestScores(t *testing.T) {
	again, failed, old := fit("CRF", 1, 0.25), fit("S-SVM", 1, 0), fit("CRF", 2, 0.5)
	again.Identity["build"] = "b2"
	again.Key = record.Key(again.Identity)
	failed.Outcome, failed.Ended, failed.Rows, failed.Times.Rows = record.Outcome{Kind: record.Crash,
		Reason: "exit 3"}, "", nil, nil
	old.Rows[0].Score = "old"
	dir := store(t, fit("CRF", 1, 0.125), old, failed, again)
	text, stale := scores(t, dir, "jsonl")
	var got []string
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		var v struct {
			Learner, Decoder, Metric, Outcome, Reason, Build string
			Value                                            *float64
			Params                                           map[string]float64
		}
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		value := "null"
		if v.Value != nil {
			value = fmt.Sprint(*v.Value)
		}
		got = append(got, fmt.Sprint(v.Learner, " ", v.Decoder, " ", v.Metric, " ", value, " ", v.Outcome,
			" ", v.Reason, " ", v.Build, v.Params["lambda"]))
	}
	slices.Sort(got)
	want := []string{
		`CRF map brier null ok decoder "map" lacks it b20.1`,
		`CRF map hamming 0.25 ok  b20.1`,
		`S-SVM map hamming null crash exit 3 b0.1`,
		`S-SVM mpm hamming null crash exit 3 b0.1`,
	}
	if !slices.Equal(got, want) || stale != 1 {
		t.Errorf("%d left out, lines\n%s\nwant\n%s", stale, strings.Join(got, "\n"), strings.Join(want,
			"\n"))
	}
	text, _ = scores(t, dir, "csv")
	lines, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(lines) != 5 {
		t.Fatalf("%d lines of CSV: %v", len(lines), err)
	}
	at := func(name string) int { return slices.Index(lines[0], name) }
	for i, c := range export.Columns(export.Score{}) {
		if lines[0][i] != c.Name || c.Help == "" {
			t.Errorf("column %d is %s, want %+v, with a help", i, lines[0][i], c)
		}
	}
	for _, line := range lines[1:] {
		if line[at("metric")] == "brier" && line[at("value")] != "" ||
			line[at("params")] != `{"lambda":0.1}` {
			t.Errorf("line %q", line)
		}
	}
}

// TestScoresOfFailedRows: a line has the outcome of its row, even if the fit succeeded.
func TestScoresOfFailedRows(t *testing.T) {
	f := fit("CRF", 1, 0.25)
	f.Rows[0].Outcome = record.Outcome{Kind: record.Timeout, Reason: "too long"}
	text, _ := scores(t, store(t, f), "jsonl")
	if n := strings.Count(text, `"outcome":"timeout","reason":"too long"`); n == 0 ||
		strings.Contains(text, `"outcome":"ok"`) {
		t.Errorf("the row failed, but its lines are\n%s", text)
	}
}

// full is a disk without room.
type full struct{}

var errFull = errors.New("no room")

func (full) Write([]byte) (int, error) { return 0, errFull }

// TestFlushFails: Flush returns the error of a failed write, even for one short line.
func TestFlushFails(t *testing.T) {
	for _, format := range []string{"jsonl", "csv"} {
		w := export.NewWriter(full{}, format, export.Score{})
		if err := w.Write(&export.Score{}); err != nil {
			t.Errorf("%s: the buffer has room: %v", format, err)
		}
		if err := w.Flush(); !errors.Is(err, errFull) {
			t.Errorf("%s: error %v", format, err)
		}
	}
}

func TestPredictions(t *testing.T) {
	marginal := fit("S-SVM", 1, 0)
	marginal.Rows[0].Predictions.Marginals = [][]float64{{0.5, 0.5, 0.25, 0.75}, {0, 1}}
	unkept := fit("CRF", 3, 0)
	unkept.Rows[0].Predictions = nil
	dir := store(t, fit("CRF", 1, 0), marginal, unkept)
	gold := func(string) (map[string][]int32, error) {
		return map[string][]int32{"w1": {0, -1},
			"w,2": {1}}, nil
	}
	var b strings.Builder
	w := export.NewWriter(&b, "jsonl", export.Prediction{})
	left, _, err := export.Predictions(dir, gold, w)
	if err = cmpErr(err, w.Flush()); err != nil || left != 1 {
		t.Fatalf("%d left out: %v", left, err)
	}
	lines := strings.Split(strings.TrimSpace(b.String()), "\n")
	has := func(text string) bool {
		return slices.ContainsFunc(lines, func(l string) bool { return strings.Contains(l, text) })
	}
	for _, want := range []string{
		`"instance":"w1","labels":[0,1],"gold":[0,null],"marginals":null}`,
		`"instance":"w,2","labels":[1],"gold":[1],"marginals":[[0,1]]}`,
		`"instance":"w1","labels":[0,1],"gold":[0,null],"marginals":[[0.5,0.5],[0.25,0.75]]}`,
	} {
		if len(lines) != 4 || !has(want) {
			t.Errorf("%d lines, none with %s:\n%s", len(lines), want, b.String())
		}
	}
	_, _, err = export.Predictions(dir, func(string) (map[string][]int32,
		error) {
		return map[string][]int32{}, nil
	}, export.NewWriter(io.Discard, "csv",
		export.Prediction{}))
	if err == nil || !strings.Contains(err.Error(), `words has no instance "w1" any more`) {
		t.Error(err)
	}
}

func cmpErr(a, b error) error {
	if a != nil {
		return a
	}
	return b
}

// Memory does not grow with the number of lines.
func TestPredictionsStream(t *testing.T) {
	if longtest.Race {
		t.Skip("SKIPPED: measures memory, which the race detector multiplies")
	}
	const fits, variables = 30, 100_000
	random := rand.New(rand.NewPCG(1, 0))
	var all []record.Fit
	for seed := range uint64(fits) {
		f := fit("CRF", seed+1, 0)
		labels := make([]int32, variables)
		for i := range labels {
			labels[i] = random.Int32N(2)
		}
		f.Test, f.Rows[0].Predictions.Labels = []string{"w"}, [][]int32{labels}
		all = append(all, f)
	}
	dir := store(t, all...)
	all = nil
	peak := &heap{}
	w := export.NewWriter(peak, "jsonl", export.Prediction{})
	if _, _, err := export.Predictions(dir, nil, w); err != nil {
		t.Fatal(err)
	}
	if grown := (peak.most - peak.first) / 1e6; peak.bytes < fits*variables || grown > 4 {
		t.Errorf("%d bytes written, the heap grew by %.1f MB", peak.bytes, grown)
	}
}

// A heap measures live memory during writes.
type heap struct {
	bytes       int
	first, most float64
}

func (h *heap) Write(b []byte) (int, error) {
	if h.bytes += len(b); len(b) > 50_000 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		if h.first == 0 {
			h.first = float64(m.HeapAlloc)
		}
		h.most = max(h.most, float64(m.HeapAlloc))
	}
	return len(b), nil
}

// TestSecondsOfShippedFits: beside fits made here, shipped fits of another machine have no seconds.
func TestSecondsOfShippedFits(t *testing.T) {
	shipped, here := fit("CRF", 1, 0.5), fit("S-SVM", 1, 0.5)
	shipped.Times.Shipped, shipped.Times.Machine, here.Times.Machine = "0.1.0, 2026-11-24", "A", "B"
	both, _ := scores(t, store(t, shipped, here), "jsonl")
	alone, _ := scores(t, store(t, shipped), "jsonl")
	for _, text := range []string{both, alone} {
		for line := range strings.Lines(text) {
			none := strings.Contains(line, `"learner":"CRF"`) && text == both
			if strings.Contains(line, `"seconds":null,"cpu_seconds":null`) != none {
				t.Errorf("%s", line)
			}
		}
	}
}

// TestSharedWeight: the temperature of given scores has a name, and no label.
func TestSharedWeight(t *testing.T) {
	of := func(i int) feature.Weight {
		return feature.Weight{Edge: i > 0, K: -1, L: -1, Given: i == 0}
	}
	list := export.Weights([]float64{2, 1}, 2, of, export.Names{Node: []string{"score of a"}})
	if at := list[0]; at.Of != "variable" || at.Feature != "score" || at.Label != "its own" ||
		list[1].Label != "equal labels" {
		t.Errorf("names %+v", list)
	}
}
