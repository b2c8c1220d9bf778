package suite

import (
	"fmt"
	"slices"
	"testing"
)

func TestDatasetGrids(t *testing.T) {
	const text = "learners: [crf: {lambda: 1, on: {pictures: {lambda: 2}}}]\ndatasets:\n" +
		"  - blobs: {as: pictures, images: 50, grid: {noise: [0.5, 1], labels: [2, 3, 4]}, split: {train: 20, test: 20}}\n  - chains\n"
	s := mustParse(t, text)
	var got []string
	for _, d := range s.Datasets {
		got = append(got, fmt.Sprintf("%s %s %v", d.Label, d.Args, d.Panel))
	}
	want := []string{}
	for _, noise := range []string{"0.5", "1"} {
		for _, labels := range []string{"2", "3", "4"} {
			want = append(want, fmt.Sprintf(`pictures noise=%s labels=%s {"images":50,"labels":%s,"noise":%s} &{pictures [noise labels] [%s %s]}`,
				noise, labels, labels, noise, noise, labels))
		}
	}
	if want = append(want, "chains {} <nil>"); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if n := len(s.Learners[0].Exceptions); n != 6 {
		t.Errorf("%d exceptions for the datasets of the grid", n)
	}
}

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
