package wire

import (
	"encoding/binary"
	"fmt"
	"go/token"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unsafe"

	"github.com/spbench/spbench/harness/sp"
)

// A message and its plain value have fields of the same names. The case may differ, as in MAP and
// Map. The name of a text may end in Json. Functions encode and decode copy these fields with
// their content: other messages, lists of messages, numbers, texts and arrays. Arrays are bytes in
// a message. Fields of one side only are left out. A call takes some microseconds.

// encode returns the message of a plain value.
func encode[M, V any](v *V) *M {
	m := new(M)
	encodeInto(m, v)
	return m
}

// encodeInto encodes a plain value into a message. It uses the memory of its arrays again.
func encodeInto[M, V any](m *M, v *V) {
	_ = mirror(reflect.ValueOf(m).Elem(), reflect.ValueOf(v).Elem()) // only decoding fails
}

// decode returns the plain value of a message. It fails if an array is cut short. It may share
// memory with m, except for arrays.
func decode[V, M any](m *M) (v V, err error) {
	if err = mirror(reflect.ValueOf(&v).Elem(), reflect.ValueOf(m)); err != nil {
		err = fmt.Errorf("%s", err.Error()[1:]) // without the first point
	}
	return v, err
}

// mirror copies from into to, a zero value. A message may have arrays of an earlier call. An absent
// message stays a zero value.
func mirror(to, from reflect.Value) (err error) {
	switch t := to.Type(); {
	case t == from.Type():
		to.Set(from)
	case from.Kind() == reflect.Pointer:
		if !from.IsNil() {
			return mirror(to, from.Elem())
		}
	case to.Kind() == reflect.Pointer:
		to.Set(reflect.New(t.Elem()))
		return mirror(to.Elem(), from)
	case to.Kind() == reflect.Struct:
		for _, p := range twins(t, from.Type()) {
			if err := mirror(to.FieldByIndex(p.to), from.FieldByIndex(p.from)); err != nil {
				return fmt.Errorf(".%s%w", p.name, err)
			}
		}
	case width(from.Type()) > 0:
		bytes := append(to.Bytes()[:0], memory(from)...)
		inOrder(bytes, width(from.Type()))
		to.SetBytes(bytes)
	case width(t) > 0:
		b, size := from.Bytes(), int(t.Elem().Size())
		if len(b)%size != 0 {
			return fmt.Errorf(": %d bytes are not a whole number of %d-byte entries", len(b), size)
		}
		if n := len(b) / size; n > 0 { // an absent array is nil
			to.Set(reflect.MakeSlice(t, n, n))
			copy(memory(to), b)
			inOrder(memory(to), width(t))
		}
	case to.Kind() == reflect.Slice && from.Kind() == reflect.Slice && !isBytes(t):
		for i := 0; i < from.Len() && err == nil; i++ {
			to.Set(reflect.Append(to, reflect.Zero(t.Elem())))
			err = mirror(to.Index(i), from.Index(i))
		}
	default: // a number, or a text as a string or as bytes
		to.Set(from.Convert(t))
	}
	return err
}

// width returns the bytes of a number in an array of type t; 0: it is no array.
func width(t reflect.Type) int {
	switch t {
	case reflect.TypeFor[[]int32](), reflect.TypeFor[[]float32](), reflect.TypeFor[[]sp.Edge]():
		return 4
	case reflect.TypeFor[[]float64]():
		return 8
	}
	return 0
}

func isBytes(t reflect.Type) bool {
	return t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8
}

// memory returns the bytes of an array, as this machine has them.
func memory(array reflect.Value) []byte {
	return unsafe.Slice((*byte)(array.UnsafePointer()),
		array.Len()*int(array.Type().Elem().Size()))
}

// littleEndian reports whether this machine has the order of messages.
var littleEndian = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

// inOrder changes numbers between the order of this machine and that of messages.
func inOrder(bytes []byte, width int) {
	for i := 0; !littleEndian && i < len(bytes); i += width {
		slices.Reverse(bytes[i : i+width])
	}
}

// A twin is the indices of a field and of its counterpart.
type twin struct {
	name     string // in a message
	to, from []int
}

// known are the twins of two structs, by their types.
var known sync.Map

// twins returns the fields that two structs have both.
func twins(to, from reflect.Type) (list []twin) {
	if list, ok := known.Load([2]reflect.Type{to, from}); ok {
		return list.([]twin)
	}
	for _, f := range reflect.VisibleFields(from) {
		of, ok := to.FieldByNameFunc(twinOf(f.Name))
		if ok && f.IsExported() && !differ(of.Type, f.Type) && !differ(f.Type, of.Type) {
			list = append(list, twin{strings.ToLower(f.Name), of.Index, f.Index})
		}
	}
	known.Store([2]reflect.Type{to, from}, list)
	return list
}

// twinOf reports whether a field is the one on the other side of a field of that name.
func twinOf(field string) func(name string) bool {
	plain := func(name string) string { return strings.ToLower(strings.TrimSuffix(name, "Json")) }
	return func(name string) bool {
		return token.IsExported(name) && plain(name) == plain(field)
	}
}

// differ reports whether a is bytes, and b a list without numbers.
func differ(a, b reflect.Type) bool {
	return isBytes(a) && b.Kind() == reflect.Slice && !isBytes(b) && width(b) == 0
}
