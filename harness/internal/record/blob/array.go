package blob

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
)

// Content of a binary file: a head, which is one line of JSON, and arrays, little-endian, without
// anything between them. The head says what follows.

// Head returns v as the head of a binary file.
func Head(v any) ([]byte, error) {
	line, err := json.Marshal(v)
	return append(line, '\n'), err
}

// maxHead is the largest length of a head in bytes: a longer one is damaged. Decoding takes many
// times its length in memory.
const maxHead = 1 << 20

// CutHead reads the head of content into v and returns the arrays behind it. A head of more than
// 1 MiB is an error.
func CutHead(content []byte, v any) (arrays []byte, err error) {
	if bytes.IndexByte(content, '\n') > maxHead {
		return nil, fmt.Errorf("the line of JSON at the start has more than %d kB", maxHead>>10)
	}
	return CutLongHead(content, v)
}

// CutLongHead is [CutHead] for a head of any length.
func CutLongHead(content []byte, v any) (arrays []byte, err error) {
	line, rest, ok := bytes.Cut(content, []byte{'\n'})
	if !ok {
		return nil, errors.New("no line of JSON at the start")
	}
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	return rest, dec.Decode(v)
}

// AppendFloats appends v to dst. All NaNs get the same bits.
func AppendFloats(dst []byte, v []float64) []byte {
	for _, f := range v {
		if f != f {
			f = math.NaN()
		}
		dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(f))
	}
	return dst
}

// CutFloats returns the n numbers at the start of src, nil if n is 0, and the rest of src.
func CutFloats(src []byte, n int) (v []float64, rest []byte, err error) {
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

// AppendLabels appends v to dst.
func AppendLabels(dst []byte, v []int32) []byte {
	for _, k := range v {
		dst = binary.LittleEndian.AppendUint32(dst, uint32(k))
	}
	return dst
}

// CutLabels returns the n labels at the start of src and the rest of src.
func CutLabels(src []byte, n int) (v []int32, rest []byte, err error) {
	if n < 0 || n > len(src)/4 {
		return nil, nil, fmt.Errorf("%d labels in %d bytes", n, len(src))
	}
	v = make([]int32, n)
	for i := range v {
		v[i] = int32(binary.LittleEndian.Uint32(src[4*i:]))
	}
	return v, src[4*n:], nil
}
