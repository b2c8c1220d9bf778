// Package content writes the content of instances to a hash.
package content

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"hash"

	"github.com/spbench/spbench/harness/sp"
)

// A Hasher writes numbers in little-endian order to a hash, and each list behind its length
// (−1: absent).
type Hasher struct{ w *bufio.Writer }

// New returns a hasher that writes to sum, which cannot fail.
func New(sum hash.Hash) Hasher { return Hasher{bufio.NewWriterSize(sum, 1<<16)} }

// Flush writes what is buffered.
func (h Hasher) Flush() { h.w.Flush() }

// Instance writes all content of x.
func (h Hasher) Instance(x *sp.Instance) {
	h.Text(x.ID)
	h.Ints(x.K, x.Shape[0], x.Shape[1])
	Put(h, []float64{x.Weight})
	h.Graph(x)
	Put(h, x.Gold)
	h.Ints(len(x.Allowed))
	for _, list := range x.Allowed {
		Put(h, list)
	}
	Put(h, x.Size)
	Put(h, x.Mixed)
	if f := x.Factors; f.N() > 0 && f.Rows.D > 0 {
		Put(h, f.Variables)
		h.Rows(&f.Rows)
	}
	if x.Costs != nil { // content without keeps its hash
		Put(h, x.Costs)
	}
	if s := x.Structure; s != nil {
		h.Text(fmt.Sprintf("%+v", *s))
		h.Rows(&x.Label)
	}
}

// Graph writes features and edges.
func (h Hasher) Graph(x *sp.Instance) {
	h.Rows(&x.Node)
	h.Ints(len(x.Edges))
	for _, e := range x.Edges {
		h.Ints(int(e.U), int(e.V))
	}
	h.Rows(&x.Edge)
}

// Rows writes a matrix.
func (h Hasher) Rows(r *sp.Rows) {
	h.Ints(r.N, r.D)
	Put(h, r.Dense)
	Put(h, r.Start)
	Put(h, r.Index)
	Put(h, r.Value)
}

// Flags writes a list.
func (h Hasher) Flags(list ...bool) {
	h.Ints(len(list))
	for _, v := range list {
		b := byte(0)
		if v {
			b = 1
		}
		h.w.WriteByte(b)
	}
}

// Text writes a text.
func (h Hasher) Text(text string) {
	h.Ints(len(text))
	h.w.WriteString(text)
}

// Ints writes numbers without their count.
func (h Hasher) Ints(list ...int) {
	for _, v := range list {
		h.w.Write(binary.LittleEndian.AppendUint64(h.w.AvailableBuffer(), uint64(v)))
	}
}

// Put writes a list with its length; nil differs from empty.
func Put[T int32 | float32 | float64](h Hasher, list []T) {
	if list == nil {
		h.Ints(-1)
		return
	}
	h.Ints(len(list))
	buf, err := binary.Append(h.w.AvailableBuffer(), binary.LittleEndian, list)
	if err != nil {
		panic(err) // slices of fixed-size numbers always encode
	}
	h.w.Write(buf)
}
