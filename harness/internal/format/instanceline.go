package format

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

// An instanceLine has the fields of an instance. A missing field is nil.
type instanceLine struct {
	ID        *string     `json:"id,omitzero"`
	Fold      *count      `json:"fold,omitzero"`
	Group     groupName   `json:"group,omitzero"`
	Weight    *float64    `json:"weight,omitzero"`
	Shape     []int32     `json:"shape,omitzero"`
	Gold      []*int32    `json:"gold,omitzero"` // nil: unknown
	Allowed   []labelList `json:"allowed,omitzero"`
	Size      []float64   `json:"size,omitzero"`
	Mixed     [][]float64 `json:"mixed,omitzero"`
	Costs     [][]float64 `json:"costs,omitzero"`
	Box       []int32     `json:"box,omitzero"`
	Outside   []int32     `json:"outside,omitzero"`
	Chain     bool        `json:"chain,omitzero"`
	Edges     [][]int32   `json:"edges,omitzero"`
	EdgeRows  [][]float32 `json:"edge_rows,omitzero"`
	EdgeIndex [][]int32   `json:"edge_index,omitzero"`
	EdgeValue [][]float32 `json:"edge_value,omitzero"`
	Nodes     [][]float32 `json:"nodes,omitzero"`
	NodeIndex [][]int32   `json:"node_index,omitzero"`
	NodeValue [][]float32 `json:"node_value,omitzero"`
	Photo     string      `json:"photo,omitzero"`
	Texts     []string    `json:"texts,omitzero"`

	LabelRows  [][]float32 `json:"label_rows,omitzero"`
	LabelIndex [][]int32   `json:"label_index,omitzero"`
	LabelValue [][]float32 `json:"label_value,omitzero"`

	Structure *structureLine `json:",embed"` // nil: none of its fields is there
}

// record returns the record of a line with k labels.
func (l *instanceLine) record(k int) (x *record, err error) {
	switch {
	case l.Edges != nil && l.Chain:
		return nil, errors.New("both edges and chain: want one of them")
	case l.Box != nil && l.Outside != nil:
		return nil, errors.New("both box and outside: want one of them")
	case l.ID != nil && *l.ID == "":
		return nil, errors.New("id: want a text, got \"\"; leave it out for a number")
	case l.Shape != nil && len(l.Shape) != 2:
		return nil, fmt.Errorf("shape: want [rows, columns], got %d numbers", len(l.Shape))
	case slices.Contains(l.Shape, 0):
		return nil, errors.New("shape: want at least one row and one column")
	case l.Box != nil && len(l.Box) != 4:
		return nil, fmt.Errorf("box: want [top, left, bottom, right], got %d numbers", len(l.Box))
	}

	// lists become the record's own: their memory may be larger
	x = &record{Instance: sp.Instance{Weight: 1, Size: own(l.Size), Texts: own(l.Texts)}, box: l.Box,
		hidden: l.Outside, photo: l.Photo, chained: l.Chain}
	x.fold, x.group = -1, string(l.Group)
	take(&x.ID, l.ID)
	take(&x.fold, (*int)(l.Fold))
	take(&x.Weight, l.Weight)
	if l.Shape != nil {
		x.Shape = [2]int{int(l.Shape[0]), int(l.Shape[1])}
	}
	if x.fold > maxFold {
		return nil, fmt.Errorf("fold: want a whole number in 0..%d, got %d", maxFold, x.fold)
	}

	// rows and edges are checked against each other later
	var bad [5]error
	x.Edges, bad[0] = edgesOf("edges", l.Edges)
	x.Structure, bad[1] = l.Structure.structure()
	x.Node, bad[2] = rowsOf("node", l.Nodes, l.NodeIndex, l.NodeValue)
	x.Edge, bad[3] = rowsOf("edge", l.EdgeRows, l.EdgeIndex, l.EdgeValue)
	x.Label, bad[4] = rowsOf("label", l.LabelRows, l.LabelIndex, l.LabelValue)
	if err := cmp.Or(bad[:]...); err != nil {
		return nil, err
	}
	return x, l.labels(x, labelsOf(&x.Instance, k))
}

// labels sets the fields of x with labels, or with sizes of its k labels.
func (l *instanceLine) labels(x *record, k int) error {
	if l.Gold != nil {
		x.Gold = make([]int32, len(l.Gold))
	}
	for d, label := range l.Gold {
		x.Gold[d] = sp.Unknown
		take(&x.Gold[d], label)
	}
	for _, list := range l.Allowed {
		x.Allowed = append(x.Allowed, list)
	}
	for f, rows := range [2][][]float64{l.Mixed, l.Costs} {
		for i, row := range rows {
			if len(row) != k {
				return fmt.Errorf("%s: row %d has %d numbers, want one for each of %d labels",
					[2]string{"mixed", "costs"}[f], i, len(row), k)
			}
		}
	}
	x.Mixed, x.Costs = slices.Concat(l.Mixed...), slices.Concat(l.Costs...)
	return nil
}

