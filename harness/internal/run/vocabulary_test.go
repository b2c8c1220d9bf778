package run_test

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run"
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

// TestWeightsSeen: every learner works with weights for features and labels seen together only,
// refuses no task for that reason, and has fewer weights.
func TestWeightsSeen(t *testing.T) {
	t.Parallel()
	longtest.Skip(t)
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
