package learner

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/wire"
)

// Decode sets l's exported fields from params, a JSON object or nothing; fields
// that it does not name keep their values. The tags of a field are
//
//	json:"lambda"          its name as a parameter; "-": none
//	help:"…"               one line for people
//	range:"(0,inf)"        the interval that a number must lie in
//	enum:"joint,marginal"  the only values of a string
//	when:"solver=cut"      may be set only then
//
// and its type is float64, int, bool or string. Decode is strict: an unknown or
// repeated name, a value of another type, outside its range, or set although its
// condition does not hold is an error that wraps wire.ErrParams, after which
// the fields of l are in no particular state.
func Decode(l Learner, params []byte) error {
	if err := decode(schema(l), params); err != nil {
		return fmt.Errorf("learner: %w: %w", wire.ErrParams, err)
	}
	return nil
}

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
		return unknown("parameter", name, names(fields))
	}
	p := &fields[i]
	if p.set {
		return fmt.Errorf("parameter %q is set twice", name)
	}
	if p.set = p.assign(value); !p.set {
		return fmt.Errorf("parameter %q: want %s %s, got %s", name, article(p.Type), p.Type, spell(value))
	}
	if why := p.admits(); why != "" {
		return fmt.Errorf("parameter %q: %s", name, why)
	}
	return nil
}

// assign sets the field, if the value is of its type.
func (p *field) assign(value any) bool {
	switch v := value.(type) {
	case bool:
		if p.Type == "boolean" {
			p.value.SetBool(v)
			return true
		}
	case string:
		if p.Type == "string" {
			p.value.SetString(v)
			return true
		}
	case json.Number:
		return p.assignNumber(v)
	}
	return false
}

func (p *field) assignNumber(v json.Number) bool {
	if i, err := v.Int64(); err == nil && p.Type == "integer" {
		p.value.SetInt(i)
		return true
	}
	f, err := v.Float64()
	switch {
	case err != nil:
		return false
	case p.Type == "number":
		p.value.SetFloat(f)
		return true
	case p.Type == "integer" && f == math.Trunc(f) && math.Abs(f) < 1<<53: // such as 1e3
		p.value.SetInt(int64(f))
		return true
	}
	return false
}

// checkConditions refuses what was set without effect: somebody would believe
// that it had one.
func checkConditions(fields []field) error {
	for _, p := range fields {
		if !p.set || p.When == "" {
			continue
		}
		i := slices.IndexFunc(fields, func(f field) bool { return f.Name == p.whenName })
		if have := fields[i].text(); have != p.is {
			return fmt.Errorf("parameter %q has a meaning only when %s, but %s is %s", p.Name, p.When, p.whenName, have)
		}
	}
	return nil
}

// unknown is the error for a name that is none of names.
func unknown(what, name string, names []string) error {
	hint := "there are none"
	if len(names) > 0 {
		hint = "there are " + strings.Join(names, ", ")
	}
	if near := wire.Nearest(name, names); near != "" {
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

func article(noun string) string {
	if strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an"
	}
	return "a"
}

// spell returns a decoded JSON value as it was written.
func spell(value any) string {
	b, err := json.Marshal(value)
	if err != nil || len(b) > 60 {
		return fmt.Sprintf("%T", value)
	}
	return string(b)
}
