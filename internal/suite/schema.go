package suite

import (
	"encoding/json"
	"fmt"
	"slices"
)

// A schema is a part of a JSON Schema.
type schema = map[string]any

// Schema returns a JSON Schema (2020-12) of suite files that name what is in the catalogue, for editors. It knows the keys
// that the reader knows and the parameters as they are declared; what depends on several values at once, such as equal
// lengths, it leaves to the reader.
func Schema(c Catalogue) ([]byte, error) {
	forms := c.forms()
	properties := schema{}
	for _, key := range keys {
		if forms[key] == nil {
			return nil, fmt.Errorf("suite: schema: nothing is known of the key %s", key)
		}
		properties[key] = forms[key]
	}
	root := closed(properties)
	root["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	root["title"] = "spbench suite"
	root["required"] = []string{"datasets", "learners"}
	return json.MarshalIndent(root, "", "  ")
}

// forms returns what may stand under each key of a suite.
func (c *Catalogue) forms() map[string]schema {
	features := itemForm(c.Features, nil, "", parameter)
	outputs := slices.Clone(c.Outputs)
	for _, l := range c.Learners {
		outputs = append(outputs, l.Outputs...)
	}
	output := listOf(itemForm(outputs, reserved(outputKeys, schema{"as": label, "reveal": reveal}), "", parameter))
	learner := reserved(learnerKeys, schema{"as": label, "outputs": output, "aa": flagged, on: schema{"type": "object", "minProperties": 1}})
	oracles := oneOrMore(itemForm(c.Oracles, reserved(oracleKeys, schema{"as": label}), "", parameter))
	learner[zip] = schema{"type": "object", "minProperties": 2}
	split := splitForm()
	return map[string]schema{
		"suite": {"type": "string", "pattern": "^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,63}$", "description": "name of the run folder"},
		"about": {"type": "string", "minLength": 1, "description": "one line for the table's caption"},
		"datasets": listOf(itemForm(c.Datasets, reserved(datasetKeys, schema{
			"as": label, "split": schema{"anyOf": []schema{split, listOf(split)}}, "sizes": listOf(count), "features": features, "oracle": oracles}), "[./]", parameter)),
		"features":   features,
		"loss":       itemForm(c.Metrics, schema{"as": label}, "", parameter),
		"metrics":    {"type": "array", "items": itemForm(c.Metrics, schema{"as": label}, "", parameter)},
		"train-loss": itemForm(c.Losses, nil, "", parameter),
		"learners":   listOf(itemForm(c.Learners, learner, "[/ ]", swept)),
		"against":    label, "rope": positive, "outputs": output, "oracle": oracles,
		"budget": oneOrMore(budgetForm()),
		"limits": least(mappingOf(limitKeys, schema{"seconds": seconds, "memory": schema{"type": []string{"number", "string"}}, "threads": count, "processes": count, "files": count})),
		"box":    {"anyOf": []schema{{"enum": kinds()}, least(mappingOf(boxKeys, schema{"kind": schema{"enum": kinds()}, "paths": listOf(label)}))}},
		"tune":   mappingOf(tuneKeys, schema{"fraction": schema{"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1}, "extend": schema{"enum": []int{0, 1, 2}}, "over": listOf(label)}),
		"seeds":  {"anyOf": []schema{seeds, mappingOf(seedKeys, schema{"split": seeds, "learner": seeds, "tune": seeds})}},
		"curve":  mappingOf(curveKeys, schema{"first": positive, "factor": schema{"type": "number", "exclusiveMinimum": 1}}),
		"reveal": reveal, "quick": flagged,
	}
}

// The forms of single values.
var (
	label    = schema{"type": "string", "minLength": 1}
	flagged  = schema{"type": "boolean"}
	positive = schema{"type": "number", "exclusiveMinimum": 0}
	count    = schema{"type": "integer", "minimum": 1}
	seconds  = schema{"anyOf": []schema{positive, {"type": "string", "pattern": "^[0-9.]+(h|m|s|ms|us|µs|ns)([0-9.]+(m|s|ms|us|µs|ns))*$"}}}
	seeds    = schema{"anyOf": []schema{{"type": "integer", "minimum": 1, "maximum": maxSeeds}, {"type": "array", "minItems": 1, "uniqueItems": true, "items": count}}}
	share    = schema{"type": "number", "minimum": 0, "exclusiveMaximum": 1}
	reveal   = schema{"anyOf": []schema{share, single(mappingOf(revealKeys, schema{"parts": schema{"type": "integer", "minimum": 2}, "forests": schema{"enum": growths}}))}}
)

func splitForm() schema {
	part := schema{"anyOf": []schema{count, {"type": "array", "minItems": 1, "uniqueItems": true, "items": schema{"type": "integer", "minimum": 0}}}}
	s := mappingOf(splitKeys, schema{"train": part, "boxes": part, "partial": part, "labels": share, "test": part, "rotate": schema{"enum": []string{TrainOne, TestOne}}})
	s["dependentRequired"] = schema{"labels": []string{"partial"}}
	s["anyOf"] = []schema{{"required": []string{"rotate"}, "maxProperties": 1}, {"required": []string{"train", "test"}, "not": schema{"required": []string{"rotate"}}}}
	return s
}

func budgetForm() schema {
	properties := schema{}
	for _, b := range bounds {
		switch {
		case b.count != nil:
			properties[b.key] = count
		case b.time:
			properties[b.key] = seconds
		default:
			properties[b.key] = positive
		}
	}
	return least(closed(properties))
}

// closed is a mapping with these keys and no others.
func closed(properties schema) schema {
	return schema{"type": "object", "properties": properties, "additionalProperties": false}
}

// mappingOf is a mapping with the keys that the reader knows; it panics if one has no form.
func mappingOf(keys []string, forms schema) schema { return closed(reserved(keys, forms)) }

// reserved returns the forms of keys; it panics if one has none.
func reserved(keys []string, forms schema) schema {
	for _, key := range keys {
		if forms[key] == nil {
			panic("suite: schema: nothing is known of the key " + key)
		}
	}
	if len(forms) != len(keys) {
		panic(fmt.Sprintf("suite: schema: forms of other keys than %q", keys))
	}
	return forms
}

// single is a mapping of one key.
func single(s schema) schema {
	s["minProperties"], s["maxProperties"] = 1, 1
	return s
}

// least is a mapping that is not empty.
func least(s schema) schema {
	s["minProperties"] = 1
	return s
}

func listOf(items schema) schema { return schema{"type": "array", "minItems": 1, "items": items} }

func oneOrMore(s schema) schema {
	several := listOf(s)
	several["uniqueItems"] = true
	return schema{"anyOf": []schema{s, several}}
}
