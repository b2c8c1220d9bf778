package format

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/sp"
	"github.com/spbench/spbench/harness/structure"
)

// A record is an instance of a file. It is not compared with the others yet.
type record struct {
	sp.Instance // Gold may be nil: all labels are unknown
	extra
	box     []int32 // top, left, bottom, right; nil: none
	hidden  []int32 // variables outside of a box; nil: none are named
	photo   string
	chained bool // its edges are not listed
}

// rowNames are the names of rows of features, as fields begin.
var rowNames = [...]string{"node", "edge", "label"}

// A recordReader collects the records of JSON lines and of arrays.
type recordReader struct {
	*builder

	node, edge, label width
	plain             place // of the first edges without rows; line 0: none yet
}

// content returns the completed content.
func (r *recordReader) content() *Content {
	r.NodeWidth, r.EdgeWidth, r.labelWidth = r.node.columns, r.edge.columns, r.label.columns
	if r.Superpixels == 0 {
		r.Photos = nil
	}
	return r.finish()
}

// addRecord adds the instance in x, with the given number in its file.
func (r *recordReader) addRecord(x *record, number int, p place) error {
	switch {
	case r.K == 0:
		return p.errorf(`how many labels are there? Begin the file with a line {"labels": 3}, or {"labels": ["A", "B", "C"]}`)
	case x.photo != "" && r.Superpixels == 0:
		return p.errorf("photo needs superpixels in the first line")
	case x.ID == "":
		x.ID = r.id(number)
	default:
		x.ID = r.part.id(x.ID)
	}
	if err := r.complete(x, p); err != nil {
		return p.errorf("%w", err)
	}
	r.Photos = append(r.Photos, x.photo)
	return r.add(x.Instance, x.extra, p)
}

// complete checks x, at place p, and sets its other fields.
func (r *recordReader) complete(x *record, p place) (err error) {
	n := x.N()
	if n == 0 {
		return errors.New("it has no variables: want a row for each of them, nodes: [[…], " +
			"…] or node_index: [[…], …]")
	}
	if err := r.node.hold(&x.Node, "node", p); err != nil {
		return err
	}
	if err := r.label.hold(&x.Label, "label", p); err != nil {
		return err
	}

	// edges before their rows: an error in them explains a wrong number of rows
	if x.chained {
		x.Edges = sp.ChainEdges(n)
	} else if err := orderEdges(x.Edges); err != nil {
		return fmt.Errorf("edges: %w", err)
	}
	if err := r.holdEdges(&x.Instance, p); err != nil {
		return err
	}
	if x.K = labelsOf(&x.Instance, r.K); r.unlabelled {
		r.K = max(r.K, x.K) // a structure may be larger than those of the dataset
	} else if x.K > r.K {
		return fmt.Errorf("%d labels, but labels says %d: want the largest number", x.K, r.K)
	}
	if x.Gold == nil {
		x.Gold = slices.Repeat([]int32{sp.Unknown}, n)
	}
	if x.outside, err = x.outsideBox(); err != nil {
		return err
	}
	if err := x.Check(); err != nil {
		return err
	}
	return structure.Completable(&x.Instance)
}

// orderEdges moves the smaller end of each edge to the front. It returns an error if an edge is
// there twice. O(m) if they are in order.
func orderEdges(edges []sp.Edge) error {
	for i, e := range edges {
		edges[i] = sp.Edge{U: min(e.U, e.V), V: max(e.U, e.V)}
	}
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
func (r *recordReader) holdEdges(x *sp.Instance, p place) error {
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
		return fmt.Errorf("no edge rows for %d edges, but edge_width says %d: want edge_rows: "+
			"[[…], …]", m, r.edge.columns)
	case x.Edge.N > 0 && r.plain.line > 0:
		return fmt.Errorf("edge rows, but the edges before (%v) have none: all instances or none "+
			"have them", r.plain)
	case x.Edge.N == 0:
		r.plain = p
	}
	return r.edge.hold(&x.Edge, "edge", p)
}

// outsideBox marks the variables outside of the object's box; nil: there is no box.
func (x *record) outsideBox() ([]bool, error) {
	n := x.N()
	out := make([]bool, n)
	switch {
	case x.box != nil:
		top, left, bottom, right := int(x.box[0]), int(x.box[1]), int(x.box[2]), int(x.box[3])
		rows, columns := x.Shape[0], x.Shape[1]
		if top >= bottom || left >= right || bottom > rows || right > columns {
			return nil, fmt.Errorf("box: [%d, %d, %d, %d] in a shape of %d×%d: want top < "+
				"bottom <= rows and left < right <= columns; bottom and right are the first "+
				"ones outside", top, left, bottom, right, rows, columns)
		}
		for d := range out {
			row, column := d/columns, d%columns
			out[d] = row < top || row >= bottom || column < left || column >= right
		}
	case x.hidden != nil:
		for _, d := range x.hidden {
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
		if d < n && out[d] && k > 0 {
			return nil, fmt.Errorf("variable %d has label %d, but lies outside the box, where the "+
				"label is 0", d, k)
		}
	}
	return out, nil
}

// own returns a copy of a list, or nil if it is empty. Equal instances then have equal hashes.
func own[T any](list []T) []T { return append([]T(nil), list...) }
