package data

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"io"

	"github.com/spbench/spbench/harness/sp"
)

// contentHash returns the sha256 over everything that can influence a result:
// sizes, IDs, weights, features, edges, labels, candidates and folds, each list
// preceded by its length (−1: absent), and the sizes of true labels, boxes and
// standardisation and the least count of features if there are any; of a file also the names of labels. It does not depend on how rows share their storage. O(size).
func (d *Dataset) contentHash() string {
	sum := sha256.New()
	h := hasher{w: bufio.NewWriterSize(sum, 1<<16)}
	h.ints(d.K, d.NodeWidth, d.EdgeWidth, len(d.Instances))
	for i := range d.Instances {
		h.instance(&d.Instances[i])
	}
	h.ints(len(d.Fold))
	h.ints(d.Fold...)
	for _, outside := range d.Outside {
		io.WriteString(h.w, "box")
		h.flags(outside)
	}
	if d.Standardise {
		io.WriteString(h.w, "standardise")
	}
	if d.MinCount > 0 {
		io.WriteString(h.w, "min count")
		h.ints(d.MinCount)
	}
	if d.Name == FileName || d.Name == ImagesName { // of all others the sources say them; metrics know labels by their names
		for _, label := range d.Labels {
			h.ints(len(label))
			io.WriteString(h.w, label)
		}
	}
	h.w.Flush()
	return hex.EncodeToString(sum.Sum(nil))
}

// A hasher writes numbers in little-endian order. Its writer ends in a hash and
// cannot fail.
type hasher struct{ w *bufio.Writer }

func (h hasher) instance(x *sp.Instance) {
	h.ints(len(x.ID))
	io.WriteString(h.w, x.ID)
	h.ints(x.K, x.Shape[0], x.Shape[1])
	put(h, []float64{x.Weight})
	h.rows(&x.Node)
	h.ints(len(x.Edges))
	for _, e := range x.Edges {
		put(h, []int32{e.U, e.V})
	}
	h.rows(&x.Edge)
	put(h, x.Gold)
	h.ints(len(x.Allowed))
	for _, list := range x.Allowed {
		put(h, list)
	}
	put(h, x.Size)
	if x.Mixed != nil {
		io.WriteString(h.w, "mixed")
		put(h, x.Mixed)
	}
}

func (h hasher) rows(r *sp.Rows) {
	h.ints(r.N, r.D)
	put(h, r.Dense)
	put(h, r.Start)
	put(h, r.Index)
	put(h, r.Value)
}

func (h hasher) flags(list []bool) {
	h.ints(len(list))
	for _, v := range list {
		b := byte(0)
		if v {
			b = 1
		}
		h.w.WriteByte(b)
	}
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
