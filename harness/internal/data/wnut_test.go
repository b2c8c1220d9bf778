package data

import (
	"slices"
	"testing"
)

// TestWNUT: the published parts have the published sizes, and tags keep the scheme if asked.
func TestWNUT(t *testing.T) {
	published(t)
	d := must(Load("wnut17", []byte(`{"templates":"U0:%x[0,form]\nB","constrain":"bio"}`), ""))(t)
	var sizes [3]int
	for _, fold := range d.Fold {
		sizes[fold]++
	}
	if sizes != [3]int{3394, 1009, 1287} || d.K != 13 || !slices.Equal(d.Parts, partNames) ||
		d.Constrain != "iob2" || len(d.Warnings) > 0 {
		t.Errorf("parts %q of %v sentences, %d labels, %q, warnings %q", d.Parts, sizes, d.K, d.Constrain,
			d.Warnings)
	}
	refused(t, "wnut17", map[string]string{`{"min_count":0}`: "min_count"})
}
