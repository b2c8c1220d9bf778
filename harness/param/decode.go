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

// Decode sets exported fields of a struct from args, a JSON object or nothing; to points to the
// struct. Fields not named in args keep their values. The tags of a field are
//
//	json:"lambda"          its name as a parameter; "-": none
//	help:"…"               one line for people
//	range:"(0,inf)"        the interval a number must lie in
//	enum:"joint,marginal"  the only values of a string
//	when:"solver=cut"      may be set only then; several values: when:"solver=cut,lp"
//
// and its type is float64, an integer, bool, string, a slice or array of these, or
// [json.RawMessage] for any value. Fields of an embedded struct count as fields of the outer
// one.
//
// Decode is strict. Unknown and repeated names are errors, and so are values outside their
// range or of another type, also within a list. A list must have the length of its array. A
// parameter must not be set if its condition does not hold. After an error the fields are in no
// particular state. A slice is set to a new one.
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
	i := index(fields, name)
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

// checkConditions refuses parameters set without effect: their author would believe they had
// one.
func checkConditions(fields []field) error {
	for _, p := range fields {
		if !p.set || p.When == "" {
			continue
		}
		i := index(fields, p.whenName)
		if have := fields[i].text(); !slices.Contains(p.is, have) {
			return fmt.Errorf("parameter %q has a meaning only when %s, but %s is %s", p.Name,
				p.When, p.whenName, have)
		}
	}
	return nil
}

// Unknown returns the error for a name missing from names: it proposes the nearest, or lists
// them.
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

// index returns the first field of that name, -1: there is none.
func index(fields []field, name string) int { return slices.Index(names(fields), name) }

func names(fields []field) []string {
	list := make([]string, len(fields))
	for i, f := range fields {
		list[i] = f.Name
	}
	return list
}

// spell returns a decoded JSON value in its original spelling.
func spell(value any) string {
	b, err := json.Marshal(value)
	if err != nil || len(b) > 60 {
		return fmt.Sprintf("%T", value)
	}
	return string(b)
}
