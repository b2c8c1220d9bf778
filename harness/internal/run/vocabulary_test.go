package run_test

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/sp"
)

// drawWords returns 30 chains with sparse features of variables and edges: 12 of fold 0, 6 of fold
// 1 and 12 of fold 2. Each fold has features of its own.
func drawWords() *data.Dataset {
	r := rand.New(rand.NewPCG(33, 0))
	d := &data.Dataset{K: 3, Labels: []string{"a", "b", "c"}, NodeWidth: 90, EdgeWidth: 60}
	rows := func(n, fold, width int) sp.Rows {
		rows := sp.Rows{N: n, D: width, Start: []int32{0}}
		for range n {
			for j := range int32(width) {
				if own := int(j) * 4 / width; (own == 3 || own == fold) && r.IntN(width/6) == 0 {
					rows.Index = append(rows.Index, j)
				}
			}
			rows.Start = append(rows.Start, int32(len(rows.Index)))
		}
		return rows
	}
	for i := range 30 {
		fold := []int{0, 1, 0, 2, 2}[i%5]
		x := sp.Instance{ID: fmt.Sprint(i), Weight: 1, K: 3, Edges: sp.ChainEdges(6),
			Node: rows(6, fold, 90), Edge: rows(5, fold, 60)}
		for range 6 {
			x.Gold = append(x.Gold, r.Int32N(3))
		}
		d.Instances, d.Fold = append(d.Instances, x), append(d.Fold, fold)
	}
	return d
}

// columnsIn returns the columns of rows of fold 0, from the last to the first.
func columnsIn(d *data.Dataset, of func(*sp.Instance) *sp.Rows) (list []int32) {
	for i := range d.Instances {
		if d.Fold[i] == 0 {
			list = append(list, of(&d.Instances[i]).Index...)
		}
	}
	slices.Sort(list)
	list = slices.Compact(list)
	slices.Reverse(list)
	return list
}

func nodesOf(x *sp.Instance) *sp.Rows { return &x.Node }
func edgesOf(x *sp.Instance) *sp.Rows { return &x.Edge }

// renumbered returns rows with these columns only, numbered in this order.
func renumbered(rows sp.Rows, columns []int32) sp.Rows {
	out := sp.Rows{N: rows.N, D: len(columns), Start: []int32{0}}
	for i := range rows.N {
		index, _ := rows.Row(i)
		from := len(out.Index)
		for _, j := range index {
			if at := slices.Index(columns, j); at >= 0 {
				out.Index = append(out.Index, int32(at))
			}
		}
		slices.Sort(out.Index[from:])
		out.Start = append(out.Start, int32(len(out.Index)))
	}
	return out
}

// ownFile returns folds 0 and 1 of d as if only they existed: with the columns of fold 0.
func ownFile(d *data.Dataset) *data.Dataset {
	nodes, edges := columnsIn(d, nodesOf), columnsIn(d, edgesOf)
	own := *d
	own.NodeWidth, own.EdgeWidth = len(nodes), len(edges)
	own.Instances, own.Fold = nil, nil
	for i, x := range d.Instances {
		if d.Fold[i] < 2 {
			x.Node, x.Edge = renumbered(x.Node, nodes), renumbered(x.Edge, edges)
			own.Instances, own.Fold = append(own.Instances, x), append(own.Fold, d.Fold[i])
		}
	}
	return &own
}

