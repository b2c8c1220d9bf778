package record

import (
	"reflect"
	"sync"
)

var fieldsByType sync.Map // of []int

// fieldsOf returns the fields of a struct that are part of a line.
func fieldsOf(t reflect.Type) []int {
	if known, ok := fieldsByType.Load(t); ok {
		return known.([]int)
	}
	var fields []int
	for i := range t.NumField() {
		if f := t.Field(i); f.IsExported() && f.Tag.Get("json") != "-" {
			fields = append(fields, i)
		}
	}
	fieldsByType.Store(t, fields)
	return fields
}
