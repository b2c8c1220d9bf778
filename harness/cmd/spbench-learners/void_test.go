package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/data/prepare"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/param"
	"github.com/spbench/spbench/harness/sp"
)

// voidImages returns six images of an object. As in masks of Pascal VOC, the border of the object is
// void. removed has the images without it, made by hand.
func voidImages() (whole, removed []sp.Instance) {
	r := rand.New(rand.NewPCG(48, 1))
	const rows, columns = 4, 5
	for i := range 6 {
		x := sp.Instance{ID: fmt.Sprint(i), Weight: 1, K: 2, Edges: sp.GridEdges(rows, columns),
			Shape: [2]int{rows, columns}, Node: sp.Rows{N: rows * columns, D: 2}}
		for v := range rows * columns {
			k, column := int32(0), v%columns
			if column == 1+i%3 {
				k = sp.Unknown
			} else if column > 1+i%3 {
				k = 1
			}
			x.Gold, x.Size = append(x.Gold, k), append(x.Size, float64(1+v%2))
			x.Node.Dense = append(x.Node.Dense, 1, float32(2*k-1)+float32(r.NormFloat64()))
		}
		x.Edge = sp.Rows{N: len(x.Edges), D: 1}
		for range x.Edges {
			x.Edge.Dense = append(x.Edge.Dense, r.Float32())
		}
		whole = append(whole, x)

		y := sp.Instance{ID: x.ID, Weight: 1, K: 2, Node: sp.Rows{D: 2}, Edge: sp.Rows{D: 1}}
		number := map[int32]int32{}
		for v, k := range x.Gold {
			if k != sp.Unknown {
				number[int32(v)] = int32(len(y.Gold))
				y.Gold, y.Size = append(y.Gold, k), append(y.Size, x.Size[v])
				y.Node.Dense = append(y.Node.Dense, x.Node.DenseRow(v)...)
			}
		}
		for e, uv := range x.Edges {
			if x.Gold[uv.U] != sp.Unknown && x.Gold[uv.V] != sp.Unknown {
				y.Edges = append(y.Edges, sp.Edge{U: number[uv.U], V: number[uv.V]})
				y.Edge.Dense = append(y.Edge.Dense, x.Edge.Dense[e])
			}
		}
		y.Node.N, y.Edge.N = len(y.Gold), len(y.Edges)
		removed = append(removed, y)
	}
	return whole, removed
}

// TestVoid: every shipped learner of images also learns from images with void variables. It learns
// from all of them. The weights have the same bits if someone removes these variables by hand.
// Convolutions also see the features of void pixels.
func TestVoid(t *testing.T) {
	whole, removed := voidImages()
	cut := func(list []sp.Instance) (all []sp.Instance) {
		for _, x := range list {
			all = append(all, prepare.Cut(x, x.Gold))
		}
		return all
	}
	void, full := cut(whole), slices.Clone(whole)
	seen, changed := slices.Clone(whole), 0
	for i := range full {
		x := &seen[i]
		x.Node.Dense = slices.Clone(x.Node.Dense)
		full[i].Gold = slices.Clone(full[i].Gold)
		for v, k := range x.Gold {
			if k == sp.Unknown {
				full[i].Gold[v] = int32(v % 2)
				x.Node.DenseRow(v)[1], changed = 5, changed+1
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(learners)) {
		_, create := learners[name]()
		known := param.Of(create())
		values := func(name string) []string {
			for _, p := range known {
				if p.Name == name {
					return p.Enum
				}
			}
			return nil
		}
		kinds := []string{`{}`}
		for _, kind := range values("objective") {
			kinds = append(kinds, fmt.Sprintf(`{"objective":%q}`, kind))
		}
		if values("unaries") != nil {
			kinds = append(kinds, `{"unaries":"network","epochs":3}`)
		}
		for _, net := range values("encoder") {
			for _, solver := range values("solver") {
				for _, frozen := range []bool{false, true} {
					kinds = append(kinds, fmt.Sprintf(`{"encoder":%q,"frozen":%v,"hidden":4,"pretraining":3,"solver":%q}`,
						net, frozen, solver))
				}
			}
		}
		for _, args := range kinds {
			t.Run(name+args, func(t *testing.T) {
				fit := func(xs []sp.Instance) ([]float64, error) {
					l := create()
					if err := json.Unmarshal([]byte(args), l); err != nil {
						t.Fatal(err)
					}
					in := learnertest.Input(xs, `{"pairs":"potts","nonnegative":true}`, "hamming-count")
					in.Budget.Passes = 12
					points, _, err := learnertest.Try(t, l, in)
					if err != nil {
						return nil, err
					}
					last := points[len(points)-1]
					if n, some := last.Values[sp.ValueInstances]; some {
						t.Errorf("learned from %v of %d images", n, len(xs))
					}
					return last.Weights, nil
				}
				_, err := fit(full)
				got, gotErr := fit(void)
				if err != nil || gotErr != nil {
					if !errors.Is(err, errors.ErrUnsupported) && !errors.Is(err, sp.ErrParams) ||
						fmt.Sprint(err) != fmt.Sprint(gotErr) {
						t.Fatalf("without void variables: %v, with them: %v", err, gotErr)
					}
					t.Skip(err)
				}
				if strings.Contains(args, "convolution") || strings.Contains(args, "network") {
					if other, _ := fit(cut(seen)); slices.Equal(got, other) {
						t.Errorf("the network does not see void pixels")
					}
					return
				}
				if want, _ := fit(removed); !slices.Equal(got, want) {
					t.Errorf("weights %v, without void variables %v", got, want)
				}
			})
		}
	}
	if changed != 24 {
		t.Errorf("%d void pixels", changed)
	}
}
