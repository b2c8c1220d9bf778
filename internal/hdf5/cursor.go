package hdf5

import (
	"encoding/binary"
	"io"
)

// A cursor takes little-endian numbers off the front of b. After the end it
// gives zeros and has an error.
type cursor struct {
	b   []byte
	err error
}

// bytes returns the next n bytes, or n zeros after the end; n is small or was
// held against the length.
func (c *cursor) bytes(n int) []byte {
	if n > len(c.b) {
		c.b, c.err = nil, io.ErrUnexpectedEOF
		return make([]byte, n)
	}
	b := c.b[:n]
	c.b = c.b[n:]
	return b
}

func (c *cursor) skip(n int)  { c.bytes(n) }
func (c *cursor) u8() int     { return int(c.bytes(1)[0]) }
func (c *cursor) u16() int    { return int(binary.LittleEndian.Uint16(c.bytes(2))) }
func (c *cursor) u32() uint32 { return binary.LittleEndian.Uint32(c.bytes(4)) }
func (c *cursor) u64() uint64 { return binary.LittleEndian.Uint64(c.bytes(8)) }
