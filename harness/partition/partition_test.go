package partition_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/partition"
	"github.com/spbench/spbench/harness/sp"
	"pgregory.net/rapid"
)

var growths = []partition.Growth{partition.BreadthFirst, partition.DepthFirst}

func graph(n int, edges []sp.Edge) *sp.Instance {
	return &sp.Instance{ID: "x", K: 2, Node: sp.Rows{N: n}, Edges: edges, Gold: make([]int32, n)}
}

// grid returns a 4-connected grid.
func grid(rows, columns int) *sp.Instance {
	return graph(rows*columns, sp.GridEdges(rows, columns))
}

// random draws a graph, sometimes with isolated variables, without edges or with two edges
// between the same variables.
func random(t *rapid.T) *sp.Instance {
	n := rapid.IntRange(0, 14).Draw(t, "n")
	var edges []sp.Edge
	if n > 1 {
		edges = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) sp.Edge {
			u := rapid.IntRange(0, n-2).Draw(t, "u")
			return sp.Edge{U: int32(u), V: int32(rapid.IntRange(u+1, n-1).Draw(t, "v"))}
		}), 0, 3*n).Draw(t, "edges")
	}
	return graph(n, edges)
}

// acyclic reports by counting whether the edges among the variables selected by in form a
// forest: their number is the number of variables minus the number of components.
func acyclic(x *sp.Instance, in func(d int32) bool) bool {
	component := make([]int32, x.N())
	parts, within := 0, 0
	for d := range component {
		component[d] = int32(d)
		if in(int32(d)) {
			parts++
		}
	}
	for range x.N() { // labels spread along edges until nothing changes
		for _, e := range x.Edges {
			if in(e.U) && in(e.V) {
				c := min(component[e.U], component[e.V])
				component[e.U], component[e.V] = c, c
			}
		}
	}
	roots := 0
	for d := range component {
		if in(int32(d)) && component[d] == int32(d) {
			roots++
		}
	}
	for _, e := range x.Edges {
		if in(e.U) && in(e.V) {
			within++
		}
	}
	return within == parts-roots
}

func TestForestsAreMaximalAndAcyclic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := random(t)
		g := rapid.SampledFrom(growths).Draw(t, "growth")
		for _, f := range partition.Forests(x, g, rapid.Uint64().Draw(t, "seed"), 3) {
			if !acyclic(x, f.Has) {
				t.Fatalf("%v has a cycle", f.Order)
			}
			for extra := range int32(x.N()) {
				if !f.Has(extra) && acyclic(x, func(d int32) bool { return d == extra || f.Has(d) }) {
					t.Fatalf("variable %d could join %v", extra, f.Order)
				}
			}
		}
	})
}

func TestCoverCovers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := random(t)
		list := partition.Cover(x, rapid.SampledFrom(growths).Draw(t, "growth"), 1)
		covered := map[int32]bool{}
		for i, f := range list {
			fresh := 0
			for _, d := range f.Order {
				if !covered[d] {
					fresh++
				}
				covered[d] = true
			}
			if fresh == 0 && x.N() > 0 {
				t.Fatalf("forest %d of %d has no new variable", i, len(list))
			}
		}
		if len(covered) < x.N() {
			t.Fatalf("%d of %d variables covered", len(covered), x.N())
		}
	})
}

// TestShares checks the shares of B on grids in the package comment.
func TestShares(t *testing.T) {
	for g, share := range map[partition.Growth][2]float64{partition.BreadthFirst: {0.325, 0.34},
		partition.DepthFirst: {0.375, 0.41}} {
		for _, side := range []int{32, 64, 128} {
			x, sum, covers := grid(side, side), 0.0, 0
			const seeds = 5
			for seed := range uint64(seeds) {
				f := partition.NewGrower(x, g, seed).Next()
				sum += 1 - float64(len(f.Order))/float64(x.N())
				covers = max(covers, len(partition.Cover(x, g, seed)))
			}
			t.Logf("%s, %d×%d: |B|/n = %.4f, cover by at most %d", g, side, side, sum/seeds, covers)
			if sum/seeds < share[0] || sum/seeds > share[1] || covers > 4 {
				t.Errorf("%s, %d×%d: |B|/n = %.4f, want within %v; cover by %d", g, side, side,
					sum/seeds, share, covers)
			}
		}
	}
}

func TestSeedsAndInstances(t *testing.T) {
	x := grid(8, 8)
	for _, g := range growths {
		a := partition.Forests(x, g, 7, 3)
		if !reflect.DeepEqual(a, partition.Forests(x, g, 7, 3)) {
			t.Errorf("%s: two answers for one seed", g)
		}
		y := *x
		y.ID = "y"
		for what, b := range map[string][]*sp.Forest{"seed": partition.Forests(x, g, 8, 3),
			"instance": partition.Forests(&y, g, 7, 3)} {
			if reflect.DeepEqual(a, b) {
				t.Errorf("%s: the same forests for another %s", g, what)
			}
		}
	}
}

func TestForestNamesTheCycle(t *testing.T) {
	x := grid(2, 2)
	in := []bool{true, true, true, true}
	_, err := sp.NewForest(in, x.Edges)
	if err == nil {
		t.Fatal("a cycle is a forest")
	}
	if want := "closes a cycle"; !strings.Contains(err.Error(), want) {
		t.Errorf("error %q does not say %q", err, want)
	}
	in[2] = false
	f, err := sp.NewForest(in, x.Edges)
	if err != nil || fmt.Sprint(f.Order, f.Parent, f.Edge,
		f.Place) != "[0 1 3] [-1 0 1] [-1 0 2] [0 1 -1 2]" {
		t.Errorf("forest %+v, error %v", f, err)
	}
}
