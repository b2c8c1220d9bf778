package locpmap

import (
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

// partly reports whether some labels of x are known, but not all.
func partly(x sp.Instance) bool {
	return !x.Labelled() && slices.ContainsFunc(x.Gold, func(k int32) bool { return k != sp.Unknown })
}

// knownPart returns x without the variables of unknown label and without their edges. some is false
// if nothing is left. If all labels are known, it returns x itself.
func knownPart(x *sp.Instance) (part sp.Instance, some bool) {
	if x.Labelled() {
		return *x, true
	}
	place, n := make([]int32, x.N()), int32(0) // index among the known variables
	part = sp.Instance{ID: x.ID, Weight: x.Weight, K: x.K}
	var kept []int
	for d, k := range x.Gold {
		place[d] = -1
		if k == sp.Unknown {
			continue
		}
		place[d], n = n, n+1
		kept = append(kept, d)
		part.Gold = append(part.Gold, k)
		if x.Size != nil {
			part.Size = append(part.Size, x.Size[d])
		}
	}
	part.Node = someRows(&x.Node, kept)
	kept = kept[:0]
	for e, uv := range x.Edges {
		if u, v := place[uv.U], place[uv.V]; u >= 0 && v >= 0 {
			kept = append(kept, e)
			part.Edges = append(part.Edges, sp.Edge{U: u, V: v})
		}
	}
	part.Edge = someRows(&x.Edge, kept)
	return part, n > 0
}

// someRows returns the listed rows of r.
func someRows(r *sp.Rows, list []int) sp.Rows {
	out := sp.Rows{N: len(list), D: r.D}
	if !r.Sparse() {
		for _, i := range list {
			if r.D > 0 {
				out.Dense = append(out.Dense, r.DenseRow(i)...)
			}
		}
		return out
	}
	out.Start = append(out.Start, 0)
	for _, i := range list {
		index, value := r.Row(i)
		out.Index = append(out.Index, index...)
		if r.Value != nil {
			out.Value = append(out.Value, value...)
		}
		out.Start = append(out.Start, int32(len(out.Index)))
	}
	return out
}

// onlyKnown returns the entries of list for the variables of x with known labels.
func onlyKnown(list []int32, x *sp.Instance) []int32 {
	if x.Labelled() {
		return list
	}
	var out []int32
	for d, k := range x.Gold {
		if k != sp.Unknown {
			out = append(out, list[d])
		}
	}
	return out
}
