package hdf5

import (
	"bytes"
	"errors"
	"fmt"
)

// A group is a list of names, sorted in a B-tree.
type group struct {
	f     *File
	tree  uint64
	names uint64 // address of the heap's text
	size  uint64 // of the heap's text
}

// maxName bounds a name.
const maxName = 1 << 12

// group reads what the object header of a group says.
func (f *File) group(at uint64) (*group, error) {
	messages, err := f.messages(at)
	if err != nil {
		return nil, err
	}
	m := messages[symbolMessage]
	if m == nil {
		return nil, errors.New("this is no group with a symbol table")
	}
	g := &group{f: f, tree: m.u64()}
	heap := m.u64()
	if m.err != nil {
		return nil, fmt.Errorf("group: %w", m.err)
	}
	c, err := f.read(heap, 32) // section III.D
	if err != nil {
		return nil, fmt.Errorf("names of a group: %w", err)
	}
	if string(c.bytes(4)) != "HEAP" {
		return nil, fmt.Errorf("names of a group: no heap at %d", heap)
	}
	c.skip(4)
	g.size = c.u64()
	c.skip(8)
	g.names = c.u64()
	return g, nil
}

// find returns the address of the object header of that name. O(log names).
func (g *group) find(name string) (uint64, error) {
	at, above := g.tree, -1
	for {
		n, err := g.f.node(at, 0, 8)
		if err != nil {
			return 0, err
		}
		if above >= 0 && n.level != above-1 {
			return 0, fmt.Errorf("index node at %d of level %d below level %d", at, n.level, above)
		}
		lo, hi := 0, len(n.child) // the child is the first whose last name is at least name
		for lo < hi {
			mid := (lo + hi) / 2
			last, err := g.name(n.key[mid+1].u64())
			if err != nil {
				return 0, err
			}
			if last < name {
				lo = mid + 1
			} else {
				hi = mid
			}
		}
		if lo == len(n.child) {
			return 0, ErrMissing
		}
		if at, above = n.child[lo], n.level; above == 0 {
			return g.symbol(at, name)
		}
	}
}

// symbol finds name in the symbol table node at that address (section III.B).
func (g *group) symbol(at uint64, name string) (uint64, error) {
	c, err := g.f.read(at, 8)
	if err != nil {
		return 0, fmt.Errorf("symbols: %w", err)
	}
	if string(c.bytes(4)) != "SNOD" {
		return 0, fmt.Errorf("no symbols at %d", at)
	}
	c.skip(2)
	const entry = 40
	n := c.u16()
	if c, err = g.f.read(at+8, int64(n)*entry); err != nil {
		return 0, fmt.Errorf("symbols: %w", err)
	}
	for range n {
		offset, header := c.u64(), c.u64()
		cache := c.u32()
		c.skip(20)
		text, err := g.name(offset)
		switch {
		case err != nil:
			return 0, err
		case text == name && cache == 2:
			return 0, errors.New("it is a symbolic link, which cannot be read")
		case text == name:
			return header, nil
		}
	}
	return 0, ErrMissing
}

// name returns the text that begins at offset of the heap.
func (g *group) name(offset uint64) (string, error) {
	if offset >= g.size {
		return "", fmt.Errorf("a name at %d of a heap of %d bytes", offset, g.size)
	}
	// Most names are short.
	for n := uint64(64); ; n = maxName {
		n = min(n, g.size-offset)
		c, err := g.f.read(g.names+offset, int64(n))
		if err != nil {
			return "", fmt.Errorf("name: %w", err)
		}
		if end := bytes.IndexByte(c.b, 0); end >= 0 {
			return string(c.b[:end]), nil
		}
		if n != 64 {
			return "", fmt.Errorf("a name at %d without an end", g.names+offset)
		}
	}
}

// A node is one of a B-tree of version 1 (section III.A.1). Child i lies between
// keys i and i+1.
type node struct {
	level int
	key   []cursor
	child []uint64
}

// node reads the node at that address, of a tree of that kind, with keys of
// width bytes.
func (f *File) node(at uint64, kind, width int) (n node, err error) {
	c, err := f.read(at, 24)
	if err != nil {
		return n, fmt.Errorf("index: %w", err)
	}
	if magic, k := c.bytes(4), c.u8(); string(magic) != "TREE" || k != kind {
		return n, fmt.Errorf("no B-tree of kind %d at %d", kind, at)
	}
	n.level = c.u8()
	used := c.u16()
	if c, err = f.read(at+24, int64(used)*int64(width+8)+int64(width)); err != nil {
		return n, fmt.Errorf("index: %w", err)
	}
	for range used {
		n.key = append(n.key, cursor{b: c.bytes(width)})
		n.child = append(n.child, c.u64())
	}
	n.key = append(n.key, cursor{b: c.bytes(width)})
	return n, nil
}