// TestFitToPartOfADataset: a fit has weights only for the features of its training set, and they
// are those of a fit to a file without all other features.
func TestFitToPartOfADataset(t *testing.T) {
	t.Parallel()
	whole, dir := drawWords(), t.TempDir()
	write := func(name string, d *data.Dataset) {
		var lines bytes.Buffer
		check(t, d.WriteJSONL(&lines))
		check(t, os.WriteFile(filepath.Join(dir, name), lines.Bytes(), 0o666))
	}
	write("whole.jsonl", whole)
	write("own.jsonl", ownFile(whole))
	planned := newPlan(t, dir, `
datasets:
  - whole.jsonl: {split: {train: [0], test: [1]}, as: whole}
  - own.jsonl: {split: {train: [0], test: [1]}, as: own}
learners: [crf: {lambda: 0.05}]
decoders: [mpm]
metrics: [hamming-micro, log-loss]
`, plan.Options{})
	store := newStore(t, planned)
	must(run.Run(t.Context(), planned, store, run.Options{}))(t)
	fits := stored(t, store)
	check(t, record.ReadStatistics(store.Dir(), fits))
	values, objectives := map[string]map[feature.Weight]float64{}, map[string]float64{}
	for i := range fits {
		rec := &fits[i]
		f := planned.Fits[index(planned, rec.Key)]
		p := must(must(f.Instances())(t).Prepared(f.Dataset))(t)
		weights := must(record.Weights(store.Dir(), rec.WeightsFile))(t)
		if len(weights) != p.Map.Dim() {
			t.Fatalf("%s: %d weights, want %d", rec.Dataset, len(weights), p.Map.Dim())
		}
		named := map[feature.Weight]float64{}
		for j, v := range weights {
			w := p.Weight(j)
			if rec.Dataset == "own" && w.Edge {
				w.Column = int(columnsIn(whole, edgesOf)[w.Column])
			} else if rec.Dataset == "own" {
				w.Column = int(columnsIn(whole, nodesOf)[w.Column])
			}
			named[w] = v
		}
		values[rec.Dataset], objectives[rec.Dataset] = named, float64(rec.Audit.Objective)
	}
	if len(values["whole"]) != len(values["own"]) || len(values["own"]) >= 3*90+9*60 {
		t.Errorf("%d weights, %d in a file of its own", len(values["whole"]), len(values["own"]))
	}
	for w, v := range values["own"] {
		if have, ok := values["whole"][w]; !ok || math.Abs(have-v) > 1e-9 {
			t.Errorf("%+v: weight %v, %v in a file of its own", w, have, v)
		}
	}
	if d := objectives["whole"] - objectives["own"]; !(math.Abs(d) < 1e-9) {
		t.Errorf("objectives differ by %v", d)
	}
	for name, v := range fits[0].Rows[0].Metrics {
		if d := float64(v - fits[1].Rows[0].Metrics[name]); !(math.Abs(d) < 1e-9) {
			t.Errorf("%s differs by %v", name, d)
		}
	}
}

// TestWeightsSeen: every learner works with weights for features and labels seen together only,
// refuses no task for that reason, and has fewer weights.
func TestWeightsSeen(t *testing.T) {
	t.Parallel()
	kinds, sizes := [2]map[string]record.OutcomeKind{}, [2]map[string]int{}
	var lines bytes.Buffer
	check(t, drawWords().WriteJSONL(&lines))
	words := filepath.Join(t.TempDir(), "words.jsonl")
	check(t, os.WriteFile(words, lines.Bytes(), 0o666))
	for at, seen := range []bool{false, true} {
		kinds[at], sizes[at] = map[string]record.OutcomeKind{}, map[string]int{}
		fits, store := runStored(t, fmt.Sprintf(seenSuite, words, seen), run.Options{})
		for i := range fits {
			rec := &fits[i]
			kinds[at][rec.Label] = rec.Outcome.Kind
			if rec.WeightsFile != "" {
				sizes[at][rec.Label] = len(must(record.Weights(store.Dir(), rec.WeightsFile))(t))
			}
		}
	}
	if !maps.Equal(kinds[0], kinds[1]) || len(sizes[0]) < 6 {
		t.Errorf("outcomes %v, with weights seen %v", kinds[0], kinds[1])
	}
	for name, all := range sizes[0] {
		if n := sizes[1][name]; n == 0 || 2*n > all {
			t.Errorf("%s: %d weights of %d", name, n, all)
		}
	}
}

const seenSuite = `
suite: seen
datasets: [%s: {split: {train: 10, test: 10}}]
features: {linear: {seen: %v}}
learners:
  - crf
  - crf: {solver: sgd, passes: 3, as: sgd}
  - given
  - locpmap
  - marginalpmap
  - partclamp
  - skeleton: {iterations: 3}
  - ssvm
budget: {passes: 5}
decoders: [map]
`
