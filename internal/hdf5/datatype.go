package hdf5

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// A datatype says how a number is stored.
type datatype struct {
	float  bool
	signed bool
	size   int // bytes: 1, 2, 4 or 8; of floats 4 or 8
	order  binary.ByteOrder
}

// ieee are the properties of floats of 4 and 8 bytes: bit offset, precision,
// place and size of exponent and mantissa, bias.
var ieee = map[int][7]uint32{
	4: {0, 32, 23, 8, 0, 23, 127},
	8: {0, 64, 52, 11, 0, 52, 1023},
}

// readType reads an integer or a float (section IV.A.2.d).
func (d *Dataset) readType(c *cursor) error {
	class := c.u8() & 15
	bits := c.u8()
	c.skip(2)
	t := datatype{size: int(c.u32()), order: binary.LittleEndian}
	if bits&1 != 0 {
		t.order = binary.BigEndian
	}
	switch class {
	case 0:
		t.signed = bits&8 != 0
		offset, precision := c.u16(), c.u16()
		if t.size != 1 && t.size != 2 && t.size != 4 && t.size != 8 || offset != 0 || precision != 8*t.size {
			return fmt.Errorf("integers of %d bits in %d bytes cannot be read", precision, t.size)
		}
	case 1:
		t.float = true
		p := [7]uint32{uint32(c.u16()), uint32(c.u16()), uint32(c.u8()), uint32(c.u8()), uint32(c.u8()), uint32(c.u8()), c.u32()}
		if want, ok := ieee[t.size]; !ok || p != want || bits&0x40 != 0 {
			return fmt.Errorf("floats of %d bytes that are not IEEE single or double cannot be read", t.size)
		}
	default:
		return errors.New("it holds neither integers nor floats")
	}
	d.number = t
	return nil
}

// decode appends the numbers in b to dst.
func (t *datatype) decode(dst []float64, b []byte) []float64 {
	for ; len(b) >= t.size; b = b[t.size:] {
		dst = append(dst, t.value(b))
	}
	return dst
}

// value returns the number at the front of b.
func (t *datatype) value(b []byte) float64 {
	var u uint64
	switch t.size {
	case 1:
		u = uint64(b[0])
	case 2:
		u = uint64(t.order.Uint16(b))
	case 4:
		u = uint64(t.order.Uint32(b))
	default:
		u = t.order.Uint64(b)
	}
	unused := 64 - 8*t.size
	switch {
	case t.float && t.size == 4:
		return float64(math.Float32frombits(uint32(u)))
	case t.float:
		return math.Float64frombits(u)
	case t.signed:
		return float64(int64(u<<unused) >> unused)
	}
	return float64(u)
}
