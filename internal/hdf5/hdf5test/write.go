// Package hdf5test writes small HDF5 files of the classic layout, for tests of
// what reads them.
package hdf5test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
)

// An Array is one array of the root group.
type Array struct {
	Name    string
	Shape   []int
	Values  []float64
	Type    Type
	Compact bool  // the values are in the header
	Chunk   []int // shape of a chunk; nil: contiguous
	Deflate bool  // with Shuffle, of chunked arrays only
	Shuffle bool
}

// A Type is how numbers are stored. The zero value is a little-endian double.
type Type struct {
	Bits    int // 8, 16, 32 or 64 of an integer, 32 of a single; 0: 64 of a double
	Integer bool
	Signed  bool // of an integer
	Big     bool // big-endian
}

func (t Type) size() int {
	if t.Bits == 0 {
		return 8
	}
	return t.Bits / 8
}

// Numbers of symbols and of children in the nodes of B-trees, as the library's.
const (
	symbols  = 8
	children = 32
)

// nowhere is the address of what there is not.
const nowhere uint64 = math.MaxUint64

var le = binary.LittleEndian

// Bytes returns a file that holds the arrays, whose names differ. It panics for
// shapes that do not fit their values.
func Bytes(arrays ...Array) []byte {
	w := &writer{b: make([]byte, 96)}
	arrays = slices.Clone(arrays)
	slices.SortFunc(arrays, func(a, b Array) int { return strings.Compare(a.Name, b.Name) })
	names := make([]byte, 8) // the empty name
	var nodes []entry
	var leaf []byte
	for i := range arrays {
		leaf = le.AppendUint64(leaf, uint64(len(names)))
		leaf = le.AppendUint64(leaf, w.array(&arrays[i]))
		leaf = append(leaf, make([]byte, 24)...)
		if n := len(leaf) / 40; n == symbols || i == len(arrays)-1 {
			at := w.put([]byte("SNOD\x01\x00"), le.AppendUint16(nil, uint16(n)), leaf, make([]byte, 40*(symbols-n)))
			nodes = append(nodes, entry{at, key(len(names))})
			leaf = nil
		}
		names = append(names, arrays[i].Name...)
		names = append(names, make([]byte, 8-len(names)%8)...)
	}
	tree := w.tree(0, key(0), nodes)
	text := w.put(names)
	heap := w.put([]byte("HEAP\x00\x00\x00\x00"), key(len(names)), key(nowhere), key(text))
	root := w.header(message{0x11, slices.Concat(key(tree), key(heap))})
	copy(w.b, slices.Concat([]byte("\x89HDF\r\n\x1a\n\x00\x00\x00\x00\x00\x08\x08\x00\x04\x00\x10\x00\x00\x00\x00\x00"),
		key(0), key(nowhere), key(len(w.b)), key(nowhere), // base, free space, end, driver
		key(0), key(root), []byte{1, 0, 0, 0, 0, 0, 0, 0}, key(tree), key(heap)))
	return w.b
}

type writer struct{ b []byte }

// put appends parts at a multiple of 8 and returns where.
func (w *writer) put(parts ...[]byte) uint64 {
	w.b = append(w.b, make([]byte, -len(w.b)&7)...)
	at := len(w.b)
	w.b = append(w.b, slices.Concat(parts...)...)
	return uint64(at)
}

func key[T int | uint64](v T) []byte { return le.AppendUint64(nil, uint64(v)) }

// An entry is a child of a B-tree's node and the key after it.
type entry struct {
	at  uint64
	key []byte
}

// tree writes a B-tree, level by level, and returns the address of its root.
func (w *writer) tree(kind byte, first []byte, below []entry) uint64 {
	for level := byte(0); ; level++ {
		var nodes []entry
		before := first
		for at := 0; at < max(len(below), 1); at += children {
			part := below[at:min(at+children, len(below))]
			body := slices.Clone(before)
			for _, e := range part {
				body = slices.Concat(body, key(e.at), e.key)
				before = e.key
			}
			full := children*(8+len(first)) + len(first)
			node := w.put([]byte{'T', 'R', 'E', 'E', kind, level}, le.AppendUint16(nil, uint16(len(part))),
				key(nowhere), key(nowhere), body, make([]byte, full-len(body)))
			nodes = append(nodes, entry{node, before})
		}
		if len(nodes) == 1 {
			return nodes[0].at
		}
		below = nodes
	}
}

type message struct {
	kind uint16
	data []byte
}

// header writes an object header, its second half in a continuation.
func (w *writer) header(messages ...message) uint64 {
	encode := func(list []message) (b []byte) {
		for _, m := range list {
			data := append(m.data, make([]byte, -len(m.data)&7)...)
			b = le.AppendUint16(le.AppendUint16(b, m.kind), uint16(len(data)))
			b = append(append(b, 0, 0, 0, 0), data...)
		}
		return b
	}
	half := len(messages) / 2
	rest := encode(messages[half:])
	at := w.put(rest)
	block := encode(append(slices.Clone(messages[:half]), message{0x10, slices.Concat(key(at), key(len(rest)))}))
	head := le.AppendUint16([]byte{1, 0}, uint16(len(messages)+1))
	head = le.AppendUint32(le.AppendUint32(head, 1), uint32(len(block)))
	return w.put(head, make([]byte, 4), block)
}

