package suite

import (
	"cmp"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/suite/yamltree"

	"github.com/spbench/spbench/harness/param"
)

// A schema is a part of a JSON Schema.
type schema = map[string]any

// Schema returns a JSON Schema (2020-12) of suite files with the names in the catalogue, for
// editors. It has the keys of the reader and the declared parameters. Conditions on several values,
// such as equal lengths, are left to the reader.
func Schema(c Catalogue) ([]byte, error) {
	c.Decoders = c.decoders()
	root := c.form(reflect.TypeFor[file](), &key{})
	root["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	root["title"] = "spbench suite"
	return json.MarshalIndent(root, "", "  ")
}

// form returns the schema of a key of type t.
func (c *Catalogue) form(t reflect.Type, k *key) (s schema) {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	named, isNamed := reflect.Zero(t).Interface().(interface{ keys() reflect.Type })
	switch {
	case isNamed:
		s = c.itemForm(k.tag("of"), named.keys())
	case t == labelled:
		s = schema{"type": "object", "minProperties": 1}
	case t.Kind() == reflect.Slice:
		item := c.form(t.Elem(), k)
		s = schema{"type": "array", "items": item, "uniqueItems": k.tag("distinct") != ""}
		if k.tag("none") == "" {
			s["minItems"] = 1
		}
		if k.tag("one") != "" {
			s = either(item, s)
		}
		if k.tag("upto") != "" {
			s = either(parameter(*k.count()), s)
		}
	case t.Kind() == reflect.Struct:
		s = c.mappingForm(t, k)
	default:
		s = parameter(k.Parameter)
		if k.Type == "string" && k.Enum == nil {
			s["pattern"] = cmp.Or(k.tag("pattern"), ".")
		}
		if m, ok := measures[k.tag("measure")]; ok {
			s = either(s, schema{"type": "string", "pattern": m.pattern})
		}
	}
	s["description"] = k.Help
	return tidy(s)
}

// tidy removes empty members.
func tidy(s schema) schema {
	maps.DeleteFunc(s, func(_ string, v any) bool {
		of := reflect.ValueOf(v)
		return slices.Contains([]reflect.Kind{reflect.String, reflect.Slice, reflect.Map}, of.Kind()) &&
			of.Len() == 0
	})
	return s
}

// mappingForm returns the schema of a mapping with the keys of a struct, or its short form.
func (c *Catalogue) mappingForm(t reflect.Type, k *key) schema {
	keys, short := keysOf(t)
	var forms, alone, named []schema
	for _, x := range short {
		forms = append(forms, c.form(x.in.Type, &x))
	}
	var need []string
	with := map[string][]string{}
	for _, x := range keys {
		if x.tag("need") == "yes" {
			need = append(need, x.Name)
		}
		if others := x.tag("alone"); others != "" {
			names := append(strings.Fields(others), x.Name)
			one := schema{"required": []string{x.Name}}
			named = append(named, maps.Clone(one))
			one["propertyNames"] = schema{"enum": names}
			alone = append(alone, one)
		}
		if other := x.tag("with"); other != "" && other != "split" { // see [key]
			with[x.Name] = []string{other}
		}
	}
	s := closed(c.properties(keys))
	s["dependentRequired"], s["required"] = with, need
	if k.tag("least") != "" {
		s["minProperties"] = 1
	}
	if len(alone) > 0 && len(alone) < len(keys) {
		others := tidy(schema{"required": need, "not": either(named...)})
		alone, s["required"] = append(alone, others), ""
	}
	if s["anyOf"] = alone; len(keys) > 0 || forms == nil {
		forms = append(forms, tidy(s))
	}
	return either(forms...)
}

func (c *Catalogue) properties(keys []key) schema {
	s := schema{}
	for _, k := range keys {
		s[k.Name] = c.form(k.in.Type, &k)
	}
	return s
}

// free matches names of datasets and learners that are paths or commands, with any arguments.
var free = map[string]string{"dataset": "[./]", "learner": "[/ ]"}

// itemForm returns the schema of NAME, or NAME: {arguments}, for names in the catalogue. The keys
// own are not arguments.
func (c *Catalogue) itemForm(of string, own reflect.Type) schema {
	keys, _ := keysOf(own)
	reserved, properties, form := c.properties(keys), schema{}, parameter
	if of == "learner" {
		form = swept
	}
	any := c.mappingForm(own, &key{})
	delete(any, "additionalProperties")
	any["properties"], any["type"] = reserved, []string{"object", "null"}
	for _, e := range c.of(of) {
		args := schema{}
		for _, p := range e.Params {
			args[p.Name] = form(p)
		}
		maps.Copy(args, reserved) // the reader does not take these for arguments
		entry := maps.Clone(any)
		if entry["properties"] = args; e.Params != nil || e.Accept == nil {
			entry["additionalProperties"] = false // else only Accept checks
		}
		properties[e.Name] = entry
	}
	name, one := []schema{{"enum": names(c.of(of))}}, single(closed(properties))
	if pattern := free[of]; pattern != "" {
		name = append(name, schema{"pattern": pattern})
		one["patternProperties"] = schema{pattern: any}
	}
	return either(schema{"type": "string", "anyOf": name}, one)
}

// types are JSON names of types that differ from ours.
var types = map[string]string{"list": "array"}

// parameter returns the schema of a parameter.
func parameter(p param.Parameter) schema {
	s := schema{"type": cmp.Or(types[p.Type], p.Type), "enum": p.Enum, "description": p.Help}
	if within(s, p.Range); string(p.Default) != "null" {
		s["default"] = p.Default
	}
	return tidy(s)
}

// swept returns the schema of a value, a list of values, or a range.
func swept(p param.Parameter) schema {
	one := parameter(p)
	end := schema{"type": "number", "exclusiveMinimum": 0}
	span := schema{"type": "array", "minItems": 3, "maxItems": 3, "prefixItems": []schema{
		end, end, {"type": "integer", "minimum": 2, "maximum": maxRows}}}
	s := either(one, schema{"type": "array", "minItems": 1, "uniqueItems": true, "items": one},
		single(closed(schema{"log": span})))
	s["description"] = p.Help
	return tidy(s)
}

// within adds an interval such as "(0,1]" to the schema of a number.
func within(s schema, interval string) {
	names := [][]string{{"minimum", "exclusiveMinimum"}, {"maximum", "exclusiveMaximum"}}
	for i, end := range strings.Split(strings.Trim(interval, "([])"), ",") {
		open := strings.Contains(interval, []string{"(", ")"}[i])
		if end = strings.TrimSpace(end); yamltree.Decimal.MatchString(end) { // finite
			s[names[i][map[bool]int{true: 1}[open]]] = json.Number(end)
		}
	}
}

// closed returns the schema of a mapping with these keys and no others.
func closed(properties schema) schema {
	return schema{"type": "object", "properties": properties, "additionalProperties": false}
}

// single returns the schema of a mapping with one key.
func single(s schema) schema {
	s["minProperties"], s["maxProperties"] = 1, 1
	return s
}

// either returns the schema of one of the forms.
func either(forms ...schema) schema {
	if len(forms) == 1 {
		return forms[0]
	}
	return schema{"anyOf": forms}
}
