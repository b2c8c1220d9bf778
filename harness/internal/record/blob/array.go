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

// AppendLabels appends v to dst.
func AppendLabels(dst []byte, v []int32) []byte {
	dst, _ = binary.Append(dst, binary.LittleEndian, v) // the size of v is fixed
	return dst
}

// CutFloats and CutLabels return the n numbers at the start of src and the rest of src.
var CutFloats, CutLabels = cut[float64], cut[int32]

func cut[T float64 | int32](src []byte, n int) (v []T, rest []byte, err error) {
	size := binary.Size(T(0))
	if n < 0 || n > len(src)/size {
		return nil, nil, fmt.Errorf("%d numbers in %d bytes", n, len(src))
	}
	v = make([]T, n)
	_, err = binary.Decode(src, binary.LittleEndian, v)
	return v, src[n*size:], err
}
