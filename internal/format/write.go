package format

import (
	"bufio"
	"encoding/json"
	"io"
	"slices"
	"strconv"

	"github.com/spbench/spbench/harness/sp"
)

// WriteJSONL writes c as JSON lines, which Read reads back as it is. O(size).
func WriteJSONL(w io.Writer, c *Content) error {
	b := bufio.NewWriterSize(w, 1<<16)
	header := struct {
		Labels      []string `json:"labels"`
		NodeWidth   int      `json:"node_width"`
		EdgeWidth   int      `json:"edge_width,omitempty"`
		Standardise bool     `json:"standardise,omitempty"`
		Fitted      bool     `json:"fitted,omitempty"`
		MinCount    int      `json:"min_count,omitempty"`
	}{c.Labels, c.NodeWidth, c.EdgeWidth, c.Standardise, c.Fitted, c.MinCount}
	text, err := json.Marshal(header)
	if err != nil {
		return err
	}
	b.Write(append(text, '\n'))
	var line []byte
	for i := range c.Instances {
		line = appendInstance(line[:0], c, i)
		b.Write(line)
	}
	return b.Flush() // the first error of any Write
}

func appendInstance(b []byte, c *Content, i int) []byte {
	x := &c.Instances[i]
	id, err := json.Marshal(x.ID)
	if err != nil {
		panic("format: " + err.Error()) // a string always encodes
	}
	b = append(append(b, `{"id":`...), id...)
	if c.Fold != nil {
		b = strconv.AppendInt(append(b, `,"fold":`...), int64(c.Fold[i]), 10)
	}
	if x.Weight != 1 {
		b = appendFloat(append(b, `,"weight":`...), x.Weight, 64)
	}
	if x.Shape != [2]int{} {
		b = appendList(append(b, `,"shape":`...), x.Shape[:], appendWhole)
	}
	b = appendList(append(b, `,"gold":`...), x.Gold, appendGold)
	if x.Allowed != nil {
		b = appendList(append(b, `,"allowed":`...), x.Allowed, func(b []byte, list []int32) []byte {
			if list == nil {
				return append(b, "null"...)
			}
			return appendList(b, list, appendWhole)
		})
	}
	if x.Size != nil {
		b = appendList(append(b, `,"size":`...), x.Size, appendDouble)
	}
	if x.Mixed != nil {
		b = appendList(append(b, `,"mixed":`...), slices.Collect(slices.Chunk(x.Mixed, x.K)), func(b []byte, row []float64) []byte {
			return appendList(b, row, appendDouble)
		})
	}
	if c.Outside != nil && slices.Contains(c.Outside[i], true) {
		b = appendOutside(b, c.Outside[i])
	}
	b = appendEdges(b, x)
	b = appendRows(b, &x.Node, "nodes", "node")
	return append(b, "}\n"...)
}

func appendEdges(b []byte, x *sp.Instance) []byte {
	switch {
	case x.IsChain():
		b = append(b, `,"chain":true`...)
	case len(x.Edges) > 0:
		b = appendList(append(b, `,"edges":`...), x.Edges, func(b []byte, e sp.Edge) []byte {
			return appendList(b, []int32{e.U, e.V}, appendWhole)
		})
	}
	if x.Edge.D == 0 || x.Edge.N == 0 {
		return b
	}
	return appendRows(b, &x.Edge, "edge_rows", "edge")
}

// appendRows appends rows: dense ones called so, sparse ones as what_index and what_value.
func appendRows(b []byte, r *sp.Rows, dense, what string) []byte {
	each := func(b []byte, name string, row func(b []byte, i int) []byte) []byte {
		b = append(append(append(b, `,"`...), name...), `":[`...)
		for i := range r.N {
			if i > 0 {
				b = append(b, ',')
			}
			b = row(b, i)
		}
		return append(b, ']')
	}
	if !r.Sparse() {
		return each(b, dense, func(b []byte, i int) []byte { return appendList(b, r.DenseRow(i), appendSingle) })
	}
	b = each(b, what+"_index", func(b []byte, i int) []byte {
		index, _ := r.Row(i)
		return appendList(b, index, appendWhole)
	})
	if r.Value == nil {
		return b
	}
	return each(b, what+"_value", func(b []byte, i int) []byte {
		_, value := r.Row(i)
		return appendList(b, value, appendSingle)
	})
}

func appendOutside(b []byte, outside []bool) []byte {
	var list []int
	for d, out := range outside {
		if out {
			list = append(list, d)
		}
	}
	return appendList(append(b, `,"outside":`...), list, appendWhole)
}

func appendList[T any](b []byte, list []T, one func([]byte, T) []byte) []byte {
	b = append(b, '[')
	for i, v := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = one(b, v)
	}
	return append(b, ']')
}

func appendWhole[T int | int32](b []byte, v T) []byte { return strconv.AppendInt(b, int64(v), 10) }

func appendGold(b []byte, k int32) []byte {
	if k == sp.Unknown {
		return append(b, "null"...)
	}
	return appendWhole(b, k)
}

func appendSingle(b []byte, v float32) []byte { return appendFloat(b, float64(v), 32) }

func appendDouble(b []byte, v float64) []byte { return appendFloat(b, v, 64) }

// appendFloat appends the shortest number that is read back as v.
func appendFloat(b []byte, v float64, bits int) []byte {
	return strconv.AppendFloat(b, v, 'g', -1, bits)
}
