// Package schematest compiles JSON Schemas printed by spbench, for tests that validate texts.
package schematest

import (
	"bytes"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Compile compiles a schema. It ends the test if the text is no valid schema.
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
