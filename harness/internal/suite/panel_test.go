package suite

import (
	"testing"
)

// One dataset of a grid, chosen by its label, keeps its arguments and its label. It is
// no grid.
func TestChooseInGrid(t *testing.T) {
	s := mustParse(t, "learners: [crf]\ndatasets:\n  - blobs: {grid: {noise: [0.5, 1], labels: [2, 3]}, split: {train: 20, test: 20}}\n")
	for label, want := range map[string]int{"blobs noise=1 labels=3": 1, "blobs": 4} {
		chosen, err := s.Override(Override{Datasets: []string{label}})
		if err != nil || len(chosen.Datasets) != want || (chosen.Datasets[0].Panel == nil) != (want == 1) {
			t.Fatalf("%s: %v, %v", label, chosen, err)
		}
		if d := chosen.Datasets[0]; want == 1 && (d.Label != label || string(d.Args) != `{"labels":3,"noise":1}`) {
			t.Errorf("%s: %s %s", label, d.Label, d.Args)
		}
	}
}
