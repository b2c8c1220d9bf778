package hdf5

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
)

// A filter is one step by which chunks were packed.
type filter int

const (
	deflate filter = 1
	shuffle filter = 2
)

// readFilters reads a filter pipeline (section IV.A.2.l).
func (d *Dataset) readFilters(c *cursor) error {
	version, n := c.u8(), c.u8()
	switch version {
	case 1:
		c.skip(6)
	case 2:
	default:
		return fmt.Errorf("version %d, only 1 and 2 can be read", version)
	}
	for range n {
		id, name := filter(c.u16()), 0
		if version == 1 || id >= 256 {
			name = c.u16()
		}
		c.skip(2)
		values := c.u16()
		if version == 1 {
			name += -name & 7
			values += values & 1
		}
		c.skip(name + 4*values)
		if c.err == nil && id != deflate && id != shuffle {
			return fmt.Errorf("filter %d, only 1 (deflate) and 2 (shuffle) can be undone", id)
		}
		d.filters = append(d.filters, id)
	}
	return nil
}

// unfilter undoes the filters of a chunk of want bytes, but for those whose bit
// is set in skipped.
func (d *Dataset) unfilter(b []byte, skipped uint32, want int) ([]byte, error) {
	for i := len(d.filters) - 1; i >= 0; i-- {
		switch {
		case skipped>>i&1 != 0:
		case d.filters[i] == shuffle:
			b = unshuffle(b, d.number.size)
		default:
			z, err := zlib.NewReader(bytes.NewReader(b))
			if err == nil {
				b, err = io.ReadAll(io.LimitReader(z, int64(want)+1))
			}
			if err != nil {
				return nil, fmt.Errorf("deflate: %w", err)
			}
		}
	}
	return b, nil
}

// unshuffle gathers the bytes of each number: b holds all first bytes, then all
// second ones, and so on. What is left over stays where it is.
func unshuffle(b []byte, size int) []byte {
	out := bytes.Clone(b)
	n := len(b) / size
	for i := range n {
		for j := range size {
			out[i*size+j] = b[j*n+i]
		}
	}
	return out
}
