package format

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// Examples in docs/data.md can be read, and its tables have every field.
func TestDocs(t *testing.T) {
	text := must(os.ReadFile("../../../docs/data.md"))(t)
	blocks := regexp.MustCompile("(?s)```jsonl\n(.*?)```").FindAllSubmatch(text, -1)
	if len(blocks) < 2 {
		t.Fatalf("%d examples of JSON lines", len(blocks))
	}
	for _, block := range blocks {
		if _, err := readJSONLText(block[1]); err != nil {
			t.Errorf("%v\n%s", err, block[1])
		}
	}
	for _, name := range fields {
		if !regexp.MustCompile("(?m)^\\|[^|]*`" + name + "`").Match(text) {
			t.Errorf("no table describes %s", name)
		}
	}
	for _, f := range formats {
		for _, ending := range f.Endings[:min(1, len(f.Endings))] {
			if !strings.Contains(string(text), "(`"+ending+"`") {
				t.Errorf("no section is of %s files", ending)
			}
		}
	}
}
