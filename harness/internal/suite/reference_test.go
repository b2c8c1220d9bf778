package suite

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/sandbox"
	"github.com/spbench/spbench/harness/param"
)

var update = flag.Bool("update", false, "rewrite the list of keys in docs/suites.md")

// The list of keys in the docs is made from the tags.
func TestReference(t *testing.T) {
	const page, start, end = "../../../docs/suites.md", "<!-- keys -->\n", "<!-- /keys -->\n"
	text := must(os.ReadFile(page))(t)
	head, rest, ok := strings.Cut(string(text), start)
	_, tail, found := strings.Cut(rest, end)
	if !ok || !found {
		t.Fatalf("%s lacks %q or %q", page, start, end)
	}
	want := head + start + reference("", reflect.TypeFor[file](), map[reflect.Type]bool{}) + end + tail
	if want == string(text) {
		return
	}
	if !*update {
		t.Fatalf("the keys in %s are not those of the tags: go test ./harness/internal/suite -run Reference -update writes them", page)
	}
	check(t, os.WriteFile(page, []byte(want), 0o666))
}

// reference lists the keys of a struct and of the structs below it. Keys of a struct in several
// places are listed at the first one.
func reference(path string, t reflect.Type, listed map[reflect.Type]bool) string {
	var b strings.Builder
	if listed[t] {
		return ""
	}
	listed[t] = true
	keys, _ := keysOf(t)
	for _, k := range keys {
		line := fmt.Sprintf("* `%s%s`", path, k.Name)
		if k.Range != "" {
			line += ", in " + k.Range
		}
		b.WriteString(wrap(line+": "+k.Help+".", "  ") + "\n")
		b.WriteString(reference(path+k.Name+".", below(k.in.Type), listed))
	}
	return b.String()
}

// wrap breaks a text into lines of at most 100 columns; all but the first are indented.
func wrap(text, indent string) string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && utf8.RuneCountInString(line+" "+word) > 100 {
			lines, line = append(lines, line), indent+word
		} else if line == "" {
			line = word
		} else {
			line += " " + word
		}
	}
	return strings.Join(append(lines, line), "\n")
}

// below returns the struct with the keys below a key.
func below(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Slice || t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || t == labelled.Elem() {
		return reflect.TypeFor[noKeys]()
	}
	if own, ok := t.FieldByName("own"); ok { // a thing
		return own.Type
	}
	return t
}

// Lists in tags equal those of the packages that use them, and defaults can be read.
func TestTags(t *testing.T) {
	var names []string
	for _, k := range sandbox.Kinds {
		names = append(names, string(k))
	}
	keys, _ := keysOf(reflect.TypeFor[Sandbox]())
	if got := keys[0].Enum; !sameSet(got, names) {
		t.Errorf("sandboxes %q, want %q", got, names)
	}
	splits, _ := keysOf(reflect.TypeFor[Split]())
	if got := splits[len(splits)-1].Enum; !sameSet(got, []string{TrainOne, TestOne}) {
		t.Errorf("rotations %q", got)
	}
	reveals, _ := keysOf(reflect.TypeFor[Reveal]())
	if got := reveals[1].Enum; !sameSet(got, []string{BreadthFirst, DepthFirst}) {
		t.Errorf("growths %q", got)
	}
	checkTags(t, reflect.TypeFor[file]())
}

func sameSet(a, b []string) bool {
	return len(a) == len(b) && len(ordered.Add(slices.Clone(a), b...)) == len(a)
}

// checkTags reports misspelt tags, and ranges and defaults that cannot be read.
func checkTags(t *testing.T, of reflect.Type) {
	known := map[string]bool{}
	for _, name := range strings.Fields("json key help range enum pattern measure unit default of none one upto distinct short least need alone with was") {
		known[name] = true
	}
	keys, short := keysOf(of)
	for _, k := range append(keys, short...) {
		for _, part := range strings.Split(string(k.in.Tag), `" `) {
			if name, _, _ := strings.Cut(part, ":"); !known[name] {
				t.Errorf("%s: unknown tag %q", k.in.Name, name)
			}
		}
		for _, interval := range []string{k.Range, k.tag("upto")} {
			if _, ok := param.ParseInterval(interval); interval != "" && !ok {
				t.Errorf("%s: range %q", k.in.Name, interval)
			}
		}
		if k.Default != nil {
			if err := json.Unmarshal(k.Default, reflect.New(k.in.Type).Interface()); err != nil {
				t.Errorf("%s: default: %v", k.in.Name, err)
			}
		}
		if sub := below(k.in.Type); sub != of {
			checkTags(t, sub)
		}
	}
}