// array writes values and header of an array and returns where the header is.
func (w *writer) array(a *Array) uint64 {
	n := 1
	space := []byte{1, byte(len(a.Shape)), 0, 0, 0, 0, 0, 0}
	for _, s := range a.Shape {
		n *= s
		space = append(space, key(s)...)
	}
	if n != len(a.Values) {
		panic(fmt.Sprintf("hdf5test: %d values of shape %v", len(a.Values), a.Shape))
	}
	messages := []message{{0x1, space}, {0x3, a.Type.message()}}
	raw := a.Type.encode(a.Values)
	switch {
	case a.Compact:
		messages = append(messages, message{0x8, append(le.AppendUint16([]byte{3, 0}, uint16(len(raw))), raw...)})
	case a.Chunk == nil:
		messages = append(messages, message{0x8, slices.Concat([]byte{3, 1}, key(w.put(raw)), key(len(raw)))})
	default:
		layout := append([]byte{3, 2, byte(len(a.Shape) + 1)}, key(w.chunks(a, raw))...)
		for _, s := range append(slices.Clone(a.Chunk), a.Type.size()) {
			layout = le.AppendUint32(layout, uint32(s))
		}
		messages = append(messages, message{0x8, layout}, message{0xb, a.filters()})
	}
	return w.header(messages...)
}

// message is the type's own.
func (t Type) message() []byte {
	order := byte(0)
	if t.Big {
		order = 1
	}
	size := le.AppendUint32(nil, uint32(t.size()))
	bits := byte(8 * t.size())
	switch {
	case t.Integer && t.Signed:
		return slices.Concat([]byte{0x10, order | 8, 0, 0}, size, []byte{0, 0, bits, 0})
	case t.Integer:
		return slices.Concat([]byte{0x10, order, 0, 0}, size, []byte{0, 0, bits, 0})
	case t.Bits == 32:
		return slices.Concat([]byte{0x11, order | 0x20, 31, 0}, size, []byte{0, 0, 32, 0, 23, 8, 0, 23, 127, 0, 0, 0})
	}
	return slices.Concat([]byte{0x11, order | 0x20, 63, 0}, size, []byte{0, 0, 64, 0, 52, 11, 0, 52, 0xff, 3, 0, 0})
}

func (t Type) encode(values []float64) []byte {
	var b []byte
	for _, v := range values {
		var u uint64
		switch {
		case t.Integer:
			u = uint64(int64(v))
		case t.Bits == 32:
			u = uint64(math.Float32bits(float32(v)))
		default:
			u = math.Float64bits(v)
		}
		one := le.AppendUint64(nil, u)[:t.size()]
		if t.Big {
			slices.Reverse(one)
		}
		b = append(b, one...)
	}
	return b
}

// filters is the message of the pipeline.
func (a *Array) filters() []byte {
	var list []byte
	n := byte(0)
	if a.Shuffle {
		n++
		list = append(list, 2, 0, 8, 0, 1, 0, 1, 0)
		list = append(list, "shuffle\x00"...)
		list = append(list, byte(a.Type.size()), 0, 0, 0, 0, 0, 0, 0)
	}
	if a.Deflate {
		n++
		list = append(list, 1, 0, 8, 0, 1, 0, 1, 0)
		list = append(list, "deflate\x00"...)
		list = append(list, 6, 0, 0, 0, 0, 0, 0, 0)
	}
	return append([]byte{1, n, 0, 0, 0, 0, 0, 0}, list...)
}

// chunks writes the chunks of an array and their index.
func (w *writer) chunks(a *Array, raw []byte) uint64 {
	place := func(size int, origin []int) []byte { // of a chunk, as a key
		k := le.AppendUint32(nil, uint32(size))
		k = le.AppendUint32(k, 0)
		for _, o := range append(slices.Clone(origin), 0) {
			k = append(k, key(o)...)
		}
		return k
	}
	var keys [][]byte
	var at []uint64
	for origin := make([]int, len(a.Shape)); origin != nil; origin = a.next(origin) {
		packed := a.pack(a.cut(raw, origin))
		keys = append(keys, place(len(packed), origin))
		at = append(at, w.put(packed))
	}
	keys = append(keys, place(0, a.Shape))
	var entries []entry
	for i := range at {
		entries = append(entries, entry{at[i], keys[i+1]})
	}
	return w.tree(1, keys[0], entries)
}

// next returns the origin of the chunk after the one at origin; nil at the end.
func (a *Array) next(origin []int) []int {
	origin = slices.Clone(origin)
	for i := len(origin) - 1; i >= 0; i-- {
		if origin[i] += a.Chunk[i]; origin[i] < a.Shape[i] {
			return origin
		}
		origin[i] = 0
	}
	return nil
}

// cut returns the chunk at origin, with 0xEE for what lies beyond the array.
func (a *Array) cut(raw []byte, origin []int) []byte {
	size := a.Type.size()
	offsets := []int{0} // of the chunk's numbers in raw; -1 beyond
	for i, s := range a.Shape {
		var finer []int
		for _, o := range offsets {
			for j := range a.Chunk[i] {
				if o < 0 || origin[i]+j >= s {
					finer = append(finer, -1)
				} else {
					finer = append(finer, o*s+origin[i]+j)
				}
			}
		}
		offsets = finer
	}
	var b []byte
	for _, o := range offsets {
		if o < 0 {
			b = append(b, bytes.Repeat([]byte{0xEE}, size)...)
		} else {
			b = append(b, raw[o*size:(o+1)*size]...)
		}
	}
	return b
}

// pack applies the filters.
func (a *Array) pack(b []byte) []byte {
	if a.Shuffle {
		size := a.Type.size()
		n := len(b) / size
		out := make([]byte, len(b))
		for i := range b {
			out[i%size*n+i/size] = b[i]
		}
		b = out
	}
	if a.Deflate {
		var z bytes.Buffer
		w := zlib.NewWriter(&z)
		w.Write(b)
		w.Close()
		b = z.Bytes()
	}
	return b
}
