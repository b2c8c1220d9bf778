package record

import (
	"encoding/json"
	"reflect"
	"testing"
)

// TestValues compares both readers with a map, and refuses other JSON.
func TestValues(t *testing.T) {
	for _, text := range []string{`{}`, `null`, `{"a":1}`, `{ "a" : -1.5e3 , "b,c:}" : 2 }`,
		`{"a\"b":1,"c":2}`, `{"a":1,"b":0.1,"c":3}`} {
		var m map[string]Number
		var v Values
		need(t, json.Unmarshal([]byte(text), &m))
		if err := json.Unmarshal([]byte(text), &v); err != nil || len(v) != len(m) ||
			len(m) > 0 && !reflect.DeepEqual(v, ValuesOf(m)) {
			t.Errorf("%s: %v, %v", text, v, err)
		}
	}
	for _, text := range []string{`[1]`, `"a"`, `3`, `{"a":{"b":1}}`, `{"a":"1"}`, `{"a":[1,2]}`} {
		if err := json.Unmarshal([]byte(text), new(Values)); err == nil {
			t.Errorf("%s is read", text)
		}
	}
}
