package examine

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

// source returns the random numbers of a task.
func source(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// draw returns n instances, each filled by fill.
func draw(r *rand.Rand, name string, n int, fill func(*rand.Rand, *sp.Instance)) []sp.Instance {
	set := make([]sp.Instance, n)
	for i := range set {
		set[i] = sp.Instance{ID: fmt.Sprintf("%s-%d", name, i), Weight: 1}
		fill(r, &set[i])
	}
	return set
}

// chain fills a chain of 4 to 8 variables with k labels. Each label is mostly followed by the next
// one.
func chain(k int) func(*rand.Rand, *sp.Instance) {
	return func(r *rand.Rand, x *sp.Instance) {
		y := make([]int32, 4+r.IntN(5))
		for t := range y {
			y[t] = r.Int32N(int32(k))
			if t > 0 && (r.Float64() < 0.8 || y[t] == y[t-1]) {
				y[t] = (y[t-1] + 1) % int32(k)
			}
		}
		x.Edges = sp.ChainEdges(len(y))
		label(r, x, k, y)
	}
}

// image fills a 4-connected grid: a region of one label beside a region of another.
func image(rows, columns, k int) func(*rand.Rand, *sp.Instance) {
	return func(r *rand.Rand, x *sp.Instance) {
		left := r.Int32N(int32(k))
		right := (left + 1 + r.Int32N(int32(k)-1)) % int32(k)
		border := columns/3 + r.IntN(columns/3+1)
		y := make([]int32, rows*columns)
		for v := range y {
			y[v] = left
			if v%columns >= border {
				y[v] = right
			}
		}
		x.Edges, x.Shape = sp.GridEdges(rows, columns), [2]int{rows, columns}
		label(r, x, k, y)
	}
}

// worded returns the instances with a text for each variable: the largest feature, or columns.
func worded(list []sp.Instance) []sp.Instance {
	list = slices.Clone(list)
	for i := range list {
		x := &list[i]
		x.Texts = make([]string, x.N())
		for v := range x.Texts {
			if x.Node.Sparse() {
				columns, _ := x.Node.Row(v)
				x.Texts[v] = fmt.Sprint("word", columns)
				continue
			}
			row := x.Node.DenseRow(v)
			x.Texts[v] = fmt.Sprint("word", slices.Index(row, slices.Max(row)))
		}
	}
	return list
}

// labelled returns names of the labels of all instances.
func labelled(list []sp.Instance) *sp.Names {
	names := new(sp.Names)
	for i := range list {
		for k := len(names.Labels); k < list[i].K; k++ {
			names.Labels = append(names.Labels, fmt.Sprint("label", k))
		}
	}
	return names
}

// scored changes the features of x to a noisy score of each label, and of each pair of labels of an
// edge.
func scored(fill func(*rand.Rand, *sp.Instance)) func(*rand.Rand, *sp.Instance) {
	return func(r *rand.Rand, x *sp.Instance) {
		fill(r, x)
		k := x.K
		for d := range x.N() {
			copy(x.Node.Dense[d*k:], x.Node.DenseRow(d)[:k])
		}
		x.Node.D, x.Node.Dense = k, x.Node.Dense[:x.N()*k]
		x.Edge = sp.Rows{N: len(x.Edges), D: k * k, Dense: make([]float32, len(x.Edges)*k*k)}
		for i := range x.Edge.Dense {
			x.Edge.Dense[i] = float32(0.6 * r.NormFloat64())
		}
		for e, uv := range x.Edges {
			x.Edge.DenseRow(e)[int(x.Gold[uv.U])*k+int(x.Gold[uv.V])]++
		}
	}
}

// label gives x the labels y and k+1 features per variable: the label with noise, and a constant.
func label(r *rand.Rand, x *sp.Instance, k int, y []int32) {
	x.K, x.Gold = k, y
	x.Node = sp.Rows{N: len(y), D: k + 1, Dense: make([]float32, len(y)*(k+1))}
	for d, l := range y {
		row := x.Node.DenseRow(d)
		for j := range k {
			row[j] = float32(0.6 * r.NormFloat64())
		}
		row[l]++
		row[k] = 1
	}
}

// words fills a chain with sparse features of the given width. Some features tell the label, others
// tell nothing.
func words(k, width int) func(*rand.Rand, *sp.Instance) {
	fill := chain(k)
	return func(r *rand.Rand, x *sp.Instance) {
		fill(r, x)
		x.Node = sp.Rows{N: x.N(), D: width, Start: []int32{0}}
		for _, l := range x.Gold {
			if r.Float64() < 0.2 {
				l = r.Int32N(int32(k))
			}
			x.Node.Index = append(x.Node.Index, l, int32(k)+r.Int32N(int32(width-k)))
			x.Node.Start = append(x.Node.Start, int32(len(x.Node.Index)))
		}
	}
}

// hide returns the instances without their labels.
func hide(set []sp.Instance) []sp.Instance { return reveal(nil, 0, set) }

// reveal returns the instances with each label kept with probability share. No instance keeps all
// its labels.
func reveal(r *rand.Rand, share float64, set []sp.Instance) []sp.Instance {
	out := make([]sp.Instance, len(set))
	for i, x := range set {
		gold := x.Gold
		x.Gold = make([]int32, len(gold))
		for d := range gold {
			if x.Gold[d] = sp.Unknown; d > 0 && share > 0 && r.Float64() < share {
				x.Gold[d] = gold[d]
			}
		}
		out[i] = x
	}
	return out
}

// candidates returns the instances with two candidates in place of each label.
func candidates(r *rand.Rand, set []sp.Instance) []sp.Instance {
	out := hide(set)
	for i := range out {
		x := &out[i]
		for _, k := range set[i].Gold {
			other := (k + 1 + r.Int32N(int32(x.K)-1)) % int32(x.K)
			x.Allowed = append(x.Allowed, []int32{min(k, other), max(k, other)})
		}
	}
	return out
}

// shuffled returns the instances with labels drawn uniformly from seed, unrelated to the features.
func shuffled(seed uint64, set []sp.Instance) []sp.Instance {
	r := source(seed)
	out := make([]sp.Instance, len(set))
	for i, x := range set {
		x.Gold, x.Allowed = make([]int32, x.N()), nil
		for d := range x.Gold {
			x.Gold[d] = r.Int32N(int32(x.K))
		}
		if x.Structure != nil {
			x.Gold = member(r, &x, x.N(), x.K)
		}
		out[i] = x
	}
	return out
}
