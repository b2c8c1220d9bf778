package record

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
)

// Content of a binary file: one line of JSON, which says what follows, and arrays
// without anything between them, little-endian.

// pack returns head as a line of JSON.
func pack(head any) ([]byte, error) {
	line, err := json.Marshal(head)
	return append(line, '\n'), err
}

// mostHead is the largest length of a head in bytes: a longer one is damaged. Decoding takes many
// times its length.
const mostHead = 1 << 20

// unpackHead is unpack of a short line.
func unpackHead(content []byte, head any) ([]byte, error) {
	if bytes.IndexByte(content, '\n') > mostHead {
		return nil, fmt.Errorf("the line of JSON at the start has more than %d kB", mostHead>>10)
	}
	return unpack(content, head)
}

// unpack reads the line into head and returns what follows it.
func unpack(content []byte, head any) ([]byte, error) {
	line, rest, ok := bytes.Cut(content, []byte{'\n'})
	if !ok {
		return nil, errors.New("no line of JSON at the start")
	}
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	return rest, dec.Decode(head)
}

// appendFloats appends v, each NaN as the same bits.
func appendFloats(dst []byte, v []float64) []byte {
	for _, f := range v {
		if f != f {
			f = math.NaN()
		}
		dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(f))
	}
	return dst
}

// floats takes n numbers off the start of src; none are nil.
func floats(src []byte, n int) (v []float64, rest []byte, err error) {
	if n < 0 || n > len(src)/8 {
		return nil, nil, fmt.Errorf("%d numbers in %d bytes", n, len(src))
	}
	if n == 0 {
		return nil, src, nil
	}
	v = make([]float64, n)
	for i := range v {
		v[i] = math.Float64frombits(binary.LittleEndian.Uint64(src[8*i:]))
	}
	return v, src[8*n:], nil
}

// appendLabels appends v.
func appendLabels(dst []byte, v []int32) []byte {
	for _, k := range v {
		dst = binary.LittleEndian.AppendUint32(dst, uint32(k))
	}
	return dst
}

// labels takes n labels off the start of src.
func labels(src []byte, n int) (v []int32, rest []byte, err error) {
	if n < 0 || n > len(src)/4 {
		return nil, nil, fmt.Errorf("%d labels in %d bytes", n, len(src))
	}
	v = make([]int32, n)
	for i := range v {
		v[i] = int32(binary.LittleEndian.Uint32(src[4*i:]))
	}
	return v, src[4*n:], nil
}
