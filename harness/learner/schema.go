package learner

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/spbench/spbench/harness/wire"
)

// A field is one hyper-parameter: an exported field of a learner's struct.
type field struct {
	wire.Parameter
	value         reflect.Value
	interval      interval
	whenName, is  string // the two sides of When
	hasRange, set bool
}

// An interval is a range of numbers; an end is open or closed.
type interval struct {
	lo, hi         float64
	openLo, openHi bool
}

func (r interval) contains(v float64) bool {
	return (v > r.lo || v == r.lo && !r.openLo) && (v < r.hi || v == r.hi && !r.openHi)
}

// schema returns the hyper-parameters of l in the order of its fields. A tag
// that makes no sense is its author's mistake and panics.
func schema(l Learner) []field {
	v := reflect.ValueOf(l)
	if v.Kind() != reflect.Pointer || v.Elem().Kind() != reflect.Struct {
		panic(fmt.Sprintf("learner: %T is no pointer to a struct", l))
	}
	v = v.Elem()
	var fields []field
	for i := range v.NumField() {
		f := v.Type().Field(i)
		tag, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if !f.IsExported() || tag == "-" {
			continue
		}
		if tag == "" {
			tag = strings.ToLower(f.Name)
		}
		fields = append(fields, newField(tag, f, v.Field(i)))
	}
	for i := range fields {
		fields[i].checkTags(fields)
	}
	return fields
}

func newField(name string, f reflect.StructField, v reflect.Value) field {
	p := field{value: v, Parameter: wire.Parameter{
		Name: name, Type: typeName(f.Type), Help: f.Tag.Get("help"), Range: f.Tag.Get("range"), When: f.Tag.Get("when"),
	}}
	if p.Type == "" {
		panic(fmt.Sprintf("learner: parameter %q is a %s; it must be float64, int, bool or string", name, f.Type))
	}
	if enum := f.Tag.Get("enum"); enum != "" {
		p.Enum = strings.Split(enum, ",")
	}
	if p.Range != "" {
		p.interval, p.hasRange = parseInterval(p.Range)
		if !p.hasRange {
			panic(fmt.Sprintf("learner: parameter %q has range %q, want an interval such as (0,inf) or [0,1]", name, p.Range))
		}
	}
	p.Default = p.json()
	return p
}

func typeName(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Float64:
		return "number"
	case reflect.Int, reflect.Int64:
		return "integer"
	case reflect.Bool:
		return "boolean"
	case reflect.String:
		return "string"
	}
	return ""
}

// checkTags panics unless the tags of p fit its type, its default and the other fields.
func (p *field) checkTags(fields []field) {
	mistake := func(format string, args ...any) {
		panic(fmt.Sprintf("learner: parameter %q: ", p.Name) + fmt.Sprintf(format, args...))
	}
	if len(p.Enum) > 0 && p.Type != "string" || p.hasRange && p.Type != "number" && p.Type != "integer" {
		mistake("enum is for strings and range for numbers, this is a %s", p.Type)
	}
	if why := p.admits(); why != "" {
		mistake("its default %s", why)
	}
	same := func(f field) bool { return f.Name == p.Name }
	if first := slices.IndexFunc(fields, same); &fields[first] != p {
		mistake("two fields of this name")
	}
	if p.When == "" {
		return
	}
	p.whenName, p.is, _ = strings.Cut(p.When, "=")
	i := slices.IndexFunc(fields, func(f field) bool { return f.Name == p.whenName })
	if i < 0 || i == slices.IndexFunc(fields, same) {
		mistake("when %q names no other parameter", p.When)
	}
	if enum := fields[i].Enum; len(enum) > 0 && !slices.Contains(enum, p.is) {
		mistake("when %q: %s is one of %s", p.When, p.whenName, strings.Join(enum, ", "))
	}
}

// admits says what is wrong with the present value; "" if nothing.
func (p *field) admits() string {
	switch {
	case p.hasRange && !p.interval.contains(p.number()):
		return fmt.Sprintf("%s is outside %s", p.json(), p.Range)
	case len(p.Enum) > 0 && !slices.Contains(p.Enum, p.value.String()):
		return fmt.Sprintf("%s is none of %s", p.json(), strings.Join(p.Enum, ", "))
	}
	return ""
}

func (p *field) number() float64 {
	if p.Type == "integer" {
		return float64(p.value.Int())
	}
	return p.value.Float()
}

// json returns the present value as JSON; infinity, which JSON lacks, as null.
func (p *field) json() json.RawMessage {
	if p.Type == "number" && math.IsInf(p.value.Float(), 0) {
		return json.RawMessage("null")
	}
	b, err := json.Marshal(p.value.Interface())
	if err != nil {
		panic(fmt.Sprintf("learner: parameter %q: %v", p.Name, err))
	}
	return b
}

// text returns the present value as a when tag writes it.
func (p *field) text() string {
	if p.Type == "string" {
		return p.value.String()
	}
	return string(p.json())
}

func parseInterval(s string) (r interval, ok bool) {
	if len(s) < 2 || !strings.ContainsRune("([", rune(s[0])) || !strings.ContainsRune(")]", rune(s[len(s)-1])) {
		return r, false
	}
	lo, hi, found := strings.Cut(s[1:len(s)-1], ",")
	r.openLo, r.openHi = s[0] == '(', s[len(s)-1] == ')'
	var errLo, errHi error
	r.lo, errLo = strconv.ParseFloat(strings.TrimSpace(lo), 64)
	r.hi, errHi = strconv.ParseFloat(strings.TrimSpace(hi), 64)
	return r, found && errLo == nil && errHi == nil && r.lo <= r.hi
}
