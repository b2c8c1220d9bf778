package format

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

// build converts r.record, at place p, to an instance. It is long because it lists all fields.
func (r *jsonlReader) build(p place) (x sp.Instance, e extra, err error) {
	rec := &r.record
	switch {
	case rec.is("nodes") && rec.is("node_index"):
		return x, e, errors.New(
			"both nodes (dense rows) and node_index (sparse rows): want one of them")
	case rec.is("edge_rows") && rec.is("edge_index"):
		return x, e, errors.New("both edge_rows (dense) and edge_index (sparse): want only one")
	case rec.is("edges") && rec.chain:
		return x, e, errors.New("both edges and chain: want one of them")
	}
	x = sp.Instance{ID: rec.id, Weight: rec.weight, K: r.K}
	if x.Node, err = rec.node.rows("node", rec.is("node_value")); err != nil {
		return x, e, err
	}
	n := x.N()
	if n == 0 {
		return x, e, errors.New("it has no variables: want a row for each of them, nodes: [[…], " +
			"…] or node_index: [[…], …]")
	}
	if err = r.node.hold(&x.Node, "node", p); err != nil {
		return x, e, err
	}
	if x.Edges, err = rec.graph(n); err != nil {
		return x, e, err
	}
	if x.Edge, err = rec.edge.rows("edge", rec.is("edge_value")); err != nil {
		return x, e, err
	}
	if err = r.holdEdges(&x, p); err != nil {
		return x, e, err
	}
	x.Gold = own(rec.gold)
	if !rec.is("gold") {
		x.Gold = slices.Repeat([]int32{sp.Unknown}, n)
	}
	if rec.is("size") {
		x.Size = own(rec.size)
	}
	if rec.is("mixed") {
		x.Mixed = own(rec.mixed)
	}
	if rec.is("allowed") {
		x.Allowed = rec.allowed
	}
	if rec.is("shape") {
		x.Shape = [2]int{int(rec.shape[0]), int(rec.shape[1])}
		if x.Shape[0]*x.Shape[1] != n {
			return x, e, fmt.Errorf("shape: %d×%d is %d variables, but there are %d nodes",
				x.Shape[0], x.Shape[1], x.Shape[0]*x.Shape[1], n)
		}
	}
	e.fold, e.group = rec.fold, rec.group
	e.outside, err = rec.hidden(&x)
	return x, e, err
}

// graph returns the edges among n variables.
func (r *record) graph(n int) ([]sp.Edge, error) {
	if r.chain {
		return sp.ChainEdges(n), nil
	}
	for i, e := range r.edges {
		if e.U == e.V || int(e.V) >= n {
			return nil, fmt.Errorf(
				"edges: edge %d joins %d and %d: want two different ones of the variables 0..%d", i,
				e.U, e.V, n-1)
		}
	}
	if err := repeated(r.edges); err != nil {
		return nil, fmt.Errorf("edges: %w", err)
	}
	return own(r.edges), nil
}

// repeated returns an error if an edge occurs twice. O(m) if they are in order.
func repeated(edges []sp.Edge) error {
	order := func(a, b sp.Edge) int {
		if a.U != b.U {
			return int(a.U) - int(b.U)
		}
		return int(a.V) - int(b.V)
	}
	if !slices.IsSortedFunc(edges, order) {
		edges = slices.Clone(edges)
		slices.SortFunc(edges, order)
	}
	for i := 1; i < len(edges); i++ {
		if edges[i] == edges[i-1] {
			return fmt.Errorf("%d and %d are joined twice (an edge has no direction)", edges[i].U,
				edges[i].V)
		}
	}
	return nil
}

// holdEdges checks the edge rows of x against its edges and earlier instances.
func (r *jsonlReader) holdEdges(x *sp.Instance, p place) error {
	m := len(x.Edges)
	if m == 0 && x.Edge.N == 0 {
		x.Edge = sp.Rows{D: r.edge.columns}
		return nil
	}
	switch {
	case x.Edge.N != 0 && x.Edge.N != m:
		return fmt.Errorf("%d edge rows for %d edges: want one for each, in their order", x.Edge.N,
			m)
	case x.Edge.N == 0 && r.edge.first.line > 0:
		return fmt.Errorf("no edge rows for %d edges, but those before (%v) have some: all "+
			"instances or none have them", m, r.edge.first)
	case x.Edge.N == 0 && r.edge.columns > 0:
		return fmt.Errorf(
			"no edge rows for %d edges, but edge_width says %d: want edge_rows: [[…], …]", m,
			r.edge.columns)
	case x.Edge.N > 0 && r.plain.line > 0:
		return fmt.Errorf(
			"edge rows, but the edges before (%v) have none: all instances or none have them",
			r.plain)
	case x.Edge.N == 0:
		r.plain = p
	}
	return r.edge.hold(&x.Edge, "edge", p)
}

// hidden reports for each variable whether it lies outside of the object's box; nil: there is no
// box.
func (r *record) hidden(x *sp.Instance) ([]bool, error) {
	n := x.N()
	out := make([]bool, n)
	switch {
	case r.is("box") && r.is("outside"):
		return nil, errors.New("both box and outside: want one of them")
	case r.is("box"):
		top, left, bottom, right := int(r.box[0]), int(r.box[1]), int(r.box[2]), int(r.box[3])
		rows, columns := x.Shape[0], x.Shape[1]
		if top >= bottom || left >= right || bottom > rows || right > columns {
			return nil, fmt.Errorf("box: [%d, %d, %d, %d] in a shape of %d×%d: want top < "+
				"bottom <= rows and left < right <= columns; bottom and right are the first "+
				"ones outside",
				top, left, bottom, right, rows, columns)
		}
		for d := range out {
			row, column := d/columns, d%columns
			out[d] = row < top || row >= bottom || column < left || column >= right
		}
	case r.is("outside"):
		for _, d := range r.outside {
			if int(d) >= n {
				return nil, fmt.Errorf("outside: there is no variable %d, variables are 0..%d", d,
					n-1)
			}
			out[d] = true
		}
		if !slices.Contains(out, false) {
			return nil, errors.New(
				"outside: all variables are outside the box: the object is in none of them")
		}
	default:
		return nil, nil
	}
	for d, k := range x.Gold {
		if out[d] && k > 0 {
			return nil, fmt.Errorf(
				"variable %d has label %d, but lies outside the box, where the label is 0", d, k)
		}
	}
	return out, nil
}
