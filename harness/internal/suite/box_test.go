package suite

import (
	"reflect"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/box"
)

func TestBox(t *testing.T) {
	const head = "datasets: [chains]\nlearners: [crf]\nbox: "
	for text, want := range map[string]Box{
		"none":                        {Kind: box.None},
		"bubblewrap":                  {Kind: box.Bubblewrap},
		"{kind: landlock}":            {Kind: box.Landlock},
		"{paths: [~/.local, models]}": {Paths: []string{"~/.local", "models"}},
		"{kind: none, paths: [/a]}":   {Kind: box.None, Paths: []string{"/a"}},
	} {
		s, err := Parse("suite.yaml", []byte(head+text))
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		want.Pos = Pos{3, 6}
		if !reflect.DeepEqual(s.Box, want) {
			t.Errorf("%s: %+v, want %+v", text, s.Box, want)
		}
	}
	for text, want := range map[string]string{
		"{}":            "keys: kind, paths, or leave box out",
		"jail":          "values: bubblewrap, landlock, none",
		"landlok":       "landlock",
		"3":             "box cannot be the number 3",
		"{kind: 3}":     "kind must be a text",
		"{path: [a]}":   "paths",
		"{paths: a}":    "must be a list",
		"{paths: []}":   "the list of paths is empty",
		"{paths: [3]}":  "must be a text",
		`{paths: [""]}`: `a path cannot be ""`,
	} {
		if _, err := Parse("suite.yaml", []byte(head+text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
