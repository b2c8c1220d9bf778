package format

import (
	"bufio"
	"encoding/json"
	"io"
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

// A header is the first line of a file of JSON lines.
type header struct {
	Labels      []string `json:"labels"`
	Found       bool     `json:"found,omitempty"`
	NodeWidth   int      `json:"node_width"`
	EdgeWidth   int      `json:"edge_width,omitempty"`
	Standardise bool     `json:"standardise,omitempty"`
	Fitted      bool     `json:"fitted,omitempty"`
	Void        bool     `json:"void,omitempty"`
	MinCount    int      `json:"min_count,omitempty"`
	Superpixels int      `json:"superpixels,omitempty"`
}

// An instanceLine is the line of one instance.
type instanceLine struct {
	ID        string      `json:"id"`
	Fold      *int        `json:"fold,omitempty"`
	Group     string      `json:"group,omitempty"`
	Weight    float64     `json:"weight,omitempty"` // 0: 1
	Shape     []int       `json:"shape,omitempty"`
	Gold      []*int32    `json:"gold"` // nil: unknown
	Allowed   [][]int32   `json:"allowed,omitempty"`
	Size      []float64   `json:"size,omitempty"`
	Mixed     [][]float64 `json:"mixed,omitempty"`
	Outside   []int       `json:"outside,omitempty"`
	Chain     bool        `json:"chain,omitempty"`
	Edges     [][2]int32  `json:"edges,omitempty"`
	EdgeRows  [][]float32 `json:"edge_rows,omitempty"`
	EdgeIndex [][]int32   `json:"edge_index,omitempty"`
	EdgeValue [][]float32 `json:"edge_value,omitempty"`
	Nodes     [][]float32 `json:"nodes,omitempty"`
	NodeIndex [][]int32   `json:"node_index,omitempty"`
	NodeValue [][]float32 `json:"node_value,omitempty"`
	Photo     string      `json:"photo,omitempty"`
}

// WriteJSONL writes c as JSON lines. Read restores it unchanged. O(size).
func WriteJSONL(w io.Writer, c *Content) error {
	b := bufio.NewWriterSize(w, 1<<16)
	e := json.NewEncoder(b)
	if err := e.Encode(header{c.Labels, c.Found, c.NodeWidth, c.EdgeWidth, c.Standardise, c.Fitted,
		c.Void, c.MinCount, c.Superpixels}); err != nil {
		return err
	}
	for i := range c.Instances {
		if err := e.Encode(c.line(i)); err != nil {
			return err
		}
	}
	return b.Flush()
}

// line returns the line of instance i.
func (c *Content) line(i int) *instanceLine {
	x := &c.Instances[i]
	l := &instanceLine{ID: x.ID, Allowed: x.Allowed, Size: x.Size, Chain: x.IsChain()}
	if c.Fold != nil {
		l.Fold = &c.Fold[i]
	}
	if c.Group != nil {
		l.Group = c.Group[i]
	}
	if c.Superpixels > 0 {
		l.Photo = c.Photos[i]
	}
	if x.Weight != 1 {
		l.Weight = x.Weight
	}
	if x.Shape != [2]int{} {
		l.Shape = x.Shape[:]
	}
	for d := range x.Gold {
		label := &x.Gold[d]
		if *label == sp.Unknown {
			label = nil
		}
		l.Gold = append(l.Gold, label)
	}
	if x.Mixed != nil {
		l.Mixed = slices.Collect(slices.Chunk(x.Mixed, x.K))
	}
	if c.Outside != nil {
		for d, out := range c.Outside[i] {
			if out {
				l.Outside = append(l.Outside, d)
			}
		}
	}
	for _, e := range x.Edges {
		if !l.Chain {
			l.Edges = append(l.Edges, [2]int32{e.U, e.V})
		}
	}
	if x.Edge.D > 0 {
		l.EdgeRows, l.EdgeIndex, l.EdgeValue = rowsOf(&x.Edge)
	}
	l.Nodes, l.NodeIndex, l.NodeValue = rowsOf(&x.Node)
	return l
}

// rowsOf returns dense rows, or columns and values of sparse ones, none of them nil.
func rowsOf(r *sp.Rows) (dense [][]float32, index [][]int32, value [][]float32) {
	for i := range r.N {
		if !r.Sparse() {
			dense = append(dense, append([]float32{}, r.DenseRow(i)...))
			continue
		}
		columns, values := r.Row(i)
		index = append(index, append([]int32{}, columns...))
		if r.Value != nil {
			value = append(value, append([]float32{}, values...))
		}
	}
	return dense, index, value
}
