package learner

import (
	"encoding"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"reflect"
)

// A Resumable is a part of the state of a fit that [Recorder.Resume] can save and restore. State
// returns pointers to everything that steps change. Each points to
//
//   - a bool, int, uint64, float64 or string,
//   - a slice of these, of int32, or of slices,
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
		return b, nil
	case encoding.BinaryMarshaler:
		text, err := p.MarshalBinary()
		return append(appendLength(b, len(text)), text...), err
	}
	if v := reflect.ValueOf(part); v.Kind() == reflect.Pointer {
		if b, err = appendValue(b, v.Elem()); err == nil {
			return b, nil
		}
	}
	return nil, fmt.Errorf("learner: a %T cannot be saved", part)
}

// appendValue appends a value: a list as its length and its elements, a number in 8 bytes.
func appendValue(b []byte, v reflect.Value) (_ []byte, err error) {
	switch v.Kind() {
	case reflect.Bool:
		return binary.Append(b, binary.LittleEndian, v.Bool())
	case reflect.Int:
		return binary.LittleEndian.AppendUint64(b, uint64(v.Int())), nil
	case reflect.Uint64:
		return binary.LittleEndian.AppendUint64(b, v.Uint()), nil
	case reflect.Float64:
		return binary.LittleEndian.AppendUint64(b, math.Float64bits(v.Float())), nil
	case reflect.String:
		return append(appendLength(b, v.Len()), v.String()...), nil
	case reflect.Slice:
		if v.IsNil() {
			return appendLength(b, absent), nil
		}
		b = appendLength(b, v.Len())
		if isPlain(v.Type()) {
			return binary.Append(b, binary.LittleEndian, v.Interface())
		}
		for i := range v.Len() {
			if b, err = appendValue(b, v.Index(i)); err != nil {
				return nil, err
			}
		}
		return b, nil
	}
	return nil, errState
}

// isPlain reports whether package binary copies all elements of a list at once.
func isPlain(list reflect.Type) bool {
	kind := list.Elem().Kind()
	return kind == reflect.Float64 || kind == reflect.Int32
}

// absent is the length of a nil list.
const absent = -1

func appendLength(b []byte, n int) []byte {
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
	default:
		r.value(reflect.ValueOf(part).Elem()) // Resume catches the panic of what is no pointer
	}
}

// value reads a value into v.
func (r *reading) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(r.bytes(1)[0] != 0)
	case reflect.Int:
		v.SetInt(int64(r.uint64()))
	case reflect.Uint64:
		v.SetUint(r.uint64())
	case reflect.Float64:
		v.SetFloat(math.Float64frombits(r.uint64()))
	case reflect.String:
		v.SetString(string(r.bytes(r.length(1))))
	case reflect.Slice:
		r.list(v)
	default:
		r.fail()
	}
}

// list reads a list into v, in place if it has that length already.
func (r *reading) list(v reflect.Value) {
	size := min(8, int(v.Type().Elem().Size())) // bytes of an element, at least
	n := r.length(size)
	switch {
	case n == absent:
		v.SetZero()
		return
	case n != v.Len() || v.IsNil():
		v.Set(reflect.MakeSlice(v.Type(), n, n))
	}
	if isPlain(v.Type()) {
		_, _ = binary.Decode(r.bytes(n*size), binary.LittleEndian, v.Interface()) // long enough
		return
	}
	for i := range n {
		r.value(v.Index(i))
	}
}

// length reads the length of a list. It fails if fewer than length·size bytes are left.
func (r *reading) length(size int) int {
	n := int64(r.uint64())
	if n < absent || n > int64(len(r.b)/size) {
		r.fail()
		return absent
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
