package suite

import (
	"cmp"
	"encoding/json"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spbench/spbench/harness/internal/suite/yamltree"

	"github.com/spbench/spbench/harness/param"
)

// A reader fills structs from the nodes of a file, by the tags of their fields (see [key]).
type reader struct {
	yamltree.Parser
	parts bool // the current dataset has published parts
}

// labelled is the type of a mapping with labels, or other names of the user, as keys.
var labelled = reflect.TypeFor[[]field]()

// read sets to from the value of f, by its type and the tags of k. A type with a method read reads
// itself. A method check checks the value afterwards.
func (r *reader) read(f field, k *key, to reflect.Value) {
	before := len(r.Errs)
	own, reads := to.Addr().Interface().(interface{ read(*reader, field) })
	switch {
	case reads:
		own.read(r, f)
	case to.Type() == labelled:
		to.Set(reflect.ValueOf(r.entries(f)))
	case to.Kind() == reflect.Pointer:
		to.Set(reflect.New(to.Type().Elem()))
		r.read(f, k, to.Elem())
	case to.Kind() == reflect.Slice:
		r.list(f, k, to)
	case to.Kind() == reflect.Struct:
		r.mappingOf(f, k, to)
	default:
		r.scalar(f, k, to)
	}
	if c, ok := to.Addr().Interface().(interface{ check(*reader, field) }); ok &&
		len(r.Errs) == before {
		c.check(r, f)
	}
}

// mappingOf reads a mapping with the keys of a struct, or its short form.
func (r *reader) mappingOf(f field, k *key, to reflect.Value) {
	to.SetZero()
	if at := to.FieldByName("Pos"); at.IsValid() {
		at.Set(reflect.ValueOf(f.Value.At))
	}
	keys, short := keysOf(to.Type())
	if f.Value.Kind == yamltree.Mapping && len(keys) > 0 {
		if r.fill(f, to, nil); k.tag("least") != "" && len(f.Value.Fields) == 0 {
			r.Fail(f.Value.At, keyHint("", keys)+", or leave "+f.Name+" out", "%s must not be empty", f.Name)
		}
		return
	}
	for i := range short {
		if s := &short[i]; s.fits(f.Value.Kind) {
			s.Name, s.Help = k.Name, k.Help
			r.read(f, s, to.FieldByIndex(s.in.Index))
			return
		}
	}
	if len(short) > 0 {
		r.Fail(f.Value.At, k.hint(), "%s cannot be %s", f.Name, f.Value.Describe())
		return
	}
	r.wrong(f.Value, f.Name, "a mapping (key: value)")
}

// fill sets the fields of the struct to from the mapping f. It appends unknown keys to rest. If
// rest is nil they are mistakes.
func (r *reader) fill(f field, to reflect.Value, rest *[]field) {
	before := len(r.Errs)
	keys, _ := keysOf(to.Type())
	for _, k := range keys {
		if k.Default != nil {
			_ = json.Unmarshal(k.Default, to.FieldByIndex(k.in.Index).Addr().Interface()) // of our own
		}
	}
	for _, x := range f.Value.Fields {
		i := slices.IndexFunc(keys, func(k key) bool { return k.Name == x.Name })
		switch {
		case i >= 0:
			r.read(x, &keys[i], to.FieldByIndex(keys[i].in.Index))
		case rest != nil:
			*rest = append(*rest, x)
		default:
			r.Fail(x.At, keyHint(x.Name, keys), "unknown key %s in %s", yamltree.Quote(x.Name), f.Name)
		}
	}
	if len(r.Errs) == before { // a misspelt key may be the missing one
		r.complete(f, keys)
	}
}

func keyHint(word string, keys []key) string {
	var names []string
	for _, k := range keys {
		if names = append(names, k.Name); word != "" && k.tag("was") == word {
			return "this key is now called " + k.Name
		}
	}
	return hint(word, "keys", names)
}

// complete reports missing keys, and keys that exclude each other.
func (r *reader) complete(f field, keys []key) {
	given := func(k key) bool { return f.Value.Field(k.Name) != nil }
	alone := slices.ContainsFunc(keys, func(k key) bool { return k.tag("alone") != "" && given(k) })
	for _, k := range keys {
		with := k.tag("with")
		switch x := f.Value.Field(k.Name); {
		case x == nil && !alone && (k.tag("need") == "yes" || k.tag("need") == "split" && !r.parts):
			r.Fail(f.Value.At, k.hint(), "%s must have the key %s", f.Name, k.Name)
		case x == nil:
		case k.tag("alone") != "" && slices.ContainsFunc(f.Value.Fields, func(x field) bool {
			return x.Name != k.Name && !slices.Contains(strings.Fields(k.tag("alone")), x.Name)
		}):
			r.Fail(x.At, k.hint(), "%s must be the only key of %s", k.Name, f.Name)
		case with != "" && f.Value.Field(with) == nil && !(with == "split" && r.parts):
			r.Fail(x.At, k.hint(), "%s needs the key %s beside it", k.Name, with)
		}
	}
}

