package wire

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
)

func putInt32s(v []int32) []byte {
	return appendInt32s(slices.Grow([]byte(nil), 4*len(v)), v)
}

func putFloat32s(v []float32) []byte {
	if len(v) == 0 {
		return nil
	}
	b := make([]byte, 4*len(v))
	for i, a := range v {
		binary.LittleEndian.PutUint32(b[4*i:], math.Float32bits(a))
	}
	return b
}

func putFloat64s(v []float64) []byte {
	return appendFloat64s(slices.Grow([]byte(nil), 8*len(v)), v)
}

// appendInt32s and appendFloat64s append to b the bytes of putInt32s and putFloat64s.
func appendInt32s(b []byte, v []int32) []byte {
	for _, a := range v {
		b = binary.LittleEndian.AppendUint32(b, uint32(a))
	}
	return b
}

func appendFloat64s(b []byte, v []float64) []byte {
	for _, a := range v {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(a))
	}
	return b
}

// length returns the number of entries of size bytes in b. It must equal want, unless want is
// negative.
func length(what string, b []byte, size, want int) (int, error) {
	n := len(b) / size
	if len(b)%size != 0 {
		return 0, fmt.Errorf("%s: %d bytes are not a whole number of %d-byte entries", what, len(b),
			size)
	}
	if want >= 0 && n != want {
		return 0, fmt.Errorf("%s: %d entries, want %d", what, n, want)
	}
	return n, nil
}

// int32s decodes b; an absent array is nil.
func int32s(what string, b []byte, want int) ([]int32, error) {
	n, err := length(what, b, 4, want)
	if err != nil || n == 0 {
		return nil, err
	}
	v := make([]int32, n)
	for i := range v {
		v[i] = int32(binary.LittleEndian.Uint32(b[4*i:]))
	}
	return v, nil
}

func float32s(what string, b []byte, want int) ([]float32, error) {
	n, err := length(what, b, 4, want)
	if err != nil || n == 0 {
		return nil, err
	}
	v := make([]float32, n)
	for i := range v {
		v[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
	}
	return v, nil
}

func float64s(what string, b []byte, want int) ([]float64, error) {
	n, err := length(what, b, 8, want)
	if err != nil || n == 0 {
		return nil, err
	}
	v := make([]float64, n)
	for i := range v {
		v[i] = math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:]))
	}
	return v, nil
}
