package run_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run"
)

// TestGivenModels: on 20 models with zeros and evidence the process of learner given finds what
// enumeration finds, with factors of up to four variables, and on trees also by messages.
func TestGivenModels(t *testing.T) {
	t.Parallel()
	agree(t, "mpm", [][]int{{2, 0, 1}, {5, 2, 4, 3}, {6, 5}, {6}, {0, 6, 3}, {}})
	agree(t, "mpm, lbp, trw", [][]int{{1, 0}, {1, 2}, {2, 5}, {5, 3}, {4, 2}, {2, 4}, {6, 5}, {6}, {}})
}

func agree(t *testing.T, decoders string, scopes [][]int) {
	dir, r := t.TempDir(), rand.New(rand.NewPCG(5, 4))
	labels := []int{2, 3, 2, 2, 3, 2, 3}
	var paths []string
	marginals, sum := make([][]float64, 20), 0.0
	for model := range marginals {
		text := fmt.Sprintln("BAYES 7 2 3 2 2 3 2 3", len(scopes))
		for _, scope := range scopes {
			text += fmt.Sprintln(len(scope), strings.Trim(fmt.Sprint(scope), "[]"))
		}
		var tables [][]float64
		for _, scope := range scopes {
			size := 1
			for _, d := range scope {
				size *= labels[d]
			}
			table := make([]float64, size)
			for i := range table {
				if i == 0 || r.IntN(4) > 0 { // the labeling of zeros is possible
					table[i] = math.Exp(3 * r.NormFloat64())
				}
			}
			tables = append(tables, table)
			text += fmt.Sprintln(size, strings.Trim(fmt.Sprint(table), "[]"))
		}
		path := filepath.Join(dir, fmt.Sprint(model, ".uai"))
		check(t, os.WriteFile(path, []byte(text), 0o666))
		check(t, os.WriteFile(path+".evid", []byte("1 4 0"), 0o666))
		paths = append(paths, path)
		z, q := 0.0, make([]float64, len(labels)*3)
		for i := range 2 * 3 * 2 * 2 * 3 * 2 * 3 {
			y, product := make([]int, len(labels)), 1.0
			for d, k := range labels {
				y[d], i = i%k, i/k
			}
			for f, scope := range scopes {
				at := 0
				for _, d := range scope {
					at = at*labels[d] + y[d]
				}
				product *= tables[f][at]
			}
			if y[4] != 0 {
				continue
			}
			z += product
			for d, k := range y {
				q[d*3+k] += product
			}
		}
		for i := range q {
			q[i] /= z
		}
		marginals[model], sum = q, sum+math.Log(z)
	}
	fits, store := runStored(t, `
suite: models
datasets:
  - file: {path: {train: `+paths[0]+`, test: [`+strings.Join(paths, ", ")+`]}, evidence: true}
features: {scores: {pairs: given}}
learners: [given]
decoders: [`+decoders+`]
loss: score
metrics: [log-z]
train-loss: hamming
`, run.Options{Marginals: true})
	for i := range fits[0].Rows {
		row := &fits[0].Rows[i]
		if row.Outcome.Kind != record.OK {
			t.Fatalf("%s: %+v, %+v", row.Label, row.Outcome, fits[0].Outcome)
		}
		kept := must(record.ReadPredictions(store.Dir(), row))(t)
		if len(kept.Marginals) != 20 {
			t.Fatalf("%s: marginals of %d models", row.Label, len(kept.Marginals))
		}
		for model, q := range kept.Marginals {
			for j, v := range q {
				if math.Abs(float64(v)-marginals[model][j]) > 1e-5 {
					t.Fatalf("%s, model %d: marginals %v, want %v", row.Label, model, q, marginals[model])
				}
			}
		}
		if got, want := float64(row.Metrics["log-z"]), sum/(20*7); math.Abs(got-want) > 1e-6 {
			t.Errorf("%s: log Z per variable %v, want %v", row.Label, got, want)
		}
	}
}
