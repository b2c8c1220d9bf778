package suite

import (
	"maps"
	"strings"

	"github.com/spbench/spbench/harness/param"
)

// itemForm is NAME, or NAME: {arguments} of one of the entries, with reserved keys; a name that matches free
// may have any arguments.
func itemForm(entries []Entry, reserved schema, free string, form func(param.Parameter) schema) schema {
	properties, any := schema{}, schema{"type": []string{"object", "null"}, "properties": reserved}
	for _, e := range entries {
		args := schema{}
		for _, p := range e.Params {
			args[p.Name] = form(p)
		}
		maps.Copy(args, reserved) // which the reader takes for its own
		of := closed(args)
		of["type"] = []string{"object", "null"}
		if args["sizes"] != nil {
			of["dependentRequired"] = schema{"sizes": []string{"split"}}
		}
		if e.Params == nil && e.Accept != nil {
			delete(of, "additionalProperties") // it has the only word
		}
		properties[e.Name] = of
	}
	name, one := []schema{{"enum": names(entries)}}, single(closed(properties))
	if free != "" {
		name = append(name, schema{"pattern": free})
		one["patternProperties"] = schema{free: any}
	}
	return schema{"anyOf": []schema{{"type": "string", "anyOf": name}, one}}
}

// parameter is a value of a parameter.
func parameter(p param.Parameter) schema {
	s := schema{}
	switch p.Type {
	case "number", "integer", "boolean", "string":
		s["type"] = p.Type
	case "list":
		s["type"] = "array"
	}
	if len(p.Enum) > 0 {
		s["enum"] = p.Enum
	}
	if p.Range != "" {
		within(s, p.Range)
	}
	if p.Help != "" {
		s["description"] = p.Help
	}
	if len(p.Default) > 0 && string(p.Default) != "null" {
		s["default"] = p.Default
	}
	return s
}

// swept is a value, a list of values, or what stands for a list.
func swept(p param.Parameter) schema {
	one := parameter(p)
	span := schema{"type": "array", "minItems": 3, "maxItems": 3, "prefixItems": []schema{
		{"type": "number"}, {"type": "number"}, {"type": "integer", "minimum": 2, "maximum": maxRows}}}
	spaced := single(closed(schema{"log": span, "linear": span}))
	s := schema{"anyOf": []schema{one, {"type": "array", "minItems": 1, "uniqueItems": true, "items": one}, spaced}}
	if help := one["description"]; help != nil {
		s["description"] = help
	}
	return s
}

// within bounds a number by an interval such as "(0,1]".
func within(s schema, interval string) {
	lo, hi, _ := strings.Cut(strings.Trim(interval, "([])"), ",")
	set := func(open bool, text, closed, strict string) {
		n := &node{text: strings.TrimSpace(text)}
		if !decimal.MatchString(n.text) {
			return // infinite
		}
		n.kind = number
		key := closed
		if open {
			key = strict
		}
		s[key] = n.canonical()
	}
	set(strings.HasPrefix(interval, "("), lo, "minimum", "exclusiveMinimum")
	set(strings.HasSuffix(interval, ")"), hi, "maximum", "exclusiveMaximum")
}
