package suite

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/spbench/spbench/harness/internal/suite/yamltree"
	"github.com/spbench/spbench/harness/param"
)

// A key is a key of a mapping in a suite file: a field of a struct with tags. The tags determine
// the reader, its messages and the list in docs/suites.md:
//
//	json, key    name in the plan, and in the file if that differs
//	help         description in one line, printed under every mistake; a field without it is no key
//	range, enum  allowed values, as for [param.Decode]; for a list, those of each item
//	pattern      regular expression for a text
//	measure      "duration" or "bytes": a text with a unit is read as a number
//	default      value in JSON if the mapping lacks the key
//	of           noun for an item in messages; for names, the part of the [Catalogue]
//	none         the list may be empty
//	one          one item without brackets is read as a list
//	upto         allowed interval of a number n, read as the list 1, 2, …, n
//	distinct     the list has no item twice
//	short        the mapping may be written as this value alone; "only": the field is no key
//	least        the mapping is not empty
//	need         the key is required; "split": unless the path of the dataset names its parts
//	alone        the mapping has no other key, not even required ones, except those named; "yes": none
//	with         name of another key required beside this one; "split": as in need
//	was          name in an earlier format
type key struct {
	param.Parameter // of an item, where the field is a list
	in              reflect.StructField
}

func (k *key) tag(name string) string { return k.in.Tag.Get(name) }

// hint describes the key.
func (k *key) hint() string {
	if k.Help == "" {
		return ""
	}
	return k.Name + ": " + k.Help
}

// keysOf returns the keys of a struct, and its fields that may stand for the whole.
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

// scalars are the types of values other than lists and mappings.
var scalars = map[reflect.Kind]string{
	reflect.Float64: "number", reflect.Int: "integer", reflect.Int64: "integer",
	reflect.Uint64: "integer",
	reflect.Bool:   "boolean", reflect.String: "string",
}

// fits reports whether the key can have a value of that kind.
func (k *key) fits(of yamltree.Kind) bool {
	if k.in.Type.Kind() == reflect.Slice {
		return of == yamltree.List || of == yamltree.Number && k.tag("upto") != "" ||
			of == yamltree.Mapping && k.tag("one") != ""
	}
	return of == kinds[k.Type].kind
}

// count is the parameter for a number n in place of the list 1, 2, …, n.
func (k *key) count() *param.Parameter {
	return &param.Parameter{Name: k.Name, Type: "integer", Range: k.tag("upto"), Help: k.Help}
}

// kinds are the values of a parameter of each type.
var kinds = map[string]struct {
	kind yamltree.Kind
	want string
}{
	"number": {yamltree.Number, "a number"}, "integer": {yamltree.Number, "a whole number"},
	"list":    {yamltree.List, "a list"},
	"boolean": {yamltree.Boolean, "true or false"}, "string": {yamltree.Text, "a text"},
}

// measures read texts with a unit as numbers.
var measures = map[string]func(text string) (float64, bool){
	"duration": func(text string) (float64, bool) {
		d, err := time.ParseDuration(text)
		return d.Seconds(), err == nil
	},
	"bytes": size,
}

var amount = regexp.MustCompile(`^([0-9.eE+-]+) *([kKMGT])(i?)B$`)

// size returns the bytes of a text such as "1.5 GB" or "2 GiB".
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

// hint suggests the nearest candidate, or lists all.
func hint(word, plural string, candidates []string) string {
	if near := param.Nearest(word, candidates); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	if len(candidates) == 0 {
		return "there are no " + plural
	}
	return plural + ": " + strings.Join(candidates, ", ")
}