// edgesOf returns edges or arcs.
func edgesOf(what string, pairs [][]int32) (edges []sp.Edge, err error) {
	for i, ends := range pairs {
		if len(ends) != 2 {
			return nil, fmt.Errorf("%s: edge %d has %d ends, want two: [u, v]", what, i, len(ends))
		}
		edges = append(edges, sp.Edge{U: ends[0], V: ends[1]})
	}
	return edges, nil
}

// rowsOf returns the rows of dense, or of columns and values; what is node, edge or label.
func rowsOf(what string, dense [][]float32, index [][]int32, value [][]float32) (rows sp.Rows,
	err error) {
	switch {
	case dense != nil && index != nil:
		return rows, fmt.Errorf("both dense rows and %s_index: want one of them", what)
	case index == nil && value != nil:
		return rows, fmt.Errorf("%s_value without %s_index", what, what)
	}
	if index == nil {
		for i, row := range dense {
			if rows.D = len(dense[0]); len(row) != rows.D {
				return rows, fmt.Errorf("row %d has %d numbers, want %d as in the first row", i,
					len(row), rows.D)
			}
		}
		rows.N, rows.Dense = len(dense), slices.Concat(dense...)
		return rows, nil
	}
	if value != nil && len(value) != len(index) {
		return rows, fmt.Errorf("%s_value has %d rows, %s_index has %d", what, len(value), what,
			len(index))
	}
	rows.N, rows.Start = len(index), make([]int32, 1, len(index)+1)
	for i, row := range index {
		if value != nil && len(value[i]) != len(row) {
			return rows, fmt.Errorf("row %d of %s_value has %d numbers, that of %s_index %d: want a "+
				"value for each column", i, what, len(value[i]), what, len(row))
		}
		for j := 1; j < len(row); j++ {
			if row[j] <= row[j-1] {
				return rows, fmt.Errorf("%s_index: row %d: column %d follows column %d: columns must "+
					"ascend, without repeats", what, i, row[j], row[j-1])
			}
		}
		rows.Start = append(rows.Start, rows.Start[i]+int32(len(row)))
	}
	rows.Index, rows.Value = slices.Concat(index...), slices.Concat(value...)
	return rows, nil
}

// lineOf returns the line of instance i.
func (c *Content) lineOf(i int) *instanceLine {
	x := &c.Instances[i]
	l := &instanceLine{ID: &x.ID, Size: x.Size, Texts: x.Texts, Chain: x.IsChain()}
	if c.Fold != nil {
		l.Fold = (*count)(&c.Fold[i])
	}
	if c.Group != nil {
		l.Group = groupName(c.Group[i])
	}
	if c.Superpixels > 0 {
		l.Photo = c.Photos[i]
	}
	if x.Weight != 1 {
		l.Weight = &x.Weight
	}
	if x.Shape != [2]int{} {
		l.Shape = []int32{int32(x.Shape[0]), int32(x.Shape[1])}
	}
	// null stands for what is not known, or not restricted
	for d := range x.Gold {
		label := &x.Gold[d]
		if *label == sp.Unknown {
			label = nil
		}
		l.Gold = append(l.Gold, label)
	}
	for _, list := range x.Allowed {
		l.Allowed = append(l.Allowed, list)
	}
	l.Mixed = slices.Collect(slices.Chunk(x.Mixed, x.K))
	l.Costs = slices.Collect(slices.Chunk(x.Costs, x.K))
	if c.Outside != nil {
		for d, out := range c.Outside[i] {
			if out {
				l.Outside = append(l.Outside, int32(d))
			}
		}
	}
	// a chain needs no edges, and no edge needs features
	if !l.Chain {
		l.Edges = pairsOf(x.Edges)
	}
	if x.Edge.D > 0 {
		l.EdgeRows, l.EdgeIndex, l.EdgeValue = listsOf(&x.Edge)
	}
	l.Nodes, l.NodeIndex, l.NodeValue = listsOf(&x.Node)
	l.LabelRows, l.LabelIndex, l.LabelValue = listsOf(&x.Label)
	l.Structure = lineOfStructure(x.Structure)
	return l
}

// listsOf returns dense rows, or columns and values of sparse ones.
func listsOf(r *sp.Rows) (dense [][]float32, index [][]int32, value [][]float32) {
	for i := range r.N {
		if !r.Sparse() {
			dense = append(dense, r.DenseRow(i))
			continue
		}
		columns, values := r.Row(i)
		index = append(index, columns)
		if r.Value != nil {
			value = append(value, values)
		}
	}
	return dense, index, value
}
