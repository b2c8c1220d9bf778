package param

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Decode sets the exported fields of the struct that to points to from args, a JSON
// object or nothing; fields that it does not name keep their values. The tags of a
// field are
//
//	json:"lambda"          its name as a parameter; "-": none
//	help:"…"               one line for people
//	range:"(0,inf)"        the interval that a number must lie in
//	enum:"joint,marginal"  the only values of a string
//	when:"solver=cut"      may be set only then; of several values: when:"solver=cut,lp"
//
// and its type is float64, an integer, bool, string, a slice or array of these, or
// [json.RawMessage] for any value; those of an embedded struct are the outer one's. Decode is strict: an unknown or repeated name, a
// value of another type (also within a list, and a list of another length than its
// array), outside its range, or set although its condition does not hold is an error,
// after which the fields are in no particular state. A slice that is set is a new one.
func Decode(to any, args []byte) error { return decode(schema(to), args) }

func decode(fields []field, params []byte) error {
	if len(bytes.TrimSpace(params)) == 0 {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(params))
	d.UseNumber()
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return fmt.Errorf("want a JSON object, got %.80q", params)
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return fmt.Errorf("not JSON: %w", err)
		}
		var value any
		if err := d.Decode(&value); err != nil {
			return fmt.Errorf("%s: not JSON: %w", name, err)
		}
		if err := setField(fields, name.(string), value); err != nil {
			return err
		}
	}
	if _, err := d.Token(); err != nil {
		return fmt.Errorf("not JSON: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the JSON object")
	}
	return checkConditions(fields)
}

func setField(fields []field, name string, value any) error {
	i := slices.IndexFunc(fields, func(f field) bool { return f.Name == name })
	if i < 0 {
		return Unknown("parameter", name, names(fields))
	}
	p := &fields[i]
	if p.set {
		return fmt.Errorf("parameter %q is set twice", name)
	}
	if p.set = assign(p.value, value); !p.set {
		return fmt.Errorf("parameter %q: want %s, got %s", name, wanted(p.value.Type()), spell(value))
	}
	if why := p.admits(); why != "" {
		return fmt.Errorf("parameter %q: %s", name, why)
	}
	return nil
}

// checkConditions refuses what was set without effect: somebody would believe
// that it had one.
func checkConditions(fields []field) error {
	for _, p := range fields {
		if !p.set || p.When == "" {
			continue
		}
		i := slices.IndexFunc(fields, func(f field) bool { return f.Name == p.whenName })
		if have := fields[i].text(); !slices.Contains(p.is, have) {
			return fmt.Errorf("parameter %q has a meaning only when %s, but %s is %s", p.Name, p.When, p.whenName, have)
		}
	}
	return nil
}

// Unknown is the error for a name that is none of names: it proposes the nearest, or
// lists them.
func Unknown(what, name string, names []string) error {
	hint := "there are none"
	if len(names) > 0 {
		hint = "there are " + strings.Join(names, ", ")
	}
	if near := Nearest(name, names); near != "" {
		hint = fmt.Sprintf("did you mean %q?", near)
	}
	return fmt.Errorf("unknown %s %q: %s", what, name, hint)
}

func names(fields []field) []string {
	list := make([]string, len(fields))
	for i, f := range fields {
		list[i] = f.Name
	}
	return list
}

// spell returns a decoded JSON value as it was written.
func spell(value any) string {
	b, err := json.Marshal(value)
	if err != nil || len(b) > 60 {
		return fmt.Sprintf("%T", value)
	}
	return string(b)
}
