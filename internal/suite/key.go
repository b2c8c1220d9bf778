package suite

import (
	"cmp"
	"encoding/json"
	"math"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/spbench/spbench/harness/param"
)

// A key is a field of a struct. Its tags describe one key of a mapping for the reader, its
// messages, the JSON Schema and docs/suites.md:
//
//	json, key    its name in a plan and in the file
//	help         one line for people: the hint of every mistake; a key has one
//	range, enum  as of [param.Decode]; of a list: those of its items
//	pattern      a text must match it
//	measure      "duration" or "bytes": a text with a unit stands for a number
//	unit         of a bound of a budget, as labels write it
//	default      JSON: the value if the mapping is there without the key
//	of           the sort of a thing, or of an item of the list
//	none         the list may be empty
//	one          an item alone stands for the list of it
//	upto         an interval: its number n stands for the list 1, 2, …, n
//	distinct     no item may be there twice
//	short        the value alone stands for the whole mapping; "only": it is no key
//	least        the mapping has one key or more
//	need         the mapping has this key
//	alone        the mapping has no other key, whatever it needs
//	with         the mapping has that key, too
//	was          its name in an earlier format
type key struct {
	param.Parameter // of an item, where the field is a list
	in              reflect.StructField
}

func (k *key) tag(name string) string { return k.in.Tag.Get(name) }

// hint says what the key is for.
func (k *key) hint() string {
	if k.Help == "" {
		return ""
	}
	return k.Name + ": " + k.Help
}

// keysOf returns the keys of a struct, and its fields that stand for the whole.
func keysOf(t reflect.Type) (keys, short []key) {
	for _, f := range reflect.VisibleFields(t) {
		k := key{in: f}
		name, _, _ := strings.Cut(k.tag("json"), ",")
		k.Name, k.Help, k.Range = cmp.Or(k.tag("key"), name), k.tag("help"), k.tag("range")
		if enum := k.tag("enum"); enum != "" {
			k.Enum = strings.Split(enum, ",")
		}
		if text := k.tag("default"); text != "" {
			k.Default = json.RawMessage(text)
		}
		item := f.Type
		for item.Kind() == reflect.Slice {
			item = item.Elem()
		}
		k.Type = scalars[item.Kind()]
		if k.tag("short") != "" {
			short = append(short, k)
		}
		if k.Help != "" && k.tag("short") != "only" {
			keys = append(keys, k)
		}
	}
	return keys, short
}

// scalars are the types of values that are neither lists nor mappings.
var scalars = map[reflect.Kind]string{
	reflect.Float64: "number", reflect.Int: "integer", reflect.Int64: "integer", reflect.Uint64: "integer",
	reflect.Bool: "boolean", reflect.String: "string",
}

// fits reports whether the key can be of that kind.
func (k *key) fits(of kind) bool {
	if k.in.Type.Kind() == reflect.Slice {
		return of == list || of == number && k.tag("upto") != "" || of == mapping && k.tag("one") != ""
	}
	return of == kinds[k.Type].kind
}

// count is what may stand for a list of so many numbers.
func (k *key) count() *param.Parameter {
	return &param.Parameter{Name: k.Name, Type: "integer", Range: k.tag("upto"), Help: k.Help}
}

// kinds are the values of a parameter of each type.
var kinds = map[string]struct {
	kind kind
	want string
}{
	"number": {number, "a number"}, "integer": {number, "a whole number"}, "list": {list, "a list"},
	"boolean": {boolean, "true or false"}, "string": {text, "a text"},
}

// measures are the texts with a unit: what they match, and the number that one stands for.
var measures = map[string]struct {
	pattern string
	number  func(text string) (float64, bool)
}{
	"duration": {"^[0-9.]+(h|m|s|ms|us|µs|ns)([0-9.]+(m|s|ms|us|µs|ns))*$", func(text string) (float64, bool) {
		d, err := time.ParseDuration(text)
		return d.Seconds(), err == nil
	}},
	"bytes": {amount.String(), size},
}

var amount = regexp.MustCompile(`^([0-9.eE+-]+) *([kKMGT])(i?)B$`)

// size returns the bytes that a text such as "1.5 GB" or "2 GiB" names.
func size(text string) (bytes float64, ok bool) {
	m := amount.FindStringSubmatch(text)
	if m == nil {
		return 0, false
	}
	v, err := strconv.ParseFloat(m[1], 64)
	for range 1 + strings.Index("KMGT", strings.ToUpper(m[2])) {
		v *= 1000 + 24*float64(len(m[3]))
	}
	return math.Round(v), err == nil
}

// article puts one before a noun.
func article(noun string) string {
	if noun != "" && strings.Contains("aeiou", noun[:1]) {
		return "an " + noun
	}
	return "a " + noun
}

func plural(noun string) string {
	if strings.HasSuffix(noun, "s") {
		return noun + "es"
	}
	return noun + "s"
}
