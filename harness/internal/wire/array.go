package wire

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"unsafe"
)

// An entry is a number of an array.
type entry interface{ int32 | float32 | float64 }

// put returns the bytes of an array.
func put[T entry](v []T) []byte {
	return appendArray(slices.Grow([]byte(nil), len(v)*int(unsafe.Sizeof(*new(T)))), v)
}

// appendArray appends the bytes of put to b.
func appendArray[T entry](b []byte, v []T) []byte {
	switch v := any(v).(type) {
	case []int32:
		for _, a := range v {
			b = binary.LittleEndian.AppendUint32(b, uint32(a))
		}
	case []float32:
		for _, a := range v {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(a))
		}
	case []float64:
		for _, a := range v {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(a))
		}
	}
	return b
}

// array decodes b. It must have want entries, unless want is any. An absent array is nil.
func array[T entry](what string, b []byte, want int) ([]T, error) {
	size := int(unsafe.Sizeof(*new(T)))
	n := len(b) / size
	switch {
	case len(b)%size != 0:
		return nil, fmt.Errorf("%s: %d bytes are not a whole number of %d-byte entries", what, len(b),
			size)
	case want != anyLength && n != want:
		return nil, fmt.Errorf("%s: %d entries, want %d", what, n, want)
	case n == 0:
		return nil, nil
	}
	list := make([]T, n)
	switch v := any(list).(type) {
	case []int32:
		for i := range v {
			v[i] = int32(binary.LittleEndian.Uint32(b[4*i:]))
		}
	case []float32:
		for i := range v {
			v[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
		}
	case []float64:
		for i := range v {
			v[i] = math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:]))
		}
	}
	return list, nil
}

// anyLength allows any number of entries.
const anyLength = -1

// A decoding keeps the first error of the arrays of a message.
type decoding struct{ err error }

// take is array for a field of the message. After an error it returns nil.
func take[T entry](d *decoding, what string, b []byte, want int) []T {
	if d.err != nil {
		return nil
	}
	var list []T
	list, d.err = array[T](what, b, want)
	return list
}

// takeIfAny is take for an optional field.
func takeIfAny[T entry](d *decoding, what string, b []byte, want int) []T {
	if len(b) == 0 {
		return nil
	}
	return take[T](d, what, b, want)
}
