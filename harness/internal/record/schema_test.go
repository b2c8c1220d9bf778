package record

import (
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/spbench/spbench/harness/internal/schematest"
)

// TestSchema: the schema accepts written lines, and refuses what reading refuses.
func TestSchema(t *testing.T) {
	text := must(Schema())(t)
	schema := schematest.Compile(t, text)
	valid := func(line string) error {
		t.Helper()
		v := must(jsonschema.UnmarshalJSON(strings.NewReader(line)))(t)
		return schema.Validate(v)
	}
	for _, n := range []string{"1", "2"} {
		f := sample(n)
		whole, err := Encode(f)
		need(t, err)
		f = must(hashed(f))(t)
		named := must(Encode(f))(t)
		bare := must(Encode(Fit{Key: Key(nil), Params: []byte("{}"), Outcome: Outcome{Kind: Skipped}}))(t)
		for _, line := range [][]byte{whole, named, bare} {
			if err := valid(string(line)); err != nil {
				t.Errorf("%v\n%s", err, line)
			}
			for name, bad := range map[string]string{
				"version":   strings.Replace(string(line), `{"version":2`, `{"version":1`, 1),
				"no key":    strings.Replace(string(line), `"key":`, `"kez":`, 1),
				"a field":   strings.Replace(string(line), `{"version"`, `{"mood":"good","version"`, 1),
				"a kind":    strings.Replace(string(line), `"outcome":{"kind":"`, `"outcome":{"kind":"in`, 1),
				"a number":  strings.Replace(string(line), `"passes":`, `"passes":"x","passes_":`, 1),
				"no params": strings.Replace(string(line), `"params":{`, `"params":3,"x":{`, 1),
			} {
				if bad == string(line) {
					t.Fatalf("%s: nothing is changed in %s", name, line)
				}
				if valid(bad) == nil {
					t.Errorf("%s: the schema accepts %s", name, bad)
				}
				if _, err := Decode([]byte(bad)); err == nil {
					t.Errorf("%s: the reader accepts %s", name, bad)
				}
			}
		}
	}
}
