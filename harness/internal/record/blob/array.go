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

// Arrays are the arrays of a file that are left to read.
type Arrays struct {
	left []byte
	err  error // the first one of Cut
}

// CutHead reads the head of content into v and returns the arrays behind it. A head of more than
// 1 MiB is an error.
func CutHead(content []byte, v any) (*Arrays, error) {
	if bytes.IndexByte(content, '\n') > maxHead {
		return nil, fmt.Errorf("the line of JSON at the start has more than %d kB", maxHead>>10)
	}
	return CutLongHead(content, v)
}

// CutLongHead is [CutHead] for a head of any length.
func CutLongHead(content []byte, v any) (*Arrays, error) {
	line, rest, ok := bytes.Cut(content, []byte{'\n'})
	if !ok {
		return nil, errors.New("no line of JSON at the start")
	}
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	return &Arrays{left: rest}, dec.Decode(v)
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

// Cut returns the next n numbers; nil, if there are fewer, and from then on.
func Cut[T float64 | int32](a *Arrays, n int) []T {
	size := binary.Size(T(0))
	if a.err == nil && (n < 0 || n > len(a.left)/size) {
		a.err = fmt.Errorf("%d numbers in %d bytes", n, len(a.left))
	}
	if a.err != nil {
		return nil
	}
	v := make([]T, n)
	_, a.err = binary.Decode(a.left, binary.LittleEndian, v)
	a.left = a.left[n*size:]
	return v
}

// Bytes returns how many bytes are left.
func (a *Arrays) Bytes() int { return len(a.left) }

// End returns the error of Cut, or one if bytes are left.
func (a *Arrays) End() error {
	if a.err == nil && len(a.left) > 0 {
		return errors.New("something follows the arrays")
	}
	return a.err
}
