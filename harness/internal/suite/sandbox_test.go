package suite

import (
	"reflect"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/sandbox"
)

func TestSandbox(t *testing.T) {
	const head = "datasets: [chains]\nlearners: [crf]\nsandbox: "
	for text, want := range map[string]Sandbox{
		"none":                        {Kind: sandbox.None},
		"bubblewrap":                  {Kind: sandbox.Bubblewrap},
		"{kind: landlock}":            {Kind: sandbox.Landlock},
		"{paths: [~/.local, models]}": {Paths: []string{"~/.local", "models"}},
		"{kind: none, paths: [/a]}":   {Kind: sandbox.None, Paths: []string{"/a"}},
	} {
		s, err := Parse("suite.yaml", []byte(head+text))
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		want.Pos = Pos{Line: 3, Column: 10}
		if !reflect.DeepEqual(s.Sandbox, want) {
			t.Errorf("%s: %+v, want %+v", text, s.Sandbox, want)
		}
	}
	for text, want := range map[string]string{
		"{}":            "keys: kind, paths, or leave sandbox out",
		"jail":          "values: bubblewrap, landlock, none",
		"landlok":       "landlock",
		"3":             "sandbox cannot be the number 3",
		"{kind: 3}":     "kind must be a text",
		"{path: [a]}":   "paths",
		"{paths: a}":    "must be a list",
		"{paths: []}":   "the list of paths is empty",
		"{paths: [3]}":  "must be a text",
		`{paths: [""]}`: `a path cannot be ""`,
	} {
		if _, err := Parse("suite.yaml", []byte(head+text)); err == nil || !strings.Contains(err.Error(),
			want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
