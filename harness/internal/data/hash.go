package data

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

// contentHash returns the sha256 of all content that can influence a fit or a score: sizes, names
// of labels, and the ID, weight, features, edges, labels, candidates, sizes, box and fold of each
// instance, in order. Each list follows its length (−1: absent). File format, compression and
// shared storage of rows make no difference. O(size), without an allocation for each instance.
func (d *Dataset) contentHash() string {
	sum := sha256.New()
	h := hasher{w: bufio.NewWriterSize(sum, 1<<16)}
	h.ints(d.K, d.NodeWidth, d.EdgeWidth, len(d.Instances))
	for i := range d.Instances {
		h.instance(&d.Instances[i])
	}
	h.ints(len(d.Fold))
	h.ints(d.Fold...)
	h.ints(len(d.Outside))
	for _, outside := range d.Outside {
		h.flags(outside...)
	}
	h.flags(d.Standardise)
	h.ints(d.MinCount, len(d.Labels))
	for _, label := range d.Labels { // metrics refer to labels by name
		h.text(label)
	}
	for _, group := range slices.Concat(d.NodeGroups, d.LabelGroups) {
		h.text(group)
	}
	if d.Void {
		h.text("void")
	}
	h.w.Flush()
	return hex.EncodeToString(sum.Sum(nil))
}

// A hasher writes numbers in little-endian order. Its writer ends in a hash and
// cannot fail.
type hasher struct{ w *bufio.Writer }

func (h hasher) instance(x *sp.Instance) {
	h.text(x.ID)
	h.ints(x.K, x.Shape[0], x.Shape[1])
	put(h, []float64{x.Weight})
	h.graph(x)
	put(h, x.Gold)
	h.ints(len(x.Allowed))
	for _, list := range x.Allowed {
		put(h, list)
	}
	put(h, x.Size)
	put(h, x.Mixed)
	if s := x.Structure; s != nil {
		h.text(fmt.Sprintf("%+v", *s))
		h.rows(&x.Label)
	}
}

// graph writes features and edges.
func (h hasher) graph(x *sp.Instance) {
	h.rows(&x.Node)
	h.ints(len(x.Edges))
	for _, e := range x.Edges {
		h.ints(int(e.U), int(e.V))
	}
	h.rows(&x.Edge)
}

func (h hasher) rows(r *sp.Rows) {
	h.ints(r.N, r.D)
	put(h, r.Dense)
	put(h, r.Start)
	put(h, r.Index)
	put(h, r.Value)
}

func (h hasher) flags(list ...bool) {
	h.ints(len(list))
	for _, v := range list {
		b := byte(0)
		if v {
			b = 1
		}
		h.w.WriteByte(b)
	}
}

func (h hasher) text(text string) {
	h.ints(len(text))
	h.w.WriteString(text)
}

func (h hasher) ints(list ...int) {
	for _, v := range list {
		h.w.Write(binary.LittleEndian.AppendUint64(h.w.AvailableBuffer(), uint64(v)))
	}
}

// put writes a list with its length; nil differs from empty.
func put[T int32 | float32 | float64](h hasher, list []T) {
	if list == nil {
		h.ints(-1)
		return
	}
	h.ints(len(list))
	buf, err := binary.Append(h.w.AvailableBuffer(), binary.LittleEndian, list)
	if err != nil {
		panic(err) // slices of fixed-size numbers always encode
	}
	h.w.Write(buf)
}
