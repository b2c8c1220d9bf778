package wire_test

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/internal/wire/pb"
	"github.com/spbench/spbench/harness/sp"
)

func TestEventsRoundTrip(t *testing.T) {
	stamped := sp.Stamped{
		Checkpoint: sp.Checkpoint{Weights: []float64{1, 2},
			Values: map[string]float64{sp.ValueBound: -1}},
		Counts: sp.Counts{MAP: 1, Marginals: 2, Clamped: 3},
	}
	gotStamped, err := wire.ToStamped(carry(t, wire.FromStamped(&stamped), &pb.Checkpoint{}))
	if diff := cmp.Diff(stamped, gotStamped); diff != "" || err != nil {
		t.Errorf("%v\n-sent +got:\n%s", err, diff)
	}
	done := sp.Done{
		Counts: stamped.Counts, End: sp.EndedByBudget,
		Dual: [][]sp.Atom{
			{{Weight: 0.25, Labels: []int32{0, 1}}, {Weight: 0.75, Labels: []int32{1, 1}}},
			{{Weight: 1, Labels: []int32{0}}},
		},
	}
	// has no dual variables
	hidden := sp.Instance{ID: "hidden", K: 2, Node: sp.Rows{N: 1}, Gold: []int32{sp.Unknown}}
	train := []sp.Instance{
		{ID: "two", K: 2, Node: sp.Rows{N: 2}, Gold: []int32{0, 0}}, hidden,
		{ID: "one", K: 2, Node: sp.Rows{N: 1}, Gold: []int32{1}},
	}
	gotDone, err := wire.ToDone(carry(t, wire.FromDone(&done), &pb.Done{}), train)
	if diff := cmp.Diff(done, gotDone); diff != "" || err != nil {
		t.Errorf("%v\n-sent +got:\n%s", err, diff)
	}
	progress := wire.Progress{Counts: stamped.Counts, Values: map[string]float64{"objective": 2}}
	gotProgress, err := wire.ToProgress(carry(t, wire.FromProgress(&progress), &pb.Progress{}))
	if diff := cmp.Diff(progress, gotProgress); diff != "" || err != nil {
		t.Errorf("%v\n-sent +got:\n%s", err, diff)
	}
	progress.Values["bound"] = math.NaN()
	if got, err := wire.ToProgress(wire.FromProgress(&progress)); len(got.Values) != 1 ||
		err != nil {
		t.Errorf("%v, %v", got.Values, err)
	}
	saved := sp.Saved{State: []byte("x"), Counts: stamped.Counts}
	gotSaved, err := wire.ToSaved(carry(t, wire.FromSaved(&saved), &pb.Saved{}))
	if diff := cmp.Diff(saved, gotSaved); diff != "" || err != nil {
		t.Errorf("%v\n-sent +got:\n%s", err, diff)
	}
	for text, s := range map[string]sp.Saved{
		"a state of 0 bytes": {}, "negative counts": {State: saved.State,
			Counts: sp.Counts{MAP: -1}},
	} {
		if _, err := wire.ToSaved(wire.FromSaved(&s)); err == nil ||
			!strings.Contains(err.Error(), text) {
			t.Errorf("error %v does not say %q", err, text)
		}
	}
	for text, m := range map[string]*pb.Checkpoint{
		"no weights":           {},
		"weight 0 of 1 is NaN": wire.FromStamped(&sp.Stamped{Checkpoint: sp.Checkpoint{Weights: []float64{math.NaN()}}}),
		"negative counts": wire.FromStamped(&sp.Stamped{Checkpoint: stamped.Checkpoint,
			Counts: sp.Counts{Clamped: -1}}),
	} {
		if _, err := wire.ToStamped(m); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("error %v does not say %q", err, text)
		}
	}
	for text, bend := range map[string]func(dual [][]sp.Atom) [][]sp.Atom{
		"there are more":   func(d [][]sp.Atom) [][]sp.Atom { return d[:1] },
		"there are only 2": func(d [][]sp.Atom) [][]sp.Atom { return append(d, d[0]) },
		`"one": no labeling`: func(d [][]sp.Atom) [][]sp.Atom {
			return [][]sp.Atom{d[0],
				nil}
		},
		`"two": atom 0`: func(d [][]sp.Atom) [][]sp.Atom {
			return [][]sp.Atom{d[1],
				d[1]}
		},
		`"two": weights of atoms: they`: func(d [][]sp.Atom) [][]sp.Atom {
			return [][]sp.Atom{d[0][:1], d[1]}
		},
	} {
		if _, err := wire.ToDone(wire.FromDone(&sp.Done{Dual: bend(done.Dual[:2:2])}),
			train); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("error %v does not say %q", err, text)
		}
	}
}
