package suite

import (
	"reflect"
	"strings"
	"testing"

	"github.com/spbench/spbench/internal/box"
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
		"{}":            "the box is empty",
		"jail":          "unknown box",
		"landlok":       "landlock",
		"3":             "must be a mapping",
		"{kind: 3}":     "kind must be a text",
		"{path: [a]}":   "paths",
		"{paths: a}":    "must be a list",
		"{paths: []}":   "must be a list",
		"{paths: [3]}":  "must be a text",
		`{paths: [""]}`: "must be a text",
	} {
		if _, err := Parse("suite.yaml", []byte(head+text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
