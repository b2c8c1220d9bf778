package param

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
)

// A field is one parameter: an exported field of a struct.
type field struct {
	Parameter
	value    reflect.Value
	interval Interval
	whenName string   // the parameter named in When
	is       []string // its values allowed by When
	set      bool
}

// Of returns the parameters of a struct, in the order of its fields; to points to the struct.
// See [Decode] for the tags. The present values are the defaults. It panics on an invalid tag.
func Of(to any) []Parameter {
	var list []Parameter
	for _, f := range schema(to) {
		list = append(list, f.Parameter)
	}
	return list
}

func schema(to any) []field {
	v := reflect.ValueOf(to)
	if v.Kind() != reflect.Pointer || v.Elem().Kind() != reflect.Struct {
		panic(fmt.Sprintf("param: %T is no pointer to a struct", to))
	}
	fields := fieldsOf(v.Elem())
	for i := range fields {
		fields[i].checkTags(fields)
	}
	return fields
}

// fieldsOf returns the fields of a struct. It puts those of an embedded struct in its place.
func fieldsOf(v reflect.Value) []field {
	var fields []field
	for i := range v.NumField() {
		f := v.Type().Field(i)
		tag, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && f.Type.Kind() == reflect.Struct:
			fields = append(fields, fieldsOf(v.Field(i))...)
			continue
		case !f.IsExported() || tag == "-":
			continue
		case tag == "":
			tag = strings.ToLower(f.Name)
		}
		fields = append(fields, newField(tag, f, v.Field(i)))
	}
	return fields
}

func newField(name string, f reflect.StructField, v reflect.Value) field {
	p := field{value: v, Parameter: Parameter{
		Name: name, Type: typeName(f.Type), Help: f.Tag.Get("help"), Range: f.Tag.Get("range"),
		When: f.Tag.Get("when"),
	}}
	if p.Type == "" && f.Type != anyValue {
		panic(fmt.Sprintf("param: %q is a %s; it must be float64, an integer, bool, string, "+
			"a slice or array of these, or json.RawMessage", name, f.Type))
	}
	if enum := f.Tag.Get("enum"); enum != "" {
		p.Enum = strings.Split(enum, ",")
	}
	if p.Range != "" {
		var ok bool
		if p.interval, ok = ParseInterval(p.Range); !ok {
			panic(fmt.Sprintf("param: %q has range %q, want an interval such as (0,inf) or [0,1]",
				name, p.Range))
		}
	}
	p.Default = p.json()
	return p
}

func typeName(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Float64:
		return "number"
	case reflect.Int, reflect.Int64, reflect.Uint64:
		return "integer"
	case reflect.Bool:
		return "boolean"
	case reflect.String:
		return "string"
	case reflect.Slice, reflect.Array:
		if typeName(t.Elem()) != "" {
			return "list"
		}
	}
	return "" // includes uint8, and so json.RawMessage
}

// checkTags panics unless the tags of p fit its type, its default and the other fields.
func (p *field) checkTags(fields []field) {
	mistake := func(format string, args ...any) {
		panic(fmt.Sprintf("param: %q: ", p.Name) + fmt.Sprintf(format, args...))
	}
	if len(p.Enum) > 0 && p.Type != "string" || p.Range != "" && p.Type != "number" &&
		p.Type != "integer" {
		mistake("enum is for strings and range for numbers, this is a %s", p.Type)
	}
	if why := p.admits(); why != "" {
		mistake("its default %s", why)
	}
	if &fields[index(fields, p.Name)] != p {
		mistake("two fields of this name")
	}
	if p.When == "" {
		return
	}
	name, values, _ := strings.Cut(p.When, "=")
	p.whenName, p.is = name, strings.Split(values, ",")
	i := index(fields, p.whenName)
	if i < 0 || name == p.Name {
		mistake("when %q names no other parameter", p.When)
	}
	none := func(is string) bool { return !slices.Contains(fields[i].Enum, is) }
	if enum := fields[i].Enum; len(enum) > 0 && slices.ContainsFunc(p.is, none) {
		mistake("when %q: %s is one of %s", p.When, p.whenName, strings.Join(enum, ", "))
	}
}

// admits says why the present value is invalid; "" if it is valid.
func (p *field) admits() string {
	switch {
	case p.Range != "" && !p.interval.Contains(p.number()):
		return fmt.Sprintf("%s is outside %s", p.json(), p.Range)
	case len(p.Enum) > 0 && !slices.Contains(p.Enum, p.value.String()):
		return fmt.Sprintf("%s is none of %s", p.json(), strings.Join(p.Enum, ", "))
	}
	return ""
}

func (p *field) number() float64 {
	switch {
	case p.value.CanInt():
		return float64(p.value.Int())
	case p.value.CanUint():
		return float64(p.value.Uint())
	}
	return p.value.Float()
}

// json returns the present value as JSON: infinity as null (JSON has no infinity), a nil list
// as an empty one.
func (p *field) json() json.RawMessage {
	if p.Type == "number" && math.IsInf(p.value.Float(), 0) {
		return json.RawMessage("null")
	}
	if p.value.Kind() == reflect.Slice && p.Type == "list" && p.value.IsNil() {
		return json.RawMessage("[]")
	}
	b, err := json.Marshal(p.value.Interface())
	if err != nil {
		panic(fmt.Sprintf("param: %q: %v", p.Name, err))
	}
	return b
}

// text returns the present value in the spelling of a when tag.
func (p *field) text() string {
	if p.Type == "string" {
		return p.value.String()
	}
	return string(p.json())
}
