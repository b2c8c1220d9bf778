package record

import (
	"maps"
	"testing"
)

// Keys are those that Key makes of the same parts, wherever by their names the parts stand that vary.
func TestKeysAreKeys(t *testing.T) {
	common := map[string]string{"build": "b", "data": "", "params": `{"lambda":1}`, "tune": "null"}
	for _, varying := range [][]string{{"seed"}, {"a"}, {"zzz"}, {"seed", "learner-seed"}, {"a", "b", "z"}, {}} {
		keys := NewKeys(common, varying...)
		for _, text := range []string{"", "1", "a longer one", "2/1/3"} {
			parts, values := maps.Clone(common), []string{}
			for _, name := range varying {
				values = append(values, name+text)
				parts[name] = name + text
			}
			if got, want := keys.Of(values...), Key(parts); got != want {
				t.Errorf("%v of %q: %s, want %s", varying, values, got, want)
			}
		}
	}
}
