// Package schematest compiles the JSON Schemas that spbench prints, for tests that hold texts against them.
package schematest

import (
	"bytes"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Compile returns a schema of which this is the text, after it has held against the rules for schemas.
func Compile(t testing.TB, text []byte) *jsonschema.Schema {
	t.Helper()
	const name = "schema.json"
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource(name, doc); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile(name)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}
