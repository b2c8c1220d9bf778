package hdf5

import (
	"errors"
	"fmt"
	"math"
)

// maxNumbers bounds the numbers of an array and of a chunk.
const maxNumbers = 1 << 24

// A Dataset is an array of numbers in a file.
type Dataset struct {
	Shape []int // the last dimension varies fastest; none: a single number

	f       *File
	name    string
	number  datatype
	layout  layout
	filters []filter
}

// A layout says where the values are.
type layout struct {
	class   int
	compact []byte
	at      uint64
	chunk   []int // shape of a chunk
}

// Values of layout.class.
const (
	compact    = 0
	contiguous = 1
	chunked    = 2
)

// Len returns how many numbers the array has.
func (d *Dataset) Len() int {
	n := 1
	for _, s := range d.Shape {
		n *= s
	}
	return n
}

// dataset reads what the object header of an array says.
func (f *File) dataset(at uint64) (*Dataset, error) {
	messages, err := f.messages(at)
	if err != nil {
		return nil, err
	}
	d := &Dataset{f: f}
	for _, part := range []struct {
		kind int
		what string
		read func(c *cursor) error
	}{
		{dataspaceMessage, "shape", d.readShape},
		{datatypeMessage, "type", d.readType},
		{layoutMessage, "layout", d.readLayout},
		{filterMessage, "filters", d.readFilters},
	} {
		c := messages[part.kind]
		if c == nil {
			if part.kind == filterMessage {
				continue
			}
			return nil, fmt.Errorf("no %s: this is no array", part.what)
		}
		err := c.err
		if err == nil {
			err = part.read(c)
		}
		if err == nil {
			err = c.err
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", part.what, err)
		}
	}
	if messages[externalMessage] != nil {
		return nil, errors.New("its values are in other files, which cannot be read")
	}
	return d, nil
}

// readShape reads a dataspace (section IV.A.2.b).
func (d *Dataset) readShape(c *cursor) error {
	version, rank := c.u8(), c.u8()
	switch version {
	case 1:
		c.skip(6)
	case 2:
		if c.skip(1); c.u8() == 2 {
			return errors.New("it is empty, without a shape")
		}
	default:
		return fmt.Errorf("version %d, only 1 and 2 can be read", version)
	}
	n := uint64(1)
	for range rank {
		s := c.u64()
		if s > maxNumbers || n*s > maxNumbers {
			return fmt.Errorf("more than %d numbers", maxNumbers)
		}
		n *= s
		d.Shape = append(d.Shape, int(s))
	}
	return nil
}

// readLayout reads a data layout of version 3 (section IV.A.2.i).
func (d *Dataset) readLayout(c *cursor) error {
	if version := c.u8(); version != 3 {
		return fmt.Errorf("version %d, only 3 can be read", version)
	}
	l := &d.layout
	switch l.class = c.u8(); l.class {
	case compact:
		size := c.u16()
		l.compact = c.bytes(size)
		return nil
	case contiguous:
		l.at = c.u64()
		return nil
	case chunked:
		return l.readChunk(c, d)
	}
	return fmt.Errorf("class %d, only compact, contiguous and chunked arrays can be read", l.class)
}

// readChunk reads the layout of a chunked array.
func (l *layout) readChunk(c *cursor, d *Dataset) error {
	if rank := c.u8(); rank != len(d.Shape)+1 {
		return fmt.Errorf("chunks of rank %d in an array of rank %d", rank-1, len(d.Shape))
	}
	l.at = c.u64()
	n := uint64(1)
	for range d.Shape {
		s := uint64(c.u32())
		if n *= s; s == 0 || s > maxNumbers || n > maxNumbers {
			return fmt.Errorf("chunks of 0 or more than %d numbers", maxNumbers)
		}
		l.chunk = append(l.chunk, int(s))
	}
	if size := c.u32(); int64(size) != int64(d.number.size) {
		return fmt.Errorf("numbers of %d bytes in chunks, of %d elsewhere", size, d.number.size)
	}
	return nil
}

// Numbers reads the whole array; integers beyond 2⁵³ are rounded.
func (d *Dataset) Numbers() ([]float64, error) {
	values, err := d.values()
	if err != nil {
		return nil, fmt.Errorf("hdf5: %q: %w", d.name, err)
	}
	return values, nil
}

func (d *Dataset) values() ([]float64, error) {
	l := &d.layout
	n := d.Len()
	size := n * d.number.size
	switch {
	case n == 0:
		return nil, nil
	case l.class == compact && len(l.compact) < size:
		return nil, fmt.Errorf("%d numbers of %d bytes in %d bytes", n, d.number.size, len(l.compact))
	case l.class == compact:
		return d.number.decode(make([]float64, 0, n), l.compact[:size]), nil
	case l.at == undefined:
		return nil, errors.New("nothing was written to it")
	case l.class == chunked:
		return d.chunks()
	case len(d.filters) > 0:
		return nil, errors.New("filters without chunks")
	}
	c, err := d.f.read(l.at, int64(size))
	if err != nil {
		return nil, err
	}
	return d.number.decode(make([]float64, 0, n), c.b), nil
}

// Ints reads the whole array and refuses what is no whole number of 32 bits.
func (d *Dataset) Ints() ([]int32, error) {
	values, err := d.Numbers()
	if err != nil {
		return nil, err
	}
	ints := make([]int32, len(values))
	for i, v := range values {
		if v != math.Trunc(v) || math.Abs(v) > math.MaxInt32 {
			return nil, fmt.Errorf("hdf5: %q: number %d is %v, not a whole one of 32 bits", d.name, i, v)
		}
		ints[i] = int32(v)
	}
	return ints, nil
}