// list reads a list of one item or more, or its short form.
func (r *reader) list(f field, k *key, to reflect.Value) {
	what, n := cmp.Or(k.tag("of"), "value"), f.Value
	name := article(what)
	switch count := k.count(); {
	case n.Kind == yamltree.List:
	case k.tag("one") != "":
		name, n = f.Name, &node{Items: []*node{n}}
	case count.Range == "":
		r.Fail(n.At, k.hint(), "%s must be a list, not %s", f.Name, n.Describe())
	case r.admits(f.Name, count, n):
		n = &node{}
		for i := range int(f.Value.Number) {
			n.Items = append(n.Items, yamltree.Int(i+1))
		}
	}
	if n.Kind == yamltree.List && len(n.Items) == 0 && k.tag("none") == "" {
		r.Fail(n.At, k.hint(), "the list of %s is empty", plural(what))
	}
	to.SetZero()
	seen := map[any]bool{}
	for _, item := range n.Items {
		v := reflect.New(to.Type().Elem()).Elem()
		r.read(field{Name: name, At: item.At, Value: item}, k, v)
		if k.tag("distinct") != "" {
			if seen[v.Interface()] {
				r.Fail(item.At, "", "duplicate %s", what)
			}
			seen[v.Interface()] = true
		}
		to.Set(reflect.Append(to, v))
	}
}

// scalar reads a number, a text, true or false.
func (r *reader) scalar(f field, k *key, to reflect.Value) {
	v := f.Value
	if measure, ok := measures[k.tag("measure")]; ok && v.Kind == yamltree.Text {
		if x, ok := measure(v.Text); ok {
			v = &node{Kind: yamltree.Number, At: v.At, Text: strconv.FormatFloat(x, 'g', -1, 64), Number: x}
		}
	}
	switch {
	case !r.admits(f.Name, &k.Parameter, v):
	case v.Kind == yamltree.Text && !regexp.MustCompile(cmp.Or(k.tag("pattern"),
		".")).MatchString(v.Text):
		r.Fail(v.At, k.hint(), "%s cannot be %s", f.Name, yamltree.Quote(v.Text))
	default:
		_ = json.Unmarshal(yamltree.JSON(v), to.Addr().Interface()) // of its type
	}
}

// admits reports whether v may be the value of p. Messages call the value what.
func (r *reader) admits(what string, p *param.Parameter, v *node) bool {
	want, help := kinds[p.Type], (&key{Parameter: *p}).hint()
	switch {
	case p.Type == "":
		return true
	case p.Type == "string" && (v.Kind == yamltree.Number || v.Kind == yamltree.Boolean):
		r.Fail(v.At, `quote it: "`+v.Text+`"`, "%s must be a text, not %s", what, v.Describe())
	case v.Kind != want.kind, p.Type == "integer" && p.Within(v.Number) && !whole(v.Number):
		r.Fail(v.At, help, "%s must be %s, not %s", what, want.want, v.Describe())
	case want.kind == yamltree.Number && !p.Within(v.Number):
		r.Fail(v.At, help, "%s is %s, must be in %s", what, v.Text, p.Range)
	case len(p.Enum) > 0 && !slices.Contains(p.Enum, v.Text):
		r.Fail(v.At, hint(v.Text, "values", p.Enum), "%s cannot be %s", what, yamltree.Quote(v.Text))
	default:
		return true
	}
	return false
}

// entries returns the fields of a mapping with labels as keys. It must have at least one.
func (r *reader) entries(f field) []field {
	switch {
	case f.Value.Kind != yamltree.Mapping:
		r.wrong(f.Value, f.Name, "a mapping (label: …)")
	case len(f.Value.Fields) == 0:
		r.Fail(f.Value.At, "", "%s is empty", f.Name)
	}
	return f.Value.Fields
}

func (r *reader) wrong(n *node, what, want string) {
	r.Fail(n.At, "", "%s must be %s, not %s", what, want, n.Describe())
}

// whole reports whether v is a whole number without rounding in float64.
func whole(v float64) bool { return v == math.Trunc(v) && math.Abs(v) < 1<<53 }
