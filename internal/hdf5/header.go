package hdf5

import (
	"errors"
	"fmt"
	"math"
)

// Types of messages in an object header (section IV.A.2).
const (
	dataspaceMessage    = 0x1
	datatypeMessage     = 0x3
	layoutMessage       = 0x8
	externalMessage     = 0x7
	filterMessage       = 0xb
	continuationMessage = 0x10
	symbolMessage       = 0x11
)

// Bounds on the blocks of an object header, so that continuations in a circle
// come to an end, and on the bytes of each.
const (
	maxBlocks = 64
	maxBlock  = 1 << 24
)

// messages returns the first message of each type in the object header at that
// address (section IV.A.1.a).
func (f *File) messages(at uint64) (map[int]*cursor, error) {
	c, err := f.read(at, 16)
	if err != nil {
		return nil, fmt.Errorf("object header: %w", err)
	}
	if version := c.u8(); version != 1 {
		return nil, fmt.Errorf("object header at %d of version %d, only 1 can be read", at, version)
	}
	c.skip(1)
	left := c.u16()
	c.skip(4)
	type block struct {
		at     uint64
		length int64
	}
	found := map[int]*cursor{}
	blocks := []block{{at + 16, int64(c.u32())}}
	for i := 0; i < len(blocks); i++ {
		if i == maxBlocks {
			return nil, fmt.Errorf("object header at %d: more than %d blocks", at, maxBlocks)
		}
		c, err := f.read(blocks[i].at, min(blocks[i].length, maxBlock))
		if err != nil {
			return nil, fmt.Errorf("object header: %w", err)
		}
		for ; left > 0 && len(c.b) >= 8; left-- {
			kind, size, flags := c.u16(), c.u16(), c.u8()
			c.skip(3)
			if size > len(c.b) {
				return nil, fmt.Errorf("object header at %d: message of %d bytes where %d are left", at, size, len(c.b))
			}
			m := &cursor{b: c.bytes(size)}
			if kind == continuationMessage {
				b := block{m.u64(), int64(min(m.u64(), math.MaxInt64))}
				blocks = append(blocks, b)
			}
			if flags&2 != 0 && (kind == datatypeMessage || kind == dataspaceMessage) {
				m.err = errors.New("it is shared with other arrays, which cannot be read")
			}
			if found[kind] == nil {
				found[kind] = m
			}
		}
	}
	return found, nil
}
