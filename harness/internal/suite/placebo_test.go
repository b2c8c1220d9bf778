package suite

import "testing"

// A placebo repeats the earlier row with the same learner and parameters, and has its decoders.
func TestPlacebos(t *testing.T) {
	s := mustParse(t, `
datasets: [chains]
learners:
  - ssvm: {lambda: [1, 2], as: S, decoders: [mpm]}
  - ssvm: {lambda: [1, 2], as: P, aa: true}
  - ssvm: {lambda: 2, as: Q, aa: true}
  - ssvm: {lambda: 2.0, as: R, aa: false}
`)
	got := map[string]Placebo{}
	for _, l := range s.Learners {
		if l.Placebo != nil {
			got[l.Label] = *l.Placebo
		}
		if l.Placebo != nil && l.Decoders[0].Name != "mpm" {
			t.Errorf("%s has decoder %s", l.Label, l.Decoders[0].Name)
		}
	}
	want := map[string]Placebo{"P lambda=1": {"S lambda=1", 1}, "P lambda=2": {"S lambda=2", 1},
		"Q": {"S lambda=2", 2}}
	if len(got) != 3 || got["P lambda=1"] != want["P lambda=1"] ||
		got["P lambda=2"] != want["P lambda=2"] || got["Q"] != want["Q"] {
		t.Errorf("placebos %v, want %v", got, want)
	}
	if r := s.Learners[5]; r.Placebo != nil || !r.Equals(&s.Learners[1]) ||
		r.Decoders[0].Name != "map" {
		t.Errorf("%+v", r)
	}
}
