package study

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestProfiles: A is within 5 % of the best at once on two problems of five, B on three after two seconds or passes; the
// fifth, on which A crashed and B is the best, A never solves. On the third both are there after a second.
func TestProfiles(t *testing.T) {
	var fits []made
	for seed, losses := range [][2][]float64{
		{{0.2, 0.2}, {0.5, 0.205}},
		{{0.2, 0.2}, {0.5, 0.3}},
		{{0.2, 0.2}, {0.2, 0.2}},
		{{0.5, 0.4, 0.2}, {0.5, 0.2}},
		{nil, {0.5, 0.2}},
	} {
		fits = append(fits, made{dataset: "d", label: "A", seed: uint64(seed), losses: losses[0]}, made{dataset: "d", label: "B", seed: uint64(seed), losses: losses[1]})
	}
	p, err := profiles(madeRun(fits...))
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{{"A map", "3/5", "4/5", "4/5", "4/5"}, {"B map", "3/5", "4/5", "4/5", "4/5"}}
	if diff := cmp.Diff(want, p.Grid.Rows); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	for c, want := range [][2][2][]float64{ // performance: ratios 1 1 1 1.5 ∞ of A, 2 ∞ 1 1 1 of B; data: 1 1 1 3 ∞, 2 ∞ 1 2 2
		{{{1, 1.5, 2}, {0.6, 0.8, 0.8}}, {{1, 2}, {0.6, 0.8}}},
		{{{1, 3}, {0.6, 0.8}}, {{1, 2, 3}, {0.2, 0.8, 0.8}}},
	} {
		for s, line := range want {
			got := p.Charts[c].Series[s]
			if diff := cmp.Diff(line, [2][]float64{got.X, got.Y}); diff != "" {
				t.Errorf("%s of %s: (-want +got)\n%s", p.Charts[c].Title, got.Label, diff)
			}
		}
	}
	if p, err := profiles(madeRun(fits[:8]...)); err != nil || p.Grid != nil || !strings.Contains(p.Empty, "the run has 4") {
		t.Errorf("of four problems: %v: %+v", err, p)
	}
}

// TestManySteps: of a thousand steps there are sixty or so, where the distribution is, with both ends.
func TestManySteps(t *testing.T) {
	var v []float64
	for i := range 1000 {
		v = append(v, float64(i+1))
	}
	s := steps("A", 0, v, 2000)[0]
	if n := len(s.X); n > finest+2 || s.X[0] != 1 || s.X[n-1] != 2000 || s.Y[n-1] != 1 || s.X[n-2] != 1000 {
		t.Errorf("%d steps, %v … %v", n, s.X[0], s.X[n-1])
	}
	for i := range len(s.X) - 1 {
		if s.Y[i] != s.X[i]/1000 {
			t.Errorf("%v at %v", s.Y[i], s.X[i])
		}
	}
}
