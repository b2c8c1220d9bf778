package suite

import (
	"cmp"
	"encoding/json"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"

	"github.com/spbench/spbench/harness/param"
)

// labelled is the type of a mapping whose keys are labels, or other names of the user's.
var labelled = reflect.TypeFor[[]field]()

// read sets to from the value of f. Its type and the tags of k say what is expected; a type
// with a method read reads itself, one with a method check has the last word.
func (r *reader) read(f field, k *key, to reflect.Value) {
	before := len(r.errs)
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
	if c, ok := to.Addr().Interface().(interface{ check(*reader, field) }); ok && len(r.errs) == before {
		c.check(r, f)
	}
}

// mappingOf reads a mapping with the keys of a struct, or what stands for it.
func (r *reader) mappingOf(f field, k *key, to reflect.Value) {
	to.SetZero()
	if at := to.FieldByName("Pos"); at.IsValid() {
		at.Set(reflect.ValueOf(f.value.at))
	}
	keys, short := keysOf(to.Type())
	if f.value.kind == mapping && len(keys) > 0 {
		if r.fill(f, to, nil); k.tag("least") != "" && len(f.value.fields) == 0 {
			r.fail(f.value.at, keyHint("", keys)+", or leave "+f.name+" out", "%s must not be empty", f.name)
		}
		return
	}
	for i := range short {
		if s := &short[i]; s.fits(f.value.kind) {
			s.Name, s.Help = k.Name, k.Help
			r.read(f, s, to.FieldByIndex(s.in.Index))
			return
		}
	}
	if len(short) > 0 {
		r.fail(f.value.at, k.hint(), "%s cannot be %s", f.name, f.value.describe())
		return
	}
	r.wrong(f.value, f.name, "a mapping (key: value)")
}

// fill sets the fields of the struct to from the mapping f. Other keys are mistakes, unless
// rest takes them.
func (r *reader) fill(f field, to reflect.Value, rest *[]field) {
	before := len(r.errs)
	keys, _ := keysOf(to.Type())
	for _, k := range keys {
		if k.Default != nil {
			_ = json.Unmarshal(k.Default, to.FieldByIndex(k.in.Index).Addr().Interface()) // of our own
		}
	}
	for _, x := range f.value.fields {
		i := slices.IndexFunc(keys, func(k key) bool { return k.Name == x.name })
		switch {
		case i >= 0:
			r.read(x, &keys[i], to.FieldByIndex(keys[i].in.Index))
		case rest != nil:
			*rest = append(*rest, x)
		default:
			r.fail(x.at, keyHint(x.name, keys), "unknown key %s in %s", quote(x.name), f.name)
		}
	}
	if len(r.errs) == before { // a misspelt key explains a missing one
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

// complete reports keys that are missing, and those that others exclude.
func (r *reader) complete(f field, keys []key) {
	given := func(k key) bool { return f.value.field(k.Name) != nil }
	alone := slices.ContainsFunc(keys, func(k key) bool { return k.tag("alone") != "" && given(k) })
	for _, k := range keys {
		with := k.tag("with")
		switch x := f.value.field(k.Name); {
		case x == nil && k.tag("need") != "" && !alone:
			r.fail(f.value.at, k.hint(), "%s must have the key %s", f.name, k.Name)
		case x == nil:
		case k.tag("alone") != "" && len(f.value.fields) > 1:
			r.fail(x.at, k.hint(), "%s must be the only key of %s", k.Name, f.name)
		case with != "" && f.value.field(with) == nil:
			r.fail(x.at, k.hint(), "%s needs the key %s beside it", k.Name, with)
		}
	}
}

// list reads a list of one item or more, or what stands for it.
func (r *reader) list(f field, k *key, to reflect.Value) {
	what, n := cmp.Or(k.tag("of"), "value"), f.value
	name := article(what)
	switch count := k.count(); {
	case n.kind == list:
	case k.tag("one") != "":
		name, n = f.name, &node{items: []*node{n}}
	case count.Range == "":
		r.fail(n.at, k.hint(), "%s must be a list, not %s", f.name, n.describe())
	case r.admits(f.name, count, n):
		n = &node{}
		for i := range int(f.value.number) {
			n.items = append(n.items, whole64(i+1))
		}
	}
	if n.kind == list && len(n.items) == 0 && k.tag("none") == "" {
		r.fail(n.at, k.hint(), "the list of %s is empty", plural(what))
	}
	to.SetZero()
	seen := map[any]bool{}
	for _, item := range n.items {
		v := reflect.New(to.Type().Elem()).Elem()
		r.read(field{name, item.at, item}, k, v)
		if k.tag("distinct") != "" {
			if seen[v.Interface()] {
				r.fail(item.at, "", "duplicate %s", what)
			}
			seen[v.Interface()] = true
		}
		to.Set(reflect.Append(to, v))
	}
}

// scalar reads a number, a text, true or false.
func (r *reader) scalar(f field, k *key, to reflect.Value) {
	v := f.value
	if m, ok := measures[k.tag("measure")]; ok && v.kind == text {
		if x, ok := m.number(v.text); ok {
			v = &node{kind: number, at: v.at, text: strconv.FormatFloat(x, 'g', -1, 64), number: x}
		}
	}
	switch {
	case !r.admits(f.name, &k.Parameter, v):
	case v.kind == text && !regexp.MustCompile(cmp.Or(k.tag("pattern"), ".")).MatchString(v.text):
		r.fail(v.at, k.hint(), "%s cannot be %s", f.name, quote(v.text))
	default:
		_ = json.Unmarshal(compact(v), to.Addr().Interface()) // of its type
	}
}

// admits reports whether v may be the value of p, which messages call what.
func (r *reader) admits(what string, p *param.Parameter, v *node) bool {
	want, help := kinds[p.Type], (&key{Parameter: *p}).hint()
	switch {
	case p.Type == "":
		return true
	case p.Type == "string" && (v.kind == number || v.kind == boolean):
		r.fail(v.at, `quote it: "`+v.text+`"`, "%s must be a text, not %s", what, v.describe())
	case v.kind != want.kind, p.Type == "integer" && p.Within(v.number) && !whole(v.number):
		r.fail(v.at, help, "%s must be %s, not %s", what, want.want, v.describe())
	case want.kind == number && !p.Within(v.number):
		r.fail(v.at, help, "%s is %s, must be in %s", what, v.text, p.Range)
	case len(p.Enum) > 0 && !slices.Contains(p.Enum, v.text):
		r.fail(v.at, hint(v.text, "values", p.Enum), "%s cannot be %s", what, quote(v.text))
	default:
		return true
	}
	return false
}

// entries returns the fields of a mapping whose keys are labels, at least one.
func (r *reader) entries(f field) []field {
	switch {
	case f.value.kind != mapping:
		r.wrong(f.value, f.name, "a mapping (label: …)")
	case len(f.value.fields) == 0:
		r.fail(f.value.at, "", "%s is empty", f.name)
	}
	return f.value.fields
}

func (r *reader) wrong(n *node, what, want string) {
	r.fail(n.at, "", "%s must be %s, not %s", what, want, n.describe())
}

// describe says what a value is.
func (n *node) describe() string {
	switch n.kind {
	case boolean:
		return n.text
	case number:
		return "the number " + n.text
	case text:
		return "the text " + quote(n.text)
	case list:
		return "a list"
	case mapping:
		return "a mapping"
	}
	return "nothing"
}

// whole reports whether v is a whole number that float64 holds exactly.
func whole(v float64) bool { return v == math.Trunc(v) && math.Abs(v) < 1<<53 }
