package suites

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// The embedded suites are those in the folders.
func TestSuitesAreThoseOfTheFolders(t *testing.T) {
	found, err := filepath.Glob("*/suite.yaml")
	if err != nil || len(found) == 0 {
		t.Fatalf("%d suites: %v", len(found), err)
	}
	var names []string
	for _, file := range found {
		name := filepath.Dir(file)
		names = append(names, name)
		suite, published, ok := Text(name)
		if want, err := os.ReadFile(file); !ok || err != nil || string(suite) != string(want) {
			t.Errorf("%s: ok %v, %v, or another text", name, ok, err)
		}
		want, err := os.ReadFile(filepath.Join(name, "published.yaml"))
		if string(published) != string(want) || (published == nil) != (err != nil) {
			t.Errorf("%s: other published numbers", name)
		}
		archive, err := os.ReadFile(filepath.Join(name, "shipped.zip"))
		if got := Shipped(name); string(got) != string(archive) || (got == nil) != (err != nil) {
			t.Errorf("%s: other shipped results", name)
		}
	}
	if got := Names(); !slices.Equal(got, names) {
		t.Errorf("names %q, want %q", got, names)
	}
	if _, _, ok := Text("nosuch"); ok {
		t.Error("there is a suite nosuch")
	}
}
