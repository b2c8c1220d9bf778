package hdf5

import (
	"errors"
	"fmt"
)

// chunks reads the values of a chunked array. Its index is a B-tree whose leaves
// are the chunks (section III.A.1).
func (d *Dataset) chunks() ([]float64, error) {
	left := 1 // chunks to come
	for i, s := range d.Shape {
		left *= (s + d.layout.chunk[i] - 1) / d.layout.chunk[i]
	}
	values := make([]float64, d.Len())
	if err := d.subtree(values, d.layout.at, -1, &left); err != nil {
		return nil, err
	}
	if left > 0 {
		return nil, fmt.Errorf("%d of its chunks were not written", left)
	}
	return values, nil
}

// subtree reads the chunks below the node at that address, the child of one of
// level above.
func (d *Dataset) subtree(values []float64, at uint64, above int, left *int) error {
	n, err := d.f.node(at, 1, 8+8*(len(d.Shape)+1))
	if err != nil {
		return err
	}
	if above >= 0 && n.level != above-1 || len(n.child) == 0 {
		return fmt.Errorf("index node at %d of level %d with %d children below level %d", at, n.level, len(n.child), above)
	}
	for i, child := range n.child {
		if n.level > 0 {
			err = d.subtree(values, child, n.level, left)
		} else if *left--; *left < 0 {
			err = errors.New("it has more chunks than fit into it")
		} else {
			err = d.readOne(values, child, &n.key[i])
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// readOne reads the chunk at that address into its place.
func (d *Dataset) readOne(values []float64, at uint64, key *cursor) error {
	size, skipped := key.u32(), key.u32()
	origin := make([]int, len(d.Shape))
	for i := range origin {
		o := key.u64()
		if o >= uint64(d.Shape[i]) || o%uint64(d.layout.chunk[i]) != 0 {
			return fmt.Errorf("a chunk at %d of dimension %d, which has %d", o, i, d.Shape[i])
		}
		origin[i] = int(o)
	}
	want := d.number.size
	for _, s := range d.layout.chunk {
		want *= s
	}
	c, err := d.f.read(at, min(int64(size), 2*int64(want)+1024)) // packing makes hardly anything larger
	if err != nil {
		return fmt.Errorf("chunk: %w", err)
	}
	b, err := d.unfilter(c.b, skipped, want)
	if err != nil {
		return fmt.Errorf("chunk at %d: %w", at, err)
	}
	if len(b) != want {
		return fmt.Errorf("chunk at %d: %d bytes, must be %d", at, len(b), want)
	}
	d.place(values, b, origin, 0, 0)
	return nil
}

// place copies a chunk that begins at origin into values, dimension by
// dimension, without what lies beyond the array; at counts the values before.
func (d *Dataset) place(values []float64, b []byte, origin []int, dim, at int) {
	if dim == len(d.Shape) {
		values[at] = d.number.value(b)
		return
	}
	stride := len(b) / d.layout.chunk[dim]
	for i := range min(d.layout.chunk[dim], d.Shape[dim]-origin[dim]) {
		d.place(values, b[i*stride:(i+1)*stride], origin, dim+1, at*d.Shape[dim]+origin[dim]+i)
	}
}
