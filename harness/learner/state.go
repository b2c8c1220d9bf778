package learner

import (
	"encoding"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// A Resumable is a part of the state of a fit that [Recorder.Resume] can save and restore. State
// returns pointers to everything that steps change. Each points to
//
//   - a bool, int, uint64, float64 or string,
//   - a slice of int, int32, float64, string, []int32 or []float64,
//   - an encoding.BinaryMarshaler and BinaryUnmarshaler, such as a rand.PCG,
//   - or it is a Resumable.
//
// They are restored in order, so that the State of one part may depend on the values of earlier
// parts. A slice of unchanged length is restored in place.
type Resumable interface{ State() []any }

// errState means that bytes are not a state of these parts.
var errState = errors.New("it does not fit what is to be restored")

// appendState appends part to b: a [Resumable], or one of the pointers that its State may return.
func appendState(b []byte, part any) (_ []byte, err error) {
	switch p := part.(type) {
	case Resumable:
		for _, q := range p.State() {
			if b, err = appendState(b, q); err != nil {
				return nil, err
			}
		}
	case encoding.BinaryMarshaler:
		text, err := p.MarshalBinary()
		if err != nil {
			return nil, err
		}
		b = append(appendLength(b, text), text...)
	case *bool:
		b = append(b, 0)
		if *p {
			b[len(b)-1] = 1
		}
	case *int:
		b = binary.LittleEndian.AppendUint64(b, uint64(*p))
	case *uint64:
		b = binary.LittleEndian.AppendUint64(b, *p)
	case *float64:
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(*p))
	case *string:
		b = append(appendLength(b, []byte(*p)), *p...)
	case *[]int:
		b = appendList(b, *p, func(b []byte,
			v int) []byte {
			return binary.LittleEndian.AppendUint64(b, uint64(v))
		})
	case *[]int32:
		b = appendInts(b, *p)
	case *[]float64:
		b = appendFloats(b, *p)
	case *[]string:
		b = appendList(b, *p, func(b []byte,
			v string) []byte {
			return append(appendLength(b, []byte(v)), v...)
		})
	case *[][]float64:
		b = appendList(b, *p, appendFloats)
	case *[][]int32:
		b = appendList(b, *p, appendInts)
	default:
		return nil, fmt.Errorf("learner: a %T cannot be saved", part)
	}
	return b, nil
}

func appendInts(b []byte, list []int32) []byte {
	return appendList(b, list, func(b []byte,
		v int32) []byte {
		return binary.LittleEndian.AppendUint32(b, uint32(v))
	})
}

func appendFloats(b []byte, list []float64) []byte {
	return appendList(b, list, func(b []byte,
		v float64) []byte {
		return binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
	})
}

func appendList[T any](b []byte, list []T, one func(b []byte, v T) []byte) []byte {
	b = appendLength(b, list)
	for _, v := range list {
		b = one(b, v)
	}
	return b
}

// appendLength appends the length of list; -1 for nil.
func appendLength[T any](b []byte, list []T) []byte {
	n := len(list)
	if list == nil {
		n = -1
	}
	return binary.LittleEndian.AppendUint64(b, uint64(n))
}

// A reading reads a state. After its first error it reads zeros.
type reading struct {
	b   []byte
	err error
}

// restore reads part, as appendState appended it.
func (r *reading) restore(part any) {
	switch p := part.(type) {
	case Resumable:
		for _, q := range p.State() {
			r.restore(q)
		}
	case encoding.BinaryUnmarshaler:
		if err := p.UnmarshalBinary(r.bytes(r.length(1))); err != nil && r.err == nil {
			r.err = err
		}
	case *bool:
		*p = r.bytes(1)[0] != 0
	case *int:
		*p = int(r.uint64())
	case *uint64:
		*p = r.uint64()
	case *float64:
		*p = math.Float64frombits(r.uint64())
	case *string:
		*p = r.string()
	case *[]int:
		restoreList(r, p, 8, func() int { return int(r.uint64()) })
	case *[]int32:
		r.ints(p)
	case *[]float64:
		r.floats(p)
	case *[]string:
		restoreList(r, p, 8, r.string)
	case *[][]float64:
		restoreList(r, p, 8, func() (list []float64) { r.floats(&list); return list })
	case *[][]int32:
		restoreList(r, p, 8, func() (list []int32) { r.ints(&list); return list })
	default:
		r.err = fmt.Errorf("a %T cannot be restored", part)
	}
}

func (r *reading) ints(list *[]int32) {
	restoreList(r, list, 4, func() int32 { return int32(binary.LittleEndian.Uint32(r.bytes(4))) })
}

func (r *reading) floats(list *[]float64) {
	restoreList(r, list, 8, func() float64 { return math.Float64frombits(r.uint64()) })
}

func (r *reading) string() string { return string(r.bytes(r.length(1))) }

// restoreList reads a list of elements of at least size bytes each.
func restoreList[T any](r *reading, list *[]T, size int, one func() T) {
	n := r.length(size)
	if n < 0 {
		*list = nil
		return
	}
	if n != len(*list) || *list == nil {
		*list = make([]T, n)
	}
	for i := range *list {
		(*list)[i] = one()
	}
}

// length reads the length of a list; -1 for nil. It fails if fewer than length·size bytes are left.
func (r *reading) length(size int) int {
	n := int64(r.uint64())
	if n < -1 || n > int64(len(r.b)/size) {
		r.fail()
		return -1
	}
	return int(n)
}

func (r *reading) uint64() uint64 { return binary.LittleEndian.Uint64(r.bytes(8)) }

// bytes reads the next n bytes; zeros if fewer are left.
func (r *reading) bytes(n int) []byte {
	n = max(n, 0)
	if n > len(r.b) {
		r.fail()
		return make([]byte, n)
	}
	b := r.b[:n]
	r.b = r.b[n:]
	return b
}

func (r *reading) fail() {
	if r.err == nil {
		r.err = errState
	}
	r.b = nil
}
