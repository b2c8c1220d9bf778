package sp

import "errors"

// A Frame is the grid or chain around a part. Networks see all of its features.
type Frame struct {
	Shape [2]int  // rows and columns of a grid, else 0, 0
	Node  Rows    // of all its variables
	At    []int32 // n, ascending: the place of each variable of the instance
}

// Part returns the part of x made of the variables with keep(d), and of the edges between them, in
// the same order. A part of a grid or of a chain has a Frame. If all variables stay, Part
// returns x itself. It also does so under a structure, but for an assignment: no other set of
// labelings is one of a part. O(size).
func (x *Instance) Part(keep func(d int) bool) Instance {
	place, kept := make([]int32, x.N()), []int32{}
	for d := range place {
		place[d] = -1
		if keep(d) {
			place[d] = int32(len(kept))
			kept = append(kept, int32(d))
		}
	}
	if len(kept) == x.N() || x.Structure != nil && x.Structure.Kind != Assignment {
		return *x
	}
	out := Instance{ID: x.ID, Weight: x.Weight, K: x.K, Node: x.Node.some(kept),
		Gold: some(x.Gold, kept, 1), Allowed: some(x.Allowed, kept, 1),
		Size: some(x.Size, kept, 1), Mixed: some(x.Mixed, kept, x.K),
		Costs: some(x.Costs, kept, x.K), Structure: x.Structure, Label: x.Label,
		Factors: x.Factors.part(place), Texts: some(x.Texts, kept, 1)}
	switch f := x.Frame; {
	case f != nil:
		out.Frame = &Frame{f.Shape, f.Node, some(f.At, kept, 1)}
	case x.Shape != [2]int{} || x.IsChain():
		out.Frame = &Frame{x.Shape, x.Node, kept}
	}
	var edges []int32
	for e, uv := range x.Edges {
		if u, v := place[uv.U], place[uv.V]; u >= 0 && v >= 0 {
			edges, out.Edges = append(edges, int32(e)), append(out.Edges, Edge{u, v})
		}
	}
	if out.Edge = x.Edge; x.Edge.N > 0 {
		out.Edge = x.Edge.some(edges)
	}
	return out
}

// Whole returns the features of the whole grid or chain of x, for networks, and the rows and
// columns of a grid.
func (x *Instance) Whole() (node *Rows, shape [2]int) {
	if x.Frame != nil {
		return &x.Frame.Node, x.Frame.Shape
	}
	return &x.Node, x.Shape
}

// Place returns the row of variable d in Whole.
func (x *Instance) Place(d int) int {
	if x.Frame != nil {
		return int(x.Frame.At[d])
	}
	return d
}

// some returns the listed rows of width d; nil if there are none at all.
func some[T any](rows []T, list []int32, d int) []T {
	if rows == nil {
		return nil
	}
	out := make([]T, 0, len(list)*d)
	for _, i := range list {
		out = append(out, rows[int(i)*d:][:d]...)
	}
	return out
}

// some returns the listed rows.
func (r *Rows) some(list []int32) Rows {
	out := Rows{N: len(list), D: r.D, Dense: some(r.Dense, list, r.D), Value: r.Value}
	if !r.Sparse() {
		return out
	}
	out.Start, out.Value = make([]int32, 1, len(list)+1), nil
	for _, i := range list {
		index, value := r.Row(int(i))
		out.Index = append(out.Index, index...)
		if r.Value != nil {
			out.Value = append(out.Value, value...)
		}
		out.Start = append(out.Start, int32(len(out.Index)))
	}
	return out
}

// check returns a contradiction with the part x.
func (f *Frame) check(x *Instance) error {
	n, last := f.Node.N, int32(-1)
	fits := f.Node.D == x.Node.D && f.Node.Sparse() == x.Node.Sparse() && len(f.At) == x.N() &&
		(f.Shape == [2]int{} || f.Shape[0] > 0 && f.Shape[0]*f.Shape[1] == n)
	for _, at := range f.At {
		fits = fits && at > last && int(at) < n
		last = at
	}
	if err := f.Node.Check(); err != nil || fits {
		return err
	}
	return errors.New("a frame of other features, places or shape")
}
