package record

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"time"
)

// Schema returns the JSON Schema (draft 2020-12) of a line of the records, as [Encode] writes it.
// It is made from [Fit].
func Schema() ([]byte, error) {
	s := schemaOf(reflect.TypeFor[Fit]())
	s["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	s["title"] = fmt.Sprintf("a line of records-*.jsonl in a run folder of spbench, version %d",
		Version)
	properties := s["properties"].(map[string]any)
	properties["version"] = map[string]any{"const": Version}
	properties["sum"] = map[string]any{"type": "string", "pattern": "^[0-9a-f]{8}$",
		"description": "CRC-32C of the line up to the comma before it; older builds wrote none"}
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("record: schema: %w", err)
	}
	return text, nil
}

// special holds the schemas of types with their own JSON methods.
var special = map[reflect.Type]map[string]any{
	reflect.TypeFor[Number](): {"type": []string{"number", "null"},
		"description": "null: not finite, or not known"},
	reflect.TypeFor[Numbers](): {"type": []string{"array", "null"},
		"items": map[string]any{"type": []string{"number", "null"}}},
	reflect.TypeFor[Seeds](): {"type": []string{"integer", "string"}, "minimum": 0,
		"pattern":     "^[0-9]+/[0-9]+/[0-9]+$",
		"description": "one seed for all, or SPLIT/LEARNER/TUNE"},
	reflect.TypeFor[OutcomeKind]():     {"enum": kinds},
	reflect.TypeFor[time.Time]():       {"type": "string", "format": "date-time"},
	reflect.TypeFor[json.RawMessage](): {"type": []string{"object", "array"}},
}

func schemaOf(t reflect.Type) map[string]any {
	if s, ok := special[t]; ok {
		return s
	}
	switch t.Kind() {
	case reflect.String:
		return map[string]any{"type": "string"}
	case reflect.Bool:
		return map[string]any{"type": "boolean"}
	case reflect.Int, reflect.Int64:
		return map[string]any{"type": "integer"}
	case reflect.Uint64:
		return map[string]any{"type": "integer", "minimum": 0}
	case reflect.Float64:
		return map[string]any{"type": "number"}
	case reflect.Pointer:
		return schemaOf(t.Elem())
	case reflect.Slice:
		return map[string]any{"type": []string{"array", "null"}, "items": schemaOf(t.Elem())}
	case reflect.Map:
		return map[string]any{"type": []string{"object", "null"},
			"additionalProperties": schemaOf(t.Elem())}
	case reflect.Struct:
		return schemaOfStruct(t)
	}
	panic("record: no schema of a " + t.String()) // a new kind of field needs a case above
}

func schemaOfStruct(t reflect.Type) map[string]any {
	properties, required := map[string]any{}, []string{}
	for field := range t.Fields() {
		if !field.IsExported() || field.Tag.Get("json") == "-" {
			continue
		}
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "" {
			name = field.Name
		}
		properties[name] = schemaOf(field.Type)
		if !strings.Contains(options, "omit") {
			required = append(required, name)
		}
	}
	return map[string]any{"type": "object", "properties": properties, "required": required,
		"additionalProperties": false}
}
