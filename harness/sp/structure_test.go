package sp_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/sp"
)

// Membership of all labelings of small structures, counted and set beside known numbers.
func TestStructureCounts(t *testing.T) {
	diamond := []sp.Edge{{U: 0, V: 1}, {U: 0, V: 2}, {U: 1, V: 2}, {U: 1, V: 3}, {U: 2, V: 3}}
	for _, c := range []struct {
		s       sp.Structure
		n, k    int
		members int
	}{
		{sp.Structure{Kind: sp.Assignment, None: -1}, 3, 4, 24}, // 4·3·2
		{sp.Structure{Kind: sp.Assignment, None: 0}, 3, 3, 13},  // partial matchings of 3 and 2
		{sp.Structure{Kind: sp.Arborescence}, 3, 4, 16},         // Cayley: (n+1)^(n-1)
		{sp.Structure{Kind: sp.Arborescence, Single: true}, 3, 4, 9},
		{sp.Structure{Kind: sp.Path, Arcs: diamond, Sink: 3}, 5, 2, 3},
		{sp.Structure{Kind: sp.Cardinality, Least: 1, Most: 2}, 4, 2, 10},
	} {
		if err := c.s.Check(c.n, c.k); err != nil {
			t.Fatal(err)
		}
		members, y := 0, make([]int32, c.n)
		for more := true; more; {
			if c.s.Allows(y, c.k) == nil {
				members++
			}
			more = false
			for d := range y {
				if y[d]++; int(y[d]) < c.k {
					more = true
					break
				}
				y[d] = 0
			}
		}
		if members != c.members {
			t.Errorf("%s: %d labelings are allowed, want %d", c.s.Kind, members, c.members)
		}
	}
}

func TestStructureErrors(t *testing.T) {
	for want, s := range map[string]sp.Structure{
		"must go up":      {Kind: sp.Path, Arcs: []sp.Edge{{U: 0, V: 1}, {U: 1, V: 0}}, Sink: 1},
		"to 16777216":     {Kind: sp.Path, Arcs: []sp.Edge{{U: 0, V: 1}, {U: 1, V: 1 << 25}}, Sink: 1},
		"sink <= 1677721": {Kind: sp.Path, Arcs: []sp.Edge{{U: 0, V: 1}, {U: 1, V: 2}}, Sink: 1 << 25},
		"parallel":        {Kind: sp.Path, Arcs: []sp.Edge{{U: 0, V: 1}, {U: 0, V: 1}}, Sink: 1},
		"least <= most":   {Kind: sp.Cardinality, Least: 2, Most: 1},
		"want 3":          {Kind: sp.Arborescence},
		"none is label":   {Kind: sp.Assignment, None: 2},
		"no program":      {Kind: sp.Command},
		"assignment with": {Kind: sp.Assignment, Single: true},
		"cardinality wit": {Kind: sp.Cardinality, Most: 1, None: -1},
		`structure "foo"`: {Kind: "foo"},
	} {
		if err := s.Check(2, 2); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", s, err, want)
		}
	}
}

func TestGraphs(t *testing.T) {
	tree := sp.Instance{ID: "tree", Structure: &sp.Structure{Kind: sp.Arborescence}}
	graphs := sp.Task{Train: make([]sp.Instance, 2), Partial: make([]sp.Instance, 1)}
	if err := graphs.Graphs(); err != nil {
		t.Error(err)
	}
	for _, task := range []sp.Task{{Train: []sp.Instance{tree}}, {Partial: []sp.Instance{tree}}} {
		if err := task.Graphs(); !errors.Is(err, errors.ErrUnsupported) ||
			!strings.Contains(err.Error(), "structures") {
			t.Errorf("error %v, want one for the tree", err)
		}
	}
}
