package wire

import (
	"go/token"
	"reflect"
	"strings"
	"sync"
)

// A small message and its plain value have fields of the same names. The case may differ, as in MAP
// and Map. The name of a text may end in Json. Functions encode and decode copy these fields with
// their content: other messages, lists of messages, numbers and texts. They leave out arrays and
// fields of one side only.
//
// They take some microseconds. Code by hand encodes frequent messages.

// encode returns the message of a plain value, without arrays.
func encode[M, V any](v *V) *M {
	m := new(M)
	mirror(reflect.ValueOf(m).Elem(), reflect.ValueOf(v).Elem())
	return m
}

// decode returns the plain value of a message, without arrays. It may share memory with m.
func decode[V, M any](m *M) (v V) {
	mirror(reflect.ValueOf(&v).Elem(), reflect.ValueOf(m))
	return v
}

// mirror copies from into to, a zero value. An absent message stays a zero value.
func mirror(to, from reflect.Value) {
	switch {
	case to.Type() == from.Type():
		to.Set(from)
	case from.Kind() == reflect.Pointer:
		if !from.IsNil() {
			mirror(to, from.Elem())
		}
	case to.Kind() == reflect.Pointer:
		to.Set(reflect.New(to.Type().Elem()))
		mirror(to.Elem(), from)
	case to.Kind() == reflect.Struct:
		for _, p := range twins(to.Type(), from.Type()) {
			mirror(to.FieldByIndex(p.to), from.FieldByIndex(p.from))
		}
	case isList(to.Type()):
		for i := range from.Len() {
			to.Set(reflect.Append(to, reflect.Zero(to.Type().Elem())))
			mirror(to.Index(i), from.Index(i))
		}
	default: // a number, or a text as a string or as bytes
		to.Set(from.Convert(to.Type()))
	}
}

// A twin is the indices of a field and of its counterpart.
type twin struct{ to, from []int }

// known are the twins of two structs, by their types.
var known sync.Map

// twins returns the fields that two structs have both.
func twins(to, from reflect.Type) (list []twin) {
	if list, ok := known.Load([2]reflect.Type{to, from}); ok {
		return list.([]twin)
	}
	for _, f := range reflect.VisibleFields(from) {
		of, ok := to.FieldByNameFunc(twinOf(f.Name))
		if ok && f.IsExported() && !isArray(of.Type, f.Type) {
			list = append(list, twin{of.Index, f.Index})
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

// isList reports whether t is a slice of anything but bytes.
func isList(t reflect.Type) bool {
	return t.Kind() == reflect.Slice && t.Elem().Kind() != reflect.Uint8
}

// isArray reports whether one side has a list where the other has its bytes.
func isArray(a, b reflect.Type) bool {
	return a.Kind() == reflect.Slice && b.Kind() == reflect.Slice && isList(a) != isList(b)
}
