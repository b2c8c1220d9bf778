package param

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
)

// anyValue is the type of a parameter of any JSON value, which its owner decodes.
var anyValue = reflect.TypeFor[json.RawMessage]()

// assign sets to from value, decoded JSON. It returns false if the type does not match.
func assign(to reflect.Value, value any) bool {
	if to.Type() == anyValue {
		text, err := json.Marshal(value)
		to.SetBytes(text)
		return err == nil
	}
	switch v := value.(type) {
	case []any:
		return assignList(to, v)
	case bool:
		if to.Kind() == reflect.Bool {
			to.SetBool(v)
			return true
		}
	case string:
		if to.Kind() == reflect.String {
			to.SetString(v)
			return true
		}
	case json.Number:
		return assignNumber(to, v)
	}
	return false
}

// assignList sets a slice, or an array of exactly this length. A slice is set to a new one,
// because others may hold the default slice.
func assignList(to reflect.Value, list []any) bool {
	switch to.Kind() {
	case reflect.Slice:
		to.Set(reflect.MakeSlice(to.Type(), len(list), len(list)))
	case reflect.Array:
		if to.Len() != len(list) {
			return false
		}
	default:
		return false
	}
	for i, v := range list {
		if !assign(to.Index(i), v) {
			return false
		}
	}
	return true
}

func assignNumber(to reflect.Value, v json.Number) bool {
	if i, err := v.Int64(); err == nil && to.CanInt() {
		to.SetInt(i)
		return true
	}
	if i, err := strconv.ParseUint(v.String(), 10, 64); err == nil && to.CanUint() {
		to.SetUint(i)
		return true
	}
	f, err := v.Float64()
	switch {
	case err != nil:
		return false
	case to.CanFloat():
		to.SetFloat(f)
		return true
	case f != math.Trunc(f) || math.Abs(f) >= 1<<53:
	case to.CanInt(): // such as 1e3
		to.SetInt(int64(f))
		return true
	case to.CanUint() && f >= 0:
		to.SetUint(uint64(f))
		return true
	}
	return false
}

// wanted describes a value of type t with its article, such as "a list of 2 integers".
func wanted(t reflect.Type) string {
	switch name := typeName(t); {
	case t.Kind() == reflect.Array:
		return fmt.Sprintf("a list of %d %ss", t.Len(), typeName(t.Elem()))
	case t.Kind() == reflect.Slice:
		return fmt.Sprintf("a list of %ss", typeName(t.Elem()))
	case strings.ContainsRune("aeiou", rune(name[0])):
		return "an " + name
	default:
		return "a " + name
	}
}
